import { decodes, scenes } from '../scene/lesson-scenes.ts';
import type { Scene } from '../scene/types.ts';
import { cited, licence } from './papers.ts';
import type { Condition, Lesson } from './types.ts';

const scene = scenes['decode-with-a-cache'];
const long = decodes('The cat sat on the mat and looked at the old dog', 11);

/** Whole numbers, so that a score can be worked out by hand. */
const byHand: Scene = {
  version: 1,
  tokens: ['The', 'cat', 'sat', 'on'],
  embedding: {
    kind: 'qkv',
    q: [
      [2, 1],
      [0, 2],
      [1, 1],
      [1, 3],
    ],
    k: [
      [1, 0],
      [2, 1],
      [0, 1],
      [1, 1],
    ],
    v: [
      [4, 0],
      [0, 2],
      [3, 1],
      [1, 1],
    ],
  },
  parameters: { kind: 'none' },
  attention: { heads: 1, mask: { kind: 'causal' } },
  view: { focus: 3, lesson: 'decode-with-a-cache' },
};

const kept = (...pointers: readonly string[]): readonly Condition[] => pointers.map((same) => ({ same }));
const changed = (...pointers: readonly string[]): readonly Condition[] => kept(...pointers).map((not) => ({ not }));

/** The row of “sat” in the last layer, and a sixth word. */
const sat = { tensor: 'weights', layer: 1, head: 0, row: 2 } as const;
const mat = { tensor: 'weights', layer: 1, head: 0, row: 5 } as const;

/** Why earlier rows stay, what a cache keeps and saves, and what makes it smaller. */
export const decodeWithACache: Lesson = {
  id: 'decode-with-a-cache',
  scene,
  source: {
    title: 'Fast Transformer Decoding: One Write-Head is All You Need',
    links: cited('mqa', 'gqa', 'sinks', 'transformer'),
    licence,
  },
  pages: [
    {
      id: 'rows-stay',
      scene,
      points: 'control:sentence',
      until: {
        all: [
          { ...mat, column: 5, atLeast: 0.001 },
          { ...sat, column: 0, near: [0.448], within: 0.001 },
          { ...sat, column: 5, atMost: 0 },
          ...kept('/attention', '/layers', '/embedding', '/parameters'),
        ],
      },
    },
    {
      id: 'used-once',
      scene: byHand,
      points: 'step:scores',
      predict: { tensor: 'scores', index: [0, 3, 1], digits: 0 },
    },
    {
      id: 'kept-and-saved',
      scene,
      points: 'control:decode',
      until: {
        all: [{ decoding: 'bytes', atLeast: 2048 }, ...kept('/attention', '/layers', '/embedding', '/parameters')],
      },
    },
    {
      id: 'shared-keys',
      scene: long,
      points: 'control:attention.kvHeads',
      until: {
        all: [
          { decoding: 'bytes', atMost: 768 },
          ...kept('/sentence', '/attention/heads', '/attention/mask', '/layers', '/embedding', '/parameters'),
        ],
      },
    },
    {
      id: 'window',
      scene: long,
      points: 'control:attention.mask',
      until: {
        all: [
          { scene: '/attention/mask/kind', is: 'window' },
          { decoding: 'keys', is: 5 },
          { tensor: 'weights', layer: 1, row: 11, column: 0, atLeast: 0.001 },
          ...kept('/sentence'),
        ],
      },
    },
  ],
  challenges: [
    {
      id: 'nothing-saved',
      check: { decoding: 'recomputed', atMost: 2112 },
      forbid: changed('/attention', '/layers', '/embedding', '/parameters'),
    },
    {
      id: 'tight-budget',
      start: long,
      check: {
        all: [
          { decoding: 'bytes', atMost: 512 },
          { decoding: 'keys', atLeast: 8 },
          { tensor: 'weights', layer: 1, row: 11, column: 0, atLeast: 0.001 },
        ],
      },
      forbid: changed('/sentence', '/attention/heads', '/layers', '/embedding', '/parameters'),
    },
  ],
};
