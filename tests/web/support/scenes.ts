import type { Scene } from '../../../web/scene/types.ts';

/** A fragment that holds a whole scene. */
export const whole = (made: Scene): string => `#scene=${encodeURIComponent(JSON.stringify(made))}`;

/** Six tokens, drawn. */
export const drawn: Scene = {
  version: 1,
  sentence: 'the cat sat on the mat',
  embedding: { kind: 'random', distribution: 'normal', seed: 7, dModel: 12 },
  parameters: { kind: 'random', init: 'xavier', seed: 1 },
  attention: { heads: 2 },
};

/** Scenes in which much of the family is seen at once: most groups of controls are open in them. */
export const families: Readonly<Record<string, Scene>> = {
  'layers and blocks': {
    ...drawn,
    positions: { kind: 'sinusoidal', join: 'concat' },
    block: { residual: true, norm: 'rms', place: 'pre', feedForward: { width: 24, activation: 'gelu' } },
    layers: 3,
  },
  'a second sentence, painted': {
    ...drawn,
    encoder: { sentence: 'a king and his queen' },
    positions: { kind: 'relative', clip: 2 },
    attention: {
      heads: 2,
      score: 'additive',
      normalizer: 'sparsemax',
      roundWeights: 2,
      weightedValues: true,
      mask: { kind: 'painted', visible: Array.from({ length: 6 }, (_, i) => [1, 0, 1, 1, i % 2]) },
    },
  },
  'a mistake': {
    ...drawn,
    attention: { heads: 2, mask: { kind: 'window', before: 2, after: 0 } },
    mistake: 'mask-after-softmax',
  },
};
