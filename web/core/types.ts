import type { AttentionError } from '../scene/error.ts';
import type { Mistake, Scene } from '../scene/types.ts';
import type { AttentionStatistics, AttentionWindow, ScaledDotProductAttention } from './attention-types.ts';
import type { AppendOptions, Decoding } from './decoding-types.ts';
import type { ExplainOptions, ExplainOutputOptions, Explanation, OutputExplanation } from './explanation-types.ts';
import type { operators } from './formula.ts';
import type { Layer, LayerMatrices, LayerOptions } from './layer-types.ts';
import type { PlatformURL } from './platform.ts';
import type {
  HeadPatterns,
  NearestOptions,
  Neighbour,
  RowCertainty,
  RowOptions,
  WeightCombination,
} from './row-types.ts';
import type { Overview, OverviewWindow, TensorWindow } from './windows.ts';

export type {
  AttentionStatistics,
  AttentionWindow,
  IntegerTensor,
  ScaledDotProductAttention,
  StreamedAttentionOptions,
  StreamedAttentionResult,
  WeightsRow,
} from './attention-types.ts';
export type { AppendOptions, Decoding } from './decoding-types.ts';
export type * from './explanation-types.ts';
export type { Layer, LayerMatrices, LayerOptions, LayerResult, LayerTargets } from './layer-types.ts';
export type * from './removal-types.ts';
export type {
  Certainty,
  HeadPatterns,
  NearestOptions,
  Neighbour,
  RowCertainty,
  RowOptions,
  WeightCombination,
  WordRows,
} from './row-types.ts';
export type { Overview, OverviewWindow, TensorWindow } from './windows.ts';

/**
 * The values that the core returns. Shapes are outermost first, data is row-major float32, and heads (`H`) come
 * before tokens (`T`). Terms are those of the papers: `scores` are q·kᵀ, and only the result of softmax is called
 * `weights`.
 */

/** A dense row-major tensor. The core always returns an owned copy, which survives memory growth and `dispose()`. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** A boolean mask: 1 or true = may attend, 0 or false = hidden. Integers of any width are read alike. */
export interface BooleanTensor {
  readonly shape: readonly number[];
  readonly data:
    | Uint8Array
    | Uint8ClampedArray
    | Uint16Array
    | Uint32Array
    | Int8Array
    | Int16Array
    | Int32Array
    | BigInt64Array
    | BigUint64Array
    | readonly boolean[];
}

/** Plain SIMD. `'relaxed-simd'` was removed: loading it throws AttentionError `unsupported`. */
export type Flavour = 'simd' | 'relaxed-simd';

/**
 * The names of axes, as in the papers. `H·d_k` is a product axis (heads side by side). `T_q` and `T_k` are `T` as
 * queries and as keys; with an encoder they are two sentences. `d_word` is the width of a word with a concatenated
 * position, `d_p` that of the position. `R` counts the distances of a relative embedding, `R_clip` those with a row
 * of their own.
 */
export type Axis =
  | 'T'
  | 'T_q'
  | 'T_k'
  | 'V'
  | 'H'
  | 'H_kv'
  | 'd_model'
  | 'd_word'
  | 'd_p'
  | 'd_k'
  | 'd_v'
  | 'd_a'
  | 'd_ff'
  | 'R'
  | 'R_clip'
  | 'H·d_k'
  | 'H·d_a'
  | 'H_kv·d_k'
  | 'H_kv·d_v'
  | 'H·d_v';

/**
 * The formula of a step as a tree. The root is `equals` with the step's own cell on the left:
 *
 *     scaled[h,i,j] = scores[h,i,j] / √d_k
 *
 * `tensor` names a tensor of the trace and the index of one cell of it; an index is itself a formula over index letters
 * (`index` nodes) and `symbol`s, so that whoever has the trace can put the number in place of every cell and symbol. A tensor
 * is the one of the step's own layer, else of the last layer before it that has one; `previous` begins at the layer before,
 * and `layer`, of gradients alone, is that one; `called` is what a page writes in place of the name, never the core. 0/0
 * counts as 0: a row with every key hidden has the weights 0, a vector of zeros has no direction.
 */
export type Formula =
  | { readonly op: 'number'; readonly value: number }
  | { readonly op: 'symbol'; readonly name: string }
  | { readonly op: 'index'; readonly name: string }
  | {
      readonly op: 'tensor';
      readonly name: string;
      readonly index: readonly Formula[];
      readonly previous?: true;
      readonly layer?: number;
      readonly called?: string;
    }
  | { readonly op: 'sum'; readonly over: string; readonly size: Formula; readonly args: readonly [Formula] }
  | { readonly op: FormulaOperator; readonly args: readonly Formula[] };

/**
 * equals(a,b) add(a,b,…) subtract(a,b) multiply(a,b,…) divide(a,b) sqrt(a) exp(a) tanh(a) sin(a) cos(a) power(a,b)
 * absolute(a) minimum(a,b) maximum(a,b) floorDivide(a,b) modulo(a,b) round(a, digits)
 * (to that many decimals so that the last axis still adds up to what it did: the method of the largest remainder)
 * where(condition, then, otherwise), whose condition is a lessOrEqual(a,b) or an equals(a,b)
 * lookup(place, index…) (read from somewhere that is no tensor)
 */
export type FormulaOperator = (typeof operators)[keyof typeof operators];

/**
 * One step of the trace, named by the tensor it produces: tokens x0 q k v scores scaled capped masked weights z
 * output …
 */
export interface Step {
  readonly name: string;
  /** The index of its layer. Every layer has the same names. */
  readonly layer: number;
  readonly formula: Formula;
  readonly shape: readonly number[];
  readonly axes: readonly Axis[];
  /** The tensors it reads: earlier steps or parameters. */
  readonly inputs: readonly string[];
}

/**
 * A tensor that steps read but do not produce: `E` (the vocabulary's embeddings) and the parameters `w_q b_q w_k
 * …`.
 */
export interface Parameter {
  readonly name: string;
  /** The index of its layer. */
  readonly layer: number;
  readonly shape: readonly number[];
  readonly axes: readonly Axis[];
}

export interface AttendOptions {
  /**
   * Computes nothing before a tensor is read. Numbers too large for float32 are then an error of `tensor`. By
   * default everything that is kept is computed and checked at once.
   */
  readonly lazy?: boolean;
}

export interface Trace {
  /** The tokens as text, and the distinct ones in order of first appearance (rows of `E`). */
  readonly tokens: readonly string[];
  readonly vocabulary: readonly string[];
  /** The tokens of keys and values: `tokens` itself, unless the scene has an encoder. */
  readonly keyTokens: readonly string[];
  /** The number of layers, at least 1. */
  readonly layers: number;
  /** The steps in the order of the computation. A step that is off is not included. */
  readonly steps: readonly Step[];
  readonly parameters: readonly Parameter[];
  /** Values of the symbols in the formulas: T d_model d_k d_v H H_kv group temperature softcap scale … */
  readonly symbols: Readonly<Record<string, number>>;
  /**
   * How many rows of each step (over all layers) were computed for this scene. The others were reused or have not
   * been read yet.
   */
  readonly computed: Readonly<Record<string, number>>;
  /**
   * Replaces the scene. The result has the same bits as `attend`. Rows before the first edit are reused where they
   * cannot have changed, as under a causal mask. Afterwards everything here belongs to the new scene. Throws as
   * `attend` does, and then everything is as before. A trace that was lost because the core ran out of memory is
   * restored.
   */
  update(scene: Scene): void;
  /**
   * Adds a token at the end, as `update` with one token more. In a lazy trace the rows that are then read are the only ones computed, so a
   * mask that hides later tokens makes k and v a cache. Throws as `update` does, `range` for a scene that cannot have a cache, and
   * `too-large` if the new token would see more than `mostKeys` keys. Everything is then as before.
   */
  append(token: string, options?: AppendOptions): void;
  /** What a cache of keys and values keeps and saves at the last token. Throws `range` for a scene that cannot have one. */
  decoding(): Decoding;
  /**
   * An owned copy. Throws AttentionError `unknown-tensor`, `out-of-range` (head, layer, rows, columns), `range`
   * (`into` is too short), `disposed` (also after the core ran out of memory and was replaced), `too-large` (out of
   * memory) and, if the trace is lazy or the tensor not kept, `not-finite`.
   */
  tensor(name: string, window?: TensorWindow): Tensor;
  /** An overview of a tensor that has more cells than pixels. Throws as `tensor` does. */
  overview(name: string, window: OverviewWindow): Overview;
  /** The population variance of a tensor's finite numbers, in float64. Throws as `tensor` does. */
  variance(name: string, window?: Pick<TensorWindow, 'head' | 'layer'>): number;
  /** The sum of each row of a tensor, in float32 and in order. NaN if it is not finite. Throws as `tensor` does. */
  rowSums(name: string, window?: Pick<TensorWindow, 'head' | 'layer'>): Tensor;
  /** How far a row of `weights` can be trusted. Throws as `tensor` does. */
  certainty(row: RowOptions): RowCertainty;
  /**
   * Where each head of a layer looks, by default of the last. Null with an encoder, because queries and keys are different tokens. Throws as `tensor` does.
   */
  headPatterns(window?: Pick<TensorWindow, 'layer'>): readonly HeadPatterns[] | null;
  /**
   * (T_q, T_k): the weights of all heads as one matrix, of all layers or of `[from, to)`. Throws as `tensor` does, and `shape` for a
   * rollout with an encoder.
   */
  combinedWeights(how: WeightCombination, layers?: readonly [number, number]): Tensor;
  /**
   * (T_q, T_k) of one head: weight × ‖v‖, after Kobayashi et al. 2020, arXiv 2004.10102. Where there is w_o, the length is that of the
   * value times the head's rows of w_o. By default of head 0 in the last layer. Throws as `tensor` does.
   */
  weightedNorms(window?: Pick<TensorWindow, 'head' | 'layer'>): Tensor;
  /**
   * The words whose rows are most like a row of a tensor, by cosine similarity, the most similar first and equal ones in
   * the order of the table. `among` is by default the table of the scene's embedding, or if it has none, the tokens with
   * their rows of `x0`. The row has as many numbers as those of the table, or begins with them where positions are
   * concatenated. Empty for a row of zeros, which has no direction, and for one with a number that is not finite. Throws as
   * `tensor` does, `out-of-range` for the row and `range` for the count, and `shape` if the row is not as wide as the table.
   */
  nearest(name: string, row: number, count: number, options?: NearestOptions): readonly Neighbour[];
  /**
   * A score as a sum of parts. Throws as `tensor` does, `range` for a pair that the mask hides and for a breakdown that the scores do not
   * have, and `not-finite` if a step on the way to the weight is not a number.
   */
  explain(options: ExplainOptions): Explanation;
  /** A query's output as a sum over the keys. Throws as `tensor` does, and `range` with the mistake `wrong-axis-values`. */
  explainOutput(options: ExplainOutputOptions): OutputExplanation;
  /**
   * (d_k): the variance of the dot products q·k over the first 1, 2, … d_k dimensions, all heads together. Throws
   * AttentionError `unknown-tensor` without q.
   */
  scoreVariances(window?: Pick<TensorWindow, 'layer'>): Tensor;
  /** Frees the core's memory. Earlier copies stay valid. Never throws. */
  dispose(): void;
}

/** The requirements of a mistake. `keysAsWide`: as many keys as d_k. `valuesAsWide`: as many as d_v. */
export type MistakeRequirement =
  | 'softmax'
  | 'computedWeights'
  | 'scale'
  | 'embeddings'
  | 'mask'
  | 'dot'
  | 'asManyQueries'
  | 'keysAsWide'
  | 'valuesAsWide';

/** What is known about a scene before anything is computed. */
export interface SceneDescription {
  /** The error that `attend` would throw, as far as it is known without computing. Null if there is none. */
  readonly problem: AttentionError | null;
  /** 0 if there is none, or if the error leaves it open. */
  readonly dModel: number;
  readonly dK: number;
  readonly dV: number;
  /** The approximate number of multiplications and additions. A billion takes about a second. 0 with an error. */
  readonly operations: number;
  /** The mistakes that do not apply to the scene, each with its requirement. */
  readonly impossibleMistakes: Readonly<Partial<Record<Mistake, MistakeRequirement>>>;
}

export type KeptTensor = 'scores' | 'scaled' | 'capped' | 'masked' | 'weights';

/** The corner at which the triangle of a causal mask lies, if there are not as many keys as queries. */
export type CausalAlignment = 'topLeft' | 'bottomRight';

/**
 * What a query that sees no key gets. `zeros`: weights and output 0. `uniform`: every weight 1/T_k, so the output is the
 * mean of all values. `nan`: NaN, which is the softmax of a row of −∞.
 */
export type EmptyRows = 'zeros' | 'uniform' | 'nan';

export interface AttentionOptions {
  /**
   * Key j is visible to query i when j <= i + causalOffset. `topLeft` means an offset of 0, and `bottomRight` one of
   * T_k − T_q, with which the last query sees every key.
   */
  readonly causal?: boolean | CausalAlignment;
  /** The place of query 0 among the keys. Only with `causal: true`, `window` or `alibi`. */
  readonly causalOffset?: number;
  /** With `causal`, key j is visible if both show it. */
  readonly window?: AttentionWindow;
  /** ALiBi (Press et al. 2021, arXiv 2108.12409), one slope a head: − slope · |i + causalOffset − j| is added before the mask. */
  readonly alibi?: readonly number[] | Float32Array;
  /** Floats are added to the scores. Integers and booleans: 1 = may attend. Broadcast to [B,H,T_q,T_k]. */
  readonly mask?: Tensor | BooleanTensor;
  /** Default `zeros`. */
  readonly emptyRows?: EmptyRows;
  /** Default 1/√d_k. */
  readonly scale?: number;
  /** 0 = off. */
  readonly softcap?: number;
  readonly keep?: readonly KeptTensor[];
  readonly weights?: 'all';
  /** Adds the statistics of every row to the result. */
  readonly statistics?: boolean;
}

/**
 * Shapes have q's rank, with d_v last in `output` and T_k last in the others. `weights` is always present, the
 * others if `keep` names them. If a step is off, its tensor equals the one before it (`capped` without a softcap is
 * `scaled`).
 */
export interface AttentionResult extends AttentionStatistics {
  readonly output: Tensor;
  readonly weights: Tensor;
  readonly scores?: Tensor;
  readonly scaled?: Tensor;
  readonly capped?: Tensor;
  readonly masked?: Tensor;
}

/** Where the core's module comes from. The same options give the same instance, unless `fresh`. */
export interface LoadOptions {
  /** Default: core-simd.wasm beside this module. In Node, a text that is not a URL is a file path. */
  readonly wasmUrl?: string | PlatformURL;
  /** The module itself; nothing is fetched. */
  readonly wasmBinary?: ArrayBuffer | Uint8Array;
  /** Default and only choice: `'simd'`. */
  readonly flavour?: Flavour;
  readonly fresh?: boolean;
}

/** @internal A scene as the core reads it. */
export interface PreparedScene {
  readonly description: SceneDescription;
  /** As `SceneCore.attend`. */
  attend(options?: AttendOptions): Trace;
}

/** The core's functions for scenes. */
export interface SceneCore {
  /** Always `'simd'`. */
  readonly flavour: Flavour;
  /** The most tokens a scene may have. */
  readonly maxTokens: number;
  /**
   * Computes a scene. Throws AttentionError whose path is a JSON pointer into the scene. Tensors (H, T_q, T_k) that
   * are too large to keep are computed again for every window. Numbers in them that exceed float32 are an error of
   * `tensor`, not of `attend` or `update`, unless they make a kept tensor infinite or NaN.
   */
  attend(scene: Scene, options?: AttendOptions): Trace;
  /** @internal Parses and marshals a scene once, to describe it and to compute it. An error of the scene is returned, not thrown. */
  prepare(scene: Scene): PreparedScene;
  /** Validates a scene without computing it. An error of the scene is returned as `problem`, not thrown. */
  describe(scene: Scene): SceneDescription;
}

/**
 * The attention core. If it runs out of memory it throws `too-large` and is replaced. Its traces and layers are
 * then `disposed`. loadCore() waits for the replacement, which this object uses from then on.
 */
export interface Core extends SceneCore {
  /**
   * q [B,H,T_q,d_k], k [B,H_kv,T_k,d_k], v [B,H_kv,T_k,d_v]. Rank 3 has no batch, rank 2 one head. H is a multiple
   * of H_kv. scores = q·kᵀ; scaled = scale·scores; capped = softcap·tanh(scaled/softcap); masked = capped + mask,
   * −∞ where hidden; weights = softmax(masked) row by row. A row with every key hidden has weights 0 and output 0, unless
   * `emptyRows` requests another result. With `weights: 'none'` or rows there is no matrix of weights: rows of it are
   * computed on demand. Throws AttentionError whose path is the argument's name, and then also `out-of-range` for `rows`.
   */
  scaledDotProductAttention: ScaledDotProductAttention;
  /**
   * A layer for many calls with the same matrices, which are checked and laid out once. A call gives the same bits
   * as q = x·wQ + bQ …, scores, softmax, z = weights·v, output = z·wO + bO one after another. Throws AttentionError
   * whose path is the argument's name.
   */
  multiHeadAttention(matrices: LayerMatrices, options: LayerOptions): Layer;
}
