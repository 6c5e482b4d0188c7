import { words } from '../i18n/words.ts';
import { refuse } from './error.ts';
import { importLimits } from './limits.ts';
import type { Place, ReadOptions } from './types.ts';

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const spelt: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Infinity,
  infinity: Infinity,
  '∞': Infinity,
  true: 1,
  false: 0,
};

/** The number that a cell says as people, spreadsheets, NumPy and PyTorch write it; undefined for anything else. */
export function numberIn(cell: string): number | undefined {
  const text = cell.trim().replace(/^−/, '-');
  if (decimal.test(text)) return Number(text);
  const sign = text.startsWith('-') ? -1 : 1;
  const word = text.replace(/^[+-]/, '').toLowerCase();
  return Object.hasOwn(spelt, word) ? sign * (spelt[word] ?? 0) : undefined;
}

/** What stands in print in place of numbers that were left out. */
export const isAbbreviated = (cell: string): boolean => /^(?:\.{2,3}|…|⋯|⋮|⋱)$/.test(cell.trim());

/** A pasted novel is not repeated in its error message, and what nobody can see in it is spelt out. */
export const quoted = (text: string): string => {
  const letters = Array.from(text.slice(0, 64));
  const short = letters.length > 24 ? `${letters.slice(0, 24).join('')}…` : text;
  return short.replace(/[\p{Cc}\p{Cf}]/gu, (hidden) => {
    const code = (hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `[U+${code}]`;
  });
};

/**
 * The number as it goes into a scene. Throws `not-finite` for NaN, ±∞ (but for −∞ where it is allowed) and what float32
 * cannot hold, with the cell named.
 */
export function sound(value: number, place: Place, written: () => string, options: ReadOptions): number {
  if (Math.abs(value) <= importLimits.number) return value;
  if (value === -Infinity && options.minusInfinity === true) return value;
  const { problems } = words.numbers;
  const spelt = /\d/.test(written());
  if (!Number.isFinite(value) && !spelt)
    return refuse('not-finite', problems.notFinite(at(place), quoted(written())), place);
  // The largest float32 is printed as 3.4028235e+38, which is a little more than it is.
  const single = Math.fround(value);
  return Number.isFinite(single)
    ? single
    : refuse('not-finite', problems.tooLarge(at(place), quoted(written())), place);
}

/** "Q: row 3, column 2", counted from 1 as in a spreadsheet. */
export function at({ name = '', row, column }: Place): string {
  const { place } = words.numbers;
  const where = row === undefined ? '' : column === undefined ? place.row(row + 1) : place.cell(row + 1, column + 1);
  return [name, where].filter((part) => part !== '').join(': ');
}
