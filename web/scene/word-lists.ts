/**
 * Learned rows of words without a handmade row, one list for each language. A line has a word, then a letter for
 * each of its features (a is the first) with its amount in tenths (A is ten). A list is loaded when a sentence has
 * such a word. src/toolchain/words/make.mjs makes the lists.
 */
export const lists: Readonly<Record<string, () => Promise<{ readonly default: string }>>> = IS_ONE_SCRIPT
  ? {}
  : {
      en: () => import('../../src/data/words/english.txt?raw'),
      es: () => import('../../src/data/words/spanish.txt?raw'),
    };
