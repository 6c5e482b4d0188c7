/** Attention without the matrix of weights, and the statistics of its rows. */
import type { AttentionOptions, AttentionResult, Tensor } from './types.ts';

/** Query i sees the keys j from i + causalOffset − before to i + causalOffset + after. */
export interface AttentionWindow {
  readonly before: number;
  readonly after: number;
}

/**
 * Attention without the T_q × T_k matrix: the memory grows as T. Keys are processed in tiles (FlashAttention, Dao et al.
 * 2022, arXiv 2205.14135) with the online softmax of Milakov and Gimelshein 2018 (arXiv 1805.02867). `output` then differs
 * from that with all weights by rounding alone.
 */
export interface StreamedAttentionOptions extends Omit<AttentionOptions, 'weights' | 'keep'> {
  /** `rows` are queries: their weights are kept, of every batch and head. */
  readonly weights: 'none' | { readonly rows: readonly number[] };
}

/**
 * Statistics of each row of weights, as `statistics: true` requests them: one number a query, of q's shape without d_k.
 * They follow `emptyRows` where a query sees no key: the largest weight is then 0, 1/T_k or NaN.
 */
export interface AttentionStatistics {
  /** ln Σ exp(masked). −∞ for a row that sees no key. */
  readonly logSumExp?: Tensor;
  readonly largest?: Tensor;
  /** The first key that has the largest weight. −1 if no key is seen, unless those rows are uniform. */
  readonly largestKey?: IntegerTensor;
  /** −Σ weight · ln weight, in nats. */
  readonly entropy?: Tensor;
}

export interface IntegerTensor {
  readonly shape: readonly number[];
  readonly data: Int32Array;
}

/** A row of weights: one query of one head. */
export interface WeightsRow {
  /** Default 0. */
  readonly batch?: number;
  /** Default 0. */
  readonly head?: number;
  readonly query: number;
}

/** Nothing of it is in the core's memory, so there is nothing to dispose of. */
export interface StreamedAttentionResult extends AttentionStatistics {
  readonly output: Tensor;
  /** […, rows, T_k], in the order of `rows`. Undefined with `weights: 'none'`. */
  readonly weights?: Tensor;
  /**
   * (T_k): one row of weights, with the bits that `weights: 'all'` gives. It is computed now, from copies of q, k and the
   * mask that the result holds. Throws AttentionError `out-of-range`, and `scene-form` for an argument of the wrong form.
   */
  weightsOf(row: WeightsRow): Tensor;
}

/** Overloaded by its options: what they request is in the result. */
export interface ScaledDotProductAttention {
  (q: Tensor, k: Tensor, v: Tensor, options: AttentionOptions & Statistics): AttentionResult & AllStatistics;
  (q: Tensor, k: Tensor, v: Tensor, options?: AttentionOptions): AttentionResult;
  (
    q: Tensor,
    k: Tensor,
    v: Tensor,
    options: StreamedAttentionOptions & Statistics,
  ): StreamedAttentionResult & AllStatistics;
  (q: Tensor, k: Tensor, v: Tensor, options: StreamedAttentionOptions): StreamedAttentionResult;
}

interface Statistics {
  readonly statistics: true;
}
type AllStatistics = Required<AttentionStatistics>;
