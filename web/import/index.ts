import { importWords } from '../i18n/import.ts';
import { readDelimited } from './delimited.ts';
import { readJson } from './json.ts';
import { matricesOf, quoted, shapeText } from './matrices.ts';
import { isNpy, readNpy } from './npy.ts';
import { isZip, readNpz } from './npz.ts';
import { readPrinted } from './printed.ts';
import {
  ImportError,
  type Imported,
  importLimits,
  type Matrix,
  type ReadOptions,
  refuse,
  type Values,
} from './types.ts';

// Reads files and pasted text into matrices, without a DOM. The page imports this module when somebody pastes or opens
// something. Nothing is guessed where there are two ways to read it, and nothing is cut.

export { ImportError, type Imported, importLimits, type Matrix, type ReadOptions, shapeText };

/**
 * A pasted block: a spreadsheet's cells, CSV, printed NumPy or PyTorch arrays, Python lists or JSON. Throws ImportError
 * with the place; `too-large` before it is read.
 */
export function importText(text: string, options: ReadOptions = {}, name = ''): Imported {
  const { problems } = importWords;
  if (text.length > importLimits.bytes) refuse('too-large', problems.longText(text.length, importLimits.bytes));
  if (text.trim() === '') refuse('empty', problems.nothing);
  return imported(arraysIn(text, name), options);
}

/** What a file offers before it is read: a File of the browser, or of Node. */
interface FileLike {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * A .csv, .tsv, .txt, .json, .npy or .npz file. A file over the limit is refused by its size and never read. Rejects with
 * ImportError as `importText` throws, and for kinds of files that are not read, by name.
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
  const text = textOf(bytes, file.name);
  if (text.trim() === '') refuse('empty', problems.emptyFile(quoted(file.name)));
  if (kind === 'json') return imported(readJson(text, stem), options);
  if (kind === 'csv' || kind === 'tsv') return imported([readDelimited(text, stem)], options);
  return imported(arraysIn(text, stem), options);
}

const imported = (arrays: readonly Values[], options: ReadOptions): Imported => ({
  matrices: arrays.flatMap((values) => matricesOf(values, options)),
  refused: [],
});

/** JSON where it is that; printed arrays where there are brackets; else rows of cells. */
function arraysIn(text: string, name: string): readonly Values[] {
  const start = text.trimStart();
  if (start.startsWith('{')) return readJson(text, name);
  if (start.startsWith('[')) {
    try {
      return readJson(text, name);
    } catch {
      // NumPy's and Python's brackets look like JSON from the outside, and have the better message for what is wrong.
      return readPrinted(text, name);
    }
  }
  return text.includes('[') ? readPrinted(text, name) : [readDelimited(text, name)];
}

/** Spreadsheets save "Unicode text" as UTF-16 with its mark; everything else must be UTF-8. */
function textOf(bytes: Uint8Array, name: string): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return refuse('scene-form', importWords.problems.notText(quoted(name)));
  }
}
