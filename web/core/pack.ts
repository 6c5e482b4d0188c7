/** Plain values from a scene or a call, as the binding takes them (src/bindings.cpp). Form has been checked before. */
import { withDefaults } from '../scene/defaults.ts';
import { resolveHandmade, resolveTable } from '../scene/tables.ts';
import type { Parameters, Rows, Scene } from '../scene/types.ts';
import type { MainModule } from './modules.ts';
import type { Tensor } from './types.ts';

type AttendInputs = [...globalThis.Parameters<MainModule['attend']>];
type EmbeddingIn = AttendInputs[1];
type ParametersIn = AttendInputs[2];
type AttentionIn = AttendInputs[3];
export type TensorIn = EmbeddingIn['matrix'];

const empty = new Float32Array(0);
/** Stands for a tensor that is not there. */
export const noTensor: TensorIn = { rank: 0, d0: 1, d1: 1, d2: 1, d3: 1, data: empty };

/** At most four axes; the missing leading ones are 1. */
export function packTensor({ shape, data }: Tensor): TensorIn {
  const [d0 = 1, d1 = 1, d2 = 1, d3 = 1] = [...[1, 1, 1, 1].slice(shape.length), ...shape];
  return { rank: shape.length, d0, d1, d2, d3, data };
}

function packRows(rows: Rows): TensorIn {
  const columns = rows[0]?.length ?? 0;
  const data = new Float32Array(rows.length * columns);
  let at = 0;
  for (const row of rows) {
    for (const number of row) data[at++] = number;
  }
  return { ...noTensor, rank: 2, d2: rows.length, d3: columns, data };
}

const packRow = (row: readonly number[]): TensorIn => ({
  ...noTensor,
  rank: 1,
  d3: row.length,
  data: Float32Array.from(row),
});

const orNone = <Value>(value: Value | undefined, pack: (value: Value) => TensorIn): TensorIn =>
  value === undefined ? noTensor : pack(value);

/** The arguments of the binding's `attend`. Throws what looking up tables and heads made by hand throws. */
export function packScene(scene: Scene, tokens: readonly string[]): AttendInputs {
  return [[...tokens], packEmbedding(scene, tokens), packParameters(scene), packAttention(scene)];
}

function packEmbedding(scene: Scene, tokens: readonly string[]): EmbeddingIn {
  const { embedding } = scene;
  const { low, high, mean, std, missing, seed } = withDefaults(scene).embedding;
  const distribution = embedding.kind === 'random' ? embedding.distribution : 'normal';
  const inputs: EmbeddingIn = {
    kind: embedding.kind,
    dModel: 'dModel' in embedding ? (embedding.dModel ?? 0) : 0,
    matrix: noTensor,
    rowNames: [],
    drawMissing: missing === 'random',
    draw: { distribution, seed, low, high, mean, std },
  };
  if (embedding.kind === 'given') return { ...inputs, matrix: packRows(embedding.x) };
  if (embedding.kind !== 'table') return inputs;
  const { words, rows, dModel } = resolveTable(embedding, [...new Set(tokens)]);
  return { ...inputs, rowNames: [...words], matrix: { ...packRows(rows), d3: dModel } };
}

function packParameters(scene: Scene): ParametersIn {
  const { parameters } = scene;
  const { low, high, mean, std, biases, output } = withDefaults(scene).parameters;
  const random = parameters.kind === 'random';
  const inputs: ParametersIn = {
    kind: parameters.kind === 'handmade' ? 'given' : parameters.kind,
    matrices: [],
    draw: {
      distribution: random ? parameters.init : 'identity',
      seed: random ? parameters.seed : 0,
      low,
      high,
      mean,
      std,
    },
    dK: 'dK' in parameters ? (parameters.dK ?? 0) : 0,
    dV: 'dV' in parameters ? (parameters.dV ?? 0) : 0,
    biases,
    output,
  };
  if (parameters.kind === 'given') return { ...inputs, matrices: packMatrices(parameters) };
  if (parameters.kind === 'handmade') return { ...inputs, matrices: handmadeMatrices(scene) };
  return inputs;
}

/** In the order of the core's `Matrix`. */
const packMatrices = (given: Extract<Parameters, { kind: 'given' }>): TensorIn[] => [
  packRows(given.wQ),
  orNone(given.bQ, packRow),
  packRows(given.wK),
  orNone(given.bK, packRow),
  packRows(given.wV),
  orNone(given.bV, packRow),
  orNone(given.wO, packRows),
  orNone(given.bO, packRow),
];

// Laying heads side by side takes longer than computing with them, and a sentence being typed keeps its heads.
let lastHandmade: { readonly key: string; readonly matrices: TensorIn[] } | undefined;

function handmadeMatrices(scene: Scene): TensorIn[] {
  const key = JSON.stringify([scene.parameters, scene.attention.heads, scene.attention.kvHeads]);
  if (lastHandmade?.key !== key) lastHandmade = { key, matrices: packMatrices(resolveHandmade(scene)) };
  return lastHandmade.matrices;
}

function packAttention(scene: Scene): AttentionIn {
  const { heads, kvHeads, score, scale, mask, temperature, softcap } = withDefaults(scene).attention;
  return { heads, kvHeads, score, scale: scale ?? Number.NaN, mask: mask.kind, temperature, softcap };
}
