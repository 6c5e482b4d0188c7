import { importWords } from '../i18n/import.ts';
import { type LanguageCode, sourceLanguage } from '../i18n/language.ts';
import { AttentionError } from '../scene/error.ts';
import type { ErrorCode } from '../scene/error-codes.ts';
import { givenLimits } from '../scene/given-tensors.ts';
import { limits } from '../scene/limits.ts';
import type { Rows } from '../scene/types.ts';

export type ImportWords = ReturnType<typeof importWords>;
/** A sentence in the language of the given words. */
export type Message = (words: ImportWords) => string;
export type NoteName = keyof ImportWords['notes'];
export type ReadingName = keyof ImportWords['readings'];

/** An imported matrix of finite float32 numbers. */
export interface Matrix {
  /** Its name in the source (`Q` in an .npz, or the file name); "" if it has none. */
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  /** The original axes: [4, 3], or [3] for a list of numbers, which becomes one row. */
  readonly shape: readonly number[];
  readonly data: Rows;
  /** Notes for the user about how it was read, such as "rounded to float32". */
  readonly notes: readonly string[];
  /** If the text can be read in several ways, the way that gives this matrix. Its user has to choose. */
  readonly reading?: string;
}

/**
 * The matrices of a file or pasted text, at least one, in their order. Those with a `reading` are the ways in which one array can be read.
 */
export interface Imported {
  readonly matrices: readonly Matrix[];
  /** All matrices as rows of one, if each has one row of the same length. Null otherwise. */
  readonly stacked: Matrix | null;
  /** Arrays of an .npz or .safetensors that could not be read, and why. */
  readonly refused: readonly { readonly name: string; readonly why: string }[];
}

/** A tensor of somebody else's model. */
export interface ModelTensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** Row-major. */
  readonly data: Float32Array;
}

/** The position of a problem in a matrix, from 0. A problem with a whole row has no column. */
export interface CellPlace {
  readonly name?: string;
  readonly row?: number;
  readonly column?: number;
  /** In a tensor of more than two axes, instead of the row and the column. */
  readonly index?: readonly number[];
}

export interface ReadOptions {
  /** Whether −∞ is allowed. Masks have it in hidden cells. */
  readonly minusInfinity?: boolean;
  /** The language of notes, readings and errors. English by default. */
  readonly language?: LanguageCode;
  /** Called while a file of a model is read. */
  readonly onProgress?: OnProgress;
}

/** How much of a file is read: its bytes first, then its tensors. */
export interface Progress {
  readonly stage: 'bytes' | 'tensors';
  readonly done: number;
  readonly total: number;
}
export type OnProgress = (progress: Progress) => void;

/** The numbers of one array before they become matrices: row-major, outermost axis first. */
export interface ArrayValues {
  readonly name: string;
  readonly shape: readonly number[];
  readonly numbers: ArrayLike<number>;
  /** The original text of a number, for messages. */
  readonly written?: (index: number) => string;
  readonly notes?: readonly NoteName[];
  /** Set if the text can be read in several ways. All of them are listed. */
  readonly reading?: readonly ReadingName[];
  readonly titles?: Titles;
}

/** The names of the rows and the columns of a matrix. */
export interface Titles {
  readonly rows?: readonly string[];
  readonly columns?: readonly string[];
}

/** A list of text in a file of a model, which may be its tokens. */
export interface TextList {
  readonly name: string;
  /** What the texts name, if the file says so. */
  readonly axis?: 'queries' | 'keys';
  readonly texts: readonly string[];
}

/** One of several arrays in a file, which could not be read. */
export interface RefusedArray {
  readonly name: string;
  readonly error: ImportError;
}

/** How large a file, and an array in it, may be. */
export interface ArrayLimits {
  readonly bytes: number;
  /** Bytes of JSON, of which each number takes up to a hundred while it is read. */
  readonly json: number;
  readonly inflated: number;
  readonly cells: number;
  /** Arrays in one file. */
  readonly arrays: number;
  readonly axis: number;
  /** Axes, without those of length 1 in front. */
  readonly axes: number;
  /** Whether lists of text are read. */
  readonly texts: boolean;
}

/** Limits that are checked before reading. */
export const importLimits = {
  /** Bytes of a file, and characters of pasted text: the same as for a scene's JSON. */
  bytes: 8 * 1024 * 1024,
  json: 8 * 1024 * 1024,
  /** Bytes of all arrays of an .npz after inflating. A small file can inflate to gigabytes. */
  inflated: 32 * 1024 * 1024,
  /** Numbers of all arrays together: as many float32 as fit in the largest file. */
  cells: 2 * 1024 * 1024,
  /** Bytes of an .npy header. NumPy has the same limit. */
  header: 10_000,
  /** Bytes of a .safetensors header. One of 256 tensors has some 40,000. */
  tensorHeader: 1024 * 1024,
  /** Arrays in one text, and depth of nested brackets. */
  arrays: 256,
  depth: 16,
  /** Rows, and columns, of a matrix of a scene. */
  axis: limits.matrix,
  axes: 3,
  texts: false,
  number: limits.number,
} as const;

/** Of somebody else's model: (layers, batch, heads, queries, keys). */
export const modelLimits: ArrayLimits = {
  bytes: 128 * 1024 * 1024,
  json: 32 * 1024 * 1024,
  inflated: 128 * 1024 * 1024,
  cells: givenLimits.numbers,
  // 48 layers of some twenty tensors.
  arrays: 1024,
  axis: limits.tokens,
  axes: 5,
  texts: true,
};

/** An error in a file or pasted text, with its position. */
export class ImportError extends AttentionError {
  readonly place: CellPlace;
  readonly explain: Message;

  constructor(code: ErrorCode, explain: Message, place: CellPlace = {}, language = sourceLanguage) {
    super(code, explain(importWords(language)));
    this.name = 'ImportError';
    this.place = place;
    this.explain = explain;
  }

  /** The same error with its message in another language. */
  inLanguage(language: LanguageCode): ImportError {
    return new ImportError(this.code, this.explain, this.place, language);
  }
}

/** Reads the arrays of an archive one by one. One that is refused does not stop the others. */
export function readEach<Entry extends { readonly name: string }, Values>(
  entries: readonly Entry[],
  read: (entry: Entry) => Values,
  onProgress?: OnProgress,
): readonly (Values | RefusedArray)[] {
  return entries.map((entry, index) => {
    onProgress?.({ stage: 'tensors', done: index, total: entries.length });
    try {
      return read(entry);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      return { name: entry.name, error };
    }
  });
}

export const refuse = (code: ErrorCode, message: Message, place?: CellPlace): never => {
  throw new ImportError(code, message, place);
};
