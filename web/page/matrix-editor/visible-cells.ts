/** The part of a large grid that is rendered: enough to fill its box, and a little more for the next scroll. */
export interface InSight {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

export interface CellSize {
  readonly width: number;
  readonly height: number;
  /** Width of the column of row names. */
  readonly head: number;
}

const spare = 2;

/**
 * The rows and columns in sight, from 0, in order. `always` is among them wherever it is, for it has the focus, and what
 * is not rendered would lose it.
 */
export function windowOf(
  box: {
    readonly scrollTop: number;
    readonly scrollLeft: number;
    readonly clientHeight: number;
    readonly clientWidth: number;
  },
  cell: CellSize,
  size: { readonly rows: number; readonly columns: number },
  always: { readonly row: number; readonly column: number },
): InSight {
  return {
    rows: range(box.scrollTop / cell.height, box.clientHeight / cell.height, size.rows, always.row),
    columns: range(
      box.scrollLeft / cell.width,
      (box.clientWidth - cell.head) / cell.width,
      size.columns,
      always.column,
    ),
  };
}

function range(from: number, count: number, size: number, always: number): readonly number[] {
  const first = Math.max(0, Math.floor(from) - spare);
  const last = Math.min(size - 1, Math.ceil(from + count) + spare);
  const seen = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  if (seen.includes(always) || always >= size) return seen;
  return always < first ? [always, ...seen] : [...seen, always];
}

/** Where the arrow keys lead in a grid; null for keys that lead nowhere. Home and End keep the row unless Ctrl is held. */
export function step(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: { readonly row: number; readonly column: number },
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): { readonly row: number; readonly column: number } | null {
  const toEdge = event.ctrlKey || event.metaKey;
  const at = (r: number, c: number) => ({
    row: Math.min(rows - 1, Math.max(0, r)),
    column: Math.min(columns - 1, Math.max(0, c)),
  });
  switch (event.key) {
    case 'ArrowUp':
      return at(toEdge ? 0 : row - 1, column);
    case 'ArrowDown':
      return at(toEdge ? rows : row + 1, column);
    case 'ArrowLeft':
      return at(row, toEdge ? 0 : column - 1);
    case 'ArrowRight':
      return at(row, toEdge ? columns : column + 1);
    case 'Home':
      return at(toEdge ? 0 : row, 0);
    case 'End':
      return at(toEdge ? rows : row, columns);
    case 'PageUp':
      return at(row - page, column);
    case 'PageDown':
      return at(row + page, column);
    default:
      return null;
  }
}

/** Scrolls so that a cell is wholly in sight, beside and below the names that stay in place. */
export function reveal(
  box: Element,
  cell: CellSize,
  { row, column }: { readonly row: number; readonly column: number },
): void {
  const top = row * cell.height;
  const left = column * cell.width;
  const [height, width] = [box.clientHeight - cell.height, box.clientWidth - cell.head];
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + cell.height > box.scrollTop + height) box.scrollTop = top + cell.height - height;
  if (left < box.scrollLeft) box.scrollLeft = left;
  else if (left + cell.width > box.scrollLeft + width) box.scrollLeft = left + cell.width - width;
}

/** Pixels of so many root ems: a reader's larger type makes larger cells. */
export const rem = (count: number): number =>
  count * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
