import { cited } from '../papers.ts';
import { scored } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const whatVAdds: LessonPage = {
  id: 'what-v-adds',
  scene: scored(['dog', 'cat'], {
    scores: [
      [0, 0],
      [0, 2],
    ],
    v: [[8], [2]],
  }),
  points: 'step:z',
  predict: { tensor: 'z', index: [0, 0, 0], digits: 0 },

  sources: [...cited('transformer')],
};
