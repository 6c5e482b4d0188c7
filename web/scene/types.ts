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
  readonly embedding: Embedding;
  readonly parameters: Parameters;
  readonly attention: Attention;
  readonly view?: View;
  /** No mistakes yet: null. */
  readonly mistake?: null;
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
    };

export type Initialiser = 'uniform' | 'normal' | 'xavier' | 'kaiming';

export type Parameters =
  | {
      readonly kind: 'given';
      readonly wQ: Rows;
      readonly wK: Rows;
      readonly wV: Rows;
      readonly bQ?: readonly number[];
      readonly bK?: readonly number[];
      readonly bV?: readonly number[];
      readonly wO?: Rows;
      readonly bO?: readonly number[];
    }
  /** d_k and d_v default to d_model / heads. `biases` adds drawn b_q b_k b_v (and b_o), `output` adds w_o. */
  | ({
      readonly kind: 'random';
      readonly init: Initialiser;
      readonly seed: number;
      readonly dK?: number;
      readonly dV?: number;
      readonly biases?: boolean;
      readonly output?: boolean;
    } & Draw)
  /** Ones on the diagonal: q, k and v are the embeddings themselves, cut into heads. */
  | { readonly kind: 'identity'; readonly dK?: number; readonly dV?: number; readonly output?: boolean }
  /** Heads made by hand for a table's named features (src/data); one name a head. */
  | { readonly kind: 'handmade'; readonly table: string; readonly heads: readonly string[] };

export type Mask = { readonly kind: 'none' } | { readonly kind: 'causal' };

export interface Attention {
  readonly heads: number;
  /** Key/value heads (grouped-query attention); default `heads`, must divide it. */
  readonly kvHeads?: number;
  /** scaledDot: q·k/√d_k. dot: q·k. */
  readonly score?: 'scaledDot' | 'dot';
  /** Replaces 1/√d_k (scaledDot only). */
  readonly scale?: number;
  readonly mask?: Mask;
  /** Greater than 0; weights = softmax(masked / temperature). */
  readonly temperature?: number;
  /** 0 = off. */
  readonly softcap?: number;
}

export interface View {
  /** Digits after the point, 0 to 6. */
  readonly digits?: number;
  /** The head on show, from 0. */
  readonly head?: number;
  /** The token in focus (a query), from 0. */
  readonly focus?: number;
  readonly lesson?: string;
}
