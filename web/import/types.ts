import { AttentionError } from '../scene/error.ts';
import type { ErrorCode } from '../scene/error-codes.ts';
import { limits } from '../scene/limits.ts';
import type { Rows } from '../scene/types.ts';

/** An imported matrix: finite numbers that float32 holds, as they were written. */
export interface Matrix {
  /** The name it had where it came from (`Q` of an .npz, the file's own name); "" where it had none. */
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  /** Axes as they were: [4, 3], or [3] for a list of numbers, which is one row here. */
  readonly shape: readonly number[];
  readonly data: Rows;
  /** What the person should know about how it was read ("rounded to float32"). */
  readonly notes: readonly string[];
}

/** What a file or a pasted block holds: at least one matrix, in the order they came. */
export interface Imported {
  readonly matrices: readonly Matrix[];
  /** Arrays of an .npz that cannot be read, and why; the others can. */
  readonly refused: readonly { readonly name: string; readonly why: string }[];
}

/** Where in a matrix a problem is: from 0; a whole row has no column. */
export interface Place {
  readonly name?: string;
  readonly row?: number;
  readonly column?: number;
}

export interface ReadOptions {
  /** Masks are printed with −∞ for what is hidden; everything else must be finite. */
  readonly minusInfinity?: boolean;
}

/** Numbers of one array on their way into matrices: row-major, outermost axis first. */
export interface Values {
  readonly name: string;
  readonly shape: readonly number[];
  readonly numbers: ArrayLike<number>;
  /** How a number was written, for messages. */
  readonly written?: (index: number) => string;
  readonly notes?: readonly string[];
}

/** What is bounded before anything is read. */
export const importLimits = {
  /** Bytes of a file, and characters of a pasted block: a scene's JSON may be no longer either. */
  bytes: 8 * 1024 * 1024,
  /** Bytes of all arrays of an .npz after inflating: a small file can claim to hold gigabytes. */
  inflated: 32 * 1024 * 1024,
  /** Numbers of all arrays of a file or text together: as many float32 as a file of the largest size holds. */
  cells: 2 * 1024 * 1024,
  /** Bytes of an .npy file's header: NumPy itself reads no longer one. */
  header: 10_000,
  /** Arrays in one text, and brackets in brackets. */
  arrays: 256,
  depth: 16,
  /** Rows, and columns, of a matrix of a scene. */
  axis: limits.matrix,
  number: limits.number,
} as const;

/** What is wrong with a file or a pasted block, in the page's language, and where in it. */
export class ImportError extends AttentionError {
  readonly place: Place;

  constructor(code: ErrorCode, message: string, place: Place = {}) {
    super(code, message);
    this.name = 'ImportError';
    this.place = place;
  }
}

export const refuse = (code: ErrorCode, message: string, place?: Place): never => {
  throw new ImportError(code, message, place);
};
