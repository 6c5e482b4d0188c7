import type { LanguageCode } from '../../i18n/language.ts';
import { fill } from '../../i18n/sentences.ts';
import { viewWords } from '../../i18n/views.ts';
import { type CellForm, type Digits, longestNumber, weightForms } from '../../trace/number-format.ts';
import { isolated } from '../../trace/token-text.ts';
import { isWhole, numberText, type Role } from '../../trace/trace-reader.ts';
import type { Box } from '../shared/box.ts';
import type { ColourScale, Palette } from '../shared/colour.ts';
import type { GridCell } from '../shared/keyboard.ts';
import type { Marks } from '../shared/legend.ts';
import type { GridLayout, Scroll } from './layout.ts';
import type { Edges } from './movement.ts';

/** A block of cells, ends excluded. */
export interface Block {
  readonly rows: { readonly start: number; readonly end: number };
  readonly columns: { readonly start: number; readonly end: number };
}

/** The size of the grid that an excerpt belongs to, and the position of the excerpt's first cell in it. */
export interface FullGrid {
  readonly origin: GridCell;
  readonly rows: number;
  readonly columns: number;
}

export const blockOf = ({ row, column }: GridCell): Block => ({
  rows: { start: row, end: row + 1 },
  columns: { start: column, end: column + 1 },
});

/** The contents of a grid, whatever tensor they come from. */
export interface GridModel {
  readonly rows: number;
  readonly columns: number;
  value(row: number, column: number): number;
  hidden(row: number, column: number): boolean;
  /**
   * All values in row-major order, if nothing is hidden. Reading thousands one by one takes longer than drawing
   * them.
   */
  readonly values?: Float32Array;
  text(value: number): string;
  /** Shorter forms of the numbers for small cells, the longest first. Without it, `text` is used. */
  readonly forms?: readonly CellForm[];
  /** The length of the longest number, in characters. */
  readonly longest: number;
  /** Whether some cells are hidden, and whether some hold NaN or ∞. The legend shows samples of them. */
  readonly marks?: Marks;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  readonly rowRole: Role;
  readonly columnRole: Role;
  /** The words in the corner: the names of rows and columns. */
  readonly corner?: { readonly rows: string; readonly columns: string };
  /** A text to the right of each row, such as its sum, under a heading. Null for none. */
  readonly rowSummary?: { readonly label: string; readonly name: string; text(row: number): string } | null;
  /** The value at the end of the colour scale. */
  readonly scaleMax: number;
  readonly hiddenText: string;
  /** The name of hidden cells. Default: masked. */
  readonly hiddenName?: string;
  /** Cells that are weights among others that are not. Their colours go from 0 to 1. */
  isWeight?(row: number, column: number): boolean;
  /** Cells that do not exist: a corner that stays empty. */
  blank?(row: number, column: number): boolean;
  /** A remark on a cell besides its number. */
  remark?(row: number, column: number): string | null;
  /** Whether a cell with a remark has a mark in its corner. Default: true. */
  readonly marksRemarks?: boolean;
}

/** One matrix of a tensor, ready to be drawn. */
interface MatrixInput
  extends Pick<GridModel, 'rows' | 'columns' | 'rowLabels' | 'columnLabels' | 'rowRole' | 'columnRole' | 'scaleMax'>,
    Partial<Pick<GridModel, 'corner' | 'rowSummary' | 'hiddenText' | 'remark' | 'marksRemarks'>> {
  /** The tensor's name in the trace. */
  readonly name: string;
  /** In row-major order. */
  readonly data: Float32Array;
  /** −∞ where a cell is hidden. Null if none is. */
  readonly masked: Float32Array | null;
  readonly digits: Digits;
  /** Whether the numbers are weights, which have shorter forms. */
  readonly areWeights: boolean;
  /** The numbers that must fit the cells. Default: those of this matrix. */
  readonly all?: Float32Array;
}

/** Computed on first use: small cells never need it. */
export function matrixGrid(input: MatrixInput): GridModel {
  const { name, data, masked, digits, areWeights, all = data, ...rest } = input;
  const { columns } = rest;
  const marks = { hidden: masked?.includes(-Infinity) ?? false, nonFinite: data.some(isNonFinite) };
  let forms: readonly CellForm[] | null = null;
  let longest: number | null = null;
  return {
    hiddenText: '',
    ...rest,
    marks,
    value: (row, column) => data[row * columns + column] ?? Number.NaN,
    hidden: (row, column) => masked?.[row * columns + column] === -Infinity,
    ...(marks.hidden ? {} : { values: data }),
    text: numberText(name, digits),
    get forms() {
      forms ??= areWeights ? weightForms(all, digits) : [];
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
  /** While rows and columns move to their place in the layout. */
  readonly edges?: Edges | null;
  /** The text of a cell. */
  readonly write: (value: number) => string;
  readonly palette: Palette;
  readonly scale: ColourScale;
  /** The scale of the cells that are weights. Null if there are none. */
  readonly weightScale: ColourScale | null;
  readonly highlight: Highlight;
  readonly offset: Scroll;
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

export const LABEL_SIZE = 12;
export const VALUE_SIZE = 11;
/** Between the cells and the text to their right, in CSS pixels. */
export const SUMMARY_GAP = 6;

/** Whether a number is off the colour scale: NaN or ∞. −∞ means masked. */
export const isNonFinite = (value: number): boolean => !(value < Infinity);

const snap = (index: number, ratio: number) => Math.round(index * ratio) / ratio;

export const columnX = ({ layout, edges, offset, ratio }: Picture, column: number) =>
  snap((edges?.x[column] ?? layout.left + column * layout.cellWidth) - offset.x, ratio);
export const rowY = ({ layout, edges, offset, ratio }: Picture, row: number) =>
  snap((edges?.y[row] ?? layout.top + row * layout.cellHeight) - offset.y, ratio);

/** Whether a moving row or column is already large enough for labels. */
export const isRowOpen = (picture: Picture, row: number): boolean =>
  !picture.edges || rowY(picture, row + 1) - rowY(picture, row) > picture.layout.cellHeight * 0.6;
export const isColumnOpen = (picture: Picture, column: number): boolean =>
  !picture.edges || columnX(picture, column + 1) - columnX(picture, column) > picture.layout.cellWidth * 0.6;

/** The area of a cell in the view, in CSS pixels. */
export function cellBox(picture: Pick<Picture, 'layout' | 'offset' | 'ratio'>, cell: GridCell): Box {
  const whole = picture as Picture;
  const [x, y] = [columnX(whole, cell.column), rowY(whole, cell.row)];
  return { x, y, width: columnX(whole, cell.column + 1) - x, height: rowY(whole, cell.row + 1) - y };
}

/** "it → animal: 0.62" */
export function cellNameIn(language: LanguageCode, model: GridModel, { row, column }: GridCell): string {
  const words = viewWords(language);
  const name = fill(words.grid.cell, {
    row: isolated(model.rowLabels[row] ?? String(row)),
    column: isolated(model.columnLabels[column] ?? String(column)),
    value: model.hidden(row, column) ? (model.hiddenName ?? words.grid.masked) : model.text(model.value(row, column)),
  });
  return model.rowSummary ? `${name}; ${model.rowSummary.name}: ${model.rowSummary.text(row)}` : name;
}
