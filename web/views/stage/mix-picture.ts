import type { Journey, MixScene } from '../../stage/journey.ts';
import { excerptOf } from '../../stage/numbers.ts';
import { formatNumber, formatPercent } from '../shared/number-format.ts';
import { keyRows } from './key-rows.ts';
import { ease, type Room, Sheet, type StagePicture, widthOf } from './marks.ts';
import {
  bound,
  cell,
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

/** The values flow along the shares, a broad band for a large one, and come together in the result. */
export function mixPicture(scene: MixScene, journey: Journey, progress: number, room: Room): StagePicture {
  const sheet = new Sheet(journey.source.reader);
  const { text, width, height } = room;
  const { digits } = journey.source;
  const narrow = isNarrow(room);
  const header = 2.4 * text;
  const rows = keyRows(sheet, journey, { header, room, hidden: null });
  const { keys, down } = rows;
  const { shares, value, result } = scene;
  const percent = 3.6 * text;
  let x = rows.left + 0.5 * text;
  heading(
    sheet,
    `heading ${shares.name} ${shares.layer}`,
    shares,
    { x: x + percent / 2, y: header - 0.75 * text, anchor: 'middle' },
    text,
  );
  const most = bound(keys.map((key) => shares.number(key)));
  for (const [place, key] of keys.entries()) {
    const number = shares.number(key);
    cell(
      sheet,
      `share ${shares.layer} ${wordKey(journey.keyTokens, key)} cell`,
      { x, y: header + place * down, width: percent, height: down },
      { number, role: 'w', most, text: formatPercent(number.value) },
      0.95 * text,
    );
  }
  x += percent + 0.6 * text;
  const all = [result, ...(value === null ? [] : keys.map((key) => value(key)))];
  const places = sheet.places(excerptOf(all, Math.max(1, Math.floor((height - header) / (1.7 * text)))), result);
  const writtenIn = places.map((place) => formatNumber(result.number(place).value, digits));
  const numbers = columnWidth(writtenIn, 0.92 * text, 3.2 * text, digits);
  // Long numbers take the room of short names, or nothing would be left to flow through.
  const labels = places.map((place) => result.label(place));
  const long = numbers > 3.2 * text ? columnWidth([...labels, result.name], 1.15 * text, 2.4 * text, digits) : Infinity;
  const names = Math.min(long, narrow ? 4.8 * text : 6.5 * text);
  const barRoom = narrow ? 0 : Math.min(14 * text, width * 0.16);
  const right = width - names - numbers - barRoom;
  if (value !== null && !narrow) {
    const need = columnWidth(numbersIn(all.slice(1), digits), 0.82 * text, 2.7 * text, digits);
    const wide = Math.min(Math.max(need, 4 * text), Math.max(need, (right - x - 14 * text) / places.length));
    const own = places.slice(0, Math.max(0, Math.floor((right - x - 12 * text) / wide)));
    const first = keys[0] === undefined ? null : value(keys[0]);
    if (own.length > 0 && first !== null) {
      const mostValue = bound(keys.flatMap((key) => [...numbersOf(value(key), own)]));
      heading(
        sheet,
        `heading ${first.name} ${first.layer}`,
        first,
        { x: x + (own.length * wide) / 2, y: header - 0.75 * text, anchor: 'middle' },
        text,
      );
      for (const [place, key] of keys.entries()) {
        const share = shares.number(key).value;
        for (const [at, column] of own.entries()) {
          const number = value(key).number(column);
          cell(
            sheet,
            `v ${first.layer} ${wordKey(journey.keyTokens, key)} ${column}`,
            {
              x: x + at * wide,
              y: header + place * down,
              width: wide,
              height: down,
              opacity: 0.5 + 0.5 * Math.min(1, Math.abs(share) / most || 0),
            },
            { number, role: 'v', most: mostValue, text: shortNumber(number.value, digits) },
            0.82 * text,
          );
        }
      }
      x += own.length * wide + 0.6 * text;
    }
  }
  const step = Math.min(2.4 * text, (height - header) / places.length);
  const block = step * places.length;
  const above = header + Math.max(0, (keys.length * down - block) / 2);
  const flowing = ease(progress, 0.05, 0.75);
  // They stand one over the other where they come together: all of it is as broad as the shares were.
  const broad = Math.min(block, 2.6 * text);
  const meet = { x: right - 0.8 * text, y: above + block / 2 - broad / 2 };
  for (const [place, key] of keys.entries()) {
    const share = shares.number(key).value;
    if (!(share > 0)) continue;
    const from = { x, y: rows.y(place) };
    const band = Math.min(1, share) * broad;
    const toY = meet.y + band / 2;
    meet.y += band;
    sheet.flow(`flow ${shares.layer} ${wordKey(journey.keyTokens, key)}`, {
      ...from,
      toX: from.x + (meet.x - from.x) * flowing,
      toY: from.y + (toY - from.y) * flowing,
      width: Math.max(0.6, band),
      role: 'v',
      opacity: 0.18 + 0.55 * Math.min(1, share),
    });
  }
  const scale = bound(numbersOf(result, places));
  heading(
    sheet,
    `heading ${result.name} ${result.layer}`,
    { ...result, role: 'v' },
    {
      x: right + names - (narrow ? 0.3 * text : 0),
      y: above - 0.75 * text,
      anchor: 'end',
      opacity: ease(progress, 0.3, 0.6),
    },
    1.15 * text,
  );
  const word = wordAt(journey.tokens, journey.query);
  // Where there are no bars it stands over the numbers, beside the name of the result.
  const wordRoom = narrow ? numbers - 0.4 * text : names;
  const size = Math.min(1.2 * text, Math.max(0.8 * text, wordRoom / widthOf(word, 1)));
  sheet.label(`word ${wordKey(journey.tokens, journey.query)}`, fitted(word, wordRoom, size), {
    x: narrow ? width : right + names + numbers,
    y: above - 0.75 * text,
    size,
    anchor: narrow ? 'end' : 'start',
    role: 'q',
    look: 'word',
  });
  const grown = ease(progress, 0.55, 1);
  for (const [at, place] of places.entries()) {
    const number = result.number(place);
    const y = above + at * step;
    const id = `${result.name} ${result.layer} ${place}`;
    const share = Number.isFinite(number.value) ? Math.abs(number.value) / scale : 0;
    sheet.label(`feature ${place} ${result.name}`, fitted(result.label(place), names - 0.4 * text, 0.9 * text), {
      x: right + names - 0.4 * text,
      y: y + step / 2,
      size: 0.9 * text,
      anchor: 'end',
      role: number.value === 0 ? 'soft' : 'x',
      look: share > 0.3 ? 'bold' : 'plain',
    });
    cell(
      sheet,
      id,
      { x: right + names, y: y + 1, width: numbers, height: step - 2, opacity: ease(progress, 0.5, 0.85) },
      { number, role: 'v', most: scale, text: formatNumber(number.value, digits) },
      0.92 * text,
    );
    if (barRoom > 0)
      sheet.box(`bar ${id}`, {
        x: right + names + numbers + 0.4 * text,
        y: y + step * 0.2,
        width: share * (barRoom - text) * grown,
        height: step * 0.6,
        role: 'v',
        look: 'bar',
        strength: 0.85,
        number,
      });
  }
  const strongest = places.reduce(
    (top, at) => (Math.abs(result.number(at).value) > Math.abs(result.number(top).value) ? at : top),
    places[0] ?? 0,
  );
  if (result.size > 0) sheet.now = result.number(strongest);
  return sheet.picture;
}
