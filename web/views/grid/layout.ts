import type { CellForm } from '../../trace/number-format.ts';
import { textWidth, widestText } from '../../trace/token-text.ts';
import type { Palette } from '../shared/colour.ts';
import type { GridCell } from '../shared/keyboard.ts';
import { type GridModel, LABEL_SIZE, SUMMARY_GAP, VALUE_SIZE } from './model.ts';

/** The direction of column labels. `none` means that cells are too narrow and only the one in focus has a label. */
type ColumnLabels = 'flat' | 'slanted' | 'upright' | 'none';

export interface LayoutInput {
  readonly rows: number;
  readonly columns: number;
  /** The space to draw in, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /**
   * `square` makes all cells square and as large as fits, or a little wider where the numbers would not fit otherwise.
   * `scroll` makes them at least as wide as their numbers, and lower if all rows then fit.
   * `compact` is a thumbnail: small square cells without labels.
   */
  readonly fit: 'square' | 'scroll' | 'compact';
  /**
   * Widths of the longest row label, column label and number, and of the two words in the corner (0: no corner), in
   * CSS pixels.
   */
  readonly rowLabel: number;
  readonly columnLabel: number;
  readonly value: number;
  readonly corner: number;
  /** The width to the right of the rows, with its gap (0: none). */
  readonly summaryWidth?: number;
}

/** Positions in CSS pixels of the content. The visible part starts at the scroll offset. */
export interface GridLayout {
  readonly rows: number;
  readonly columns: number;
  /** Space for labels, which stay in place while cells scroll. */
  readonly left: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly width: number;
  readonly height: number;
  readonly columnLabels: ColumnLabels;
  readonly rowLabels: boolean;
  readonly values: boolean;
}

const GAP = 8;
const LINE = 14;
const SLANT = Math.SQRT1_2;
const LARGEST = 88;
export const LONGEST_ROW_LABEL = 132;
const LONGEST_COLUMN_LABEL = 104;
const ROW_HEIGHT = 26;
/** Rows shrink up to here if all are then in sight. */
const LEAST_ROW_HEIGHT = 16;
/** The least height of a cell with a number. */
const LEAST_WITH_NUMBER = 16;
/** How much wider than high a cell may be. */
const WIDEST = 1.5;

export function layoutGrid(input: LayoutInput): GridLayout {
  if (input.fit === 'compact') return compact(input);
  return input.fit === 'square' ? square(input) : scroll(input);
}

/** The largest cell of a thumbnail, or a vector of three numbers would be three large tiles. */
const LARGEST_COMPACT = 18;

const compact = ({ rows, columns, width, height }: LayoutInput): GridLayout =>
  withoutLabels(rows, columns, Math.min(width / columns, height / rows, LARGEST_COMPACT));

/** A layout of square cells without labels. `cell` is their side in px. */
export function withoutLabels(rows: number, columns: number, cell: number, values = false): GridLayout {
  return {
    rows,
    columns,
    left: 0,
    top: 0,
    cellWidth: cell,
    cellHeight: cell,
    width: columns * cell,
    height: rows * cell,
    columnLabels: 'none',
    rowLabels: false,
    values,
  };
}

function square(input: LayoutInput): GridLayout {
  const { rows, columns, summaryWidth = 0 } = input;
  const left = Math.max(input.corner, Math.min(input.rowLabel, LONGEST_ROW_LABEL, input.width * 0.3)) + GAP;
  const label = Math.min(input.columnLabel, LONGEST_COLUMN_LABEL);
  const low = input.corner > 0 ? 2 * LINE + GAP : LINE + GAP;
  const tops: Record<ColumnLabels, number> = {
    flat: low,
    slanted: Math.max(low, label * SLANT + LINE),
    upright: Math.max(low, label + GAP),
    none: low,
  };
  // The last slanted label extends past the right edge.
  const lean = (mode: ColumnLabels) => (mode === 'slanted' ? Math.max(0, label * SLANT - LINE) : 0);
  const widest = (mode: ColumnLabels) => (input.width - left - Math.max(lean(mode), summaryWidth)) / columns;
  const size = (mode: ColumnLabels) => Math.min(widest(mode), (input.height - tops[mode]) / rows, LARGEST);
  let columnLabels: ColumnLabels = 'none';
  if (size('flat') >= label + 6) columnLabels = 'flat';
  else if (size('slanted') >= 19) columnLabels = 'slanted';
  else if (size('upright') >= 11) columnLabels = 'upright';
  const numberWidth = input.value + 4;
  const fits = (mode: ColumnLabels) =>
    size(mode) >= LEAST_WITH_NUMBER && numberWidth <= Math.min(widest(mode), WIDEST * size(mode));
  // Upright labels leave more width.
  if (columnLabels === 'slanted' && !fits('slanted') && fits('upright')) columnLabels = 'upright';
  const cell = Math.max(1, size(columnLabels));
  const top = tops[columnLabels];
  const values = fits(columnLabels);
  const cellWidth = values ? Math.max(cell, numberWidth) : cell;
  return {
    rows,
    columns,
    left,
    top,
    cellWidth,
    cellHeight: cell,
    width: left + columns * cellWidth + summaryWidth,
    height: top + rows * cell,
    columnLabels,
    rowLabels: cell >= 11,
    values,
  };
}

function scroll(input: LayoutInput): GridLayout {
  const { rows, columns } = input;
  const left = Math.min(input.rowLabel, LONGEST_ROW_LABEL, input.width * 0.35) + GAP;
  const label = Math.min(input.columnLabel, LONGEST_COLUMN_LABEL);
  const least = Math.max(input.value + 10, 24);
  const wide = (room: number) => Math.min(Math.max(least, room / columns), Math.max(least, label + 10, 52));
  const upTo = input.width - left - 1;
  const columnLabels = wide(upTo) >= label + 6 ? 'flat' : 'slanted';
  const top = columnLabels === 'flat' ? LINE + GAP : label * SLANT + LINE;
  // The last slanted label extends past the right edge.
  const lean = columnLabels === 'slanted' ? Math.max(0, label * SLANT - LINE) : 0;
  const cellWidth = wide(upTo - lean);
  const fitting = (input.height - top - 1) / rows;
  const cellHeight = fitting < LEAST_ROW_HEIGHT ? ROW_HEIGHT : Math.min(ROW_HEIGHT, fitting);
  return {
    rows,
    columns,
    left,
    top,
    cellWidth,
    cellHeight,
    width: left + columns * cellWidth + 1 + lean,
    height: top + rows * cellHeight + 1,
    columnLabels,
    rowLabels: true,
    values: true,
  };
}

export interface Scroll {
  readonly x: number;
  readonly y: number;
}

/** The first and last visible cell (inclusive) in a view of that size. */
export function visibleCells(
  layout: GridLayout,
  offset: Scroll,
  width: number,
  height: number,
): { first: GridCell; last: GridCell } {
  const within = (index: number, count: number) => Math.min(count - 1, Math.max(0, index));
  return {
    first: {
      row: within(Math.floor(offset.y / layout.cellHeight), layout.rows),
      column: within(Math.floor(offset.x / layout.cellWidth), layout.columns),
    },
    last: {
      row: within(Math.ceil((offset.y + height - layout.top) / layout.cellHeight) - 1, layout.rows),
      column: within(Math.ceil((offset.x + width - layout.left) / layout.cellWidth) - 1, layout.columns),
    },
  };
}

/** The cell under a point of the view. Null over labels and outside. */
export function cellAt(layout: GridLayout, offset: Scroll, x: number, y: number): GridCell | null {
  if (x < layout.left || y < layout.top) return null;
  const row = Math.floor((y - layout.top + offset.y) / layout.cellHeight);
  const column = Math.floor((x - layout.left + offset.x) / layout.cellWidth);
  return row < layout.rows && column < layout.columns ? { row, column } : null;
}

/** The scroll offset that makes a cell fully visible. */
export function scrollTo(layout: GridLayout, offset: Scroll, width: number, height: number, cell: GridCell): Scroll {
  const along = (start: number, size: number, now: number, seen: number) => {
    if (start < now) return start;
    return start + size > now + seen ? start + size - seen : now;
  };
  return {
    x: along(cell.column * layout.cellWidth, layout.cellWidth, offset.x, width - layout.left),
    y: along(cell.row * layout.cellHeight, layout.cellHeight, offset.y, height - layout.top),
  };
}

export interface Measured {
  readonly layout: GridLayout;
  /** The form of the numbers. Null for the model's text, or for none if layout.values is false. */
  readonly form: CellForm | null;
}

/** Widths of a grid's labels, its corner and a digit of its numbers, in CSS pixels. */
export interface TextWidths {
  readonly label: (texts: readonly string[]) => number;
  readonly corner: (texts: readonly string[]) => number;
  readonly digit: number;
}

/** Measured as a canvas writes them. */
export const canvasWidths = ({ font, mono }: Palette): TextWidths => ({
  label: (texts) => widestText(`bold ${LABEL_SIZE}px ${font}`, texts),
  corner: (texts) => widestText(`${VALUE_SIZE}px ${font}`, texts),
  digit: textWidth(`${VALUE_SIZE}px ${mono}`, '0'),
});

/** Lays a grid out with the longest form of its numbers that fits the cells within a width of `most` CSS pixels. */
export function measureGrid(
  model: GridModel,
  widths: TextWidths,
  available: { readonly width: number; readonly height: number },
  fit: LayoutInput['fit'],
  most = Infinity,
): Measured {
  const { digit } = widths;
  const input = {
    rows: model.rows,
    columns: model.columns,
    ...available,
    fit,
    rowLabel: widths.label(model.rowLabels),
    columnLabel: widths.label(model.columnLabels),
    corner: widths.corner(model.corner ? [`${model.corner.rows} ↓`, `${model.corner.columns} →`] : []),
    summaryWidth: summaryWidthOf(model, digit),
  };
  const lay = (longest: number) => layoutGrid({ ...input, value: digit * Math.max(longest, model.hiddenText.length) });
  const bare = lay(0);
  if (!bare.values) return { layout: bare, form: null };
  for (const form of model.forms ?? []) {
    const layout = lay(form.longest);
    if (layout.values && layout.width <= most) return { layout, form };
  }
  return { layout: lay(model.longest), form: null };
}

function summaryWidthOf({ rowSummary, rows }: GridModel, digit: number): number {
  if (!rowSummary) return 0;
  const longest = Array.from({ length: rows }, (_, row) => rowSummary.text(row).length);
  return SUMMARY_GAP + digit * Math.max(1, ...longest) + 2;
}
