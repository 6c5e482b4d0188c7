import { shortestFloat32 } from '../tensor.ts';
import { columnName, type Sheet, type SheetCell, type Style } from './xlsx.ts';

/** A table of numbers on a sheet. Rows and columns count from 0. */
export interface Block {
  /** B4, or 'Head 1'!B4 from another sheet. */
  readonly cell: (row: number, column: number) => string;
  readonly row: (row: number) => string;
  readonly column: (column: number) => string;
}

export interface BlockContent {
  readonly title: string;
  readonly note?: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly value: (row: number, column: number) => number;
  /** Without one, the number is a plain value. */
  readonly formula?: ((row: number, column: number) => string) | null;
  readonly style?: Style;
}

const MINUS_INFINITY = '−∞';

/** Writes tables below each other. */
export class SheetBuilder {
  readonly #name: string;
  readonly #rows: (SheetCell | null)[][] = [];
  readonly #widths: readonly [number, number];

  constructor(name: string, widths: readonly [number, number]) {
    this.#name = name;
    this.#widths = widths;
  }

  get sheet(): Sheet {
    return { name: this.#name, rows: this.#rows, widths: this.#widths };
  }

  /** Adds a row, and returns its number as spreadsheets count. */
  add(...cells: (SheetCell | null)[]): number {
    return this.#rows.push(cells);
  }

  text(value: string, style: Style = 'plain'): void {
    this.add({ value, style });
  }

  block({ title, note, rows, columns, value, formula = null, style = 'number' }: BlockContent): Block {
    if (this.#rows.length > 0) this.add();
    this.add(
      { value: title, style: 'title' },
      ...(note === undefined ? [] : [{ value: note, style: 'note' } as const]),
    );
    this.add(null, ...columns.map((name): SheetCell => ({ value: name, style: 'heading' })));
    const first = this.#rows.length + 1;
    for (const [row, name] of rows.entries()) {
      const cells = columns.map((_, column): SheetCell => {
        const own = formula === null ? {} : { formula: formula(row, column) };
        return { value: cellValue(value(row, column)), style, ...own };
      });
      this.add({ value: name, style: 'label' }, ...cells);
    }
    const place = (row: number, column: number): string => `${columnName(column + 1)}${first + row}`;
    const last = [rows.length - 1, columns.length - 1] as const;
    return {
      cell: place,
      row: (row) => `${place(row, 0)}:${place(row, last[1])}`,
      column: (column) => `${place(0, column)}:${place(last[0], column)}`,
    };
  }
}

/** Spreadsheets have neither −∞ nor NaN: they are text. */
function cellValue(value: number): number | string {
  if (value === Number.NEGATIVE_INFINITY) return MINUS_INFINITY;
  return Number.isFinite(value) ? Number(shortestFloat32(value)) : String(value);
}

export const hiddenText = `"${MINUS_INFINITY}"`;

/** The same block from another sheet. */
export function from(sheet: string, block: Block): Block {
  const prefix = `'${sheet.replaceAll("'", "''")}'!`;
  return {
    cell: (row, column) => prefix + block.cell(row, column),
    row: (row) => prefix + block.row(row),
    column: (column) => prefix + block.column(column),
  };
}
