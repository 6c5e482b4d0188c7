import type { CompareChapter, Journey, KeyColumn } from '../../stage/journey.ts';
import { excerptOf } from '../../stage/numbers.ts';
import { type KeyRows, keyCells, keyRows } from './key-rows.ts';
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

/** The query above the keys, number over number. Each row is multiplied pair by pair and added up to its score. */
export function comparePicture(chapter: CompareChapter, journey: Journey, progress: number, room: Room): StagePicture {
  const sheet = new Sheet(journey.source.reader);
  const { text, width } = room;
  const { meeting, columns } = chapter;
  const last = columns.at(-1) ?? null;
  const rows = keyRows(sheet, journey, { header: (meeting === null ? 2.4 : 4.4) * text, room, hidden: last });
  // The products take the first part of the chapter, the steps after them the rest.
  const lines = meeting === null ? 0 : 0.75;
  const comparison: Comparison = { sheet, chapter, journey, progress, room, rows, lines };
  const widths = widthsOf(comparison);
  const shown = columns.slice(-Math.min(widths.count, meeting === null ? columns.length : chapter.newCount));
  let x = widths.x;
  if (meeting !== null) x += meetingCells(comparison, meeting, widths, shown.length);
  for (const column of shown) {
    scoreColumn(comparison, column, x, widths.number);
    x += widths.number;
  }
  if (last !== null) {
    bars(sheet, journey, chapter, rows, { x: x + text, width: width - x - 2 * text }, ease(progress, lines, 1), text);
    if (progress >= 1) sheet.now = last.number(best(rows.keys, last));
  }
  return sheet.picture;
}

/** Shared by all parts of the picture. */
interface Comparison {
  readonly sheet: Sheet;
  readonly chapter: CompareChapter;
  readonly journey: Journey;
  readonly progress: number;
  readonly room: Room;
  readonly rows: KeyRows;
  /** The progress at which the last row has been multiplied. */
  readonly lines: number;
}

type Meeting = NonNullable<CompareChapter['meeting']>;

const meetingVectors = ({ query, key }: Meeting, keys: readonly number[]) => [query, ...keys.map((each) => key(each))];

/** In pixels. */
interface Widths {
  /** Where the first column begins. */
  readonly x: number;
  /** A number of the query or a key, and a column of scores. */
  readonly vector: number;
  readonly number: number;
  /** How many columns of scores fit. */
  readonly count: number;
}

function widthsOf({ chapter: { meeting, columns }, journey, room, rows: { keys, left } }: Comparison): Widths {
  const { text, width } = room;
  const { digits } = journey.source;
  const narrow = isNarrow(room);
  const x = left + 0.8 * text;
  const written = columns.flatMap((of) => keys.map((key) => columnText(of, of.number(key).value, digits)));
  const longest = columnWidth(written, 0.95 * text, narrow ? 3.6 * text : 5.2 * text, digits);
  const vectors = meeting === null ? [] : meetingVectors(meeting, keys);
  const widest = columnWidth(numbersIn(vectors, digits), 0.88 * text, narrow ? 2.35 * text : 3.1 * text, digits);
  // At least one number of the vectors and one column must fit, smaller if necessary.
  const fit = meeting === null ? 1 : Math.min(1, (width - x - text) / (longest + widest));
  const [number, vector] = [fit * longest, fit * widest];
  const count = Math.max(1, Math.floor((width - x - (meeting === null ? 0 : vector + text)) / number));
  return { x, vector, number, count };
}

/** The query above a row for each key, leaving room for `columns` of scores. Returns the width it takes. */
function meetingCells(
  comparison: Comparison,
  meeting: Meeting,
  { x, vector, number }: Widths,
  columns: number,
): number {
  const { sheet, journey, room, rows } = comparison;
  const { text } = room;
  const { query } = meeting;
  const free = room.width - x - columns * number - text;
  const all = meetingVectors(meeting, rows.keys);
  const places = sheet.places(excerptOf(all, Math.max(1, Math.floor(free / vector))), query);
  const wide = Math.min(
    Math.max(4.4 * text, vector),
    Math.max(vector, (free * (isNarrow(room) ? 1 : 0.6)) / places.length),
  );
  const word = fitted(wordAt(journey.tokens, journey.query), rows.left, 1.15 * text);
  sheet.label(`word ${wordKey(journey.tokens, journey.query)}`, word, {
    x: rows.left,
    y: 1.9 * text,
    size: 1.15 * text,
    anchor: 'end',
    role: 'q',
    look: 'word',
  });
  const middle = x + (places.length * wide) / 2;
  const above = { x: middle, y: 0.5 * text, anchor: 'middle' } as const;
  heading(sheet, `heading ${query.name} ${query.layer}`, query, above, 1.05 * text);
  const between = { x: middle, y: rows.top - 0.75 * text, anchor: 'middle' } as const;
  heading(sheet, `heading keys ${query.layer}`, meeting.key(rows.keys[0] ?? 0), between, 1.05 * text);
  vectorCells(comparison, meeting, places, x, wide);
  return places.length * wide + text;
}

/** Draws the cells and highlights the row that is being multiplied. */
function vectorCells(
  { sheet, journey, progress, room, rows, lines }: Comparison,
  { query, key }: Meeting,
  places: readonly number[],
  x: number,
  width: number,
): void {
  const { text } = room;
  const { keys, top, down } = rows;
  const { digits } = journey.source;
  const current = progress < lines ? Math.floor((progress / lines) * keys.length) : -1;
  const mostQuery = bound(numbersOf(query, places));
  const mostKey = bound(keys.flatMap((each) => [...numbersOf(key(each), places)]));
  for (const [column, place] of places.entries()) {
    const number = query.number(place);
    cell(
      sheet,
      `${query.name} ${query.layer} ${place}`,
      { x: x + column * width, y: 1.05 * text, width, height: 1.75 * text, look: current >= 0 ? 'lit' : 'cell' },
      { number, role: 'q', most: mostQuery, text: shortNumber(number.value, digits) },
      0.88 * text,
    );
  }
  for (const [row, each] of keys.entries()) {
    const vector = key(each);
    const look = row === current ? 'lit' : 'cell';
    const opacity = current < 0 || row === current ? 1 : 0.45;
    for (const [column, place] of places.entries()) {
      const number = vector.number(place);
      cell(
        sheet,
        `${vector.name} ${vector.layer} ${wordKey(journey.keyTokens, each)} ${place}`,
        { x: x + column * width, y: top + row * down, width, height: down, opacity, look },
        { number, role: 'k', most: mostKey, text: shortNumber(number.value, digits) },
        0.85 * text,
      );
    }
  }
}

/** A step's number for each key. Numbers of this chapter appear row by row, earlier ones are pale. */
function scoreColumn(comparison: Comparison, column: KeyColumn, x: number, width: number): void {
  const { sheet, chapter, journey, progress, room, rows, lines } = comparison;
  const { text } = room;
  const { digits } = journey.source;
  const first = chapter.columns.length - chapter.newCount;
  const index = chapter.columns.indexOf(column);
  const isNew = index >= first;
  const isProduct = chapter.meeting === null || index === first;
  const shownAt = (row: number): number => {
    if (!isNew) return 1;
    return isProduct
      ? ease((progress / (lines || 1)) * rows.keys.length, row + 0.4, row + 1)
      : turn((progress - lines) / (1 - lines), row, rows.keys.length);
  };
  heading(
    sheet,
    `heading ${column.name} ${column.layer}`,
    column,
    {
      x: x + width / 2,
      y: rows.top - 0.75 * text,
      anchor: 'middle',
      opacity: isNew ? Math.max(shownAt(0), 0.35) : 1,
    },
    headingSize(sheet, column.name, width - 0.5 * text, isNarrow(room) ? 0.85 * text : text),
  );
  keyCells(
    sheet,
    rows,
    { x, width: width - 4 },
    {
      key: (key) => `${column.name} ${column.layer} ${wordKey(journey.keyTokens, key)}`,
      number: (key) => column.number(key),
      write: (value) => columnText(column, value, digits),
      look: (number, row) => {
        const shown = shownAt(row);
        const isComing = isNew && shown > 0 && shown < 1;
        if (isComing) sheet.now = number;
        return { opacity: isNew ? shown : 0.6, look: isComing ? 'lit' : 'cell' };
      },
    },
    0.95 * text,
  );
}

/** The key with the largest number. */
function best(keys: readonly number[], column: KeyColumn): number {
  return keys.reduce((top, key) => (column.number(key).value > column.number(top).value ? key : top), keys[0] ?? 0);
}

/** The last column as bars, if there is room. */
function bars(
  sheet: Sheet,
  journey: Journey,
  { columns }: CompareChapter,
  { keys, top, down }: KeyRows,
  area: { readonly x: number; readonly width: number },
  grown: number,
  text: number,
): void {
  const column = columns.at(-1);
  if (column === undefined || area.width < 8 * text) return;
  const all = keys.map((key) => column.number(key));
  const scale = { most: bound(all), signed: all.some(({ value }) => isBelowZero(value)), width: 26 * text };
  for (const [row, key] of keys.entries()) {
    numberBar(
      sheet,
      `bar ${column.name} ${column.layer} ${wordKey(journey.keyTokens, key)}`,
      column.number(key),
      { ...area, y: top + row * down, height: down },
      { ...scale, grown, role: 'w' },
    );
  }
}
