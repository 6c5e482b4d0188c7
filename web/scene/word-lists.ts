/**
 * The words that nobody described by hand, a language each: a word a line, and behind it a letter for each feature that it has (a is the
 * first) with how much of it, in tenths (A is ten). Each is fetched when a sentence has such a word. src/toolchain/words/make.mjs
 * makes them.
 */
export const lists: Readonly<Record<string, () => Promise<{ readonly default: string }>>> = {
  en: () => import('../../src/data/words/english.txt'),
  es: () => import('../../src/data/words/spanish.txt'),
};
