import type { AttentionError } from '../scene/error.ts';
import type { Mistake, Scene } from '../scene/types.ts';
import type { operators } from './formula.ts';
import type { PlatformURL } from './platform.ts';

/**
 * What the core hands out. Shapes are outermost first, data is row-major float32, heads (`H`) come before tokens (`T`).
 * The words are those of the papers: `scores` are q·kᵀ, only what softmax returns is called `weights`.
 */

/** A dense row-major tensor. What the core returns is always an owned copy: it survives memory growth and `dispose()`. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** A boolean mask: 1 = may attend, 0 = hidden. */
export interface BooleanTensor {
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

/** Plain SIMD. `'relaxed-simd'` was removed: loading it throws AttentionError `unsupported`. */
export type Flavour = 'simd' | 'relaxed-simd';

/**
 * Letters of an axis, as in the papers; `H·d_k` is a product axis (heads laid side by side). `T_q` and `T_k` are `T` seen as
 * queries and as keys; with an encoder they are two sentences. `d_word` is a word's own width where its position is written
 * beside it, `d_p` that of the position; `R` are the distances of a relative embedding, `R_clip` those that have a row of
 * their own.
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

/** One step of the trace, named by the tensor it produces: tokens x0 q k v scores scaled capped masked weights z output … */
export interface Step {
  readonly name: string;
  /** From 0. The same names come again in every layer. */
  readonly layer: number;
  readonly formula: Formula;
  readonly shape: readonly number[];
  readonly axes: readonly Axis[];
  /** Names of the tensors it reads: earlier steps or parameters. */
  readonly inputs: readonly string[];
}

/** A tensor that steps read but no step produces: `E` (the vocabulary's embeddings) and the parameters `w_q b_q w_k …`. */
export interface Parameter {
  readonly name: string;
  /** From 0. */
  readonly layer: number;
  readonly shape: readonly number[];
  readonly axes: readonly Axis[];
}

/**
 * A window of a tensor. `head` is for tensors whose first axis is heads; without it, all heads. Without `layer`, the last
 * layer that has the tensor. `rows` are tokens (the axis after the heads), `columns` the last axis of a matrix; half open.
 */
export interface TensorWindow {
  readonly head?: number;
  readonly layer?: number;
  readonly rows?: readonly [number, number];
  readonly columns?: readonly [number, number];
  /** Where the numbers are written; the result's data is the part of it that they took. */
  readonly into?: Float32Array;
}

/** A window of (H, T_q, T_k) or (T_q, T_k) and how many pixels there are for it, 1 to 4096 each way. `head` is 0 unless given. */
export interface OverviewWindow {
  readonly head?: number;
  readonly layer?: number;
  readonly rows?: readonly [number, number];
  readonly columns?: readonly [number, number];
  readonly height: number;
  readonly width: number;
}

/**
 * (height, width): pixel (y, x) covers R rows from ⌊y·R/height⌋ to ⌊(y+1)·R/height⌋, at least one, and columns likewise.
 * `hidden` is the share of its cells that the mask hides (of `masked` and what comes after), `mean` and `max` are of the
 * others, NaN where there is none.
 */
export interface Overview {
  readonly shape: readonly [number, number];
  readonly mean: Float32Array;
  readonly max: Float32Array;
  readonly hidden: Float32Array;
}

export interface AttendOptions {
  /**
   * Nothing is computed before it is asked for: numbers too large for float32 are then an error of `tensor`. Default: all that
   * is kept is computed and checked at once.
   */
  readonly lazy?: boolean;
}

export interface Trace {
  /** The tokens as text, and the distinct ones in order of first appearance (rows of `E`). */
  readonly tokens: readonly string[];
  readonly vocabulary: readonly string[];
  /** Where the keys and values come from: `tokens` itself, unless the scene has an encoder. */
  readonly keyTokens: readonly string[];
  /** How many layers, at least 1. */
  readonly layers: number;
  /** The steps in the order the data went through them. A step that is off is not here. */
  readonly steps: readonly Step[];
  readonly parameters: readonly Parameter[];
  /** Values of the symbols in the formulas: T d_model d_k d_v H H_kv group temperature softcap scale … */
  readonly symbols: Readonly<Record<string, number>>;
  /** Rows of each step (all layers together) that were computed since the scene came: what is 0 was there already. */
  readonly computed: Readonly<Record<string, number>>;
  /**
   * Another scene in place of this one: only what it changes is computed, with the bits that `attend` gives. Everything here
   * is of the new scene afterwards. Throws as `attend` does, and then all is as it was before. A trace that was lost with a
   * core that ran out of memory is there again.
   */
  update(scene: Scene): void;
  /**
   * An owned copy. Throws AttentionError `unknown-tensor`, `out-of-range` (head, layer, rows, columns), `range` (no room in
   * `into`), `disposed` (also where the core ran out of memory and was replaced), `too-large` (no memory left), and, where the
   * trace is lazy or the tensor not kept, `not-finite`.
   */
  tensor(name: string, window?: TensorWindow): Tensor;
  /** What there is to see of a picture that has more cells than pixels. Throws as `tensor` does. */
  overview(name: string, window: OverviewWindow): Overview;
  /** The population variance of a tensor's finite numbers, in float64. Throws as `tensor` does. */
  variance(name: string, window?: Pick<TensorWindow, 'head' | 'layer'>): number;
  /** What each row of a tensor adds up to, in float32 and in order; NaN where that is not finite. Throws as `tensor` does. */
  rowSums(name: string, window?: Pick<TensorWindow, 'head' | 'layer'>): Tensor;
  /**
   * (d_k): the variance of the dot products q·k over the first 1, 2, … d_k of their numbers, all heads together. Throws
   * AttentionError `unknown-tensor` where there is no q.
   */
  scoreVariances(window?: Pick<TensorWindow, 'layer'>): Tensor;
  /** Frees the core's memory. Copies made before stay good. Never throws. */
  dispose(): void;
}

/** What a scene must have for a mistake to be made in it: `keysAsWide`, as many keys as d_k; `valuesAsWide`, as d_v. */
export type MistakeRequirement =
  | 'softmax'
  | 'scale'
  | 'embeddings'
  | 'mask'
  | 'dot'
  | 'asManyQueries'
  | 'keysAsWide'
  | 'valuesAsWide';

/** What can be said of a scene before anything is computed. */
export interface SceneDescription {
  /** Why `attend` refuses the scene; null where it does not, as far as that can be told without computing. */
  readonly problem: AttentionError | null;
  /** 0 where there is none, or where the problem leaves it open. */
  readonly dModel: number;
  readonly dK: number;
  readonly dV: number;
  /** Multiplications and additions that computing it takes, roughly: a thousand million take about a second. 0 with a problem. */
  readonly operations: number;
  /** The mistakes that cannot be made in the scene, each with what it asks for. */
  readonly impossibleMistakes: Readonly<Partial<Record<Mistake, MistakeRequirement>>>;
}

export type KeptTensor = 'scores' | 'scaled' | 'capped' | 'masked' | 'weights';

export interface AttentionOptions {
  /** Key j is visible to query i when j <= i + causalOffset. */
  readonly causal?: boolean;
  readonly causalOffset?: number;
  /** Float: added to the scores. Bytes: 1 = may attend. Broadcast to [B,H,T_q,T_k]. */
  readonly mask?: Tensor | BooleanTensor;
  /** Default 1/√d_k. */
  readonly scale?: number;
  /** 0 = off. */
  readonly softcap?: number;
  readonly keep?: readonly KeptTensor[];
}

/**
 * Shapes: q's rank, with d_v last in `output` and T_k last in the others. `weights` is always there, the others when asked
 * for with `keep`; where a step is off its tensor equals the one before it (`capped` without a softcap is `scaled`).
 */
export interface AttentionResult {
  readonly output: Tensor;
  readonly weights: Tensor;
  readonly scores?: Tensor;
  readonly scaled?: Tensor;
  readonly capped?: Tensor;
  readonly masked?: Tensor;
}

/**
 * The matrices of one layer: wQ (d_model, H·d_k), wK (d_model, H_kv·d_k), wV (d_model, H_kv·d_v), wO (H·d_v, d_out), and the
 * biases behind them, each as long as its matrix is wide.
 */
export interface LayerMatrices {
  readonly wQ: Tensor;
  readonly wK: Tensor;
  readonly wV: Tensor;
  readonly wO?: Tensor;
  readonly bQ?: Tensor;
  readonly bK?: Tensor;
  readonly bV?: Tensor;
  readonly bO?: Tensor;
}

export interface LayerOptions {
  readonly heads: number;
  /** Divides `heads`. Default: as many. */
  readonly kvHeads?: number;
  /** Key j is visible to query i when j <= i. */
  readonly causal?: boolean;
  /** Key j is visible to query i when i − before <= j <= i + after; with `causal` also j <= i. */
  readonly window?: { readonly before: number; readonly after: number };
  /** Default 1/√d_k. */
  readonly scale?: number;
}

/**
 * Where results go: an array that is given is written to from its beginning, and the result's data is that part of it. Without
 * one, a fresh array. `weights: false`: they are not asked for, and the memory that is needed grows as T, not T².
 */
export interface LayerTargets {
  readonly output?: Float32Array;
  readonly weights?: Float32Array | false;
}

export interface LayerResult {
  /** (T, d_out), or (T, H·d_v) without wO. */
  readonly output: Tensor;
  /** (H, T, T). */
  readonly weights: Tensor | undefined;
}

/** Multi-head attention whose matrices have been made ready. T may be another from call to call. */
export interface Layer {
  /** x (T, d_model). Throws AttentionError; its path is the argument's name. */
  attend(x: Tensor, targets?: LayerTargets): LayerResult;
  /** Frees the core's memory. Results stay good. Never throws. */
  dispose(): void;
}

/** Where the core's module comes from. The same options give the same instance, unless `fresh`. */
export interface LoadOptions {
  /** Default: core-simd.wasm beside this module. In Node a text that is no address is the path of a file. */
  readonly wasmUrl?: string | PlatformURL;
  /** The module itself; nothing is fetched. */
  readonly wasmBinary?: ArrayBuffer | Uint8Array;
  /** Default and only choice: `'simd'`. */
  readonly flavour?: Flavour;
  readonly fresh?: boolean;
}

/** What the core does with scenes. */
export interface SceneCore {
  /** Always `'simd'`. */
  readonly flavour: Flavour;
  /** The most tokens a scene may have. */
  readonly maxTokens: number;
  /**
   * Computes a scene. Throws AttentionError; its path is a JSON pointer into the scene. Tensors (H, T_q, T_k) that are too many
   * to keep are computed again for every window that is asked for: numbers too large for float32 in them are an error of
   * `tensor`, not of `attend` or `update`, unless they make a tensor that is kept infinite or NaN.
   */
  attend(scene: Scene, options?: AttendOptions): Trace;
  /** What the scene asks for, computing nothing. Throws nothing that is the scene's fault: `problem` says it. */
  describe(scene: Scene): SceneDescription;
}

/**
 * The attention core. One that runs out of memory says so (`too-large`) and is replaced: traces and layers that it held are
 * then an error `disposed`, and loadCore() waits for the new one, which this object computes with from then on.
 */
export interface Core extends SceneCore {
  /**
   * q [B,H,T_q,d_k], k [B,H_kv,T_k,d_k], v [B,H_kv,T_k,d_v]; rank 3: no batch, rank 2: one head; H a multiple of H_kv.
   * scores = q·kᵀ; scaled = scale·scores; capped = softcap·tanh(scaled/softcap); masked = capped + mask, −∞ where hidden;
   * weights = softmax(masked) row by row; a row with every key hidden gives weights 0 and output 0, never NaN.
   * Throws AttentionError; its path is the argument's name.
   */
  scaledDotProductAttention(q: Tensor, k: Tensor, v: Tensor, options?: AttentionOptions): AttentionResult;
  /**
   * The layer that many calls with the same matrices need: they are checked and laid out once. The bits of a call are those of
   * q = x·wQ + bQ …, scores, softmax, z = weights·v, output = z·wO + bO one after the other. Throws AttentionError; its path is
   * the argument's name.
   */
  multiHeadAttention(matrices: LayerMatrices, options: LayerOptions): Layer;
}
