import { sizeOf } from '../scene/given-tensors.ts';
import { jsonFault } from '../scene/json.ts';
import { isObject } from './json.ts';
import { checkCells, checkShape, quoted, shapeText } from './matrices.ts';
import { textsOf } from './model-tokens.ts';
import { float16, type Kind } from './npy.ts';
import {
  type ArrayLimits,
  type ArrayValues,
  importLimits,
  type OnProgress,
  type RefusedArray,
  readEach,
  refuse,
  type TextList,
} from './types.ts';

/**
 * Files of .safetensors, as huggingface.co/docs/safetensors describes them:
 *
 *     header length (uint64, little-endian)  header  numbers
 *
 * The header is JSON: for each tensor its dtype, its shape, and where its numbers begin and end. They cover the rest of the file
 * without a gap, and no two tensors share bytes.
 */

/** bfloat16 is the upper half of a float32. */
function bfloat16(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint16(0, bits);
  return view.getFloat32(0);
}

const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>(
  Object.entries({
    BOOL: { size: 1, read: (view, offset) => (view.getUint8(offset) === 0 ? 0 : 1) },
    I8: { size: 1, read: (view, offset) => view.getInt8(offset) },
    U8: { size: 1, read: (view, offset) => view.getUint8(offset) },
    I16: { size: 2, read: (view, offset) => view.getInt16(offset, true) },
    U16: { size: 2, read: (view, offset) => view.getUint16(offset, true) },
    I32: { size: 4, read: (view, offset) => view.getInt32(offset, true) },
    U32: { size: 4, read: (view, offset) => view.getUint32(offset, true) },
    I64: { size: 8, read: (view, offset) => view.getBigInt64(offset, true) },
    U64: { size: 8, read: (view, offset) => view.getBigUint64(offset, true) },
    F16: { size: 2, read: (view, offset) => float16(view.getUint16(offset, true)) },
    BF16: { size: 2, read: (view, offset) => bfloat16(view.getUint16(offset, true)) },
    F32: { size: 4, read: (view, offset) => view.getFloat32(offset, true) },
    F64: { size: 8, read: (view, offset) => view.getFloat64(offset, true) },
  }),
);

/** A tensor of the header. */
interface Entry {
  readonly name: string;
  readonly dtype: string;
  readonly shape: readonly number[];
  /** Bytes from the end of the header. */
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the tensors by name. One whose numbers or axes a scene cannot have is listed in `refused`; the others are still read. Throws if
 * there is none, `scene-form` for a file that breaks the format, and `too-large` for too many tensors or numbers, before reading any.
 */
export function readSafetensors(
  bytes: Uint8Array,
  limits: ArrayLimits,
  onProgress?: OnProgress,
): readonly (ArrayValues | TextList | RefusedArray)[] {
  const { entries, metadata, from } = headerOf(bytes, limits);
  checkPlaces(entries, bytes.length - from);
  checkCells(
    entries.reduce((sum, { dtype, shape }) => sum + (kinds.has(dtype) ? sizeOf(shape) : 0), 0),
    limits,
  );
  if (entries.length === 0) refuse('empty', (words) => words.problems.noTensors);
  const tensors = readEach(
    entries,
    (entry) => {
      checkShape(entry.name, entry.shape, limits);
      return valuesOf(bytes, from, entry);
    },
    onProgress,
  );
  return limits.texts ? [...tensors, ...textsIn(metadata)] : tensors;
}

/** The lists of strings in the metadata, where every value is a string: they are JSON in it. */
function textsIn(metadata: unknown): readonly TextList[] {
  if (!isObject(metadata)) return [];
  return Object.entries(metadata).flatMap(([name, value]) => {
    const isList = typeof value === 'string' && value.trimStart().startsWith('[') && jsonFault(value) === null;
    const texts = isList ? textsOf(JSON.parse(value)) : null;
    return texts === null ? [] : [{ name, texts }];
  });
}

/** Bytes of the length of the header. */
const LENGTH = 8;

interface Header {
  readonly entries: readonly Entry[];
  readonly metadata: unknown;
  /** The end of the header. Bytes */
  readonly from: number;
}

function headerOf(bytes: Uint8Array, limits: ArrayLimits): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length < LENGTH ? 0n : view.getBigUint64(0, true);
  if (length > BigInt(importLimits.tensorHeader))
    refuse('too-large', (words) => words.problems.longTensorHeader(String(length), importLimits.tensorHeader));
  const from = LENGTH + Number(length);
  if (from > bytes.length || length === 0n)
    refuse('scene-form', (words) => words.problems.cutTensorHeader(Math.max(from, LENGTH + 2), bytes.length));
  const text = new TextDecoder().decode(bytes.subarray(LENGTH, from));
  const fault = jsonFault(text);
  if (fault !== null) refuse('scene-form', (words) => words.problems.tensorHeader(fault.what));
  const header: unknown = JSON.parse(text);
  if (!isObject(header)) return refuse('scene-form', (words) => words.problems.tensorHeader(quoted(text.trim())));
  const named = Object.entries(header).filter(([name]) => name !== '__metadata__');
  if (named.length > limits.arrays) refuse('too-large', (words) => words.problems.manyArrays(limits.arrays));
  const entries = named.map(([name, value]) => entryOf(name, value));
  return { entries, metadata: header['__metadata__'], from };
}

const areCounts = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((size: unknown) => Number.isSafeInteger(size) && Number(size) >= 0);

function entryOf(name: string, value: unknown): Entry {
  const { dtype, shape, data_offsets: place } = isObject(value) ? value : {};
  if (typeof dtype !== 'string' || !areCounts(shape) || !areCounts(place) || place.length !== 2)
    return refuse('scene-form', (words) => words.problems.tensorEntry(quoted(name)), { name });
  const [start = 0, end = 0] = place;
  return { name, dtype, shape, start, end };
}

/** The numbers of the tensors follow each other in the file, and end where it ends. */
function checkPlaces(entries: readonly Entry[], length: number): void {
  let [last, reached] = ['', 0];
  for (const { name, dtype, shape, start, end } of entries.toSorted(
    (one, other) => one.start - other.start || one.end - other.end,
  )) {
    const size = kinds.get(dtype)?.size;
    const expected = size === undefined ? end - start : sizeOf(shape) * size;
    if (end - start !== expected)
      refuse('scene-form', (words) => words.problems.tensorSize(name, shapeText(shape), expected, end - start), {
        name,
      });
    if (end > length) refuse('scene-form', (words) => words.problems.tensorCut(name, end, length), { name });
    if (start < reached) {
      const [one, other] = [quoted(last), quoted(name)];
      refuse('scene-form', (words) => words.problems.tensorsOverlap(one, other), { name });
    }
    if (start > reached) refuse('scene-form', (words) => words.problems.tensorGap(reached, start));
    [last, reached] = [name, end];
  }
  if (reached < length) refuse('scene-form', (words) => words.problems.tensorGap(reached, length));
}

function valuesOf(bytes: Uint8Array, from: number, { name, dtype, shape, start, end }: Entry): ArrayValues {
  const kind = kinds.get(dtype) ?? refuse('scene-form', (words) => words.problems.dtype(name, quoted(dtype)), { name });
  // Most files have these, which need no conversion: every engine of JavaScript in use is little-endian.
  if (dtype === 'F32') return { name, shape, numbers: new Float32Array(bytes.slice(from + start, from + end).buffer) };
  const view = new DataView(bytes.buffer, bytes.byteOffset + from + start, end - start);
  let exact = true;
  const numbers = Float64Array.from({ length: sizeOf(shape) }, (_, index) => {
    const value = kind.read(view, index * kind.size, true);
    // JavaScript numbers cannot represent all integers beyond 2⁵³.
    exact &&= typeof value === 'number' || BigInt(Number(value)) === value;
    return Number(value);
  });
  return { name, shape, numbers, notes: exact ? [] : ['rounded'] };
}
