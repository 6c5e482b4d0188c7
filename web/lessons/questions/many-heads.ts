import { cited } from '../papers.ts';
import { inQuestions } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const manyHeads: LessonPage = {
  id: 'many-heads',
  scene: inQuestions({
    version: 1,
    sentence: 'The animal was tired',
    tokenizer: { lowercase: true },
    embedding: { kind: 'table', table: 'meaning', missing: 'random', seed: 1 },
    positions: { kind: 'sinusoidal', base: 100, join: 'concat', width: 8 },
    parameters: { kind: 'handmade', table: 'meaning', heads: ['previous', 'first'] },
    attention: { heads: 2 },
    view: { focus: 3 },
  }),
  points: 'step:weights',
  predict: { tensor: 'weights', index: [1, 3, 0], choices: [0, 0.5, 1], digits: 2 },

  sources: [...cited('transformer')],
};
