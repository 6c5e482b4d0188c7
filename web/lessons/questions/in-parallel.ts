import { cited } from '../papers.ts';
import { asked, scored } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const inParallel: LessonPage = {
  id: 'in-parallel',
  scene: scored(['We', 'read', 'long', 'books'], {
    mask: { kind: 'causal' },
    scores: [
      [0, 9, 9, 9],
      [0, 0, 9, 9],
      [0, 0, 0, 9],
      [0, 0, 0, 0],
    ],
  }),
  points: 'step:weights',
  predict: { tensor: 'weights', index: [0, 0, 0], choices: [0, 0.25, 1], digits: 2 },

  sources: [asked('ai', 40119), ...cited('transformer')],
};
