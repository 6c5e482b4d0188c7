import type { LanguageCode } from '../i18n/language.ts';
import { fill } from '../i18n/sentences.ts';

import { viewWords } from '../i18n/views.ts';

import { formatPercent } from './number-format.ts';
import { isolated, namedToken } from './token-text.ts';

/** A piece of the sentence; everything but `text` is worth emphasis in its role's colour. */
export interface ReadingPart {
  readonly kind: 'text' | 'query' | 'key' | 'percent';
  readonly text: string;
}

/** A row of weights, to be read out. */
export interface WeightRow {
  readonly queryLabels: readonly string[];
  readonly keyLabels: readonly string[];
  /** (T_q, T_k) row-major, one head; or some rows of it, see `from`. */
  readonly weights: Float32Array;
  /** Of the same head; −∞ where a key is hidden. */
  readonly masked?: Float32Array | null;
  readonly query: number;
  /** The query whose weights come first, where they are not those of all; default 0. */
  readonly from?: number;
  /** The keys are another sentence's: none of them is the query itself. */
  readonly crossed?: boolean;
  /** Why it has no numbers to read: the reader has to guess one of them, will have to on a later page, or they are still loading. */
  readonly missing?: 'hidden' | 'later' | 'loading' | null;
}

export interface Reading {
  readonly parts: readonly ReadingPart[];
  /** The same, plain: for a live region. */
  readonly text: string;
}

/** A share that is smaller than another by less than this part of it is called equal to it. */
const SAME = 0.01;
/** What is left for the others where a row is said to look almost only at one: what the percent text rounds to. */
const REST = 0.005;

/** What a row of weights means, in one sentence. Without such a row (no tokens yet) it has no parts. */
export function readRow(language: LanguageCode, input: WeightRow): Reading {
  const words = viewWords(language).reading;
  const { weights, masked, query } = input;
  if (input.missing === 'loading') {
    const text = namedToken(input.queryLabels, query);
    return {
      parts: [
        { kind: 'query', text },
        { kind: 'text', text: ' …' },
      ],
      text: '',
    };
  }
  const size = input.keyLabels.length;
  const word = input.queryLabels[query];
  const start = (query - (input.from ?? 0)) * size;
  if (word === undefined || size === 0 || start < 0 || weights.length < start + size) return reading([]);
  const row = Array.from(weights.subarray(start, start + size));
  const hidden = row.map((_, key) => masked?.[start + key] === -Infinity);
  const seen = row.flatMap((_, key) => (hidden[key] ? [] : [key]));
  const self = (key: number) => !input.crossed && key === query && input.keyLabels[key] === word;
  const key = (index: number): ReadingPart =>
    self(index)
      ? { kind: 'key', text: words.itself }
      : { kind: 'key', text: quoted(language, namedToken(input.keyLabels, index)) };
  const share = (index: number): ReadingPart => ({ kind: 'percent', text: formatPercent(row[index] ?? 0) });
  const sentence = (template: string, slots: Readonly<Record<string, ReadingPart>> = {}) =>
    reading(
      fillParts(template, {
        query: { kind: 'query', text: quoted(language, namedToken(input.queryLabels, query)) },
        ...slots,
      }),
    );

  if (input.missing === 'hidden' || input.missing === 'later') return sentence(words[input.missing]);
  if (seen.some((index) => Number.isNaN(row[index]))) return sentence(words.notANumber);
  if (seen.length === 0) return sentence(words.nothing);
  const weight = (index: number) => row[index] ?? 0;
  const first = seen.reduce((best, index) => (weight(index) > weight(best) ? index : best));
  if (weight(first) === 0) return sentence(words.zeros);
  // With a mistake a row can have almost nothing of what all rows share.
  if (seen.reduce((sum, index) => sum + weight(index), 0) < 1e-6) return sentence(words.faint);
  // As formatPercent does: what it writes as 100 % is all of it.
  const whole = weight(first) >= 1 - 1e-6;
  if (seen.length === 1 && whole) {
    return sentence(size === 1 && !input.crossed ? words.alone : self(first) ? words.seesItself : words.seesOne, {
      key: key(first),
    });
  }
  const percent = share(first);
  if (1 - weight(first) < REST) return sentence(whole ? words.only : words.almost, { key: key(first), percent });
  const equal = seen.filter((index) => weight(index) > weight(first) * (1 - SAME));
  const [one = first, other = first] = equal;
  const count: ReadingPart = { kind: 'text', text: String(equal.length) };
  if (equal.length === 2)
    return sentence(seen.length === 2 ? words.equalPair : words.equalTwo, {
      key: key(one),
      other: key(other),
      percent,
    });
  if (equal.length > 2) {
    const all = seen.length === size ? words.equalAll : words.equalSeen;
    return sentence(equal.length === seen.length ? all : words.equalSome, { count, percent });
  }
  return sentence(weight(first) >= 0.5 ? words.mostly : words.most, { key: key(first), percent });
}

const quoted = (language: LanguageCode, token: string): string => fill(viewWords(language).reading.quoted, { token });

function fillParts(template: string, slots: Readonly<Record<string, ReadingPart>>): ReadingPart[] {
  return template.split(/\{(\w+)\}/).flatMap((piece, i): ReadingPart[] => {
    if (i % 2 === 0) return piece === '' ? [] : [{ kind: 'text', text: piece }];
    const slot = Object.hasOwn(slots, piece) ? slots[piece] : undefined;
    return slot ? [slot] : [];
  });
}

function reading(parts: readonly ReadingPart[]): Reading {
  return { parts, text: parts.map((part) => (part.kind === 'text' ? part.text : isolated(part.text))).join('') };
}
