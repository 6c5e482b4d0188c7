import { handmadePositions } from '../scene/handmade.ts';
import { scenes } from '../scene/lesson-scenes.ts';
import { meaning } from '../scene/tables.ts';
import type { Scene } from '../scene/types.ts';
import { cited, licence } from './papers.ts';
import { selfAttentionFunction } from './programs.ts';
import type { Lesson } from './types.ts';

const scene = scenes['scaling-and-masks'];

const causal: Scene = { ...scene, attention: { ...scene.attention, mask: { kind: 'causal' } } };
const wholeMatrix: Scene = { ...causal, mistake: 'whole-matrix-softmax' };

/**
 * What the document says about "cat": one head attends to the word before it, another to the word after it. No
 * mask: an encoder.
 */
const encoder: Scene = {
  version: 1,
  sentence: 'The cat sat on the mat',
  tokenizer: { lowercase: true },
  embedding: { kind: 'table', table: 'meaning', missing: 'random', seed: 1 },
  positions: handmadePositions(meaning),
  parameters: { kind: 'handmade', table: 'meaning', heads: ['previous', 'next'] },
  attention: { heads: 2 },
  view: { focus: 1, head: 1, lesson: 'scaling-and-masks' },
};

const untouched = [{ not: { same: '/embedding' } }, { not: { same: '/mistake' } }] as const;

/** The printed q and k of the notebook "Self Attention in Transformers", and the v that its output determines. */
export const scalingAndMasks: Lesson = {
  id: 'scaling-and-masks',
  scene,
  source: { title: 'Self Attention in Transformers', links: cited('transformer'), licence },
  unnumbered: ['process', 'encoder'],
  pages: [
    { id: 'process', scene, points: 'step:output' },
    { id: 'given', points: 'step:q' },
    {
      id: 'scores',
      points: 'step:scores',
      predict: { tensor: 'scores', index: [0, 2, 3], choices: [-1.9, 0.5, 4.9], digits: 4 },
    },
    { id: 'variance', points: 'step:scaled' },
    {
      id: 'scaled',
      points: 'step:scaled',
      predict: { tensor: 'scaled', index: [0, 2, 3], choices: [0.61, 1.72, 2.43], digits: 4 },
    },
    {
      id: 'mask',
      points: 'control:attention.mask',
      until: { scene: '/attention/mask/kind', is: 'causal' },
    },
    {
      id: 'encoder',
      scene: encoder,
      points: 'control:attention.mask',
      until: { scene: '/attention/mask/kind', is: 'causal' },
    },
    {
      id: 'rows',
      scene: causal,
      points: 'step:weights',
      predict: { tensor: 'weights', index: [0, 0, 0], digits: 0 },
    },
    {
      id: 'whole-matrix',
      scene: wholeMatrix,
      points: 'control:mistake',
    },
    { id: 'new-v', points: 'step:z' },
    {
      id: 'function',
      points: 'control:mistake',
      program: { file: 'self_attention_function.py', code: selfAttentionFunction() },
      until: { scene: '/mistake', is: null },
    },
  ],
  challenges: [
    {
      id: 'even-row',
      start: causal,
      check: { tensor: 'weights', row: 2, near: [1 / 3, 1 / 3, 1 / 3, 0], within: 0.01 },
      forbid: [{ not: { same: '/attention/mask' } }, ...untouched],
    },
    {
      id: 'one-back',
      check: { tensor: 'blocked', near: [0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0], within: 0 },
      forbid: untouched,
    },
    {
      id: 'calm',
      check: { variance: 'scaled', atMost: 0.1 },
      forbid: untouched,
    },
  ],
};
