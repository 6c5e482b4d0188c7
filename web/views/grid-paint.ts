import type { CellForm } from './format.ts';
import type { GridCell } from './grid-keyboard.ts';
import { type GridLayout, type Scroll, visibleCells } from './grid-layout.ts';
import type { Palette } from './palette.ts';
import type { Role } from './role.ts';
import type { ColourScale } from './scale.ts';
import { shorten } from './token-text.ts';

/** A block of cells, ends excluded. */
export interface Block {
  readonly rows: { readonly start: number; readonly end: number };
  readonly columns: { readonly start: number; readonly end: number };
}

/** What a grid shows, whatever tensor it comes from. */
export interface GridModel {
  readonly rows: number;
  readonly columns: number;
  value(row: number, column: number): number;
  hidden(row: number, column: number): boolean;
  text(value: number): string;
  /** Shorter ways to write the numbers into cells, the best first; without: `text`. */
  readonly forms?: readonly CellForm[];
  /** Characters of the longest number. */
  readonly longest: number;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  readonly rowRole: Role;
  readonly columnRole: Role;
  /** Words in the corner: what rows and what columns are; null: none. */
  readonly corner: { readonly rows: string; readonly columns: string } | null;
  /** A word a row on its right, under a letter: what it adds up to. Null: none. */
  readonly aside: { readonly label: string; readonly name: string; text(row: number): string } | null;
  readonly bound: number;
  readonly hiddenText: string;
}

export interface Lit {
  readonly row: number | null;
  readonly column: number | null;
  readonly blocks: readonly Block[];
}

export interface Picture {
  readonly model: GridModel;
  readonly layout: GridLayout;
  /** What is written into a cell. */
  readonly write: (value: number) => string;
  readonly palette: Palette;
  readonly scale: ColourScale;
  readonly lit: Lit;
  readonly offset: Scroll;
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  /** One pixel a cell, for cells too small to be drawn one by one. */
  readonly image: HTMLCanvasElement | null;
  readonly hatch: CanvasPattern | null;
}

export const LABEL_SIZE = 12;
export const VALUE_SIZE = 11;
const SLANT = -Math.PI / 4;
/** Between the cells and what stands on their right. CSS px. */
export const ASIDE = 6;

type Context = CanvasRenderingContext2D;

/** What has no place on a colour scale: NaN and ∞. −∞ is what is masked. */
export const isStrange = (value: number): boolean => !(value < Infinity);

/** Draws what is seen of a grid. Edges fall on device pixels, so that cells are crisp at any zoom. */
export function paintGrid(context: Context, picture: Picture): void {
  const { layout, width, height, ratio, offset } = picture;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  if (layout.rows === 0 || layout.columns === 0) return;
  const seen = visibleCells(layout, offset, width, height);
  context.save();
  context.beginPath();
  // Half a line more, for the outline of the first row and column.
  context.rect(layout.left - 2, layout.top - 2, width, height);
  context.clip();
  if (picture.image) paintImage(context, picture, picture.image);
  else paintCells(context, picture, seen);
  paintLit(context, picture);
  context.restore();
  paintRowLabels(context, picture, seen);
  paintColumnLabels(context, picture, seen);
  paintCorner(context, picture);
}

const snap = (at: number, ratio: number) => Math.round(at * ratio) / ratio;

const columnX = ({ layout, offset, ratio }: Picture, column: number) =>
  snap(layout.left + column * layout.cellWidth - offset.x, ratio);
const rowY = ({ layout, offset, ratio }: Picture, row: number) =>
  snap(layout.top + row * layout.cellHeight - offset.y, ratio);

/** What a cell covers in the view, CSS px. */
export function cellBox(picture: Pick<Picture, 'layout' | 'offset' | 'ratio'>, cell: GridCell) {
  const whole = picture as Picture;
  const [x, y] = [columnX(whole, cell.column), rowY(whole, cell.row)];
  return { x, y, width: columnX(whole, cell.column + 1) - x, height: rowY(whole, cell.row + 1) - y };
}

function paintImage(context: Context, picture: Picture, image: HTMLCanvasElement): void {
  const [x, y] = [columnX(picture, 0), rowY(picture, 0)];
  const [width, height] = [columnX(picture, picture.layout.columns) - x, rowY(picture, picture.layout.rows) - y];
  context.fillStyle = picture.hatch ?? picture.palette.line;
  context.fillRect(x, y, width, height);
  context.imageSmoothingEnabled = false;
  context.drawImage(image, x, y, width, height);
}

function paintCells(context: Context, picture: Picture, seen: { first: GridCell; last: GridCell }): void {
  const { model, layout, scale, palette, ratio } = picture;
  const gap = layout.cellWidth >= 8 ? 1 / ratio : 0;
  context.font = `${VALUE_SIZE}px ${palette.mono}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  paintHidden(context, picture, seen);
  for (let row = seen.first.row; row <= seen.last.row; row++) {
    const y = rowY(picture, row);
    const height = rowY(picture, row + 1) - y - gap;
    for (let column = seen.first.column; column <= seen.last.column; column++) {
      const x = columnX(picture, column);
      const width = columnX(picture, column + 1) - x - gap;
      if (model.hidden(row, column)) continue;
      const value = model.value(row, column);
      if (isStrange(value)) {
        paintStrange(context, picture, { x, y, width, height }, value);
        continue;
      }
      const step = scale.step(value, model.bound);
      context.fillStyle = scale.fill[step] ?? '';
      context.fillRect(x, y, width, height);
      context.fillStyle = scale.ink[step] ?? '';
      if (layout.values) {
        context.fillText(picture.write(value), x + width / 2, y + height / 2 + 0.5);
      } else if (value < 0 && layout.cellWidth >= 6) {
        context.fillRect(x + width * 0.3, y + height / 2 - 0.5, width * 0.4, 1);
      }
    }
  }
}

/** A word on bare paper, struck through where there is no room for it: no colour, for it is nowhere on the scale. */
function paintStrange(
  context: Context,
  { palette, layout, write }: Picture,
  box: { x: number; y: number; width: number; height: number },
  value: number,
): void {
  const { x, y, width, height } = box;
  context.fillStyle = palette.paper;
  context.fillRect(x, y, width, height);
  context.fillStyle = palette.ink;
  context.strokeStyle = palette.ink;
  context.lineWidth = 1;
  if (layout.values) {
    context.setLineDash([2, 2]);
    context.strokeRect(x + 1.5, y + 1.5, width - 3, height - 3);
    context.setLineDash([]);
    context.fillText(write(value), x + width / 2, y + height / 2 + 0.5);
    return;
  }
  context.beginPath();
  context.moveTo(x + 1, y + 1);
  context.lineTo(x + width - 1, y + height - 1);
  context.moveTo(x + width - 1, y + 1);
  context.lineTo(x + 1, y + height - 1);
  context.stroke();
}

/** Hidden cells, a run at a time: filling with a pattern is slow, and a hatched area without seams is calmer to look at. */
function paintHidden(context: Context, picture: Picture, seen: { first: GridCell; last: GridCell }): void {
  const { model, layout, palette, hatch } = picture;
  const plate = context.measureText(model.hiddenText).width + 6;
  for (let row = seen.first.row; row <= seen.last.row; row++) {
    const y = rowY(picture, row);
    const height = rowY(picture, row + 1) - y;
    for (let column = seen.first.column; column <= seen.last.column; column++) {
      if (!model.hidden(row, column)) continue;
      const first = column;
      while (column < seen.last.column && model.hidden(row, column + 1)) column++;
      const x = columnX(picture, first);
      context.fillStyle = hatch ?? palette.line;
      context.fillRect(x, y, columnX(picture, column + 1) - x, height);
      if (!layout.values || model.hiddenText === '') continue;
      for (let at = first; at <= column; at++) {
        const middle = columnX(picture, at) + layout.cellWidth / 2;
        context.fillStyle = palette.paper;
        context.fillRect(middle - plate / 2, y + height / 2 - 8, plate, 16);
        context.fillStyle = palette.soft;
        context.fillText(model.hiddenText, middle, y + height / 2 + 0.5);
      }
    }
  }
}

function paintLit(context: Context, picture: Picture): void {
  const { lit, layout, palette, model } = picture;
  const [rows, columns] = [
    { start: 0, end: layout.rows },
    { start: 0, end: layout.columns },
  ];
  if (lit.column !== null && lit.column < layout.columns) {
    const block = { rows, columns: { start: lit.column, end: lit.column + 1 } };
    outline(context, picture, block, palette.roles[model.columnRole]);
  }
  if (lit.row !== null && lit.row < layout.rows) {
    const block = { rows: { start: lit.row, end: lit.row + 1 }, columns };
    outline(context, picture, block, palette.roles[model.rowRole]);
  }
  for (const block of lit.blocks) outline(context, picture, block, palette.ink);
}

/** A coloured line with a line of paper on each side of it: seen on a cell of any colour. */
function outline(context: Context, picture: Picture, block: Block, colour: string): void {
  const [x, y] = [columnX(picture, block.columns.start), rowY(picture, block.rows.start)];
  const [right, bottom] = [columnX(picture, block.columns.end), rowY(picture, block.rows.end)];
  const gap = picture.layout.cellWidth >= 8 ? 1 / picture.ratio : 0;
  const thin = picture.layout.cellWidth < 8;
  for (const [width, style] of [
    [thin ? 3 : 4, picture.palette.paper],
    [thin ? 1 : 2, colour],
  ] as const) {
    context.lineWidth = width;
    context.strokeStyle = style;
    context.strokeRect(x, y, right - x - gap, bottom - y - gap);
  }
}

function paintRowLabels(context: Context, picture: Picture, seen: { first: GridCell; last: GridCell }): void {
  const { model, layout, palette, lit, height, width } = picture;
  const { aside } = model;
  const end = columnX(picture, layout.columns);
  if (aside) {
    labelStyle(context, palette, 'x', false);
    context.textAlign = 'left';
    context.textBaseline = 'alphabetic';
    context.fillText(aside.label, end + ASIDE, layout.top - 7);
  }
  context.save();
  context.beginPath();
  context.rect(0, layout.top, layout.left, height);
  if (aside) context.rect(end, layout.top, width, height);
  context.clip();
  context.textBaseline = 'middle';
  const room = layout.left - 8;
  const write = (row: number) => {
    const on = row === lit.row;
    labelStyle(context, palette, model.rowRole, on);
    const text = shorten(model.rowLabels[row] ?? String(row), (part) => context.measureText(part).width <= room);
    const middle = rowY(picture, row) + layout.cellHeight / 2 + 0.5;
    const y = layout.rowLabels ? middle : Math.max(middle, layout.top + LABEL_SIZE / 2);
    context.textAlign = 'right';
    context.fillText(text, layout.left - 6, y);
    if (!aside) return;
    context.textAlign = 'left';
    context.font = `${on ? 'bold ' : ''}${VALUE_SIZE}px ${palette.mono}`;
    context.fillStyle = palette.ink;
    context.fillText(aside.text(row), end + ASIDE, y);
  };
  if (layout.rowLabels) for (let row = seen.first.row; row <= seen.last.row; row++) write(row);
  else {
    const on = lit.row !== null && lit.row < layout.rows ? lit.row : null;
    if (on !== null) write(on);
    const every = Math.ceil((LABEL_SIZE + 2) / layout.cellHeight);
    const first = Math.ceil(seen.first.row / every) * every;
    for (let row = first; row <= seen.last.row; row += every)
      if (on === null || Math.abs(row - on) >= every) write(row);
  }
  context.restore();
}

function labelStyle(context: Context, palette: Palette, role: Role, on: boolean): void {
  context.font = `${on ? 'bold ' : ''}${LABEL_SIZE}px ${palette.font}`;
  context.fillStyle = on || role !== 'x' ? palette.roles[role] : palette.soft;
}

function paintColumnLabels(context: Context, picture: Picture, seen: { first: GridCell; last: GridCell }): void {
  const { model, layout, palette, lit, width } = picture;
  const mode = layout.columnLabels;
  context.save();
  context.beginPath();
  context.rect(layout.left - (mode === 'slanted' ? 6 : 0), 0, width, layout.top);
  context.clip();
  const room =
    mode === 'flat'
      ? layout.cellWidth
      : mode === 'none'
        ? width - layout.left
        : (layout.top - 6) / (mode === 'slanted' ? Math.SQRT1_2 : 1) - (mode === 'slanted' ? 6 : 0);
  const write = (column: number) => {
    labelStyle(context, palette, model.columnRole, column === lit.column);
    const text = shorten(
      model.columnLabels[column] ?? String(column),
      (part) => context.measureText(part).width <= room,
    );
    const x = columnX(picture, column) + layout.cellWidth / 2;
    context.save();
    if (mode === 'flat' || mode === 'none') {
      context.textAlign = 'center';
      context.textBaseline = 'alphabetic';
      const half = context.measureText(text).width / 2;
      const inside = mode === 'none' ? Math.min(width - half, Math.max(layout.left + half, x)) : x;
      context.fillText(text, inside, layout.top - 7);
    } else {
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      context.translate(x, layout.top - 5);
      context.rotate(mode === 'slanted' ? SLANT : -Math.PI / 2);
      context.fillText(text, 0, 0);
    }
    context.restore();
  };
  if (mode !== 'none') for (let column = seen.first.column; column <= seen.last.column; column++) write(column);
  else paintSomeColumns(context, picture, seen, write);
  context.restore();
}

/** Room for one word of a row that has no room for all. CSS px. */
const SOME = 56;

/** Columns too narrow for their words: the one in focus, and of the others as many as stand side by side. */
function paintSomeColumns(
  context: Context,
  picture: Picture,
  seen: { first: GridCell; last: GridCell },
  write: (column: number) => void,
): void {
  const { model, layout, palette, lit, width } = picture;
  const every = Math.ceil(SOME / layout.cellWidth);
  let taken = { start: Infinity, end: -Infinity };
  if (lit.column !== null && lit.column < layout.columns) {
    write(lit.column);
    const size = context.measureText(model.columnLabels[lit.column] ?? String(lit.column)).width;
    const middle = columnX(picture, lit.column) + layout.cellWidth / 2;
    const inside = Math.min(width - size / 2, Math.max(layout.left + size / 2, middle));
    taken = { start: inside - size / 2 - 4, end: inside + size / 2 + 4 };
  }
  labelStyle(context, palette, model.columnRole, false);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  for (let column = Math.ceil(seen.first.column / every) * every; column <= seen.last.column; column += every) {
    const x = columnX(picture, column);
    const room = Math.min(every * layout.cellWidth - 6, width - x);
    if (room < LABEL_SIZE || (x < taken.end && x + room > taken.start)) continue;
    const label = model.columnLabels[column] ?? String(column);
    context.fillText(
      shorten(label, (part) => context.measureText(part).width <= room),
      x,
      layout.top - 7,
    );
  }
}

function paintCorner(context: Context, picture: Picture): void {
  const { model, layout, palette } = picture;
  if (!model.corner) return;
  context.font = `${VALUE_SIZE}px ${palette.font}`;
  context.textAlign = 'right';
  context.textBaseline = 'alphabetic';
  context.fillStyle = palette.roles[model.columnRole];
  context.fillText(`${model.corner.columns} →`, layout.left - 6, layout.top - 21);
  context.fillStyle = palette.roles[model.rowRole];
  context.fillText(`${model.corner.rows} ↓`, layout.left - 6, layout.top - 7);
}

/** Diagonal lines, drawn once a palette and pixel ratio. */
export function makeHatch(context: Context, palette: Palette, ratio: number): CanvasPattern | null {
  const size = Math.max(4, Math.round(6 * ratio));
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const brush = tile.getContext('2d');
  if (!brush) return null;
  brush.strokeStyle = palette.soft;
  brush.globalAlpha = 0.55;
  brush.lineWidth = Math.max(1, ratio);
  brush.beginPath();
  for (const shift of [-size, 0, size]) {
    brush.moveTo(shift - 1, size + 1);
    brush.lineTo(shift + size + 1, -1);
  }
  brush.stroke();
  const pattern = context.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}

/** One pixel a cell; hidden cells stay clear, for the hatching under them, NaN and ∞ are the ink's black or white. */
export function paintPixels(canvas: HTMLCanvasElement, model: GridModel, scale: ColourScale, dark: boolean): void {
  canvas.width = model.columns;
  canvas.height = model.rows;
  const context = canvas.getContext('2d');
  if (!context) return;
  const image = context.createImageData(model.columns, model.rows);
  let at = 0;
  for (let row = 0; row < model.rows; row++) {
    for (let column = 0; column < model.columns; column++, at += 4) {
      if (model.hidden(row, column)) continue;
      const value = model.value(row, column);
      const rgb = isStrange(value) ? Array(3).fill(dark ? 255 : 0) : scale.rgb[scale.step(value, model.bound)];
      if (rgb) image.data.set(rgb, at);
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
}
