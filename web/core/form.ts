/**
 * What a scene was like when it was last packed, so that the next one, with other numbers in the same places, can be written
 * over it: everything but the numbers of its tensors has to be the same.
 */
import { limits } from '../scene/limits.ts';

/** Looked up once: a scene is thousands of numbers. */
const LARGEST = limits.number;

type Form =
  | { readonly kind: 'same'; readonly value: unknown }
  | { readonly kind: 'list'; readonly items: readonly Form[] }
  | { readonly kind: 'object'; readonly keys: readonly string[]; readonly values: readonly Form[] }
  /** Rows of a tensor, or the one row of a vector, and where their numbers begin. */
  | { readonly kind: 'rows'; readonly rows: number; readonly columns: number; readonly at: number }
  | { readonly kind: 'row'; readonly columns: number; readonly at: number };

/** Of a scene as it was given and as it was parsed; `places`: where the numbers of each array that was packed begin. */
export function formOf(given: unknown, parsed: unknown, places: ReadonlyMap<unknown, number>): Form {
  if (Array.isArray(given) && Array.isArray(parsed)) {
    const at = places.get(parsed);
    if (at === undefined)
      return { kind: 'list', items: given.map((item, index) => formOf(item, parsed[index], places)) };
    const first: unknown = given[0];
    return Array.isArray(first)
      ? { kind: 'rows', rows: given.length, columns: first.length, at }
      : { kind: 'row', columns: given.length, at };
  }
  if (typeof given !== 'object' || given === null) return { kind: 'same', value: given };
  const values = Object.entries(given).map(([key, item]) => formOf(item, own(parsed, key), places));
  return { kind: 'object', keys: Object.keys(given), values };
}

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;

/** Whether the value has that form; its numbers are then in `target`. Where it has not, some of them are. */
export function writeOver(form: Form, value: unknown, target: Float32Array): boolean {
  switch (form.kind) {
    case 'same':
      return Object.is(value, form.value);
    case 'row':
      return writeRow(value, form.columns, target, form.at);
    case 'rows': {
      const { rows, columns, at } = form;
      if (!Array.isArray(value) || value.length !== rows) return false;
      for (let row = 0; row < rows; row += 1) {
        if (!writeRow(value[row], columns, target, at + row * columns)) return false;
      }
      return true;
    }
    case 'list': {
      const { items } = form;
      if (!Array.isArray(value) || value.length !== items.length) return false;
      for (let index = 0; index < items.length; index += 1) {
        if (!writeOver(items[index] as Form, value[index], target)) return false;
      }
      return true;
    }
    case 'object':
      return writeObject(form.keys, form.values, value, target);
  }
}

function writeObject(keys: readonly string[], values: readonly Form[], value: unknown, target: Float32Array): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const own = Object.keys(value);
  if (own.length !== keys.length) return false;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    // In another order: the long way will tell.
    if (own[index] !== key) return false;
    if (!writeOver(values[index] as Form, (value as Readonly<Record<string, unknown>>)[key], target)) return false;
  }
  return true;
}

function writeRow(row: unknown, columns: number, target: Float32Array, at: number): boolean {
  if (!Array.isArray(row) || row.length !== columns) return false;
  for (let column = 0; column < columns; column += 1) {
    const number: unknown = row[column];
    if (typeof number !== 'number' || !(Math.abs(number) <= LARGEST)) return false;
    target[at + column] = number;
  }
  return true;
}
