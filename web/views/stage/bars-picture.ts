import { type BarsScene, type Journey, middleKey } from '../../stage/journey.ts';
import { excerptOf, type Vector } from '../../stage/numbers.ts';
import { formatNumber } from '../shared/number-format.ts';
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

/** A word as bars: one for each of its numbers, and beside them those that they were made of. */
export function barsPicture(scene: BarsScene, journey: Journey, progress: number, room: Room): StagePicture {
  const sheet = new Sheet(journey.source.reader);
  const { text, width, height } = room;
  const narrow = isNarrow(room);
  const groups = scene.made;
  const [{ result: first } = { result: null }] = groups;
  if (first === null) return sheet.picture;
  // A query and a key of another sentence: each has a word of its own.
  const apart = journey.crossed && groups.some(({ result }) => result.isOfKey !== first.isOfKey);
  const above = 3 * text;
  const left = narrow || apart ? 0 : Math.min(11 * text, width * 0.2);
  const top = narrow && !apart ? above : 0;
  if (!apart)
    wordMark(sheet, journey, first, narrow ? { x: width / 2, y: 1.3 * text } : { x: left / 2, y: height / 2 }, room);
  const across = narrow ? width : (width - left) / groups.length;
  const down = narrow ? (height - top) / groups.length : height;
  for (const [at, { result, from }] of groups.entries()) {
    const x = narrow ? 0 : left + across * at;
    const y = narrow ? top + down * at : 0;
    const own = { x, width: across - (narrow || at + 1 === groups.length ? 0 : 2 * text) };
    if (apart) wordMark(sheet, journey, result, { x: x + own.width / 2, y: y + 1.3 * text }, room);
    const area = apart ? { ...own, y: y + above, height: down - above } : { ...own, y, height: down };
    const columns = groups.length === 1 && from.length === 0 && !narrow ? 2 : 1;
    vectors(sheet, journey, [...from, result], progress, area, text, columns);
  }
  return sheet.picture;
}

/** The token that a vector is of. */
export function wordMark(
  sheet: Sheet,
  journey: Journey,
  { isOfKey }: Pick<Vector, 'isOfKey'>,
  at: { readonly x: number; readonly y: number },
  { text, width }: Room,
): void {
  const isOther = journey.crossed && isOfKey;
  const [words, place] = isOther ? [journey.keyTokens, middleKey(journey)] : [journey.tokens, journey.query];
  const size = 1.9 * text;
  sheet.label(`word ${wordKey(words, place)}`, fitted(wordAt(words, place), Math.min(width, 10 * text), size), {
    ...at,
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
 * Vectors of one width side by side, in one or two columns of bars: the last is made of the others. Where numbers of many digits leave
 * no room for that, one stands under the other.
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
  const { digits } = journey.source;
  const header = 1.9 * text;
  const labels = Math.min(6.5 * text, area.width * 0.26);
  const across = Math.min(26 * text, (area.width - labels * columns) / (columns * all.length));
  const numbers = columnWidth(numbersIn(all, digits, formatNumber), 0.9 * text, 3.2 * text, digits);
  if (all.length > 1 && across < numbers + 1.6 * text && area.height >= all.length * (header + 1.35 * text)) {
    const height = area.height / all.length;
    for (const [which, vector] of all.entries()) {
      const own = { ...area, y: area.y + which * height, height };
      vectors(sheet, journey, [vector], vector === result ? progress : 1, own, text, 1);
      sign(sheet, which, all, { x: own.x + labels, y: own.y + text }, text);
    }
    return;
  }
  const most = Math.max(1, Math.floor((area.height - header) / (1.35 * text)));
  const like = all.filter(({ size }) => size === result.size);
  const whole = { places: Array.from({ length: result.size }, (_, at) => at), onlyZeros: true };
  const places = sheet.places(
    result.size <= most * columns && all.length === 1 ? whole : excerptOf(like, most * columns),
    result,
  );
  const rows = Math.ceil(places.length / columns);
  const down = Math.min(2.4 * text, (area.height - header) / Math.max(1, rows));
  const scale = bound(like.flatMap((vector) => [...numbersOf(vector, places)]));
  const signed = all.some((vector) => places.some((at) => at < vector.size && vector.number(at).value < 0));
  const full = Math.max(text, across - numbers - 0.6 * text);
  const top = area.y + Math.max(0, (area.height - header - rows * down) / 2);
  for (const [which, vector] of all.entries()) {
    const isResult = which === all.length - 1;
    const x = area.x + labels + which * across;
    const size = headingSize(sheet, vector.name, across - 2 * text, 1.1 * text);
    heading(sheet, `heading ${vector.name} ${vector.layer}`, vector, { x, y: top + text }, size);
    sign(sheet, which, all, { x, y: top + text }, text);
    for (const [place, at] of places.entries()) {
      const y = top + header + (place % rows) * down;
      const start = x + Math.floor(place / rows) * (labels + across);
      const grown = isResult ? turn(progress, place, places.length) : 1;
      if (which === 0)
        sheet.label(`feature ${at} ${result.name}`, fitted(result.label(at), labels - 0.8 * text, 0.88 * text), {
          x: start - 0.6 * text,
          y: y + down / 2,
          size: 0.88 * text,
          anchor: 'end',
          role: result.number(at).value === 0 ? 'soft' : 'x',
          look: result.number(at).value === 0 ? 'plain' : 'bold',
        });
      if (at >= vector.size) continue;
      const number = vector.number(at);
      const zero = start + (signed ? full / 2 : 0);
      const share = Number.isFinite(number.value) ? Math.min(1, Math.abs(number.value) / scale) : 0;
      const long = share * (signed ? full / 2 : full) * grown;
      const key = `${vector.name} ${vector.layer} ${at}`;
      sheet.box(`axis ${key}`, {
        x: zero,
        y: y + 1,
        width: 1,
        height: down - 2,
        role: 'line',
        look: 'bar',
        strength: 1,
      });
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
        x: start + full + numbers,
        y: y + down / 2,
        size: 0.9 * text,
        anchor: 'end',
        role: number.value === 0 ? 'soft' : 'x',
        opacity: ease(grown, 0.2, 0.8),
        number,
      });
      if (isResult && grown > 0 && grown < 1) sheet.now = number;
    }
  }
  const [top1] = excerptOf([result], 1).places;
  if (progress >= 1) sheet.now = result.number(top1 ?? 0);
}

/** What a vector is to those before it. */
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
