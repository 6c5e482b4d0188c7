import { unwrittenWords as wordsOf } from '../scene/tables.ts';
import type { Mark, Marks } from '../views/tokens/tokens.ts';
import type { ComputedScene } from './computed-scene.ts';

export interface Unwritten {
  /** Distinct words that the embedding's table has no row for, and that have random vectors. */
  readonly missing: readonly string[];
  /** Distinct words whose rows were learned from word vectors. */
  readonly learned: readonly string[];
  /** What their tokens are marked as, by where they stand, from 0. */
  readonly marks: Marks;
}

type Subject = Pick<ComputedScene, 'scene' | 'tokens' | 'vocabulary'>;

const known = new WeakMap<Subject, Unwritten>();

/** The words whose vectors nobody wrote by hand. */
export function unwrittenWords(picture: Subject): Unwritten {
  const before = known.get(picture);
  if (before !== undefined) return before;
  const { missing, learned } = wordsOf(picture.scene, picture.vocabulary);
  const [drawn, guessed] = [new Set(missing), new Set(learned)];
  const marks: Marks = new Map(
    picture.tokens.flatMap((token, position): [number, Mark][] =>
      drawn.has(token) ? [[position, 'random']] : guessed.has(token) ? [[position, 'learned']] : [],
    ),
  );
  const unwritten: Unwritten = { missing, learned, marks };
  known.set(picture, unwritten);
  return unwritten;
}
