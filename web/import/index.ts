import { importWords } from '../i18n/import.ts';
import { readDelimited } from './delimited.ts';
import { readJson } from './json.ts';
import { matricesOf, quoted, shapeText } from './matrices.ts';
import { isNpy, readNpy } from './npy.ts';
import { isZip, readNpz } from './npz.ts';
import { readPrinted } from './printed.ts';
import {
  type ArrayValues,
  ImportError,
  type Imported,
  importLimits,
  type Matrix,
  type ReadOptions,
  refuse,
} from './types.ts';

// Reads files and pasted text into matrices, without a DOM. The page imports this module on the first paste or file. Ambiguous
// input is refused, and nothing is cut.

export { ImportError, type Imported, importLimits, type Matrix, type ReadOptions, shapeText };

/**
 * Reads pasted text: spreadsheet cells, CSV, printed NumPy or PyTorch arrays, Python lists or JSON. Throws ImportError with the
 * position of the error, and `too-large` before reading.
 */
export function importText(text: string, options: ReadOptions = {}, name = ''): Imported {
  const { problems } = importWords;
  if (text.length > importLimits.bytes) refuse('too-large', problems.longText(text.length, importLimits.bytes));
  if (text.trim() === '') refuse('empty', problems.nothing);
  return imported(arraysIn(text, name), options);
}

/** A `File` of a browser or of Node. */
interface FileLike {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * Reads a .csv, .tsv, .txt, .json, .npy or .npz file. A file over the limit is refused without reading it. Rejects with ImportError,
 * as `importText` throws, and for other kinds of files.
 */
export async function importFile(file: FileLike, options: ReadOptions = {}): Promise<Imported> {
  const { problems } = importWords;
  if (file.size > importLimits.bytes) {
    refuse('too-large', problems.largeFile(quoted(file.name), file.size, importLimits.bytes));
  }
  const [, stem = file.name, ending = ''] = /^(.*?)(?:\.([^.]*))?$/.exec(file.name) ?? [];
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = ending.toLowerCase();
  if (bytes.length === 0) refuse('empty', problems.emptyFile(quoted(file.name)));
  if (kind === 'npy' || isNpy(bytes)) return imported([readNpy(bytes, stem)], options);
  if (kind === 'npz') return isZip(bytes) ? readNpz(bytes, options) : refuse('scene-form', problems.notNpz);
  if (!['csv', 'tsv', 'txt', 'json', ''].includes(kind)) refuse('scene-form', problems.kind(quoted(file.name)));
  const text = decodeText(bytes, file.name);
  if (text.trim() === '') refuse('empty', problems.emptyFile(quoted(file.name)));
  if (kind === 'json') return imported(readJson(text, stem), options);
  if (kind === 'csv' || kind === 'tsv') return imported([readDelimited(text, stem)], options);
  return imported(arraysIn(text, stem), options);
}

const imported = (arrays: readonly ArrayValues[], options: ReadOptions): Imported => ({
  matrices: arrays.flatMap((values) => matricesOf(values, options)),
  refused: [],
});

/** Tries JSON, then printed arrays if there are brackets, otherwise rows of cells. */
function arraysIn(text: string, name: string): readonly ArrayValues[] {
  const start = text.trimStart();
  if (start.startsWith('{')) return readJson(text, name);
  if (start.startsWith('[')) {
    try {
      return readJson(text, name);
    } catch {
      // Printed arrays start like JSON, and their reader has the better error messages.
      return readPrinted(text, name);
    }
  }
  return text.includes('[') ? readPrinted(text, name) : [readDelimited(text, name)];
}

/** Spreadsheets save "Unicode text" as UTF-16 with a byte order mark. Everything else must be UTF-8. */
function decodeText(bytes: Uint8Array, name: string): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return refuse('scene-form', importWords.problems.notText(quoted(name)));
  }
}
