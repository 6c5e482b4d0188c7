import { asked, scored } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const rectangularCausal: LessonPage = {
  id: 'rectangular-causal',
  scene: scored(['long', 'books'], {
    keys: ['We', 'like', 'to', 'read', 'books'],
    mask: { kind: 'causal' },
  }),
  points: 'step:weights',
  predict: { tensor: 'weights', index: [0, 0, 0], choices: [0.2, 0.25, 1], digits: 2 },

  sources: [asked('pytorch/pytorch', 108108), asked('Dao-AILab/flash-attention', 282)],
};
