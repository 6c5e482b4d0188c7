// The formula of a gradient, evaluated cell by cell, gives the gradient's numbers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { loadTraining } from 'self-attention/training';
import { evaluate, indicesOf, nodesOf, numbersOf, operators } from '../support/evaluate.mjs';

const core = await loadCore();
const training = await loadTraining();

const scene = (change = {}) => ({
  version: 1,
  tokens: ['a', 'b', 'a', 'c'],
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 8 },
  parameters: { kind: 'random', init: 'xavier', seed: 2, biases: true, output: true },
  attention: { heads: 2 },
  ...change,
});
const causal = { kind: 'causal' };
const shared = (change) => scene({ attention: { heads: 4, kvHeads: 2, ...change } });
const block = (change, activation) => ({
  layers: 2,
  block: { residual: true, ...change, feedForward: { width: 5, activation } },
});

const scenes = {
  'projections with biases and w_o': scene(),
  'heads that are merged alone': scene({ parameters: { kind: 'random', init: 'xavier', seed: 2 } }),
  'shared key/value heads, softcap, temperature and a mask': shared({ softcap: 2, temperature: 0.7, mask: causal }),
  'additive scores': shared({ score: 'additive' }),
  'general scores': shared({ score: 'general' }),
  'cosine scores': shared({ score: 'cosine' }),
  'plain dot products': shared({ score: 'dot' }),
  'a scale of its own': scene({ attention: { heads: 2, scale: 0.3 } }),
  'values times their weights': shared({ weightedValues: true }),
  sparsemax: scene({ attention: { heads: 2, normalizer: 'sparsemax', temperature: 0.5, mask: causal } }),
  'learned positions, layer norm before, GELU': scene({
    positions: { kind: 'learned' },
    ...block({ norm: 'layer', place: 'pre' }, 'gelu'),
  }),
  'sinusoidal positions, RMS norm after, ReLU': scene({
    positions: { kind: 'sinusoidal' },
    ...block({ norm: 'rms' }, 'relu'),
  }),
  'positions beside the words': scene({ positions: { kind: 'sinusoidal', join: 'concat', width: 4 } }),
  'rotary positions': scene({ positions: { kind: 'rope' } }),
  'rotary positions on halves': scene({ positions: { kind: 'rope', pairs: 'halves' } }),
  ALiBi: scene({ positions: { kind: 'alibi' }, attention: { heads: 2, mask: causal } }),
  'relative positions in two layers': scene({ positions: { kind: 'relative' }, layers: 2 }),
  'relative positions that are clipped': scene({
    positions: { kind: 'relative', clip: 2 },
    attention: { heads: 2, mask: causal },
  }),
  'an encoder, learned positions and two layers': scene({
    encoder: { tokens: ['x', 'a', 'y', 'z', 'b'] },
    positions: { kind: 'learned' },
    layers: 2,
    block: { residual: true },
  }),
};

/** The values that `lookup` finds for a loss. */
function lookedUp(loss, trace) {
  if (loss.kind !== 'crossEntropy') return (_, [row, column]) => loss.target[row][column];
  const last = trace.tensor(trace.steps.at(-1).name);
  const [rows, width] = last.shape;
  const E = loss.unembedding === 'tied' ? trace.tensor('E') : undefined;
  const column = (m, t) => (E === undefined ? loss.unembedding[m][t] : E.data[t * width + m]);
  const V = E === undefined ? loss.unembedding[0].length : E.shape[0];
  const counted = loss.targets.filter((target) => target !== null).length;
  const off = Array.from({ length: rows }, (_, row) => {
    const logits = Array.from({ length: V }, (_, t) =>
      Array.from({ length: width }).reduce((sum, _, m) => sum + last.data[row * width + m] * column(m, t), 0),
    );
    const sum = logits.reduce((all, logit) => all + Math.exp(logit), 0);
    const target = loss.targets[row];
    return logits.map((logit, t) => (target === null ? 0 : (Math.exp(logit) / sum - (t === target ? 1 : 0)) / counted));
  });
  return (place, [a, b]) => (place === 'off' ? off[a][b] : column(a, b));
}

function checkFormulas(whole, loss) {
  const trace = core.attend(whole);
  const gradient = training.gradient(whole, loss);
  const tensors = numbersOf(trace);
  const gradients = numbersOf({ layers: trace.layers, tensor: (name, window) => gradient.tensor(name, window) });
  const read = (name, index, layer) =>
    name.startsWith('∂') ? gradients(name.slice(1), index, layer) : tensors(name, index, layer);
  const look = lookedUp(loss, trace);
  const { symbols, steps } = gradient;
  for (const { name, layer, formula, shape } of steps) {
    const { shape: own, data } = gradient.tensor(name, { layer });
    assert.deepEqual(shape, own, name);
    const [left, right] = formula.args;
    assert.deepEqual([formula.op, left.name], ['equals', `∂${name}`]);
    for (const node of nodesOf(formula))
      assert.ok(['number', 'symbol', 'index', 'tensor', 'sum', ...operators].includes(node.op), node.op);
    const largest = Math.max(...data.map(Math.abs));
    let at = 0;
    for (const index of indicesOf(shape)) {
      const letters = Object.fromEntries(left.index.map((letter, axis) => [letter.name, index[axis]]));
      const { value } = evaluate(right, { letters, symbols, read, look, layer });
      const is = data[at];
      assert.ok(
        Math.abs(value - is) <= 1e-5 * largest + 1e-6,
        `∂${name}[${index}] is ${is}, its formula gives ${value}`,
      );
      at += 1;
    }
  }
  return steps;
}

describe('every gradient’s formula, evaluated, gives its numbers', () => {
  for (const [title, whole] of Object.entries(scenes)) {
    it(title, () => {
      const trace = core.attend(whole);
      const [rows, columns] = trace.tensor(trace.steps.at(-1).name).shape;
      const target = Array.from({ length: rows }, (_, i) =>
        Array.from({ length: columns }, (_, j) => Math.sin(3 * i + j)),
      );
      checkFormulas(whole, { kind: 'output', target });
    });
  }
  it('of painted weights, of one head', () => {
    const target = [
      [1, 0, 0, 0],
      [0.25, 0.75, 0, 0],
      [0, 0, 0, 0],
      [0, 0.5, 0, 0.5],
    ];
    const whole = scene({ layers: 2, block: { residual: true } });
    checkFormulas(whole, { kind: 'weights', target, head: 1, layer: 0 });
    const steps = checkFormulas(whole, { kind: 'weights', target });
    assert.deepEqual(
      steps.slice(0, 5).map(({ name, layer }) => `${name} ${layer}`),
      ['weights 1', 'scaled 1', 'scores 1', 'k 1', 'q 1'],
    );
  });
  it('of what is said, through an unembedding of its own or the embedding’s', () => {
    const targets = [1, null, 0, 2];
    const unembedding = Array.from({ length: 8 }, (_, i) => Array.from({ length: 5 }, (_, j) => Math.cos(2 * i + j)));
    for (const layers of [1, 2]) {
      const whole = scene({ layers, block: { residual: true } });
      checkFormulas(whole, { kind: 'crossEntropy', targets, unembedding });
      checkFormulas(whole, { kind: 'crossEntropy', targets, unembedding: 'tied' });
    }
  });
});

describe('the Jacobian’s formula, evaluated, gives its numbers', () => {
  const masked = { heads: 2, mask: causal };
  for (const [title, attention, read] of [
    ['of a softmax', { heads: 2 }, 'scaled'],
    ['of a softmax with a temperature, behind a mask', { ...masked, temperature: 0.7 }, 'masked'],
    ['of a sparsemax', { heads: 2, normalizer: 'sparsemax' }, 'scaled'],
    [
      'of a sparsemax with a temperature, behind a mask',
      { ...masked, normalizer: 'sparsemax', temperature: 0.5 },
      'masked',
    ],
  ]) {
    it(title, () => {
      const whole = scene({ attention, layers: 2, block: { residual: true } });
      const trace = core.attend(whole);
      const target = [[1, 0, 0, 0], ...Array(3).fill([0, 0, 0, 0])];
      const gradient = training.gradient(whole, { kind: 'weights', target });
      const tensors = numbersOf(trace);
      let sum = 0;
      for (const layer of [0, 1]) {
        for (const [head, row] of indicesOf([2, 4])) {
          const { shape, data, formula } = gradient.jacobian({ layer, head, row });
          const [left, right] = formula.args;
          assert.deepEqual([formula.op, left.name, left.index.length], ['equals', `∂weights/∂${read}`, 4]);
          for (const [j, other] of indicesOf(shape)) {
            const letters = { h: head, i: row, j, "j'": other };
            const { value } = evaluate(right, { letters, symbols: gradient.symbols, read: tensors, layer });
            const is = data[j * 4 + other];
            assert.ok(
              Math.abs(value - is) <= 1e-6,
              `[${head}, ${row}, ${j}, ${other}] is ${is}, its formula gives ${value}`,
            );
            sum += Math.abs(is);
          }
        }
      }
      assert.ok(sum > 1, 'numbers that are not all 0');
    });
  }
});

describe('the steps of a gradient', () => {
  it('go against the data flow, each from the one before it', () => {
    const steps = checkFormulas(scenes['projections with biases and w_o'], {
      kind: 'output',
      target: Array.from({ length: 4 }, () => Array(8).fill(0.5)),
    });
    assert.deepEqual(
      steps.map(({ name }) => name),
      [
        'output',
        'z',
        'weights',
        'scaled',
        'scores',
        'v',
        'k',
        'q',
        'x0',
        'E',
        'w_q',
        'b_q',
        'w_k',
        'b_k',
        'w_v',
        'b_v',
        'w_o',
        'b_o',
      ],
    );
    const known = new Set();
    for (const { name, inputs } of steps) {
      for (const input of inputs.filter((one) => one.startsWith('∂'))) assert.ok(known.has(input), `${name}: ${input}`);
      known.add(`∂${name}`);
    }
    assert.deepEqual(steps[4].inputs, ['∂scaled']);
  });
});
