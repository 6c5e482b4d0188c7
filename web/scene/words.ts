/** Looks up the learned rows, or the vectors, of words while a scene is being written. */
import { limits } from './limits.ts';
import {
  isTranslatedInto,
  meaning,
  type RowsOfWords,
  rowByHand,
  rowOf,
  type TableLanguage,
  translationOf,
} from './tables.ts';
import { keyTokensOf, tokensOf } from './tokenize.ts';
import type { Scene } from './types.ts';
import type { VectorLanguage } from './vector-words.ts';
import { lists } from './word-lists.ts';

type WordList = ReadonlyMap<string, string>;

const fetched = new Map<string, WordList>();

/** Null before the first scene with word vectors. */
let vectorWords: typeof import('./vector-words.ts') | null = null;

async function loadVectorWords(): Promise<void> {
  vectorWords = await import('./vector-words.ts');
}

async function fetchList(name: string): Promise<void> {
  const text = (await lists[name]?.())?.default ?? '';
  fetched.set(name, new Map(text.split('\n').map((line) => line.split(' ') as [string, string])));
}

/** The row of an entry in a list. */
function rowFrom(said: string): readonly number[] {
  const row = meaning.columns.map(() => 0);
  for (let index = 0; index < said.length; index += 2)
    row[said.charCodeAt(index) - 97] = Number.parseInt(said.charAt(index + 1), 16) / 10;
  return row;
}

/**
 * The scene with the learned rows of the words that the table of meanings lacks, as far as the lists have them. The
 * list is that of `language` (a code of the page's), or if it knows fewer than half of the words, the one that
 * knows most. Rows that the scene already carries stay, so that no word changes while others are typed, unless the
 * sentence turns out to be in another language, in which the word is described by hand. Rows of
 * removed words go. With word vectors, likewise their vectors, whose language is the scene's before that of the page. A scene with another embedding, or with handmade rows
 * for every word since version 1, is unchanged. Throws the errors of an import.
 */
export async function lookUpWords(scene: Scene, language = 'en'): Promise<Scene> {
  for (;;) {
    const found = lookUpNow(scene, language);
    if ('scene' in found) return found.scene;
    await found.load();
  }
}

/**
 * All word vectors of a language, a row a word, for `nearest` of a trace. A word of another language than English has the vector of its
 * English translation. Of words with the same translation only the first is among them: they are the forms of a word, or synonyms.
 * Fetches the lists. Rejects as an import does, and in one script, which has no list.
 */
export const wordVectors = async (language?: VectorLanguage): Promise<RowsOfWords> =>
  (await import('./vector-words.ts')).wordVectors(language);

/**
 * Passes a scene that is being written to `use`, with the rows of its words. If a list has to be loaded first, it
 * calls `use` again when it has arrived, with the scene to replace. Until then such words have no rows. A scene of word
 * vectors without any vector waits, since all of its rows would be random, and so does this for what `use` then returns.
 * Throws as `lookUpWords` does.
 */
export async function withWords(
  scene: Scene,
  language: string,
  use: (scene: Scene, instead: Scene | null) => unknown,
): Promise<void> {
  const now = lookUpNow(scene, language);
  const hasNone = scene.embedding.kind === 'wordVectors' && scene.embedding.vectors === undefined;
  if ('scene' in now) use(now.scene, null);
  else if (hasNone) await use(await lookUpWords(scene, language), null);
  else {
    use(scene, null);
    use(await lookUpWords(scene, language), scene);
  }
}

/** `load` fetches what must be loaded first. */
type Found = { readonly scene: Scene } | { readonly load: () => Promise<unknown> };

/** The version of the table that heads are made for unless they name another. */
const WIDELY_USED = 2;

/** The first version of the table with words of other languages. */
const TRANSLATED = 4;

/** The version of the table for the heads of a scene, and for its language if that is not English. */
function versionFor({ parameters }: Scene, language?: TableLanguage): number {
  const least = language === undefined ? WIDELY_USED : TRANSLATED;
  if (parameters.kind !== 'handmade') return least;
  const names = [parameters.heads, ...(parameters.later ?? [])].flat();
  return Math.max(least, ...names.map((name) => meaning.heads[name]?.version ?? least));
}

/** The result of `lookUpWords` without waiting. */
function lookUpNow(scene: Scene, language: string): Found {
  const { embedding } = scene;
  if (embedding.kind === 'wordVectors')
    return vectorWords?.vectorsNow(scene, embedding, language) ?? { load: loadVectorWords };
  if (embedding.kind !== 'table' || embedding.table !== meaning.name) return { scene };
  const { version: _, language: written, learned: known = {}, ...plain } = embedding;
  const words = [...new Set([...tokensOf(scene), ...keyTokensOf(scene)])];
  const version = versionFor(scene, written);
  const isKnown = words.every((word) => rowOf(known, word));
  const chosen = isKnown ? { list: '', language: written } : listFor(words, language, version);
  if ('missing' in chosen) return { load: () => fetchList(chosen.missing) };
  const list = fetched.get(chosen.list);
  // “los robots” is looked up in English. Once “animales” follows, “los” is the Spanish word.
  const isTranslated = (word: string) =>
    chosen.language !== undefined && chosen.language !== written && isByHand(chosen.language, version, word);
  const learned = words.flatMap((word): [string, readonly number[]][] => {
    const said = isByHand(chosen.list, version, word) ? undefined : list?.get(straight(word));
    const kept = isTranslated(word) ? undefined : rowOf(known, word);
    const row = kept ?? (said === undefined ? undefined : rowFrom(said));
    return row === undefined || word === '__proto__' ? [] : [[word, row]];
  });
  const english = (word: string, since: number) => rowByHand(meaning, { version: since }, word);
  const isLater =
    version > WIDELY_USED || learned.length > 0 || words.some((word) => english(word, version) !== english(word, 1));
  return {
    scene: {
      ...scene,
      embedding: {
        ...plain,
        ...(isLater && { version }),
        ...(chosen.language !== undefined && { language: chosen.language }),
        ...(learned.length > 0 && { learned: Object.fromEntries(learned.slice(0, limits.matrix)) }),
      },
    },
  };
}

const straight = (word: string): string => word.replaceAll('’', "'");

type Chosen =
  /** `list` is empty if every word is described by hand. */
  | { readonly list: string; readonly language?: TableLanguage | undefined }
  /** The language of a list that must be loaded first. */
  | { readonly missing: string };

/** Whether a word of a language is described by hand. In another language than English, that is a translation. */
function isByHand(language: string, version: number, word: string): boolean {
  if (language === 'en') return rowByHand(meaning, { version }, word) !== undefined;
  return version >= TRANSLATED && translationOf(meaning, language, word) !== undefined;
}

/** The list to use: the language's own if it knows half of the words, else the one that knows most. */
function listFor(words: readonly string[], language: string, version: number): Chosen {
  // No list is needed for these, which one script does not have.
  const written = [language, 'en', ...Object.keys(meaning.translations ?? {})];
  const enough = written.find((code) => words.every((word) => isByHand(code, version, word)));
  if (enough !== undefined) return { list: '', ...inLanguage(enough, version) };
  const order = [language, ...Object.keys(lists).filter((other) => other !== language)].filter((code) => code in lists);
  let best = { list: '', count: 0 };
  for (const code of order) {
    const list = fetched.get(code);
    if (list === undefined) return { missing: code };
    const count = words.filter((word) => list.has(straight(word)) || isByHand(code, version, word)).length;
    if (count > best.count) best = { list: code, count };
    if (count * 2 >= words.length) break;
  }
  return { list: best.list, ...inLanguage(best.list, version) };
}

const inLanguage = (code: string, version: number): { readonly language?: TableLanguage } =>
  version >= TRANSLATED && isTranslatedInto(meaning, code) ? { language: code } : {};
