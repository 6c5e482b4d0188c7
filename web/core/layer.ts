/** A layer of multi-head attention. Its projections are prepared once, so later calls pass only numbers. */
import { AttentionError, message } from '../scene/error.ts';
import { layerArguments } from './attention-arguments.ts';
import { check, checkRoom, isFloats, lengthOf, refuse, resultArgument, tensorArgument, write } from './calls.ts';
import type { Instances } from './instance.ts';
import type { MultiHeadAttention } from './module.ts';
import type { Layer, LayerMatrices, LayerOptions, LayerResult, LayerTargets, Tensor } from './types.ts';

const nothing: Float32Array = new Float32Array(0);

export class PreparedLayer implements Layer {
  readonly #heads: number;
  readonly #dModel: number;
  readonly #width: number;
  readonly #instances: Instances;
  #disposed = false;
  // Views of the core's memory for inputs and results. They detach when the memory grows.
  #tokens = 0;
  #withWeights = false;
  #rowsAtOnce = 0;
  #x = nothing;
  #output = nothing;
  #weights = nothing;

  /** Throws AttentionError whose path is the argument's name. */
  constructor(instances: Instances, givenMatrices: LayerMatrices, givenOptions: LayerOptions) {
    const { matrices, options } = layerArguments(givenMatrices, givenOptions);
    this.#instances = instances;
    this.#width = instances.call((instance) => {
      const layer = new instance.module.MultiHeadAttention();
      try {
        check(layer.prepare(matrices, options));
      } catch (why) {
        if (why instanceof AttentionError) layer.delete();
        throw why;
      }
      instance.layers.set(this, layer);
      return layer.width();
    });
    this.#heads = options.heads;
    this.#dModel = matrices[0]?.shape[0] ?? 0;
  }

  attend(x: Tensor, targets: LayerTargets = {}): LayerResult {
    if (typeof targets !== 'object' || targets === null)
      refuse('targets', message`the targets must be an object: { output, weights }`);
    // Everything is read before anything is checked: a getter may transfer an array's memory, or dispose the layer.
    const { output: outputTarget, weights: weightsTarget } = targets;
    const unknown = Object.keys(targets).find((key) => key !== 'output' && key !== 'weights');
    if (unknown !== undefined)
      refuse(unknown, message`there is no option "${unknown}"; the options are ${'output, weights'}`);
    const { T, data } = inputOf(x, this.#dModel);
    const layer = this.#open();
    const H = this.#heads;
    const wanted = weightsTarget !== false;
    if (wanted) checkRoom('weights', H * T * T);
    const givenOutput = resultArgument('output', outputTarget, T * this.#width);
    let weights = wanted ? resultArgument('weights', weightsTarget, H * T * T) : undefined;

    if (T !== this.#tokens || wanted !== this.#withWeights) this.#reserve(layer, T, wanted);
    if (this.#x.length === 0) this.#findViews(layer);
    copy(data, T * this.#dModel, this.#x, 0);
    const atOnce = this.#rowsAtOnce;
    for (let from = 0; from < H * T; from += atOnce) {
      const to = Math.min(H * T, from + atOnce);
      this.#instances.call(() => check(layer.attend(from, to)));
      if (this.#x.length === 0) this.#findViews(layer);
      if (!wanted) continue;
      // A result that is copied whole need not be zeroed first.
      if (weights === undefined && to - from === H * T) {
        weights = this.#weights.slice(0, H * T * T);
      } else {
        weights ??= new Float32Array(H * T * T);
        copy(this.#weights, (to - from) * T, weights, from * T);
      }
    }
    const count = T * this.#width;
    const output = givenOutput ?? this.#output.slice(0, count);
    if (givenOutput !== undefined) copy(this.#output, count, givenOutput, 0);
    return {
      output: { shape: [T, this.#width], data: output },
      weights: weights && { shape: [H, T, T], data: weights },
    };
  }

  dispose(): void {
    this.#disposed = true;
    this.#x = this.#output = this.#weights = nothing;
    const instance = this.#instances.current;
    const layer = instance?.layers.get(this);
    instance?.layers.delete(this);
    try {
      if (layer !== undefined) this.#instances.call(() => layer.delete());
    } catch {
      // An instance that cannot free it has trapped and is dropped.
    }
  }

  #open(): MultiHeadAttention {
    if (this.#disposed) refuse('', message`the layer was disposed of`, 'disposed');
    const layer = this.#instances.current?.layers.get(this);
    if (layer !== undefined) return layer;
    this.#x = this.#output = this.#weights = nothing;
    return refuse(
      '',
      message`the core ran out of memory and was replaced, so this layer is lost; prepare it again`,
      'disposed',
    );
  }

  #reserve(layer: MultiHeadAttention, tokens: number, weights: boolean): void {
    // Whatever happens, the views are looked up again.
    this.#x = nothing;
    this.#tokens = 0;
    this.#instances.call(() => check(layer.reserve(tokens, weights)));
    this.#rowsAtOnce = layer.rowsAtOnce();
    this.#tokens = tokens;
    this.#withWeights = weights;
  }

  #findViews(layer: MultiHeadAttention): void {
    this.#x = layer.input();
    this.#output = layer.output();
    this.#weights = layer.weights();
  }
}

/** x (T, d_model). Its properties are read once. Throws AttentionError `scene-form` or `shape`. */
function inputOf(x: Tensor, dModel: number): { readonly T: number; readonly data: Float32Array } {
  const T = x?.shape?.[0] ?? 0;
  const data = x?.data;
  // A fast path: checking each property of a valid input would take most of the time of a small call.
  if (Array.isArray(x?.shape) && x.shape.length === 2 && x.shape[1] === dModel && Number.isInteger(T) && T > 0) {
    if (isFloats(data) && lengthOf(data) === T * dModel) return { T, data };
  }
  const { shape } = tensorArgument('x', x);
  return refuse('x', message`x is ${shape.join('×')}, expected T×${dModel}, T at least 1`, 'shape');
}

/** Copies the first `count` numbers to `at`. Calling `set` takes as long as a few dozen numbers. */
function copy(from: Float32Array, count: number, to: Float32Array, position: number): void {
  if (count > 64) {
    write(to, lengthOf(from) === count ? from : from.subarray(0, count), position);
  } else {
    for (let index = 0; index < count; index += 1) to[position + index] = from[index] as number;
  }
}
