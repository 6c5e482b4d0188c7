import type { Messages } from '../i18n/words.ts';

/** What a box holds: a finite number, nothing, or something that is explained to the person. */
export type Typed =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly why: string };

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Reads what was typed, strictly: nothing is guessed, and no trailing text is dropped. */
export function readNumber(typed: string, words: Messages['controls']): Typed {
  const text = typed.trim().replace(/^−/, '-');
  if (text === '') return { kind: 'empty' };
  if (/^[+-]?\d+,\d+$/.test(text)) return { kind: 'wrong', why: words.decimalComma(shown(typed)) };
  if (!decimal.test(text)) return { kind: 'wrong', why: words.notNumber(shown(typed)) };
  const value = Number(text);
  return Number.isFinite(value) ? { kind: 'number', value } : { kind: 'wrong', why: words.notFinite(shown(typed)) };
}

/** A pasted novel is not repeated in its error message. */
function shown(typed: string): string {
  const letters = Array.from(typed.slice(0, 64));
  return letters.length > 24 ? `${letters.slice(0, 24).join('')}…` : typed;
}
