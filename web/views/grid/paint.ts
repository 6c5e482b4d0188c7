import { type ColourScale, type Rgb, sequentialScale } from '../shared/colour.ts';
import type { GridCell } from '../shared/keyboard.ts';
import type { Palette } from '../shared/palette.ts';
import { paintLabels } from './labels.ts';
import { visibleCells } from './layout.ts';
import {
  type Block,
  type Context,
  columnX,
  type GridModel,
  isNonFinite,
  type Picture,
  rowY,
  VALUE_SIZE,
} from './model.ts';

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
  paintHighlight(context, picture);
  context.restore();
  paintLabels(context, picture, seen);
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
  const { model, layout, palette, ratio } = picture;
  const gap = layout.cellWidth >= 8 ? 1 / ratio : 0;
  context.font = `${VALUE_SIZE}px ${palette.mono}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  paintHidden(context, picture, seen);
  const marks: { x: number; y: number }[] = [];
  for (let row = seen.first.row; row <= seen.last.row; row++) {
    const y = rowY(picture, row);
    const height = rowY(picture, row + 1) - y - gap;
    for (let column = seen.first.column; column <= seen.last.column; column++) {
      const x = columnX(picture, column);
      const width = columnX(picture, column + 1) - x - gap;
      if (model.remark?.(row, column)) marks.push({ x: x + width, y });
      if (model.hidden(row, column) || model.blank?.(row, column)) continue;
      const value = model.value(row, column);
      if (isNonFinite(value)) {
        paintNonFinite(context, picture, { x, y, width, height }, value);
        continue;
      }
      const share = model.share?.(row, column) ? picture.shares : null;
      const scale = share ?? picture.scale;
      const step = scale.step(value, share ? 1 : model.bound);
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
  for (const mark of marks) paintMark(context, picture, mark);
}

/** A corner of ink with a line of paper: seen on any colour, and without seeing colours. */
function paintMark(context: Context, { palette, layout }: Picture, { x, y }: { x: number; y: number }): void {
  const size = Math.min(9, layout.cellWidth / 2, layout.cellHeight / 2);
  context.beginPath();
  context.moveTo(x - size, y);
  context.lineTo(x, y);
  context.lineTo(x, y + size);
  context.closePath();
  context.fillStyle = palette.ink;
  context.fill();
  context.beginPath();
  context.moveTo(x - size, y);
  context.lineTo(x, y + size);
  context.lineWidth = 1;
  context.strokeStyle = palette.paper;
  context.stroke();
}

/** A word on bare paper, struck through where there is no room for it: no colour, for it is nowhere on the scale. */
function paintNonFinite(
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

function paintHighlight(context: Context, picture: Picture): void {
  const { highlight, layout, palette, model } = picture;
  const [rows, columns] = [
    { start: 0, end: layout.rows },
    { start: 0, end: layout.columns },
  ];
  if (highlight.column !== null && highlight.column < layout.columns) {
    const block = { rows, columns: { start: highlight.column, end: highlight.column + 1 } };
    outline(context, picture, block, palette.roles[model.columnRole]);
  }
  if (highlight.row !== null && highlight.row < layout.rows) {
    const block = { rows: { start: highlight.row, end: highlight.row + 1 }, columns };
    outline(context, picture, block, palette.roles[model.rowRole]);
  }
  for (const block of highlight.blocks) outline(context, picture, block, palette.ink);
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

/** Diagonal lines, drawn once a palette and pixel ratio. */
export function makeHatch(context: Context, palette: Palette, ratio: number): CanvasPattern | null {
  const size = Math.max(4, Math.round(6 * ratio));
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const tileContext = tile.getContext('2d');
  if (!tileContext) return null;
  tileContext.strokeStyle = palette.soft;
  tileContext.globalAlpha = 0.55;
  tileContext.lineWidth = Math.max(1, ratio);
  tileContext.beginPath();
  for (const shift of [-size, 0, size]) {
    tileContext.moveTo(shift - 1, size + 1);
    tileContext.lineTo(shift + size + 1, -1);
  }
  tileContext.stroke();
  const pattern = context.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}

/** One pixel a cell; hidden cells stay clear, for the hatching under them, NaN and ∞ are the ink's black or white. */
function paintPixels(canvas: HTMLCanvasElement, model: GridModel, scale: ColourScale, dark: boolean): void {
  const { rows, columns, bound } = model;
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  const context = canvas.getContext('2d');
  if (!context) return;
  const image = context.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const colours = coloursOf(scale);
  const nonFinite = dark ? 0xffffffff : opaque([0, 0, 0]);
  const pixel = (value: number) => (isNonFinite(value) ? nonFinite : (colours[scale.step(value, bound)] ?? nonFinite));
  const { values } = model;
  if (values) for (let at = 0; at < values.length; at++) pixels[at] = pixel(values[at] ?? 0);
  else {
    for (let row = 0, at = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, at++) {
        if (!model.hidden(row, column)) pixels[at] = pixel(model.value(row, column));
      }
    }
  }
  context.putImageData(image, 0, 0);
}

const known = new WeakMap<ColourScale, Uint32Array>();

function coloursOf(scale: ColourScale): Uint32Array {
  const colours = known.get(scale) ?? Uint32Array.from(scale.rgb, opaque);
  known.set(scale, colours);
  return colours;
}

/** As the bytes of an image, in whatever order the machine keeps those of a number. */
function opaque([red, green, blue]: Rgb): number {
  return new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0] ?? 0;
}

type MakeScale = (palette: Palette) => ColourScale;

/** What drawing a grid needs and takes long to make: kept until the palette, the data or the pixel ratio is another. */
export class PaintCache {
  private hatching: { pattern: CanvasPattern | null; palette: Palette; ratio: number } | null = null;
  private image: { canvas: HTMLCanvasElement; model: GridModel; palette: Palette } | null = null;
  private own: { scale: ColourScale; palette: Palette } | null = null;
  private sequential: { scale: ColourScale; palette: Palette } | null = null;

  scale(palette: Palette, make: MakeScale): ColourScale {
    if (this.own?.palette !== palette) this.own = { scale: make(palette), palette };
    return this.own.scale;
  }

  /** From 0 to 1, for shares among other numbers. */
  shares(palette: Palette): ColourScale {
    if (this.sequential?.palette !== palette) this.sequential = { scale: sequentialScale(palette), palette };
    return this.sequential.scale;
  }

  hatch(context: CanvasRenderingContext2D, palette: Palette, ratio: number): CanvasPattern | null {
    if (this.hatching?.palette !== palette || this.hatching.ratio !== ratio) {
      this.hatching = { pattern: makeHatch(context, palette, ratio), palette, ratio };
    }
    return this.hatching.pattern;
  }

  pixels(model: GridModel, palette: Palette, make: MakeScale): HTMLCanvasElement {
    if (this.image?.model !== model || this.image.palette !== palette) {
      const canvas = this.image?.canvas ?? document.createElement('canvas');
      paintPixels(canvas, model, this.scale(palette, make), palette.dark);
      this.image = { canvas, model, palette };
    }
    return this.image.canvas;
  }

  /** The colour scale changed with the data: made again at the next drawing. */
  forget(): void {
    this.own = null;
    this.image = null;
  }
}
