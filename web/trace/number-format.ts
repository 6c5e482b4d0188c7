/** How numbers are written everywhere. Display only: nothing is computed from a rounded number. */
import type { Scene } from '../scene/types.ts';

/** Digits after the decimal point: 4 as in 0.0634, or "4e" for scientific notation as in 6.3379e−2. */
export type Digits = number | `${number}e`;

/** The digits setting of a scene. */
export function digitsOf({ view }: Scene): Digits {
  const digits = view?.digits ?? 2;
  return view?.notation === 'scientific' ? `${digits}e` : digits;
}

/** More digits, if the picture would say nothing with fewer. A number with a power of ten always says something. */
export const atLeast = (least: number, digits: Digits): Digits =>
  typeof digits === 'string' ? digits : Math.max(least, digits);

const MINUS = '−';
const LARGE = 1e6;
/** Smaller numbers have a power of ten where the digits would make them zero. */
const SMALL = 1e-4;

/** The smallest normal float32 (C's FLT_MIN). Smaller numbers may be flushed to 0. */
const SMALLEST_NORMAL = 2 ** -126;

/**
 * Stands in a tensor for a number that the reader has to guess, and is written "?". Tensors hold only float32, so
 * it is one: negative, as no weight is, too small to have a colour or a length, and twice the smallest, below which
 * numbers underflow.
 */
export const KEPT_BACK = -2 * SMALLEST_NORMAL;

export const isKeptBack = (value: number): boolean => value === KEPT_BACK;

/**
 * A number with a fixed count of decimals and a real minus sign, never "−0.00". A number that would round to zero
 * has one significant digit ("0.0003"), and below 0.0001 a power of ten ("3e−5"). A number with more than six digits
 * before the point has a power of ten, too ("1.2e8"). Only zero looks like zero. In scientific notation every number
 * has its power of ten.
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
  if (magnitude === 0 || /[1-9]/.test(text)) return text;
  return magnitude < SMALL ? magnitude.toExponential(0) : magnitude.toPrecision(1);
}

/** A constant of a formula as people write it: 8, 0.5, −∞. At most six decimals. */
export function formatConstant(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < LARGE) return formatNumber(value, 0);
  return formatNumber(value, 6)
    .replace(/(\.\d*?)0+(?=e|$)/, '$1')
    .replace(/\.(?=e|$)/, '');
}

/**
 * A weight in a cell. Only zero looks like zero, and there are no powers of ten. With `tiny` null, small weights
 * are "<0.01".
 */
function formatWeight(value: number, digits: number, tiny: string | null): string {
  return isTiny(value, digits) ? (tiny ?? `<${(10 ** -digits).toFixed(digits)}`) : formatNumber(value, digits);
}

/** ".41". 1 has one digit less, in place of the zero. */
function withoutZero(value: number, digits: number): string {
  const text = formatWeight(value, digits, '~0');
  if (text.length < digits + 2) return text;
  return text.startsWith('0') ? text.slice(1) : text.slice(0, -1);
}

/** Whether a number other than zero would look like zero with these digits. */
const isTiny = (value: number, digits: number) => value > 0 && !/[1-9]/.test(value.toFixed(digits));

/** One form of the numbers of a grid. */
export interface CellForm {
  readonly digits: number;
  text(value: number): string;
  /** The length of the longest number, in characters. */
  readonly longest: number;
}

/** Forms of weights, from all digits down to one. A grid uses the first that fits its cells. */
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
    // .41 says more than 0.4 in the same space.
    if (count > 1) forms.push({ digits: count, text: (value) => withoutZero(value, count), longest: plain - 1 });
  }
  return forms;
}

const scientificForms = (data: Float32Array, digits: number): CellForm[] =>
  Array.from({ length: digits + 1 }, (_, fewer) => {
    const form = `${digits - fewer}e` as const;
    return { digits: digits - fewer, text: (value) => formatNumber(value, form), longest: longestNumber(data, form) };
  });

/**
 * A weight in percent: "62 %" with a narrow no-break space. Never "0 %" for more than 0, nor "100 %" for less than
 * 1.
 */
export function formatPercent(weight: number, digits = 0): string {
  if (!(weight >= 0 && weight < Infinity)) return formatNumber(weight);
  const last = 10 ** -digits;
  const rounded = Math.round((weight * 100) / last) * last;
  if (weight > 0 && rounded === 0) return `<${formatNumber(last, digits)}\u202f%`;
  // A float32 softmax may end at 0.9999999, which is 1.
  if (weight < 1 - 1e-6 && rounded === 100) return `>${formatNumber(100 - last, digits)}\u202f%`;
  return `${formatNumber(rounded, digits)}\u202f%`;
}

/** The length of the longest of these numbers in formatNumber, in characters, without −∞ and NaN. */
export function longestNumber(data: Float32Array, digits: Digits): number {
  let [largest, plain, small, least, sign] = [0, 0, Infinity, Infinity, 1];
  for (const value of data) {
    const magnitude = Math.abs(value);
    if (!(magnitude < Infinity) || isKeptBack(value)) continue;
    if (value < 0) sign = -1;
    if (magnitude > largest) largest = magnitude;
    if (magnitude < LARGE && magnitude > plain) plain = magnitude;
    if (magnitude > 0 && magnitude < least) least = magnitude;
    if (magnitude >= SMALL && magnitude < small) small = magnitude;
  }
  const seen = [largest, plain, ...[small, least].filter(Number.isFinite)];
  return Math.max(...seen.map((magnitude) => formatNumber(sign * magnitude, digits).length));
}

/** The shortest decimal of a float32: 0.1, where JavaScript would write 0.10000000149011612. */
export function shortest(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return short;
  }
  return Number(value.toPrecision(9));
}
