/** A layer of multi-head attention: its projections are made ready once, then only numbers cross into the core. */
import { AttentionError, message } from '../scene/error.ts';
import {
  check,
  checkRoom,
  isFloats,
  layerArguments,
  lengthOf,
  refuse,
  resultArgument,
  tensorArgument,
  write,
} from './calls.ts';
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
  // What the core has made room for, and where: views of its memory, which come to nothing when that grows.
  #tokens = 0;
  #withWeights = false;
  #rowsAtOnce = 0;
  #x = nothing;
  #output = nothing;
  #weights = nothing;

  /** Throws AttentionError; its path is the argument's name. */
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
    // All is read before anything is checked: a getter may transfer an array's memory, or dispose of the layer.
    const { output: outputTarget, weights: weightsTarget } = targets;
    const { T, data } = inputOf(x, this.#dModel);
    const layer = this.#open();
    const H = this.#heads;
    const wanted = weightsTarget !== false;
    if (wanted) checkRoom('weights', H * T * T);
    const givenOutput = resultArgument('output', outputTarget, T * this.#width);
    let weights = wanted ? resultArgument('weights', weightsTarget || undefined, H * T * T) : undefined;

    if (T !== this.#tokens || wanted !== this.#withWeights) this.#reserve(layer, T, wanted);
    if (this.#x.length === 0) this.#findViews(layer);
    copy(data, T * this.#dModel, this.#x, 0);
    const atOnce = this.#rowsAtOnce;
    for (let from = 0; from < H * T; from += atOnce) {
      const to = Math.min(H * T, from + atOnce);
      this.#instances.call(() => check(layer.attend(from, to)));
      if (this.#x.length === 0) this.#findViews(layer);
      if (!wanted) continue;
      // What is copied out whole need not be filled with zeros first.
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
      // The instance that could not let go of it is given up.
    }
  }

  #open(): MultiHeadAttention {
    if (this.#disposed) refuse('', message`the layer was disposed of`, 'disposed');
    const layer = this.#instances.current?.layers.get(this);
    if (layer !== undefined) return layer;
    this.#x = this.#output = this.#weights = nothing;
    return refuse(
      '',
      message`the core ran out of memory and was replaced, and this layer is gone; prepare it again`,
      'disposed',
    );
  }

  #reserve(layer: MultiHeadAttention, tokens: number, weights: boolean): void {
    // Whatever comes of it, the views are looked for again.
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

/** x (T, d_model); its numbers are looked up once. Throws AttentionError `scene-form` or `shape`. */
function inputOf(x: Tensor, dModel: number): { readonly T: number; readonly data: Float32Array } {
  const T = x?.shape?.[0] ?? 0;
  const data = x?.data;
  // Most of the time of a small call would go by with looking at each part of what is as it should be.
  if (Array.isArray(x?.shape) && x.shape.length === 2 && x.shape[1] === dModel && Number.isInteger(T) && T > 0) {
    if (isFloats(data) && lengthOf(data) === T * dModel) return { T, data };
  }
  const { shape } = tensorArgument('x', x);
  return refuse('x', message`x is ${shape.join('×')}, expected T×${dModel}, T at least 1`, 'shape');
}

/** The first `count` numbers, to `at`. Calling `set` takes as long as a few dozen numbers. */
function copy(from: Float32Array, count: number, to: Float32Array, at: number): void {
  if (count > 64) {
    write(to, lengthOf(from) === count ? from : from.subarray(0, count), at);
  } else {
    for (let index = 0; index < count; index += 1) to[at + index] = from[index] as number;
  }
}
