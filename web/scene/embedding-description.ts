/** Where the vectors of tokens and of positions come from: two parts of a scene (description.ts). */
import { message } from './error.ts';
import { givenLimits, givenTensor } from './given-tensors.ts';
import { limits, maxWidths } from './limits.ts';
import { kinds, named, object, optional, required } from './schema.ts';
import { above, codesByWord, count, integer, list, number, one, rows, rowsByWord, seed, text } from './values.ts';

export const name = named('name', text(1, 64));

/** How to fill a random tensor: uniform in [low, high), or normal with mean and std. */
export const draw = (prefix: string) => ({
  low: optional(number, { default: -1, link: `${prefix}low` }),
  high: optional(number, { default: 1, link: `${prefix}high` }),
  mean: optional(number, { default: 0, link: `${prefix}mean` }),
  std: optional(number, { default: 1, link: `${prefix}std` }),
});

const givenLayer = object({
  name: optional(name),
  heads: optional(list(name, limits.heads, message`heads`)),
  q: optional(givenTensor),
  k: optional(givenTensor),
  v: optional(givenTensor),
  scores: optional(givenTensor),
  weights: optional(givenTensor),
});

const columns = optional(list(name, limits.matrix, message`columns`));

export const embedding = kinds({
  given: object({ x: required(rows), columns }),
  oneHot: object({ dModel: optional(count(maxWidths.dModel)) }),
  random: object({
    distribution: one('uniform', 'normal'),
    seed: required(seed, { link: 'seed', control: true, element: 'seed' }),
    dModel: required(count(maxWidths.dModel), { link: 'd', control: true }),
    ...draw(''),
  }),
  table: object(
    {
      table: optional(name),
      version: optional(integer(1, limits.tableVersion), { default: 1, link: 'embedding.version' }),
      language: optional(one('es'), { link: 'embedding.language' }),
      learned: optional(rowsByWord, { link: 'learned' }),
      rows: optional(rowsByWord),
      columns,
      missing: optional(one('error', 'random'), { default: 'error', link: 'missing' }),
      seed: optional(seed, { default: 1, keep: true }),
    },
    {
      exactlyOne: ['table', 'rows'],
      onlyWith: { key: 'version', other: 'table', value: 'meaning' },
    },
  ),
  wordVectors: object({
    version: optional(integer(1, limits.vectorsVersion), { default: 1, link: 'embedding.version' }),
    language: optional(one('es'), { link: 'embedding.language' }),
    vectors: optional(codesByWord, { link: 'vectors' }),
    missing: optional(one('error', 'random'), { default: 'error', link: 'missing' }),
    seed: optional(seed, { default: 1, keep: true }),
  }),
  ids: object({ rows: required(rows) }),
  zero: object({ dModel: required(count(maxWidths.dModel), { control: true }) }),
  qkv: object(
    {
      q: optional(rows),
      k: optional(rows),
      v: optional(rows),
      layers: optional(list(givenLayer, givenLimits.layers, message`layers`)),
    },
    { exactlyOne: ['v', 'layers'] },
  ),
});

const base = optional(above(1), { default: 10_000, link: 'positions.base', control: true });
const drawnPositions = {
  seed: optional(seed, { default: 1, link: 'positions.seed', control: true, element: 'seed' }),
  std: optional(number, { default: 0.5, link: 'positions.std', control: true }),
};

export const positions = kinds({
  none: object({}),
  sinusoidal: object(
    {
      base,
      join: optional(one('add', 'concat'), { default: 'add', link: 'positions.join' }),
      width: optional(count(maxWidths.dModel), { default: null, link: 'positions.width', control: true }),
    },
    {
      onlyWith: { key: 'width', other: 'join', value: 'concat' },
    },
  ),
  learned: object({
    ...drawnPositions,
    rows: optional(rows, { default: null }),
  }),
  rope: object({
    base,
    pairs: optional(one('adjacent', 'halves'), { default: 'adjacent', link: 'positions.pairs', control: true }),
  }),
  alibi: object({
    slopes: optional(one('geometric', 'reference'), { default: 'geometric', link: 'positions.slopes', control: true }),
  }),
  relative: object({
    ...drawnPositions,
    clip: optional(count(limits.tokens), { default: null, link: 'positions.clip', control: true }),
    rows: optional(rows, { default: null }),
  }),
  given: object({ rows: required(rows) }),
});
