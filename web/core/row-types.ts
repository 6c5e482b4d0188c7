/** What the core says of the rows of a trace, and of the weights of its heads. */
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

/**
 * Where a head looks, from 0 to 1: the mean weight of the previous token and of the first, over all tokens but the first; and over the
 * tokens that have occurred before, the mean weight of the same token's last occurrence (Wang et al. 2022, arXiv 2211.00593) and of the
 * token after it (prefix matching, Olsson et al. 2022, arXiv 2209.11895). These two are null where no token occurs twice.
 */
export interface HeadPatterns {
  readonly previousToken: number;
  readonly firstToken: number;
  readonly sameToken: number | null;
  readonly induction: number | null;
}

/**
 * The weights of several heads in one matrix. mean and max: of each cell. rollout (Abnar & Zuidema 2020, arXiv 2005.00928): the product of
 * the layers, each half the mean of its heads and half the identity.
 */
export type WeightCombination = 'mean' | 'max' | 'rollout';

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
