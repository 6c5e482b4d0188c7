import type { LanguageCode } from '../../i18n/language.ts';
import { overviewWords } from '../../i18n/overview.ts';
import { fill } from '../../i18n/sentences.ts';
import { viewWords } from '../../i18n/views.ts';
import { type Digits, formatNumber, formatPercent } from '../../trace/number-format.ts';
import { lengthOf, type Region, type Span } from '../../trace/region.ts';
import { ticks } from '../plots/plot.ts';
import type { ColourScale, Palette } from '../shared/colour.ts';
import { contextOf } from '../shared/custom-element.ts';

/** A region pixel by pixel, in row-major order. */
export interface Pixels {
  readonly region: Region;
  /** How many rows a pixel covers; the last may cover fewer. Columns are distributed evenly, see Trace.overview. */
  readonly rowsPer: number;
  readonly height: number;
  readonly width: number;
  /** The mean or maximum of the visible cells. NaN if all are hidden. */
  readonly mean: Float32Array;
  readonly max: Float32Array;
  /** The fraction of its cells that the mask hides. */
  readonly hidden: Float32Array;
}

export type Measure = 'mean' | 'max';

/** The ends of a logarithmic colour scale. */
export interface Ends {
  readonly low: number;
  readonly high: number;
}

/** How many powers of ten the colours cover. Smaller numbers get the palest colour. */
const DECADES = 4;

/** The smallest and largest visible number. Null if none is above 0. */
export function endsOf(values: Float32Array): Ends | null {
  let [low, high] = [Infinity, 0];
  for (const value of values) {
    if (value > high && value < Infinity) high = value;
    if (value > 0 && value < low) low = value;
  }
  if (high === 0) return null;
  return { low: Math.max(low, high * 10 ** -DECADES), high };
}

/** The position of a value on the colour scale. Among thousands of tokens weights differ by powers of ten. */
function shareOf(value: number, { low, high }: Ends): number {
  if (!(value > low)) return 0;
  return value >= high ? 1 : Math.log(value / low) / Math.log(high / low);
}

/** Paints one canvas pixel for each pixel. Hidden cells let the hatching below show, by their fraction. */
export function paintShares(
  canvas: HTMLCanvasElement,
  { height, width, hidden, mean, max }: Pixels,
  measure: Measure,
  ends: Ends | null,
  scale: ColourScale,
): void {
  canvas.width = width;
  canvas.height = height;
  const context = contextOf(canvas);
  if (!context) return;
  const image = context.createImageData(width, height);
  const words = new Uint32Array(image.data.buffer);
  // Bytes are in the machine's order. Every machine with WebAssembly is little-endian.
  const colours = Uint32Array.from(scale.rgb, ([r, g, b]) => r | (g << 8) | (b << 16));
  const values = measure === 'mean' ? mean : max;
  for (let index = 0; index < words.length; index += 1) {
    const share = hidden[index] ?? 0;
    if (share === 1) continue;
    const step = ends === null ? 0 : scale.step(shareOf(values[index] ?? 0, ends), 1);
    words[index] = ((colours[step] ?? 0) | (Math.round((1 - share) * 255) << 24)) >>> 0;
  }
  context.putImageData(image, 0, 0);
}

/** The area of the cells in the canvas, in CSS pixels. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly region: Region;
}

const columnAt = (plot: Plot, column: number): number =>
  plot.left + ((column - plot.region.columns[0]) / lengthOf(plot.region.columns)) * plot.width;
const rowAt = (plot: Plot, row: number): number =>
  plot.top + ((row - plot.region.rows[0]) / lengthOf(plot.region.rows)) * plot.height;

export interface Marked {
  readonly lens: Region;
  readonly query: number | null;
  readonly key: number | null;
  readonly corner: { readonly queries: string; readonly keys: string };
}

type Context = CanvasRenderingContext2D;

const SIZE = 11;

export function paintOverview(
  context: Context,
  plot: Plot,
  image: { readonly canvas: HTMLCanvasElement; readonly pixels: Pixels } | null,
  brush: { readonly palette: Palette; readonly hatch: CanvasPattern | null; readonly ratio: number },
  marked: Marked,
): void {
  const { palette, hatch, ratio } = brush;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, plot.left + plot.width + 2, plot.top + plot.height + 2);
  context.save();
  context.beginPath();
  context.rect(plot.left, plot.top, plot.width, plot.height);
  context.clip();
  if (image) {
    const { region, height, rowsPer } = image.pixels;
    const [x, y] = [columnAt(plot, region.columns[0]), rowAt(plot, region.rows[0])];
    const [right, bottom] = [columnAt(plot, region.columns[1]), rowAt(plot, region.rows[0] + height * rowsPer)];
    context.fillStyle = hatch ?? palette.line;
    context.fillRect(x, y, right - x, bottom - y);
    context.imageSmoothingEnabled = false;
    context.drawImage(image.canvas, x, y, right - x, bottom - y);
  }
  paintMarks(context, plot, palette, marked);
  context.restore();
  paintTicks(context, plot, palette, marked);
}

function paintMarks(context: Context, plot: Plot, palette: Palette, { lens, query, key }: Marked): void {
  const lines: [number, string, () => void][] = [];
  const stroke = (colour: string, path: () => void) => {
    lines.push([3, palette.paper, path], [1, colour, path]);
  };
  if (query !== null) {
    const y = rowAt(plot, query + 0.5);
    stroke(palette.roles.q, () => {
      context.moveTo(plot.left, y);
      context.lineTo(plot.left + plot.width, y);
    });
  }
  if (key !== null) {
    const x = columnAt(plot, key + 0.5);
    stroke(palette.roles.k, () => {
      context.moveTo(x, plot.top);
      context.lineTo(x, plot.top + plot.height);
    });
  }
  const [x, y] = [columnAt(plot, lens.columns[0]), rowAt(plot, lens.rows[0])];
  const [right, bottom] = [columnAt(plot, lens.columns[1]), rowAt(plot, lens.rows[1])];
  // Among thousands of tokens the viewport is only a few pixels, so it is drawn larger to be seen and grabbed.
  const room = Math.max(0, 8 - (right - x)) / 2;
  const height = Math.max(0, 8 - (bottom - y)) / 2;
  const box = () => context.rect(x - room, y - height, right - x + 2 * room, bottom - y + 2 * height);
  lines.push([5, palette.paper, box], [2.5, palette.ink, box]);
  for (const [width, style, path] of lines) {
    context.lineWidth = width;
    context.strokeStyle = style;
    context.beginPath();
    path();
    context.stroke();
  }
}

/** Labels along the edges, at round positions. */
function paintTicks(context: Context, plot: Plot, palette: Palette, { corner }: Marked): void {
  const { region } = plot;
  context.font = `${SIZE}px ${palette.font}`;
  context.fillStyle = palette.soft;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'center';
  for (const column of wholeTicks(region.columns, plot.width / 56)) {
    const half = context.measureText(String(column)).width / 2;
    const x = Math.min(plot.left + plot.width - half, columnAt(plot, column + 0.5));
    context.fillText(String(column), x, plot.top - 6);
  }
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const row of wholeTicks(region.rows, plot.height / 28)) {
    const y = Math.max(plot.top + SIZE / 2, Math.min(plot.top + plot.height - SIZE / 2, rowAt(plot, row + 0.5)));
    context.fillText(String(row), plot.left - 6, y);
  }
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  context.fillStyle = palette.roles.k;
  context.fillText(`${corner.keys} →`, plot.left, plot.top - 21);
  context.save();
  context.translate(plot.left - 40, plot.top + 2);
  context.rotate(-Math.PI / 2);
  context.textAlign = 'right';
  context.fillStyle = palette.roles.q;
  context.fillText(`← ${corner.queries}`, 0, 0);
  context.restore();
}

/** Integers of a span, a round step apart. */
const wholeTicks = ([from, to]: Span, most: number): number[] =>
  ticks(from, to, Math.min(most, to - from)).filter((index) => index < to);

/** The pixel of a cell in words. Empty if it is not computed yet. */
export function pixelText(
  language: LanguageCode,
  pixels: Pixels | null,
  { row, column }: { readonly row: number; readonly column: number },
  digits: Digits,
): string {
  if (!pixels) return '';
  const { region, height, width, rowsPer } = pixels;
  const rows = bandOf(region.rows, height, rowsPer, row);
  const columns = pixelOf(region.columns, width, column);
  if (!rows || !columns) return '';
  const index = rows.index * width + columns.index;
  const share = pixels.hidden[index] ?? 0;
  const own = overviewWords(language);
  const where = fill(own.pixel, { queries: places(rows.span), keys: places(columns.span) });
  if (share === 1) return `${where} ${viewWords(language).grid.masked}`;
  const text = (values: Float32Array): string => formatNumber(values[index] ?? Number.NaN, digits);
  const numbers = fill(own.numbers, { mean: text(pixels.mean), max: text(pixels.max) });
  return `${where} ${numbers}${share > 0 ? `, ${fill(own.partly, { percent: formatPercent(share) })}` : ''}`;
}

/** "12–15", or "12" for a single one. */
const places = ([from, end]: Span): string => (end - from > 1 ? `${from}–${end - 1}` : String(from));

/** The pixel row of a row, and the rows it covers. Null outside the region. */
function bandOf([from, to]: Span, pixels: number, each: number, row: number) {
  const index = Math.floor((row - from) / each);
  if (index < 0 || index >= pixels) return null;
  return { index, span: [from + index * each, Math.min(to, from + (index + 1) * each)] as const };
}

/** The pixel column of a column, and the columns it covers (see Trace.overview). Null outside the region. */
function pixelOf([from, to]: Span, pixels: number, position: number) {
  if (position < from || position >= to) return null;
  const count = to - from;
  let index = Math.min(pixels - 1, Math.floor(((position - from) * pixels) / count));
  const first = (index: number) => Math.floor((index * count) / pixels);
  if (index + 1 < pixels && first(index + 1) <= position - from) index += 1;
  const end = Math.max(first(index) + 1, first(index + 1));
  return { index, span: [from + first(index), from + end] as const };
}
