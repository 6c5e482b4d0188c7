/** The part of a tensor that is read. */

/**
 * A window of a tensor. `head` is for tensors whose first axis is heads; without it, all heads. Without `layer`,
 * the last layer that has the tensor. `rows` are tokens (the axis after the heads), `columns` the last axis of a
 * matrix. Ranges exclude their end.
 */
export interface TensorWindow {
  readonly head?: number;
  readonly layer?: number;
  readonly rows?: readonly [number, number];
  readonly columns?: readonly [number, number];
  /** Receives the numbers. The data of the result is the part of it that they fill. */
  readonly into?: Float32Array;
}

/** A window of (H, T_q, T_k) or (T_q, T_k), and its size in pixels, 1 to 4096 each way. `head` is 0 by default. */
export interface OverviewWindow {
  readonly head?: number;
  readonly layer?: number;
  readonly rows?: readonly [number, number];
  readonly columns?: readonly [number, number];
  readonly height: number;
  readonly width: number;
}

/**
 * (height, width): pixel (y, x) covers R rows from ⌊y·R/height⌋ to ⌊(y+1)·R/height⌋, at least one, and columns
 * likewise. `hidden` is the fraction of its cells that the mask hides (for `masked` and later steps). `mean` and
 * `max` are those of the others, NaN if there are none.
 */
export interface Overview {
  readonly shape: readonly [number, number];
  readonly mean: Float32Array;
  readonly max: Float32Array;
  readonly hidden: Float32Array;
}
