import type { Scene } from '../../scene/types.ts';

export const keysAndEncoder: Scene = {
  version: 1,
  tokens: ['decoder'],
  encoder: { tokens: ['state 1', 'state 2', 'state 3'] },
  embedding: {
    kind: 'qkv',
    v: [
      [0.21, 0.51, 1.25],
      [4.13, -41.3, 0.31],
      [3.2, 0.02, 9.44],
    ],
  },
  parameters: { kind: 'none' },
  attention: { heads: 1, score: 'given', scores: [[13, 9, 9]] },
  view: { digits: 4, focus: 0, lesson: 'keys-and-encoder' },
};
