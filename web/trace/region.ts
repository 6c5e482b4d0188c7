/** A range of cells, end excluded. */
export type Span = readonly [number, number];

/** A rectangle of cells of a matrix. */
export interface Region {
  readonly rows: Span;
  readonly columns: Span;
}

/** The total number of cells. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

export const lengthOf = ([from, to]: Span): number => to - from;

export const whole = ({ rows, columns }: Extent): Region => ({ rows: [0, rows], columns: [0, columns] });

export const isWhole = (region: Region, extent: Extent): boolean => sameRegion(region, whole(extent));

const sameSpan = (a: Span, b: Span): boolean => a[0] === b[0] && a[1] === b[1];

export const sameRegion = (a: Region, b: Region): boolean => sameSpan(a.rows, b.rows) && sameSpan(a.columns, b.columns);

/** A span of at most that length that starts as near to `from` as possible. */
export function placedSpan(from: number, length: number, count: number): Span {
  const size = Math.max(1, Math.min(Math.round(length), count));
  const start = Math.max(0, Math.min(Math.round(from), count - size));
  return [start, start + size];
}

/** The same region moved by a number of cells, within bounds. */
export const moved = ({ rows, columns }: Region, by: Extent, extent: Extent): Region => ({
  rows: placedSpan(rows[0] + by.rows, lengthOf(rows), extent.rows),
  columns: placedSpan(columns[0] + by.columns, lengthOf(columns), extent.columns),
});

/** The same region centred on a cell, within bounds. */
export const centred = (
  { rows, columns }: Region,
  cell: { readonly row: number; readonly column: number },
  extent: Extent,
) =>
  ({
    rows: placedSpan(cell.row - Math.floor(lengthOf(rows) / 2), lengthOf(rows), extent.rows),
    columns: placedSpan(cell.column - Math.floor(lengthOf(columns) / 2), lengthOf(columns), extent.columns),
  }) satisfies Region;

/** The least width of an overview, in cells. */
const LEAST = 24;

/**
 * Zooms by `factor` (above 1: in). The point `at`, given as fractions of height and width, stays in place within
 * bounds.
 */
export function zoomed(
  { rows, columns }: Region,
  factor: number,
  at: { readonly down: number; readonly across: number },
  extent: Extent,
): Region {
  const along = (span: Span, share: number, count: number): Span => {
    const size = Math.min(count, Math.max(Math.min(LEAST, count), lengthOf(span) / factor));
    return placedSpan(span[0] + share * lengthOf(span) - share * size, size, count);
  };
  return { rows: along(rows, at.down, extent.rows), columns: along(columns, at.across, extent.columns) };
}

/** Moved only as far as needed to contain `inner`, or its beginning if it is larger. */
export function revealing(outer: Region, inner: Region, extent: Extent): Region {
  const along = (span: Span, wanted: Span, count: number): Span => {
    if (wanted[0] < span[0] || lengthOf(wanted) > lengthOf(span)) return placedSpan(wanted[0], lengthOf(span), count);
    return wanted[1] > span[1] ? placedSpan(wanted[1] - lengthOf(span), lengthOf(span), count) : span;
  };
  return {
    rows: along(outer.rows, inner.rows, extent.rows),
    columns: along(outer.columns, inner.columns, extent.columns),
  };
}
