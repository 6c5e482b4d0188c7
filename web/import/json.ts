import { sizeOf } from '../scene/given-tensors.ts';
import { jsonFault } from '../scene/json.ts';
import { checkCells, placeText, quoted, transposed } from './matrices.ts';
import { soundJson } from './sound-json.ts';
import { type ArrayLimits, type ArrayValues, type CellPlace, importLimits, refuse, type Titles } from './types.ts';

/**
 * Reads JSON: an array of arrays (or of numbers), a tensor `{ "shape": […], "data": […] }` of the core or of `tensorAs`, a scene, data frames, or an
 * object with any of them by name. Throws `scene-form` with line and column for invalid JSON.
 */
export function readJson(text: string, name: string, limits: ArrayLimits = importLimits): readonly ArrayValues[] {
  const arrays = arraysOfValue(parseJson(text, name, limits), name, limits);
  checkCells(
    arrays.reduce((sum, { numbers }) => sum + numbers.length, 0),
    limits,
  );
  return arrays;
}

/** The document. Throws `scene-form` with line and column, and `too-large` before parsing. */
export function parseJson(text: string, name: string, limits: ArrayLimits): unknown {
  checkCells(commasIn(text), limits);
  const sound = soundJson(text, importLimits.depth);
  if (sound !== null) return sound.value;
  const fault = jsonFault(text);
  if (fault?.isTooDeep)
    refuse('scene-form', (words) => words.problems.deep(importLimits.depth), name === '' ? {} : { name });
  if (fault !== null) {
    const lines = text.slice(0, fault.at).split('\n');
    refuse('scene-form', (words) => words.problems.json(lines.length, (lines.at(-1)?.length ?? 0) + 1, fault.what));
  }
  return JSON.parse(text);
}

/** The number of commas: a cheap lower bound for the number of cells, checked before parsing. */
function commasIn(text: string): number {
  let count = 0;
  for (let position = text.indexOf(','); position >= 0; position = text.indexOf(',', position + 1)) count += 1;
  return count;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The arrays of a parsed document. */
export function arraysOfValue(
  value: unknown,
  name: string,
  limits: ArrayLimits = importLimits,
): readonly ArrayValues[] {
  if (Array.isArray(value)) return [recordsIn(value, name) ?? nested(value, name, limits)];
  if (!isObject(value)) return refuse('scene-form', (words) => words.problems.noArray);
  const tensor = tensorIn(value, name, limits);
  if (tensor !== null) return [tensor];
  if (isOperator(value)) return operatorArrays(value.layers, limits);
  if (value['version'] !== undefined && isObject(value['embedding'])) return sceneArrays(value);
  if (Array.isArray(value['data']) && Object.keys(value).every((key) => /^(?:columns|index|data)$/.test(key))) {
    return [nested(value['data'], name)];
  }
  const frame = frameIn(value, name);
  if (frame !== null) return frame;
  const entries = Object.entries(value);
  if (entries.length === 0) refuse('empty', (words) => words.problems.noArray);
  if (entries.length > limits.arrays) refuse('too-large', (words) => words.problems.manyArrays(limits.arrays));
  return entries.map(([key, entry]) => {
    if (Array.isArray(entry)) return nested(entry, key, limits);
    const inside = isObject(entry) ? tensorIn(entry, key, limits) : null;
    return inside ?? refuse('scene-form', (words) => words.problems.notArray(quoted(key)), { name: key });
  });
}

/** The core's `{ shape, data }`, and the same with a name, axes or a type, with flat or nested data. */
export function tensorIn(
  value: Readonly<Record<string, unknown>>,
  given: string,
  limits: ArrayLimits,
): ArrayValues | null {
  const { shape, data } = value;
  const described = Object.keys(value).every((key) =>
    /^(?:shape|data|name|axes|labels|dtype|type|device|order)$/.test(key),
  );
  if (!Array.isArray(shape) || !Array.isArray(data) || !described) return null;
  if (/^F|column/i.test(String(value['order'] ?? ''))) return null;
  const name = typeof value['name'] === 'string' ? value['name'] : given;
  const axes = shape.map((size: unknown) =>
    typeof size === 'number' && Number.isInteger(size) && size >= 0
      ? size
      : refuse('scene-form', (words) => words.problems.badShape(quoted(JSON.stringify(shape))), { name }),
  );
  const expected = sizeOf(axes);
  const isNested = Array.isArray(data[0]);
  const values = isNested ? nested(data, name, limits) : null;
  const found = values?.numbers.length ?? data.length;
  if (found !== expected || (values !== null && values.shape.join() !== axes.join())) {
    refuse('shape', (words) => words.problems.dataLength(name, axes.join('×'), expected, found), { name });
  }
  return { ...(values ?? valuesOf(name, axes, data, axes.at(-1) ?? 1)), titles: titlesIn(value) };
}

/** The tokens in the labels that `tensorAs` writes. */
function titlesIn({ axes, labels }: Readonly<Record<string, unknown>>): Titles {
  const of = (names: RegExp): readonly string[] | null => {
    const axis = Array.isArray(axes) ? axes.findIndex((name) => names.test(String(name))) : -1;
    const texts: unknown = Array.isArray(labels) ? labels[axis] : null;
    return Array.isArray(texts) && texts.every((text) => typeof text === 'string') ? texts : null;
  };
  const [rows, columns] = [of(/^T(?:_q)?$/), of(/^T_k$/)];
  return { ...(rows !== null && { rows }), ...(columns !== null && { columns }) };
}

/** What `onnxJsonOf` writes. */
export const isOperator = (
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & { readonly layers: readonly unknown[] } =>
  value['operator'] === 'Attention' && Array.isArray(value['layers']);

/** The tensors of `onnxJsonOf`: the inputs and outputs of each layer. */
function operatorArrays(layers: readonly unknown[], limits: ArrayLimits): readonly ArrayValues[] {
  const found = layers.flatMap((layer, index) => {
    const parts = isObject(layer) ? [layer['inputs'], layer['outputs']] : [];
    return parts
      .flatMap((part) => (isObject(part) ? Object.entries(part) : []))
      .map(([key, entry]) => {
        const name = layers.length > 1 ? `layers.${index}.${key}` : key;
        const tensor = isObject(entry) ? tensorIn(entry, name, limits) : null;
        return tensor ?? refuse('scene-form', (words) => words.problems.notArray(quoted(name)), { name });
      });
  });
  if (found.length > limits.arrays) refuse('too-large', (words) => words.problems.manyArrays(limits.arrays));
  return found.length > 0 ? found : refuse('empty', (words) => words.problems.noArray);
}

/** The numbers that a scene document gives: its embeddings, parameters, scores and positions. */
function sceneArrays(scene: Readonly<Record<string, unknown>>): readonly ArrayValues[] {
  const found: ArrayValues[] = [];
  const add = (value: unknown, path: readonly string[]): void => {
    // Packed numbers are those of a model. `sceneInFile` reads such a scene as a whole.
    if (path.length > importLimits.depth || (isObject(value) && 'float32' in value)) return;
    const isMatrix =
      Array.isArray(value) && value.length > 0 && (typeof value[0] === 'number' || isMatrixRow(value[0]));
    if (Array.isArray(value) && isMatrix) found.push(nested(value, path.join('.')));
    else if (Array.isArray(value))
      for (const [index, entry] of value.entries()) add(entry, [...path, String(index + 1)]);
    else if (isObject(value)) for (const [key, entry] of Object.entries(value)) add(entry, [...path, key]);
  };
  for (const key of ['embedding', 'encoder', 'parameters', 'positions', 'attention', 'block']) {
    const part = scene[key];
    if (isObject(part)) for (const [own, entry] of Object.entries(part)) add(entry, [own]);
  }
  if (found.length > importLimits.arrays)
    refuse('too-large', (words) => words.problems.manyArrays(importLimits.arrays));
  return found.length > 0 ? found : refuse('empty', (words) => words.problems.noArray);
}

const isMatrixRow = (row: unknown): boolean =>
  Array.isArray(row) && row.length > 0 && row.every((cell) => typeof cell === 'number' || cell === '-inf');

/** `[{ "the": 0.1, "cat": 0.2 }, …]`, a data frame by rows. */
function recordsIn(value: readonly unknown[], name: string): ArrayValues | null {
  const [first] = value;
  if (!isObject(first)) return null;
  const keys = Object.keys(first);
  const rows = value.map((row, index) => {
    const place = { name, row: index };
    if (!isObject(row) || Object.keys(row).join('\n') !== keys.join('\n')) {
      return refuse('shape', (words) => words.problems.mixed(placeText(words, place)), place);
    }
    return keys.map((key) => row[key]);
  });
  return { ...nested(rows, name), notes: ['titles'] };
}

/** `{ "the": { "0": 0.1, "1": 0.2 }, … }`, a data frame. Its outer names are columns for pandas, and rows for others. */
export function frameIn(value: Readonly<Record<string, unknown>>, name: string): readonly ArrayValues[] | null {
  const outer = Object.values(value);
  const [first] = outer;
  if (!isObject(first) || !Object.values(first).every((cell) => typeof cell === 'number')) return null;
  const keys = Object.keys(first);
  if (keys.length === 0 || !outer.every((part) => isObject(part) && Object.keys(part).join('\n') === keys.join('\n')))
    return null;
  const rows: ArrayValues = {
    ...nested(
      outer.map((part) => Object.values(Object(part))),
      name,
    ),
    notes: ['titles', 'sideTitles'],
  };
  const columns = transposed(rows) ?? rows;
  return [
    { ...columns, reading: ['outerColumns'] },
    { ...rows, reading: ['outerRows'] },
  ];
}

export function nested(value: readonly unknown[], name: string, limits: ArrayLimits = importLimits): ArrayValues {
  const shape: number[] = [];
  for (let inner: unknown = value; Array.isArray(inner); inner = inner[0]) {
    if (shape.length === importLimits.depth) {
      refuse('scene-form', (words) => words.problems.deep(importLimits.depth), name === '' ? {} : { name });
    }
    shape.push(inner.length);
  }
  checkCells(sizeOf(shape), limits);
  const plain = plainNumbers(value, shape);
  if (plain !== null) return { name, shape, numbers: plain, written: (index) => String(plain[index]) };
  const flat: unknown[] = [];
  flatten(value, 0, { shape, flat, name, row: 0 });
  return valuesOf(name, shape, flat, shape.at(-1) ?? 1);
}

/** Null unless all entries are numbers, in lists of the same lengths. Millions of them take long one by one. */
function plainNumbers(value: readonly unknown[], shape: readonly number[]): Float64Array | null {
  const numbers = new Float64Array(sizeOf(shape));
  let count = 0;
  const isPlain = (part: unknown, depth: number): boolean => {
    if (!Array.isArray(part) || part.length !== shape[depth]) return false;
    if (depth < shape.length - 1) return part.every((one) => isPlain(one, depth + 1));
    for (const cell of part) {
      if (typeof cell !== 'number') return false;
      numbers[count] = cell;
      count += 1;
    }
    return true;
  };
  return isPlain(value, 0) ? numbers : null;
}

function flatten(
  value: unknown,
  depth: number,
  into: { readonly shape: readonly number[]; readonly flat: unknown[]; readonly name: string; readonly row: number },
): void {
  const { shape, flat, name, row } = into;
  if (depth === shape.length) {
    flat.push(value);
    return;
  }
  const place: CellPlace = { name, row };
  const entries: readonly unknown[] = Array.isArray(value)
    ? value
    : refuse('shape', (words) => words.problems.mixed(placeText(words, place)), place);
  const expected = shape[depth] ?? 0;
  if (entries.length !== expected)
    refuse('shape', (words) => words.problems.ragged(placeText(words, place), entries.length, expected), place);
  const rows = depth === shape.length - 2;
  for (const [index, entry] of entries.entries()) flatten(entry, depth + 1, rows ? { ...into, row: index } : into);
}

function valuesOf(name: string, shape: readonly number[], flat: readonly unknown[], columns: number): ArrayValues {
  const rows = shape.at(-2) ?? 1;
  const numbers = flat.map((cell, index) => {
    if (typeof cell === 'number') return cell;
    if (typeof cell === 'boolean') return cell ? 1 : 0;
    // Scenes write −∞ as a string, and tensors ∞ and NaN too. Whether they are allowed is checked with the numbers.
    if (cell === '-inf') return Number.NEGATIVE_INFINITY;
    if (cell === 'inf') return Number.POSITIVE_INFINITY;
    if (cell === 'nan') return Number.NaN;
    const place = { name, row: Math.floor(index / columns) % rows, column: index % columns };
    if (Array.isArray(cell)) return refuse('shape', (words) => words.problems.mixed(placeText(words, place)), place);
    return refuse(
      'scene-form',
      (words) => words.problems.text(placeText(words, place), quoted(JSON.stringify(cell))),
      place,
    );
  });
  return { name, shape, numbers, written: (index) => String(flat[index]) };
}
