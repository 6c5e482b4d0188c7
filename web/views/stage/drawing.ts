import type { Journey, KeyColumn } from '../../stage/journey.ts';
import type { StagePosition } from '../../stage/moment.ts';
import type { StageNumber, Vector } from '../../stage/numbers.ts';
import { isKeptBack } from '../../trace/number-format.ts';
import type { Role } from '../../trace/trace-reader.ts';
import type { Layout, Placed } from './layout.ts';
import { ease, type Sheet } from './marks.ts';
import { bound, shortNumber, strengthOf, wordKey } from './parts.ts';

/** What every part of a layer's picture is drawn with. */
export interface Drawing {
  readonly sheet: Sheet;
  readonly journey: Journey;
  readonly layout: Layout;
  readonly position: StagePosition;
}

/** Opacity of what has not been played yet. */
const DIM = 0.22;
export const lit = (level: number): number => DIM + (1 - DIM) * level;

/** How far a part has played, from 0 to 1. */
export function levelOf(
  { position }: Pick<Drawing, 'position'>,
  { chapter, from, to }: { readonly chapter: number; readonly from: number; readonly to: number },
): number {
  if (chapter !== position.chapter) return chapter < position.chapter ? 1 : 0;
  return Math.min(1, Math.max(0, (position.progress - from) / (to - from)));
}

/** The vertical centre of a row. */
export const rowY = ({ top, down }: Layout, row: number): number => top + (row + 0.5) * down;

export const rowId = ({ journey }: Drawing, key: number): string => wordKey(journey.keyTokens, key);

/** The level of one of several rows that light up one after another. */
export const stagger = (level: number, row: number, rows: number): number => ease(level * (rows + 2), row, row + 3);

export const visible = ({ value }: StageNumber): boolean => value !== 0 && !isKeptBack(value);

/** The largest magnitude of vectors at the places that are shown. */
export const boundOf = (vectors: readonly Vector[], places: readonly number[]): number =>
  bound(vectors.flatMap((vector) => places.map((place) => vector.number(place)).filter(visible)));

interface Strip {
  readonly x: number;
  /** The vertical centre. */
  readonly y: number;
  readonly cell: number;
  readonly height: number;
  readonly most: number;
  readonly opacity: number;
  readonly role?: Role;
  /** Whether it is on its way. Its numbers are then those of another strip. */
  readonly isMoving?: true;
}

/** A vector as a strip with a cell for each dimension. A number above 0 is a full cell, one below 0 has an outline, 0 is an empty cell. */
export function drawStrip(
  { sheet, journey }: Drawing,
  id: string,
  vector: Vector,
  { places }: Pick<Placed, 'places'>,
  { x, y, cell, height, most, opacity, role = vector.role, isMoving }: Strip,
): void {
  const top = y - height / 2;
  const gap = Math.min(2, cell * 0.14);
  sheet.box(`${id} track`, {
    x,
    y: top,
    width: cell * places.length - gap,
    height,
    role: 'x',
    look: 'bar',
    strength: 0.07,
    opacity,
  });
  const few = vector.size <= 4;
  for (const [index, place] of places.entries()) {
    const number = vector.number(place);
    if (!visible(number) && !few && !isKeptBack(number.value)) continue;
    const pressed = isMoving ? undefined : number;
    const isBelow = number.value < 0;
    const strength = isKeptBack(number.value) ? 0 : strengthOf(number.value, most);
    const inside = isBelow ? 0.75 : 0;
    sheet.box(`${id} ${place}`, {
      x: x + index * cell + inside,
      y: top + inside,
      width: Math.max(1, cell - gap - 2 * inside),
      height: height - 2 * inside,
      role,
      look: Number.isNaN(number.value) ? 'hatched' : few ? (isBelow ? 'lit' : 'cell') : isBelow ? 'lit' : 'bar',
      strength: few ? strength : 0.12 + 0.83 * strength,
      opacity,
      number: pressed,
    });
    if (!few || isMoving) continue;
    const written = shortNumber(number.value, journey.source.digits);
    sheet.label(`${id} ${place} text`, written, {
      x: x + (index + 0.5) * cell - gap / 2,
      y,
      size: sheetText(sheet, height),
      anchor: 'middle',
      role: number.value === 0 ? 'soft' : 'x',
      opacity,
      number: pressed,
    });
  }
}

const sheetText = (sheet: Sheet, height: number): number => Math.min(sheet.text, height * 0.85);

/** Whether a number of a column is hidden from the reader or is no number. The others then do not say how large it is. */
export const hasUnknown = (column: KeyColumn, keys: readonly number[]): boolean =>
  keys.some((key) => isKeptBack(column.number(key).value) || Number.isNaN(column.number(key).value));

/** The key with the largest number among those that have a row. */
export function strongest(column: KeyColumn, keys: readonly number[]): number {
  return keys.reduce((top, key) => (column.number(key).value > column.number(top).value ? key : top), keys[0] ?? 0);
}

/** The key that gets more than every other one that has a row. -1 if several get as much, or if a number is unknown. */
export function topKey(column: KeyColumn, keys: readonly number[]): number {
  const top = strongest(column, keys);
  const { value } = column.number(top);
  const isAlone = value > 0 && keys.every((key) => key === top || column.number(key).value < value);
  return isAlone && !hasUnknown(column, keys) ? top : -1;
}
