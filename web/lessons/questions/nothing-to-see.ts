import { asked, scored } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const nothingToSee: LessonPage = {
  id: 'nothing-to-see',
  scene: scored(['We', 'read', 'books'], {
    mask: {
      kind: 'painted',
      visible: [
        [1, 1, 1],
        [0, 0, 0],
        [1, 1, 1],
      ],
    },
    focus: 1,
  }),
  points: 'step:weights',
  predict: { tensor: 'weights', index: [0, 1, 0], choices: [0, 0.33, 1], digits: 2 },

  sources: [asked('pytorch/pytorch', 103749)],
};
