/** What the core says of one row of a trace. */
import type { Tensor } from './types.ts';

/**
 * How far a row of weights can be trusted.
 * - clear: one key has more weight than all other visible keys together, and every visible key and token that decides has a given row.
 * - unclear: no key stands out, or none is visible.
 * - guess: a token that decides has a row that was learned from word vectors, or another visible key has a row that is not given.
 * - noise: a token that decides has a random row, or every parameter is random.
 * - notANumber: a weight is NaN.
 *
 * The query and its key decide, and the keys that stood out for these two in earlier layers, in any head.
 */
export type Certainty = 'clear' | 'unclear' | 'guess' | 'noise' | 'notANumber';

/** The certainty of a row, the key with its largest weight, and that weight. */
export interface RowCertainty {
  readonly certainty: Certainty;
  readonly key: number;
  readonly weight: number;
}

/** A row of weights. By default that of head 0 in the last layer. */
export interface RowOptions {
  readonly query: number;
  readonly head?: number;
  readonly layer?: number;
}

/** Words and a row (words, d) of numbers for each. */
export interface WordRows {
  readonly words: readonly string[];
  readonly rows: Tensor;
}

/** `head` is 0 by default, for a tensor that has heads, and `layer` the last one that has the tensor. */
export interface NearestOptions {
  readonly head?: number;
  readonly layer?: number;
  readonly among?: WordRows;
}

/** A word, and the cosine similarity of its row, from −1 to 1. */
export interface Neighbour {
  readonly word: string;
  readonly similarity: number;
}
