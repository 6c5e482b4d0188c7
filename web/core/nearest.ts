/** The words that a row of a trace is compared with. */
import { described, message } from '../scene/error.ts';
import { tableRows } from '../scene/tables.ts';
import type { Embedding } from '../scene/types.ts';
import { refuse, tensorArgument, wrong } from './calls.ts';
import type { Neighbour, Trace, WordRows } from './types.ts';

/** Words of one answer. */
const MOST = 1000;

export function checkCount(count: number): void {
  if (Number.isInteger(count) && count >= 1 && count <= MOST) return;
  refuse('count', message`count is ${described(count)}; it must be a whole number from 1 to ${MOST}`, 'range');
}

/** Throws AttentionError `scene-form` or `shape` unless it has a row for each of its words. */
export function wordRowsArgument(among: WordRows): WordRows {
  if (typeof among !== 'object' || among === null || !('words' in among) || !('rows' in among))
    return wrong('among', among, message`words and their rows, { words, rows }`);
  const words: unknown = among.words;
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    return wrong('among.words', words, message`an array of texts`);
  const rows = tensorArgument('among.rows', among.rows);
  const [count = 0, columns = 0] = rows.shape;
  if (rows.shape.length !== 2 || count !== words.length || columns === 0)
    refuse(
      'among.rows',
      message`among.rows has the shape ${rows.shape.join('×')}; there are ${words.length} words`,
      'shape',
    );
  return { words, rows };
}

/** The words of the embedding's table with their rows, or if it has none, the distinct tokens with theirs. */
export function wordsOf(
  trace: Pick<Trace, 'tokens' | 'symbols' | 'tensor'>,
  embedding: Embedding | undefined,
): WordRows {
  const table = embedding && tableRows(embedding);
  if (table !== undefined) return table;
  const words = [...new Set(trace.tokens)];
  const { shape, data } = trace.tensor('x0');
  const width = shape[1] ?? 0;
  // Concatenated positions stand behind the numbers of the words.
  const { d_word: columns = width } = trace.symbols;
  const rows = new Float32Array(words.length * columns);
  for (const [index, word] of words.entries()) {
    const start = trace.tokens.indexOf(word) * width;
    rows.set(data.subarray(start, start + columns), index * columns);
  }
  return { words, rows: { shape: [words.length, columns], data: rows } };
}

/** The words with the largest similarities. Equal ones stay in order. */
export const mostSimilar = (
  words: readonly string[],
  similarities: Float32Array,
  count: number,
): readonly Neighbour[] =>
  Array.from(similarities, (similarity, index) => ({ word: words[index] ?? '', similarity }))
    .filter(({ similarity }) => Number.isFinite(similarity))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, count);
