import { type BarsChapter, type Journey, middleKey } from '../../stage/journey.ts';
import { excerptOf, type Vector } from '../../stage/numbers.ts';
import { type Digits, formatNumber } from '../../trace/number-format.ts';
import { ease, type Room, Sheet, type StagePicture, turn } from './marks.ts';
import {
  bound,
  columnWidth,
  fitted,
  heading,
  headingSize,
  isNarrow,
  numbersIn,
  numbersOf,
  wordAt,
  wordKey,
} from './parts.ts';

/** A word as bars, one for each of its numbers, beside the vectors it was made from. */
export function barsPicture(chapter: BarsChapter, journey: Journey, progress: number, room: Room): StagePicture {
  const sheet = new Sheet(journey.source.reader);
  const { text, width, height } = room;
  const narrow = isNarrow(room);
  const groups = chapter.made;
  const [{ result: first } = { result: null }] = groups;
  if (first === null) return sheet.picture;
  // With two sentences, query and key have a word each.
  const apart = journey.crossed && groups.some(({ result }) => result.isOfKey !== first.isOfKey);
  const above = 3 * text;
  const left = narrow || apart ? 0 : Math.min(11 * text, width * 0.2);
  const top = narrow && !apart ? above : 0;
  if (!apart)
    wordMark(sheet, journey, first, narrow ? { x: width / 2, y: 1.3 * text } : { x: left / 2, y: height / 2 }, room);
  const across = narrow ? width : (width - left) / groups.length;
  const down = narrow ? (height - top) / groups.length : height;
  for (const [index, { result, from }] of groups.entries()) {
    const x = narrow ? 0 : left + across * index;
    const y = narrow ? top + down * index : 0;
    const own = { x, width: across - (narrow || index + 1 === groups.length ? 0 : 2 * text) };
    if (apart) wordMark(sheet, journey, result, { x: x + own.width / 2, y: y + 1.3 * text }, room);
    const area = apart ? { ...own, y: y + above, height: down - above } : { ...own, y, height: down };
    const columns = groups.length === 1 && from.length === 0 && !narrow ? 2 : 1;
    vectors(sheet, journey, [...from, result], progress, area, text, columns);
  }
  return sheet.picture;
}

/** The token of a vector. */
export function wordMark(
  sheet: Sheet,
  journey: Journey,
  { isOfKey }: Pick<Vector, 'isOfKey'>,
  point: { readonly x: number; readonly y: number },
  { text, width }: Room,
): void {
  const isOther = journey.crossed && isOfKey;
  const [words, place] = isOther ? [journey.keyTokens, middleKey(journey)] : [journey.tokens, journey.query];
  const size = 1.9 * text;
  sheet.label(`word ${wordKey(words, place)}`, fitted(wordAt(words, place), Math.min(width, 10 * text), size), {
    ...point,
    size,
    anchor: 'middle',
    role: isOther ? 'k' : 'q',
    look: 'word',
  });
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Equally long vectors side by side, in one or two columns of bars. The last one is made from the others. If long
 * numbers leave no room, the vectors are stacked.
 */
function vectors(
  sheet: Sheet,
  journey: Journey,
  all: readonly Vector[],
  progress: number,
  area: Area,
  text: number,
  columns: 1 | 2,
): void {
  const result = all.at(-1);
  if (result === undefined) return;
  const layout = layoutOf(sheet, journey, all, result, area, text, columns);
  if (layout === null) {
    const height = area.height / all.length;
    const labels = labelWidth(area, text);
    for (const [index, vector] of all.entries()) {
      const own = { ...area, y: area.y + index * height, height };
      vectors(sheet, journey, [vector], vector === result ? progress : 1, own, text, 1);
      sign(sheet, index, all, { x: own.x + labels, y: own.y + text }, text);
    }
    return;
  }
  const { top, across, labels, places } = layout;
  for (const [index, vector] of all.entries()) {
    const x = area.x + labels + index * across;
    const size = headingSize(sheet, vector.name, across - 2 * text, 1.1 * text);
    heading(sheet, `heading ${vector.name} ${vector.layer}`, vector, { x, y: top + text }, size);
    sign(sheet, index, all, { x, y: top + text }, text);
    for (const [row, place] of places.entries()) {
      const grown = vector === result ? turn(progress, row, places.length) : 1;
      const start = barPlace(layout, x, row);
      if (index === 0) featureName(sheet, result, place, start, layout, text);
      if (place >= vector.size) continue;
      bar(sheet, vector, place, start, layout, grown, journey.source.digits);
      if (vector === result && grown > 0 && grown < 1) sheet.now = vector.number(place);
    }
  }
  const [largest] = excerptOf([result], 1).places;
  if (progress >= 1) sheet.now = result.number(largest ?? 0);
}

/** The layout of vectors side by side, in pixels. */
interface BarsLayout {
  /** The indices of the numbers that are drawn. */
  readonly places: readonly number[];
  /** How many of them are stacked in a column. */
  readonly rows: number;
  readonly top: number;
  readonly header: number;
  readonly down: number;
  /** Widths of a column: its labels, its bars, its numbers, and bars with numbers. */
  readonly labels: number;
  readonly full: number;
  readonly numbers: number;
  readonly across: number;
  /** The number of a bar of full length, and whether some numbers are negative. */
  readonly scale: number;
  readonly signed: boolean;
  readonly text: number;
}

const labelWidth = (area: Area, text: number): number => Math.min(6.5 * text, area.width * 0.26);

/** Null if the vectors do not fit side by side. */
function layoutOf(
  sheet: Sheet,
  { source: { digits } }: Journey,
  all: readonly Vector[],
  result: Vector,
  area: Area,
  text: number,
  columns: 1 | 2,
): BarsLayout | null {
  const header = 1.9 * text;
  const labels = labelWidth(area, text);
  const across = Math.min(26 * text, (area.width - labels * columns) / (columns * all.length));
  const numbers = columnWidth(numbersIn(all, digits, formatNumber), 0.9 * text, 3.2 * text, digits);
  const isTight = across < numbers + 1.6 * text;
  if (all.length > 1 && isTight && area.height >= all.length * (header + 1.35 * text)) return null;
  const most = Math.max(1, Math.floor((area.height - header) / (1.35 * text)));
  const like = all.filter(({ size }) => size === result.size);
  const whole = { places: Array.from({ length: result.size }, (_, place) => place), onlyZeros: true };
  const isWhole = result.size <= most * columns && all.length === 1;
  const places = sheet.places(isWhole ? whole : excerptOf(like, most * columns), result);
  const rows = Math.ceil(places.length / columns);
  const down = Math.min(2.4 * text, (area.height - header) / Math.max(1, rows));
  const isBelowZero = (vector: Vector) => places.some((place) => place < vector.size && vector.number(place).value < 0);
  return {
    ...{ places, rows, header, down, labels, numbers, across, text },
    top: area.y + Math.max(0, (area.height - header - rows * down) / 2),
    full: Math.max(text, across - numbers - 0.6 * text),
    scale: bound(like.flatMap((vector) => [...numbersOf(vector, places)])),
    signed: all.some(isBelowZero),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The top left corner of a bar in a vector that begins at `x`. */
const barPlace = ({ rows, top, header, down, labels, across }: BarsLayout, x: number, row: number): Point => ({
  x: x + Math.floor(row / rows) * (labels + across),
  y: top + header + (row % rows) * down,
});

function featureName(
  sheet: Sheet,
  result: Vector,
  place: number,
  { x, y }: Point,
  { labels, down }: BarsLayout,
  text: number,
): void {
  const isZero = result.number(place).value === 0;
  sheet.label(`feature ${place} ${result.name}`, fitted(result.label(place), labels - 0.8 * text, 0.88 * text), {
    x: x - 0.6 * text,
    y: y + down / 2,
    size: 0.88 * text,
    anchor: 'end',
    role: isZero ? 'soft' : 'x',
    look: isZero ? 'plain' : 'bold',
  });
}

/** A number as a bar, with its digits behind it. `grown` is from 0 to 1. */
function bar(
  sheet: Sheet,
  vector: Vector,
  place: number,
  { x, y }: Point,
  { full, numbers, down, scale, signed, text }: BarsLayout,
  grown: number,
  digits: Digits,
): void {
  const number = vector.number(place);
  const zero = x + (signed ? full / 2 : 0);
  const size = Number.isFinite(number.value) ? Math.min(1, Math.abs(number.value) / scale) : 0;
  const long = size * (signed ? full / 2 : full) * grown;
  const key = `${vector.name} ${vector.layer} ${place}`;
  const axis = { x: zero, y: y + 1, width: 1, height: down - 2 };
  sheet.box(`axis ${key}`, { ...axis, role: 'line', look: 'bar', strength: 1 });
  sheet.box(key, {
    x: number.value < 0 ? zero - long : zero,
    y: y + down * 0.16,
    width: long,
    height: down * 0.68,
    role: vector.role,
    look: 'bar',
    strength: 0.85,
    number,
  });
  sheet.label(`${key} text`, formatNumber(number.value, digits), {
    x: x + full + numbers,
    y: y + down / 2,
    size: 0.9 * text,
    anchor: 'end',
    role: number.value === 0 ? 'soft' : 'x',
    opacity: ease(grown, 0.2, 0.8),
    number,
  });
}

/** The operator between a vector and the one before it. */
function sign(
  sheet: Sheet,
  which: number,
  all: readonly Vector[],
  { x, y }: { readonly x: number; readonly y: number },
  text: number,
): void {
  if (which === 0) return;
  const isResult = which === all.length - 1;
  sheet.label(`sign ${which} ${all.at(-1)?.name}`, isResult ? (all.length > 2 ? '=' : '→') : '+', {
    x: x - 0.9 * text,
    y,
    size: 1.1 * text,
    role: 'soft',
    anchor: 'end',
  });
}
