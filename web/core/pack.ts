/** Plain values from a scene or a call, as the binding takes them (src/bindings.cpp). Form has been checked before. */
import { type FullScene, withDefaults } from '../scene/defaults.ts';
import { resolveHandmade, resolveTable } from '../scene/tables.ts';
import type { Embedding, Parameters, Rows, Scene } from '../scene/types.ts';
import type { MainModule } from './modules.ts';
import type { Tensor } from './types.ts';

type AttendInputs = [...globalThis.Parameters<MainModule['attend']>];
type EmbeddingIn = AttendInputs[1];
type ParametersIn = AttendInputs[2];
type AttentionIn = AttendInputs[3];
type Given = Extract<Parameters, { kind: 'given' }>;

/** A matrix, a bias, or nothing. */
type Numbers = Rows | readonly number[] | undefined;

/** How many tensors `attend` takes: the embedding's matrix, and the core's `Matrix` in its order. */
const TENSORS = 9;

/** The arguments of the binding's `attend`. Throws what looking up tables and heads made by hand throws. */
export function packScene(scene: Scene, tokens: readonly string[]): AttendInputs {
  const full = withDefaults(scene);
  const { embedding, parameters } = scene;
  const table = embedding.kind === 'table' ? resolveTable(embedding, [...new Set(tokens)]) : undefined;
  const given = parameters.kind === 'given' ? parameters : parameters.kind === 'handmade' ? handmade(scene) : undefined;
  const packed = packNumbers([
    embedding.kind === 'given' ? embedding.x : table?.rows,
    ...[given?.wQ, given?.bQ, given?.wK, given?.bK, given?.wV, given?.bV, given?.wO, given?.bO],
  ]);
  // A table none of whose words are in the sentence has no rows, but they are as wide as they are.
  if (table?.rows.length === 0) packed[1] = table.dModel;
  return [
    [...tokens],
    packEmbedding(embedding, full.embedding, table?.words ?? []),
    packParameters(parameters, full.parameters),
    packAttention(full.attention),
    packed,
  ];
}

/** All tensors in one array, their rows and columns in front (see Unpacker in src/bindings.cpp). */
function packNumbers(tensors: readonly Numbers[]): Float32Array {
  const lists = tensors.map((tensor) => (isRows(tensor) ? tensor : tensor === undefined ? [] : [tensor]));
  const total = lists.reduce((sum, rows) => sum + rows.length * (rows[0]?.length ?? 0), 2 * TENSORS);
  const packed = new Float32Array(total);
  let next = 2 * TENSORS;
  lists.forEach((rows, index) => {
    packed[2 * index] = rows.length;
    packed[2 * index + 1] = rows[0]?.length ?? 0;
    for (const row of rows) {
      packed.set(row, next);
      next += row.length;
    }
  });
  return packed;
}

const isRows = (numbers: Numbers): numbers is Rows =>
  numbers !== undefined && (numbers.length === 0 || Array.isArray(numbers[0]));

function packEmbedding(
  embedding: Embedding,
  { low, high, mean, std, missing, seed }: FullScene['embedding'],
  rowNames: readonly string[],
): EmbeddingIn {
  return {
    kind: embedding.kind as EmbeddingIn['kind'],
    dModel: 'dModel' in embedding ? (embedding.dModel ?? 0) : 0,
    rowNames: [...rowNames],
    drawMissing: missing === 'random',
    draw: {
      distribution: embedding.kind === 'random' ? embedding.distribution : 'normal',
      ...{ seed, low, high, mean, std },
    },
  };
}

function packParameters(
  parameters: Parameters,
  { low, high, mean, std, biases, output }: FullScene['parameters'],
): ParametersIn {
  const random = parameters.kind === 'random' ? parameters : { init: 'identity' as const, seed: 0 };
  return {
    kind: (parameters.kind === 'handmade' ? 'given' : parameters.kind) as ParametersIn['kind'],
    draw: { distribution: random.init, seed: random.seed, low, high, mean, std },
    dK: 'dK' in parameters ? (parameters.dK ?? 0) : 0,
    dV: 'dV' in parameters ? (parameters.dV ?? 0) : 0,
    biases,
    output,
  };
}

// Laying heads side by side takes longer than computing with them, and a sentence being typed keeps its heads.
let lastHandmade: { readonly key: string; readonly given: Given } | undefined;

function handmade(scene: Scene): Given {
  const key = JSON.stringify([scene.parameters, scene.attention.heads, scene.attention.kvHeads]);
  if (lastHandmade?.key !== key) lastHandmade = { key, given: resolveHandmade(scene) };
  return lastHandmade.given;
}

const packAttention = (attention: FullScene['attention']): AttentionIn => {
  const { heads, kvHeads, score, scale, mask, temperature, softcap } = attention;
  return {
    heads,
    kvHeads,
    score: score as AttentionIn['score'],
    scale: scale ?? Number.NaN,
    mask: mask.kind as AttentionIn['mask'],
    temperature,
    softcap,
  };
};

export type TensorIn = globalThis.Parameters<MainModule['scaledDotProductAttention']>[0];

/** Stands for a tensor that is not there. */
export const noTensor: TensorIn = { rank: 0, d0: 1, d1: 1, d2: 1, d3: 1, data: new Float32Array(0) };

/** At most four axes; the missing leading ones are 1. */
export function packTensor({ shape, data }: Tensor): TensorIn {
  const [d0 = 1, d1 = 1, d2 = 1, d3 = 1] = [...[1, 1, 1, 1].slice(shape.length), ...shape];
  return { rank: shape.length, d0, d1, d2, d3, data };
}
