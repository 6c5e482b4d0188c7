import { cited } from '../papers.ts';
import { scored } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const softmaxAxis: LessonPage = {
  id: 'softmax-axis',
  scene: scored(['We', 'read', 'books'], {
    scores: [
      [0, 0, 0],
      [9, 9, 9],
      [9, 9, 9],
    ],
    mistake: 'whole-matrix-softmax',
  }),
  points: 'control:mistake',
  predict: { tensor: 'weights', index: [0, 0, 0], choices: [0, 0.33, 1], digits: 2 },

  sources: [...cited('transformer')],
};
