import type { Scene } from '../../scene/types.ts';

export const itsSnowing: Scene = {
  version: 1,
  tokens: ["It's", 'snowing', 'outside'],
  embedding: {
    kind: 'given',
    x: [
      [0.3, 0.8, -0.3],
      [-0.9, -0.1, 0],
      [1, -0.2, 0.3],
    ],
  },
  parameters: {
    kind: 'given',
    wQ: [
      [0.27, 0.14],
      [0.24, 0.09],
      [0.56, 0.84],
    ],
    wK: [
      [0.1, 0.69],
      [0.38, 0.63],
      [0.91, 0.01],
    ],
    wV: [
      [0.81, 0.8],
      [0.67, 0.98],
      [0.04, 0.3],
    ],
  },
  attention: { heads: 1 },
  view: { digits: 3, focus: 0, lesson: 'its-snowing' },
};
