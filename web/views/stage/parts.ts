import type { KeyColumn } from '../../stage/journey.ts';
import type { StageNumber, Vector } from '../../stage/numbers.ts';
import { type Digits, formatNumber, formatPercent } from '../../trace/number-format.ts';
import { shorten, visibleToken } from '../../trace/token-text.ts';
import { isWeights, type Role } from '../../trace/trace-reader.ts';
import { type Box, type Room, type Sheet, widthOf } from './marks.ts';

/** Building blocks of the stage's pictures. */

export const isNarrow = ({ width, text }: Room): boolean => width < 38 * text;

/** A name, shortened to fit. */
export const fitted = (text: string, room: number, size: number): string =>
  shorten(text, (part) => widthOf(part, size) <= room);

export const wordAt = (words: readonly string[], index: number): string => visibleToken(words[index] ?? '');

/** Identifies a word by its text and by how many equal words precede it, so it stays the same as the sentence grows. */
export function wordKey(words: readonly string[], index: number): string {
  const word = words[index];
  let before = 0;
  for (let other = 0; other < index; other++) if (words[other] === word) before += 1;
  return `${word} ${before}`;
}

/** The largest finite magnitude, or 1 if all numbers are 0. */
export function bound(numbers: Iterable<StageNumber>): number {
  let most = 0;
  for (const { value } of numbers) {
    const size = Math.abs(value);
    if (size > most && size < Infinity) most = size;
  }
  return most === 0 ? 1 : most;
}

export function* numbersOf(vector: Vector, places: readonly number[]): Iterable<StageNumber> {
  for (const index of places) yield vector.number(index);
}

/** The colour intensity of a number. */
export const strengthOf = (value: number, most: number): number =>
  Number.isFinite(value) ? Math.min(1, Math.abs(value) / most) : 0;

/** Without trailing zeros: 2.8, not 2.80. */
export function shortNumber(value: number, digits: Digits): string {
  const text = formatNumber(value, digits);
  return /^−?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
}

/** The width of a column for its longest number at a text size. `least` is enough for two decimals. */
export function columnWidth(texts: Iterable<string>, size: number, least: number, digits: Digits): number {
  if (typeof digits === 'number' && digits <= 2) return least;
  let longest = '';
  for (const text of texts) if (text.length > longest.length) longest = text;
  return Math.max(least, widthOf(longest, size) + 6);
}

/** The numbers of vectors as written, for measuring. Long vectors are read up to a limit. */
export function* numbersIn(
  vectors: Iterable<Vector>,
  digits: Digits,
  write: (value: number, digits: Digits) => string = shortNumber,
): Iterable<string> {
  for (const vector of vectors)
    for (let index = 0; index < Math.min(vector.size, MOST); index++) yield write(vector.number(index).value, digits);
}

/** How many numbers of a vector are measured. */
const MOST = 64;

/** A cell with its number. */
export function cell(
  sheet: Sheet,
  key: string,
  box: Pick<Box, 'x' | 'y' | 'width' | 'height'> & Partial<Pick<Box, 'opacity' | 'look'>>,
  of: { readonly number: StageNumber; readonly role: Role; readonly most: number; readonly text: string },
  size: number,
): void {
  const { number, role, most, text } = of;
  const hidden = number.value === -Infinity;
  const { x, y, width, height, opacity = 1, look = 'cell' } = box;
  const gap = 1;
  sheet.box(key, {
    x: x + gap,
    y: y + gap,
    width: Math.max(0, width - 2 * gap),
    height: Math.max(0, height - 2 * gap),
    role,
    opacity,
    look: hidden ? 'hatched' : look,
    strength: strengthOf(number.value, most),
    number,
  });
  // A number that does not fit is made smaller, not cut.
  const fits = Math.min(size, (width - 3) / Math.max(1, widthOf(text, 1)));
  sheet.label(`${key} text`, text, {
    x: x + width / 2,
    y: y + height / 2,
    size: fits,
    anchor: 'middle',
    role: number.value === 0 ? 'soft' : 'x',
    look: look === 'lit' ? 'bold' : 'plain',
    opacity,
    number,
  });
}

export const isBelowZero = (value: number): boolean => value < 0 && value > -Infinity;

/** Shared by the bars of one column. */
interface BarScale {
  /** The number of a bar of full length. */
  readonly most: number;
  /** Whether some numbers are negative: bars then start in the middle. */
  readonly signed: boolean;
  /** The largest width of a bar, in pixels. */
  readonly width: number;
  /** From 0 to 1. */
  readonly grown: number;
  readonly role: Role;
}

/** A number as a bar from its axis. A hidden one is hatched. */
export function numberBar(
  sheet: Sheet,
  key: string,
  number: StageNumber,
  area: Pick<Box, 'x' | 'y' | 'width' | 'height'>,
  { most, signed, width, grown, role }: BarScale,
): void {
  const { value } = number;
  const full = Math.min(area.width, width) / (signed ? 2 : 1);
  const zero = area.x + (signed ? full : 0);
  const { y, height } = area;
  sheet.box(`axis ${key}`, { x: zero, y, width: 1, height, role: 'line', look: 'bar', strength: 1 });
  const bar = { y: y + height * 0.2, height: height * 0.6, role, number };
  if (value === -Infinity) {
    sheet.box(key, { ...bar, x: zero, width: full, look: 'hatched', opacity: grown });
    return;
  }
  const long = Number.isFinite(value) ? (Math.abs(value) / most) * full * grown : 0;
  sheet.box(key, { ...bar, x: value < 0 ? zero - long : zero, width: long, look: 'bar', strength: 0.8 });
}

/** The name of a tensor as people write it: x₀, added₁, q rotated. */
export const nameText = (tensor: string): string =>
  tensor
    .replace(/_?(\d)$/, (_, digit: string) => String.fromCodePoint(0x2080 + Number(digit)))
    .replace(/_(?=[a-z]{2})/g, ' ');

/** A name and its subscript: x and 0, w and q, x and 0,k. A lesson document's name has no subscript. */
function nameParts(sheet: Sheet, tensor: string): readonly [string, string] {
  const called = sheet.called(tensor);
  if (called !== undefined) return [called, ''];
  const [, base, sub = ''] = /^([a-z]+?)_?(\d(?:_k)?|(?<=_)[a-z])$/.exec(tensor) ?? [];
  return [base ?? nameText(tensor), sub.replace('_', ',')];
}

/** How much wider bold letters are than estimated. */
const BOLD = 1.1;

/** An upper estimate of a heading's width, in pixels. */
export function headingWidth(sheet: Sheet, name: string, size: number): number {
  const [base, sub] = nameParts(sheet, name);
  return (widthOf(base, size) + widthOf(sub, 0.72 * size)) * BOLD;
}

/** The size asked for, or smaller so that the name fits. */
export const headingSize = (sheet: Sheet, name: string, room: number, size: number): number =>
  Math.min(size, room / headingWidth(sheet, name, 1));

/** The name of a tensor as a heading. */
export function heading(
  sheet: Sheet,
  key: string,
  of: { readonly name: string; readonly role: Role },
  place: {
    readonly x: number;
    readonly y: number;
    readonly anchor?: 'start' | 'middle' | 'end';
    readonly opacity?: number;
  },
  size: number,
): void {
  const [base, sub] = nameParts(sheet, of.name);
  const role = of.role === 'x' ? 'soft' : of.role;
  sheet.label(key, base, { ...place, size, role, look: 'name', ...(sub === '' ? {} : { sub }) });
}

/** A heading centred on `x` above a column that begins at `top`. */
export const columnHeading = (
  sheet: Sheet,
  tensor: { readonly name: string; readonly layer: number; readonly role: Role },
  x: number,
  top: number,
  text: number,
): void =>
  heading(sheet, `heading ${tensor.name} ${tensor.layer}`, tensor, { x, y: top - 0.75 * text, anchor: 'middle' }, text);

/** A number of a key column as text. */
export const columnText = (column: KeyColumn, value: number, digits: Digits): string =>
  column.isWeights ? formatPercent(value) : formatNumber(value, digits);

/** A number of a vector as text. */
export const vectorText = ({ name }: Vector, value: number, digits: Digits): string =>
  isWeights(name) ? formatPercent(value) : formatNumber(value, digits);
