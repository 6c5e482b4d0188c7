import { asked, scored } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const trueOrFalse: LessonPage = {
  id: 'true-or-false',
  scene: scored(['We', 'read', 'books'], {
    scores: [
      [0, 0, 0],
      [2, 0, 0],
      [2, 0, 0],
    ],
    mask: {
      kind: 'painted',
      visible: [
        [0, 1, 1],
        [1, 0, 1],
        [1, 1, 0],
      ],
    },
  }),
  points: 'control:attention.mask',
  predict: { tensor: 'weights', index: [0, 0, 1], choices: [0, 0.33, 0.5], digits: 2 },

  sources: [asked('pytorch/pytorch', 170415), asked('rasbt/LLMs-from-scratch', 1061)],
};
