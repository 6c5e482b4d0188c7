import { scored } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const doWeightsExplain: LessonPage = {
  id: 'do-weights-explain',
  scene: scored(['the', 'cat'], {
    scores: [
      [2.1972246, 0],
      [0, 0],
    ],
    v: [[0], [10]],
  }),
  points: 'step:z',
  predict: { tensor: 'z', index: [0, 0, 0], choices: [1, 5, 9], digits: 2 },

  sources: [
    { title: 'Wiegreffe & Pinter 2019, Attention is not not Explanation', url: 'https://arxiv.org/abs/1908.04626' },
  ],
};
