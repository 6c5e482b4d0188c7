import type { Chapter, KeyColumn } from './journey.ts';
import type { Product } from './numbers.ts';

/** Larger matrices are not searched, and of longer rows only the first keys are compared. */
const MANY = 4096;
const MOST_KEYS = 512;

/** Marks the chapters that change nothing for this word. They keep their place in links but take no time. */
export const withFolds = (chapters: readonly Chapter[], keys: number): readonly Chapter[] =>
  chapters.map((chapter, index) =>
    changesNothing(chapter, chapters[index - 1], keys) ? { ...chapter, seconds: 0 } : chapter,
  );

export const isFolded = ({ seconds }: Pick<Chapter, 'seconds'>): boolean => seconds === 0;

function changesNothing(chapter: Chapter, before: Chapter | undefined, keys: number): boolean {
  if (chapter.kind === 'product') {
    const [only] = chapter.products;
    return before?.kind === 'mix' && chapter.products.length === 1 && only !== undefined && onlyMoves(only);
  }
  if (chapter.kind !== 'compare') return false;
  const first = chapter.columns.length - chapter.newCount;
  const from = chapter.columns[first - 1];
  return from !== undefined && chapter.columns.slice(first).every((column) => isSameRow(from, column, keys));
}

/** Whether two rows have the same numbers. */
export function isSameRow(one: KeyColumn, other: KeyColumn, keys: number): boolean {
  for (let key = 0; key < Math.min(keys, MOST_KEYS); key++)
    if (!Object.is(one.number(key).value, other.number(key).value)) return false;
  return true;
}

/** Whether a matrix only moves the numbers of a vector: for each that is not 0 it has a single 1, in a column of its own. */
function onlyMoves({ input, result, entry }: Product): boolean {
  if (input.size * result.size > MANY) return false;
  const taken = new Set<number>();
  for (let row = 0; row < input.size; row++) {
    if (input.number(row).value === 0) continue;
    let found = -1;
    for (let column = 0; column < result.size; column++) {
      const { value } = entry(row, column);
      if (value === 0) continue;
      if (value !== 1 || found >= 0 || taken.has(column)) return false;
      found = column;
    }
    if (found < 0) return false;
    taken.add(found);
  }
  return true;
}
