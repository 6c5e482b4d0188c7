/**
 * A checked scene as the binding reads it by name (src/bindings/scene.cpp): every field in effect, the tensors beside it.
 */
import { causalOffset } from '../scene/causal-offset.ts';
import { type FullScene, withDefaults } from '../scene/defaults.ts';
import { AttentionError } from '../scene/error.ts';
import { tensorValues } from '../scene/given-tensors.ts';
import { resolveHandmade } from '../scene/handmade.ts';
import { givenLayers } from '../scene/layers.ts';
import { type ResolvedTable, resolveRows } from '../scene/tables.ts';
import { keyTokens, resolveTokens } from '../scene/tokenize.ts';
import type { GivenLayer, GivenMatrices, Rows, Scene } from '../scene/types.ts';
import type { CoreScene, NamedTensor } from './module.ts';

type Draw = CoreScene['embedding']['draw'];
type DrawRange = Omit<Draw, 'distribution' | 'seed'>;

export interface CoreArguments {
  readonly scene: CoreScene;
  readonly tensors: NamedTensor[];
}

/** Throws what cutting sentences, and looking up tables and heads made by hand, throws. */
export function coreScene(scene: Scene): CoreArguments {
  const full = withDefaults(scene);
  const { embedding, encoder } = scene;
  const tokens = resolveTokens(scene);
  const encoded = encoder === undefined ? [] : keyTokens(scene);
  const words = [...tokens, ...encoded];
  const table = resolveRows(embedding, [...new Set(words)]);
  const { mask, scores } = full.attention;
  const offset = encoder === undefined ? 0 : causalOffset(mask, tokens.length, encoded.length);
  const { given, layers } = matricesOf(scene);
  const rows = embedding.kind === 'ids' ? embedding.rows : table?.rows;
  const own = embedding.kind === 'qkv' ? embedding : undefined;
  const tensors = [
    ...tensor('/encoder/x', encoder?.x),
    ...tensor('/embedding/x', embedding.kind === 'given' ? embedding.x : undefined),
    ...tensor('/embedding/rows', rows, table?.dModel),
    ...tensor('/embedding/q', own?.q),
    ...tensor('/embedding/k', own?.k),
    ...tensor('/embedding/v', own?.v),
    ...(own?.layers ?? []).flatMap(givenTensors),
    ...tensor('/positions/rows', full.positions.rows),
    ...matrices(given),
    ...layers.flatMap(matrices),
    ...tensor('/attention/scores', scores),
    ...tensor('/attention/mask/visible', mask.kind === 'painted' ? mask.visible : undefined),
  ];
  return {
    scene: {
      tokens: tokens as string[],
      encoder: { tokens: encoded as string[] },
      embedding: embeddingOf(scene, full, table),
      positions: positionsOf(full),
      parameters: parametersOf(scene, full, layers.length),
      attention: attentionOf(full, offset),
      block: blockOf(full),
      layers: full.layers,
      mistake: full.mistake ?? 'none',
    },
    tensors,
  };
}

// Keys are written out where an object of a scene would be spread: with every keystroke that took as long as the core itself.
const drawOf = ({ low, high, mean, std }: DrawRange, distribution: Draw['distribution'], seed: number): Draw => ({
  distribution,
  seed,
  low,
  high,
  mean,
  std,
});

const embeddingOf = (
  { embedding }: Scene,
  full: FullScene,
  table: ResolvedTable | undefined,
): CoreScene['embedding'] => ({
  kind: embedding.kind === 'wordVectors' ? 'table' : embedding.kind,
  layers: Math.max(1, givenLayers(embedding).length),
  dModel: 'dModel' in embedding ? (embedding.dModel ?? 0) : 0,
  drawMissing: full.embedding.missing === 'random',
  draw: drawOf(full.embedding, embedding.kind === 'random' ? embedding.distribution : 'normal', full.embedding.seed),
  rowNames: (table?.words ?? []) as string[],
  estimated: (table?.learned ?? []) as string[],
});

const positionsOf = ({ positions }: FullScene): CoreScene['positions'] => ({
  kind: positions.kind,
  base: positions.base,
  slopes: positions.slopes,
  pairs: positions.pairs,
  concat: positions.join === 'concat',
  width: positions.width ?? 0,
  seed: positions.seed,
  std: positions.std,
  clip: positions.clip ?? 0,
});

const parametersOf = ({ parameters }: Scene, full: FullScene, stack: number): CoreScene['parameters'] => {
  const { kind } = parameters;
  // What given matrices leave out is drawn.
  const { init, seed } = kind === 'random' ? parameters : { init: 'xavier' as const, seed: 1 };
  return {
    kind: kind === 'random' || kind === 'identity' ? kind : 'given',
    draw: drawOf(full.parameters, init, seed),
    dK: ('dK' in parameters && parameters.dK) || 0,
    dV: ('dV' in parameters && parameters.dV) || 0,
    dA: ('dA' in parameters && parameters.dA) || 0,
    biases: full.parameters.biases,
    output: full.parameters.output,
    stack,
  };
};

const attentionOf = ({ attention }: FullScene, causalOffset: number): CoreScene['attention'] => ({
  heads: attention.heads,
  kvHeads: attention.kvHeads,
  score: attention.score,
  scale: attention.scale ?? undefined,
  temperature: attention.temperature,
  softcap: attention.softcap,
  normalizer: attention.normalizer,
  roundWeights: attention.roundWeights ?? undefined,
  weightedValues: attention.weightedValues,
  mask: { length: 0, before: 0, after: 0, sinks: 0, causalOffset, ...attention.mask },
});

const blockOf = ({ block }: FullScene): CoreScene['block'] => ({
  residual: block.residual,
  norm: block.norm,
  pre: block.place === 'pre',
  dFf: block.feedForward?.width ?? 0,
  activation: block.feedForward?.activation ?? 'relu',
});

/** A matrix or a vector as the binding takes it, where there is one. A table of which no word is asked for has no rows, but they have a width. */
export function tensor(
  name: string,
  given: Rows | readonly number[] | undefined | null,
  width?: number,
  layer?: number,
): NamedTensor[] {
  if (given === undefined || given === null) return [];
  const isMatrix = width !== undefined || Array.isArray(given[0]);
  const rows = (isMatrix ? given : [given]) as Rows;
  const columns = rows[0]?.length ?? width ?? 0;
  if (columns === 0) return [];
  const data = new Float32Array(rows.length * columns);
  let next = 0;
  for (const row of rows) {
    for (let column = 0; column < columns; column += 1) data[next + column] = row[column] as number;
    next += columns;
  }
  return [{ name, layer, shape: isMatrix ? [rows.length, columns] : [columns], data }];
}

const givenAxes = { q: 2, k: 2, v: 2, scores: 3, weights: 3 } as const;

/** The tensors of one layer of somebody else's model. */
const givenTensors = (given: GivenLayer, layer: number): NamedTensor[] =>
  Object.entries(givenAxes).flatMap(([name, axes]) => {
    const own = given[name as keyof typeof givenAxes];
    if (own === undefined) return [];
    const { shape, data } = tensorValues(own, axes);
    return [{ name: `/embedding/${name}`, layer, shape: [...shape], data: data as Float32Array<ArrayBuffer> }];
  });

const matrices = (given: GivenMatrices, layer?: number): NamedTensor[] =>
  Object.entries(given).flatMap(([name, numbers]) => tensor(`/parameters/${name}`, numbers, undefined, layer));

interface LayerMatrices {
  /** Of every layer … */
  readonly given: GivenMatrices;
  /** … or one set a layer. */
  readonly layers: readonly GivenMatrices[];
}

function matricesOf(scene: Scene): LayerMatrices {
  const { parameters } = scene;
  const found = parameters.kind === 'handmade' ? handmade(scene) : parameters;
  if (found.kind === 'stack') return { given: {}, layers: found.layers };
  if (found.kind !== 'given') return { given: {}, layers: [] };
  const { kind: _, ...given } = found;
  return { given, layers: [] };
}

type Handmade = ReturnType<typeof resolveHandmade>;

// Laying heads side by side takes longer than computing with them, and a sentence being typed keeps its heads.
let lastHandmade: { readonly key: string; readonly given: Handmade } | undefined;

function handmade(scene: Scene): Handmade {
  const { parameters, positions, block, layers, attention } = scene;
  const key = JSON.stringify([parameters, positions, block, layers, attention.heads, attention.kvHeads]);
  if (lastHandmade?.key !== key) lastHandmade = { key, given: resolveHandmade(scene) };
  return lastHandmade.given;
}

/** The error of a scene as the scene says it: the core knows tokens only, where the person typed a sentence. */
export function withScenePath(scene: Scene, error: AttentionError): AttentionError {
  const at = (path: string) => new AttentionError(error.code, { template: error.template, values: error.values }, path);
  if (error.path === '/tokens' && scene.tokens === undefined) return at('/sentence');
  const { embedding } = scene;
  // The core has a list of layers, even where the scene has one and no list.
  const inLayer = /^\/embedding\/layers\/0\/(.+)$/.exec(error.path)?.[1];
  if (embedding.kind === 'qkv' && embedding.layers === undefined) {
    if (inLayer !== undefined) return at(`/embedding/${inLayer}`);
    if (error.path === '/embedding/layers') return at('/layers');
  }
  const encoded = error.path === '/encoder/tokens' && scene.encoder?.tokens === undefined;
  return encoded ? at('/encoder/sentence') : error;
}
