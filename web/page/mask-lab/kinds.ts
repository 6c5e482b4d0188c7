import type { Rows } from '../../scene/types.ts';

export const maskKinds = ['causal', 'padding', 'leftPadding', 'window', 'prefix', 'packed', 'painted'] as const;
export type MaskKind = (typeof maskKinds)[number];

/** Tokens of every example. */
export const SIZE = 5;
const PAD = '[pad]';

/** The examples' words. The lab is about masks, so they are the same in every language of the page. */
export const words: Readonly<Record<MaskKind, readonly string[]>> = {
  causal: ['the', 'cat', 'sat', 'on', 'it'],
  padding: ['the', 'cat', 'sat', PAD, PAD],
  leftPadding: [PAD, PAD, 'the', 'cat', 'sat'],
  window: ['the', 'cat', 'sat', 'on', 'it'],
  prefix: ['Q:', 'why', 'the', 'cat', 'sat'],
  packed: ['the', 'cat', 'sat', 'we', 'ran'],
  painted: ['the', 'cat', 'sat', 'on', 'it'],
};

/** The two sequences of the packed example, one after the other. */
const sequences = [0, 0, 0, 1, 1];

type Rule = (query: number, key: number) => boolean;
const rules: Readonly<Record<Exclude<MaskKind, 'painted'>, Rule>> = {
  causal: (i, j) => j <= i,
  padding: (_, j) => j < 3,
  leftPadding: (i, j) => j >= 2 && j <= i,
  window: (i, j) => Math.abs(i - j) <= 1,
  prefix: (i, j) => j < 2 || j <= i,
  packed: (i, j) => sequences[i] === sequences[j],
};

/** The rules in Python, for arrays i (T, 1) and j (T). */
export const pythonRules: Readonly<Record<Exclude<MaskKind, 'painted' | 'packed'>, string>> = {
  causal: 'j <= i',
  padding: 'j < 3',
  leftPadding: '(j >= 2) & (j <= i)',
  window: '(j >= i - 1) & (j <= i + 1)',
  prefix: '(j < 2) | (j <= i)',
};
export const pythonSequences = `[${sequences.join(', ')}]`;

export const rowsOf = (queries: number, keys: number, rule: Rule): Rows =>
  Array.from({ length: queries }, (_, i) => Array.from({ length: keys }, (_, j) => (rule(i, j) ? 1 : 0)));

/** 1 where query i sees key j. */
export const visibleOf = (kind: MaskKind, painted: Rows): Rows =>
  kind === 'painted' ? painted : rowsOf(SIZE, SIZE, rules[kind]);

export const inverted = (visible: Rows): Rows => visible.map((row) => row.map((cell) => 1 - cell));
