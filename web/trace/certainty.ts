import type { Certainty, RowCertainty, RowOptions } from '../core/types.ts';
import { meaning, rowByHand, rowOf } from '../scene/tables.ts';
import type { Scene } from '../scene/types.ts';
import { isPronoun } from './token-text.ts';

export type { Certainty };

/** A computed scene that knows how far its rows can be trusted. */
export interface Judged {
  readonly scene: Scene;
  readonly tokens: readonly string[];
  readonly layers: number;
  readonly heads: number;
  /** Null where that is not known: a long sentence, and a row that holds the answer to a question. */
  certainty(row: Required<RowOptions>): RowCertainty | null;
}

/** Whether the largest weight is drawn as the answer. A guess is not. Null is a row that was not judged. */
export const isEmphasized = (certainty: Certainty | null): boolean => certainty === null || certainty === 'clear';

/** Whether a badge says how sure a row is. A clear row of the reader's own numbers needs no comment. */
export const hasBadge = (certainty: Certainty | null, { parameters }: Scene): certainty is Certainty =>
  certainty !== null && (certainty !== 'clear' || parameters.kind === 'handmade');

/** From the most certain. The last rank is that of a word that looks at one like “the”. */
const RANKS: readonly Certainty[] = ['clear', 'guess', 'noise', 'unclear', 'notANumber'];

const PRONOUN = meaning.columns.indexOf('pronoun');
const FUNCTION = meaning.columns.indexOf('function');
const OTHERS = ['action', 'feeling', 'quality', 'function'].map((column) => meaning.columns.indexOf(column));

const asking = new WeakMap<Judged, number>();

/**
 * The word that asks, if the scene names none: a pronoun, best of the third person, or else a word that is no function word, or else any. Among several, it is
 * the one whose row in the last layer is most certain, and then the one whose row stands out most, or the first where that is not
 * known. Only the meaning table tells such
 * words apart. With another embedding it is the first token.
 */
export function askingWord(result: Judged): number {
  const known = asking.get(result);
  if (known !== undefined) return known;
  const word = findAskingWord(result);
  asking.set(result, word);
  return word;
}

/** A word that looks at itself tells nothing of the others. */
const rankOf = ({ key, certainty }: RowCertainty, query: number): number =>
  RANKS.indexOf(key === query ? 'unclear' : certainty);

function findAskingWord(result: Judged): number {
  const { scene, tokens, layers, heads } = result;
  if (scene.embedding.kind !== 'table' || scene.embedding.table !== meaning.name) return 0;
  const head = Math.min(scene.view?.head ?? 0, heads - 1);
  const isFunction = (token = '') => (featuresOf(scene, token)?.[FUNCTION] ?? 0) >= 0.5;
  const keys = scene.encoder === undefined ? tokens : [];
  const words = tokens.map((token, index) => {
    const row = result.certainty({ layer: layers - 1, head, query: index });
    return {
      index,
      isPerson: (featuresOf(scene, token)?.[PRONOUN] ?? 0) > 0.5,
      isFunction: isFunction(token),
      rank: row === null || isFunction(keys[row.key]) ? RANKS.length : rankOf(row, index),
      weight: row?.weight ?? 0,
    };
  });
  const pronouns = words.filter(({ isPerson }) => isPerson);
  const contents = words.filter(({ isFunction }) => !isFunction);
  const referring = words.filter(({ index }) => isPronoun(tokens[index] ?? ''));
  const candidates = [referring, pronouns, contents, words].find((some) => some.length > 0) ?? [];
  const [best] = candidates.toSorted((a, b) => a.rank - b.rank || b.weight - a.weight);
  return best?.index ?? 0;
}

/** Whether a word can be what a pronoun means: no verb, adjective or function word, as far as the meaning table knows. */
export function isNoun(scene: Scene, token: string): boolean {
  const features = featuresOf(scene, token);
  return features === undefined || OTHERS.every((column) => (features[column] ?? 0) < 0.5);
}

function featuresOf({ embedding }: Scene, token: string): readonly number[] | undefined {
  if (embedding.kind !== 'table') return undefined;
  return rowOf(embedding.learned ?? {}, token) ?? rowByHand(meaning, embedding, token);
}
