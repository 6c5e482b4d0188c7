import { cited } from '../papers.ts';
import { asked, projected } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const whyWo: LessonPage = {
  id: 'why-wo',
  scene: projected(['dog'], [[3, 5]], {
    wO: [
      [1, 1],
      [1, -1],
    ],
  }),
  points: 'step:output',
  predict: { tensor: 'output', index: [0, 0], digits: 0 },

  sources: [asked('poloclub/transformer-explainer', 71), ...cited('transformer')],
};
