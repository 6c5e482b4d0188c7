import { words } from '../i18n/words.ts';
import { refuse } from './error.ts';
import { importLimits } from './limits.ts';
import { sound } from './number.ts';
import type { Matrix, Place, ReadOptions, Values } from './types.ts';

/** "4×3". */
export const shapeText = (shape: readonly number[]): string => shape.join('×');

/** Throws `empty`, `shape` and `too-large` for axes that no matrix of a scene can have, before a number is looked at. */
export function checkShape(name: string, shape: readonly number[]): void {
  const { problems } = words.numbers;
  const place = name === '' ? {} : { name };
  if (shape.some((size) => size === 0)) refuse('empty', problems.empty(name, shapeText(shape)), place);
  if (shape.length > 3) refuse('shape', problems.axes(name, shapeText(shape), shape.length), place);
  const longest = Math.max(1, ...shape);
  if (longest > importLimits.axis) {
    refuse('too-large', problems.longAxis(name, shapeText(shape), longest, importLimits.axis), place);
  }
}

/**
 * One array as matrices. A single number is 1×1, a list is one row; an array of three axes, as of heads, is one matrix
 * for each index of its first, named `Q[0]`, `Q[1]` …, and the person chooses: nothing is laid side by side in silence.
 */
export function matricesOf(values: Values, options: ReadOptions): readonly Matrix[] {
  const { name, shape } = values;
  checkShape(name, shape);
  const [count, rows, columns] = [shape.at(-3) ?? 1, shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  return Array.from({ length: count }, (_, index) =>
    matrixOf(values, {
      name: shape.length === 3 ? `${name}[${index}]` : name,
      shape: shape.length === 3 ? [rows, columns] : shape,
      start: index * rows * columns,
      rows,
      columns,
      options,
    }),
  );
}

function matrixOf(
  { numbers, written, notes = [] }: Values,
  slice: {
    readonly name: string;
    readonly shape: readonly number[];
    readonly start: number;
    readonly rows: number;
    readonly columns: number;
    readonly options: ReadOptions;
  },
): Matrix {
  const { name, shape, start, rows, columns, options } = slice;
  let vanishes = false;
  let rounded = false;
  const data = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const index = start + row * columns + column;
      const place: Place = { ...(name === '' ? {} : { name }), row, column };
      const value = sound(
        numbers[index] ?? Number.NaN,
        place,
        () => written?.(index) ?? String(numbers[index]),
        options,
      );
      const single = Math.fround(value);
      // Every decimal fraction is rounded, and nobody minds; a whole number that comes out as another one is news.
      rounded ||= single !== value && (written === undefined || Number.isInteger(value));
      // 1e-400 is 0 to JavaScript already.
      vanishes ||= single === 0 && (value !== 0 || /^[^a-z]*[1-9]/i.test(written?.(index) ?? ''));
      return value;
    }),
  );
  const own = words.numbers.notes;
  return {
    name,
    rows,
    columns,
    shape,
    data,
    notes: [...notes, ...(rounded ? [own.rounded] : []), ...(vanishes ? [own.vanishes] : [])],
  };
}
