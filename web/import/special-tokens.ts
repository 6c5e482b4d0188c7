import { isSpecialToken } from '../trace/token-text.ts';

/** The special tokens among these, each once. */
export const specialIn = (tokens: readonly string[]): readonly string[] => [...new Set(tokens.filter(isSpecialToken))];

/** One tensor (count, rows, columns) of a layer. */
interface Matrices {
  readonly heads: number;
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array;
}

/** The same without some rows and columns: `keep` says which stay. Null: all of them. */
export function keeping<Part extends Matrices>(
  part: Part,
  keepRows: readonly boolean[] | null,
  keepColumns: readonly boolean[] | null,
): Part {
  const stay = (keep: readonly boolean[] | null, count: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => index).filter((index) => keep?.[index] ?? true);
  const [rows, columns] = [stay(keepRows, part.rows), stay(keepColumns, part.columns)];
  const data = new Float32Array(part.heads * rows.length * columns.length);
  let at = 0;
  for (let head = 0; head < part.heads; head += 1)
    for (const row of rows)
      for (const column of columns) {
        data[at] = part.data[(head * part.rows + row) * part.columns + column] ?? Number.NaN;
        at += 1;
      }
  return { ...part, rows: rows.length, columns: columns.length, data };
}

/** Each row divided by its sum, so that it adds up to 1 again. A row of zeros stays: it looked at nothing that is left. */
export function renormalized<Part extends Matrices>(part: Part): Part {
  const data = part.data.slice();
  for (let from = 0; from < data.length; from += part.columns) {
    const row = data.subarray(from, from + part.columns);
    const sum = row.reduce((total, weight) => total + weight, 0);
    if (sum > 0) for (const [index, weight] of row.entries()) row[index] = weight / sum;
  }
  return { ...part, data };
}
