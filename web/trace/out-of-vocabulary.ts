import { isOfModel } from '../scene/layers.ts';
import { outOfVocabularyWords } from '../scene/tables.ts';
import type { SceneResult } from './scene-result.ts';
import { isSpecialToken } from './token-text.ts';

/**
 * Token positions, from 0, and what is to know about each: its vector was not written by hand but is random or
 * learned, or a tokenizer added the token to a model's sentence.
 */
export type Marks = ReadonlyMap<number, Mark>;
export type Mark = 'random' | 'learned' | 'special';

export interface OutOfVocabulary {
  /** Distinct words that the embedding's table lacks; their vectors are random. */
  readonly missing: readonly string[];
  /** Distinct words whose rows were learned from word vectors. */
  readonly learned: readonly string[];
  readonly marks: Marks;
}

type Subject = Pick<SceneResult, 'scene' | 'tokens' | 'vocabulary'>;

const found = new WeakMap<Subject, OutOfVocabulary>();

/** The words of a result that the embedding's table lacks, and the tokens to mark for it. Cached by result. */
export function outOfVocabularyOf(result: Subject): OutOfVocabulary {
  const cached = found.get(result);
  if (cached !== undefined) return cached;
  const { missing, learned } = outOfVocabularyWords(result.scene, result.vocabulary);
  const [isMissing, isLearned] = [new Set(missing), new Set(learned)];
  const marks: Marks = new Map(
    result.tokens.flatMap((token, position): [number, Mark][] =>
      isMissing.has(token)
        ? [[position, 'random']]
        : isLearned.has(token)
          ? [[position, 'learned']]
          : isOfModel(result.scene) && isSpecialToken(token)
            ? [[position, 'special']]
            : [],
    ),
  );
  const words: OutOfVocabulary = { missing, learned, marks };
  found.set(result, words);
  return words;
}
