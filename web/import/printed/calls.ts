import { quoted, reshaped, transposed } from '../matrices.ts';
import { type ArrayValues, refuse } from '../types.ts';

// What the arguments of a call say about the array that it makes.

/** The text of the arguments behind the array, by their names. */
export type Options = ReadonlyMap<string, string>;

/** Whether a type does not hold fractions. */
export const isWholeType = (type: string): boolean => /(?:int|long|bool|byte|char)/i.test(type);

/** Methods that change no number. Those with an argument may change its type or its device. */
const harmless =
  /^(?:float|double|cpu|cuda|numpy|detach|clone|copy|tolist|contiguous|requires_grad_|data|value|values|block_until_ready|array|arraySync|dataSync|print|astype|to|type)$/;

/** Whether a method changes no number. `given` are its arguments, which may be a type. */
export const isHarmless = (method: string, given: string): boolean => harmless.test(method) && !isWholeType(given);

/** The arrays of a call: bound, with another shape, or as they are. Throws `scene-form` if the call would change their numbers. */
export function called(kind: string, found: readonly ArrayValues[], options: Options): readonly ArrayValues[] {
  const [sparse] = [...options.keys()].filter((key) => /indices|nnz/.test(key));
  if (sparse !== undefined) refuse('scene-form', (words) => words.problems.sparse(sparse));
  checkType(found, /^(?:Int|Long|Bool)Tensor$/.test(kind) ? kind : (options.get('dtype') ?? ''));
  if (kind === 'rbind' || kind === 'cbind') return [bound(kind, found)];
  const [values] = found;
  return values === undefined || found.length > 1 ? found : [shaped(kind, values, options)];
}

/** Refuses fractions with a type of whole numbers, because the program would round them. */
function checkType(found: readonly ArrayValues[], type: string): void {
  if (!isWholeType(type)) return;
  const isWhole = (value: number): boolean =>
    /bool/i.test(type) ? value === 0 || value === 1 : Number.isInteger(value);
  const changes = found.some(({ numbers }) => !Array.from(numbers).every(isWhole));
  if (changes) refuse('scene-form', (words) => words.problems.rounds(quoted(type)));
}

/** R's rbind() and cbind() of vectors. */
function bound(kind: string, rows: readonly ArrayValues[]): ArrayValues {
  const [{ name, shape } = { name: '', shape: [] }] = rows;
  if (shape.length !== 1 || rows.some((row) => row.shape.length !== 1 || row.shape[0] !== shape[0])) {
    refuse('scene-form', (words) => words.problems.outside(`${kind}(`));
  }
  const numbers = rows.flatMap((row) => Array.from(row.numbers));
  const all: ArrayValues = { name, shape: [rows.length, shape[0] ?? 0], numbers };
  return kind === 'rbind' ? all : (transposed(all) ?? all);
}

/** The array with `shape=(2, 3)`, or R's `nrow = 2, byrow = TRUE` and `dim = c(2, 3)`. */
function shaped(kind: string, values: ArrayValues, options: Options): ArrayValues {
  const sizes = (name: string): readonly number[] | null => integersIn(options.get(name));
  const shape = sizes('shape') ?? sizes('dims');
  const [rows] = sizes('nrow') ?? [];
  const [columns] = sizes('ncol') ?? [];
  const dimensions = sizes('dim');
  if (values.shape.length === 0) {
    // One number fills an array of any shape.
    const fills =
      shape !== null || dimensions !== null || rows !== undefined || (kind === 'matrix' && options.size > 0);
    return fills ? refuse('scene-form', (words) => words.problems.outside(`${kind}(`)) : values;
  }
  if (values.shape.length !== 1) return values;
  const count = values.numbers.length;
  if (!options.has('c')) return shape === null ? values : fitted(values, shape, reshaped(values, shape));
  const wanted = dimensions ?? [rows ?? count / (columns ?? 1), columns ?? count / (rows ?? count)];
  if (/^T(?:RUE)?$/.test(options.get('byrow') ?? '')) return fitted(values, wanted, reshaped(values, wanted));
  // R fills a matrix column by column.
  const turned = reshaped(values, wanted.toReversed());
  return fitted(values, wanted, turned && transposed(turned));
}

function fitted({ name, numbers }: ArrayValues, shape: readonly number[], found: ArrayValues | null): ArrayValues {
  const expected = shape.reduce((product, size) => product * size, 1);
  return (
    found ??
    refuse('shape', (words) => words.problems.dataLength(name, shape.join('×'), expected, numbers.length), { name })
  );
}

/** The name of an argument without a name, behind the array. */
export function positional(text: string, kind: string, options: Options): string {
  if (/^[[(]/.test(text)) return 'shape';
  if (kind !== 'matrix' || !options.has('c')) return 'dtype';
  return options.has('nrow') ? (options.has('ncol') ? 'byrow' : 'ncol') : 'nrow';
}

/** The whole numbers of “(2, 3)”, “[2, 3]”, “c(2L, 3L)” or “2”. Null for other text. */
function integersIn(text = ''): readonly number[] | null {
  const list = /^(?:c?[([])?\s*(\d{1,9}L?(?:\s*,\s*\d{1,9}L?)*)\s*,?\s*[)\]]?$/.exec(text)?.[1];
  return list === undefined ? null : list.split(',').map((size) => Number.parseInt(size, 10));
}

/** A function that gives its number back, by the last part of its name. */
export const isScalar = (name: string): boolean => /^(?:b?float|double|half|u?int|bool)\d*_?$/.test(name);
