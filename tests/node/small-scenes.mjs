// Small scenes in which every option of `attend` is on at least once and off at least once.
import { lessons } from 'self-attention/lessons';
import { defaultScene } from 'self-attention/scene';
import { generator } from './scenes.mjs';

const random = generator(7);
export const row = (columns, size = 1) => Array.from({ length: columns }, () => (random() * 2 - 1) * size);
export const rows = (count, columns, size = 1) => Array.from({ length: count }, () => row(columns, size));

const tokens = ['the', 'cat', 'saw', 'the'];
const embedding = { kind: 'random', distribution: 'uniform', seed: 3, dModel: 6 };
const parameters = { kind: 'random', init: 'normal', seed: 4 };
const scene = (changes) => ({ version: 1, tokens, embedding, parameters, attention: { heads: 2 }, ...changes });
const attending = (attention) => scene({ attention: { heads: 2, ...attention } });
const learned = (changes) => scene({ parameters: { ...parameters, ...changes } });

/** Inputs and parameters of one's own: T tokens, d_model, heads, their widths. */
export function given({
  T = 4,
  dModel = 5,
  heads = 2,
  kvHeads = heads,
  dK = 3,
  dV = 2,
  biases = false,
  output = false,
  ...attention
}) {
  return {
    version: 1,
    tokens: Array.from({ length: T }, (_, at) => `t${at % 3}`),
    embedding: { kind: 'given', x: rows(T, dModel) },
    parameters: {
      kind: 'given',
      wQ: rows(dModel, heads * dK),
      wK: rows(dModel, kvHeads * dK),
      wV: rows(dModel, kvHeads * dV),
      ...(biases && { bQ: row(heads * dK), bK: row(kvHeads * dK), bV: row(kvHeads * dV) }),
      ...(output && { wO: rows(heads * dV, dModel) }),
      ...(output && biases && { bO: row(dModel) }),
    },
    attention: { heads, ...(kvHeads !== heads && { kvHeads }), ...attention },
  };
}

export const smallScenes = {
  'the default': defaultScene,
  'Illustrated self-attention': lessons.illustrated.scene,
  "It's snowing outside": lessons['its-snowing'].scene,
  plain: scene({}),
  'dot scores': attending({ score: 'dot' }),
  'a scale': attending({ scale: 0.3 }),
  'a softcap': attending({ softcap: 0.7 }),
  'dot scores and a softcap': attending({ score: 'dot', softcap: 2 }),
  'a causal mask': attending({ mask: { kind: 'causal' } }),
  'dot scores and a causal mask': attending({ score: 'dot', mask: { kind: 'causal' } }),
  'a temperature': attending({ temperature: 0.4 }),
  'everything that scores go through': attending({
    scale: -2,
    softcap: 1.5,
    mask: { kind: 'causal' },
    temperature: 2,
    kvHeads: 1,
  }),
  'one head': attending({ heads: 1 }),
  'shared key/value heads': attending({ heads: 6, kvHeads: 2 }),
  'one token': scene({ tokens: ['alone'] }),
  'one-hot rows': scene({ embedding: { kind: 'oneHot' }, attention: { heads: 1 } }),
  'wide one-hot rows': scene({ embedding: { kind: 'oneHot', dModel: 8 } }),
  'a table of its own': scene({ embedding: { kind: 'table', rows: { the: row(4), cat: row(4), saw: row(4) } } }),
  biases: learned({ biases: true }),
  'an output matrix': learned({ output: true }),
  'an output matrix and biases': learned({ biases: true, output: true }),
  'd_k ≠ d_v': learned({ dK: 5, dV: 2 }),
  'd_k ≠ d_v, an output matrix and biases': learned({ dK: 1, dV: 7, biases: true, output: true }),
  identity: scene({ parameters: { kind: 'identity' } }),
  'identity with an output matrix': scene({ parameters: { kind: 'identity', dK: 2, dV: 4, output: true } }),
  'given matrices': given({}),
  'given everything': given({ heads: 4, kvHeads: 2, biases: true, output: true, mask: { kind: 'causal' }, softcap: 3 }),
};
