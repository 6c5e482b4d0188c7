/** W_Q·W_Kᵀ and W_V·W_O of a head, and q and k in another basis. The core multiplies: a product is the scores of rows with rows. */
import { type Layer, layersOf, rowsOf, withLayers } from '../../core/removal.ts';
import type { SceneCore, Tensor } from '../../core/types.ts';
import { weightsStepOf } from '../../core/weights-step.ts';
import type { Rows, Scene } from '../../scene/types.ts';
import type { WholeResult } from '../../trace/scene-result.ts';
import type { Pair } from './origins.ts';

/** More have no picture, and would take long. */
const MOST_FEATURES = 256;

/** a (m, n) and b (p, n) -> a·bᵀ (m, p). */
function product(core: SceneCore, a: Rows, b: Rows): Tensor {
  const words = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));
  const trace = core.attend({
    version: 1,
    tokens: words(a.length),
    encoder: { tokens: words(b.length) },
    embedding: { kind: 'qkv', q: a, k: b, v: b.map(() => [0]) },
    parameters: { kind: 'none' },
    attention: { heads: 1, score: 'dot' },
  });
  try {
    const { data } = trace.tensor('scores', { head: 0 });
    return { shape: [a.length, b.length], data };
  } finally {
    trace.dispose();
  }
}

const columnsOf = (rows: Rows, first: number, count: number): Rows =>
  rows.map((row) => row.slice(first, first + count));
const transposed = (rows: Rows): Rows => (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? 0));

export type Obstacle = 'mistake' | 'given' | 'score' | 'size';

/** Why a head has no such matrices. Null if it has. */
export function obstacleOf({ scene, trace }: WholeResult): Obstacle | null {
  const { score = 'scaledDot' } = scene.attention;
  if (scene.mistake) return 'mistake';
  if (scene.embedding.kind === 'qkv') return 'given';
  if (score !== 'scaledDot' && score !== 'dot' && score !== 'cosine') return 'score';
  return (trace.symbols['d_model'] ?? 0) > MOST_FEATURES ? 'size' : null;
}

interface Widths {
  readonly dK: number;
  readonly dV: number;
  /** The head of k and v that a head uses. */
  readonly shared: number;
}

function widthsOf({ trace, heads }: WholeResult, { layer, head }: Pair): Widths {
  const [, , dK = 1] = trace.tensor('q', { layer, rows: [0, 1] }).shape;
  const [keyHeads = 1, , dV = 1] = trace.tensor('v', { layer, rows: [0, 1] }).shape;
  return { dK, dV, shared: Math.floor(head / (heads / keyHeads)) };
}

/** (d_model, d_model): what a feature of the query asks for. */
export function askMatrix(core: SceneCore, result: WholeResult, pair: Pair, layer: Layer): Tensor {
  const { dK, shared } = widthsOf(result, pair);
  return product(core, columnsOf(layer.wQ ?? [], pair.head * dK, dK), columnsOf(layer.wK ?? [], shared * dK, dK));
}

/** (d_model, d_model), or (d_model, d_v) without w_o: what a feature of the key adds to the result. */
export function moveMatrix(core: SceneCore, result: WholeResult, pair: Pair, layer: Layer): Tensor {
  const { dV, shared } = widthsOf(result, pair);
  const values = columnsOf(layer.wV ?? [], shared * dV, dV);
  if (layer.wO === undefined) return { shape: [values.length, dV], data: Float32Array.from(values.flat()) };
  return product(core, values, transposed(layer.wO.slice(pair.head * dV, (pair.head + 1) * dV)));
}

/** A rotation of pairs of the head's numbers, in the pairs of rope if there is rope. The last of an odd count stays. */
function rotation(width: number, degrees: number, halves: boolean): Rows {
  const angle = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const half = Math.floor(width / 2);
  const partner = (index: number): number =>
    halves ? (index < half ? index + half : index - half) : index % 2 === 0 ? index + 1 : index - 1;
  return Array.from({ length: width }, (_, row) =>
    Array.from({ length: width }, (_, column) => {
      if (partner(row) >= width) return row === column ? 1 : 0;
      if (row === column) return cosine;
      if (column !== partner(row)) return 0;
      return row < column ? -sine : sine;
    }),
  );
}

/** Whether q and k cannot be rotated together without a change: q is also multiplied by the distances. */
export const isFixed = ({ scene }: WholeResult): boolean => scene.positions?.kind === 'relative';

/** The matrices of every layer, and those with every head's q and k in another basis. */
export function rotatedLayers(
  core: SceneCore,
  result: WholeResult,
  { layer }: Pair,
  degrees: number,
): readonly Layer[] {
  const { scene, trace } = result;
  const layers = layersOf(trace);
  const matrices = layers[layer];
  if (degrees === 0 || matrices === undefined) return layers;
  const [, , width = 1] = trace.tensor('q', { layer, rows: [0, 1] }).shape;
  const halves = scene.positions?.kind === 'rope' && scene.positions.pairs === 'halves';
  const turn = rotation(width, degrees, halves);
  const rotated = (rows: Rows): Rows => {
    const blocks = Array.from({ length: (rows[0]?.length ?? 0) / width }, (_, head) =>
      rowsOf(product(core, columnsOf(rows, head * width, width), turn)),
    );
    return rows.map((_, row) => blocks.flatMap((block) => block[row] ?? []));
  };
  for (const name of ['wQ', 'wK'] as const) matrices[name] = rotated(matrices[name] ?? []);
  for (const name of ['bQ', 'bK'] as const) {
    const bias = matrices[name];
    if (bias !== undefined) matrices[name] = rotated([bias])[0] ?? bias;
  }
  return layers;
}

export interface Rotated {
  /** The query's q and the key's k in the head. */
  readonly q: Float32Array;
  readonly k: Float32Array;
  readonly score: number;
  readonly weight: number;
  /** Of the head's weights, all of them. */
  readonly weights: Float32Array;
}

/** What the pair is with these matrices. */
export function pairWith(core: SceneCore, result: WholeResult, pair: Pair, layers: readonly Layer[]): Rotated {
  const scene: Scene = withLayers(result.scene, layers);
  const trace = core.attend(scene);
  try {
    const { layer, head, query, key } = pair;
    const { shared } = widthsOf(result, pair);
    const weights = weightsStepOf(trace.steps, layer);
    const cell = { layer, head, rows: [query, query + 1], columns: [key, key + 1] } as const;
    return {
      q: trace.tensor('q', { layer, head, rows: [query, query + 1] }).data,
      k: trace.tensor('k', { layer, head: shared, rows: [key, key + 1] }).data,
      score: trace.tensor('scores', cell).data[0] ?? Number.NaN,
      weight: trace.tensor(weights, cell).data[0] ?? Number.NaN,
      weights: trace.tensor(weights, { layer, head }).data,
    };
  } finally {
    trace.dispose();
  }
}
