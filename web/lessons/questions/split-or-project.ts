import { cited } from '../papers.ts';
import { asked, projected } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const splitOrProject: LessonPage = {
  id: 'split-or-project',
  scene: projected(
    ['dog', 'cat'],
    [
      [1, 2],
      [3, 1],
    ],
    {
      wQ: [
        [1, 1],
        [1, -1],
      ],
    },
  ),
  points: 'step:q',
  predict: { tensor: 'q', index: [0, 0, 0], digits: 0 },

  sources: [asked('hyunwoongko/transformer', 15), ...cited('transformer')],
};
