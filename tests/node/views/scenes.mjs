// A small scene of every kind, which the views must be able to explain.
import { given, masks, painted } from '../support/small-scenes.mjs';

const tokens = ['the', 'cat', 'saw', 'the'];
const embedding = { kind: 'random', distribution: 'uniform', seed: 3, dModel: 4 };
const parameters = { kind: 'random', init: 'normal', seed: 4 };
const scene = ({ attention, ...changes } = {}) => ({
  version: 1,
  tokens,
  embedding,
  parameters,
  attention: { heads: 2, ...attention },
  ...changes,
});
const causal = { kind: 'causal' };
const encoder = { tokens: ['el', 'gato', 'la'] };
const one = { kind: 'random', init: 'normal', seed: 4, output: true };
const post = { residual: true, norm: 'layer', feedForward: { width: 5, activation: 'relu' } };
const pre = { residual: true, norm: 'rms', place: 'pre', feedForward: { width: 3, activation: 'gelu' } };
const scores = [
  [2, 4, 4],
  [1, 0, -1],
  [0, 0, 5],
];
const square = { heads: 1, mask: causal };
const three = { tokens: ['a', 'b', 'c'], embedding: { ...embedding, dModel: 3 } };

export const everyScene = {
  plain: scene({ attention: { mask: causal, temperature: 0.5, softcap: 3 } }),
  biases: given({ heads: 4, kvHeads: 2, biases: true, output: true, mask: causal }),
  ids: scene({
    tokens: ['2', '0'],
    embedding: {
      kind: 'ids',
      rows: [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    },
    attention: { heads: 1 },
  }),
  'only positions': scene({ embedding: { kind: 'zero', dModel: 4 }, positions: { kind: 'sinusoidal' } }),
  'positions beside': scene({ positions: { kind: 'sinusoidal', join: 'concat', width: 4, base: 100 } }),
  learned: scene({ positions: { kind: 'learned', seed: 2 } }),
  rope: scene({ positions: { kind: 'rope' } }),
  'rope on halves': scene({ positions: { kind: 'rope', pairs: 'halves' } }),
  alibi: scene({ positions: { kind: 'alibi' } }),
  "alibi's code": scene({
    positions: { kind: 'alibi', slopes: 'reference' },
    embedding: { ...embedding, dModel: 6 },
    attention: { heads: 3 },
  }),
  relative: scene({ positions: { kind: 'relative' } }),
  'relative and causal': scene({ positions: { kind: 'relative' }, attention: { mask: causal } }),
  'relative and clipped': scene({ positions: { kind: 'relative', clip: 1 } }),
  dot: scene({ attention: { score: 'dot' } }),
  additive: scene({ parameters: { ...parameters, dA: 3 }, attention: { score: 'additive' } }),
  general: scene({ attention: { score: 'general', kvHeads: 1 } }),
  cosine: scene({ attention: { score: 'cosine' } }),
  'cosine of nothing': scene({ embedding: { kind: 'zero', dModel: 4 }, attention: { score: 'cosine' } }),
  'given scores': {
    version: 1,
    tokens: ['a', 'b', 'c'],
    embedding: {
      kind: 'qkv',
      v: [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    },
    parameters: { kind: 'none' },
    attention: { heads: 1, score: 'given', scores },
  },
  ...Object.fromEntries(masks.map((mask) => [`a ${mask.kind} mask`, scene({ attention: { mask } })])),
  sparsemax: scene({ attention: { normalizer: 'sparsemax', mask: causal } }),
  'sparsemax of a hidden row': scene({ attention: { normalizer: 'sparsemax', mask: painted } }),
  'rounded and weighted': scene({ attention: { roundWeights: 1, weightedValues: true } }),
  encoder: scene({ encoder, positions: { kind: 'sinusoidal' }, attention: { mask: { kind: 'padding', length: 2 } } }),
  'encoder, relative': scene({ encoder, positions: { kind: 'relative' } }),
  'encoder in layers': scene({ encoder, parameters: one, block: { residual: true }, layers: 2 }),
  'a block': scene({ parameters: { ...one, biases: true }, block: post, layers: 2 }),
  'a block, norm first': scene({ parameters: one, block: pre, layers: 3, positions: { kind: 'rope' } }),
  'whole-matrix-softmax': scene({ attention: { mask: causal }, mistake: 'whole-matrix-softmax' }),
  'wrong-axis-values': scene({ ...three, attention: { heads: 1 }, mistake: 'wrong-axis-values' }),
  'no-transpose': scene({ ...three, attention: { heads: 1 }, mistake: 'no-transpose' }),
  'no-scale': scene({ mistake: 'no-scale' }),
  'model-scale': scene({ mistake: 'model-scale' }),
  'zero-mask': scene({ attention: { mask: causal }, mistake: 'zero-mask' }),
  'mask-after-softmax': scene({ attention: { mask: causal }, mistake: 'mask-after-softmax' }),
  'overflow-softmax': scene({ attention: { scale: 1000, mask: causal }, mistake: 'overflow-softmax' }),
  'swapped-qk': scene({ attention: square, mistake: 'swapped-qk' }),
};
