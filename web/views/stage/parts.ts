import type { KeyColumn } from '../../stage/journey.ts';
import type { StageNumber, Vector } from '../../stage/numbers.ts';
import { type Digits, formatNumber, formatPercent, isKeptBack } from '../../trace/number-format.ts';
import { shorten, visibleToken } from '../../trace/token-text.ts';
import { isWeights, type Role, type TraceReader } from '../../trace/trace-reader.ts';
import { type Room, type Sheet, widthOf } from './marks.ts';

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

/** The colour intensity of a number. */
export const strengthOf = (value: number, most: number): number =>
  Number.isFinite(value) ? Math.min(1, Math.abs(value) / most) : 0;

/** Without trailing zeros: 2.8, not 2.80. */
export function shortNumber(value: number, digits: Digits): string {
  const text = formatNumber(value, digits);
  return /^−?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
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

/** The name of a tensor as people write it: x₀, added₁, q rotated. */
export const nameText = (tensor: string): string =>
  tensor
    .replace(/_?(\d)$/, (_, digit: string) => String.fromCodePoint(0x2080 + Number(digit)))
    .replace(/_(?=[a-z]{2})/g, ' ');

/** A name and its subscript: x and 0, w and q, x and 0,k. A lesson document's name has no subscript. */
function nameParts(sheet: Pick<Sheet, 'called'>, tensor: string): readonly [string, string] {
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

/** The same for names that no sheet has yet. */
export const headingLength = (reader: TraceReader, name: string, size: number): number => {
  const [base, sub] = nameParts({ called: (tensor) => reader.called?.(tensor) }, name);
  return (widthOf(base, size) + widthOf(sub, 0.72 * size)) * BOLD;
};

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

/** Smaller numbers differ from 0 in nothing that the picture shows. Pressing one shows it in full. */
const FAINT = 1e-4;

/** A number of a key column as text. */
export function columnText(column: KeyColumn, value: number, digits: Digits): string {
  if (column.isWeights) return formatPercent(value);
  const isFaint = value !== 0 && Math.abs(value) < FAINT && typeof digits === 'number' && digits < 4;
  return isFaint && !isKeptBack(value) ? '≈ 0' : formatNumber(value, digits);
}

/** A number of a vector as text. */
export const vectorText = ({ name }: Vector, value: number, digits: Digits): string =>
  isWeights(name) ? formatPercent(value) : formatNumber(value, digits);
