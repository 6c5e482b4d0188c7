import type { Journey, WeightsChapter } from '../../stage/journey.ts';
import { formatPercent } from '../../trace/number-format.ts';
import { type KeyRows, keyCells, keyRows } from './key-rows.ts';
import { ease, type Room, Sheet, type StagePicture } from './marks.ts';
import { columnHeading, columnText, columnWidth, heading, isNarrow, wordKey } from './parts.ts';

const HEADER = 4.2;
const PERCENT = 4.6;

/** All of the attention, 100 %, is poured out over the keys. */
export function weightsPicture(chapter: WeightsChapter, journey: Journey, progress: number, room: Room): StagePicture {
  const sheet = new Sheet(journey.source.reader);
  const { text, width } = room;
  const rows = keyRows(sheet, journey, { header: HEADER * text, room, hidden: chapter.from });
  const left = rows.left + 0.8 * text;
  const x = left + inputColumn(sheet, chapter, journey, rows, left, room);
  const full = Math.max(2 * text, width - x - PERCENT * text);
  vessel(sheet, chapter, x, full, ease(progress, 0.12, 0.9), text);
  weightBars(sheet, chapter, journey, rows, { x, full, progress, text });
  return sheet.picture;
}

/** The row that softmax reads, from `x` on. Returns the width it takes. */
function inputColumn(
  sheet: Sheet,
  { from }: WeightsChapter,
  { source: { digits }, keyTokens }: Journey,
  rows: KeyRows,
  x: number,
  room: Room,
): number {
  if (from === null) return 0;
  const { text } = room;
  const written = rows.keys.map((key) => columnText(from, from.number(key).value, digits));
  const width = columnWidth(written, 0.95 * text, isNarrow(room) ? 3.6 * text : 5.2 * text, digits);
  columnHeading(sheet, from, x + width / 2, HEADER * text, text);
  keyCells(
    sheet,
    rows,
    { x, width: width - 4 },
    {
      key: (key) => `${from.name} ${from.layer} ${wordKey(keyTokens, key)}`,
      number: (key) => from.number(key),
      write: (value) => columnText(from, value, digits),
    },
    0.95 * text,
  );
  return width + text;
}

/** The vessel empties into the bars. */
function vessel(
  sheet: Sheet,
  { weights }: WeightsChapter,
  x: number,
  full: number,
  poured: number,
  text: number,
): void {
  const box = { x, y: 0.5 * text, height: 1.7 * text, role: 'w' } as const;
  sheet.box('vessel frame', { ...box, width: full, look: 'frame' });
  sheet.box('vessel', { ...box, width: full * (1 - poured), look: 'bar', strength: 0.9 });
  const right = x + full + (PERCENT - 0.4) * text;
  sheet.label('vessel text', formatPercent(1), {
    x: right,
    y: 1.35 * text,
    size: 1.15 * text,
    anchor: 'end',
    role: 'w',
    look: 'bold',
  });
  const place = { x: right, y: (HEADER - 0.75) * text, anchor: 'end', opacity: poured } as const;
  heading(sheet, `heading ${weights.name} ${weights.layer}`, weights, place, text);
}

function weightBars(
  sheet: Sheet,
  { from, weights }: WeightsChapter,
  journey: Journey,
  { keys, down }: KeyRows,
  { x, full, progress, text }: { x: number; full: number; progress: number; text: number },
): void {
  const poured = ease(progress, 0.12, 0.9);
  let top = keys[0] ?? 0;
  for (const [row, key] of keys.entries()) {
    const number = weights.number(key);
    if (number.value > weights.number(top).value) top = key;
    const y = HEADER * text + row * down;
    const id = `weight ${weights.layer} ${wordKey(journey.keyTokens, key)}`;
    const hidden = from?.number(key).value === -Infinity;
    const long = Number.isFinite(number.value) ? Math.min(1, Math.max(0, number.value)) * full * poured : 0;
    const bar = { x, y: y + down * 0.12, height: down * 0.76, role: 'w' } as const;
    sheet.box(`track ${id}`, { ...bar, width: full, look: hidden ? 'hatched' : 'cell', strength: 0.06 });
    sheet.box(id, { ...bar, width: long, look: 'bar', strength: 0.9, number });
    sheet.label(`${id} text`, formatPercent(number.value), {
      x: x + full + (PERCENT - 0.4) * text,
      y: y + down / 2,
      size: text * (number.value >= 0.5 ? 1.2 : 1),
      anchor: 'end',
      role: number.value === 0 ? 'soft' : 'w',
      look: number.value >= 0.1 ? 'bold' : 'plain',
      opacity: ease(progress, 0.35, 0.9),
      number,
    });
  }
  sheet.now = weights.number(top);
}
