import type { CompareScene, Journey } from '../../stage/journey.ts';
import { excerptOf } from '../../stage/numbers.ts';
import { keyRows } from './key-rows.ts';
import { ease, type Room, Sheet, type StagePicture, turn } from './marks.ts';
import {
  bound,
  cell,
  columnText,
  columnWidth,
  fitted,
  heading,
  headingSize,
  isBelowZero,
  isNarrow,
  numberBar,
  numbersIn,
  numbersOf,
  shortNumber,
  wordAt,
  wordKey,
} from './parts.ts';

/** The query stands over the keys, number over number; each row is multiplied pair by pair and adds up to its score. */
export function comparePicture(scene: CompareScene, journey: Journey, progress: number, room: Room): StagePicture {
  const sheet = new Sheet(journey.source.reader);
  const { text, width } = room;
  const { meeting, columns, news } = scene;
  const { digits } = journey.source;
  const narrow = isNarrow(room);
  const header = meeting === null ? 2.4 * text : 4.4 * text;
  const last = columns.at(-1) ?? null;
  const rows = keyRows(sheet, journey, { header, room, hidden: last });
  const { keys, down } = rows;
  // The first part of the scene belongs to the products, what is left to the steps that follow.
  const lines = meeting === null ? 0 : 0.75;
  const row = progress < lines ? Math.floor((progress / lines) * keys.length) : -1;
  let x = rows.left + 0.8 * text;
  const writtenIn = columns.flatMap((of) => keys.map((key) => columnText(of, of.number(key).value, digits)));
  const longest = columnWidth(writtenIn, 0.95 * text, narrow ? 3.6 * text : 5.2 * text, digits);
  const all = meeting === null ? [] : [meeting.query, ...keys.map((key) => meeting.key(key))];
  const widest = columnWidth(numbersIn(all, digits), 0.88 * text, narrow ? 2.35 * text : 3.1 * text, digits);
  // One number of the query and the keys at least, and one column, if need be in a smaller size.
  const fit = meeting === null ? 1 : Math.min(1, (width - x - text) / (longest + widest));
  const [numbers, wide] = [fit * longest, fit * widest];
  const most = Math.max(1, Math.floor((width - x - (meeting === null ? 0 : wide + text)) / numbers));
  const shown = columns.slice(-Math.min(most, meeting === null ? columns.length : news));
  if (meeting !== null) {
    const room1 = width - x - shown.length * numbers - text;
    const places = sheet.places(excerptOf(all, Math.max(1, Math.floor(room1 / wide))), meeting.query);
    const across = Math.min(Math.max(4.4 * text, wide), Math.max(wide, (room1 * (narrow ? 1 : 0.6)) / places.length));
    const mostQuery = bound(numbersOf(meeting.query, places));
    const mostKey = bound(keys.flatMap((key) => [...numbersOf(meeting.key(key), places)]));
    sheet.label(
      `word ${wordKey(journey.tokens, journey.query)}`,
      fitted(wordAt(journey.tokens, journey.query), rows.left, 1.15 * text),
      {
        x: rows.left,
        y: 1.9 * text,
        size: 1.15 * text,
        anchor: 'end',
        role: 'q',
        look: 'word',
      },
    );
    heading(
      sheet,
      `heading ${meeting.query.name} ${meeting.query.layer}`,
      meeting.query,
      { x: x + (places.length * across) / 2, y: 0.5 * text, anchor: 'middle' },
      1.05 * text,
    );
    heading(
      sheet,
      `heading keys ${meeting.query.layer}`,
      meeting.key(keys[0] ?? 0),
      { x: x + (places.length * across) / 2, y: header - 0.75 * text, anchor: 'middle' },
      1.05 * text,
    );
    for (const [at, place] of places.entries()) {
      const number = meeting.query.number(place);
      cell(
        sheet,
        `${meeting.query.name} ${meeting.query.layer} ${place}`,
        { x: x + at * across, y: 1.05 * text, width: across, height: 1.75 * text, look: row >= 0 ? 'lit' : 'cell' },
        { number, role: 'q', most: mostQuery, text: shortNumber(number.value, digits) },
        0.88 * text,
      );
    }
    for (const [place, key] of keys.entries()) {
      const vector = meeting.key(key);
      for (const [at, column] of places.entries()) {
        const number = vector.number(column);
        cell(
          sheet,
          `${vector.name} ${vector.layer} ${wordKey(journey.keyTokens, key)} ${column}`,
          {
            x: x + at * across,
            y: header + place * down,
            width: across,
            height: down,
            opacity: row < 0 || place === row ? 1 : 0.45,
            look: place === row ? 'lit' : 'cell',
          },
          { number, role: 'k', most: mostKey, text: shortNumber(number.value, digits) },
          0.85 * text,
        );
      }
    }
    x += places.length * across + text;
  }
  const first = columns.length - news;
  for (const column of shown) {
    const at = columns.indexOf(column);
    const isNew = at >= first;
    const mostHere = bound(keys.map((key) => column.number(key)));
    const middle = x + numbers / 2;
    const begins = at === first && meeting !== null ? 0 : lines;
    const come = (place: number): number => {
      if (!isNew) return 1;
      return begins === 0
        ? ease((progress / (lines || 1)) * keys.length, place + 0.4, place + 1)
        : turn((progress - lines) / (1 - lines), place, keys.length);
    };
    heading(
      sheet,
      `heading ${column.name} ${column.layer}`,
      column,
      { x: middle, y: header - 0.75 * text, anchor: 'middle', opacity: isNew ? Math.max(come(0), 0.35) : 1 },
      headingSize(sheet, column.name, numbers - 0.5 * text, narrow ? 0.85 * text : text),
    );
    for (const [place, key] of keys.entries()) {
      const number = column.number(key);
      const grown = come(place);
      cell(
        sheet,
        `${column.name} ${column.layer} ${wordKey(journey.keyTokens, key)}`,
        {
          x,
          y: header + place * down,
          width: numbers - 4,
          height: down,
          opacity: isNew ? grown : 0.6,
          look: isNew && grown > 0 && grown < 1 ? 'lit' : 'cell',
        },
        { number, role: 'w', most: mostHere, text: columnText(column, number.value, digits) },
        0.95 * text,
      );
      if (isNew && grown > 0 && grown < 1) sheet.now = number;
    }
    x += numbers;
  }
  if (last !== null) {
    bars(sheet, journey, scene, rows, { x: x + text, width: width - x - 2 * text }, ease(progress, lines, 1), text);
    if (progress >= 1) sheet.now = last.number(best(keys, last));
  }
  return sheet.picture;
}

/** The key with the largest number. */
function best(keys: readonly number[], column: CompareScene['columns'][number]): number {
  return keys.reduce((top, key) => (column.number(key).value > column.number(top).value ? key : top), keys[0] ?? 0);
}

/** Where there is room, the last column as bars too. */
function bars(
  sheet: Sheet,
  journey: Journey,
  { columns }: CompareScene,
  { keys, top, down }: ReturnType<typeof keyRows>,
  area: { readonly x: number; readonly width: number },
  grown: number,
  text: number,
): void {
  const column = columns.at(-1);
  if (column === undefined || area.width < 8 * text) return;
  const all = keys.map((key) => column.number(key));
  const scale = { most: bound(all), signed: all.some(({ value }) => isBelowZero(value)), width: 26 * text };
  for (const [place, key] of keys.entries()) {
    const id = `bar ${column.name} ${column.layer} ${wordKey(journey.keyTokens, key)}`;
    numberBar(
      sheet,
      id,
      column.number(key),
      { ...area, y: top + place * down, height: down },
      { ...scale, grown, role: 'w' },
    );
  }
}
