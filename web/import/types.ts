import type { Rows } from '../scene/types.ts';

/** A matrix somebody brought: finite numbers that float32 holds, as they were written. */
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
