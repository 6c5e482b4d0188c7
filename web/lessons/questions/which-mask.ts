import { asked, scored } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const whichMask: LessonPage = {
  id: 'which-mask',
  scene: scored(['We', 'read', '[PAD]', '[PAD]'], {
    scores: [
      [0, 0, 0, 0],
      [0, 3, 0, 0],
      [0, 3, 0, 0],
      [0, 3, 0, 0],
    ],
    mask: { kind: 'padding', length: 2 },
  }),
  points: 'control:attention.mask',
  predict: { tensor: 'weights', index: [0, 0, 1], choices: [0.25, 0.5, 1], digits: 2 },

  sources: [asked('stackoverflow', 62629644)],
};
