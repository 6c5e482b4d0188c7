import { type Journey, type KeyColumn, middleKey } from '../../stage/journey.ts';
import { keysAround, type StageNumber } from '../../stage/numbers.ts';
import { type Box, type Room, type Sheet, widthOf } from './marks.ts';
import { bound, cell, fitted, isNarrow, wordAt, wordKey } from './parts.ts';

/** The keys around the token, one per row, as many as fit. */
export interface KeyRows {
  readonly keys: readonly number[];
  /** The right edge of the words, and the top of the first row. */
  readonly left: number;
  readonly top: number;
  readonly down: number;
  /** The vertical centre of a row. */
  y(place: number): number;
}

/** Writes the words. `header` is the height above them, in pixels. */
export function keyRows(
  sheet: Sheet,
  journey: Journey,
  { header, room, hidden }: { readonly header: number; readonly room: Room; readonly hidden: KeyColumn | null },
): KeyRows {
  const { query, keyTokens, crossed } = journey;
  const { text, width, height } = room;
  const least = 1.45 * text;
  const count = keyTokens.length;
  const { from, to } = keysAround(middleKey(journey), count, Math.floor((height - header) / least));
  const keys = Array.from({ length: to - from }, (_, index) => from + index);
  if (keys.length < count) sheet.left.push({ of: null, shown: keys.length, all: count, onlyZeros: false });
  const down = Math.min(2.3 * text, (height - header) / keys.length);
  const words = keys.map((key) => wordAt(keyTokens, key));
  const most = isNarrow(room) ? Math.min(5.4 * text, width * 0.24) : 8 * text;
  // Bold text is wider than estimated.
  const spare = 0.4 * text;
  const left = Math.min(most, Math.max(3 * text, ...words.map((word) => widthOf(word, text) + spare)));
  for (const [place, key] of keys.entries()) {
    const own = key === query && !crossed;
    const masked = hidden?.number(key).value === -Infinity;
    sheet.label(`key ${wordKey(keyTokens, key)}`, fitted(words[place] ?? '', most - spare, text), {
      x: left,
      y: header + (place + 0.5) * down,
      size: text,
      anchor: 'end',
      role: masked ? 'soft' : own ? 'q' : 'k',
      look: own ? 'bold' : 'plain',
    });
  }
  return { keys, left, top: header, down, y: (place) => header + (place + 0.5) * down };
}

/** A column of cells, one number for each key, in the colour of weights. */
export function keyCells(
  sheet: Sheet,
  { keys, top, down }: KeyRows,
  { x, width }: { readonly x: number; readonly width: number },
  column: {
    /** The key of the mark. */
    key(key: number): string;
    number(key: number): StageNumber;
    write(value: number): string;
    look?(number: StageNumber, row: number): Partial<Pick<Box, 'opacity' | 'look'>>;
  },
  size: number,
): void {
  const most = bound(keys.map((key) => column.number(key)));
  for (const [row, key] of keys.entries()) {
    const number = column.number(key);
    cell(
      sheet,
      column.key(key),
      { x, y: top + row * down, width, height: down, ...column.look?.(number, row) },
      { number, role: 'w', most, text: column.write(number.value) },
      size,
    );
  }
}
