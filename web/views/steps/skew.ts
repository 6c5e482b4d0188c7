import type { GridCell } from '../shared/keyboard.ts';

/** Sizes of a skewing: T_q rows of R distances, of which T_k columns remain. */
export interface Skew {
  readonly queries: number;
  readonly distances: number;
  readonly keys: number;
}

/*
 * Every number has one place in the padded numbers read row by row (`flat`): skewing moves none of them, it only cuts them
 * into rows of R instead of R + 1, without the first T_q.
 */

/** The cell by distance. Null for a zero of the padding. */
export function byDistanceAt({ queries, distances }: Skew, flat: number): GridCell | null {
  const row = Math.floor(flat / (distances + 1));
  const column = (flat % (distances + 1)) - 1;
  return column < 0 || row >= queries ? null : { row, column };
}

export function paddedAt({ queries, distances }: Skew, flat: number): GridCell | null {
  const row = Math.floor(flat / (distances + 1));
  return row >= queries ? null : { row, column: flat % (distances + 1) };
}

/** The cell after the cut. Null if it was dropped. */
export function cutAt({ queries, distances }: Skew, flat: number): GridCell | null {
  const index = flat - queries;
  return index < 0 ? null : { row: Math.floor(index / distances), column: index % distances };
}

export function flatOf(
  { queries, distances }: Skew,
  stage: 'distance' | 'padded' | 'cut',
  { row, column }: GridCell,
): number {
  if (stage === 'cut') return queries + row * distances + column;
  return row * (distances + 1) + column + (stage === 'distance' ? 1 : 0);
}
