import type { Certainty } from '../core/types.ts';
import { meaning, rowByHand, rowOf } from '../scene/tables.ts';
import type { Scene } from '../scene/types.ts';
import type { SceneResult, WholeResult } from './scene-result.ts';

export type { Certainty };

/** How sure the row of a query is, in the layer of the result. Null while its weights are not loaded, as in a sentence of thousands of words. */
export function certaintyOf(result: SceneResult, head: number, query: number): Certainty | null {
  if (result.viewport !== null || result.step('weights') === undefined) return null;
  return result.trace.certainty({ layer: result.layer, head, query }).certainty;
}

/** The largest weight of a row. 0 if it is not a number. */
function clarityOf({ trace, layer }: WholeResult, head: number, query: number): number {
  const { certainty, weight } = trace.certainty({ layer, head, query });
  return certainty === 'notANumber' ? 0 : weight;
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
  if (last.viewport !== null || last.step('weights') === undefined) return 0;
  const head = Math.min(scene.view?.head ?? 0, result.heads - 1);
  const words = tokens.map((token, index) => {
    const features = featuresOf(scene, token);
    return {
      index,
      isPronoun: (features?.[PRONOUN] ?? 0) > 0.5,
      isFunction: (features?.[FUNCTION] ?? 0) >= 0.5,
      clarity: clarityOf(last, head, index),
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
