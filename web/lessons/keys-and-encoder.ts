import { scenes, threeInputs } from '../scene/lesson-scenes.ts';
import type { Rows, Scene } from '../scene/types.ts';
import { makeRows } from '../scene/values.ts';
import { starTokens } from './document-names.ts';
import { cited, licence } from './papers.ts';
import { computeKeys } from './programs.ts';
import type { Lesson } from './types.ts';

const scene = scenes['keys-and-encoder'];
const view = { focus: 0, lesson: 'keys-and-encoder' };

const wrongAxis: Scene = { ...scene, mistake: 'wrong-axis-values' };
const rightAxis: Scene = { ...scene, attention: { ...scene.attention, weightedValues: true } };

const { x, wQ, wK, wV } = threeInputs;

/** The document's second and third examples: three vectors of whole numbers that attend to each other. */
const threeWords: Scene = {
  version: 1,
  tokens: ['v_1', 'v_2', 'v_3'],
  embedding: { kind: 'given', x },
  parameters: { kind: 'given', wQ, wK, wV },
  attention: { heads: 1, score: 'dot' },
  view,
};

const noTranspose: Scene = { ...threeWords, mistake: 'no-transpose' };

const keys: Rows = [
  [0, 1, 1],
  [4, 4, 0],
  [2, 3, 1],
];
const diagonal = (...numbers: readonly number[]): Rows =>
  makeRows(numbers.length, numbers.length, (row, column) => (row === column ? (numbers[row] ?? 0) : 0));

/**
 * The document's products with a star, as the core can compute them: `queries[0] * keys.t()` multiplies each column by its own
 * number, which a matrix with the query on its diagonal does too. `queries[0][1]` is 0.
 */
const star: Scene = {
  version: 1,
  tokens: starTokens,
  encoder: { tokens: ['keys[0]', 'keys[1]', 'keys[2]'], x: keys },
  embedding: { kind: 'given', x: makeRows(3, 3, (row, column) => keys[column]?.[row] ?? 0) },
  parameters: { kind: 'given', wQ: diagonal(1, 0, 2), wK: diagonal(0, 0, 0), wV: diagonal(1, 1, 1) },
  attention: { heads: 1, score: 'dot' },
  view,
};

/** Queries of two words of our own, with the document's three keys and values. */
const encoder: Scene = {
  ...threeWords,
  tokens: ['u_1', 'u_2'],
  encoder: { tokens: ['v_1', 'v_2', 'v_3'], x },
  embedding: {
    kind: 'given',
    x: [
      [1, 1, 0, 0],
      [0, 0, 1, 1],
    ],
  },
};

/** Encoder states with given scores, keys computed by hand, and two products that only look right. */
export const keysAndEncoder: Lesson = {
  id: 'keys-and-encoder',
  scene,
  source: {
    title: 'Attention',
    links: [
      {
        title: 'Illustrated: Self-Attention',
        url: 'https://towardsdatascience.com/illustrated-self-attention-2d627e33b20a',
      },
      ...cited('transformer', 'additive', 'general'),
    ],
    licence,
  },
  unnumbered: ['star', 'broadcast'],
  pages: [
    { id: 'states', scene, points: 'step:v' },
    {
      id: 'shares',
      points: 'step:weights',
      predict: { tensor: 'weights', index: [0, 0, 0], choices: [0.419, 0.75, 0.965], digits: 4 },
    },
    { id: 'blend', scene: rightAxis, points: 'step:weighted' },
    { id: 'wrong-axis', scene: wrongAxis, points: 'control:mistake', until: { scene: '/mistake', is: null } },
    {
      id: 'compute-keys',
      scene: threeWords,
      points: 'step:k',
      program: { file: 'compute_keys.py', code: computeKeys() },
      predict: { tensor: 'k', index: [0, 2, 1], digits: 0 },
    },
    {
      id: 'one-query',
      points: 'step:scores',
      predict: { tensor: 'weights', index: [0, 0, 0], choices: [0, 0.0634, 0.2], digits: 4 },
    },
    {
      id: 'star',
      points: 'step:scores',
      predict: { tensor: 'scores', index: [0, 0, 1], digits: 0 },
    },
    {
      id: 'broadcast',
      scene: star,
      points: 'step:q',
      predict: { tensor: 'q', index: [0, 1, 2], digits: 0 },
    },
    { id: 'transpose', scene: noTranspose, points: 'control:mistake', until: { scene: '/mistake', is: null } },
    { id: 'cross', scene: encoder, points: 'step:scores' },
  ],
  challenges: [
    {
      id: 'equal-shares',
      check: { tensor: 'weights', near: [1 / 3, 1 / 3, 1 / 3], within: 0.01 },
      forbid: [{ not: { same: '/attention/scores' } }, { not: { same: '/attention/mask' } }],
    },
    {
      id: 'all-in',
      check: { tensor: 'weights', column: 0, atLeast: 0.999 },
      forbid: [{ not: { same: '/attention/scores' } }, { not: { same: '/attention/mask' } }],
    },
    {
      id: 'a-key',
      start: threeWords,
      check: { tensor: 'k', row: 0, near: [1, 1, 1], within: 1e-6 },
      forbid: [{ not: { same: '/embedding' } }],
    },
  ],
};
