// What a trace has beside its tensors: layers, windows and variances, also with two sequences and with mistakes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { refuses } from '../support/refuses.mjs';
import { smallScenes } from '../support/small-scenes.mjs';

const core = await loadCore();
const attend = (name) => core.attend(smallScenes[name]);
const namesOf = (trace, layer) => trace.steps.filter((step) => step.layer === layer).map(({ name }) => name);
const attention = ['q', 'k', 'v', 'scores', 'scaled', 'weights', 'z', 'output'];

/** The mean square of the distances from the mean, in double. */
function varianceOf(data) {
  const numbers = [...data].filter(Number.isFinite);
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / numbers.length;
}

describe('layers of a trace', () => {
  it('are counted, from 1, and every step and parameter says its own, from 0', () => {
    const [one, three] = [attend('plain'), attend('three layers')];
    assert.deepEqual([one.layers, three.layers], [1, 3]);
    assert.ok([...one.steps, ...one.parameters].every(({ layer }) => layer === 0));
    assert.deepEqual(namesOf(three, 0), ['tokens', 'x0', ...attention, 'y']);
    for (const layer of [1, 2]) assert.deepEqual(namesOf(three, layer), ['x', ...attention, 'y']);
    assert.deepEqual(
      three.parameters.map(({ name, layer }) => `${name} ${layer}`),
      ['E 0', ...[0, 1, 2].flatMap((layer) => ['w_q', 'w_k', 'w_v'].map((name) => `${name} ${layer}`))],
    );
  });
  it('x is what the layer before gave', () => {
    const trace = attend('three layers');
    for (const layer of [1, 2]) {
      assert.deepEqual(trace.tensor('x', { layer }), trace.tensor('y', { layer: layer - 1 }));
      const { formula, inputs } = trace.steps.find((step) => step.name === 'x' && step.layer === layer);
      assert.deepEqual(inputs, ['y']);
      assert.equal(formula.args[1].previous, true);
    }
    const plain = attend('three layers of attention alone');
    assert.deepEqual(plain.tensor('x', { layer: 1 }), plain.tensor('output', { layer: 0 }));
  });
  it('tensor gives the last layer that has it unless one is asked for', () => {
    const trace = attend('three layers');
    assert.deepEqual(trace.tensor('weights'), trace.tensor('weights', { layer: 2 }));
    assert.notDeepEqual(trace.tensor('weights'), trace.tensor('weights', { layer: 0 }));
    assert.deepEqual(trace.tensor('x0'), trace.tensor('x0', { layer: 0 }));
    assert.deepEqual(trace.tensor('w_q', { layer: 1, head: undefined }), trace.tensor('w_q', { layer: 1 }));
  });
  it('tensor takes a head of a layer', () => {
    const trace = attend('three layers');
    const { shape, data } = trace.tensor('weights', { layer: 1 });
    assert.deepEqual(trace.tensor('weights', { layer: 1, head: 1 }), {
      shape: shape.slice(1),
      data: data.slice(data.length / 2),
    });
  });
  it('an unknown layer is refused, with both numbers', () => {
    const trace = attend('three layers');
    for (const layer of [3, -1, 0.5, NaN, '1', null]) {
      refuses(() => trace.tensor('q', { layer }), 'out-of-range', 'q', String(layer), 2);
      refuses(() => trace.variance('q', { layer }), 'out-of-range', 'q', String(layer), 2);
      refuses(() => trace.scoreVariances({ layer }), 'out-of-range', 'q', String(layer), 2);
    }
    refuses(() => attend('plain').tensor('q', { layer: 1 }), 'out-of-range', 'q', 1, 0);
  });
  it('a tensor that only later layers have is refused with a list of the existing ones', () => {
    const trace = attend('three layers');
    assert.equal(trace.steps.find(({ name }) => name === 'x').layer, 1);
    refuses(() => trace.tensor('x', { layer: 0 }), 'unknown-tensor', 'x', 'layer 0', 'tokens, x0, q');
  });
  it('a window with an unknown key is refused', () => {
    assert.throws(() => attend('plain').tensor('q', { Layer: 0 }), { name: 'AttentionError', code: 'scene-form' });
  });
});

describe('two sequences', () => {
  it('keyTokens are the encoder’s, or the tokens themselves', () => {
    const [cross, self] = [attend('an encoder'), attend('plain')];
    assert.deepEqual(cross.keyTokens, ['el', 'gato', 'the']);
    assert.deepEqual(cross.tokens, ['the', 'cat', 'saw', 'the']);
    assert.deepEqual(self.keyTokens, self.tokens);
  });
  it('a sentence is cut by the scene’s tokenizer', () => {
    const scene = { ...smallScenes.plain, encoder: { sentence: 'El gato negro' }, tokenizer: { lowercase: true } };
    assert.deepEqual(core.attend(scene).keyTokens, ['el', 'gato', 'negro']);
  });
  it('T_q and T_k are their sizes, and axes tell them apart', () => {
    const trace = attend('an encoder');
    assert.deepEqual([trace.symbols.T_q, trace.symbols.T_k], [4, 3]);
    const axes = Object.fromEntries(trace.steps.map((step) => [step.name, step.axes.join(' ')]));
    assert.deepEqual([axes.tokens, axes.tokens_k], ['T_q', 'T_k']);
    assert.deepEqual([axes.q, axes.k, axes.weights], ['H T_q d_k', 'H_kv T_k d_k', 'H T_q T_k']);
  });
  it('words that both have are one row of E', () => {
    const trace = attend('an encoder');
    assert.deepEqual(trace.vocabulary, ['the', 'cat', 'saw', 'el', 'gato']);
    assert.deepEqual([...trace.tensor('tokens_k').data], [3, 4, 0]);
  });
});

describe('axes and symbols', () => {
  for (const [name, scene] of Object.entries(smallScenes)) {
    it(`with ${name}, every axis has the size that its symbol says`, () => {
      const trace = core.attend(scene);
      for (const { name: tensor, axes, shape } of [...trace.steps, ...trace.parameters]) {
        const sizes = axes.map((axis) =>
          axis === 'R_clip'
            ? 2 * trace.symbols.clip + 1
            : axis.split('·').reduce((size, letter) => size * trace.symbols[letter], 1),
        );
        assert.deepEqual(sizes, [...shape], `${tensor}: ${axes}`);
      }
    });
  }
  it('symbols hold what the new options set', () => {
    assert.equal(attend('relative positions').symbols.R, 7);
    assert.equal(attend('relative positions, causal').symbols.R, 4);
    assert.equal(attend('relative positions, clipped').symbols.clip, 2);
    assert.equal(attend('additive scores').symbols.d_a, 2);
    assert.equal(attend('sinusoidal positions').symbols.base, 50);
    assert.equal(attend('sinusoidal positions beside the words').symbols.d_word, 6);
    assert.equal(attend('sinusoidal positions beside the words').symbols.d_model, 10);
    assert.equal(attend('rounded weights').symbols.digits, 1);
    assert.deepEqual([attend('a window mask').symbols.before, attend('a window mask').symbols.after], [1, 1]);
    assert.equal(attend('a padding mask').symbols.length, 2);
    assert.equal(attend('a whole block').symbols.d_ff, 5);
    assert.equal(attend('a whole block').symbols.epsilon, 1e-5);
    assert.equal(attend('three layers').symbols.layers, 3);
  });
});

describe('trace.variance', () => {
  it('is the population variance of a tensor, of a head, of a layer', () => {
    const trace = attend('three layers');
    for (const name of ['q', 'scores', 'output', 'w_v']) {
      const expected = varianceOf(trace.tensor(name).data);
      assert.ok(Math.abs(trace.variance(name) - expected) <= 1e-12 * expected, name);
    }
    const window = { layer: 1, head: 1 };
    assert.ok(Math.abs(trace.variance('q', window) - varianceOf(trace.tensor('q', window).data)) < 1e-12);
    assert.notEqual(trace.variance('q', { layer: 0 }), trace.variance('q'));
  });
  it('leaves −∞ out', () => {
    const trace = attend('a causal mask');
    const expected = varianceOf(trace.tensor('masked').data);
    assert.ok(Math.abs(trace.variance('masked') - expected) <= 1e-12 * expected);
  });
  it('the sums of rows: every row, of one head or of all, with NaN', () => {
    const trace = attend('plain');
    const { shape, data } = trace.rowSums('q');
    const q = trace.tensor('q');
    const width = q.shape.at(-1);
    assert.deepEqual(shape, q.shape.slice(0, -1));
    for (const [row, sum] of data.entries()) {
      const expected = q.data.subarray(row * width, (row + 1) * width).reduce((all, x) => Math.fround(all + x), 0);
      assert.equal(sum, Math.fround(expected));
    }
    assert.deepEqual(trace.rowSums('q', { head: 0 }).data, data.slice(0, shape[1]));
    const scene = { ...smallScenes.plain, parameters: { kind: 'random', init: 'normal', seed: 1, std: 30 } };
    const overflowing = core.attend({ ...scene, mistake: 'overflow-softmax' });
    const weights = overflowing.tensor('weights');
    const finite = overflowing.rowSums('weights').data;
    for (const [row, sum] of finite.entries()) {
      const cells = weights.data.subarray(row * weights.shape[2], (row + 1) * weights.shape[2]);
      assert.equal(Number.isFinite(sum), cells.every(Number.isFinite));
    }
    refuses(() => attend('plain').rowSums('q', { head: 9 }), 'out-of-range', 'q', 9, 1);
  });
  it('refuses a name there is none of', () => {
    refuses(() => attend('plain').variance('masked'), 'unknown-tensor', 'masked', 'weights');
    refuses(() => attend('plain').variance('q', { head: 2 }), 'out-of-range', 'q', 2, 1);
  });
});

describe('trace.scoreVariances', () => {
  /** The variance of the products over the first 1, 2, … d_k numbers, of all heads. */
  function expected(trace) {
    const [q, k] = ['q', 'k'].map((name) => trace.tensor(name));
    const [H, rows, dK] = q.shape;
    const [kvHeads, columns] = k.shape;
    return Array.from({ length: dK }, (_, last) => {
      const products = [];
      for (let h = 0; h < H; h += 1) {
        for (let i = 0; i < rows; i += 1) {
          for (let j = 0; j < columns; j += 1) {
            let sum = 0;
            for (let c = 0; c <= last; c += 1) {
              const kv = Math.floor(h / (H / kvHeads));
              sum += q.data[(h * rows + i) * dK + c] * k.data[(kv * columns + j) * dK + c];
            }
            products.push(sum);
          }
        }
      }
      return varianceOf(products);
    });
  }
  for (const name of ['plain', 'shared key/value heads', 'an encoder', 'three layers', 'q, k and v themselves']) {
    it(`with ${name}, is what the dot products of the first numbers vary by`, () => {
      const trace = attend(name);
      const { shape, data } = trace.scoreVariances();
      const should = expected(trace);
      assert.deepEqual(shape, [should.length]);
      for (const [at, number] of data.entries()) {
        assert.ok(Math.abs(number - should[at]) <= 1e-5 * Math.max(...should), `${at}: ${number}, ${should[at]}`);
      }
    });
  }
  it('ends with the variance of the scores themselves: 2.9059 in The cat sat on the mat', () => {
    const trace = core.attend(lessons['scaling-and-masks'].scene);
    assert.ok(Math.abs(trace.scoreVariances().data.at(-1) - 2.9059453138911335) < 1e-6);
    assert.ok(Math.abs(trace.variance('scores') - 2.9059453138911335) < 1e-6);
    assert.ok(Math.abs(trace.variance('scaled') - 0.3632431642363916) < 1e-6);
  });
  it('grows with d_k where q and k are drawn', () => {
    const trace = core.attend({
      version: 1,
      tokens: Array.from({ length: 30 }, (_, at) => `w${at}`),
      embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 64 },
      parameters: { kind: 'identity' },
      attention: { heads: 1 },
    });
    const { data } = trace.scoreVariances();
    assert.ok(data[63] > 10 * data[3] && data[15] > data[3], data);
  });
  it('takes a layer; without a q there is nothing to say', () => {
    const trace = attend('three layers');
    assert.notDeepEqual(trace.scoreVariances({ layer: 0 }), trace.scoreVariances({ layer: 1 }));
    refuses(() => attend('given scores').scoreVariances(), 'unknown-tensor', 'q', '"q"');
  });
});

describe('a trace with a mistake', () => {
  it('may hold NaN where the right one is finite', () => {
    const scene = { ...smallScenes['overflow-softmax'], attention: { heads: 2, scale: 2000 } };
    const wrong = core.attend(scene).tensor('weights').data;
    assert.ok(wrong.some(Number.isNaN));
    assert.ok(
      core
        .attend({ ...scene, mistake: null })
        .tensor('weights')
        .data.every(Number.isFinite),
    );
  });
  it('differs from the right one only from where the mistake is made', () => {
    const first = {
      'whole-matrix-softmax': 'weights',
      'wrong-axis-values': 'weighted',
      'no-transpose': 'scores',
      'no-scale': 'blocked',
      'model-scale': 'scaled',
      'zero-mask': 'masked',
      'mask-after-softmax': 'weights',
      'swapped-qk': 'scores',
    };
    for (const [mistake, step] of Object.entries(first)) {
      const wrong = core.attend(smallScenes[mistake]);
      const right = core.attend({ ...smallScenes[mistake], mistake: null });
      const names = namesOf(wrong, 0);
      for (const name of names.slice(0, names.indexOf(step))) {
        assert.deepEqual(wrong.tensor(name), right.tensor(name), `${mistake}: ${name}`);
      }
      assert.notDeepEqual(wrong.tensor('output'), right.tensor('output'), mistake);
    }
  });
});

describe('trace.dispose', () => {
  it('ends variances too', () => {
    const trace = attend('plain');
    trace.dispose();
    refuses(() => trace.variance('q'), 'disposed', '', 'disposed');
    refuses(() => trace.scoreVariances(), 'disposed', '', 'disposed');
  });
});
