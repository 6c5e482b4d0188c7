import { cited } from '../papers.ts';
import { asked, scored } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const minusInfinity: LessonPage = {
  id: 'minus-infinity',
  scene: scored(['We', 'read', 'books'], {
    scores: [
      [0, 0, 0],
      [0, 2, 0],
      [0, 0, 2],
    ],
    mask: { kind: 'causal' },
    mistake: 'mask-after-softmax',
  }),
  points: 'control:mistake',
  predict: { tensor: 'weights', index: [0, 0, 0], choices: [0.33, 0.5, 1], digits: 2 },

  sources: [asked('stats', 619612), ...cited('transformer')],
};
