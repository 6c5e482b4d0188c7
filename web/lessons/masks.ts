import { scenes } from '../scene/lesson-scenes.ts';
import type { Mask, Scene } from '../scene/types.ts';
import { cited, licence } from './papers.ts';
import type { Lesson } from './types.ts';

const scene = scenes.masks;
const words = scene.tokens ?? [];
const scores = scene.attention.scores ?? [];
const PAD = '[pad]';

const masked = (mask: Mask, focus: number, tokens = words): Scene => ({
  ...scene,
  tokens,
  attention: { ...scene.attention, mask },
  view: { ...scene.view, focus },
});

/** Query i sees key j where `sees` says so. */
const painted = (sees: (i: number, j: number) => boolean): Mask => ({
  kind: 'painted',
  visible: words.map((_, i) => words.map((_, j) => (sees(i, j) ? 1 : 0))),
});

const causal = masked({ kind: 'causal' }, 1);
/** The array in which True hides the later words, read as one in which True keeps. */
const opposite = masked(
  painted((i, j) => j > i),
  3,
);
/** The two newest words of a decoder with a cache. */
const newest: Scene = {
  ...scene,
  tokens: words.slice(3),
  encoder: { tokens: words },
  attention: { ...scene.attention, scores: scores.slice(3), mask: { kind: 'causal' } },
  view: { ...scene.view, focus: 0 },
};
/** triu without diagonal=1. */
const withoutDiagonal = masked(
  painted((i, j) => j < i),
  0,
);
const padded = masked({ kind: 'padding', length: 3 }, 3, ['the', 'cat', 'sat', PAD, PAD]);
const packed = masked({ kind: 'causal' }, 3, ['the', 'cat', 'sat', 'we', 'ran']);
const paddedLeft = masked(
  painted((i, j) => j >= 2 && j <= i),
  0,
  [PAD, PAD, 'the', 'cat', 'sat'],
);

const untouched = [{ not: { same: '/attention/scores' } }, { not: { same: '/mistake' } }] as const;

/** What masks do and how they go wrong, with the scores of the mask lab. */
export const masks: Lesson = {
  id: 'masks',
  scene,
  source: {
    title: 'Attention Is All You Need',
    links: [
      ...cited('transformer'),
      {
        title: 'PyTorch, torch.nn.functional.scaled_dot_product_attention',
        url: 'https://pytorch.org/docs/stable/generated/torch.nn.functional.scaled_dot_product_attention.html',
      },
      { title: 'FlashAttention', url: 'https://github.com/Dao-AILab/flash-attention' },
    ],
    licence,
  },
  pages: [
    {
      id: 'before',
      scene,
      points: 'control:attention.mask',
      until: { tensor: 'weights', row: 2, near: [0.18, 0.49, 0.33, 0, 0], within: 0.01 },
    },
    {
      id: 'triangle',
      scene: causal,
      points: 'step:blocked',
      predict: { tensor: 'weights', index: [0, 1, 0], choices: [0.23, 0.35, 0.65], digits: 2 },
    },
    {
      id: 'true-or-false',
      scene: opposite,
      points: 'control:attention.mask.lab',
      predict: { tensor: 'weights', index: [0, 3, 4], choices: [0, 0.38, 1], digits: 2 },
    },
    {
      id: 'corner',
      scene: newest,
      points: 'control:attention.mask.align',
      until: { tensor: 'blocked', near: [0, 0, 0, 0, 1, 0, 0, 0, 0, 0], within: 0 },
    },
    {
      id: 'empty-row',
      scene: withoutDiagonal,
      // The step of the weights shows hidden cells as 0, which is the answer.
      points: 'step:masked',
      predict: { tensor: 'weights', index: [0, 0, 0], choices: [0, 0.2, 1], digits: 2 },
    },
    {
      id: 'padding',
      scene: padded,
      points: 'step:weights',
      predict: { tensor: 'weights', index: [0, 3, 0], choices: [0, 0.1, 0.33], digits: 2 },
    },
  ],
  challenges: [
    {
      id: 'packed',
      start: packed,
      check: {
        tensor: 'blocked',
        near: [0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 0],
        within: 0,
      },
      forbid: untouched,
    },
    {
      id: 'padding-left',
      start: paddedLeft,
      check: {
        all: [
          { tensor: 'blocked', row: 2, near: [1, 1, 0, 1, 1], within: 0 },
          { tensor: 'blocked', row: 3, near: [1, 1, 0, 0, 1], within: 0 },
          { tensor: 'blocked', row: 4, near: [1, 1, 0, 0, 0], within: 0 },
          // A row without a visible key has only zeros.
          { not: { tensor: 'weights', row: 0, atMost: 0 } },
          { not: { tensor: 'weights', row: 1, atMost: 0 } },
        ],
      },
      forbid: untouched,
    },
  ],
};
