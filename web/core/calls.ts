/**
 * Arguments and errors of the core's calls. Only the form of arguments is checked here; the core checks shapes and
 * meaning.
 */

import { AttentionError, described, type Message, message } from '../scene/error.ts';
import { type ErrorCode, isErrorCode } from '../scene/error-codes.ts';
import type { CoreError } from './module.ts';
import type { AttendOptions, Tensor } from './types.ts';

/** Throws an error about an argument. */
export const refuse = (path: string, what: Message, code: ErrorCode = 'scene-form'): never => {
  throw new AttentionError(code, what, path);
};

/** "causal is 1; it must be true or false". */
export const wrong = (path: string, value: unknown, expected: Message, name = path): never =>
  refuse(path, message`${name} is ${described(value)}; it must be ${expected}`);

interface Formed {
  readonly shape: readonly number[];
  readonly data: unknown;
}

/** The largest extent that can be passed to the core, whose sizes have 32 bits. */
export const isExtent = (extent: unknown): extent is number =>
  Number.isInteger(extent) && Number(extent) >= 0 && Number(extent) < 2 ** 32;

/** The shape is copied, so that the checked value is the one that is used. */
export function formed(name: string, tensor: unknown): Formed {
  if (typeof tensor !== 'object' || tensor === null || !('shape' in tensor) || !('data' in tensor)) {
    return wrong(name, tensor, message`a tensor { shape, data }`);
  }
  const { shape, data } = tensor;
  const expected = message`an array of whole numbers from 0 to 4294967295`;
  if (!Array.isArray(shape)) return wrong(name, shape, expected, `${name}.shape`);
  if (shape.length > 4) refuse(name, message`${name} has ${shape.length} axes; at most 4: [B,H,T,d]`);
  const extents: unknown[] = Array.from(shape);
  const odd = extents.findIndex((extent) => !isExtent(extent));
  if (odd >= 0) refuse(name, message`${name}.shape has ${described(extents[odd])}; it must be ${expected}`);
  return { shape: extents.filter(isExtent), data };
}

// The true properties of a typed array, whatever a subclass or a proxy reports. For anything else the kind is
// undefined.
const getterOf = (key: string | symbol): (() => unknown) | undefined =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Float32Array.prototype), key)?.get;
export const [trueKind, trueLength, trueBuffer, trueOffset] = [
  Symbol.toStringTag,
  'length',
  'buffer',
  'byteOffset',
].map(getterOf);

export const isFloats = (value: unknown): value is Float32Array => trueKind?.call(value) === 'Float32Array';
export const lengthOf = (numbers: Float32Array): number => Number(trueLength?.call(numbers));
/** `to.set(from, at)`. */
export const write = (to: Float32Array, from: Float32Array, index = 0): void =>
  Float32Array.prototype.set.call(to, from, index);

export function checkLength(name: string, shape: readonly number[], length: number): void {
  const size = shape.reduce((product, extent) => product * extent, 1);
  if (size !== length)
    refuse(name, message`${name}.data has ${length} numbers; shape ${shape.join('×')} takes ${size}`);
}

export function floats(name: string, { shape, data }: Formed): Tensor {
  if (!isFloats(data)) return wrong(name, data, message`a Float32Array`, `${name}.data`);
  checkLength(name, shape, lengthOf(data));
  return { shape, data };
}

/** Throws AttentionError `scene-form` unless it is a tensor of floats. */
export const tensorArgument = (name: string, tensor: Tensor): Tensor => floats(name, formed(name, tensor));

/** Own keys only, each read once. */
export function objectArgument<Given extends object>(name: string, given: Given, keys: readonly string[]): Given {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    refuse(name, message`the ${name} are ${described(given)}; they must be an object`);
  }
  const own = { ...given };
  for (const key of Object.keys(own)) {
    if (!keys.includes(key)) refuse(key, message`there is no option "${key}"; the options are ${keys.join(', ')}`);
  }
  return own;
}

export const switchOption = (name: string, value: unknown = false): boolean =>
  typeof value === 'boolean' ? value : wrong(name, value, message`true or false`);

/** Whether computing waits until a tensor is read. */
export const lazyOption = (given: AttendOptions): boolean =>
  switchOption('lazy', objectArgument('options', given, ['lazy']).lazy);

/** The part of `given` that takes `length` results, if it was given. Throws AttentionError `scene-form` or `range`. */
export function resultArgument(
  name: string,
  given: Float32Array | undefined,
  length: number,
): Float32Array | undefined {
  if (given === undefined) return undefined;
  if (!isFloats(given)) return wrong(name, given, message`a Float32Array`);
  const room = lengthOf(given);
  if (room === length) return given;
  // Not `subarray`, which a subclass may override.
  if (room >= length)
    return new Float32Array(trueBuffer?.call(given) as ArrayBuffer, Number(trueOffset?.call(given)), length);
  return refuse(name, message`${name} has room for ${room} numbers; ${length} are needed`, 'range');
}

/** The most floats of one answer: 512 MiB, as much as a call of the core may take in all. */
const MOST_FLOATS = 2 ** 27;

/** Throws AttentionError `too-large` for a larger answer. */
export function checkRoom(name: string, count: number): void {
  if (count <= MOST_FLOATS) return;
  const mebibytes = (floats: number): number => Math.ceil((floats * Float32Array.BYTES_PER_ELEMENT) / 2 ** 20);
  refuse(
    name,
    message`${name} of ${count} numbers takes ${mebibytes(count)} MiB, but the limit is ${mebibytes(MOST_FLOATS)} MiB; request fewer rows`,
    'too-large',
  );
}

/** A number of an error as C++ writes it: nine significant digits distinguish any two float32 numbers. */
const numberText = (value: number): string =>
  String(Number(value.toPrecision(9)))
    .replace('NaN', 'nan')
    .replace('Infinity', 'inf');

/** The core's error. */
export function errorFrom(error: CoreError | undefined): AttentionError | null {
  if (error === undefined) return null;
  const [code, path, template] = [String(error.code), String(error.path), String(error.template)];
  const values = error.values.map((value) => (typeof value === 'number' ? numberText(value) : value));
  return new AttentionError(isErrorCode(code) ? code : 'internal', { template, values }, path);
}

/** Throws the core's error, if there is one. */
export function check(error: CoreError | undefined): void {
  const wrong = errorFrom(error);
  if (wrong !== null) throw wrong;
}
