import { cited } from '../papers.ts';
import { inQuestions } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const whyScale: LessonPage = {
  id: 'why-scale',
  scene: inQuestions({
    version: 1,
    sentence: 'We read a long book today',
    embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 64 },
    parameters: { kind: 'random', init: 'xavier', seed: 1 },
    attention: { heads: 1, score: 'dot' },
    view: { focus: 1 },
  }),
  points: 'control:attention.score',
  predict: { tensor: 'weights', index: [0, 1, 0], choices: [0.17, 0.5, 0.99], digits: 2 },

  sources: [...cited('transformer')],
};
