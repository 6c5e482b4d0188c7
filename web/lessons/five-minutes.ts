import { crossing, type LessonId, scenes } from '../scene/lesson-scenes.ts';
import type { Scene } from '../scene/types.ts';
import { cited, licence } from './papers.ts';
import type { Lesson } from './types.ts';

/** The moments of the stage that the pages describe. */
const moments = { answer: 0, numbers: 1, parts: 2, scores: 3, shares: 4, lastShares: 10 };

/** Rows and columns of the weights, named after the English words. */
const [animal, street, it, tired] = [1, 5, 7, 10];

/**
 * For readers who know none of the documents: what attention is for, and one pass through it. Its sentences have
 * their words in the same places as the English one. `turned` is the sentence with another last word.
 */
const lessonOn = (id: LessonId, scene: Scene, turned: Scene): Lesson => ({
  id,
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
    { id: 'numbers', scene: firstLayer(scene), points: 'step:x0', at: moments.numbers },
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
    { id: 'answer', scene, points: 'step:weights', at: moments.lastShares },
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
      start: { ...turned, view: { ...scene.view, at: moments.lastShares } },
      check: { tensor: 'weights', layer: 1, row: it, column: animal, atLeast: 0.9 },
      forbid: [{ scene: '/sentence', is: scene.sentence ?? '' }, { not: { same: '/parameters' } }],
    },
    {
      id: 'deaf',
      start: { ...scene, view: { focus: it, lesson: id } },
      check: { tensor: 'weights', layer: 0, row: it, column: tired, atMost: 0 },
      forbid: [{ not: { same: '/sentence' } }, { not: { same: '/parameters' } }],
    },
  ],
});

/** The same with the first layer on show. */
const firstLayer = ({ view, ...scene }: Scene): Scene => {
  const { at: _, ...rest } = view ?? {};
  return { ...scene, view: { ...rest, layer: 0 } };
};

const english = scenes['five-minutes'];

export const fiveMinutes = lessonOn('five-minutes', english, {
  ...english,
  sentence: "The animal didn't cross the street because it was too wide",
});

export const fiveMinutesInSpanish = lessonOn('five-minutes-es', scenes['five-minutes-es'], crossing('estrecho'));
