/** How numbers are written, everywhere. Display only: no number that is shown is computed on. */
import type { Scene } from '../../scene/types.ts';

/** How many digits stand after the point, from 0: 4 as in 0.0634, and "4e", of scientific notation, as in 6.3379e−2. */
export type Digits = number | `${number}e`;

/** What a scene asks for. */
export function digitsOf({ view }: Scene): Digits {
  const digits = view?.digits ?? 2;
  return view?.notation === 'scientific' ? `${digits}e` : digits;
}

/** More where a picture tells nothing with fewer; a number with a power of ten always does. */
export const atLeast = (least: number, digits: Digits): Digits =>
  typeof digits === 'string' ? digits : Math.max(least, digits);

const MINUS = '−';
const LARGE = 1e6;

/** The smallest float32 with all its bits (C's FLT_MIN): what is smaller may be taken for 0 on its way. */
const SMALLEST_NORMAL = 2 ** -126;

/**
 * Stands in a tensor for a number that a reader is to guess first, and is written "?". Tensors hold float32 alone, so it is one of
 * them: below zero, as no share is; too small to have a colour or a length; and twice the smallest, which is where an underflow ends.
 */
export const KEPT_BACK = -2 * SMALLEST_NORMAL;

export const isKeptBack = (value: number): boolean => value === KEPT_BACK;

/**
 * A number with a fixed count of digits after the point, a real minus sign and never "−0.00". What would round
 * to zero but is not zero is written with one significant digit and a power of ten ("3e−4"), as is what has more than
 * six places before the point ("1.2e8"): nothing but zero looks like zero. In scientific notation each has its power of ten.
 */
export function formatNumber(value: number, digits: Digits = 2): string {
  if (isKeptBack(value)) return '?';
  if (Number.isNaN(value)) return 'NaN';
  const text = formatMagnitude(Math.abs(value), digits);
  return (value < 0 ? MINUS : '') + text.replace('e+', 'e').replace('e-', `e${MINUS}`);
}

function formatMagnitude(magnitude: number, digits: Digits): string {
  if (magnitude === Infinity) return '∞';
  if (typeof digits === 'string') return magnitude.toExponential(Number.parseInt(digits, 10));
  if (magnitude >= LARGE) return magnitude.toExponential(Math.min(digits, 2));
  const text = magnitude.toFixed(digits);
  return magnitude > 0 && !/[1-9]/.test(text) ? magnitude.toExponential(0) : text;
}

/** A whole number or a constant of a formula as people write it: 8, 0.5, −∞; at most six digits after the point. */
export function formatConstant(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < LARGE) return formatNumber(value, 0);
  return formatNumber(value, 6)
    .replace(/(\.\d*?)0+(?=e|$)/, '$1')
    .replace(/\.(?=e|$)/, '');
}

/** Weights in cells: nothing but zero looks like zero, and no powers of ten. `tiny` null: "<0.01", as the digits are. */
function formatWeight(value: number, digits: number, tiny: string | null): string {
  return isTiny(value, digits) ? (tiny ?? `<${(10 ** -digits).toFixed(digits)}`) : formatNumber(value, digits);
}

/** ".41"; 1 has a digit less in place of the zero. */
function withoutZero(value: number, digits: number): string {
  const text = formatWeight(value, digits, '~0');
  if (text.length < digits + 2) return text;
  return text.startsWith('0') ? text.slice(1) : text.slice(0, -1);
}

/** Not zero, but with these digits it would look so. */
const isTiny = (value: number, digits: number) => value > 0 && !/[1-9]/.test(value.toFixed(digits));

/** One way to write the numbers of a grid into its cells. */
export interface CellForm {
  readonly digits: number;
  text(value: number): string;
  /** Characters of the longest. */
  readonly longest: number;
}

/** Ways to write weights, from all the digits asked for down to one; the first that fits its cells is taken. */
export function weightForms(data: Float32Array, digits: Digits): CellForm[] {
  if (typeof digits === 'string') return scientificForms(data, Number.parseInt(digits, 10));
  const forms: CellForm[] = [];
  for (let count = digits; count >= Math.min(1, digits); count--) {
    const plain = (0).toFixed(count).length;
    const tiny = data.some((value) => isTiny(value, count));
    if (tiny) forms.push({ digits: count, text: (value) => formatWeight(value, count, null), longest: plain + 1 });
    forms.push({
      digits: count,
      text: (value) => formatWeight(value, count, '~0'),
      longest: Math.max(plain, tiny ? 2 : 0),
    });
    // .41 says more than 0.4, in as much room.
    if (count > 1) forms.push({ digits: count, text: (value) => withoutZero(value, count), longest: plain - 1 });
  }
  return forms;
}

const scientificForms = (data: Float32Array, digits: number): CellForm[] =>
  Array.from({ length: digits + 1 }, (_, fewer) => {
    const form = `${digits - fewer}e` as const;
    return { digits: digits - fewer, text: (value) => formatNumber(value, form), longest: longestNumber(data, form) };
  });

/** A share of one as percent: "62 %" (narrow no-break space); never "0 %" for what is not 0, nor "100 %" for less. */
export function formatPercent(share: number, digits = 0): string {
  if (!(share >= 0 && share < Infinity)) return formatNumber(share);
  const last = 10 ** -digits;
  const rounded = Math.round((share * 100) / last) * last;
  if (share > 0 && rounded === 0) return `<${formatNumber(last, digits)}\u202f%`;
  // float32 rows of softmax end at 0.9999999: that is all of it.
  if (share < 1 - 1e-6 && rounded === 100) return `>${formatNumber(100 - last, digits)}\u202f%`;
  return `${formatNumber(rounded, digits)}\u202f%`;
}

/** How many characters the longest of these numbers takes when written by formatNumber; −∞ and NaN do not count. */
export function longestNumber(data: Float32Array, digits: Digits): number {
  let [largest, plain, least, sign] = [0, 0, Infinity, 1];
  for (const value of data) {
    const magnitude = Math.abs(value);
    if (!(magnitude < Infinity) || isKeptBack(value)) continue;
    if (value < 0) sign = -1;
    if (magnitude > largest) largest = magnitude;
    if (magnitude < LARGE && magnitude > plain) plain = magnitude;
    if (magnitude > 0 && magnitude < least) least = magnitude;
  }
  const seen = [largest, plain, ...(least < Infinity ? [least] : [])];
  return Math.max(...seen.map((magnitude) => formatNumber(sign * magnitude, digits).length));
}
