import { fill, strings } from '../shared/messages.ts';
import { formatNumber, formatPercent } from '../shared/number-format.ts';
import type { Pixels } from './paint.ts';
import type { Span } from './region.ts';

/** What the pixel that holds a cell comes to, in words; empty where there is none yet. */
export function pixelText(
  pixels: Pixels | null,
  { row, column }: { readonly row: number; readonly column: number },
  digits: number,
): string {
  if (!pixels) return '';
  const { region, height, width, rowsPer } = pixels;
  const rows = bandOf(region.rows, height, rowsPer, row);
  const columns = pixelOf(region.columns, width, column);
  if (!rows || !columns) return '';
  const at = rows.index * width + columns.index;
  const share = pixels.hidden[at] ?? 0;
  const own = strings.overview;
  const where = fill(own.pixel, { queries: places(rows.span), keys: places(columns.span) });
  if (share === 1) return `${where} ${strings.grid.masked}`;
  const text = (values: Float32Array): string => formatNumber(values[at] ?? Number.NaN, digits);
  const numbers = fill(own.numbers, { mean: text(pixels.mean), max: text(pixels.max) });
  return `${where} ${numbers}${share > 0 ? `, ${fill(own.partly, { percent: formatPercent(share) })}` : ''}`;
}

/** "12–15", or "12" for one alone. */
const places = ([from, end]: Span): string => (end - from > 1 ? `${from}–${end - 1}` : String(from));

/** The pixel row that holds a row, and the rows that it covers; null where none does. */
function bandOf([from, to]: Span, pixels: number, each: number, row: number) {
  const index = Math.floor((row - from) / each);
  if (index < 0 || index >= pixels) return null;
  return { index, span: [from + index * each, Math.min(to, from + (index + 1) * each)] as const };
}

/** The pixel column that holds a column, and the columns that it covers (see Trace.overview); null where none does. */
function pixelOf([from, to]: Span, pixels: number, position: number) {
  if (position < from || position >= to) return null;
  const count = to - from;
  let index = Math.min(pixels - 1, Math.floor(((position - from) * pixels) / count));
  const first = (at: number) => Math.floor((at * count) / pixels);
  if (index + 1 < pixels && first(index + 1) <= position - from) index += 1;
  const end = Math.max(first(index) + 1, first(index + 1));
  return { index, span: [from + first(index), from + end] as const };
}
