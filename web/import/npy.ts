import { sizeOf } from '../scene/given-tensors.ts';
import { checkCells, checkShape, quoted, shapeText } from './matrices.ts';
import {
  type ArrayLimits,
  type ArrayValues,
  ImportError,
  type ImportWords,
  importLimits,
  modelLimits,
  refuse,
} from './types.ts';

/**
 * NumPy's .npy files, versions 1 to 3, as numpy.lib.format describes them:
 *
 *     \x93NUMPY  major  minor  header length (uint16; uint32 from version 2 on)  header  numbers
 *
 * The header is a Python dict of descr, fortran_order and shape. It is matched with a regular expression, never evaluated.
 */
export const isNpy = (bytes: Uint8Array): boolean => magic.every((byte, index) => bytes[index] === byte);

const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** A type of number in a file: its bytes, and how one is read. */
export interface Kind {
  readonly size: number;
  readonly read: (view: DataView, offset: number, little: boolean) => number | bigint;
}

const kinds: Readonly<Record<string, Kind>> = {
  b1: { size: 1, read: (view, offset) => (view.getUint8(offset) === 0 ? 0 : 1) },
  i1: { size: 1, read: (view, offset) => view.getInt8(offset) },
  u1: { size: 1, read: (view, offset) => view.getUint8(offset) },
  i2: { size: 2, read: (view, offset, little) => view.getInt16(offset, little) },
  u2: { size: 2, read: (view, offset, little) => view.getUint16(offset, little) },
  i4: { size: 4, read: (view, offset, little) => view.getInt32(offset, little) },
  u4: { size: 4, read: (view, offset, little) => view.getUint32(offset, little) },
  i8: { size: 8, read: (view, offset, little) => view.getBigInt64(offset, little) },
  u8: { size: 8, read: (view, offset, little) => view.getBigUint64(offset, little) },
  f2: { size: 2, read: (view, offset, little) => float16(view.getUint16(offset, little)) },
  f4: { size: 4, read: (view, offset, little) => view.getFloat32(offset, little) },
  f8: { size: 8, read: (view, offset, little) => view.getFloat64(offset, little) },
};

/** IEEE 754 binary16. float32 represents every value exactly. */
export function float16(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

interface Header {
  readonly kind: Kind;
  readonly little: boolean;
  readonly fortran: boolean;
  readonly shape: readonly number[];
  /** Offset of the data. */
  readonly offset: number;
}

/**
 * Reads one array. Throws `scene-form` for other files, for a wrong length (with the expected and actual bytes), and for object,
 * structured, complex, text and date dtypes. Throws `shape`, `empty` and `too-large` for its axes.
 */
export function readNpy(bytes: Uint8Array, name: string, limits: ArrayLimits = importLimits): ArrayValues {
  const { kind, little, fortran, shape, offset } = headerOf(bytes, name);
  checkShape(name, shape, limits);
  const count = sizeOf(shape);
  const [expected, found] = [count * kind.size, bytes.length - offset];

  if (found < expected)
    refuse('scene-form', (words) => words.problems.truncated(name, shapeText(shape), expected, found), { name });
  if (found > expected)
    refuse('scene-form', (words) => words.problems.goesOn(name, shapeText(shape), expected, found), { name });
  checkCells(count, limits);

  // No conversion: every engine of JavaScript in use is little-endian.
  if (kind === kinds['f4'] && little && !fortran)
    return { name, shape, numbers: new Float32Array(bytes.slice(offset, offset + expected).buffer), notes: [] };
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, expected);
  const numbers = new Float64Array(count);
  let exact = true;
  const place = fortran ? columnMajor(shape) : (index: number) => index;
  for (let index = 0; index < count; index += 1) {
    const value = kind.read(view, index * kind.size, little);
    numbers[place(index)] = Number(value);
    // JavaScript numbers cannot represent all integers beyond 2⁵³.
    exact &&= typeof value === 'number' || BigInt(Number(value)) === value;
  }
  return { name, shape, numbers, notes: exact ? [] : ['rounded'] };
}

/** How many bytes `cellsOf` needs to see the whole header. */
export const headBytes = importLimits.header + 12;

/**
 * The number of cells in a file of `size` bytes that starts with `head`; 0 if `readNpy` would refuse the file for its header or
 * size.
 */
export function cellsOf(head: Uint8Array, size: number): number {
  try {
    const { kind, shape, offset } = headerOf(head, '');
    const count = sizeOf(shape);
    return count * kind.size === size - offset ? count : 0;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return 0;
  }
}

/** Converts an index in Fortran order (the first axis runs fastest) to row-major order. */
function columnMajor(shape: readonly number[]): (index: number) => number {
  return (index) => {
    let rest = index;
    let place = 0;
    let stride = sizeOf(shape);
    for (const size of shape) {
      stride /= size;
      place += (rest % size) * stride;
      rest = Math.floor(rest / size);
    }
    return place;
  };
}

/**
 * The texts of an array of NumPy's type U, four bytes a letter, with one axis. Null for any other file, which `readNpy` refuses. An array of
 * objects is a pickle, which would have to be run. Throws `too-large` for more texts than a scene has tokens.
 */
export function textsOfNpy(bytes: Uint8Array, name: string): readonly string[] | null {
  const { descr = '', shape, offset } = fieldsOf(bytes, name);
  const [count = 0] = shape;
  const [, order, letters] = /^([<>=]?)U([1-9]\d{0,5})$/.exec(descr) ?? [];
  const size = 4 * Number(letters);
  if (letters === undefined || shape.length !== 1 || count === 0) return null;
  checkShape(name, shape, modelLimits);
  if (bytes.length !== offset + count * size) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset);
  const letterAt = (index: number): string => {
    const code = view.getUint32(4 * index, order !== '>');
    const isLetter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isLetter ? String.fromCodePoint(code) : '\ufffd';
  };
  return Array.from({ length: count }, (_, index) =>
    Array.from({ length: Number(letters) }, (_, letter) => letterAt(index * Number(letters) + letter))
      .join('')
      .replace(/\0+$/, ''),
  );
}

function headerOf(bytes: Uint8Array, name: string): Header {
  const { descr, ...others } = fieldsOf(bytes, name);
  return { ...dtypeOf(descr, name), ...others };
}

/** What the header says. `descr` is undefined for a structured dtype. */
interface Fields extends Omit<Header, 'kind' | 'little'> {
  readonly descr: string | undefined;
}

function fieldsOf(bytes: Uint8Array, name: string): Fields {
  if (!isNpy(bytes)) refuse('scene-form', (words) => words.problems.notNpy(name), { name });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cut = (expected: number): never =>
    refuse('scene-form', (words) => words.problems.truncatedHeader(name, expected, bytes.length), { name });
  if (bytes.length < 12) cut(12);
  const [major = 0, minor = 0] = [bytes[6], bytes[7]];
  if (major < 1 || major > 3)
    refuse('scene-form', (words) => words.problems.version(name, `${major}.${minor}`), { name });
  const start = major === 1 ? 10 : 12;
  const length = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  const offset = start + length;
  if (offset > bytes.length) cut(offset);
  if (length > importLimits.header)
    refuse('too-large', (words) => words.problems.longHeader(name, length, importLimits.header), { name });
  const text = new TextDecoder(major === 3 ? 'utf-8' : 'latin1').decode(bytes.subarray(start, offset));

  // Other programs write double quotation marks, lower case or square brackets, and old ones long integers.
  const descr = /["']descr["']\s*:\s*(["']([^"']*)["']|[[(])/.exec(text);
  const order = /["']fortran_order["']\s*:\s*(True|False)\b/i.exec(text);
  const axes = /["']shape["']\s*:\s*([[(](?:[^()[\]]|\([^()]{0,20}\)){0,200}[\])])/.exec(text)?.[1];
  if (descr === null || order === null || axes === undefined) {
    return refuse('scene-form', (words) => words.problems.header(name, quoted(text.trim())), { name });
  }
  const fortran = order[1]?.toLowerCase() === 'true';
  return { descr: descr[2], fortran, shape: sizesIn(axes, name), offset };
}

/** The sizes in "(2, 3)", "[2,3]", "(10,4,)", "(2L, 3L)" or "(np.int64(2), np.int64(3))". */
function sizesIn(axes: string, name: string): readonly number[] {
  const sizes = axes
    .slice(1, -1)
    .split(',')
    .map((size) => size.trim());
  const given = sizes.at(-1) === '' ? sizes.slice(0, -1) : sizes;
  return given.map((size) => {
    const digits = /^(?:np\.u?int\d*\()?(\d{1,15})L?\)?$/.exec(size)?.[1];
    return digits === undefined
      ? refuse('scene-form', (words) => words.problems.badShape(quoted(axes)), { name })
      : Number(digits);
  });
}

/** NumPy's one-letter names of the types, which some programs write. */
const letters: Readonly<Record<string, string>> = {
  '?': 'b1',
  b: 'i1',
  B: 'u1',
  h: 'i2',
  H: 'u2',
  i: 'i4',
  I: 'u4',
  q: 'i8',
  Q: 'u8',
  e: 'f2',
  f: 'f4',
  d: 'f8',
};

/** `descr` is undefined for a structured dtype, which is a list. */
function dtypeOf(descr: string | undefined, name: string): { readonly kind: Kind; readonly little: boolean } {
  if (descr === undefined)
    return refuse('scene-form', (words) => words.problems.dtype(name, words.dtypes.structured), { name });
  const [, order = '|', letter = '', size = ''] = /^([<>|=]?)([a-zA-Z?])(\d*)(?:\[.*)?$/.exec(descr) ?? [];
  const code = size === '' && Object.hasOwn(letters, letter) ? (letters[letter] ?? '') : letter + size;
  const kind = Object.hasOwn(kinds, code) ? kinds[code] : undefined;
  if (kind !== undefined) return { kind, little: order !== '>' };
  const type = ({ dtypes }: ImportWords): string =>
    Object.hasOwn(dtypes.byLetter, letter) ? `${dtypes.byLetter[letter]} ("${descr}")` : `"${descr}"`;
  return refuse('scene-form', (words) => words.problems.dtype(name, type(words)), {
    name,
  });
}
