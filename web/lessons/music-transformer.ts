import { scenes } from '../scene/lesson-scenes.ts';
import type { Rows, Scene } from '../scene/types.ts';
import { makeRows } from '../scene/values.ts';
import { cited, licence } from './papers.ts';
import { embeddingLookup } from './programs.ts';
import type { Lesson } from './types.ts';

const scene = scenes['music-transformer'];
const { version, tokens = [], embedding, parameters, attention } = scene;
const view = { focus: 0, lesson: 'music-transformer' };

/** The same Q, K and V before they are split: one head has all the columns. */
const oneHead: Scene = { ...scene, attention: { heads: 1 } };

const wholeMatrix: Scene = { ...scene, mistake: 'whole-matrix-softmax' };

/**
 * The paper writes music from left to right: one embedding for each head and for each distance 0 … L−1 back, E (H,
 * L, D/H).
 */
const relative: Scene = {
  version,
  tokens,
  embedding,
  positions: { kind: 'relative' },
  parameters,
  attention: { ...attention, mask: { kind: 'causal' } },
  view: { focus: 39, lesson: 'music-transformer' },
};

/**
 * As `np.random.rand(L, L)`, to one digit and with a seed: the minimal standard generator of Park and Miller
 * (1988).
 */
function drawn(size: number): Rows {
  let state = 1;
  return makeRows(size, size, () => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.floor((state / 2_147_483_647) * 10) / 10;
  });
}

/** `RelativeAttention` as the document calls it: S_rel passed in, and no mask. */
const handedIn: Scene = {
  version,
  tokens,
  embedding,
  positions: { kind: 'given', rows: drawn(tokens.length) },
  parameters,
  attention,
  view,
};

/** `RelativeAttention` with the softmax that the document defines. */
const relativeWhole: Scene = { ...handedIn, mistake: 'whole-matrix-softmax' };

const fed: Scene = {
  ...relative,
  parameters: { kind: 'random', init: 'uniform', seed: 1, low: 0, biases: true },
  block: { feedForward: { width: 64, activation: 'relu' } },
};

/** The document prints rows 1, 2, 3, 4, 5 and 9. Rows 0, 6, 7 and 8 are our own. */
const table: Rows = [
  [0.5, -0.5, 0.25],
  [-1.0822, -1.0538, 0.3082],
  [-0.5295, 1.7187, -0.7728],
  [-0.5251, 0.692, 0.7796],
  [0.003, -1.6887, 1.1244],
  [-0.6188, -0.7175, 1.7277],
  [1.25, 0.75, -0.25],
  [-0.75, 0.5, 1],
  [0.25, 1.5, 0.5],
  [-0.3023, 0.0087, -1.0053],
];

const lookup: Scene = {
  version,
  tokens: ['1', '2', '4', '5'],
  embedding: { kind: 'ids', rows: table },
  parameters: { kind: 'identity' },
  attention: { heads: 1 },
  view: { ...view, digits: 4 },
};

/**
 * The document's example of `np.split(a, 2, axis=1)`: with identity parameters q, k and v are `a` itself, in two
 * heads.
 */
const example: Scene = {
  version,
  tokens: ['row 1', 'row 2'],
  embedding: {
    kind: 'given',
    x: [
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ],
  },
  parameters: { kind: 'identity' },
  attention: { heads: 2 },
  view: { digits: 0, focus: 0, lesson: 'music-transformer' },
};

const sequences: Rows = [
  [1, 2, 4, 5],
  [4, 3, 2, 9],
];
const ids = sequences.flat();

/** Both sequences of the document's batch, one after the other. Each sees only itself. */
const batch: Scene = {
  ...lookup,
  tokens: ids.map(String),
  attention: {
    heads: 1,
    mask: {
      kind: 'painted',
      visible: makeRows(ids.length, ids.length, (query, key) =>
        Math.floor(query / 4) === Math.floor(key / 4) ? 1 : 0,
      ),
    },
  },
};

/** A sequence of three ids in a batch with four columns: it is padded with 0, and the mask hides the padding. */
const padded: Scene = {
  ...lookup,
  tokens: ['4', '3', '2', '0'],
  attention: { heads: 1, mask: { kind: 'padding', length: 3 } },
};

/** Twelve heads, distances and the skewing of the Music Transformer, after a notebook. */
export const musicTransformer: Lesson = {
  id: 'music-transformer',
  scene,
  source: { title: 'Self-Attention Layer', links: cited('music', 'transformer', 'shaw'), licence },
  unnumbered: ['whole-q', 'example', 's-rel', 'relative-whole', 'batch', 'padded'],
  pages: [
    { id: 'notes', scene, points: 'step:x0' },
    { id: 'whole-q', scene: oneHead, points: 'step:q' },
    { id: 'example', scene: example, points: 'step:q' },
    {
      id: 'split',
      scene,
      points: 'control:attention.heads',
      until: { refused: 'heads' },
    },
    {
      id: 'scaled',
      scene,
      points: 'step:scaled',
      predict: { tensor: 'weights', index: [0, 0, 39], choices: [0, 0.025, 0.5, 1], digits: 2 },
    },
    { id: 'whole-matrix', scene: wholeMatrix, points: 'control:mistake', until: { scene: '/mistake', is: null } },
    { id: 'distances', scene: relative, points: 'step:E_rel' },
    { id: 'skewing', points: 'step:skewed' },
    {
      id: 's-rel',
      scene: handedIn,
      points: 'step:S_rel',
      until: { tensor: 'weights', head: 0, row: 0, column: 0, atLeast: 0.9 },
    },
    {
      id: 'relative-whole',
      scene: relativeWhole,
      points: 'control:mistake',
      until: { scene: '/mistake', is: null },
    },
    { id: 'feed-forward', scene: fed, points: 'step:hidden' },
    {
      id: 'lookup',
      scene: lookup,
      points: 'control:sentence',
      until: {
        tensor: 'x0',
        near: [0.003, -1.6887, 1.1244, -0.5251, 0.692, 0.7796, -0.5295, 1.7187, -0.7728, -0.3023, 0.0087, -1.0053],
        within: 1e-6,
      },
    },
    {
      id: 'batch',
      scene: batch,
      points: 'step:x0',
      program: { file: 'embedding.py', code: embeddingLookup(table, sequences) },
    },
    {
      id: 'padded',
      scene: padded,
      points: 'control:attention.mask',
      until: { scene: '/attention/mask/kind', is: 'none' },
    },
  ],
  challenges: [
    {
      id: 'wide-heads',
      check: { all: [{ scene: '/attention/heads', is: 9 }, { step: 'weights' }] },
    },
    {
      id: 'only-itself',
      check: { tensor: 'weights', is: 'identity', within: 0.01 },
    },
    {
      id: 'no-such-row',
      start: lookup,
      check: { refused: 'out-of-range' },
    },
  ],
};
