import { importWords } from '../i18n/import.ts';
import { jsonFault } from '../scene/json.ts';
import { checkCells, placeText, quoted, sizeOf } from './matrices.ts';
import { type ArrayValues, type CellPlace, importLimits, refuse } from './types.ts';

/**
 * Reads JSON: an array of arrays (or of numbers), `{ "shape": […], "data": […] }` like the core's tensors, or an object with either by
 * name. Throws `scene-form` with line and column for invalid JSON.
 */
export function readJson(text: string, name: string): readonly ArrayValues[] {
  checkCells(commasIn(text));
  const fault = jsonFault(text);
  if (fault?.isTooDeep)
    refuse('scene-form', importWords.problems.deep(importLimits.depth), name === '' ? {} : { name });
  if (fault !== null) {
    const lines = text.slice(0, fault.at).split('\n');
    refuse('scene-form', importWords.problems.json(lines.length, (lines.at(-1)?.length ?? 0) + 1, fault.what));
  }
  const arrays = arraysIn(JSON.parse(text), name);
  checkCells(arrays.reduce((sum, { numbers }) => sum + numbers.length, 0));
  return arrays;
}

/** The number of commas: a cheap lower bound for the number of cells, checked before parsing. */
function commasIn(text: string): number {
  let count = 0;
  for (let position = text.indexOf(','); position >= 0; position = text.indexOf(',', position + 1)) count += 1;
  return count;
}

function arraysIn(value: unknown, name: string): readonly ArrayValues[] {
  if (Array.isArray(value)) return [nested(value, name)];
  if (typeof value !== 'object' || value === null) return refuse('scene-form', importWords.problems.noArray);
  const tensor = tensorIn(value, name);
  if (tensor !== null) return [tensor];
  const entries = Object.entries(value);
  if (entries.length === 0) refuse('empty', importWords.problems.noArray);
  if (entries.length > importLimits.arrays) refuse('too-large', importWords.problems.manyArrays(importLimits.arrays));
  return entries.map(([key, entry]) => {
    if (Array.isArray(entry)) return nested(entry, key);
    const inside = typeof entry === 'object' && entry !== null ? tensorIn(entry, key) : null;
    return inside ?? refuse('scene-form', importWords.problems.notArray(quoted(key)), { name: key });
  });
}

function tensorIn(value: object, name: string): ArrayValues | null {
  const shape: unknown = Reflect.get(value, 'shape');
  const data: unknown = Reflect.get(value, 'data');
  if (!Array.isArray(shape) || !Array.isArray(data) || Object.keys(value).length !== 2) return null;
  const axes = shape.map((size: unknown) =>
    typeof size === 'number' && Number.isInteger(size) && size >= 0
      ? size
      : refuse('scene-form', importWords.problems.badShape(quoted(JSON.stringify(shape))), { name }),
  );
  const expected = sizeOf(axes);
  if (data.length !== expected) {
    refuse('shape', importWords.problems.dataLength(name, axes.join('×'), expected, data.length), { name });
  }
  const columns = axes.at(-1) ?? 1;
  return valuesOf(name, axes, data, columns);
}

function nested(value: readonly unknown[], name: string): ArrayValues {
  const shape: number[] = [];
  for (let inner: unknown = value; Array.isArray(inner); inner = inner[0]) {
    if (shape.length === importLimits.depth) {
      refuse('scene-form', importWords.problems.deep(importLimits.depth), name === '' ? {} : { name });
    }
    shape.push(inner.length);
  }
  checkCells(sizeOf(shape));
  const flat: unknown[] = [];
  flatten(value, 0, { shape, flat, name, row: 0 });
  return valuesOf(name, shape, flat, shape.at(-1) ?? 1);
}

function flatten(
  value: unknown,
  depth: number,
  into: { readonly shape: readonly number[]; readonly flat: unknown[]; readonly name: string; readonly row: number },
): void {
  const { shape, flat, name, row } = into;
  const { problems } = importWords;
  if (depth === shape.length) {
    flat.push(value);
    return;
  }
  const place: CellPlace = { name, row };
  const entries: readonly unknown[] = Array.isArray(value)
    ? value
    : refuse('shape', problems.mixed(placeText(place)), place);
  const expected = shape[depth] ?? 0;
  if (entries.length !== expected) refuse('shape', problems.ragged(placeText(place), entries.length, expected), place);
  const rows = depth === shape.length - 2;
  for (const [index, entry] of entries.entries()) flatten(entry, depth + 1, rows ? { ...into, row: index } : into);
}

function valuesOf(name: string, shape: readonly number[], flat: readonly unknown[], columns: number): ArrayValues {
  const rows = shape.at(-2) ?? 1;
  const numbers = flat.map((cell, index) => {
    if (typeof cell === 'number') return cell;
    if (typeof cell === 'boolean') return cell ? 1 : 0;
    // Scenes write −∞ as a string. Whether it is allowed is checked with the numbers.
    if (cell === '-inf') return Number.NEGATIVE_INFINITY;
    const place = { name, row: Math.floor(index / columns) % rows, column: index % columns };
    if (Array.isArray(cell)) return refuse('shape', importWords.problems.mixed(placeText(place)), place);
    return refuse('scene-form', importWords.problems.text(placeText(place), quoted(JSON.stringify(cell))), place);
  });
  return { name, shape, numbers, written: (index) => String(flat[index]) };
}
