import { fill } from '../../i18n/sentences.ts';
import { strings } from '../../i18n/views.ts';
import type { Box } from '../shared/box.ts';
import type { ColourScale, Palette } from '../shared/colour.ts';
import type { GridCell } from '../shared/keyboard.ts';
import type { Marks } from '../shared/legend.ts';
import { type CellForm, type Digits, longestNumber, weightForms } from '../shared/number-format.ts';
import { isolated } from '../shared/token-text.ts';
import { isWhole, numberText, type Role } from '../trace/trace-reader.ts';
import type { GridLayout, Scroll } from './layout.ts';
import type { Edges } from './movement.ts';

/** A block of cells, ends excluded. */
export interface Block {
  readonly rows: { readonly start: number; readonly end: number };
  readonly columns: { readonly start: number; readonly end: number };
}

/** What a grid is a part of, and where its first cell stands there. */
export interface Whole {
  readonly origin: GridCell;
  readonly rows: number;
  readonly columns: number;
}

export const blockOf = ({ row, column }: GridCell): Block => ({
  rows: { start: row, end: row + 1 },
  columns: { start: column, end: column + 1 },
});

/** What a grid shows, whatever tensor it comes from. */
export interface GridModel {
  readonly rows: number;
  readonly columns: number;
  value(row: number, column: number): number;
  hidden(row: number, column: number): boolean;
  /** All values, row by row, where nothing is hidden: asking for thousands one by one takes longer than drawing them. */
  readonly values?: Float32Array;
  text(value: number): string;
  /** Shorter ways to write the numbers into cells, the best first; without: `text`. */
  readonly forms?: readonly CellForm[];
  /** Characters of the longest number. */
  readonly longest: number;
  /** Whether cells are hidden, and whether some hold NaN or ∞: for the legend. */
  readonly marks?: Marks;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  readonly rowRole: Role;
  readonly columnRole: Role;
  /** Words in the corner: what rows and what columns are. */
  readonly corner?: { readonly rows: string; readonly columns: string };
  /** A word a row on its right, under a letter: what it adds up to; null: none. */
  readonly aside?: { readonly label: string; readonly name: string; text(row: number): string } | null;
  readonly bound: number;
  readonly hiddenText: string;
  /** What hidden cells are called; without: masked. */
  readonly hiddenName?: string;
  /** Cells that are shares of one among others that are not: their colours go from 0 to 1. */
  share?(row: number, column: number): boolean;
  /** Cells that are not there: a corner that the grid leaves empty. */
  blank?(row: number, column: number): boolean;
  /** What is to be said of a cell besides its number; such a cell has a mark in its corner. */
  remark?(row: number, column: number): string | null;
}

/** One matrix of a tensor, as whatever draws it has it. */
interface MatrixInput
  extends Pick<GridModel, 'rows' | 'columns' | 'rowLabels' | 'columnLabels' | 'rowRole' | 'columnRole' | 'bound'>,
    Partial<Pick<GridModel, 'corner' | 'aside' | 'hiddenText' | 'remark'>> {
  /** The tensor's name in the trace. */
  readonly name: string;
  /** Row by row. */
  readonly data: Float32Array;
  /** −∞ where a cell is hidden; null: none is. */
  readonly hides: Float32Array | null;
  readonly digits: Digits;
  /** Whether the numbers are shares of one, which have shorter forms. */
  readonly shares: boolean;
  /** The numbers that must fit the cells; without: those of this matrix. */
  readonly all?: Float32Array;
}

/** How numbers fit cells is computed when it is first asked for: it never is where cells are too small for numbers. */
export function matrixGrid(input: MatrixInput): GridModel {
  const { name, data, hides, digits, shares, all = data, ...rest } = input;
  const { columns } = rest;
  const marks = { hidden: hides?.includes(-Infinity) ?? false, nonFinite: data.some(isNonFinite) };
  let forms: readonly CellForm[] | null = null;
  let longest: number | null = null;
  return {
    hiddenText: '',
    ...rest,
    marks,
    value: (row, column) => data[row * columns + column] ?? Number.NaN,
    hidden: (row, column) => hides?.[row * columns + column] === -Infinity,
    ...(marks.hidden ? {} : { values: data }),
    text: numberText(name, digits),
    get forms() {
      forms ??= shares ? weightForms(all, digits) : [];
      return forms;
    },
    get longest() {
      longest ??= Math.max(longestNumber(all, isWhole(name) ? 0 : digits), marks.nonFinite ? 3 : 0);
      return longest;
    },
  };
}

export interface Highlight {
  readonly row: number | null;
  readonly column: number | null;
  readonly blocks: readonly Block[];
}

export interface Picture {
  readonly model: GridModel;
  readonly layout: GridLayout;
  /** While rows and columns are on their way to where the layout has them. */
  readonly edges?: Edges | null;
  /** What is written into a cell. */
  readonly write: (value: number) => string;
  readonly palette: Palette;
  readonly scale: ColourScale;
  /** For the cells that are shares; null: there are none. */
  readonly shares: ColourScale | null;
  readonly highlight: Highlight;
  readonly offset: Scroll;
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

export const LABEL_SIZE = 12;
export const VALUE_SIZE = 11;
/** Between the cells and what stands on their right. CSS px. */
export const ASIDE = 6;

/** What has no place on a colour scale: NaN and ∞. −∞ is what is masked. */
export const isNonFinite = (value: number): boolean => !(value < Infinity);

const snap = (at: number, ratio: number) => Math.round(at * ratio) / ratio;

export const columnX = ({ layout, edges, offset, ratio }: Picture, column: number) =>
  snap((edges?.x[column] ?? layout.left + column * layout.cellWidth) - offset.x, ratio);
export const rowY = ({ layout, edges, offset, ratio }: Picture, row: number) =>
  snap((edges?.y[row] ?? layout.top + row * layout.cellHeight) - offset.y, ratio);

/** Whether a row, or a column, that is on its way has room for words already. */
export const isRowOpen = (picture: Picture, row: number): boolean =>
  !picture.edges || rowY(picture, row + 1) - rowY(picture, row) > picture.layout.cellHeight * 0.6;
export const isColumnOpen = (picture: Picture, column: number): boolean =>
  !picture.edges || columnX(picture, column + 1) - columnX(picture, column) > picture.layout.cellWidth * 0.6;

/** What a cell covers in the view, CSS px. */
export function cellBox(picture: Pick<Picture, 'layout' | 'offset' | 'ratio'>, cell: GridCell): Box {
  const whole = picture as Picture;
  const [x, y] = [columnX(whole, cell.column), rowY(whole, cell.row)];
  return { x, y, width: columnX(whole, cell.column + 1) - x, height: rowY(whole, cell.row + 1) - y };
}

/** A grid was scrolled. It does not bubble: it matters to a grid beside it. */
export class ScrollNotice extends CustomEvent<Scroll> {
  static readonly type = 'sa-scroll';
  constructor(offset: Scroll) {
    super(ScrollNotice.type, { detail: offset });
  }
}

/** "it → animal: 0.62" */
export function cellNameIn(model: GridModel, { row, column }: GridCell): string {
  const name = fill(strings.grid.cell, {
    row: isolated(model.rowLabels[row] ?? String(row)),
    column: isolated(model.columnLabels[column] ?? String(column)),
    value: model.hidden(row, column) ? (model.hiddenName ?? strings.grid.masked) : model.text(model.value(row, column)),
  });
  return model.aside ? `${name}; ${model.aside.name}: ${model.aside.text(row)}` : name;
}
