import { importWords } from '../i18n/import.ts';
import { jsonFault } from '../scene/json.ts';
import { at, checkCells, quoted, sizeOf } from './matrices.ts';
import { importLimits, type Place, refuse, type Values } from './types.ts';

/**
 * JSON: an array of arrays (or of numbers), `{ "shape": […], "data": […] }` as the core's tensors are, or an object of
 * either by name. Throws `scene-form` with line and column for what is no JSON.
 */
export function readJson(text: string, name: string): readonly Values[] {
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

/** No fewer than there are numbers, but for the last: looking at each is left for texts that may be read. */
function commasIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) count += 1;
  return count;
}

function arraysIn(value: unknown, name: string): readonly Values[] {
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

function tensorIn(value: object, name: string): Values | null {
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

function nested(value: readonly unknown[], name: string): Values {
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
  const place: Place = { name, row };
  const entries: readonly unknown[] = Array.isArray(value) ? value : refuse('shape', problems.mixed(at(place)), place);
  const expected = shape[depth] ?? 0;
  if (entries.length !== expected) refuse('shape', problems.ragged(at(place), entries.length, expected), place);
  const rows = depth === shape.length - 2;
  for (const [index, entry] of entries.entries()) flatten(entry, depth + 1, rows ? { ...into, row: index } : into);
}

function valuesOf(name: string, shape: readonly number[], flat: readonly unknown[], columns: number): Values {
  const rows = shape.at(-2) ?? 1;
  const numbers = flat.map((cell, index) => {
    if (typeof cell === 'number') return cell;
    if (typeof cell === 'boolean') return cell ? 1 : 0;
    // How the project's own scenes say −∞; whether it is allowed is decided where all numbers are looked at.
    if (cell === '-inf') return Number.NEGATIVE_INFINITY;
    const place = { name, row: Math.floor(index / columns) % rows, column: index % columns };
    if (Array.isArray(cell)) return refuse('shape', importWords.problems.mixed(at(place)), place);
    return refuse('scene-form', importWords.problems.text(at(place), quoted(JSON.stringify(cell))), place);
  });
  return { name, shape, numbers, written: (index) => String(flat[index]) };
}
