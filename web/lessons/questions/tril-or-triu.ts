import { asked, scored } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const trilOrTriu: LessonPage = {
  id: 'tril-or-triu',
  scene: scored(['We', 'read', 'long', 'books'], { mask: { kind: 'causal' }, focus: 1 }),
  points: 'control:attention.mask',
  predict: { tensor: 'weights', index: [0, 1, 0], choices: [0.25, 0.5, 1], digits: 2 },

  sources: [asked('karpathy/nanoGPT', 170)],
};
