import type { KeyColumn } from '../../stage/journey.ts';
import type { StageNumber, Vector } from '../../stage/numbers.ts';
import { type Digits, formatNumber, formatPercent } from '../shared/number-format.ts';
import { shorten, visibleToken } from '../shared/token-text.ts';
import { isWeights, type Role } from '../trace/trace-reader.ts';
import { type Box, type Room, type Sheet, widthOf } from './marks.ts';

/** What several pictures of the stage are put together from. */

export const isNarrow = ({ width, text }: Room): boolean => width < 38 * text;

/** A name that has to fit. */
export const fitted = (text: string, room: number, size: number): string =>
  shorten(text, (part) => widthOf(part, size) <= room);

export const wordAt = (words: readonly string[], at: number): string => visibleToken(words[at] ?? '');

/** The same word stays the same as the sentence grows: it is known by its text, and by how many like it stand before it. */
export function wordKey(words: readonly string[], at: number): string {
  const word = words[at];
  let before = 0;
  for (let other = 0; other < at; other++) if (words[other] === word) before += 1;
  return `${word} ${before}`;
}

/** The largest finite magnitude among some numbers; 1 where all are 0. */
export function bound(numbers: Iterable<StageNumber>): number {
  let most = 0;
  for (const { value } of numbers) {
    const size = Math.abs(value);
    if (size > most && size < Infinity) most = size;
  }
  return most === 0 ? 1 : most;
}

export function* numbersOf(vector: Vector, places: readonly number[]): Iterable<StageNumber> {
  for (const at of places) yield vector.number(at);
}

/** How strong the colour of a number is. */
export const strengthOf = (value: number, most: number): number =>
  Number.isFinite(value) ? Math.min(1, Math.abs(value) / most) : 0;

/** Short where nothing is lost: a parameter of 2.8 needs no second digit, and 0 no point. */
export function shortNumber(value: number, digits: Digits): string {
  const text = formatNumber(value, digits);
  return /^−?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
}

/**
 * How wide a column has to be for the longest of its numbers, at the size of text that they are written in; never less than `least`,
 * which does for two digits after the point.
 */
export function columnWidth(texts: Iterable<string>, size: number, least: number, digits: Digits): number {
  if (typeof digits === 'number' && digits <= 2) return least;
  let longest = '';
  for (const text of texts) if (text.length > longest.length) longest = text;
  return Math.max(least, widthOf(longest, size) + 6);
}

/** The numbers of vectors as a cell has them, or otherwise. A vector that is longer than a picture is only looked at as far as this. */
export function* numbersIn(
  vectors: Iterable<Vector>,
  digits: Digits,
  write: (value: number, digits: Digits) => string = shortNumber,
): Iterable<string> {
  for (const vector of vectors)
    for (let at = 0; at < Math.min(vector.size, MOST); at++) yield write(vector.number(at).value, digits);
}

/** Places of a vector, at most, that are looked through for the longest number. */
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
  // A number that does not fit is made smaller rather than cut.
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

/** How the bars of one column are drawn. */
interface BarScale {
  /** What the longest bar stands for. */
  readonly most: number;
  /** Some are below 0: bars go both ways from the middle. */
  readonly signed: boolean;
  /** px, of all that a bar may take. */
  readonly width: number;
  /** From 0 to 1. */
  readonly grown: number;
  readonly role: Role;
}

/** A number as a bar from its axis; what is hidden as a hatched one. */
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

/** A name in the two parts in which it is written: x and 0, w and q, x and 0,k; the name that a document gives it is one. */
function nameParts(sheet: Sheet, tensor: string): readonly [string, string] {
  const called = sheet.called(tensor);
  if (called !== undefined) return [called, ''];
  const [, base, sub = ''] = /^([a-z]+?)_?(\d(?:_k)?|(?<=_)[a-z])$/.exec(tensor) ?? [];
  return [base ?? nameText(tensor), sub.replace('_', ',')];
}

/** Bold letters are broader than those that widths are reckoned of. */
const BOLD = 1.1;

/** At least what a name takes as a heading, in px. */
export function headingWidth(sheet: Sheet, name: string, size: number): number {
  const [base, sub] = nameParts(sheet, name);
  return (widthOf(base, size) + widthOf(sub, 0.72 * size)) * BOLD;
}

/** As large as asked for, or smaller where the name would not fit. */
export const headingSize = (sheet: Sheet, name: string, room: number, size: number): number =>
  Math.min(size, room / headingWidth(sheet, name, 1));

/** That name as a heading. */
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

/** The name of a tensor above a column that begins at `top`, around `x`. */
export const columnHeading = (
  sheet: Sheet,
  tensor: { readonly name: string; readonly layer: number; readonly role: Role },
  x: number,
  top: number,
  text: number,
): void =>
  heading(sheet, `heading ${tensor.name} ${tensor.layer}`, tensor, { x, y: top - 0.75 * text, anchor: 'middle' }, text);

/** The number of a column of keys as it is written there. */
export const columnText = (column: KeyColumn, value: number, digits: Digits): string =>
  column.isWeights ? formatPercent(value) : formatNumber(value, digits);

/** One of a vector's numbers as it is written. */
export const vectorText = ({ name }: Vector, value: number, digits: Digits): string =>
  isWeights(name) ? formatPercent(value) : formatNumber(value, digits);
