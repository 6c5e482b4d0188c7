import { Inflate } from 'fflate';
import { checkCells, quoted } from './matrices.ts';
import { cellsOf, headBytes, readNpy, textsOfNpy } from './npy.ts';
import {
  type ArrayLimits,
  type ArrayValues,
  type OnProgress,
  type RefusedArray,
  readEach,
  refuse,
  type TextList,
} from './types.ts';

/**
 * Reads the arrays of an .npz, stored or deflated, by name. An unreadable array is listed in `refused`; the others are still read.
 * Throws if there is none, for a damaged archive, and `too-large` for one that would inflate too much or has too many numbers, after
 * inflating only the headers.
 */
export function readNpz(
  bytes: Uint8Array,
  limits: ArrayLimits,
  onProgress?: OnProgress,
): readonly (ArrayValues | TextList | RefusedArray)[] {
  const entries = arraysOf(bytes, limits);
  if (entries.length === 0) refuse('empty', (words) => words.problems.noArrays);
  const named = entries.map((entry) => ({ entry, name: entry.name.replace(/\.npy$/, '') }));
  return readEach(
    named,
    ({ entry, name }) => {
      const contents = unpackEntry(bytes, entry);
      const texts = limits.texts ? textsOfNpy(contents, name) : null;
      return texts === null ? readNpy(contents, name, limits) : { name, texts };
    },
    onProgress,
  );
}

function arraysOf(bytes: Uint8Array, limits: ArrayLimits): readonly Entry[] {
  const entries = readEntries(bytes).filter(({ name }) => name.endsWith('.npy'));
  if (entries.length > limits.arrays) refuse('too-large', (words) => words.problems.manyArrays(limits.arrays));
  const names = new Set<string>();
  for (const { name } of entries) {
    if (names.has(name)) refuse('scene-form', (words) => words.problems.twice(quoted(name)));
    names.add(name);
  }
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > limits.inflated) refuse('too-large', (words) => words.problems.inflates(total, limits.inflated));
  checkCells(
    entries.reduce((sum, entry) => sum + cellsIn(bytes, entry), 0),
    limits,
  );
  return entries;
}

function cellsIn(bytes: Uint8Array, entry: Entry): number {
  const packed = packedBytes(bytes, entry);
  if (packed === null) return 0;
  const head =
    entry.method === 0 ? packed.subarray(0, headBytes) : inflateHead(packed, Math.min(headBytes, entry.size));
  return cellsOf(head, entry.size);
}

/** One entry of the archive's central directory. */
export interface Entry {
  readonly name: string;
  /** 0 for stored, 8 for deflated. */
  readonly method: number;
  /** CRC-32 of the contents. */
  readonly check: number;
  /** Compressed and uncompressed size. Bytes */
  readonly packed: number;
  readonly size: number;
  /** Offset of the entry. */
  readonly start: number;
}

/** Recognises a zip archive by its first bytes. An empty archive has the second form. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Reads the central directory (APPNOTE.TXT, 4.3.12). Throws `scene-form` if it is missing. */
function readEntries(bytes: Uint8Array): readonly Entry[] {
  try {
    return readDirectory(bytes, viewOf(bytes));
  } catch (error) {
    // A read past the end of the DataView: an offset of the directory is outside the archive.
    if (!(error instanceof RangeError)) throw error;
    return refuse('scene-form', (words) => words.problems.zip);
  }
}

function readDirectory(bytes: Uint8Array, view: DataView): readonly Entry[] {
  // Only a comment of at most 65535 bytes can follow the end record.
  let end = bytes.length - 22;
  while (end > bytes.length - 22 - 65_536 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  const entries: Entry[] = [];
  let offset = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(offset, true) !== 0x02014b50) throw new RangeError();
    const length = view.getUint16(offset + 28, true);
    const utf8 = (view.getUint16(offset + 8, true) & 0x800) !== 0;
    entries.push({
      name: new TextDecoder(utf8 ? 'utf-8' : 'latin1').decode(bytes.subarray(offset + 46, offset + 46 + length)),
      method: view.getUint16(offset + 10, true),
      check: view.getUint32(offset + 16, true),
      packed: view.getUint32(offset + 20, true),
      size: view.getUint32(offset + 24, true),
      start: view.getUint32(offset + 42, true),
    });
    offset += 46 + length + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true);
  }
  return entries;
}

/**
 * The contents of one entry. Throws `scene-form` if they do not match the directory. Inflating stops as soon as an entry exceeds its
 * stated size, and nothing of it is used.
 */
function unpackEntry(bytes: Uint8Array, entry: Entry): Uint8Array {
  const { name, method, size } = entry;
  if (method !== 0 && method !== 8)
    refuse('scene-form', (words) => words.problems.compression(quoted(name), method), { name });
  const packed = packedBytes(bytes, entry);
  const contents = packed === null ? null : method === 0 ? packed : inflate(packed, size);
  return contents !== null && contents.length === size && crc32(contents) === entry.check
    ? contents
    : refuse('scene-form', (words) => words.problems.entry(quoted(name), size), { name });
}

/** Null if the entry is not inside the archive. Its local header repeats the name and may have other extra fields. */
function packedBytes(bytes: Uint8Array, { start, packed }: Entry): Uint8Array | null {
  if (start + 30 > bytes.length) return null;
  const view = viewOf(bytes);
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  return from + packed > bytes.length ? null : bytes.subarray(from, from + packed);
}

/** Bytes to inflate at once. They become at most about 16 MB. */
const slice = 16_384;

/** Null for damaged data, or data of another size. */
function inflate(packed: Uint8Array, size: number): Uint8Array | null {
  const out = new Uint8Array(size);
  let length = 0;
  let done = false;
  const stream = new Inflate((chunk, final) => {
    if (length + chunk.length <= size) out.set(chunk, length);
    length += chunk.length;
    done = final;
  });
  try {
    for (let offset = 0; offset < packed.length && length <= size; offset += slice) {
      stream.push(packed.subarray(offset, offset + slice), offset + slice >= packed.length);
    }
  } catch {
    return null;
  }
  return done && length === size ? out : null;
}

/** The first `most` bytes, or fewer if the data is shorter or damaged. Inflates in small steps, because little is needed. */
function inflateHead(packed: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(most);
  let length = 0;
  const stream = new Inflate((chunk) => {
    const part = chunk.subarray(0, most - length);
    out.set(part, length);
    length += part.length;
  });
  try {
    for (let offset = 0; offset < packed.length && length < most; offset += 64)
      stream.push(packed.subarray(offset, offset + 64));
  } catch {
    // Return the bytes before the damage. The entry is refused when it is read.
  }
  return out.subarray(0, length);
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let check = byte;
  for (let bit = 0; bit < 8; bit += 1) check = (check >>> 1) ^ (check & 1 ? 0xedb88320 : 0);
  return check;
});

/** CRC-32, as zip uses it. */
function crc32(bytes: Uint8Array): number {
  let check = 0xffffffff;
  for (const byte of bytes) check = (check >>> 8) ^ (table[(check ^ byte) & 0xff] ?? 0);
  return (check ^ 0xffffffff) >>> 0;
}
