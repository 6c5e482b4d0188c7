import { cited } from '../papers.ts';
import { asked, scored } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const cacheKV: LessonPage = {
  id: 'cache-k-v',
  scene: scored(['We', 'read', 'long', 'books'], { mask: { kind: 'causal' }, focus: 0 }),
  points: 'step:weights',
  predict: { tensor: 'weights', index: [0, 0, 3], choices: [0, 0.25, 0.5], digits: 2 },

  sources: [asked('jalammar/jalammar.github.io', 36), ...cited('mqa', 'gqa')],
};
