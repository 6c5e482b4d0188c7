/**
 * A scene: everything that decides a picture, as one plain JSON document. A lesson, a link, the element's attribute, an
 * undo step and a headless call are all this. `scene.schema.json` says the same to other tools; `validate.ts` checks it.
 */

/** One row a token (or a matrix row), one number a column. In JSON −∞ is "-inf"; here it is a number. */
export type Rows = readonly (readonly number[])[];

export interface Scene {
  readonly version: 1;
  /** Exactly one of `tokens` and `sentence`; a sentence is tokenised with Intl.Segmenter. */
  readonly tokens?: readonly string[];
  readonly sentence?: string;
  readonly tokenizer?: Tokenizer;
  readonly encoder?: Encoder;
  readonly embedding: Embedding;
  /** Absent: none. */
  readonly positions?: Positions;
  readonly parameters: Parameters;
  readonly attention: Attention;
  /** Absent: attention alone, with nothing around it. */
  readonly block?: Block;
  /** 1 to 6, each reading what the one before gave; default 1. */
  readonly layers?: number;
  /** A classic mistake, made on purpose: its tensors replace the right ones. Null or absent: none. */
  readonly mistake?: Mistake | null;
  readonly view?: View;
}

/**
 * Cross-attention: keys and values come from this sequence of T_k tokens, queries from the scene's own T_q. It is cut by
 * the scene's tokenizer and embedded as the scene's tokens are (same table, same seed).
 */
export interface Encoder {
  /** Exactly one of `tokens` and `sentence`. */
  readonly tokens?: readonly string[];
  readonly sentence?: string;
  /** (T_k, d_model): its rows, exactly where the embedding is "given". */
  readonly x?: Rows;
}

export interface Tokenizer {
  /** Lower-case every token before it is looked up (default false). */
  readonly lowercase?: boolean;
  /** Keep punctuation marks as tokens (default false). */
  readonly punctuation?: boolean;
}

export type Distribution = 'uniform' | 'normal';

/** How to fill a random tensor: uniform in [low, high) (default −1, 1), normal with mean and std (default 0, 1). */
export interface Draw {
  readonly low?: number;
  readonly high?: number;
  readonly mean?: number;
  readonly std?: number;
}

export type Embedding =
  | { readonly kind: 'given'; readonly x: Rows }
  /** d_model is the number of distinct tokens, or dModel when that is given (an error when it is smaller). */
  | { readonly kind: 'oneHot'; readonly dModel?: number }
  /** The same token gets the same vector wherever it stands and whatever stands beside it. */
  | ({
      readonly kind: 'random';
      readonly distribution: Distribution;
      readonly seed: number;
      readonly dModel: number;
    } & Draw)
  /** `table` names a table that ships with the core (src/data), `rows` is the scene's own. A token the table lacks is an
   *  error that names it, unless `missing` is "random": then it gets a seeded vector and the page says so. */
  | {
      readonly kind: 'table';
      readonly table?: string;
      readonly rows?: Readonly<Record<string, readonly number[]>>;
      readonly missing?: 'error' | 'random';
      readonly seed?: number;
    }
  /** Every token is a whole number: the row of `rows` (V, d_model) that it takes. */
  | { readonly kind: 'ids'; readonly rows: Rows }
  /** All zeros: with positions, only the position speaks. */
  | { readonly kind: 'zero'; readonly dModel: number }
  /** No embedding and no projection: q (T_q, H·d_k), k (T_k, H_kv·d_k), v (T_k, H_kv·d_v). q and k are left out exactly
   *  where the score is "given". */
  | { readonly kind: 'qkv'; readonly q?: Rows; readonly k?: Rows; readonly v: Rows };

/** How a token's place in the sequence comes into play. */
export type Positions =
  | { readonly kind: 'none' }
  /** Vaswani et al. 2017 (arXiv 1706.03762): sines and cosines, added to the embedding or put beside it. `base` is greater
   *  than 1 (default 10000); `width` columns of p, only where they are put beside it (default as wide as the words). */
  | { readonly kind: 'sinusoidal'; readonly base?: number; readonly join?: 'add' | 'concat'; readonly width?: number }
  /** A vector a place, added: drawn (normal, mean 0; default seed 1, std 0.5), or `rows`, at least as many as tokens. */
  | { readonly kind: 'learned'; readonly seed?: number; readonly std?: number; readonly rows?: Rows }
  /** Su et al. 2021 (arXiv 2104.09864): turns the pairs (2c, 2c+1) of q and k; d_k is even. */
  | { readonly kind: 'rope'; readonly base?: number }
  /** Press et al. 2022 (arXiv 2108.12409): head h loses 2^(−8(h+1)/H) of its score a token of distance. */
  | { readonly kind: 'alibi' }
  /** A vector a distance and head (Shaw et al. 2018, arXiv 1803.02155; skewed as in arXiv 1809.04281): drawn (normal, mean
   *  0; default seed 1, std 0.5), or `rows`, one a distance: (R, H·d_k), where R is T_q with a causal mask and T_q = T_k,
   *  else T_q + T_k − 1. `clip`: distances beyond it share a row, so there are 2·clip+1. */
  | {
      readonly kind: 'relative';
      readonly seed?: number;
      readonly std?: number;
      readonly clip?: number;
      readonly rows?: Rows;
    };

export type Initialiser = 'uniform' | 'normal' | 'xavier' | 'kaiming';

/**
 * The parameters of one layer, written out. What the scene needs and is left out: w_a u_a v_a w_1 w_2 are drawn (Xavier,
 * seed 1, other numbers in every layer), gammas are 1 and betas 0, and there are no biases and no w_o.
 */
export interface GivenMatrices {
  /** (d_model, H·d_k), (d_model, H_kv·d_k), (d_model, H_kv·d_v): there, unless the embedding is "qkv". */
  readonly wQ?: Rows;
  readonly wK?: Rows;
  readonly wV?: Rows;
  readonly bQ?: readonly number[];
  readonly bK?: readonly number[];
  readonly bV?: readonly number[];
  /** (H·d_v, d_model) */
  readonly wO?: Rows;
  readonly bO?: readonly number[];
  /** Of the score: additive w_a and u_a (d_k, H·d_a), v_a (H·d_a); general w_a (d_k, H·d_k). d_a is as w_a has it; d_k
   *  where that is left out. */
  readonly wA?: Rows;
  readonly uA?: Rows;
  readonly vA?: readonly number[];
  /** Of the feed-forward network: (d_model, d_ff), (d_ff), (d_ff, d_model), (d_model). */
  readonly w1?: Rows;
  readonly b1?: readonly number[];
  readonly w2?: Rows;
  readonly b2?: readonly number[];
  /** Of the two norms: d_model numbers each; RMS has no beta. */
  readonly gamma1?: readonly number[];
  readonly beta1?: readonly number[];
  readonly gamma2?: readonly number[];
  readonly beta2?: readonly number[];
}

export type Parameters =
  /** Of every layer, where there are several. */
  | ({ readonly kind: 'given' } & GivenMatrices)
  /** One set a layer, as many as `layers`; all of the same d_k, d_v and d_a. */
  | { readonly kind: 'stack'; readonly layers: readonly GivenMatrices[] }
  /** Nothing is given: for an embedding "qkv". What score or block need all the same is drawn as with "given". */
  | { readonly kind: 'none' }
  /** d_k and d_v default to d_model / heads, d_a to d_k. `biases` adds drawn b_q b_k b_v (and b_o b_1 b_2), `output` adds
   *  w_o. Whatever else the score, the block and the layers need is drawn too. */
  | ({
      readonly kind: 'random';
      readonly init: Initialiser;
      readonly seed: number;
      readonly dK?: number;
      readonly dV?: number;
      readonly dA?: number;
      readonly biases?: boolean;
      readonly output?: boolean;
    } & Draw)
  /** Ones on the diagonal: q, k and v are the embeddings themselves, cut into heads. */
  | {
      readonly kind: 'identity';
      readonly dK?: number;
      readonly dV?: number;
      readonly dA?: number;
      readonly output?: boolean;
    }
  /** Heads made by hand for a table's named features (src/data); one name a head. `later` names the heads of the layers
   *  after the first, one list a layer; without it every layer has the same. */
  | {
      readonly kind: 'handmade';
      readonly table: string;
      readonly heads: readonly string[];
      readonly later?: readonly (readonly string[])[];
    };

/** Which keys j a query i sees, counted from 0 in each sequence. */
export type Mask =
  | { readonly kind: 'none' }
  /** j <= i */
  | { readonly kind: 'causal' }
  /** j < length; 1 to T_k */
  | { readonly kind: 'padding'; readonly length: number }
  /** i − before <= j <= i + after */
  | { readonly kind: 'window'; readonly before: number; readonly after: number }
  /** j < length or j <= i; 0 to T_k */
  | { readonly kind: 'prefix'; readonly length: number }
  /** (T_q, T_k): 1 where the query sees the key, else 0. */
  | { readonly kind: 'painted'; readonly visible: Rows };

/** How alike a query and a key are (score.cpp has the sources). "given": the scene says it. */
export type Score = 'scaledDot' | 'dot' | 'additive' | 'general' | 'cosine' | 'given';

export interface Attention {
  readonly heads: number;
  /** Key/value heads (grouped-query attention); default `heads`, must divide it. */
  readonly kvHeads?: number;
  /** Default "scaledDot". */
  readonly score?: Score;
  /** (T_q, T_k), the same for every head: there exactly where the score is "given". */
  readonly scores?: Rows;
  /** Multiplies the scores, in place of 1/√d_k where they are "scaledDot" (without it no other score is scaled). */
  readonly scale?: number;
  readonly mask?: Mask;
  /** Greater than 0; weights = softmax(masked / temperature). */
  readonly temperature?: number;
  /** 0 = off. */
  readonly softcap?: number;
  /** Default "softmax"; sparsemax is Martins & Astudillo 2016 (arXiv 1602.02068). */
  readonly normalizer?: 'softmax' | 'sparsemax';
  /** Decimals, 0 to 6, that the weights are rounded to before they are used. Absent: not rounded. */
  readonly roundWeights?: number;
  /** Each value times its weight becomes a step of its own (default false). */
  readonly weightedValues?: boolean;
}

/** What stands around the attention of each layer. */
export interface Block {
  readonly residual?: boolean;
  /** layer: arXiv 1607.06450. rms: arXiv 1910.07467. */
  readonly norm?: 'none' | 'layer' | 'rms';
  /** The norm's place: after each addition (default), or before attention and before the feed-forward network. */
  readonly place?: 'post' | 'pre';
  /** activation(x · w_1 + b_1) · w_2 + b_2, `width` is d_ff. */
  readonly feedForward?: FeedForward;
}

export interface FeedForward {
  readonly width: number;
  readonly activation: 'relu' | 'gelu';
}

export const mistakes = [
  'whole-matrix-softmax',
  'wrong-axis-values',
  'no-transpose',
  'no-scale',
  'model-scale',
  'zero-mask',
  'mask-after-softmax',
  'overflow-softmax',
  'swapped-qk',
] as const;

export type Mistake = (typeof mistakes)[number];

export interface View {
  /** Digits after the point, 0 to 6. */
  readonly digits?: number;
  /** The head on show, from 0. */
  readonly head?: number;
  /** The layer on show, from 0. */
  readonly layer?: number;
  /** The token in focus (a query), from 0. */
  readonly focus?: number;
  readonly lesson?: string;
  /** The page of that lesson, from 0; after the last comes one for each challenge. */
  readonly page?: number;
}
