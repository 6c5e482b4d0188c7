import { sizeOf } from '../scene/given-tensors.ts';
import { checkCells, checkShape, quoted, valuesOf } from './matrices.ts';
import { parseNumber } from './numbers.ts';
import { type ArrayValues, type CellPlace, refuse } from './types.ts';

// The Matrix Market exchange format (Boisvert, Pozo and Remington, NISTIR 5935, 1996).

const banner = /^%%MatrixMarket[ \t]+(\S+)[ \t]+(\S+)[ \t]+(\S+)[ \t]+(\S+)[ \t]*$/i;

export const isMatrixMarket = (text: string): boolean => /^\s*%%MatrixMarket\b/i.test(text);

type Symmetry = 'general' | 'symmetric' | 'skew-symmetric';

/**
 * Reads a matrix of all numbers (`array`, column by column) or of those that are not 0 (`coordinate`, counted from 1). Throws `scene-form` for
 * complex numbers and for a cell that is given twice, and `shape` for another count of numbers.
 */
export function readMatrixMarket(text: string, name: string): readonly ArrayValues[] {
  const [first = '', ...rest] = text.trim().split(/\r?\n/);
  const [, object = '', format = '', field = '', symmetry = ''] = (banner.exec(first.trim()) ?? []).map((part) =>
    part.toLowerCase(),
  );
  const isCoordinate = format === 'coordinate';
  const isKnown =
    object === 'matrix' &&
    (isCoordinate || format === 'array') &&
    (/^(?:real|double|integer)$/.test(field) || (isCoordinate && field === 'pattern')) &&
    (symmetry === 'general' || symmetry === 'symmetric' || symmetry === 'skew-symmetric');
  if (!isKnown) return refuse('scene-form', (words) => words.problems.market(quoted(first.trim())));
  const lines = rest
    .filter((line) => line.trim() !== '' && !/^\s*%/.test(line))
    .map((line) => line.trim().split(/\s+/));
  const [size = [], ...entries] = lines;
  const [rows = 0, columns = 0, count = 0] = size.map((number) =>
    /^\d{1,9}$/.test(number) ? Number(number) : Number.NaN,
  );
  if (size.length !== (isCoordinate ? 3 : 2) || [rows, columns, count].some(Number.isNaN)) {
    return refuse('scene-form', (words) => words.problems.badShape(quoted(size.join(' '))));
  }
  checkShape(name, [rows, columns]);
  checkCells(sizeOf([rows, columns]));
  if (symmetry !== 'general' && rows !== columns) {
    return refuse('shape', (words) => words.problems.notSquare(`${rows}×${columns}`));
  }
  const matrix = new Cells(name, rows, columns, symmetry);
  if (isCoordinate) fillCoordinates(matrix, entries, count, field === 'pattern');
  else fillArray(matrix, entries);
  return [valuesOf(name, [rows, columns], matrix.cells)];
}

/** The cells of a matrix as they were written, with those that its symmetry adds. */
class Cells {
  readonly cells: string[];
  readonly #given = new Set<number>();

  constructor(
    readonly name: string,
    readonly rows: number,
    readonly columns: number,
    readonly symmetry: Symmetry,
  ) {
    this.cells = new Array<string>(rows * columns).fill('0');
  }

  set(row: number, column: number, written: string): void {
    const place: CellPlace = { name: this.name, row, column };
    const cell = row * this.columns + column;
    const mirrored = column * this.columns + row;
    // A symmetric matrix gives the lower triangle.
    const isOutside =
      this.symmetry !== 'general' && (column > row || (this.symmetry === 'skew-symmetric' && row === column));
    if (this.#given.has(cell) || isOutside) {
      refuse('scene-form', (words) => words.problems.cellTwice(words.place.cell(row + 1, column + 1)), place);
    }
    this.#given.add(cell);
    this.cells[cell] = written;
    if (this.symmetry === 'general' || row === column) return;
    this.cells[mirrored] = this.symmetry === 'symmetric' ? written : negated(written);
  }
}

const negated = (written: string): string =>
  written.startsWith('-') ? written.slice(1) : `-${written.replace(/^\+/, '')}`;

function fillCoordinates(
  matrix: Cells,
  entries: readonly (readonly string[])[],
  count: number,
  isPattern: boolean,
): void {
  const { name, rows, columns } = matrix;
  if (entries.length !== count) {
    refuse('shape', (words) => words.problems.entries(name, count, entries.length));
  }
  for (const line of entries) {
    const [row = '', column = '', written = '1'] = line;
    const isPlace = /^\d{1,9}$/.test(row) && /^\d{1,9}$/.test(column);
    const isInside =
      isPlace && Number(row) >= 1 && Number(row) <= rows && Number(column) >= 1 && Number(column) <= columns;
    if (line.length !== (isPattern ? 2 : 3) || !isInside || parseNumber(written) === undefined) {
      refuse('scene-form', (words) => words.problems.entryLine(quoted(line.join(' ')), `${rows}×${columns}`));
    }
    matrix.set(Number(row) - 1, Number(column) - 1, written);
  }
}

/** Column by column, of a symmetric matrix from the diagonal down. */
function fillArray(matrix: Cells, entries: readonly (readonly string[])[]): void {
  const { name, rows, columns, symmetry } = matrix;
  const written = entries.flat();
  let next = 0;
  for (let column = 0; column < columns; column += 1) {
    const from = symmetry === 'general' ? 0 : symmetry === 'symmetric' ? column : column + 1;
    for (let row = from; row < rows; row += 1) {
      const cell = written[next];
      next += 1;
      if (cell !== undefined) matrix.set(row, column, cell);
    }
  }
  if (next !== written.length) refuse('shape', (words) => words.problems.entries(name, next, written.length));
}
