import meaningTable from '../../src/data/meaning.json' with { type: 'json' };
import { fail, type Message, message, quoted } from './error.ts';
import type { Embedding, Scene } from './types.ts';
import { vectorFrom, vectorLength } from './word-vectors.ts';

/** At most as many numbers as the table's `dK` (or `dV`). Missing numbers and unnamed features are 0. */
export type ByFeature = Readonly<Record<string, readonly number[]>>;

export interface HandmadeHead {
  /** The title for people. */
  readonly title: string;
  readonly description: string;
  /** The index of the layer it is made for. Any layer if absent. */
  readonly layer?: number;
  /** The version of the table that it is made for. Version 2 if absent. */
  readonly version?: number;
  /** One row for each feature: its contribution to each number of the query, the key and the value. */
  readonly wQ?: ByFeature;
  readonly wK?: ByFeature;
  readonly wV?: ByFeature;
  /** For a positional head, in place of w_q and w_k. The scene then needs the table's `positions`. */
  readonly position?: PositionRule;
}

/**
 * The position that a token attends to: `shift` places away, or always token `to`. The larger `sharpness` is, the
 * nearer its weight is to 1.
 */
export interface PositionRule {
  readonly shift?: number;
  readonly to?: number;
  readonly sharpness: number;
}

/** A word table that people can read and extend (src/data). */
export interface Table {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The features: the meaning of each of the d_model numbers. */
  readonly columns: readonly string[];
  /** The widths of query and key, and of the value, of every handmade head. */
  readonly dK: number;
  readonly dV: number;
  /** The sinusoidal positions that positional heads are made for, concatenated with the words (join "concat"). */
  readonly positions: { readonly base: number; readonly width: number };
  readonly heads: Readonly<Record<string, HandmadeHead>>;
  /** A word in lower case with a straight apostrophe, and its row of d_model numbers. */
  readonly rows: RowsByWord;
  /** From version 2 on: the changed rows, by the version that changed them. */
  readonly changes?: Readonly<Record<string, RowsByWord>>;
  /** From version 4 on: by language and word of the table, the words of that language with the same row, with spaces between them. */
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

type RowsByWord = Readonly<Record<string, readonly number[]>>;

export type Tables = Readonly<Record<string, Table>>;

/** The table of meanings (src/data/meaning.json), which the page also knows by name. */
export const meaning: Table = meaningTable;

/** The tables that ship, by name. */
export const tables: Tables = { meaning };

type TableEmbedding = Extract<Embedding, { kind: 'table' }>;
/** A language that the table's words are translated to. */
export type TableLanguage = NonNullable<TableEmbedding['language']>;

export interface ResolvedTable {
  /** The words of the vocabulary that have a row, in its order, and their rows. */
  readonly words: readonly string[];
  readonly rows: readonly (readonly number[])[];
  /** The words without a row, which get a seeded random vector. Empty unless `missing` is "random". */
  readonly missing: readonly string[];
  /** The words among `words` with learned rows. */
  readonly learned: readonly string[];
  readonly dModel: number;
}

/** The table of that name. Throws `unknown-table`. */
export const tableNamed = (name: string, known: Tables, path: string): Table =>
  Object.hasOwn(known, name) && known[name] !== undefined
    ? known[name]
    : fail(
        'unknown-table',
        path,
        message`there is no table ${quoted(name)}; the tables are: ${Object.keys(known).join(', ')}`,
      );

/** A typographic apostrophe matches a straight one. */
const ofWord = <Value>(byWord: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  [word, word.replaceAll('’', "'")].filter((key) => Object.hasOwn(byWord, key)).map((key) => byWord[key])[0];

export const rowOf = (rows: RowsByWord, word: string): readonly number[] | undefined => ofWord(rows, word);

/** The handmade row of a word in a version of the table. In another language than English, its translation's row comes first. */
export function rowByHand(
  table: Table,
  { version = 1, language }: Pick<TableEmbedding, 'version' | 'language'>,
  word: string,
): readonly number[] | undefined {
  const { rows, changes = {} } = table;
  const known = translationOf(table, language, word) ?? word;
  const from = Object.keys(changes).findLast((later) => Number(later) <= version && rowOf(changes[later] ?? {}, known));
  return rowOf((from === undefined ? undefined : changes[from]) ?? rows, known);
}

/** Whether a table has words of a language other than English. */
export const isTranslatedInto = ({ translations = {} }: Table, code: string): code is TableLanguage =>
  Object.hasOwn(translations, code);

const dictionaries = new WeakMap<object, Readonly<Record<string, string>>>();

/** The word of the table with the row of a word of another language. */
export function translationOf(
  { translations = {} }: Table,
  language: string | undefined,
  word: string,
): string | undefined {
  const words = language !== undefined && Object.hasOwn(translations, language) ? translations[language] : undefined;
  if (words === undefined) return undefined;
  const dictionary =
    dictionaries.get(words) ??
    Object.fromEntries(
      Object.entries(words).flatMap(([known, list]) => list.split(' ').map((other) => [other, known])),
    );
  dictionaries.set(words, dictionary);
  return ofWord(dictionary, word);
}

/**
 * Looks up the distinct tokens: in the rows that the scene carries for its words, then in a table that ships, or in
 * the scene's own rows alone. Throws `missing-token` with the words and the table (unless missing words are
 * random), `unknown-table`, and `shape` if a carried row is not as long as the table's.
 */
export function resolveTable(
  embedding: TableEmbedding,
  vocabulary: readonly string[],
  known: Tables = tables,
): ResolvedTable {
  const path = '/embedding';
  const { table: name = '', rows: own, learned = {} } = embedding;
  const table = own === undefined ? tableNamed(name, known, `${path}/table`) : null;
  const dModel = Object.values(own ?? table?.rows ?? {})[0]?.length ?? 0;
  const [width = dModel] = Object.values(learned).map(({ length }) => length);
  if (width !== dModel)
    fail(
      'shape',
      `${path}/learned`,
      message`a row of learned has ${width} numbers; a row of the table ${quoted(name)} has ${dModel}`,
    );
  const found = vocabulary.map((word) => {
    const brought = rowOf(learned, word);
    const row = brought ?? (table === null ? rowOf(own ?? {}, word) : rowByHand(table, embedding, word));
    return { word, row, isLearned: brought !== undefined };
  });
  const missing = found.filter(({ row }) => row === undefined).map(({ word }) => word);
  if (missing.length > 0 && embedding.missing !== 'random') {
    const where = table === null ? message`the scene's own table` : message`the table ${quoted(name)}`;
    fail('missing-token', path, message`${where} has no row for ${listed(missing)}`);
  }
  const present = found.flatMap(({ word, row, isLearned }) => (row === undefined ? [] : [{ word, row, isLearned }]));
  return {
    words: present.map(({ word }) => word),
    rows: present.map(({ row }) => row),
    missing,
    learned: present.filter(({ isLearned }) => isLearned).map(({ word }) => word),
    dModel,
  };
}

type WordVectors = Extract<Embedding, { kind: 'wordVectors' }>;

/** Looks up the distinct tokens among the vectors that the scene carries. Throws `missing-token` unless missing words are random. */
export function resolveVectors(
  { vectors = {}, missing: policy }: WordVectors,
  vocabulary: readonly string[],
): ResolvedTable {
  const found = vocabulary.map((word) => ({ word, code: ofWord(vectors, word) }));
  const missing = found.filter(({ code }) => code === undefined).map(({ word }) => word);
  if (missing.length > 0 && policy !== 'random')
    fail('missing-token', '/embedding', message`the word vectors have no row for ${listed(missing)}`);
  const present = found.flatMap(({ word, code }) => (code === undefined ? [] : [{ word, row: vectorFrom(code) }]));
  return {
    words: present.map(({ word }) => word),
    rows: present.map(({ row }) => row),
    missing,
    learned: [],
    dModel: vectorLength,
  };
}

/** The rows of an embedding that looks words up. Undefined for others. */
export function resolveRows(embedding: Embedding, vocabulary: readonly string[]): ResolvedTable | undefined {
  if (embedding.kind === 'table') return resolveTable(embedding, vocabulary);
  return embedding.kind === 'wordVectors' ? resolveVectors(embedding, vocabulary) : undefined;
}

/** All words of the embedding's table, those of a scene's own vectors included, and their rows. Undefined for others. */
export function tableRows(embedding: Embedding): RowsOfWords | undefined {
  if (embedding.kind === 'wordVectors') {
    const words = Object.keys(embedding.vectors ?? {});
    return rowsOfWords(words, (word) => vectorFrom(embedding.vectors?.[word] ?? ''));
  }
  if (embedding.kind !== 'table') return undefined;
  const { table: name = '', rows: own, learned = {}, language } = embedding;
  const table = own === undefined ? tables[name] : undefined;
  const words = language === undefined ? Object.keys(own ?? table?.rows ?? {}) : translated(table, language);
  return rowsOfWords(
    [...new Set([...words, ...Object.keys(learned)])],
    (word) => learned[word] ?? (table === undefined ? own?.[word] : rowByHand(table, embedding, word)) ?? [],
  );
}

/** What the columns of the embeddings mean, where the scene or its table says so. */
export function featureNames(embedding: Embedding): readonly string[] {
  if (embedding.kind !== 'table') return (embedding.kind === 'given' && embedding.columns) || [];
  return embedding.columns ?? (embedding.table === meaning.name ? meaning.columns : []);
}

/** The words of another language, one for each word of the table. */
const translated = (table: Table | undefined, language: TableLanguage): readonly string[] =>
  Object.values(table?.translations?.[language] ?? {}).flatMap((forms) => forms.split(' ', 1));

/** Words with their rows: row n is that of word n. */
export interface RowsOfWords {
  readonly words: readonly string[];
  readonly rows: { readonly shape: readonly [number, number]; readonly data: Float32Array };
}

export function rowsOfWords(words: readonly string[], rowOfWord: (word: string) => readonly number[]): RowsOfWords {
  const rows = words.map(rowOfWord);
  const columns = rows[0]?.length ?? 0;
  const data = new Float32Array(rows.length * columns);
  for (const [index, row] of rows.entries()) data.set(row, index * columns);
  return { words, rows: { shape: [rows.length, columns], data } };
}

/** The words of a vocabulary that the table lacks: their rows are random (`missing`) or learned. */
export const outOfVocabularyWords = (
  { embedding }: Pick<Scene, 'embedding'>,
  vocabulary: readonly string[],
): Pick<ResolvedTable, 'missing' | 'learned'> => resolveRows(embedding, vocabulary) ?? { missing: [], learned: [] };

function listed(words: readonly string[]): string | Message {
  const most = 5;
  const first = words.slice(0, most).map(quoted).join(', ');
  return words.length > most ? message`${first} and ${words.length - most} more` : first;
}
