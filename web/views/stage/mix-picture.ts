import type { Journey, MixChapter } from '../../stage/journey.ts';
import { excerptOf } from '../../stage/numbers.ts';
import { formatNumber, formatPercent } from '../../trace/number-format.ts';
import { type KeyRows, keyCells, keyRows } from './key-rows.ts';
import { ease, type Room, Sheet, type StagePicture, widthOf } from './marks.ts';
import {
  bound,
  cell,
  columnHeading,
  columnWidth,
  fitted,
  heading,
  isNarrow,
  numbersIn,
  numbersOf,
  shortNumber,
  wordAt,
  wordKey,
} from './parts.ts';

const HEADER = 2.4;

/** The values flow along the weights, a broad band for a large one, and add up to the result. */
export function mixPicture(chapter: MixChapter, journey: Journey, progress: number, room: Room): StagePicture {
  const sheet = new Sheet(journey.source.reader);
  const { text } = room;
  const rows = keyRows(sheet, journey, { header: HEADER * text, room, hidden: null });
  const mix: Mix = { sheet, chapter, journey, progress, room, rows };
  const percent = 3.6 * text;
  const x = rows.left + 0.5 * text;
  const { weights } = chapter;
  columnHeading(sheet, weights, x + percent / 2, HEADER * text, text);
  keyCells(
    sheet,
    rows,
    { x, width: percent },
    {
      key: (key) => `weight ${weights.layer} ${wordKey(journey.keyTokens, key)} cell`,
      number: (key) => weights.number(key),
      write: formatPercent,
    },
    0.95 * text,
  );
  const result = resultLayout(mix);
  const flowX = x + percent + 0.6 * text + valueCells(mix, x + percent + 0.6 * text, result);
  flows(mix, flowX, result);
  resultColumn(mix, result);
  return sheet.picture;
}

/** Shared by all parts of the picture. */
interface Mix {
  readonly sheet: Sheet;
  readonly chapter: MixChapter;
  readonly journey: Journey;
  readonly progress: number;
  readonly room: Room;
  readonly rows: KeyRows;
}

/** The layout of the result, in pixels. */
interface ResultLayout {
  /** The indices of the numbers that are drawn. */
  readonly places: readonly number[];
  /** The left edge, and the widths of labels, numbers and bars. */
  readonly left: number;
  readonly names: number;
  readonly numbers: number;
  readonly bars: number;
  /** The top edge and the height of a row. */
  readonly top: number;
  readonly step: number;
}

function vectorsOf({ chapter: { result, value }, rows }: Mix) {
  return [result, ...(value === null ? [] : rows.keys.map((key) => value(key)))];
}

function resultLayout(mix: Mix): ResultLayout {
  const { sheet, chapter, journey, room, rows } = mix;
  const { text, width, height } = room;
  const { digits } = journey.source;
  const { result } = chapter;
  const header = HEADER * text;
  const places = sheet.places(
    excerptOf(vectorsOf(mix), Math.max(1, Math.floor((height - header) / (1.7 * text)))),
    result,
  );
  const written = places.map((place) => formatNumber(result.number(place).value, digits));
  const numbers = columnWidth(written, 0.92 * text, 3.2 * text, digits);
  // Long numbers make the labels narrower, so that room is left for the bands.
  const labels = places.map((place) => result.label(place));
  const long = numbers > 3.2 * text ? columnWidth([...labels, result.name], 1.15 * text, 2.4 * text, digits) : Infinity;
  const narrow = isNarrow(room);
  const names = Math.min(long, narrow ? 4.8 * text : 6.5 * text);
  const bars = narrow ? 0 : Math.min(14 * text, width * 0.16);
  const step = Math.min(2.4 * text, (height - header) / places.length);
  const top = header + Math.max(0, (rows.keys.length * rows.down - step * places.length) / 2);
  return { places, left: width - names - numbers - bars, names, numbers, bars, top, step };
}

/** The values of the keys from `x` on, as many numbers as fit. Returns the width they take. */
function valueCells(mix: Mix, x: number, { places, left }: ResultLayout): number {
  const { sheet, chapter, journey, room, rows } = mix;
  const { text } = room;
  const { digits } = journey.source;
  const { value, weights } = chapter;
  const { keys, down } = rows;
  if (value === null || isNarrow(room)) return 0;
  const need = columnWidth(numbersIn(vectorsOf(mix).slice(1), digits), 0.82 * text, 2.7 * text, digits);
  const wide = Math.min(Math.max(need, 4 * text), Math.max(need, (left - x - 14 * text) / places.length));
  const shown = places.slice(0, Math.max(0, Math.floor((left - x - 12 * text) / wide)));
  const first = keys[0] === undefined ? null : value(keys[0]);
  if (shown.length === 0 || first === null) return 0;
  const largest = bound(keys.flatMap((key) => [...numbersOf(value(key), shown)]));
  const largestWeight = bound(keys.map((key) => weights.number(key)));
  const header = HEADER * text;
  columnHeading(sheet, first, x + (shown.length * wide) / 2, header, text);
  for (const [row, key] of keys.entries()) {
    const weight = weights.number(key).value;
    const opacity = 0.5 + 0.5 * Math.min(1, Math.abs(weight) / largestWeight || 0);
    for (const [column, place] of shown.entries()) {
      const number = value(key).number(place);
      cell(
        sheet,
        `v ${first.layer} ${wordKey(journey.keyTokens, key)} ${place}`,
        { x: x + column * wide, y: header + row * down, width: wide, height: down, opacity },
        { number, role: 'v', most: largest, text: shortNumber(number.value, digits) },
        0.82 * text,
      );
    }
  }
  return shown.length * wide + 0.6 * text;
}

/** A band for each key, as broad as its weight. The bands end stacked on each other. */
function flows({ sheet, chapter, journey, progress, room, rows }: Mix, x: number, layout: ResultLayout): void {
  const { text } = room;
  const { weights } = chapter;
  const { places, left, top, step } = layout;
  const height = step * places.length;
  const flowing = ease(progress, 0.05, 0.75);
  const broad = Math.min(height, 2.6 * text);
  const meetX = left - 0.8 * text;
  let meetY = top + height / 2 - broad / 2;
  for (const [row, key] of rows.keys.entries()) {
    const weight = weights.number(key).value;
    if (!(weight > 0)) continue;
    const from = { x, y: rows.y(row) };
    const band = Math.min(1, weight) * broad;
    const toY = meetY + band / 2;
    meetY += band;
    sheet.flow(`flow ${weights.layer} ${wordKey(journey.keyTokens, key)}`, {
      ...from,
      toX: from.x + (meetX - from.x) * flowing,
      toY: from.y + (toY - from.y) * flowing,
      width: Math.max(0.6, band),
      role: 'v',
      opacity: 0.18 + 0.55 * Math.min(1, weight),
    });
  }
}

function resultHeadings({ sheet, chapter, journey, progress, room }: Mix, layout: ResultLayout): void {
  const { text, width } = room;
  const { left, names, numbers, top } = layout;
  const { result } = chapter;
  const narrow = isNarrow(room);
  const y = top - 0.75 * text;
  heading(
    sheet,
    `heading ${result.name} ${result.layer}`,
    { ...result, role: 'v' },
    { x: left + names - (narrow ? 0.3 * text : 0), y, anchor: 'end', opacity: ease(progress, 0.3, 0.6) },
    1.15 * text,
  );
  const word = wordAt(journey.tokens, journey.query);
  // Without bars the word stands above the numbers, beside the name of the result.
  const wordRoom = narrow ? numbers - 0.4 * text : names;
  const size = Math.min(1.2 * text, Math.max(0.8 * text, wordRoom / widthOf(word, 1)));
  sheet.label(`word ${wordKey(journey.tokens, journey.query)}`, fitted(word, wordRoom, size), {
    x: narrow ? width : left + names + numbers,
    y,
    size,
    anchor: narrow ? 'end' : 'start',
    role: 'q',
    look: 'word',
  });
}

/** The result: labels, numbers and, if there is room, bars. */
function resultColumn(mix: Mix, layout: ResultLayout): void {
  const { sheet, chapter, journey, progress, room } = mix;
  const { text } = room;
  const { digits } = journey.source;
  const { result } = chapter;
  const { places, left, names, numbers, bars, top, step } = layout;
  resultHeadings(mix, layout);
  const scale = bound(numbersOf(result, places));
  const grown = ease(progress, 0.55, 1);
  for (const [row, place] of places.entries()) {
    const number = result.number(place);
    const y = top + row * step;
    const id = `${result.name} ${result.layer} ${place}`;
    const size = Number.isFinite(number.value) ? Math.abs(number.value) / scale : 0;
    sheet.label(`feature ${place} ${result.name}`, fitted(result.label(place), names - 0.4 * text, 0.9 * text), {
      x: left + names - 0.4 * text,
      y: y + step / 2,
      size: 0.9 * text,
      anchor: 'end',
      role: number.value === 0 ? 'soft' : 'x',
      look: size > 0.3 ? 'bold' : 'plain',
    });
    cell(
      sheet,
      id,
      { x: left + names, y: y + 1, width: numbers, height: step - 2, opacity: ease(progress, 0.5, 0.85) },
      { number, role: 'v', most: scale, text: formatNumber(number.value, digits) },
      0.92 * text,
    );
    if (bars > 0)
      sheet.box(`bar ${id}`, {
        x: left + names + numbers + 0.4 * text,
        y: y + step * 0.2,
        width: size * (bars - text) * grown,
        height: step * 0.6,
        role: 'v',
        look: 'bar',
        strength: 0.85,
        number,
      });
  }
  const sizeAt = (place: number): number => Math.abs(result.number(place).value);
  const strongest = places.reduce((top, place) => (sizeAt(place) > sizeAt(top) ? place : top), places[0] ?? 0);
  if (result.size > 0) sheet.now = result.number(strongest);
}
