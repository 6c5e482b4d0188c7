/** Looks up the vectors of words. Loaded for the first scene with this embedding (words.ts). */
import { limits } from './limits.ts';
import { type RowsOfWords, rowsOfWords } from './tables.ts';
import { keyTokensOf, tokensOf } from './tokenize.ts';
import type { Embedding, Scene } from './types.ts';
import { type List, vectorList } from './word-lists.ts';
import { vectorFrom } from './word-vectors.ts';

type VectorEmbedding = Extract<Embedding, { kind: 'wordVectors' }>;

/** A language whose words have vectors. */
export type VectorLanguage = 'en' | NonNullable<VectorEmbedding['language']>;

/**
 * By language, its words for the English word in the same line of the codes, whose vectors they have. src/toolchain/words/spanish-vectors.mjs
 * makes the list.
 */
const translations: Readonly<Record<string, List>> = IS_ONE_SCRIPT
  ? {}
  : { es: () => import('../../src/data/vectors/spanish.txt?raw') };

/** The English words with their codes, and by language its words with their translations. */
const fetched = new Map<string, ReadonlyMap<string, string>>();
/** By language, the English words that translate its words. */
const translating = new Map<string, ReadonlySet<string>>();

const isLanguage = (code: string): code is VectorLanguage => code === 'en' || Object.hasOwn(translations, code);

async function fetchList(language: string): Promise<ReadonlyMap<string, string>> {
  const known = fetched.get(language);
  if (known !== undefined) return known;
  const list = language === 'en' ? vectorList : translations[language];
  const lines = ((await list?.())?.default.trimEnd() ?? '').split('\n');
  const words =
    language === 'en'
      ? new Map(lines.map((line) => line.split(' ') as [string, string]))
      : translated(lines, [...(await fetchList('en')).keys()]);
  fetched.set(language, words);
  if (language !== 'en') translating.set(language, new Set(words.values()));
  return words;
}

/**
 * Words with their English translations, from the lines of a list. A capital letter says how many letters of the word before to drop (A is 0).
 * The letters to add follow.
 */
function translated(lines: readonly string[], english: readonly string[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    let word = '';
    for (const [, dropped = '', added = ''] of line.matchAll(/([A-Z])([^A-Z]*)/g)) {
      word = word.slice(0, word.length - (dropped.charCodeAt(0) - 65)) + added;
      words.set(word, english[index] ?? '');
    }
  }
  return words;
}

/** Throws an error if there are no word vectors in the language, or none in this script. */
function checkLanguage(language: string): asserts language is VectorLanguage {
  if (vectorList === null) throw new Error('this script has no word vectors');
  if (!isLanguage(language)) {
    const codes = ['en', ...Object.keys(translations)].join(', ');
    throw new RangeError(`there are no word vectors in the language "${language}"; the languages are: ${codes}`);
  }
}

/** As in words.ts, which loads this module for it. */
export async function wordVectors(language: VectorLanguage = 'en'): Promise<RowsOfWords> {
  checkLanguage(language);
  const codes = await fetchList('en');
  if (language === 'en') return rowsOfWords([...codes.keys()], (word) => vectorFrom(codes.get(word) ?? ''));
  const list = await fetchList(language);
  const first = new Map<string, string>();
  for (const [word, english] of list) if (!first.has(english)) first.set(english, word);
  return rowsOfWords([...first.values()], (word) => vectorFrom(codes.get(list.get(word) ?? '') ?? ''));
}

/** The words of a language with the English words whose vectors they have. Empty for English. Rejects as `wordVectors` does. */
export async function translationsFrom(language: VectorLanguage): Promise<ReadonlyMap<string, string>> {
  checkLanguage(language);
  return language === 'en' ? new Map() : fetchList(language);
}

/** The code of a word in a language whose list has been fetched. */
function codeIn(language: string, word: string): string | undefined {
  const plain = word.replaceAll('’', "'");
  const english = language === 'en' ? plain : fetched.get(language)?.get(plain);
  return english === undefined ? undefined : fetched.get('en')?.get(english);
}

/** A list to load first. */
type Missing = { readonly load: () => Promise<unknown> };
type Chosen = { readonly language: VectorLanguage };

/**
 * The scene with the vectors of its words, or a list to load first. The first language is the one that the scene names, else that of the page.
 * If it does not know all words, they are looked up in the language that does, or else in the one that knows most.
 */
export function vectorsNow(
  scene: Scene,
  embedding: VectorEmbedding,
  ofPage: string,
): { readonly scene: Scene } | Missing {
  const { vectors: known = {}, language: written, ...plain } = embedding;
  const words = [...new Set([...tokensOf(scene), ...keyTokensOf(scene)])];
  const isKnown = words.every((word) => Object.hasOwn(known, word));
  const chosen: Chosen | Missing = isKnown ? { language: written ?? 'en' } : languageOf(words, written ?? ofPage);
  if ('load' in chosen) return chosen;
  const { language } = chosen;
  const before = written ?? 'en';
  if (language !== before && !fetched.has(before)) return { load: () => fetchList(before) };
  const vectors = words.flatMap((word): [string, string][] => {
    const kept = Object.hasOwn(known, word) ? known[word] : undefined;
    const found = codeIn(language, word);
    // “red” is looked up in English. Once “pesca” follows, it is the Spanish word, unless its vector is the scene's own. A word
    // that the other language lacks loses its vector.
    const isOfList = language !== before && kept === codeIn(before, word);
    const code = isOfList ? found : (kept ?? found);
    return code === undefined || word === '__proto__' ? [] : [[word, code]];
  });
  return {
    scene: {
      ...scene,
      embedding: {
        ...plain,
        ...(language !== 'en' && { language }),
        ...(vectors.length > 0 && { vectors: Object.fromEntries(vectors.slice(0, limits.matrix)) }),
      },
    },
  };
}

/** The language of words, or a list to load first. */
function languageOf(words: readonly string[], first: string): Chosen | Missing {
  const languages = [...new Set([first, 'en', ...Object.keys(translations)])].filter(isLanguage);
  for (const language of languages) {
    const missing = ['en', language].find((code) => !fetched.has(code));
    if (missing !== undefined) return { load: () => fetchList(missing) };
    if (words.every((word) => codeIn(language, word) !== undefined)) return { language };
  }
  let best: Chosen & { readonly count: number } = { language: 'en', count: 0 };
  for (const language of languages) {
    const count = words.filter((word) => codeIn(language, word) !== undefined && isOf(language, word)).length;
    if (count > best.count) best = { language, count };
  }
  return best;
}

/** Whether a word is of the language. GloVe has words like “casa” too: they are English only if they translate a word of the other list. */
function isOf(language: VectorLanguage, word: string): boolean {
  if (language !== 'en') return true;
  return Object.keys(translations).every((code) => !fetched.get(code)?.has(word) || translating.get(code)?.has(word));
}
