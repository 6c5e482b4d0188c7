import {
  above,
  below,
  bits,
  boolean,
  integer,
  kinds,
  list,
  number,
  object,
  one,
  optional,
  row,
  rows,
  rowsByWord,
  text,
} from './check.ts';
import { fail, message } from './error.ts';
import { limits } from './limits.ts';
import { together } from './together.ts';
import { type Embedding, mistakes, type Positions, type Scene } from './types.ts';

/**
 * The form of a scene: types, keys, finite numbers, sizes. What the numbers mean together (shapes, heads, ranges that
 * depend on each other) is the core's to check. scene.schema.json says the same; a test keeps the two in step.
 */

const seed = integer(0);
const count = optional(integer(1));
const word = text(1, limits.token);
const name = text(1, 64);

const draw = {
  low: optional(number),
  high: optional(number),
  mean: optional(number),
  std: optional(number),
};

const embeddingForm = kinds({
  given: { x: rows },
  oneHot: { dModel: count },
  random: { distribution: one('uniform', 'normal'), seed, dModel: integer(1), ...draw },
  table: {
    table: optional(name),
    rows: optional(rowsByWord),
    missing: optional(one('error', 'random')),
    seed: optional(seed),
  },
  ids: { rows },
  zero: { dModel: integer(1) },
  qkv: { q: optional(rows), k: optional(rows), v: rows },
});

function embedding(value: unknown, path: string): Embedding {
  const clean = embeddingForm(value, path);
  if (clean.kind === 'table') exactlyOne(clean, 'table', 'rows', path);
  return clean;
}

const words = {
  tokens: optional(list(word, limits.tokens, message`tokens`)),
  sentence: optional(text(0, limits.sentence)),
};
const encoderForm = object({ ...words, x: optional(rows) });

function encoder(value: unknown, path: string): ReturnType<typeof encoderForm> {
  const clean = encoderForm(value, path);
  exactlyOne(clean, 'tokens', 'sentence', path);
  return clean;
}

const base = optional(above(1));
const drawnRows = { seed: optional(seed), std: optional(number), rows: optional(rows) };

const positionsForm = kinds({
  none: {},
  sinusoidal: { base, join: optional(one('add', 'concat')), width: count },
  learned: drawnRows,
  rope: { base },
  alibi: {},
  relative: { seed: drawnRows.seed, std: drawnRows.std, clip: count, rows: drawnRows.rows },
});

function positions(value: unknown, path: string): Positions {
  const clean = positionsForm(value, path);
  if (clean.kind === 'sinusoidal' && clean.width !== undefined && clean.join !== 'concat') {
    fail('scene-form', below(path, 'width'), message`width is given; it goes with the join "concat" only`);
  }
  return clean;
}

const projections = {
  wQ: optional(rows),
  wK: optional(rows),
  wV: optional(rows),
  bQ: optional(row),
  bK: optional(row),
  bV: optional(row),
};
const matrices = {
  ...projections,
  wO: optional(rows),
  bO: optional(row),
  wA: optional(rows),
  uA: optional(rows),
  vA: optional(row),
  w1: optional(rows),
  b1: optional(row),
  w2: optional(rows),
  b2: optional(row),
  gamma1: optional(row),
  beta1: optional(row),
  gamma2: optional(row),
  beta2: optional(row),
};
const heads = list(name, limits.heads, message`heads`);

const sceneForm = object({
  version: one(1),
  ...words,
  tokenizer: optional(object({ lowercase: optional(boolean), punctuation: optional(boolean) })),
  encoder: optional(encoder),
  embedding,
  positions: optional(positions),
  parameters: kinds({
    given: matrices,
    stack: { layers: list(object(matrices), limits.layers, message`layers`) },
    none: {},
    random: {
      init: one('uniform', 'normal', 'xavier', 'kaiming'),
      seed,
      dK: count,
      dV: count,
      dA: count,
      biases: optional(boolean),
      output: optional(boolean),
      ...draw,
    },
    identity: { dK: count, dV: count, dA: count, output: optional(boolean) },
    handmade: { table: name, heads, later: optional(list(heads, limits.layers - 1, message`layers`)) },
  }),
  attention: object({
    heads: integer(1),
    kvHeads: count,
    score: optional(one('scaledDot', 'dot', 'additive', 'general', 'cosine', 'given')),
    scores: optional(rows),
    scale: optional(number),
    mask: optional(
      kinds({
        none: {},
        causal: {},
        padding: { length: integer(1) },
        window: { before: integer(0), after: integer(0) },
        prefix: { length: integer(0) },
        painted: { visible: bits(limits.painted) },
      }),
    ),
    temperature: optional(number),
    softcap: optional(number),
    normalizer: optional(one('softmax', 'sparsemax')),
    roundWeights: optional(integer(0, limits.digits)),
    weightedValues: optional(boolean),
  }),
  block: optional(
    object({
      residual: optional(boolean),
      norm: optional(one('none', 'layer', 'rms')),
      place: optional(one('post', 'pre')),
      feedForward: optional(object({ width: integer(1), activation: one('relu', 'gelu') })),
    }),
  ),
  layers: optional(integer(1, limits.layers)),
  mistake: optional(one(null, ...mistakes)),
  view: optional(
    object({
      digits: optional(integer(0, limits.digits)),
      head: optional(seed),
      layer: optional(seed),
      focus: optional(seed),
      lesson: optional(name),
      page: optional(seed),
    }),
  ),
});

function exactlyOne<Key extends string>(value: { readonly [_ in Key]?: unknown }, a: Key, b: Key, path: string): void {
  const both = value[a] !== undefined;
  if (both !== (value[b] !== undefined)) return;
  fail(
    'scene-form',
    path,
    both
      ? message`both ${a} and ${b} are given; give one of them`
      : message`neither ${a} nor ${b} is given; give one of them`,
  );
}

/**
 * A clean copy of a scene from anywhere, with its keys in the order of the type. Throws AttentionError for the first
 * thing wrong: `scene-form` `too-large` `empty` `shape` `not-finite` `range`. Nothing is clamped, cut or filled in.
 */
export function parseScene(value: unknown): Scene {
  refuseLater(value);
  const scene = sceneForm(value, '');
  exactlyOne(scene, 'tokens', 'sentence', '');
  together(scene);
  return scene;
}

/** Ahead of its keys, which this release cannot know. */
function refuseLater(value: unknown): void {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'version')) return;
  const version: unknown = Reflect.get(value, 'version');
  if (Number.isInteger(version) && Number(version) > 1) {
    fail('scene-form', '/version', message`version is ${String(version)}; this reads scenes of version 1`);
  }
}

/** How JSON says −∞, for the masks that may hold it. */
export const minusInfinity = '-inf';

/** A number, or "-inf" for −∞. Everything else is an error as for any number. */
export const numberOrMinusInfinity = (value: unknown, path: string): number =>
  value === minusInfinity ? Number.NEGATIVE_INFINITY : number(value, path);
