import type { Scene } from '../scene/types.ts';
import { cited, licence } from './papers.ts';
import { scenes } from './scenes.ts';
import type { Lesson } from './types.ts';

const scene = scenes['five-minutes'];

/** The same with the first layer on show. */
const first: Scene = { ...scene, view: { focus: 7, lesson: 'five-minutes' } };

/** The moments at which the stage has what the pages speak of. */
const moments = { answer: 0, numbers: 1, parts: 2, scores: 3, shares: 4, lastShares: 10 };

const wide: Scene = { ...scene, sentence: "The animal didn't cross the street because it was too wide" };

/** Rows and columns of the weights. */
const [animal, street, it, tired] = [1, 5, 7, 10];

/** For somebody who has seen none of the documents: what attention is for, and one pass through it. */
export const fiveMinutes: Lesson = {
  id: 'five-minutes',
  scene,
  source: {
    title: 'Transformer: A Novel Neural Network Architecture for Language Understanding',
    links: [
      {
        title: 'Uszkoreit 2017, Google Research',
        url: 'https://research.google/blog/transformer-a-novel-neural-network-architecture-for-language-understanding/',
      },
      ...cited('transformer'),
    ],
    licence,
  },
  pages: [
    { id: 'question', scene, points: 'control:sentence', at: moments.answer },
    { id: 'numbers', scene: first, points: 'step:x0', at: moments.numbers },
    { id: 'parts', points: 'step:q', at: moments.parts },
    {
      id: 'score',
      points: 'step:scores',
      at: moments.scores,
      predict: { tensor: 'scores', index: [0, it, tired], layer: 0, digits: 0 },
    },
    {
      id: 'share',
      points: 'step:weights',
      at: moments.shares,
      predict: { tensor: 'weights', index: [0, it, tired], layer: 0, choices: [0.2, 0.5, 0.97], digits: 2 },
    },
    {
      id: 'answer',
      scene,
      points: 'step:weights',
      at: moments.lastShares,
      predict: { tensor: 'weights', index: [0, it, animal], layer: 1, choices: [0.09, 0.5, 0.92], digits: 2 },
    },
    {
      id: 'change',
      scene,
      points: 'control:sentence',
      at: moments.lastShares,
      until: { tensor: 'weights', layer: 1, row: it, column: street, atLeast: 0.9 },
    },
  ],
  challenges: [
    {
      id: 'back',
      start: { ...wide, view: { ...scene.view, at: moments.lastShares } },
      check: { tensor: 'weights', layer: 1, row: it, column: animal, atLeast: 0.9 },
      forbid: [{ scene: '/sentence', is: scene.sentence ?? '' }, { not: { same: '/parameters' } }],
    },
    {
      id: 'deaf',
      start: { ...scene, view: { focus: it, layer: 1, lesson: 'five-minutes' } },
      check: { tensor: 'weights', layer: 0, row: it, column: tired, atMost: 0 },
      forbid: [{ not: { same: '/sentence' } }, { not: { same: '/parameters' } }],
    },
  ],
};
