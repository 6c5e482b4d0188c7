/** What the panel of all heads reads of a scene: it computes the scene once more, layer by layer, only as far as somebody looks. */
import type { HeadPatterns, SceneCore, Tensor, Trace, WeightCombination } from '../../core/types.ts';
import { weightsStepOf } from '../../core/weights-step.ts';
import type { Scene } from '../../scene/types.ts';
import type { HeadNumbers } from '../../views/grid/head-grid.ts';
import { yieldToMessages } from '../../views/shared/yield.ts';

/** More have no thumbnails: the page would hold a million weights a head. */
const MOST_TOKENS = 512;

/** Of fewer tokens that have occurred before, nobody can say whether a head looks for them. */
const FEWEST_REPEATED = 4;

/** Multiplications and additions: some seconds. */
const MOST_OPERATIONS = 10e9;

/** What a thumbnail shows. */
export type Quantity = 'weights' | 'norms';

export class ModelHeads {
  readonly trace: Trace;
  readonly heads: number;
  /** Of each layer, as far as they are known. Null where tokens attend to another sentence. */
  readonly patterns: (readonly HeadPatterns[] | null)[] = [];
  /** The largest weight × ‖v‖ of each layer that was asked for. */
  private readonly greatest = new Map<number, number>();
  private readonly combinations = new Map<string, Tensor>();
  private isClosed = false;

  private constructor(core: SceneCore, scene: Scene) {
    this.trace = core.attend(scene, { lazy: true });
    this.heads = scene.attention.heads;
  }

  /** Null for a scene that would take long. Throws AttentionError. */
  static of(core: SceneCore, scene: Scene): ModelHeads | null {
    if (core.describe(scene).operations > MOST_OPERATIONS) return null;
    const model = new ModelHeads(core, scene);
    const { tokens, keyTokens } = model.trace;
    if (Math.max(tokens.length, keyTokens.length) <= MOST_TOKENS) return model;
    model.close();
    return null;
  }

  /** Finds the patterns of every layer, and reports each layer. */
  async findPatterns(report: () => void): Promise<void> {
    const { tokens } = this.trace;
    const areFew = tokens.length - new Set(tokens).size < FEWEST_REPEATED;
    for (let layer = 0; layer < this.trace.layers; layer += 1) {
      await yieldToMessages();
      if (this.isClosed) return;
      const found = this.trace.headPatterns({ layer });
      const all = areFew ? found?.map((head) => ({ ...head, sameToken: null, induction: null })) : found;
      this.patterns.push(all ?? null);
      report();
    }
  }

  /** Whether the tokens attend to each other. */
  get isSquare(): boolean {
    return this.trace.keyTokens === this.trace.tokens;
  }

  get hasValues(): boolean {
    return this.trace.steps.some(({ name }) => name === 'v');
  }

  numbersOf(layer: number, head: number, quantity: Quantity): HeadNumbers | null {
    if (this.isClosed) return null;
    if (quantity === 'norms') return { ...this.norms(layer, head), masked: null, most: this.mostOf(layer) };
    const name = weightsStepOf(this.trace.steps, layer);
    const isMasked = this.trace.steps.some((step) => step.name === 'masked' && step.layer === layer);
    const masked = isMasked ? this.trace.tensor('masked', { layer, head }).data : null;
    const weights = shaped(this.trace.tensor(name, { layer, head }));
    return { ...weights, masked, most: usualLargest(weights) };
  }

  /** The weights of all heads as one. They are kept: a resized window draws them again. */
  combined(how: WeightCombination, layers: readonly [number, number]): Tensor {
    const key = `${how} ${layers.join()}`;
    const one = this.combinations.get(key) ?? this.trace.combinedWeights(how, layers);
    this.combinations.set(key, one);
    return one;
  }

  close(): void {
    this.isClosed = true;
    this.trace.dispose();
  }

  private norms(layer: number, head: number) {
    return shaped(this.trace.weightedNorms({ layer, head }));
  }

  /** One scale a layer, so that its heads can be compared. */
  private mostOf(layer: number): number {
    const known = this.greatest.get(layer);
    if (known !== undefined) return known;
    let most = 0;
    for (let head = 0; head < this.heads; head += 1)
      for (const value of this.norms(layer, head).numbers) most = Math.max(most, value);
    this.greatest.set(layer, most);
    return most;
  }
}

/**
 * The largest weight of a row, on average. Among hundreds of keys hardly a weight is near 1, except in the first rows of a causal mask, which have few
 * keys.
 */
function usualLargest({ rows, columns, numbers }: Pick<HeadNumbers, 'rows' | 'columns' | 'numbers'>): number {
  let sum = 0;
  for (let row = 0; row < rows; row += 1)
    sum += numbers.subarray(row * columns, (row + 1) * columns).reduce((most, weight) => Math.max(most, weight), 0);
  return sum > 0 ? sum / rows : 1;
}

const shaped = ({ shape, data }: Tensor) => ({ rows: shape.at(-2) ?? 0, columns: shape.at(-1) ?? 0, numbers: data });
