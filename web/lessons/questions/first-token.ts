import { scored } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const firstToken: LessonPage = {
  id: 'first-token',
  scene: scored(['The', 'dog', 'saw', 'me'], {
    scores: [
      [1, 0, 0, 0],
      [3, 0, 0, 0],
      [4, 0, 0, 0],
      [6, 0, 0, 0],
    ],
    v: [[0], [4], [8], [2]],
    focus: 3,
  }),
  points: 'step:weights',
  predict: { tensor: 'weights', index: [0, 3, 0], choices: [0.25, 0.5, 0.99], digits: 2 },

  sources: [
    { title: 'Barbero et al. 2025, Why do LLMs attend to the first token?', url: 'https://arxiv.org/abs/2504.02732' },
    { title: 'Miller 2023, Attention Is Off By One', url: 'https://www.evanmiller.org/attention-is-off-by-one.html' },
  ],
};
