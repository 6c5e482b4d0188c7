import type { GridLayout } from './layout.ts';

/** Rows and columns on their way from their places in the grid before, as its words stay the same words. */
export interface Movement {
  /** Of each row, and of each column, which it was before, in the same order; −1: a new one. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** How far they have gone, from 0 to 1. */
  readonly share: number;
}

/** Where each column and row begins, and at the end where the last one ends. CSS px of the content. */
export interface Edges {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export const edgesOf = ({ left, top, columns, rows, cellWidth, cellHeight }: GridLayout): Edges => ({
  x: Array.from({ length: columns + 1 }, (_, at) => left + at * cellWidth),
  y: Array.from({ length: rows + 1 }, (_, at) => top + at * cellHeight),
});

/** Between the edges that were drawn before and those that are to be: what is new opens between others, and what is gone closes. */
export function edgesBetween(before: Edges, now: Edges, { rows, columns, share }: Movement): Edges {
  const along = (from: readonly number[], to: readonly number[]): readonly number[] =>
    to.map((end, at) => (from[at] ?? end) + (end - (from[at] ?? end)) * share);
  return { x: along(startsOf(before.x, columns), now.x), y: along(startsOf(before.y, rows), now.y) };
}

/** The edges before, one a row (or column) of now: a new one begins, as a line, where the one before it ends. */
function startsOf(edges: readonly number[], places: readonly number[]): readonly number[] {
  let [end = 0] = edges;
  const starts = places.map((place) => {
    if (place < 0) return end;
    end = edges[place + 1] ?? end;
    return edges[place] ?? end;
  });
  return [...starts, edges.at(-1) ?? end];
}
