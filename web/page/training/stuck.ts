/** Why a run no longer gets better, as far as the scene says it. */
import { trainingWords } from '../../i18n/training.ts';
import type { Rows } from '../../scene/types.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { jumps, type LossAt } from './progress.ts';

/** What the reasons are found in. */
export interface StuckRun {
  readonly tokens: readonly string[];
  readonly keyTokens: readonly string[];
  /** One a token: the same text has the same query, or key, whatever the parameters become. */
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  readonly dK: number;
  readonly target: Rows;
  readonly curve: readonly LossAt[];
}

/** Positions by which scores know where a token stands, whatever its query and its key are. */
const inScores: ReadonlySet<string> = new Set(['rope', 'alibi', 'relative']);

export function factsOf(result: SceneResult, target: Rows, curve: readonly LossAt[]): StuckRun {
  const { tokens, keyTokens, scene } = result;
  const knowsPlaces = inScores.has(scene.positions?.kind ?? '');
  const named = (name: string, words: readonly string[]): readonly string[] => {
    const { data } = result.tensor(name);
    const width = data.length / Math.max(1, words.length);
    return words.map((word, at) =>
      knowsPlaces ? String(at) : `${word} ${data.slice(at * width, (at + 1) * width).join()}`,
    );
  };
  const x = ['x', 'x0'].find((name) => result.step(name)) ?? null;
  const ofKeys = scene.encoder === undefined ? x : (['x_k', 'x0_k'].find((name) => result.step(name)) ?? null);
  const apart = (words: readonly string[]) => words.map((_, at) => String(at));
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

/** Sentences, the likeliest first; always one. */
export function reasonsStuck(run: StuckRun): readonly string[] {
  const { stuck: words } = trainingWords;
  const twins = twinsOf(run);
  const found = [
    ...(twins.length > 0 ? [words.same(twins.join(', '))] : []),
    ...(jumps(run.curve) ? [words.rate] : []),
    ...(run.dK < neededRank(run.target) ? [words.narrow(run.dK)] : []),
  ];
  if (found.length > 0) return found;
  return [isFalling(run.curve) ? words.slow : words.other];
}

const counts = (line: readonly number[]): boolean => line.some((share) => share > 0);

/** Tokens that the target tells apart and the weights cannot. */
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

/** Of those that are the same, each with the first. */
const pairsOf = (names: readonly string[]): readonly (readonly [number, number])[] =>
  names.flatMap((name, at) => (names.indexOf(name) < at ? [[names.indexOf(name), at] as const] : []));

/**
 * How many different rows the target asks for, less one: softmax leaves one number a row free, and scores of queries and keys of fewer
 * numbers may not have room for the others.
 */
const neededRank = (target: Rows): number => new Set(target.filter(counts).map(String)).size - 1;

function isFalling(curve: readonly LossAt[]): boolean {
  const [last, before] = [curve.at(-1), curve.at(-2)];
  return last !== undefined && before !== undefined && last.loss < before.loss;
}
