import { asked, scored } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const paddingRows: LessonPage = {
  id: 'padding-rows',
  scene: scored(['We', 'read', 'books', '[PAD]'], {
    scores: [
      [0, 2, 0, 0],
      [0, 0, 2, 0],
      [2, 0, 0, 0],
      [0, 0, 0, 0],
    ],
    mask: { kind: 'padding', length: 3 },
    focus: 3,
  }),
  points: 'step:weights',
  predict: { tensor: 'weights', index: [0, 3, 0], choices: [0, 0.25, 0.33], digits: 2 },

  sources: [asked('ai', 41367), asked('stats', 422890)],
};
