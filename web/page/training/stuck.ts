/** The reasons why a run is stuck that can be seen in its scene. */
import type { LanguageCode } from '../../i18n/language.ts';
import { trainingWords } from '../../i18n/training.ts';
import type { Rows, Scene } from '../../scene/types.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { jumps, type LossAt } from './progress.ts';

/** The facts from which the reasons follow. */
export interface StuckRun {
  readonly tokens: readonly string[];
  readonly keyTokens: readonly string[];
  /** One for each token. Tokens with the same text here have the same query or key, whatever the parameters are. */
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  readonly dK: number;
  readonly target: Rows;
  readonly curve: readonly LossAt[];
}

/** Positions that change the scores of tokens with the same query and key. */
const inScores: ReadonlySet<string> = new Set(['rope', 'alibi', 'relative']);

export function factsOf(result: SceneResult, target: Rows, curve: readonly LossAt[]): StuckRun {
  const { tokens, keyTokens, scene } = result;
  const knowsPlaces = inScores.has(scene.positions?.kind ?? '');
  const named = (name: string, words: readonly string[]): readonly string[] => {
    const { data } = result.tensor(name);
    const width = data.length / Math.max(1, words.length);
    return words.map((word, index) =>
      knowsPlaces ? String(index) : `${word} ${data.slice(index * width, (index + 1) * width).join()}`,
    );
  };
  const x = ['x', 'x0'].find((name) => result.step(name)) ?? null;
  const ofKeys = scene.encoder === undefined ? x : (['x_k', 'x0_k'].find((name) => result.step(name)) ?? null);
  const apart = (words: readonly string[]) => words.map((_, index) => String(index));
  return {
    tokens,
    keyTokens,
    queries: x === null ? apart(tokens) : named(x, tokens),
    keys: ofKeys === null ? apart(keyTokens) : named(ofKeys, keyTokens),
    dK: result.symbol('d_k', Number.POSITIVE_INFINITY),
    target,
    curve,
  };
}

/** Sentences, the likeliest first. There is at least one. */
export function reasonsStuck(language: LanguageCode, run: StuckRun): readonly string[] {
  const { stuck: words } = trainingWords(language);
  const twins = twinsOf(run);
  const found = [
    ...(twins.length > 0 ? [words.same(twins.join(', '))] : []),
    ...(jumps(run.curve) ? [words.rate] : []),
    ...(run.dK < neededRank(run.target) ? [words.narrow(run.dK)] : []),
  ];
  if (found.length > 0) return found;
  return [isFalling(run.curve) ? words.slow : words.other];
}

/** Why the target cannot be reached, whatever the parameters become; null: no such reason is known. */
export function unreachable(language: LanguageCode, result: SceneResult, target: Rows): string | null {
  const twins = twinsOf(factsOf(result, target, []));
  return twins.length === 0 ? null : trainingWords(language).stuck.same(twins.join(', '));
}

/** The same tokens and mask in a scene that can learn any weights: wide random vectors, with positions, and one head. */
export const withPositions = ({ version, sentence, tokens, tokenizer, attention, view }: Scene): Scene => ({
  version,
  ...(sentence !== undefined && { sentence }),
  ...(tokens !== undefined && { tokens }),
  ...(tokenizer !== undefined && { tokenizer }),
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 32 },
  positions: { kind: 'sinusoidal' },
  parameters: { kind: 'random', init: 'xavier', seed: 1 },
  attention: { heads: 1, ...(attention.mask !== undefined && { mask: attention.mask }) },
  ...(view !== undefined && { view: { ...view, head: 0, layer: 0 } }),
});

const counts = (line: readonly number[]): boolean => line.some((weight) => weight > 0);

/** Tokens with different targets whose weights are always equal. */
function twinsOf({ tokens, keyTokens, queries, keys, target }: StuckRun): readonly string[] {
  const counted = target.filter(counts);
  const differing = new Set<string>();
  for (const [one, other] of pairsOf(keys)) {
    if (counted.some((line) => line[one] !== line[other])) differing.add(keyTokens[one] ?? '');
  }
  for (const [one, other] of pairsOf(queries)) {
    const rows = [target[one] ?? [], target[other] ?? []];
    if (rows.every(counts) && String(rows[0]) !== String(rows[1])) differing.add(tokens[one] ?? '');
  }
  return [...differing];
}

/** Pairs of equal names: each with the first of them. */
const pairsOf = (names: readonly string[]): readonly (readonly [number, number])[] =>
  names.flatMap((name, index) => {
    const first = names.indexOf(name);
    return first < index ? [[first, index] as const] : [];
  });

/**
 * The rank of the scores that the target may need: its different rows less one, since softmax does not see a constant added to a row.
 * Queries and keys with fewer numbers may not be able to reach it.
 */
const neededRank = (target: Rows): number => new Set(target.filter(counts).map(String)).size - 1;

function isFalling(curve: readonly LossAt[]): boolean {
  const [last, before] = [curve.at(-1), curve.at(-2)];
  return last !== undefined && before !== undefined && last.loss < before.loss;
}
