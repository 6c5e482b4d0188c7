import meaning from '../../src/data/meaning.json' with { type: 'json' };
import { fail, shortened } from './check.ts';
import type { Embedding, Parameters, Rows, Scene } from './types.ts';

/** One number a column of the table's `dK` (or `dV`); features that are not named have zeros. */
type ByFeature = Readonly<Record<string, readonly number[]>>;

export interface HandmadeHead {
  /** What people read. */
  readonly title: string;
  readonly description: string;
  /** A row a feature: how much of it goes into each number of the query, the key and the value. */
  readonly wQ: ByFeature;
  readonly wK: ByFeature;
  readonly wV: ByFeature;
}

/** A word table that people can read and extend (src/data). */
export interface Table {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The features: what each of the d_model numbers means. */
  readonly columns: readonly string[];
  /** Width of a query and key, and of a value, of every head made by hand. */
  readonly dK: number;
  readonly dV: number;
  readonly heads: Readonly<Record<string, HandmadeHead>>;
  /** A word, in lower case and with a straight apostrophe, and its row of d_model numbers. */
  readonly rows: Readonly<Record<string, readonly number[]>>;
}

export type Tables = Readonly<Record<string, Table>>;

/** The tables that ship, by name. */
export const tables: Tables = { meaning };

type TableEmbedding = Extract<Embedding, { kind: 'table' }>;

export interface ResolvedTable {
  /** The words of the vocabulary that have a row, in its order, and their rows. */
  readonly words: readonly string[];
  readonly rows: Rows;
  /** The words that have none, and get a seeded random vector. Empty unless `missing` is "random". */
  readonly missing: readonly string[];
  readonly dModel: number;
}

const named = (name: string, known: Tables, path: string): Table =>
  Object.hasOwn(known, name) && known[name] !== undefined
    ? known[name]
    : fail('unknown-table', path, `there is no table ${shortened(name)}; there is: ${Object.keys(known).join(', ')}`);

/** A typographic apostrophe finds the word that is written with a straight one. */
const rowOf = (rows: Table['rows'], word: string): readonly number[] | undefined =>
  [word, word.replaceAll('’', "'")].filter((key) => Object.hasOwn(rows, key)).map((key) => rows[key])[0];

/**
 * Looks the distinct tokens up in a table that ships or in the scene's own rows. Throws `missing-token` (unless those
 * are drawn) with the words and the table named, and `unknown-table`.
 */
export function resolveTable(
  embedding: TableEmbedding,
  vocabulary: readonly string[],
  known: Tables = tables,
): ResolvedTable {
  const path = '/embedding';
  const { table, rows: own } = embedding;
  const all = own ?? named(table ?? '', known, `${path}/table`).rows;
  const found = vocabulary.map((word) => ({ word, row: rowOf(all, word) }));
  const missing = found.filter(({ row }) => row === undefined).map(({ word }) => word);
  if (missing.length > 0 && embedding.missing !== 'random') {
    const where = own === undefined ? `the table ${shortened(table ?? '')}` : "the scene's own table";
    fail('missing-token', path, `${where} has no row for ${listed(missing)}`);
  }
  const present = found.flatMap(({ word, row }) => (row === undefined ? [] : [{ word, row }]));
  return {
    words: present.map(({ word }) => word),
    rows: present.map(({ row }) => row),
    missing,
    dModel: Object.values(all)[0]?.length ?? 0,
  };
}

function listed(words: readonly string[]): string {
  const most = 5;
  const first = words.slice(0, most).map(shortened).join(', ');
  return words.length > most ? `${first} and ${words.length - most} more` : first;
}

type GivenParameters = Extract<Parameters, { kind: 'given' }>;

/**
 * Heads made by hand as plain matrices, side by side in the order named: w_q and w_k (d_model, H·d_k), w_v (d_model,
 * H·d_v). Throws `unknown-table` for a table or head there is none of, `heads` where `attention` asks for another number.
 */
export function resolveHandmade(scene: Scene, known: Tables = tables): GivenParameters {
  const { parameters, attention } = scene;
  if (parameters.kind !== 'handmade') return fail('internal', '/parameters', 'these parameters are not made by hand');
  const table = named(parameters.table, known, '/parameters/table');
  const names = parameters.heads;
  const heads = names.map((name, index) => {
    const head = Object.hasOwn(table.heads, name) ? table.heads[name] : undefined;
    const there = Object.keys(table.heads).join(', ');
    const message = `the table "${table.name}" has no head ${shortened(name)}; its heads are: ${there}`;
    return head ?? fail('unknown-table', `/parameters/heads/${index}`, message);
  });
  const asked = attention.kvHeads ?? attention.heads;
  if (attention.heads !== names.length || asked !== names.length) {
    const key = attention.heads === names.length ? 'kvHeads' : 'heads';
    fail('heads', `/attention/${key}`, `${key} is ${attention[key]}, but ${names.length} heads made by hand are named`);
  }
  const sideBySide = (part: 'wQ' | 'wK' | 'wV', width: number): Rows =>
    table.columns.map((feature) => heads.flatMap((head) => head[part][feature] ?? new Array<number>(width).fill(0)));
  return {
    kind: 'given',
    wQ: sideBySide('wQ', table.dK),
    wK: sideBySide('wK', table.dK),
    wV: sideBySide('wV', table.dV),
  };
}
