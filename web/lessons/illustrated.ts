import { scenes, threeInputs } from '../scene/lesson-scenes.ts';
import type { Scene } from '../scene/types.ts';
import { cited, licence } from './papers.ts';
import { stepsInTensorFlow } from './programs.ts';
import type { Lesson } from './types.ts';

const scene = scenes.illustrated;

/**
 * The document continues with weights rounded by hand to [0.0, 0.5, 0.5], and multiplies before it adds. Rounding
 * each weight alone would turn 0.0634 into 0.1. The core rounds so that a row still adds up to 1, which gives the
 * document's numbers.
 */
const rounded: Scene = {
  ...scene,
  attention: { ...scene.attention, roundWeights: 1, weightedValues: true },
};

/** Variations that the document only mentions: additive scores, a bias, and values narrower than queries and keys. */
const beyond: Scene = {
  ...scene,
  parameters: {
    kind: 'given',
    wQ: threeInputs.wQ,
    wK: threeInputs.wK,
    wV: [
      [0, 2],
      [0, 3],
      [1, 0],
      [1, 1],
    ],
    bQ: [0.5, 0, -0.5],
    wA: [
      [0.5, 0, 0],
      [0, 0.5, 0],
      [0, 0, 0.5],
    ],
    uA: [
      [-0.5, 0, 0],
      [0, -0.5, 0],
      [0, 0, -0.5],
    ],
    vA: [2, -2, 1],
  },
  attention: { heads: 1, score: 'additive' },
};

/** The numbers of Manuel Romero's notebook: its eight steps, and the variations it mentions. */
export const illustrated: Lesson = {
  id: 'illustrated',
  scene,
  source: {
    title: 'Concept - Self-Attention',
    links: [
      {
        title: 'Illustrated: Self-Attention',
        url: 'https://towardsdatascience.com/illustrated-self-attention-2d627e33b20a',
      },
      ...cited('transformer', 'additive'),
    ],
    licence,
  },
  unnumbered: ['why', 'what', 'tensorflow'],
  pages: [
    { id: 'why', scene, points: 'step:output' },
    { id: 'what', points: 'step:output' },
    { id: 'inputs', points: 'step:x0' },
    { id: 'parameters', points: 'step:w_k' },
    { id: 'derive', points: 'step:k', predict: { tensor: 'k', index: [0, 1, 0], digits: 0 } },
    { id: 'scores', points: 'step:scores', predict: { tensor: 'scores', index: [0, 0, 2], digits: 0 } },
    {
      id: 'softmax',
      points: 'step:weights',
      predict: { tensor: 'weights', index: [0, 0, 1], choices: [0.2, 0.33, 0.47, 0.8], digits: 4 },
    },
    {
      id: 'multiply',
      scene: rounded,
      points: 'step:weighted',
      predict: { tensor: 'weighted', index: [0, 0, 1, 1], digits: 1 },
    },
    { id: 'sum', points: 'step:z', predict: { tensor: 'z', index: [0, 0, 1], digits: 1 } },
    {
      id: 'repeat',
      plays: 'z',
      points: 'control:attention.roundWeights',
      until: { not: { step: 'rounded' } },
    },
    {
      id: 'tensorflow',
      scene: rounded,
      points: 'step:weighted',
      program: { file: 'illustrated_tensorflow.py', code: stepsInTensorFlow() },
    },
    {
      id: 'beyond',
      scene: beyond,
      points: 'control:attention.score',
      until: { not: { same: '/attention/score' } },
    },
  ],
  challenges: [
    {
      id: 'only-itself',
      check: { tensor: 'weights', is: 'identity', within: 0.01 },
    },
    {
      id: 'even-row',
      check: { tensor: 'weights', row: 2, is: 'uniform', within: 0.01 },
      forbid: [{ not: { same: '/attention/mask' } }],
    },
    {
      id: 'self-first',
      check: { tensor: 'weights', row: 0, column: 0, atLeast: 0.5 },
      forbid: [
        { not: { same: '/attention/mask' } },
        { not: { same: '/embedding' } },
        { not: { same: '/attention/score' } },
        { not: { same: '/mistake' } },
      ],
    },
  ],
};
