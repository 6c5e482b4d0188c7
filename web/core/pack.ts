/**
 * Plain values from a scene or a call, as the binding takes them (src/bindings.cpp): the numbers of a scene in one array,
 * its tensors in another, each in the order that the binding reads them. Form has been checked before.
 */
import { type FullScene, withDefaults } from '../scene/defaults.ts';
import { handmadeHeads, resolveTable } from '../scene/tables.ts';
import { type GivenMatrices, mistakes, type Parameters, type Rows, type Scene } from '../scene/types.ts';
import type { KeptTensor, Tensor } from './types.ts';

/** A scene as the binding takes it. */
export interface Packed {
  readonly encoderTokens: readonly string[];
  readonly rowNames: readonly string[];
  readonly numbers: readonly number[];
  readonly floats: number;
  readonly tensors: readonly PackedTensor[];
}
interface PackedTensor {
  readonly given: Numbers | Empty;
  readonly rows: Rows;
  readonly columns: number;
}

/** The names of an enumeration of src/attention.hpp, in the order of its values. */
const distributions = ['uniform', 'normal', 'xavier', 'kaiming', 'identity'] as const;
const embeddingKinds = ['given', 'oneHot', 'random', 'table', 'ids', 'zero', 'qkv'] as const;
const positionKinds = ['none', 'sinusoidal', 'learned', 'rope', 'alibi', 'relative'] as const;
const parametersKinds = ['given', 'random', 'identity'] as const;
const scores = ['dot', 'scaledDot', 'additive', 'general', 'cosine', 'given'] as const;
const maskKinds = ['none', 'causal', 'padding', 'window', 'prefix', 'painted'] as const;
const normalizers = ['softmax', 'sparsemax'] as const;
const norms = ['none', 'layer', 'rms'] as const;
const activations = ['relu', 'gelu'] as const;

const place = <Name extends string>(names: readonly Name[], name: Name): number => names.indexOf(name);
const yes = (flag: boolean): number => (flag ? 1 : 0);
/** Whether there is a number, and the number. */
const maybe = (number: number | null): readonly [number, number] => [yes(number !== null), number ?? 0];

/** A matrix, a vector, or nothing. */
type Numbers = Rows | readonly number[] | undefined | null;
/** A tensor that is there although it has no rows. */
interface Empty {
  readonly columns: number;
}

/** Throws what looking up tables and heads made by hand throws. */
export function packScene(scene: Scene, tokens: readonly string[], keyTokens: readonly string[]): Packed {
  const full = withDefaults(scene);
  const { embedding, parameters, encoder } = scene;
  const words = encoder === undefined ? tokens : [...tokens, ...keyTokens];
  const table = embedding.kind === 'table' ? resolveTable(embedding, [...new Set(words)]) : undefined;
  const { given, layers } = matricesOf(scene);
  // A table none of whose words are in the sentence has no rows, but they are as wide as they are.
  const rows = table?.rows.length === 0 ? { columns: table.dModel } : table?.rows;
  const own = embedding.kind === 'qkv' ? embedding : undefined;
  const tensors = [
    encoder?.x,
    embedding.kind === 'given' ? embedding.x : undefined,
    embedding.kind === 'ids' ? embedding.rows : rows,
    own?.q,
    own?.k,
    own?.v,
    full.positions.rows,
    ...layerTensors(given),
    ...layers.flatMap(layerTensors),
    full.attention.scores,
  ].map(rowsOf);
  // 0 and 1 are all that may stand in it: it is not written over unseen.
  const { mask } = full.attention;
  tensors.push({ ...rowsOf(mask.kind === 'painted' ? mask.visible : undefined), given: undefined });
  return {
    encoderTokens: encoder === undefined ? [] : keyTokens,
    rowNames: table?.words ?? [],
    numbers: [
      ...embeddingNumbers(scene, full),
      ...positionsNumbers(full),
      ...parametersNumbers(parameters, full, layers.length),
      ...attentionNumbers(full),
      ...blockNumbers(full),
      full.layers,
      full.mistake === null ? 0 : 1 + mistakes.indexOf(full.mistake),
    ],
    floats: tensors.reduce((sum, { rows, columns }) => sum + 2 + rows.length * columns, 0),
    tensors,
  };
}

/**
 * The tensors into `target`, each behind its rows and columns. Returns where the numbers of each begin, by the array in the
 * scene.
 */
export function writeTensors(tensors: readonly PackedTensor[], target: Float32Array): ReadonlyMap<unknown, number> {
  const places = new Map<unknown, number>();
  let next = 0;
  for (const { given, rows, columns } of tensors) {
    target[next] = rows.length;
    target[next + 1] = columns;
    next += 2;
    places.set(given, next);
    for (const row of rows) {
      target.set(row, next);
      next += columns;
    }
  }
  return places;
}

/** In the order of the core's `Matrix`. */
const layerTensors = (m: GivenMatrices): readonly Numbers[] => [
  ...[m.wQ, m.bQ, m.wK, m.bK, m.wV, m.bV, m.wO, m.bO, m.wA, m.uA, m.vA],
  ...[m.w1, m.b1, m.w2, m.b2, m.gamma1, m.beta1, m.gamma2, m.beta2],
];

const nothing: GivenMatrices = {};

function matricesOf(scene: Scene): { readonly given: GivenMatrices; readonly layers: readonly GivenMatrices[] } {
  const { parameters } = scene;
  const found = parameters.kind === 'handmade' ? handmade(scene) : parameters;
  if (found.kind === 'given') return { given: found, layers: [] };
  return { given: nothing, layers: found.kind === 'stack' ? found.layers : [] };
}

const embeddingNumbers = ({ embedding }: Scene, full: FullScene): readonly number[] => {
  const { low, high, mean, std, missing, seed } = full.embedding;
  const distribution = embedding.kind === 'random' ? embedding.distribution : 'normal';
  return [
    place(embeddingKinds, embedding.kind),
    'dModel' in embedding ? (embedding.dModel ?? 0) : 0,
    ...[place(distributions, distribution), seed, low, high, mean, std],
    yes(missing === 'random'),
  ];
};

const positionsNumbers = ({ positions }: FullScene): readonly number[] => {
  const { kind, base, join, width, seed, std, clip } = positions;
  return [place(positionKinds, kind), base, yes(join === 'concat'), width ?? 0, seed, std, clip ?? 0];
};

const parametersNumbers = (parameters: Parameters, full: FullScene, stack: number): readonly number[] => {
  const { low, high, mean, std, biases, output } = full.parameters;
  const { kind } = parameters;
  // What given matrices leave out is drawn.
  const [init, seed] = kind === 'random' ? [parameters.init, parameters.seed] : (['xavier', 1] as const);
  return [
    place(parametersKinds, kind === 'random' || kind === 'identity' ? kind : 'given'),
    ...[place(distributions, init), seed, low, high, mean, std],
    'dK' in parameters ? (parameters.dK ?? 0) : 0,
    'dV' in parameters ? (parameters.dV ?? 0) : 0,
    'dA' in parameters ? (parameters.dA ?? 0) : 0,
    yes(biases),
    yes(output),
    stack,
  ];
};

const attentionNumbers = ({ attention }: FullScene): readonly number[] => {
  const { heads, kvHeads, score, scale, mask, temperature, softcap, normalizer, roundWeights } = attention;
  const [before, after] = mask.kind === 'window' ? [mask.before, mask.after] : [0, 0];
  return [
    heads,
    kvHeads,
    place(scores, score),
    ...maybe(scale),
    place(maskKinds, mask.kind),
    'length' in mask ? mask.length : 0,
    before,
    after,
    temperature,
    softcap,
    place(normalizers, normalizer),
    ...maybe(roundWeights),
    yes(attention.weightedValues),
  ];
};

const blockNumbers = ({ block }: FullScene): readonly number[] => [
  yes(block.residual),
  place(norms, block.norm),
  yes(block.place === 'pre'),
  block.feedForward?.width ?? 0,
  block.feedForward === null ? 0 : place(activations, block.feedForward.activation),
];

function rowsOf(given: Numbers | Empty): PackedTensor {
  if (given === undefined || given === null) return { given, rows: [], columns: 0 };
  if ('columns' in given) return { given, rows: [], columns: given.columns };
  const rows = isRows(given) ? given : [given];
  return { given, rows, columns: rows[0]?.length ?? 0 };
}

const isRows = (numbers: Rows | readonly number[]): numbers is Rows => Array.isArray(numbers[0]);

type Handmade = ReturnType<typeof handmadeHeads>;

// Laying heads side by side takes longer than computing with them, and a sentence being typed keeps its heads.
let lastHandmade: { readonly key: string; readonly given: Handmade } | undefined;

function handmade(scene: Scene): Handmade {
  const { parameters, positions, block, layers, attention } = scene;
  const key = JSON.stringify([parameters, positions, block, layers, attention.heads, attention.kvHeads]);
  if (lastHandmade?.key !== key) lastHandmade = { key, given: handmadeHeads(scene) };
  return lastHandmade.given;
}

/** What `scaledDotProductAttention` is asked, its form checked. */
export interface AttentionCall {
  readonly q: Tensor;
  readonly k: Tensor;
  readonly v: Tensor;
  readonly mask: Tensor | null;
  readonly causal: boolean;
  readonly causalOffset: number;
  readonly scale: number | null;
  readonly softcap: number;
  readonly keep: readonly KeptTensor[];
}

/** What is kept beside the weights, in the order of the core's results. */
export const keptNames = ['scores', 'scaled', 'capped', 'masked'] as const;

/** What the core is asked: extents of each tensor, then the options. The tensors' own numbers follow one another. */
export function callNumbers(call: AttentionCall): readonly number[] {
  const { q, k, v, mask, causal, causalOffset, scale, softcap, keep } = call;
  const kept = keptNames.map((name) => yes(keep.includes(name)));
  return [
    ...[q, k, v].flatMap(({ shape }) => [shape.length, ...shape]),
    ...(mask === null ? [0] : [1, mask.shape.length, ...mask.shape]),
    ...[yes(causal), causalOffset, ...maybe(scale), softcap, ...kept],
  ];
}

/** What `multiHeadAttention` is asked, its form checked. */
export interface LayerCall {
  /** wQ bQ wK bK wV bV wO bO, each as rows and columns. */
  readonly matrices: readonly (Tensor | null)[];
  readonly heads: number;
  readonly kvHeads: number;
  /** How far a query sees; null: all the way. */
  readonly before: number | null;
  readonly after: number | null;
  readonly scale: number | null;
}

/** What the core is asked, beside the matrices. */
export const layerNumbers = ({ heads, kvHeads, before, after, scale }: LayerCall): readonly number[] => [
  heads,
  kvHeads,
  ...maybe(before),
  ...maybe(after),
  ...maybe(scale),
];

/** The matrices in one array, each behind its rows and columns; absent ones have none. */
export function layerFloats({ matrices }: LayerCall): Float32Array {
  const packed = new Float32Array(matrices.reduce((sum, matrix) => sum + 2 + (matrix?.data.length ?? 0), 0));
  let next = 0;
  for (const matrix of matrices) {
    packed.set(matrix?.shape ?? [0, 0], next);
    packed.set(matrix?.data ?? [], next + 2);
    next += 2 + (matrix?.data.length ?? 0);
  }
  return packed;
}

/** Bytes of a text in UTF-8; there are no lone surrogates in a scene. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // Each half of a pair is half of four.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}
