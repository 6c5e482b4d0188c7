import type {
  Attention,
  Block,
  Draw,
  FeedForward,
  Mask,
  Mistake,
  Positions,
  Rows,
  Scene,
  Tokenizer,
  View,
} from './types.ts';

/** What the page opens on: the sentence of the Transformer's best-known picture, with heads made by hand. */
export const defaultScene: Scene = {
  version: 1,
  sentence: "The animal didn't cross the street because it was too tired",
  tokenizer: { lowercase: true },
  embedding: { kind: 'table', table: 'meaning', missing: 'random', seed: 1 },
  parameters: { kind: 'handmade', table: 'meaning', heads: ['pronoun', 'same-meaning', 'action'] },
  attention: { heads: 3 },
  view: { focus: 7 },
};

const draw = { low: -1, high: 1, mean: 0, std: 1 };
/** What a key that is not there means. Keys whose meaning depends on others (kvHeads, dK, dModel …) are not here. */
export const defaults = {
  tokenizer: { lowercase: false, punctuation: false },
  embedding: { ...draw, missing: 'error' },
  parameters: { ...draw, biases: false, output: false },
  positions: { kind: 'none', base: 10_000, join: 'add', seed: 1, std: 0.5 },
  attention: {
    score: 'scaledDot',
    mask: { kind: 'none' },
    temperature: 1,
    softcap: 0,
    normalizer: 'softmax',
    weightedValues: false,
  },
  block: { residual: false, norm: 'none', place: 'post' },
  layers: 1,
  mistake: null,
  view: { digits: 2, head: 0, layer: 0, page: 0 },
} as const;

/** The seed that words without a row are drawn with where a table names none. */
const tableSeed = 1;

export interface FullAttention extends Required<Omit<Attention, 'scale' | 'scores' | 'roundWeights'>> {
  /** Null: 1/√d_k where the score is scaledDot, else none. */
  readonly scale: number | null;
  /** Null: not given. */
  readonly scores: Rows | null;
  /** Null: not rounded. */
  readonly roundWeights: number | null;
  readonly mask: Mask;
}

export interface FullPositions {
  readonly kind: Positions['kind'];
  readonly base: number;
  readonly join: 'add' | 'concat';
  readonly seed: number;
  readonly std: number;
  /** Null: as wide as the words. */
  readonly width: number | null;
  /** Null: no two distances share a row. */
  readonly clip: number | null;
  /** Null: drawn. */
  readonly rows: Rows | null;
}

export interface FullBlock extends Required<Omit<Block, 'feedForward'>> {
  /** Null: none. */
  readonly feedForward: FeedForward | null;
}

export interface FullScene {
  readonly tokenizer: Required<Tokenizer>;
  /** How random numbers of the embedding and of the parameters are spread. */
  readonly embedding: Required<Draw> & { readonly missing: 'error' | 'random'; readonly seed: number };
  readonly parameters: Required<Draw> & { readonly biases: boolean; readonly output: boolean };
  readonly positions: FullPositions;
  readonly attention: FullAttention;
  readonly block: FullBlock;
  readonly layers: number;
  /** Null: none. */
  readonly mistake: Mistake | null;
  readonly view: Required<Pick<View, 'digits' | 'head' | 'layer' | 'page'>> & {
    /** Null: nothing in focus, no lesson. */
    readonly focus: number | null;
    readonly lesson: string | null;
  };
}

// Spreading nothing still takes half a microsecond, and a scene has many parts.
const over = <Defaults extends object, Values extends object>(defaults: Defaults, values: Values | undefined) =>
  values === undefined ? (defaults as Defaults & Values) : { ...defaults, ...values };

const embeddingDefaults = { ...defaults.embedding, seed: tableSeed };
const positionsDefaults = { ...defaults.positions, width: null, clip: null, rows: null };
const attentionDefaults = { ...defaults.attention, scale: null, scores: null, roundWeights: null };
const blockDefaults = { ...defaults.block, feedForward: null };
const viewDefaults = { ...defaults.view, focus: null, lesson: null };

/** The values in effect. Keys that a kind of embedding or parameters does not have are at their defaults. */
export function withDefaults(scene: Scene): FullScene {
  const {
    tokenizer,
    embedding,
    positions,
    parameters,
    attention,
    block,
    layers = defaults.layers,
    mistake = null,
    view,
  } = scene;
  return {
    tokenizer: over(defaults.tokenizer, tokenizer),
    embedding: { ...embeddingDefaults, ...embedding },
    parameters: { ...defaults.parameters, ...parameters },
    positions: over(positionsDefaults, positions),
    attention: { ...attentionDefaults, kvHeads: attention.heads, ...attention },
    block: over(blockDefaults, block),
    layers,
    mistake,
    view: over(viewDefaults, view),
  };
}
