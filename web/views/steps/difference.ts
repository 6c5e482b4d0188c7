import type { LanguageCode } from '../../i18n/language.ts';
import { fill } from '../../i18n/sentences.ts';
import { stepPictureWords } from '../../i18n/step-pictures.ts';
import { greatest } from '../shared/colour.ts';

/** How far two computations of the same result may differ through float32 rounding, relative to the largest number. */
const LOST = 2 ** -20;

/** The absolute difference that still counts as equal. */
export const toleranceOf = (first: Float32Array, second: Float32Array): number => greatest(first, second) * LOST;

export function differ(first: number, second: number, tolerance: number): boolean {
  if (Object.is(first, second)) return false;
  return !(Math.abs(first - second) <= tolerance);
}

export interface Difference {
  /** How many cells differ, and how many there are. */
  readonly count: number;
  readonly of: number;
  /** The offset of the cell that differs most. Null if none does. NaN differs most of all. */
  readonly most: number | null;
}

/** Compares two tensors of one shape, between `start` and `end`. */
export function compare(first: Float32Array, second: Float32Array, start: number, end: number): Difference {
  const tolerance = toleranceOf(first, second);
  let [count, most, largest] = [0, null as number | null, -1];
  for (let index = start; index < end; index++) {
    const [a, b] = [first[index] ?? Number.NaN, second[index] ?? Number.NaN];
    if (!differ(a, b, tolerance)) continue;
    count += 1;
    const size = Math.abs(a - b);
    const distance = Number.isNaN(size) ? Infinity : size;
    if (distance > largest) [most, largest] = [index, distance];
  }
  return { count, of: end - start, most };
}

/** "right way 0.50, difference −0.10": the other number of a cell, and the difference. */
export function differenceText(
  language: LanguageCode,
  own: number,
  compared: number,
  { name, text }: { readonly name: string; readonly text: (value: number) => string },
): string {
  const words = stepPictureWords(language);
  const difference = own - compared;
  const sign = difference > 0 ? '+' : '';
  const other = fill(words.compare.other, { name, value: text(compared) });
  return Number.isNaN(difference) || Math.abs(difference) === Infinity
    ? other
    : `${other}, ${fill(words.compare.difference, { value: `${sign}${text(difference)}` })}`;
}
