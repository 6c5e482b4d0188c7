import { visibleToken } from '../trace/token-text.ts';
import { LINE_THRESHOLD, rowHeight, selectLines, thickness } from '../views/lines/line-selection.ts';
import type { Palette } from '../views/shared/colour.ts';
import type { Sheet } from './drawing.ts';
import type { Slice } from './models.ts';
import { widestText } from './text-size.ts';

const token = { size: 14 };
const heading = { size: 12 };
const PAD = 8;
const HEADING = 24;

/** The stroke of a weight's line: the larger the weight, the thicker and the more opaque. */
export const strokeOf = (weight: number, { roles }: Palette) => ({
  stroke: roles.w,
  width: thickness(weight),
  opacity: 0.1 + 0.9 * weight,
});

/** The layout of the arcs: queries on the left, keys on the right, a line for each weight. */
interface Arcs {
  readonly slice: Slice;
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  readonly words: { readonly queries: string; readonly keys: string };
  readonly row: number;
  /** Widths of the words on each side. px */
  readonly left: number;
  readonly right: number;
  readonly width: number;
  readonly height: number;
  readonly selection: ReturnType<typeof selectLines>;
}

export function layOutArcs(
  slice: Slice,
  sentence: { readonly queries: readonly string[]; readonly keys: readonly string[] },
  words: Arcs['words'],
  width: number,
): Arcs {
  const [queries, keys] = [sentence.queries.map(visibleToken), sentence.keys.map(visibleToken)];
  const most = Math.max(queries.length, keys.length);
  const row = rowHeight(most);
  const side = (texts: readonly string[], name: string): number =>
    Math.min(width * 0.38, Math.max(widestText(texts, token), widestText([name], heading)) + 2 * PAD);
  const [left, right] = [side(queries, words.queries), side(keys, words.keys)];
  return {
    slice,
    queries,
    keys,
    words,
    row,
    left,
    right,
    width: Math.min(width, left + right + Math.max(140, Math.min(240, most * row))),
    height: HEADING + most * row,
    selection: selectLines(slice.data, slice.rows, slice.columns, LINE_THRESHOLD),
  };
}

export function drawArcs(sheet: Sheet, arcs: Arcs, palette: Palette): void {
  const { queries, keys, words, left, right, width, row, selection } = arcs;
  const end = width - right;
  sheet.text(words.queries, { ...heading, x: left - PAD, y: 15, fill: palette.roles.q, anchor: 'end' });
  sheet.text(words.keys, { ...heading, x: end + PAD, y: 15, fill: palette.roles.k });
  const middle = (index: number): number => HEADING + (index + 0.5) * row;
  const bend = left + (end - left) / 2;
  for (const { query, key, weight } of selection.lines) {
    const [from, to] = [middle(query), middle(key)];
    sheet.path(
      [
        ['M', left, from],
        ['C', bend, from, bend, to, end, to],
      ],
      strokeOf(weight, palette),
    );
  }
  for (const [index, text] of queries.entries()) {
    const place = { x: left - PAD, y: middle(index) + 5, anchor: 'end', maxWidth: left - PAD } as const;
    sheet.text(text, { ...token, ...place, fill: palette.roles.q });
  }
  for (const [index, text] of keys.entries()) {
    sheet.text(text, { ...token, x: end + PAD, y: middle(index) + 5, fill: palette.roles.k, maxWidth: right - PAD });
  }
}
