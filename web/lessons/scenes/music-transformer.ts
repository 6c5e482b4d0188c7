import type { Scene } from '../../scene/types.ts';

const names = ['C', 'C♯', 'D', 'D♯', 'E', 'F', 'F♯', 'G', 'G♯', 'A', 'A♯', 'B'];

/** L = 40 vectors of D = 144 numbers in [−1, 1), parameters in [0, 1), 12 heads. The document draws without a seed. */
export const musicTransformer: Scene = {
  version: 1,
  tokens: Array.from(
    { length: 40 },
    (_, note) => `${names[note % names.length]}${2 + Math.floor(note / names.length)}`,
  ),
  embedding: { kind: 'random', distribution: 'uniform', seed: 1, dModel: 144 },
  parameters: { kind: 'random', init: 'uniform', seed: 1, low: 0 },
  attention: { heads: 12 },
  view: { focus: 0, lesson: 'music-transformer' },
};
