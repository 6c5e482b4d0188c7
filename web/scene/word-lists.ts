export type List = () => Promise<{ readonly default: string }>;

/**
 * Learned rows of words without a handmade row, one list for each language. A line has a word, then a letter for
 * each of its features (a is the first) with its amount in tenths (A is ten). A list is loaded when a sentence has
 * such a word. src/toolchain/words/make.mjs makes the lists.
 */
export const lists: Readonly<Record<string, List>> = IS_ONE_SCRIPT
  ? {}
  : {
      en: () => import('../../src/data/words/english.txt?raw'),
      es: () => import('../../src/data/words/spanish.txt?raw'),
    };

/**
 * The codes of word vectors (word-vectors.ts), a word a line. Loaded when a sentence of a scene with this embedding has a word
 * whose vector the scene does not carry.
 */
export const vectorList: List | null = IS_ONE_SCRIPT ? null : () => import('../../src/data/vectors/glove.txt?raw');
