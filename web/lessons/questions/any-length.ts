import { cited } from '../papers.ts';
import { asked, scored } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const anyLength: LessonPage = {
  id: 'any-length',
  scene: scored(['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'], {
    scores: [
      [0, 0, 0, 0, 0, 0, 0, 0],
      [3, 0, 0, 0, 0, 0, 0, 0],
      [3, 0, 0, 0, 0, 0, 0, 0],
      [3, 0, 0, 0, 0, 0, 0, 0],
      [3, 0, 0, 0, 0, 0, 0, 0],
      [3, 0, 0, 0, 0, 0, 0, 0],
      [3, 0, 0, 0, 0, 0, 0, 0],
      [3, 0, 0, 0, 0, 0, 0, 0],
    ],
  }),
  points: 'step:weights',
  predict: { tensor: 'weights', index: [0, 0, 0], choices: [0.125, 0.33, 1], digits: 3 },

  sources: [asked('ai', 22957), ...cited('alibi')],
};
