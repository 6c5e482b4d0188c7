/** Why a weight is what it is: its score as a sum of parts, and the query's output as a sum over the keys. */

/**
 * How a score is taken apart.
 * - dimensions: q[c]·k[c] of each dimension of the head; of each pair with rope; of each hidden unit of an additive score. A given score
 *   is one part.
 * - features: x[m] of the query and x[n] of the key, each through its matrix. x is the input of the projections.
 * - places: the word and its place, of the query and of the key. Only in layer 0.
 * - sources: the token's own x of the layer before, what each head of that layer moved in, and its feed-forward network as a whole. Only
 *   in later layers.
 * - querySources, keySources: the sources of one side, each head by the token that it moved from, times the whole of the other side.
 *
 * All but `dimensions` take a dot product, scaled or general, or a cosine, and projections. Biases are a further part of each side. Norms
 * are linear given the row's mean and variance.
 */
export type Breakdown = 'dimensions' | 'features' | 'places' | 'sources' | 'querySources' | 'keySources';

export interface ExplainOptions {
  readonly query: number;
  readonly key: number;
  /** Default 0. */
  readonly head?: number;
  /** By default the last one. */
  readonly layer?: number;
  /** Default `dimensions`. */
  readonly by?: Breakdown;
  /** So many parts, the largest, are listed one by one. By default all. */
  readonly most?: number;
}

/** `own`: the token's own x of the layer before. `whole`: all of the query or the key. */
export type OriginKind =
  | 'dimension'
  | 'pair'
  | 'unit'
  | 'given'
  | 'feature'
  | 'word'
  | 'place'
  | 'own'
  | 'head'
  | 'feedForward'
  | 'bias'
  | 'whole';

/** One side of a part. */
export interface PartOrigin {
  readonly kind: OriginKind;
  /** Of a dimension, pair, unit, feature or head. Null for the others. */
  readonly index: number | null;
  /** The query or the key itself. For a head in `querySources` and `keySources`, the token that it moved from. */
  readonly token: number;
}

export interface ScorePart {
  /** "feature 3 × feature 5". Features have the names of the scene or of its table. */
  readonly name: string;
  /** `rest`: all parts together that `most` leaves out. Always the last one. */
  readonly kind: Breakdown | 'rest';
  readonly value: number;
  /** How many parts it stands for. 1, except for the rest. */
  readonly count: number;
  /** Null for the rest. */
  readonly query: PartOrigin | null;
  readonly key: PartOrigin | null;
}

export interface Explanation {
  readonly layer: number;
  readonly head: number;
  readonly query: number;
  readonly key: number;
  readonly by: Breakdown;
  /** scores[head, query, key]. */
  readonly score: number;
  /** The largest absolute value first, in float64. They add up to `score − rounding`. */
  readonly parts: readonly ScorePart[];
  /**
   * The score less the sum of its parts: what float32 rounded away. At most 1e-5 times the sum of the parts' absolute values, or of 1 if
   * that is less.
   */
  readonly rounding: number;
  /** The same cell of each step from the score to the weight, in their order: scores, related, scaled, capped, biased, masked, weights … */
  readonly steps: readonly { readonly name: string; readonly value: number }[];
}

export interface ExplainOutputOptions {
  readonly query: number;
  /** By default the last one. */
  readonly layer?: number;
  /** By default all heads together. */
  readonly head?: number;
}

/** A query's row of `output` as a sum. The rows of `parts` and `bias` add up to it, within 1e-5 as a score does. */
export interface OutputExplanation {
  /** (width of `output`). With `head`, what that head alone adds, and b_o too if it is the layer's only head. */
  readonly output: Float64Array;
  /** (T_k, width of `output`): what each key gave, weight · v · w_o. */
  readonly parts: { readonly shape: readonly [number, number]; readonly data: Float64Array };
  /** b_o. Zeros if there is none, or with `head` in a layer with other heads. */
  readonly bias: Float64Array;
}
