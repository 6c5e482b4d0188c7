import { cited } from '../papers.ts';
import { asked, inQuestions } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const addPositions: LessonPage = {
  id: 'add-positions',
  scene: inQuestions({
    version: 1,
    sentence: 'dog bites dog',
    embedding: { kind: 'oneHot' },
    parameters: { kind: 'identity' },
    attention: { heads: 1 },
    view: { focus: 2 },
  }),
  points: 'control:positions',
  predict: { tensor: 'weights', index: [0, 2, 1], choices: [0, 0.2, 0.5], digits: 2 },

  sources: [asked('datascience', 55901), ...cited('transformer', 'rope')],
};
