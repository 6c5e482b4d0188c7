/** A layer of multi-head attention whose matrices are prepared once. */
import type { CausalAlignment, Tensor } from './types.ts';

/**
 * The matrices of one layer: wQ (d_model, H·d_k), wK (d_model, H_kv·d_k), wV (d_model, H_kv·d_v), wO (H·d_v,
 * d_out), and their biases, each as long as its matrix is wide.
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
  /** Divides `heads`. Default: `heads`. */
  readonly kvHeads?: number;
  /** Key j is visible to query i when j <= i. There are as many keys as queries, so either alignment means this. */
  readonly causal?: boolean | CausalAlignment;
  /** Key j is visible to query i when i − before <= j <= i + after; with `causal` also j <= i. */
  readonly window?: { readonly before: number; readonly after: number };
  /** Default 1/√d_k. */
  readonly scale?: number;
}

/**
 * Receivers of the results. A given array is filled from its beginning, and the result's data is that part of it.
 * By default a new array is made. `weights: false` skips the weights, and the memory needed then grows as T, not
 * T².
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

/** Multi-head attention with prepared matrices. T may differ from call to call. */
export interface Layer {
  /** x (T, d_model). Throws AttentionError whose path is the argument's name. */
  attend(x: Tensor, targets?: LayerTargets): LayerResult;
  /** Frees the core's memory. Results stay valid. Never throws. */
  dispose(): void;
}
