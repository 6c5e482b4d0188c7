/** A layer of multi-head attention: its projections are made ready once, then only numbers cross into the core. */
import { AttentionError } from '../scene/error.ts';
import { checkRoom, layerArguments, resultArgument, tensorArgument } from './arguments.ts';
import { type CoreModule, Door } from './door.ts';
import { layerFloats, layerNumbers } from './pack.ts';
import type { Layer, LayerMatrices, LayerOptions, LayerResult, LayerTargets, Tensor } from './types.ts';

// Behind the six tensors of scaledDotProductAttention, in the order of the core's `show`.
const layerPlaces = { input: 6, output: 7, weights: 8 };

export class PreparedLayer implements Layer {
  readonly #heads: number;
  readonly #dModel: number;
  readonly #width: number;
  #door: Door | undefined;
  // What the core has made room for, and where: views of its memory, which come to nothing when that grows.
  #tokens = 0;
  #withWeights = false;
  #rowsAtOnce = 0;
  #x: Float32Array = new Float32Array(0);
  #output: Float32Array = this.#x;
  #weights: Float32Array = this.#x;

  /** Throws AttentionError; its path is the argument's name. */
  constructor(module: CoreModule, matrices: LayerMatrices, options: LayerOptions) {
    const call = layerArguments(matrices, options);
    const door = new Door(module);
    const floats = layerFloats(call);
    try {
      door.floats(floats.length).set(floats);
      this.#width = door.ask('prepare', layerNumbers(call));
    } catch (why) {
      door.close();
      throw why;
    }
    this.#door = door;
    this.#heads = call.heads;
    this.#dModel = call.matrices[0]?.shape[0] ?? 0;
  }

  attend(x: Tensor, targets: LayerTargets = {}): LayerResult {
    const door = this.#door;
    if (door === undefined) throw new AttentionError('disposed', 'the layer was disposed of');
    const T = tokensOf(x, this.#dModel);
    const H = this.#heads;
    if (typeof targets !== 'object' || targets === null)
      throw new AttentionError('scene-form', 'the targets must be an object: { output, weights }', 'targets');
    const wanted = targets.weights !== false;
    if (wanted) checkRoom('weights', H * T * T);
    const output = resultArgument('output', targets.output, T * this.#width);
    const weights = wanted ? resultArgument('weights', targets.weights || undefined, H * T * T) : undefined;

    if (T !== this.#tokens || wanted !== this.#withWeights) this.#reserve(door, T, wanted);
    if (this.#x.length === 0) this.#look(door);
    copy(x.data, T * this.#dModel, this.#x, 0);
    for (let from = 0; from < H * T; from += this.#rowsAtOnce) {
      const to = Math.min(H * T, from + this.#rowsAtOnce);
      door.ask('attend', [from, to]);
      if (this.#x.length === 0) this.#look(door);
      if (weights !== undefined) copy(this.#weights, (to - from) * T, weights, from * T);
    }
    copy(this.#output, T * this.#width, output, 0);
    return {
      output: { shape: [T, this.#width], data: output },
      weights: weights && { shape: [H, T, T], data: weights },
    };
  }

  dispose(): void {
    this.#door?.close();
    this.#door = undefined;
  }

  #reserve(door: Door, tokens: number, weights: boolean): void {
    // Whatever comes of it, the views are looked for again.
    this.#x = new Float32Array(0);
    this.#tokens = 0;
    this.#rowsAtOnce = door.ask('reserve', [tokens, Number(weights)]);
    this.#tokens = tokens;
    this.#withWeights = weights;
  }

  #look(door: Door): void {
    this.#x = door.view(layerPlaces.input);
    this.#output = door.view(layerPlaces.output);
    this.#weights = door.view(layerPlaces.weights);
  }
}

/** T of x (T, d_model). Throws AttentionError `scene-form` or `shape`. */
function tokensOf(x: Tensor, dModel: number): number {
  const T = x?.shape?.[0] ?? 0;
  // Most of the time of a small call would go by with looking at each part of what is as it should be.
  if (Array.isArray(x?.shape) && x.shape.length === 2 && x.shape[1] === dModel && Number.isInteger(T) && T > 0) {
    if (x.data instanceof Float32Array && x.data.length === T * dModel) return T;
  }
  const { shape } = tensorArgument('x', x);
  throw new AttentionError('shape', `x is ${shape.join('×')}, expected T×${dModel}, T at least 1`, 'x');
}

/** The first `count` numbers, to `at`. Calling `set` takes as long as a few dozen numbers. */
function copy(from: Float32Array, count: number, to: Float32Array, at: number): void {
  if (count > 64) {
    to.set(from.length === count ? from : from.subarray(0, count), at);
  } else {
    for (let index = 0; index < count; index += 1) to[at + index] = from[index] as number;
  }
}
