import { drawnWords } from '../scene/tables.ts';
import type { ComputedScene } from './computed-scene.ts';

export interface Missing {
  /** Distinct words that the embedding's table has no row for, and that have random vectors. */
  readonly words: readonly string[];
  /** Where they stand, from 0. */
  readonly positions: readonly number[];
}

type Subject = Pick<ComputedScene, 'scene' | 'tokens' | 'vocabulary'>;

const known = new WeakMap<Subject, Missing>();

/** The words that have a random vector because the table lacks them. */
export function missingWords(picture: Subject): Missing {
  const before = known.get(picture);
  if (before !== undefined) return before;
  const words = drawnWords(picture.scene, picture.vocabulary);
  const distinct = new Set(words);
  const positions = picture.tokens.flatMap((token, position) => (distinct.has(token) ? [position] : []));
  const missing: Missing = { words, positions };
  known.set(picture, missing);
  return missing;
}
