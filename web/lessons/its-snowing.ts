import { scenes } from '../scene/lesson-scenes.ts';
import type { Scene } from '../scene/types.ts';
import { cited, licence } from './papers.ts';
import { selfAttentionClass } from './programs.ts';
import type { Lesson } from './types.ts';

const scene = scenes['its-snowing'];

const swapped: Scene = { ...scene, mistake: 'swapped-qk' };

/** The numbers of the notebook "Self attention with Numpy". It stops at the scores; this lesson finishes its TODO. */
export const itsSnowing: Lesson = {
  id: 'its-snowing',
  scene,
  source: {
    title: 'Self attention with Numpy',
    links: [
      { title: 'The Illustrated Transformer', url: 'https://jalammar.github.io/illustrated-transformer/' },
      ...cited('transformer'),
    ],
    licence,
  },
  pages: [
    { id: 'words', scene, points: 'step:x0' },
    {
      id: 'queries',
      points: 'cell:q:0,0,0',
      predict: { tensor: 'q', index: [0, 0, 0], choices: [-0.033, 0.105, 0.441], digits: 3 },
    },
    {
      id: 'scores',
      points: 'step:scores',
      predict: { tensor: 'scores', index: [0, 1, 2], choices: [-0.156, 0, 0.156], digits: 3 },
    },
    {
      id: 'scaled',
      points: 'control:attention.temperature',
      until: { scene: '/attention/temperature', atMost: 0.1 },
    },
    {
      id: 'weights',
      scene,
      points: 'step:weights',
      predict: { tensor: 'weights', index: [0, 0, 1], choices: [0.081, 0.357, 0.6], digits: 3 },
    },
    {
      id: 'outputs',
      points: 'step:z',
      program: { file: 'self_attention.py', code: selfAttentionClass() },
    },
    { id: 'swapped', scene: swapped, points: 'control:mistake', until: { scene: '/mistake', is: null } },
  ],
  challenges: [
    {
      id: 'own-way',
      check: { tensor: 'weights', row: 2, column: 2, atLeast: 0.9 },
      forbid: [{ not: { same: '/embedding' } }, { not: { same: '/parameters' } }, { not: { same: '/attention/mask' } }],
    },
    {
      id: 'no-future',
      check: {
        all: [
          { tensor: 'weights', row: 0, near: [1, 0, 0], within: 1e-6 },
          { tensor: 'weights', row: 1, column: 2, atMost: 0 },
          { tensor: 'weights', row: 2, atLeast: 0.01 },
        ],
      },
    },
    {
      id: 'look-back',
      check: { tensor: 'weights', row: 1, largest: 0 },
      forbid: [{ not: { same: '/parameters' } }, { not: { same: '/attention' } }, { not: { same: '/mistake' } }],
    },
  ],
};
