import type { GridLayout } from './layout.ts';

/** Rows and columns that move from their places in the last grid, as far as they show the same words. */
export interface Movement {
  /** The former index of each row and each column, in order. −1 for a new one. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** Progress from 0 to 1. */
  readonly progress: number;
}

/** The start of each column and row, and the end of the last one, in CSS pixels of the content. */
export interface Edges {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export const edgesOf = ({ left, top, columns, rows, cellWidth, cellHeight }: GridLayout): Edges => ({
  x: Array.from({ length: columns + 1 }, (_, index) => left + index * cellWidth),
  y: Array.from({ length: rows + 1 }, (_, index) => top + index * cellHeight),
});

/** The edges between the last drawing and the next: new rows and columns open between others, removed ones close. */
export function edgesBetween(before: Edges, now: Edges, { rows, columns, progress }: Movement): Edges {
  const along = (from: readonly number[], to: readonly number[]): readonly number[] =>
    to.map((end, index) => (from[index] ?? end) + (end - (from[index] ?? end)) * progress);
  return { x: along(startsOf(before.x, columns), now.x), y: along(startsOf(before.y, rows), now.y) };
}

/** The former edge of each row or column. A new one starts as a line at the end of the one before it. */
function startsOf(edges: readonly number[], places: readonly number[]): readonly number[] {
  let [end = 0] = edges;
  const starts = places.map((place) => {
    if (place < 0) return end;
    end = edges[place + 1] ?? end;
    return edges[place] ?? end;
  });
  return [...starts, edges.at(-1) ?? end];
}
