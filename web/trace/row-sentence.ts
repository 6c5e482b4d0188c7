import type { Certainty } from '../core/types.ts';
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
  /** How far the row can be trusted, as the core says. Null or absent if that is not known: then no answer is claimed. */
  readonly certainty?: Certainty | null;
  /** Why it has no numbers to read: the reader has to guess one of them, will have to on a later page, or they are still loading. */
  readonly missing?: 'hidden' | 'later' | 'loading' | null;
}

export interface Reading {
  /** Which sentence it is: a key of the words, or none of them. */
  readonly kind: ReadingKind;
  /** As the row says. Null for a row that is not read. */
  readonly certainty: Certainty | null;
  readonly parts: readonly ReadingPart[];
  /** The same, plain: for a live region. */
  readonly text: string;
}

type Sentences = ReturnType<typeof viewWords>['reading'];
export type ReadingKind = Exclude<keyof Sentences, 'quoted' | 'itself' | 'reflexive' | 'guess'> | 'loading' | 'blank';

/** A weight that is smaller than another by less than this part of it is called equal to it. */
const SAME = 0.01;
/** What is left for the others where a row is said to look almost only at one: what the percent text rounds to. */
const REST = 0.005;

/**
 * What a row of weights means, in one sentence. It claims an answer only of a row that is clear, or as a guess. Without such a row (no
 * tokens yet) it has no parts.
 */
export const readRow = (language: LanguageCode, input: WeightRow): Reading =>
  readRowIn(viewWords(language).reading, input);

/** The same with the words of a language. */
export function readRowIn(words: Sentences, input: WeightRow): Reading {
  const { query, missing, certainty = null } = input;
  if (missing === 'loading') {
    const parts: ReadingPart[] = [
      { kind: 'query', text: namedToken(input.queryLabels, query) },
      { kind: 'text', text: ' …' },
    ];
    return { kind: 'loading', certainty: null, parts, text: '' };
  }
  const word = input.queryLabels[query];
  const row = seenRow(input);
  if (word === undefined || row === null) return { kind: 'blank', certainty: null, parts: [], text: '' };
  const asking: ReadingPart = { kind: 'query', text: quoted(words, namedToken(input.queryLabels, query)) };
  if (missing === 'hidden' || missing === 'later')
    return reading(missing, null, fillParts(words[missing], { query: asking }));
  const key = (index: number): ReadingPart =>
    row.isItself(index)
      ? { kind: 'key', text: words.itself }
      : { kind: 'key', text: quoted(words, namedToken(input.keyLabels, index)) };
  const { kind, keys, count } = sentenceOf(row, certainty);
  const own = keys.slice(0, 2).find(row.isItself);
  const [first = 0, other = first] = keys;
  const parts = fillParts(own === undefined ? words[kind] : words.reflexive(kind, words[kind]), {
    query: asking,
    key: key(first),
    other: key(other),
    partner: key(other === own ? first : other),
    percent: { kind: 'percent', text: formatPercent(row.weight(first)) },
    count: { kind: 'text', text: String(count) },
  });
  const isGuess = certainty === 'guess' && claims.has(kind);
  return reading(kind, certainty, isGuess ? [{ kind: 'text', text: words.guess }, ...parts] : parts);
}

/** The sentences that say where a token looks. */
const claims: ReadonlySet<ReadingKind> = new Set(['only', 'almost', 'mostly', 'most']);

/** The keys that a query can see, and their weights. */
interface SeenRow {
  readonly seen: readonly number[];
  readonly size: number;
  readonly crossed: boolean;
  weight(key: number): number;
  isItself(key: number): boolean;
}

/** Null where the row is not there. */
function seenRow({
  weights,
  masked,
  query,
  from = 0,
  crossed = false,
  queryLabels,
  keyLabels,
}: WeightRow): SeenRow | null {
  const size = keyLabels.length;
  const start = (query - from) * size;
  if (size === 0 || start < 0 || weights.length < start + size) return null;
  const all = Array.from({ length: size }, (_, key) => key);
  return {
    seen: all.filter((key) => masked?.[start + key] !== -Infinity),
    ...{ size, crossed },
    weight: (key) => weights[start + key] ?? 0,
    isItself: (key) => !crossed && key === query && keyLabels[key] === queryLabels[query],
  };
}

interface Sentence {
  readonly kind: Exclude<ReadingKind, 'loading' | 'blank'>;
  /** The keys that it names. */
  readonly keys: readonly number[];
  readonly count: number;
}

function sentenceOf(row: SeenRow, certainty: Certainty | null): Sentence {
  const { seen, size, crossed, weight } = row;
  const first = seen.reduce((best, index) => (weight(index) > weight(best) ? index : best), seen[0] ?? 0);
  const about = (kind: Sentence['kind'], keys: readonly number[] = [first], count = 1): Sentence => ({
    kind,
    keys,
    count,
  });
  if (seen.some((index) => Number.isNaN(weight(index)))) return about('notANumber');
  if (seen.length === 0) return about('nothing');
  if (weight(first) === 0) return about('zeros');
  // With a mistake a row can have almost nothing of what all rows share.
  if (seen.reduce((sum, index) => sum + weight(index), 0) < 1e-6) return about('faint');
  // As formatPercent does: what it writes as 100 % is all of it.
  const isWhole = weight(first) >= 1 - 1e-6;
  if (seen.length === 1 && isWhole)
    return about(size === 1 && !crossed ? 'alone' : row.isItself(first) ? 'seesItself' : 'seesOne');
  if (certainty === 'noise') return about('noise');
  if (certainty === 'clear' || certainty === 'guess') {
    if (1 - weight(first) < REST) return about(isWhole ? 'only' : 'almost');
    return about(weight(first) >= 0.5 ? 'mostly' : 'most');
  }
  const equal = seen.filter((index) => weight(index) > weight(first) * (1 - SAME));
  const isAll = equal.length === seen.length;
  if (equal.length === 2) return about(isAll ? 'equalPair' : 'equalTwo', equal, 2);
  if (equal.length > 2)
    return about(isAll ? (seen.length === size ? 'equalAll' : 'equalSeen') : 'equalSome', equal, equal.length);
  return about(certainty === null ? 'largest' : 'unclear');
}

const quoted = (words: Sentences, token: string): string => fill(words.quoted, { token: isolated(token) });

function fillParts(template: string, slots: Readonly<Record<string, ReadingPart>>): ReadingPart[] {
  return template.split(/\{(\w+)\}/).flatMap((piece, i): ReadingPart[] => {
    if (i % 2 === 0) return piece === '' ? [] : [{ kind: 'text', text: piece }];
    const slot = Object.hasOwn(slots, piece) ? slots[piece] : undefined;
    return slot ? [slot] : [];
  });
}

function reading(kind: ReadingKind, certainty: Certainty | null, parts: readonly ReadingPart[]): Reading {
  const text = parts.map((part) => part.text).join('');
  return { kind, certainty, parts, text };
}
