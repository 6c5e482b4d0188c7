import { importWords } from '../i18n/import.ts';
import { sourceLanguage } from '../i18n/language.ts';
import { sizeOf } from '../scene/given-tensors.ts';
import { parseNumber } from './numbers.ts';
import {
  type ArrayLimits,
  type ArrayValues,
  type CellPlace,
  type ImportWords,
  importLimits,
  type Matrix,
  type Message,
  type ModelTensor,
  modelLimits,
  type NoteName,
  type ReadOptions,
  refuse,
} from './types.ts';

/** Whether the numbers of a row of weights add up to 1, as the core asks: those of bfloat16 are rounded. */
export const isOne = (sum: number): boolean => Math.abs(sum - 1) <= 0.01;

/** Letters of a quotation. The names of most tensors are shorter. */
const QUOTATION = 60;

/**
 * A short quotation for an error message, with invisible characters spelt out. It is shortened in the middle, because the names of tensors differ at
 * their ends.
 */
export const quoted = (text: string): string => {
  const ends = text.length > 4 * QUOTATION ? text.slice(0, 2 * QUOTATION) + text.slice(-2 * QUOTATION) : text;
  const letters = Array.from(ends);
  const half = QUOTATION / 2;
  const short =
    letters.length > QUOTATION ? `${letters.slice(0, half).join('')}…${letters.slice(1 - half).join('')}` : text;
  return short.replace(/[\p{Cc}\p{Cf}]/gu, (hidden) => {
    const code = (hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `[U+${code}]`;
  });
};

/**
 * Checks a number beyond the float32 limit. Throws `not-finite`, with the cell, for NaN, ±∞ (except −∞ if it is allowed) and numbers
 * that float32 cannot represent.
 */
function checkedNumber(value: number, place: CellPlace, written: string, options: ReadOptions): number {
  if (value === -Infinity && options.minusInfinity === true) return value;
  const spelt = /\d/.test(written);
  if (!Number.isFinite(value) && !spelt)
    return refuse('not-finite', (words) => words.problems.notFinite(placeText(words, place), quoted(written)), place);
  // The largest float32 is printed as 3.4028235e+38, which is slightly too large.
  const single = Math.fround(value);
  return Number.isFinite(single)
    ? single
    : refuse('not-finite', (words) => words.problems.tooLarge(placeText(words, place), quoted(written)), place);
}

/** "Q: row 3, column 2", counted from 1 as in a spreadsheet, or "q[3,5,7]", counted from 0 as in Python. */
export function placeText({ place }: ImportWords, { name = '', row, column, index }: CellPlace): string {
  if (index !== undefined) return `${name}[${index.join(',')}]`;
  const where = row === undefined ? '' : column === undefined ? place.row(row + 1) : place.cell(row + 1, column + 1);
  return [name, where].filter((part) => part !== '').join(': ');
}

/** Throws `too-large` for more numbers than one file or text may have. */
export function checkCells(count: number, { cells }: Pick<ArrayLimits, 'cells'> = importLimits): void {
  if (count > cells) refuse('too-large', (words) => words.problems.manyCells(count, cells));
}

/** "4×3". */
export const shapeText = (shape: readonly number[]): string => shape.join('×');

/** The last `axes` axes, if those in front of them have the length 1. A batch of one changes nothing. */
export const withoutLeadingOnes = (shape: readonly number[], axes: number = importLimits.axes): readonly number[] =>
  shape.slice(0, -axes).every((size) => size === 1) ? shape.slice(-axes) : shape;

/** Throws `empty`, `shape` and `too-large` for axes that a scene cannot have, before reading any number. */
export function checkShape(
  name: string,
  shape: readonly number[],
  { axes, axis }: Pick<ArrayLimits, 'axes' | 'axis'> = importLimits,
): void {
  const place = name === '' ? {} : { name };
  if (shape.some((size) => size === 0)) refuse('empty', (words) => words.problems.empty(name, shapeText(shape)), place);
  if (withoutLeadingOnes(shape, axes).length > axes)
    refuse(
      'shape',
      ({ problems }) =>
        axes === importLimits.axes
          ? problems.axes(name, shapeText(shape), shape.length)
          : problems.manyAxes(name, shapeText(shape), shape.length, axes),
      place,
    );
  const longest = Math.max(1, ...shape);
  if (longest > axis) {
    refuse('too-large', (words) => words.problems.longAxis(name, shapeText(shape), longest, axis), place);
  }
}

/**
 * The array of these cells, row-major, each read by `parse`. Throws `scene-form` for a cell that is not a number, with its position.
 */
export function valuesOf(
  name: string,
  shape: readonly number[],
  cells: readonly string[],
  parse: (cell: string) => number | undefined = parseNumber,
): ArrayValues {
  const [rows, columns] = [shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  const numbers = cells.map((cell, index) => {
    const value = parse(cell);
    if (value !== undefined) return value;
    const place = { name, row: Math.floor(index / columns) % rows, column: index % columns };
    const message: Message = (words) =>
      cell.trim() === ''
        ? words.problems.emptyCell(placeText(words, place))
        : words.problems.text(placeText(words, place), quoted(cell.trim()));
    return refuse('scene-form', message, place);
  });
  return { name, shape, numbers, written: (index) => cells[index] ?? '' };
}

/** The array with its cells in another order: `from` gives the old index of each. */
function rearranged(values: ArrayValues, shape: readonly number[], from: (index: number) => number): ArrayValues {
  const { numbers, written } = values;
  return {
    ...values,
    shape,
    numbers: Float64Array.from(numbers, (_, index) => numbers[from(index)] ?? Number.NaN),
    ...(written === undefined ? {} : { written: (index: number) => written(from(index)) }),
  };
}

/** The transpose. A list stays as it is, as in NumPy. Null for more than two axes. */
export function transposed(values: ArrayValues): ArrayValues | null {
  const [rows, columns] = values.shape;
  if (rows === undefined || columns === undefined) return values;
  if (values.shape.length > 2) return null;
  return rearranged(values, [columns, rows], (index) => (index % rows) * columns + Math.floor(index / rows));
}

/** The same numbers with other axes, one of which may be −1. Null if they do not fit. */
export function reshaped(values: ArrayValues, axes: readonly number[]): ArrayValues | null {
  const count = values.numbers.length;
  const known = sizeOf(axes.filter((size) => size >= 0));
  const shape = axes.map((size) => (size === -1 ? count / known : size));
  const fits = shape.every((size) => Number.isInteger(size) && size >= 0) && sizeOf(shape) === count;
  return fits ? { ...values, shape } : null;
}

/**
 * One array as matrices. A single number is 1×1, and a list is one row. An array with three axes, such as heads, becomes one matrix for
 * each index of the first axis (`Q[0]`, `Q[1]` …), from which the user chooses.
 */
export function matricesOf(values: ArrayValues, options: ReadOptions): readonly Matrix[] {
  const { name } = values;
  checkShape(name, values.shape);
  const shape = withoutLeadingOnes(values.shape);
  if (shape.length < 3) return [matrixOf(values, 0, options)];
  const [count = 0, ...own] = shape;
  return Array.from({ length: count }, (_, index) =>
    matrixOf({ ...values, name: `${name}[${index}]`, shape: own }, index, options),
  );
}

/** The matrix number `index` of the array. */
function matrixOf(
  { name, shape, numbers, written, reading, notes = [] }: ArrayValues,
  index: number,
  options: ReadOptions,
): Matrix {
  const [rows, columns] = [shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  const start = index * rows * columns;
  const textOf = (cell: number): string => written?.(cell) ?? String(numbers[cell]);
  let vanishes = false;
  let rounded = false;
  const valueAt = (row: number, column: number): number => {
    const cell = start + row * columns + column;
    const given = numbers[cell] ?? Number.NaN;
    const value =
      Math.abs(given) <= importLimits.number
        ? given
        : checkedNumber(given, { ...(name === '' ? {} : { name }), row, column }, textOf(cell), options);
    const single = Math.fround(value);
    // Rounding a fraction is expected. Rounding a whole number to another one deserves a note.
    rounded ||= single !== value && (written === undefined || Number.isInteger(value));
    // JavaScript has already rounded 1e-400 to 0.
    vanishes ||= single === 0 && (value !== 0 || (written !== undefined && /^[^a-z]*[1-9]/i.test(written(cell))));
    return value;
  };
  const data = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => valueAt(row, column)),
  );
  const words = importWords(options.language ?? sourceLanguage);
  const own: NoteName[] = [
    ...notes,
    ...(rounded ? (['rounded'] as const) : []),
    ...(vanishes ? (['vanishes'] as const) : []),
  ];
  return {
    name,
    rows,
    columns,
    shape,
    data,
    ...(reading === undefined ? {} : { reading: reading.map((name) => words.readings[name]).join(' ') }),
    notes: own.map((name) => words.notes[name]),
  };
}

/**
 * One array with all its axes, as float32. It may have −∞, as masked scores do. Throws `empty`, `shape`, `too-large`, and `not-finite` with
 * the place of the number.
 */
export function tensorOf({ name, shape, numbers, written }: ArrayValues): ModelTensor {
  checkShape(name, shape, modelLimits);
  const data = numbers instanceof Float32Array ? numbers : new Float32Array(numbers);
  // A number below the range of float32 is no −∞.
  const bad = data.findIndex((number, at) => !Number.isFinite(number) && numbers[at] !== Number.NEGATIVE_INFINITY);
  if (bad >= 0) {
    const given = numbers[bad] ?? Number.NaN;
    data[bad] = checkedNumber(given, placeOf(name, shape, bad), written?.(bad) ?? String(given), {});
  }
  return { name, shape: shape.length === 0 ? [1] : shape, data };
}

const placeOf = (name: string, shape: readonly number[], index: number): CellPlace => {
  const columns = shape.at(-1) ?? 1;
  const named = name === '' ? {} : { name };
  if (shape.length > 2) return { ...named, index: indexIn(shape, index) };
  return { ...named, row: Math.floor(index / columns), column: index % columns };
};

/** The place of the number in each axis. */
const indexIn = (shape: readonly number[], index: number): readonly number[] => {
  const [size = 1, ...inner] = shape;
  const step = sizeOf(inner);
  return [Math.floor(index / step) % size, ...(inner.length === 0 ? [] : indexIn(inner, index % step))];
};

/** Throws `not-finite` with the place of the number, for a tensor that a scene is made of. Numbers that are read are finite or −∞. */
export function checkFinite({ name, shape, data }: ModelTensor): void {
  const bad = data.findIndex((number) => !Number.isFinite(number));
  if (bad < 0) return;
  const place = placeOf(name, shape, bad);
  refuse(
    'not-finite',
    (words) => words.problems.notFinite(`${quoted(name)}: ${headPlaceText(words, shape, bad, true)}`, '−∞'),
    place,
  );
}

/** "layer 2, head 1, row 3", and the column if it matters, counted from 1: the place of a number in a tensor of attention. */
export function headPlaceText(words: ImportWords, shape: readonly number[], index: number, hasColumn: boolean): string {
  const [rows = 1, columns = 1] = shape.slice(-2);
  const row = Math.floor(index / columns);
  const heads = shape.at(-3) ?? 1;
  const head = Math.floor(row / rows);
  const { place } = words;
  return [
    ...(shape.length > 3 ? [place.layer(Math.floor(head / heads) + 1)] : []),
    ...(shape.length > 2 ? [place.head((head % heads) + 1)] : []),
    hasColumn ? place.cell((row % rows) + 1, (index % columns) + 1) : place.row((row % rows) + 1),
  ].join(', ');
}

/** All matrices as rows of one, if there are several of one row and the same length. Null otherwise. */
export function stackedOf(matrices: readonly Matrix[]): Matrix | null {
  const [first] = matrices;
  if (first === undefined || matrices.length < 2) return null;
  const { columns } = first;
  const fit = matrices.every((one) => one.rows === 1 && one.columns === columns && one.reading === undefined);
  if (!fit || matrices.length > importLimits.axis) return null;
  const rows = matrices.length;
  const notes = [...new Set(matrices.flatMap((one) => one.notes))];
  return { name: '', rows, columns, shape: [rows, columns], data: matrices.flatMap(({ data }) => data), notes };
}
