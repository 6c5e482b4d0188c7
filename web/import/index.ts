import { sourceLanguage } from '../i18n/language.ts';
import { jsonFault } from '../scene/json.ts';
import { joinWrappedColumns } from './columns.ts';
import { readDelimited } from './delimited.ts';
import { decodeText, withoutStrings, withPythonNumbers } from './file-text.ts';
import { readJson } from './json.ts';
import { isBoxed, isDrawn, isLatex, readBoxed, readDrawn, readLatex } from './markup.ts';
import { matricesOf, quoted, shapeText, stackedOf, tensorOf } from './matrices.ts';
import { isMatrixMarket, readMatrixMarket } from './matrix-market.ts';
import { readModelJson } from './model-json.ts';
import { titleLists } from './model-tokens.ts';
import { isNpy, readNpy } from './npy.ts';
import { isZip, readNpz } from './npz.ts';
import { readPrinted } from './printed/printed.ts';
import { withoutPrompts } from './printed/shell.ts';
import { readSafetensors } from './safetensors.ts';
import { isPrintedTable, readPrintedTables, withoutDescriptions } from './tables.ts';
import {
  type ArrayLimits,
  type ArrayValues,
  ImportError,
  type Imported,
  type ImportWords,
  importLimits,
  type Matrix,
  type ModelTensor,
  modelLimits,
  type OnProgress,
  type Progress,
  type ReadOptions,
  type RefusedArray,
  refuse,
  type TextList,
} from './types.ts';
import { isYaml, readYaml } from './yaml.ts';

// Reads files and pasted text into matrices, without a DOM. The page imports this module on the first paste or file. Ambiguous
// input is refused, and nothing is cut.

export {
  ImportError,
  type Imported,
  importLimits,
  type Matrix,
  type ModelTensor,
  type OnProgress,
  type Progress,
  type ReadOptions,
  shapeText,
  type TextList,
};

/**
 * Reads pasted text: spreadsheet cells, CSV, JSON, and arrays as Python, MATLAB, R, Julia and JavaScript print and write them. A text that can be
 * read in several ways gives a matrix for each. Throws ImportError with the position of the error, and `too-large` before reading.
 */
export function importText(text: string, options: ReadOptions = {}, name = ''): Imported {
  try {
    return textOf(text, options, name);
  } catch (error) {
    throw inLanguage(error, options);
  }
}

const inLanguage = (error: unknown, { language = sourceLanguage }: ReadOptions): unknown =>
  error instanceof ImportError ? error.inLanguage(language) : error;

function textOf(text: string, options: ReadOptions, name: string): Imported {
  if (text.length > importLimits.bytes)
    refuse('too-large', (words) => words.problems.longText(text.length, importLimits.bytes));
  if (text.trim() === '') refuse('empty', (words) => words.problems.nothing);
  return imported(arraysIn(text, name), options);
}

/** A `File` of a browser or of Node. */
interface FileLike {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
  stream(): ReadableStream<Uint8Array>;
}

/**
 * Reads a .csv, .tsv, .txt, .json, .yaml, .mtx, .npy, .npz or .safetensors file. A file over the limit is refused without reading it. Rejects with ImportError,
 * as `importText` throws, and for other kinds of files.
 */
export async function importFile(file: FileLike, options: ReadOptions = {}): Promise<Imported> {
  try {
    const arrays = (await arraysOf(file, importLimits)).flatMap((one) => ('texts' in one ? [] : [one]));
    return imported(arrays, options, isArchive(file));
  } catch (error) {
    throw inLanguage(error, options);
  }
}

/** What is said of a file that is not read, by its ending. */
const problemOf = ({ problems }: ImportWords, ending: string): ((name: string) => string) =>
  ending === 'onnx' ? problems.onnx : pickles.has(ending) ? problems.pickled : problems.kind;

const pickles: ReadonlySet<string> = new Set(['pt', 'pth', 'bin', 'ckpt', 'pkl', 'pickle', 'joblib']);

/** The arrays of a file. Rejects as `importFile` does. */
async function arraysOf(
  file: FileLike,
  limits: ArrayLimits,
  onProgress?: OnProgress,
): Promise<readonly (ArrayValues | TextList | RefusedArray)[]> {
  if (file.size > limits.bytes) {
    refuse('too-large', (words) => words.problems.largeFile(quoted(file.name), file.size, limits.bytes));
  }
  const [, stem = file.name, ending = ''] = /^(.*?)(?:\.([^.]*))?$/.exec(file.name) ?? [];
  const bytes = onProgress === undefined ? new Uint8Array(await file.arrayBuffer()) : await bytesOf(file, onProgress);
  const kind = ending.toLowerCase();
  if (bytes.length === 0) refuse('empty', (words) => words.problems.emptyFile(quoted(file.name)));
  if (kind === 'npy' || isNpy(bytes)) return [readNpy(bytes, stem, limits)];
  if (kind === 'npz')
    return isZip(bytes) ? readNpz(bytes, limits, onProgress) : refuse('scene-form', (words) => words.problems.notNpz);
  if (kind === 'safetensors') return readSafetensors(bytes, limits, onProgress);
  if (!['csv', 'tsv', 'txt', 'json', 'yaml', 'yml', 'mtx', ''].includes(kind))
    refuse('scene-form', (words) => problemOf(words, kind)(quoted(file.name)));
  const most = kind === 'json' ? limits.json : importLimits.bytes;
  if (bytes.length > most)
    refuse('too-large', (words) => words.problems.largeFile(quoted(file.name), bytes.length, most));
  const text = decodeText(bytes, file.name);
  if (text.trim() === '') refuse('empty', (words) => words.problems.emptyFile(quoted(file.name)));
  if (kind === 'json' && limits.texts) return readModelJson(withPythonNumbers(text), stem, limits);
  // Python's json writes NaN and Infinity, which are not JSON.
  if (kind === 'json' && !/\b(?:NaN|Infinity)\b/.test(withoutStrings(text))) return readJson(text, stem, limits);
  if (kind === 'csv' || kind === 'tsv') return readDelimited(text, stem);
  return arraysIn(text, stem);
}

/** The bytes, as they arrive. A file that changes meanwhile rejects or is cut, which its reader sees. */
async function bytesOf(file: FileLike, onProgress: OnProgress): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  let [read, reported] = [0, 0];
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) return bytes.subarray(0, read);
    bytes.set(value.subarray(0, bytes.length - read), read);
    read += value.length;
    if (read - reported < bytes.length / 100) continue;
    reported = read;
    onProgress({ stage: 'bytes', done: read, total: bytes.length });
  }
}

/** Files that have a name for each array. One that cannot be read does not stop the others. */
const isArchive = ({ name }: FileLike): boolean => /\.(?:npz|safetensors)$/i.test(name);

function imported(arrays: readonly (ArrayValues | RefusedArray)[], options: ReadOptions, goesOn = false): Imported {
  if (arrays.length === 0) refuse('empty', (words) => words.problems.nothing);
  const matrices: Matrix[] = [];
  const refused: RefusedArray[] = [];
  for (const values of arrays) {
    try {
      if ('error' in values) throw values.error;
      matrices.push(...matricesOf(values, options));
    } catch (error) {
      // One of several readings may be no matrix.
      const isOneOfSeveral = goesOn || ('reading' in values && values.reading !== undefined);
      if (!(error instanceof ImportError) || !isOneOfSeveral) throw error;
      refused.push({ name: values.name, error });
    }
  }
  if (matrices.length === 0 && refused[0] !== undefined) throw refused[0].error;
  const named = goesOn ? refused : [];
  return {
    matrices,
    stacked: goesOn ? null : stackedOf(matrices),
    refused: named.map((one) => explained(one, options)),
  };
}

const explained = ({ name, error }: RefusedArray, { language = sourceLanguage }: ReadOptions) => ({
  name,
  why: error.inLanguage(language).message,
});

/** The tensors of a file, at least one, in their order. */
export interface ImportedTensors {
  readonly tensors: readonly ModelTensor[];
  readonly refused: Imported['refused'];
  /** Lists of text, such as tokens. */
  readonly texts: readonly TextList[];
}

/**
 * Reads the tensors of somebody else's model from a .safetensors, .npz, .npy or .json file, or another one that `importFile` reads. They may have
 * up to five axes. Rejects as `importFile` does.
 */
export async function importTensors(file: FileLike, options: ReadOptions = {}): Promise<ImportedTensors> {
  try {
    const found = await arraysOf(file, modelLimits, options.onProgress);
    const tensors: ModelTensor[] = [];
    const refused: RefusedArray[] = [];
    const texts: TextList[] = [];
    for (const values of found) {
      try {
        if ('error' in values) throw values.error;
        if ('texts' in values) {
          texts.push(values);
          continue;
        }
        if (values.reading !== undefined) refuseReadings(found);
        tensors.push(tensorOf(values));
        texts.push(...titleLists(values));
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        refused.push({ name: values.name, error });
      }
    }
    if (tensors.length === 0) throw refused[0]?.error ?? new ImportError('empty', (words) => words.problems.noNumbers);
    return { tensors, refused: refused.map((one) => explained(one, options)), texts };
  } catch (error) {
    throw inLanguage(error, options);
  }
}

/** The dialog for a model has no place to choose a reading, so it says which there are. */
function refuseReadings(found: readonly (ArrayValues | TextList | RefusedArray)[]): never {
  const readings = found.flatMap((one) => ('reading' in one && one.reading !== undefined ? [one.reading] : []));
  return refuse('scene-form', (words) =>
    words.problems.severalReadings(readings.map((names) => names.map((name) => words.readings[name]).join(' '))),
  );
}

/**
 * Tries the forms in turn. A text without marks of a form is a table of cells. Text with brackets is read as a table if it is no printed array,
 * because titles may have brackets.
 */
function arraysIn(source: string, name: string): readonly ArrayValues[] {
  if (isMatrixMarket(source)) return readMatrixMarket(source, name);
  const text = joinWrappedColumns(withoutPrompts(source));
  const start = text.trimStart();
  if (start === '') refuse('empty', (words) => words.problems.nothing);
  // The command's table for terminals has rounded numbers, and marks in place of some.
  if (/[░▒▓█]-?\d/.test(text)) refuse('scene-form', (words) => words.problems.shaded);
  if (isYaml(text)) return readYaml(text, name);
  if (isLatex(text)) return readLatex(text, name);
  if (isDrawn(text)) return readDrawn(text, name);
  if (isBoxed(text)) return readBoxed(text, name);
  if (isPrintedTable(text)) return readPrintedTables(text, name);
  if (!/[[({]/.test(start)) return readDelimited(text, name);
  const printed = withoutDescriptions(text);
  if (start.startsWith('{') || (start.startsWith('[') && !hasSeveralSeparators(text))) {
    const json = attempt(() => readJson(text, name));
    if (!(json instanceof ImportError)) return json;
    if (json.code === 'too-large') throw json;
    const fault = jsonFault(text);
    if (fault === null ? text.includes('{') : fault.what.includes('twice')) throw json;
    // Printed arrays start like JSON, and their reader has the better error messages.
    const found = attempt(() => readPrinted(printed, name));
    if (!(found instanceof ImportError)) return found;
    throw start.startsWith('[') || /^\{\s*[\w'{]/.test(start) ? found : json;
  }
  const found = attempt(() => readPrinted(printed, name));
  if (!(found instanceof ImportError)) return found;
  const cells = /^[[({]/.test(start) ? found : attempt(() => readDelimited(text, name));
  if (cells instanceof ImportError) throw found;
  return cells;
}

/** Commas with and without a space in one text may be decimal marks and separators. */
const hasSeveralSeparators = (text: string): boolean => /\d,\d/.test(text) && /\d,[ \t]+[-+.\d]/.test(text);

function attempt<Result>(read: () => Result): Result | ImportError {
  try {
    return read();
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
}
