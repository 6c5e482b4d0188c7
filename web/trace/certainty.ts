import { meaning, rowByHand, rowOf } from '../scene/tables.ts';
import type { Scene } from '../scene/types.ts';
import { outOfVocabularyOf } from './out-of-vocabulary.ts';
import type { SceneResult } from './scene-result.ts';

/**
 * How sure a row of weights is.
 * - clear: one key stands out, and every word that decides has a handmade or given row.
 * - unclear: no key stands out.
 * - guess: a word that decides has a row learned from word vectors.
 * - noise: a word that decides, or every parameter, is random.
 * - notANumber: a weight is NaN.
 */
export type Certainty = 'clear' | 'unclear' | 'guess' | 'noise' | 'notANumber';

/** A key stands out if its weight is so many times the mean of its row, or so much of the whole row. */
const TIMES_MEAN = 1.5;
const SHARE = 0.6;

/** Whether the largest weight of a row stands out among the weights of the visible keys. Alone, a key has nothing to stand out from. */
export function standsOut(visible: readonly number[]): boolean {
  if (visible.length < 2) return true;
  const share = Math.max(...visible) / visible.reduce((sum, weight) => sum + weight, 0);
  return share >= SHARE || share * visible.length >= TIMES_MEAN;
}

interface Row {
  readonly weights: Float32Array;
  readonly isClear: boolean;
  readonly strongest: number;
}

/** Null while the weights are not loaded, as in a sentence of thousands of words. */
function rowAt(result: SceneResult, head: number, query: number): Row | null {
  const size = result.keyTokens.length;
  const row = (all: Float32Array | null) => all?.subarray(query * size, (query + 1) * size) ?? null;
  const weights = row(result.ofHead('weights', head));
  if (weights === null) return null;
  const masked = row(result.ofHead('masked', head));
  const strongest = weights.reduce((best, weight, key) => (weight > (weights[best] ?? 0) ? key : best), 0);
  return {
    weights,
    strongest,
    isClear: standsOut(Array.from(weights).filter((_, key) => masked?.[key] !== -Infinity)),
  };
}

/** How sure the row of a query is, in the layer of the result. Null while its weights are not loaded. */
export function certaintyOf(result: SceneResult, head: number, query: number): Certainty | null {
  const row = rowAt(result, head, query);
  if (row === null) return null;
  if (row.weights.some(Number.isNaN)) return 'notANumber';
  if (!row.isClear) return 'unclear';
  const { embedding, parameters } = result.scene;
  if (embedding.kind === 'random' || parameters.kind === 'random') return 'noise';
  const { marks } = outOfVocabularyOf(result);
  const deciding = new Set([query, row.strongest]);
  // What a word looked at in earlier layers is part of it.
  for (let layer = 0; layer < result.layer; layer += 1) {
    const earlier = rowAt(result.atLayer(layer), head, query);
    if (earlier !== null) deciding.add(earlier.strongest);
  }
  const kinds = [...deciding].map((token) => marks.get(token));
  if (kinds.includes('random')) return 'noise';
  return kinds.includes('learned') ? 'guess' : 'clear';
}

const PRONOUN = meaning.columns.indexOf('pronoun');
const FUNCTION = meaning.columns.indexOf('function');

const asking = new WeakMap<SceneResult, number>();

/**
 * The word that asks, if the scene names none: a pronoun, else the word whose row in the last layer stands out most, and a function
 * word only if there is no other. Only the meaning table tells such words apart. With another embedding it is the first token.
 */
export function askingWord(result: SceneResult): number {
  const known = asking.get(result);
  if (known !== undefined) return known;
  const word = findAskingWord(result);
  asking.set(result, word);
  return word;
}

function findAskingWord(result: SceneResult): number {
  const { scene, tokens } = result;
  if (result.viewport !== null || scene.embedding.kind !== 'table' || scene.embedding.table !== meaning.name) return 0;
  const last = result.atLayer(result.layers - 1);
  const head = Math.min(scene.view?.head ?? 0, result.heads - 1);
  const words = tokens.map((token, index) => {
    const features = featuresOf(scene, token);
    const row = rowAt(last, head, index);
    return {
      index,
      isPronoun: (features?.[PRONOUN] ?? 0) > 0.5,
      isFunction: (features?.[FUNCTION] ?? 0) >= 0.5,
      clarity: row?.isClear ? (row.weights[row.strongest] ?? 0) : 0,
    };
  });
  const pronouns = words.filter(({ isPronoun }) => isPronoun);
  const contents = words.filter(({ isFunction }) => !isFunction);
  const candidates = [pronouns, contents, words].find((some) => some.length > 0) ?? [];
  const [first, ...rest] = candidates;
  return rest.reduce((best, word) => (word.clarity > (best?.clarity ?? 0) ? word : best), first)?.index ?? 0;
}

function featuresOf({ embedding }: Scene, token: string): readonly number[] | undefined {
  if (embedding.kind !== 'table') return undefined;
  return rowOf(embedding.learned ?? {}, token) ?? rowByHand(meaning, embedding.version ?? 1, token);
}
