import { described, message } from '../scene/error.ts';
import type { GivenMatrices, Rows, Scene } from '../scene/types.ts';
import { identity } from '../scene/values.ts';
import { without } from '../scene/without.ts';
import { refuse } from './calls.ts';
import type { RemovedPart } from './removal-types.ts';
import type { Tensor, Trace } from './types.ts';

type Embedding = Scene['embedding'];
type Given = Extract<Embedding, { kind: 'qkv' }>;
/** The matrices of one layer, which may be changed. */
export type Layer = { -readonly [Key in keyof GivenMatrices]: NonNullable<GivenMatrices[Key]> };

/**
 * The scene without one of its parts (removal-types.ts says what that means), to be computed as any other. `trace` is that of the
 * scene. What its parameters draw is given in the new scene, the same numbers, so that nothing else changes.
 *
 * Throws AttentionError: `out-of-range` for a part that is not there, `range` for one that cannot be removed.
 */
export function sceneWithout(scene: Scene, trace: Trace, part: RemovedPart): Scene {
  if (scene.mistake)
    refuse('mistake', message`the scene makes a mistake on purpose; remove parts of the scene without it`, 'range');
  switch (part.kind) {
    case 'word':
      return withoutWord(scene, trace, part.key);
    case 'head':
      checkIndex('layer', part.layer, trace.layers);
      checkIndex('head', part.head, scene.attention.heads);
      return withoutHead(scene, trace, part.layer, part.head);
    case 'layer':
      checkIndex('layer', part.layer, trace.layers);
      return withoutLayer(scene, trace, part.layer);
    case 'dimension':
      checkIndex('layer', part.layer, trace.layers);
      checkIndex('head', part.head, scene.attention.heads);
      return withoutDimension(scene, trace, part);
    case 'feature':
      return withoutFeature(scene, trace, part.index);
    case 'positions':
      return withoutPositions(scene, trace);
    default:
      return refuse('', message`kind is ${described(Reflect.get(part, 'kind'))}; use ${kinds.join(', ')}`, 'range');
  }
}

const kinds: readonly RemovedPart['kind'][] = ['word', 'head', 'layer', 'dimension', 'feature', 'positions'];

function checkIndex(name: string, index: number, size: number): void {
  if (!Number.isInteger(index) || index < 0 || index >= size)
    refuse(name, message`${name} is ${described(index)}; it must be from 0 to ${size - 1}`, 'out-of-range');
}

export const rowsOf = (
  { shape, data }: Tensor,
  cell = (value: number, _row: number, _column: number): number => value,
): Rows => {
  const columns = shape.at(-1) ?? 0;
  return Array.from({ length: columns === 0 ? 0 : data.length / columns }, (_, row) =>
    Array.from(data.subarray(row * columns, (row + 1) * columns), (value, column) => cell(value, row, column)),
  );
};

/** The step's own tensor of a layer. */
const has = (trace: Trace, name: string, layer: number): boolean =>
  trace.steps.some((step) => step.name === name && step.layer === layer);

function withoutWord(scene: Scene, trace: Trace, key: number): Scene {
  checkIndex('key', key, trace.keyTokens.length);
  if (trace.keyTokens.length === 1)
    refuse('key', message`there is only one word to look at; without it no weight is left`, 'range');
  if (!has(trace, 'scores', 0))
    refuse('key', message`the weights are given, so no mask can hide a word from them`, 'range');
  const isMasked = has(trace, 'masked', 0);
  const seen = isMasked ? trace.tensor('masked', { layer: 0, head: 0 }) : null;
  const visible = Array.from(trace.tokens, (_, query) =>
    Array.from(trace.keyTokens, (_, other) =>
      other === key || seen?.data[query * trace.keyTokens.length + other] === Number.NEGATIVE_INFINITY ? 0 : 1,
    ),
  );
  return { ...scene, attention: { ...scene.attention, mask: { kind: 'painted', visible } } };
}

/** Of every layer, the matrices in use. */
export function layersOf(trace: Trace): Layer[] {
  return Array.from({ length: trace.layers }, (_, layer) => {
    const matrices = trace.parameters
      .filter((one) => one.layer === layer && /^(?:[wuvb]_[a-z0-9]|gamma_\d|beta_\d)$/.test(one.name))
      .map(({ name }) => {
        const tensor = trace.tensor(name, { layer });
        const key = name.replace(/_(.)/, (_all, letter: string) => letter.toUpperCase());
        return [key, tensor.shape.length === 1 ? Array.from(tensor.data) : rowsOf(tensor)];
      });
    return Object.fromEntries(matrices) as Layer;
  });
}

const isProjected = ({ embedding }: Scene): boolean => embedding.kind !== 'qkv';

/** The same scene with these matrices, the same numbers as before. */
export const withLayers = (scene: Scene, layers: readonly Layer[]): Scene => ({
  ...scene,
  parameters: { kind: 'stack', layers: layers as GivenMatrices[] },
});

/** The matrix with 0 in some of its columns. */
const withoutColumns = (matrix: Rows, removed: (column: number) => boolean): Rows =>
  matrix.map((row) => row.map((value, column) => (removed(column) ? 0 : value)));
const withoutNumbers = (vector: readonly number[], removed: (column: number) => boolean): readonly number[] =>
  vector.map((value, column) => (removed(column) ? 0 : value));

/** A scene with given q, k and v, with 0 in some columns of one of them. Columns count within a head. */
function withGiven(
  scene: Scene,
  trace: Trace,
  name: 'q' | 'v',
  layer: number,
  removed: (head: number, column: number) => boolean,
): Scene {
  const embedding = scene.embedding as Given;
  const tensor = trace.tensor(name, { layer });
  const [heads = 1, tokens = 1, width = 1] = tensor.shape;
  const matrices = Array.from({ length: heads }, (_, head) =>
    withoutColumns(
      rowsOf({
        shape: [tokens, width],
        data: tensor.data.subarray(head * tokens * width, (head + 1) * tokens * width),
      }),
      (column) => removed(head, column),
    ),
  );
  const rows = Array.from({ length: tokens }, (_, token) => matrices.flatMap((matrix) => matrix[token] ?? []));
  if (embedding.layers === undefined) return { ...scene, embedding: { ...embedding, [name]: rows } };
  const layers = embedding.layers.map((one, index) => (index === layer ? { ...one, [name]: rows } : one));
  return { ...scene, embedding: { ...embedding, layers } };
}

function withoutHead(scene: Scene, trace: Trace, layer: number, head: number): Scene {
  const { heads } = scene.attention;
  if (!has(trace, 'output', layer))
    refuse('head', message`layer ${layer} has no values, so its heads give nothing`, 'range');
  const [valueHeads = 1, , width = 1] = trace.tensor('v', { layer }).shape;
  const isShared = valueHeads !== heads;
  const own = (column: number): boolean => Math.floor(column / width) === head;
  if (!isProjected(scene)) {
    if (isShared) return refuseShared(head);
    return withGiven(scene, trace, 'v', layer, (one) => one === head);
  }
  const layers = layersOf(trace);
  const matrices = layers[layer];
  if (matrices === undefined) return scene;
  if (matrices.wO !== undefined) {
    matrices.wO = matrices.wO.map((row, index) => (own(index) ? row.map(() => 0) : row));
  } else if (!isShared) {
    matrices.wV = withoutColumns(matrices.wV ?? [], own);
    if (matrices.bV !== undefined) matrices.bV = withoutNumbers(matrices.bV, own);
  } else if (heads * width === trace.symbols['d_model']) {
    matrices.wO = withoutColumns(identity(heads * width), own);
  } else {
    return refuseShared(head);
  }
  return withLayers(scene, layers);
}

const refuseShared = (head: number): never =>
  refuse(
    'head',
    message`head ${head} shares its values with other heads, and no output matrix keeps them apart`,
    'range',
  );

function withoutLayer(scene: Scene, trace: Trace, layer: number): Scene {
  if (trace.layers === 1) refuse('layer', message`there is only one layer; without it nothing is computed`, 'range');
  if (!isProjected(scene))
    refuse('layer', message`no layer reads another, so removing one changes nothing else`, 'range');
  const layers = layersOf(trace).filter((_, index) => index !== layer);
  const { view, ...rest } = withLayers(scene, layers);
  return { ...rest, layers: layers.length, ...(view && { view: without(view, 'layer') }) };
}

function withoutDimension(
  scene: Scene,
  trace: Trace,
  { layer, head, index }: Extract<RemovedPart, { kind: 'dimension' }>,
): Scene {
  const { score = 'scaledDot' } = scene.attention;
  const { positions } = scene;
  if (score === 'given' || score === 'weights')
    refuse('index', message`the scores are given, so they have no dimensions`, 'range');
  const width = trace.symbols[score === 'additive' ? 'd_a' : 'd_k'] ?? 1;
  const isDot = score !== 'general' && score !== 'additive';
  const isPair = isDot && positions?.kind === 'rope';
  checkIndex('index', index, isPair ? width / 2 : width);
  const inPair = (column: number): number =>
    isPair && positions.pairs === 'halves' ? column % (width / 2) : Math.floor(column / 2);
  const removed = (column: number): boolean => (isPair ? inPair(column) : column) === index;
  const own = (column: number): boolean => Math.floor(column / width) === head && removed(column % width);
  if (!isProjected(scene)) {
    if (isDot) return withGiven(scene, trace, 'q', layer, (one, column) => one === head && removed(column));
    refuse('index', message`with given q and k, a ${score} score has no dimension that can be removed alone`, 'range');
  }
  const layers = layersOf(trace);
  const matrices = layers[layer];
  if (matrices === undefined) return scene;
  if (score === 'additive') {
    matrices.vA = withoutNumbers(matrices.vA ?? [], own);
  } else if (score === 'general') {
    matrices.wA = withoutColumns(matrices.wA ?? [], own);
  } else {
    matrices.wQ = withoutColumns(matrices.wQ ?? [], own);
    if (matrices.bQ !== undefined) matrices.bQ = withoutNumbers(matrices.bQ, own);
  }
  return withLayers(scene, layers);
}

/** The scene with these numbers of the words, and of the encoder's. */
function withEmbedding(scene: Scene, trace: Trace, change: (numbers: Tensor) => Rows): Scene {
  const { encoder } = scene;
  const x = change(trace.tensor('x0', { layer: 0 }));
  return {
    ...withLayers(scene, layersOf(trace)),
    embedding: { kind: 'given', x },
    ...(encoder && { encoder: { ...encoder, x: change(trace.tensor('x0_k', { layer: 0 })) } }),
  };
}

function withoutFeature(scene: Scene, trace: Trace, index: number): Scene {
  if (!isProjected(scene)) refuse('index', message`q, k and v are given, so the words have no features`, 'range');
  checkIndex('index', index, trace.tensor('x0', { layer: 0 }).shape[1] ?? 0);
  return withEmbedding(scene, trace, (numbers) =>
    rowsOf(numbers, (value, _, column) => (column === index ? 0 : value)),
  );
}

function withoutPositions(scene: Scene, trace: Trace): Scene {
  const { positions } = scene;
  if (positions === undefined || positions.kind === 'none')
    refuse('positions', message`the scene has no positions`, 'range');
  const none: Scene = { ...scene, positions: { kind: 'none' } };
  if (!isProjected(scene)) return none;
  if (positions?.kind !== 'sinusoidal' || positions.join !== 'concat') return withLayers(none, layersOf(trace));
  const { d_model = 0, d_word = 0 } = trace.symbols;
  const places = Array.from({ length: d_model - d_word }, () => 0);
  return withEmbedding(none, trace, (numbers) => rowsOf(numbers).map((row) => [...row, ...places]));
}
