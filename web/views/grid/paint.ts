import { shorten } from '../../trace/token-text.ts';
import type { Box } from '../shared/box.ts';
import type { Palette } from '../shared/colour.ts';
import { type ColourScale, type Rgb, sequentialScale } from '../shared/colour.ts';
import { contextOf } from '../shared/custom-element.ts';
import { drawCells, drawLabels, type Surface, type TextStyle, type VisibleCells } from './drawing.ts';
import { type GridLayout, visibleCells } from './layout.ts';
import { type Block, columnX, type GridModel, isNonFinite, type Picture, rowY } from './model.ts';

type Context = CanvasRenderingContext2D;

/** Drawing that only a canvas can do. */
interface CanvasPaint {
  /** One pixel for each cell, for cells too small to be drawn one by one. */
  readonly image: HTMLCanvasElement | null;
  readonly hatch: CanvasPattern | null;
}

/** Narrower cells are drawn as the pixels of one image. In CSS pixels. */
const PIXEL_CELLS = 4;

export const isImage = ({ cellWidth }: GridLayout): boolean => cellWidth < PIXEL_CELLS;

/** Draws the visible part of a grid. */
export function paintGrid(context: Context, picture: Picture, paint: CanvasPaint): void {
  const painted = paintCells(context, picture, paint);
  if (painted) drawLabels(painted.surface, picture, painted.seen);
}

/** The same without labels. Null clears it. Edges fall on device pixels, so cells are crisp at any zoom. */
export function paintCells(context: Context, picture: Picture, { image, hatch }: CanvasPaint) {
  const { layout, palette, width, height, ratio, offset } = picture;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  // A box that is not a whole number of pixels wide has a partial last pixel, which is cleared too.
  context.clearRect(0, 0, width + 1, height + 1);
  if (layout.rows === 0 || layout.columns === 0) return null;
  const surface = new CanvasSurface(context, palette, hatch ?? palette.line);
  const seen = visibleCells(layout, offset, width, height);
  // Half a line extra, for the outline of the first row and column.
  surface.clipped([{ x: layout.left - 2, y: layout.top - 2, width, height }], () => {
    if (image) paintImage(surface, context, picture, image);
    else {
      drawCells(surface, picture, seen);
      paintRemarks(context, picture, seen);
    }
    paintHighlight(context, picture);
  });
  return { surface, seen };
}

class CanvasSurface implements Surface {
  private style: TextStyle | null = null;

  constructor(
    private readonly context: Context,
    private readonly palette: Palette,
    private readonly pattern: CanvasPattern | string,
  ) {}

  rect(x: number, y: number, width: number, height: number, fill: string): void {
    this.context.fillStyle = fill;
    this.context.fillRect(x, y, width, height);
  }

  hatch(x: number, y: number, width: number, height: number): void {
    this.context.fillStyle = this.pattern;
    this.context.fillRect(x, y, width, height);
  }

  frame(x: number, y: number, width: number, height: number, stroke: string): void {
    this.context.lineWidth = 1;
    this.context.strokeStyle = stroke;
    this.context.setLineDash([2, 2]);
    this.context.strokeRect(x, y, width, height);
    this.context.setLineDash([]);
  }

  line(fromX: number, fromY: number, toX: number, toY: number, stroke: string): void {
    this.context.lineWidth = 1;
    this.context.strokeStyle = stroke;
    this.context.beginPath();
    this.context.moveTo(fromX, fromY);
    this.context.lineTo(toX, toY);
    this.context.stroke();
  }

  text(text: string, x: number, y: number, fill: string, style: TextStyle, maxWidth = Infinity, angle = 0): void {
    const { context } = this;
    this.setStyle(style);
    const fitting = maxWidth === Infinity ? text : shorten(text, (part) => context.measureText(part).width <= maxWidth);
    context.fillStyle = fill;
    if (angle === 0) {
      context.fillText(fitting, x, style.isMiddle ? y + 0.5 : y);
      return;
    }
    context.save();
    context.translate(x, y);
    context.rotate((angle * Math.PI) / 180);
    context.fillText(fitting, 0, 0);
    context.restore();
  }

  textWidth(text: string, style: TextStyle): number {
    this.setStyle(style);
    return this.context.measureText(text).width;
  }

  clipped(boxes: readonly Box[], draw: () => void): void {
    this.context.save();
    this.context.beginPath();
    for (const { x, y, width, height } of boxes) this.context.rect(x, y, width, height);
    this.context.clip();
    draw();
    this.context.restore();
    this.style = null;
  }

  /** Setting a font is slow, and thousands of numbers in a row share one. */
  private setStyle(style: TextStyle): void {
    if (style === this.style) return;
    const { context, palette } = this;
    context.font = `${style.bold ? 'bold ' : ''}${style.size}px ${style.mono ? palette.mono : palette.font}`;
    context.textAlign = style.align === 'middle' ? 'center' : style.align;
    context.textBaseline = style.isMiddle ? 'middle' : 'alphabetic';
    this.style = style;
  }
}

function paintImage(surface: Surface, context: Context, picture: Picture, image: HTMLCanvasElement): void {
  const [x, y] = [columnX(picture, 0), rowY(picture, 0)];
  const [width, height] = [columnX(picture, picture.layout.columns) - x, rowY(picture, picture.layout.rows) - y];
  surface.hatch(x, y, width, height);
  context.imageSmoothingEnabled = false;
  context.drawImage(image, x, y, width, height);
}

function paintRemarks(context: Context, picture: Picture, { first, last }: VisibleCells): void {
  const { model, layout, ratio } = picture;
  if (!model.remark || model.marksRemarks === false) return;
  const gap = layout.cellWidth >= 8 ? 1 / ratio : 0;
  for (let row = first.row; row <= last.row; row++) {
    for (let column = first.column; column <= last.column; column++) {
      if (model.remark(row, column))
        paintMark(context, picture, columnX(picture, column + 1) - gap, rowY(picture, row));
    }
  }
}

/** A dark corner with a light line: visible on any colour, and without seeing colours. */
function paintMark(context: Context, { palette, layout }: Picture, x: number, y: number): void {
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

/** A coloured line with a light line on each side: visible on a cell of any colour. */
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

/** Diagonal lines, drawn once for each palette and pixel ratio. */
export function makeHatch(context: Context, palette: Palette, ratio: number): CanvasPattern | null {
  const size = Math.max(4, Math.round(6 * ratio));
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const tileContext = contextOf(tile);
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

/**
 * One pixel for each cell. Hidden cells stay clear, so that the hatching shows. NaN and ∞ are black or white, like
 * text.
 */
function paintPixels(canvas: HTMLCanvasElement, model: GridModel, scale: ColourScale, dark: boolean): void {
  const { rows, columns, scaleMax } = model;
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  const context = contextOf(canvas);
  if (!context) return;
  const image = context.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const colours = coloursOf(scale);
  const nonFinite = dark ? 0xffffffff : opaque([0, 0, 0]);
  const pixel = (value: number) =>
    isNonFinite(value) ? nonFinite : (colours[scale.step(value, scaleMax)] ?? nonFinite);
  const { values } = model;
  if (values) for (let index = 0; index < values.length; index++) pixels[index] = pixel(values[index] ?? 0);
  else {
    for (let row = 0, index = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, index++) {
        if (!model.hidden(row, column)) pixels[index] = pixel(model.value(row, column));
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

/** The colour as the bytes of an image, in the machine's byte order. */
function opaque([red, green, blue]: Rgb): number {
  return new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0] ?? 0;
}

type MakeScale = (palette: Palette) => ColourScale;

/** Expensive parts of a drawing, kept until the palette, the data or the pixel ratio changes. */
export class PaintCache {
  private hatching: { pattern: CanvasPattern | null; palette: Palette; ratio: number } | null = null;
  private image: { canvas: HTMLCanvasElement; model: GridModel; palette: Palette } | null = null;
  private own: { scale: ColourScale; palette: Palette } | null = null;
  private sequential: { scale: ColourScale; palette: Palette } | null = null;

  scale(palette: Palette, make: MakeScale): ColourScale {
    if (this.own?.palette !== palette) this.own = { scale: make(palette), palette };
    return this.own.scale;
  }

  /** From 0 to 1, for weights among other numbers. */
  weightScale(palette: Palette): ColourScale {
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

  /** Makes the colour scale again at the next drawing, since it changed with the data. */
  forget(): void {
    this.own = null;
    this.image = null;
  }
}
