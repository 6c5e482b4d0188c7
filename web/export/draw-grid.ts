import {
  type GridLayout,
  type LayoutInput,
  LONGEST_ROW_LABEL,
  measureGrid,
  type TextWidths,
} from '../views/grid/layout.ts';
import { type GridModel, isNonFinite, LABEL_SIZE, VALUE_SIZE } from '../views/grid/model.ts';
import type { ColourScale } from '../views/shared/colour.ts';
import type { Palette } from '../views/shared/palette.ts';
import type { Role } from '../views/trace/trace-reader.ts';
import type { Sheet } from './drawing.ts';
import { textWidth, widestText } from './text-size.ts';

/** A grid with its layout. */
interface Grid {
  readonly model: GridModel;
  readonly layout: GridLayout;
  readonly write: (value: number) => string;
  /** Whether numbers in the cells have fewer digits than they were to have. */
  readonly shortened: boolean;
}

interface Colours {
  readonly palette: Palette;
  readonly scale: ColourScale;
}

const label = { size: LABEL_SIZE };
const number = { size: VALUE_SIZE, mono: true };

/** Cells too narrow for this are not told apart. px */
const LEAST_CELL = 3;

const widths: TextWidths = {
  label: (texts) => widestText(texts, label),
  corner: (texts) => widestText(texts, { size: VALUE_SIZE }),
  digit: textWidth('0', number),
};

/** As the page lays it out, but nothing scrolls: where not all columns fit with their numbers, there are colours alone. px */
export function layOut(model: GridModel, fit: LayoutInput['fit'], width: number, height: number): Grid {
  const { layout, form } = measureGrid(model, widths, { width, height }, fit, width);
  if (fit === 'scroll' && layout.width > width) {
    return { model, layout: colourLayout(model, width), write: model.text, shortened: false };
  }
  const wanted = model.forms?.[0]?.digits ?? 0;
  return { model, layout, write: form?.text ?? model.text, shortened: form !== null && form.digits < wanted };
}

/** A matrix with more columns than its numbers have room for: colours alone. */
function colourLayout({ rows, columns, rowLabels }: GridModel, width: number): GridLayout {
  const left = Math.min(widths.label(rowLabels), LONGEST_ROW_LABEL, width * 0.35) + 8;
  const cellWidth = Math.max(LEAST_CELL, Math.min(24, (width - left) / columns));
  const cellHeight = Math.max(LEAST_CELL, Math.min(16, 640 / rows));
  const top = 22;
  return {
    rows,
    columns,
    left,
    top,
    cellWidth,
    cellHeight,
    width: left + columns * cellWidth,
    height: top + rows * cellHeight,
    columnLabels: 'none',
    rowLabels: cellHeight >= LABEL_SIZE,
    values: false,
  };
}

/** Draws it as the page does, at the sheet's place. */
export function drawGrid(sheet: Sheet, grid: Grid, colours: Colours): void {
  drawHidden(sheet, grid, colours);
  drawCells(sheet, grid, colours);
  drawRowLabels(sheet, grid, colours.palette);
  drawColumnLabels(sheet, grid, colours.palette);
  drawCorner(sheet, grid, colours.palette);
}

/** Edges are whole px: cells without gaps then have no seams, at any whole scale. */
const left = ({ layout }: Grid, column: number): number => Math.round(layout.left + column * layout.cellWidth);
const top = ({ layout }: Grid, row: number): number => Math.round(layout.top + row * layout.cellHeight);
/** From the middle of a line of text to its baseline. */
const baselineOffset = (size: number): number => size * 0.36;

function drawCells(sheet: Sheet, grid: Grid, { palette, scale }: Colours): void {
  const { model, layout, write } = grid;
  const gap = layout.cellWidth >= 8 ? 1 : 0;
  const dark: Written[] = [];
  const light: Written[] = [];
  for (let row = 0; row < layout.rows; row++) {
    for (let column = 0; column < layout.columns; column++) {
      if (model.hidden(row, column)) continue;
      const value = model.value(row, column);
      const [x, y] = [left(grid, column), top(grid, row)];
      const box = { x, y, width: left(grid, column + 1) - x - gap, height: top(grid, row + 1) - y - gap };
      if (isNonFinite(value)) {
        drawNonFinite(sheet, grid, box, palette, value);
        continue;
      }
      const step = scale.step(value, model.bound);
      // Without gaps, cells of one colour side by side are one: a large picture is small again.
      if (gap === 0) {
        while (column + 1 < layout.columns && sameColour(grid, scale, row, column + 1, step)) column += 1;
      }
      sheet.rect({ ...box, width: left(grid, column + 1) - x - gap }, scale.fill[step] ?? palette.paper);
      const middle = { x: x + box.width / 2, y: y + box.height / 2 };
      const ink = scale.ink[step] ?? palette.ink;
      if (layout.values) {
        (ink === scale.ink[0] ? dark : light).push({ text: write(value), ...middle, fill: ink });
      } else if (value < 0 && layout.cellWidth >= 8) {
        sheet.rect({ x: x + box.width * 0.3, y: middle.y - 0.5, width: box.width * 0.4, height: 1 }, ink);
      }
    }
  }
  for (const { text, x, y, fill } of [...dark, ...light]) {
    sheet.text(text, { ...number, x, y: y + baselineOffset(VALUE_SIZE), fill, anchor: 'middle' });
  }
}

/** What is written over the cells, those of one ink after another. */
interface Written {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly fill: string;
}

function sameColour({ model }: Grid, scale: ColourScale, row: number, column: number, step: number): boolean {
  const value = model.value(row, column);
  return !model.hidden(row, column) && !isNonFinite(value) && scale.step(value, model.bound) === step;
}

/** A word in a dashed box, a cross where there is no room for it: it is nowhere on the scale. */
function drawNonFinite(
  sheet: Sheet,
  { layout, write }: Grid,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  { ink }: Palette,
  value: number,
): void {
  const inside = { x: x + 1.5, y: y + 1.5, width: width - 3, height: height - 3 };
  if (layout.values) {
    sheet.frame(inside, ink, [2, 2]);
    const place = { x: x + width / 2, y: y + height / 2 + baselineOffset(VALUE_SIZE), anchor: 'middle' } as const;
    sheet.text(write(value), { ...number, ...place, fill: ink });
    return;
  }
  const [right, bottom] = [x + width - 1, y + height - 1];
  sheet.path(
    [
      ['M', x + 1, y + 1],
      ['L', right, bottom],
      ['M', right, y + 1],
      ['L', x + 1, bottom],
    ],
    { stroke: ink },
  );
}

function drawHidden(sheet: Sheet, grid: Grid, { palette }: Colours): void {
  const { model, layout } = grid;
  const runs: { x: number; y: number; width: number; height: number }[] = [];
  const plates: { x: number; y: number }[] = [];
  for (let row = 0; row < layout.rows; row++) {
    const y = top(grid, row);
    for (let column = 0; column < layout.columns; column++) {
      if (!model.hidden(row, column)) continue;
      const first = column;
      while (column + 1 < layout.columns && model.hidden(row, column + 1)) column++;
      const x = left(grid, first);
      runs.push({ x, y, width: left(grid, column + 1) - x, height: top(grid, row + 1) - y });
      if (!layout.values || model.hiddenText === '') continue;
      for (let at = first; at <= column; at++) {
        plates.push({ x: left(grid, at) + layout.cellWidth / 2, y: y + layout.cellHeight / 2 });
      }
    }
  }
  sheet.hatch(runs, palette.soft);
  const width = textWidth(model.hiddenText, number) + 6;
  for (const { x, y } of plates) {
    sheet.rect({ x: x - width / 2, y: y - 8, width, height: 16 }, palette.paper);
    sheet.text(model.hiddenText, {
      ...number,
      x,
      y: y + baselineOffset(VALUE_SIZE),
      fill: palette.soft,
      anchor: 'middle',
    });
  }
}

const roleColour = (palette: Palette, role: Role): string => (role === 'x' ? palette.soft : palette.roles[role]);

function drawRowLabels(sheet: Sheet, grid: Grid, palette: Palette): void {
  const { model, layout } = grid;
  const every = layout.rowLabels ? 1 : Math.ceil((LABEL_SIZE + 2) / layout.cellHeight);
  for (let row = 0; row < layout.rows; row += every) {
    sheet.text(model.rowLabels[row] ?? String(row), {
      ...label,
      x: layout.left - 6,
      y: top(grid, row) + Math.max(layout.cellHeight, every === 1 ? 0 : LABEL_SIZE) / 2 + baselineOffset(LABEL_SIZE),
      fill: roleColour(palette, model.rowRole),
      anchor: 'end',
      maxWidth: layout.left - 8,
    });
  }
}

/** The width for each word of a row that has not enough for all. px */
const NARROWEST_LABEL = 56;

function drawColumnLabels(sheet: Sheet, grid: Grid, palette: Palette): void {
  const { model, layout } = grid;
  const fill = roleColour(palette, model.columnRole);
  const name = (column: number): string => model.columnLabels[column] ?? String(column);
  const middle = (column: number): number => left(grid, column) + layout.cellWidth / 2;
  const columns = Array.from({ length: layout.columns }, (_, column) => column);
  switch (layout.columnLabels) {
    case 'flat':
      for (const column of columns) {
        const place = { x: middle(column), y: layout.top - 7, anchor: 'middle', maxWidth: layout.cellWidth } as const;
        sheet.text(name(column), { ...label, ...place, fill });
      }
      return;
    case 'none': {
      const every = Math.ceil(NARROWEST_LABEL / layout.cellWidth);
      for (let column = 0; column < layout.columns; column += every) {
        const maxWidth = Math.min(every * layout.cellWidth - 6, layout.width - left(grid, column));
        if (maxWidth < LABEL_SIZE) continue;
        sheet.text(name(column), { ...label, x: left(grid, column), y: layout.top - 7, fill, maxWidth });
      }
      return;
    }
    default: {
      const slanted = layout.columnLabels === 'slanted';
      const maxWidth = (layout.top - 6) / (slanted ? Math.SQRT1_2 : 1) - (slanted ? 6 : 0);
      const angle = slanted ? -45 : -90;
      for (const column of columns) {
        // The baseline runs beside the middle, so that the letters are on it.
        const x = middle(column) + baselineOffset(LABEL_SIZE) * (slanted ? Math.SQRT1_2 : 1);
        const y = layout.top - 5 + (slanted ? baselineOffset(LABEL_SIZE) * Math.SQRT1_2 - 2 : 0);
        sheet.text(name(column), { ...label, x, y, fill, maxWidth, angle });
      }
    }
  }
}

function drawCorner(sheet: Sheet, { model, layout }: Grid, palette: Palette): void {
  if (!model.corner) return;
  const style = { size: VALUE_SIZE, x: layout.left - 6, anchor: 'end' } as const;
  sheet.text(`${model.corner.columns} →`, { ...style, y: layout.top - 21, fill: palette.roles[model.columnRole] });
  sheet.text(`${model.corner.rows} ↓`, { ...style, y: layout.top - 7, fill: palette.roles[model.rowRole] });
}
