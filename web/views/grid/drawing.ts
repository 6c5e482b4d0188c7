import { isKeptBack } from '../../trace/number-format.ts';
import type { Role } from '../../trace/trace-reader.ts';
import type { Box } from '../shared/box.ts';
import type { Palette } from '../shared/colour.ts';
import type { GridCell } from '../shared/keyboard.ts';
import {
  columnX,
  isColumnOpen,
  isNonFinite,
  isRowOpen,
  LABEL_SIZE,
  type Picture,
  rowY,
  SUMMARY_GAP,
  VALUE_SIZE,
} from './model.ts';

/**
 * How text is set. `align` is the part of it that is at x; `isMiddle` puts its centre at y in place of its
 * baseline.
 */
export interface TextStyle {
  /** px */
  readonly size: number;
  readonly bold?: boolean;
  readonly mono?: boolean;
  readonly align: 'start' | 'middle' | 'end';
  readonly isMiddle?: boolean;
}

/** A surface to draw a grid on: a canvas of the page, or an exported picture. Sizes are in pixels, colours are CSS. */
export interface Surface {
  rect(x: number, y: number, width: number, height: number, fill: string): void;
  /** The diagonal lines of hidden cells. */
  hatch(x: number, y: number, width: number, height: number): void;
  /** A dashed border. */
  frame(x: number, y: number, width: number, height: number, stroke: string): void;
  line(fromX: number, fromY: number, toX: number, toY: number, stroke: string): void;
  /** Text longer than `maxWidth` is shortened. `angle` is in degrees, clockwise, about (x, y). */
  text(text: string, x: number, y: number, fill: string, style: TextStyle, maxWidth?: number, angle?: number): void;
  textWidth(text: string, style: TextStyle): number;
  /** Runs `draw`, clipped to the boxes. */
  clipped(boxes: readonly Box[], draw: () => void): void;
}

/** The range of visible cells, both ends included. */
export interface VisibleCells {
  readonly first: GridCell;
  readonly last: GridCell;
}

const NUMBER: TextStyle = { size: VALUE_SIZE, mono: true, align: 'middle', isMiddle: true };

export function drawCells(surface: Surface, picture: Picture, seen: VisibleCells): void {
  const { model, layout, ratio } = picture;
  const gap = layout.cellWidth >= 8 ? 1 / ratio : 0;
  drawHidden(surface, picture, seen);
  for (let row = seen.first.row; row <= seen.last.row; row++) {
    const y = rowY(picture, row);
    const height = rowY(picture, row + 1) - y - gap;
    const isOpen = isRowOpen(picture, row);
    for (let column = seen.first.column; column <= seen.last.column; column++) {
      if (model.hidden(row, column) || model.blank?.(row, column)) continue;
      const x = columnX(picture, column);
      const width = columnX(picture, column + 1) - x - gap;
      if (width <= 0 || height <= 0) continue;
      const value = model.value(row, column);
      if (isNonFinite(value)) {
        drawNonFinite(surface, picture, { x, y, width, height }, value);
        continue;
      }
      const weightScale = model.isWeight?.(row, column) ? picture.weightScale : null;
      const scale = weightScale ?? picture.scale;
      const step = scale.step(value, weightScale ? 1 : model.scaleMax);
      const ink = scale.ink[step] ?? '';
      surface.rect(x, y, width, height, scale.fill[step] ?? '');
      if (!isOpen || !isColumnOpen(picture, column)) continue;
      // A question mark fits where a number does not.
      if (layout.values || (isKeptBack(value) && layout.cellWidth >= 8)) {
        surface.text(picture.write(value), x + width / 2, y + height / 2, ink, NUMBER);
      } else if (value < 0 && layout.cellWidth >= 8) {
        surface.rect(x + width * 0.3, y + height / 2 - 0.5, width * 0.4, 1, ink);
      }
    }
  }
}

/** NaN or ∞ in a cell, or a cross if the word does not fit. It has no colour, since it is nowhere on the scale. */
function drawNonFinite(surface: Surface, { palette, layout, write }: Picture, box: Box, value: number): void {
  const { x, y, width, height } = box;
  surface.rect(x, y, width, height, palette.paper);
  if (layout.values) {
    surface.frame(x + 1.5, y + 1.5, width - 3, height - 3, palette.ink);
    surface.text(write(value), x + width / 2, y + height / 2, palette.ink, NUMBER);
    return;
  }
  surface.line(x + 1, y + 1, x + width - 1, y + height - 1, palette.ink);
  surface.line(x + width - 1, y + 1, x + 1, y + height - 1, palette.ink);
}

/** Hidden cells, one run at a time: filling with a pattern is slow, and hatching without seams is calmer to look at. */
function drawHidden(surface: Surface, picture: Picture, seen: VisibleCells): void {
  const { model, layout, palette } = picture;
  const plate = surface.textWidth(model.hiddenText, NUMBER) + 6;
  for (let row = seen.first.row; row <= seen.last.row; row++) {
    const y = rowY(picture, row);
    const height = rowY(picture, row + 1) - y;
    for (let column = seen.first.column; column <= seen.last.column; column++) {
      if (!model.hidden(row, column)) continue;
      const first = column;
      while (column < seen.last.column && model.hidden(row, column + 1)) column++;
      const x = columnX(picture, first);
      surface.hatch(x, y, columnX(picture, column + 1) - x, height);
      if (!layout.values || model.hiddenText === '') continue;
      for (let index = first; index <= column; index++) {
        const middle = columnX(picture, index) + layout.cellWidth / 2;
        surface.rect(middle - plate / 2, y + height / 2 - 8, plate, 16, palette.paper);
        surface.text(model.hiddenText, middle, y + height / 2, palette.soft, NUMBER);
      }
    }
  }
}

const CORNER: TextStyle = { size: VALUE_SIZE, align: 'end' };
const ROW_LABEL: TextStyle = { size: LABEL_SIZE, align: 'end', isMiddle: true };
const FLAT_LABEL: TextStyle = { size: LABEL_SIZE, align: 'middle' };
const START_LABEL: TextStyle = { size: LABEL_SIZE, align: 'start' };
const TURNED_LABEL: TextStyle = { size: LABEL_SIZE, align: 'start', isMiddle: true };
const SUM: TextStyle = { size: VALUE_SIZE, mono: true, align: 'start', isMiddle: true };

const inFocus = (style: TextStyle, isFocused: boolean): TextStyle => (isFocused ? { ...style, bold: true } : style);

const labelColour = (palette: Palette, role: Role, isFocused: boolean): string =>
  isFocused || role !== 'x' ? palette.roles[role] : palette.soft;

/** The labels around a grid: its axes, and the sums beside its rows. */
export function drawLabels(surface: Surface, picture: Picture, seen: VisibleCells): void {
  const { model, layout, palette } = picture;
  drawRowLabels(surface, picture, seen);
  drawColumnLabels(surface, picture, seen);
  if (!model.corner) return;
  const x = layout.left - 6;
  surface.text(`${model.corner.columns} →`, x, layout.top - 21, palette.roles[model.columnRole], CORNER);
  surface.text(`${model.corner.rows} ↓`, x, layout.top - 7, palette.roles[model.rowRole], CORNER);
}

function drawRowLabels(surface: Surface, picture: Picture, seen: VisibleCells): void {
  const { model, layout, palette, highlight, height, width } = picture;
  const { rowSummary } = model;
  const end = columnX(picture, layout.columns);
  if (rowSummary) surface.text(rowSummary.label, end + SUMMARY_GAP, layout.top - 7, palette.soft, START_LABEL);
  const write = (row: number) => {
    if (!isRowOpen(picture, row)) return;
    const isFocused = row === highlight.row;
    const middle = rowY(picture, row) + layout.cellHeight / 2;
    // If rows are lower than their labels, the first and last label stay inside.
    const [highest, lowest] = [
      layout.top + LABEL_SIZE / 2,
      layout.top + layout.rows * layout.cellHeight - LABEL_SIZE / 2,
    ];
    const y = layout.rowLabels ? middle : Math.max(highest, Math.min(lowest, middle));
    const fill = labelColour(palette, model.rowRole, isFocused);
    const label = model.rowLabels[row] ?? String(row);
    surface.text(label, layout.left - 6, y, fill, inFocus(ROW_LABEL, isFocused), layout.left - 8);
    if (rowSummary) surface.text(rowSummary.text(row), end + SUMMARY_GAP, y, palette.ink, inFocus(SUM, isFocused));
  };
  const boxes = [
    { x: 0, y: layout.top, width: layout.left, height },
    ...(rowSummary ? [{ x: end, y: layout.top, width, height }] : []),
  ];
  surface.clipped(boxes, () => {
    if (layout.rowLabels) {
      for (let row = seen.first.row; row <= seen.last.row; row++) write(row);
      return;
    }
    const focused = highlight.row !== null && highlight.row < layout.rows ? highlight.row : null;
    if (focused !== null) write(focused);
    const every = Math.ceil((LABEL_SIZE + 2) / layout.cellHeight);
    for (let row = Math.ceil(seen.first.row / every) * every; row <= seen.last.row; row += every)
      if (focused === null || Math.abs(row - focused) >= every) write(row);
  });
}

function drawColumnLabels(surface: Surface, picture: Picture, seen: VisibleCells): void {
  const { model, layout, palette, highlight, width } = picture;
  const isSlanted = layout.columnLabels === 'slanted';
  const box = { x: layout.left - (isSlanted ? 6 : 0), y: 0, width, height: layout.top };
  const angle = isSlanted ? -45 : -90;
  const turnedWidth = (layout.top - 6) / (isSlanted ? Math.SQRT1_2 : 1) - (isSlanted ? 6 : 0);
  surface.clipped([box], () => {
    if (layout.columnLabels === 'none') {
      drawSomeColumnLabels(surface, picture, seen);
      return;
    }
    for (let column = seen.first.column; column <= seen.last.column; column++) {
      if (!isColumnOpen(picture, column)) continue;
      const isFocused = column === highlight.column;
      const fill = labelColour(palette, model.columnRole, isFocused);
      const label = model.columnLabels[column] ?? String(column);
      const x = columnX(picture, column) + layout.cellWidth / 2;
      if (layout.columnLabels === 'flat') {
        surface.text(label, x, layout.top - 7, fill, inFocus(FLAT_LABEL, isFocused), layout.cellWidth);
      } else {
        surface.text(label, x, layout.top - 5, fill, inFocus(TURNED_LABEL, isFocused), turnedWidth, angle);
      }
    }
  });
}

/** The least width of a column label, in CSS pixels. */
const NARROWEST_LABEL = 56;

/** The columns that get a label if they are too narrow for all: the one in focus, and as many others as fit. */
function drawSomeColumnLabels(surface: Surface, picture: Picture, seen: VisibleCells): void {
  const { model, layout, palette, highlight, width } = picture;
  const every = Math.ceil(NARROWEST_LABEL / layout.cellWidth);
  const y = layout.top - 7;
  let occupied = { start: Infinity, end: -Infinity };
  if (highlight.column !== null && highlight.column < layout.columns) {
    const style = inFocus(FLAT_LABEL, true);
    const label = model.columnLabels[highlight.column] ?? String(highlight.column);
    const maxWidth = width - layout.left;
    const half = Math.min(maxWidth, surface.textWidth(label, style)) / 2;
    const middle = columnX(picture, highlight.column) + layout.cellWidth / 2;
    const x = Math.min(width - half, Math.max(layout.left + half, middle));
    surface.text(label, x, y, labelColour(palette, model.columnRole, true), style, maxWidth);
    occupied = { start: x - half - 4, end: x + half + 4 };
  }
  const fill = labelColour(palette, model.columnRole, false);
  for (let column = Math.ceil(seen.first.column / every) * every; column <= seen.last.column; column += every) {
    const x = columnX(picture, column);
    const maxWidth = Math.min(every * layout.cellWidth - 6, width - x);
    if (maxWidth < LABEL_SIZE || (x < occupied.end && x + maxWidth > occupied.start)) continue;
    surface.text(model.columnLabels[column] ?? String(column), x, y, fill, START_LABEL, maxWidth);
  }
}
