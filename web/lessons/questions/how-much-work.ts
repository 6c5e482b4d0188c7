import { cited } from '../papers.ts';
import { inQuestions } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const howMuchWork: LessonPage = {
  id: 'how-much-work',
  scene: inQuestions({
    version: 1,
    sentence: 'We read long books',
    embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 8 },
    parameters: { kind: 'random', init: 'xavier', seed: 1 },
    attention: { heads: 1 },
    view: { focus: 0 },
  }),
  points: 'control:sentence',

  until: { tensor: 'scores', row: 7, column: 7, atLeast: -1000 },
  sources: [...cited('transformer')],
};
