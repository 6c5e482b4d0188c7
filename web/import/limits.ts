import { limits } from '../scene/limits.ts';

/** What is bounded before anything is read. */
export const importLimits = {
  /** Bytes of a file, and characters of a pasted block: a scene's JSON may be no longer either. */
  bytes: 8 * 1024 * 1024,
  /** Bytes of all arrays of an .npz after inflating: a small file can claim to hold gigabytes. */
  inflated: 32 * 1024 * 1024,
  /** Arrays in one text, and brackets in brackets. */
  arrays: 256,
  depth: 16,
  /** Rows, and columns, of a matrix of a scene. */
  axis: limits.matrix,
  number: limits.number,
} as const;
