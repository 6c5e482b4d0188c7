// Small scenes in which every option of `attend` is on in one and off in another.
import { lessons } from 'self-attention/lessons';
import { defaultScene } from 'self-attention/scene';
import { masksWith } from './masks.mjs';
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

const encoder = { tokens: ['el', 'gato', 'the'] };
const causal = { kind: 'causal' };
const around = { residual: true, norm: 'layer', feedForward: { width: 5, activation: 'relu' } };
/** The matrices of a given scene, without their kind. */
const matrices = (options) => {
  const { kind: _, ...all } = given(options).parameters;
  return all;
};
export const painted = {
  kind: 'painted',
  visible: [
    [1, 0, 0, 1],
    [0, 0, 0, 0],
    [1, 1, 1, 1],
    [0, 1, 0, 0],
  ],
};
/** One of every kind, for four tokens. */
export const masks = masksWith({ count: (least) => least + 1, visible: () => painted.visible });
// Numbers of their own, so that the other scenes keep theirs.
const randomOfLayers = generator(8);
const ofLayer = (count, columns) =>
  Array.from({ length: count }, () => Array.from({ length: columns }, () => randomOfLayers() * 2 - 1));
/** Rows of weights. Float32 cannot hold thirds, so that they add up to 1 nearly. */
const shares = (count, columns) =>
  ofLayer(count, columns).map((numbers) => {
    const positive = numbers.map(Math.abs);
    const sum = positive.reduce((all, number) => all + number, 0);
    return positive.map((number) => Math.fround(number / sum));
  });
/** Three layers of somebody else's model, with keys of another sequence. `tensors` makes those of each. */
const layered = (tensors, attention) => ({
  ...scene({ encoder, parameters: { kind: 'none' }, attention: { heads: 2, ...attention } }),
  embedding: {
    kind: 'qkv',
    layers: ['first', 'second', 'third'].map((name) => ({
      name,
      heads: ['one', 'two'],
      ...Object.fromEntries(Object.entries(tensors).map(([key, make]) => [key, make()])),
    })),
  },
});
/** T_k = d_k = d_v, so that every mistake applies. */
const square = (mistake) =>
  scene({
    tokens: ['a', 'b', 'c'],
    parameters: { ...parameters, dK: 3, dV: 3 },
    attention: { heads: 2, mask: causal },
    mistake,
  });

/** Given inputs and parameters: T tokens, d_model, heads and their widths. */
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
  'words that the table lacks': {
    ...defaultScene,
    sentence: 'I asked the robot to say hello to my grandmother because it loves you',
  },
  'learned words': {
    ...defaultScene,
    sentence: 'I love my robot',
    embedding: {
      ...defaultScene.embedding,
      version: 2,
      learned: { robot: [0.4, 0.8, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.2, 0, 0, 0] },
    },
    view: {},
  },
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

  'sinusoidal positions': scene({ positions: { kind: 'sinusoidal', base: 50 } }),
  'sinusoidal positions beside the words': scene({ positions: { kind: 'sinusoidal', join: 'concat', width: 4 } }),
  'sinusoidal positions alone': scene({
    embedding: { kind: 'zero', dModel: 6 },
    positions: { kind: 'sinusoidal' },
  }),
  'learned positions': scene({ positions: { kind: 'learned', seed: 3, std: 0.2 } }),
  'learned positions, given': scene({ positions: { kind: 'learned', rows: rows(6, 6) } }),
  'rotary positions': scene({ positions: { kind: 'rope' }, parameters: { ...parameters, dK: 4 } }),
  'rotary positions on halves': scene({
    positions: { kind: 'rope', pairs: 'halves' },
    parameters: { ...parameters, dK: 4 },
  }),
  ALiBi: scene({ positions: { kind: 'alibi' } }),
  "ALiBi with its code's slopes": scene({
    embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 6 },
    positions: { kind: 'alibi', slopes: 'reference' },
    attention: { heads: 3 },
  }),
  'relative positions': scene({ positions: { kind: 'relative' } }),
  'relative positions, causal': scene({
    positions: { kind: 'relative', std: 1 },
    attention: { heads: 2, mask: causal },
  }),
  'a matrix added to the scores': scene({ positions: { kind: 'given', rows: rows(4, 4, 2) } }),
  'relative positions, clipped': scene({ positions: { kind: 'relative', clip: 2 } }),
  'ids of a table': scene({ tokens: ['2', '0', '2'], embedding: { kind: 'ids', rows: rows(3, 4) } }),
  'q, k and v themselves': scene({
    embedding: { kind: 'qkv', q: rows(4, 6), k: rows(4, 6), v: rows(4, 2) },
    parameters: { kind: 'none' },
  }),
  'layers of q, k and v': layered({ q: () => ofLayer(4, 6), k: () => ofLayer(3, 6), v: () => ofLayer(3, 4) }, {}),
  'layers with relative positions': {
    ...layered({ q: () => ofLayer(4, 6), k: () => ofLayer(3, 6), v: () => ofLayer(3, 4) }, {}),
    positions: { kind: 'relative' },
  },
  'layers of scores': layered(
    { scores: () => [ofLayer(4, 3), ofLayer(4, 3)], v: () => ofLayer(3, 2) },
    { score: 'given' },
  ),
  'layers of weights': layered(
    { weights: () => [shares(4, 3), shares(4, 3)], v: () => ofLayer(3, 2) },
    { score: 'weights' },
  ),
  'weights without values': layered(
    { weights: () => [shares(4, 3), shares(4, 3)] },
    { score: 'weights', roundWeights: 1 },
  ),
  'additive scores': scene({
    parameters: { ...parameters, dA: 2 },
    attention: { heads: 4, kvHeads: 2, score: 'additive' },
    embedding: { ...embedding, dModel: 8 },
  }),
  'general scores': attending({ score: 'general', kvHeads: 1 }),
  'cosine scores': attending({ score: 'cosine', scale: 3 }),
  'cosines of nothing': scene({ embedding: { kind: 'zero', dModel: 6 }, attention: { heads: 2, score: 'cosine' } }),
  'given scores': attending({ score: 'given', scores: rows(4, 4, 3) }),
  ...Object.fromEntries(masks.map((mask) => [`a ${mask.kind} mask`, attending({ mask })])),
  sparsemax: attending({ normalizer: 'sparsemax', temperature: 0.3 }),
  'sparsemax and a painted mask': attending({ normalizer: 'sparsemax', mask: painted }),
  'rounded weights': attending({ roundWeights: 1 }),
  'weighted values': attending({ weightedValues: true, roundWeights: 2, kvHeads: 1 }),
  'an encoder': scene({ encoder }),
  'an encoder, placed': scene({
    encoder,
    positions: { kind: 'sinusoidal', join: 'concat' },
    attention: { heads: 2, mask: causal },
  }),
  'an encoder of fewer words, causal from the bottom right': scene({
    encoder,
    attention: { heads: 2, mask: { kind: 'causal', align: 'bottomRight' } },
  }),
  'an encoder of more words, causal from the bottom right': scene({
    encoder: { tokens: ['a', 'b', 'c', 'd', 'e', 'f'] },
    attention: { heads: 2, mask: { kind: 'causal', align: 'bottomRight' } },
  }),
  'an encoder and learned positions': scene({
    encoder: { tokens: ['a', 'b', 'c', 'd', 'e'] },
    positions: { kind: 'learned' },
  }),
  'an encoder and relative positions': scene({ encoder, positions: { kind: 'relative' } }),
  'an encoder of given rows': {
    ...given({ T: 2 }),
    encoder: { tokens: ['k0', 'k1', 'k2'], x: rows(3, 5) },
  },
  'a residual': scene({ block: { residual: true } }),
  'a norm after': scene({ block: { norm: 'layer' } }),
  'a root mean square before': scene({
    block: { norm: 'rms', place: 'pre', feedForward: { width: 3, activation: 'gelu' } },
  }),
  'a whole block': scene({ parameters: { ...parameters, biases: true, output: true }, block: around }),
  'a whole block, norms before': scene({ block: { ...around, place: 'pre' } }),
  'a whole block of root mean squares': scene({ block: { ...around, norm: 'rms' } }),
  'three layers': scene({ layers: 3, block: { residual: true } }),
  'three layers of attention alone': scene({ layers: 3, positions: { kind: 'relative' } }),
  'layers and an encoder': scene({ layers: 2, encoder, block: { ...around, place: 'pre' } }),
  'a stack of given matrices': {
    ...given({ dModel: 4 }),
    parameters: { kind: 'stack', layers: [matrices({ dModel: 4 }), matrices({ dModel: 4 })] },
    layers: 2,
  },
  'whole-matrix-softmax': square('whole-matrix-softmax'),
  'wrong-axis-values': square('wrong-axis-values'),
  'no-transpose': square('no-transpose'),
  'no-scale': square('no-scale'),
  'model-scale': square('model-scale'),
  'zero-mask': square('zero-mask'),
  'mask-after-softmax': square('mask-after-softmax'),
  'overflow-softmax': square('overflow-softmax'),
  'swapped-qk': square('swapped-qk'),
};
