// The trace that attend returns: its steps, its tensors, and their lifetime.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { coreAndMemory } from '../support/memory.mjs';
import { refuses } from '../support/refuses.mjs';
import { given, smallScenes } from '../support/small-scenes.mjs';

const core = await loadCore();
const { scene } = lessons.illustrated;
const namesOf = (trace) => trace.steps.map(({ name }) => name);
const allOf = (trace) => [...trace.steps, ...trace.parameters].map(({ name }) => [name, trace.tensor(name)]);
const first = ['tokens', 'x0', 'q', 'k', 'v', 'scores'];
const last = ['weights', 'z', 'output'];

describe('trace.steps', () => {
  const between = {
    plain: ['scaled'],
    'dot scores': [],
    'a scale': ['scaled'],
    'a softcap': ['scaled', 'capped'],
    'dot scores and a softcap': ['capped'],
    'a causal mask': ['scaled', 'blocked', 'mask', 'masked'],
    'dot scores and a causal mask': ['blocked', 'mask', 'masked'],
    'a temperature': ['scaled'],
    'everything that scores go through': ['scaled', 'capped', 'blocked', 'mask', 'masked'],
    ALiBi: ['scaled', 'biased'],
    'relative positions': ['qe', 'skewed', 'relative', 'related', 'scaled'],
    'cosine scores': ['scaled'],
    sparsemax: ['scaled', 'support', 'threshold'],
    'no-scale': ['blocked', 'mask', 'masked'],
  };
  for (const [name, steps] of Object.entries(between)) {
    it(`with ${name}, holds what is on, in the order of the data, and nothing that is off`, () => {
      assert.deepEqual(namesOf(core.attend(smallScenes[name])), [...first, ...steps, ...last]);
    });
  }
  it('names the axes, and each has the size that its symbol says', () => {
    const trace = core.attend(
      given({ T: 5, dModel: 7, heads: 6, kvHeads: 2, dK: 3, dV: 4, biases: true, output: true }),
    );
    const axes = Object.fromEntries(
      [...trace.steps, ...trace.parameters].map((item) => [item.name, item.axes.join(' ')]),
    );
    assert.deepEqual(axes, {
      tokens: 'T',
      x0: 'T d_model',
      q: 'H T_q d_k',
      k: 'H_kv T_k d_k',
      v: 'H_kv T_k d_v',
      scores: 'H T_q T_k',
      scaled: 'H T_q T_k',
      weights: 'H T_q T_k',
      z: 'H T_q d_v',
      output: 'T_q d_model',
      w_q: 'd_model H·d_k',
      b_q: 'H·d_k',
      w_k: 'd_model H_kv·d_k',
      b_k: 'H_kv·d_k',
      w_v: 'd_model H_kv·d_v',
      b_v: 'H_kv·d_v',
      w_o: 'H·d_v d_model',
      b_o: 'd_model',
    });
    const expected = { T: 5, T_q: 5, T_k: 5, V: 3, d_model: 7, H: 6, H_kv: 2, group: 3, d_k: 3, d_v: 4 };
    for (const [name, value] of Object.entries(expected)) assert.equal(trace.symbols[name], value, name);
    for (const { axes: letters, shape } of [...trace.steps, ...trace.parameters]) {
      const sizes = letters.map((axis) => axis.split('·').reduce((size, letter) => size * trace.symbols[letter], 1));
      assert.deepEqual(sizes, [...shape]);
    }
  });
  it('without w_o, gives the heads side by side as output', () => {
    const { steps } = core.attend(given({ heads: 2, dV: 3 }));
    assert.deepEqual(
      [steps.at(-1).axes, steps.at(-1).shape],
      [
        ['T_q', 'H·d_v'],
        [4, 6],
      ],
    );
  });
  for (const name of ['the default', 'plain', 'given everything', 'one-hot rows', 'an output matrix and biases']) {
    it(`with ${name}, says the shape of every tensor as the tensor itself has it`, () => {
      const trace = core.attend(smallScenes[name]);
      for (const { name: step, shape } of [...trace.steps, ...trace.parameters]) {
        const tensor = trace.tensor(step);
        assert.deepEqual(tensor.shape, shape, step);
        assert.equal(
          tensor.data.length,
          shape.reduce((size, extent) => size * extent, 1),
          step,
        );
      }
    });
  }
  it('carries H first in q k v z, also with one head', () => {
    const trace = core.attend(scene);
    for (const name of ['q', 'k', 'v', 'z', 'scores', 'weights']) assert.equal(trace.tensor(name).shape[0], 1, name);
  });
  it('symbols hold the temperature, the softcap and a scale that was given', () => {
    const { symbols } = core.attend(smallScenes['everything that scores go through']);
    assert.deepEqual([symbols.temperature, symbols.softcap, symbols.scale], [2, 1.5, -2]);
    assert.ok(!('scale' in core.attend(scene).symbols));
  });
});

describe('trace.tensor', () => {
  const trace = core.attend(given({ heads: 6, kvHeads: 2, biases: true, output: true }));
  const headed = ['q', 'k', 'v', 'scores', 'scaled', 'weights', 'z'];
  it('with { head } gives that head alone', () => {
    for (const name of headed) {
      const { shape, data } = trace.tensor(name);
      const size = data.length / shape[0];
      for (let head = 0; head < shape[0]; head += 1) {
        const window = trace.tensor(name, { head });
        assert.deepEqual(window, { shape: shape.slice(1), data: data.slice(head * size, (head + 1) * size) });
      }
    }
  });
  it('with { } or { head: undefined } gives all heads', () => {
    assert.deepEqual(trace.tensor('q', {}), trace.tensor('q'));
    assert.deepEqual(trace.tensor('q', { head: undefined }), trace.tensor('q'));
  });
  it('gives a copy of its own every time', () => {
    const one = trace.tensor('weights');
    one.data.fill(7);
    const other = trace.tensor('weights');
    assert.notEqual(other.data.buffer, one.data.buffer);
    assert.ok(other.data.every((weight) => weight <= 1));
    assert.equal(other.data.buffer.byteLength, other.data.byteLength);
  });
  it('refuses a name there is none of, and names those there are', () => {
    for (const name of ['Weights', 'masked', '', '__proto__', 'toString', 'x1', 'w_q ']) {
      refuses(() => trace.tensor(name), 'unknown-tensor', name, `"${name}"`, 'weights', 'w_q');
    }
    refuses(() => trace.tensor('nothing', { head: 0 }), 'unknown-tensor', 'nothing', 'weights');
  });
  it('refuses a name that is no string as one there is none of', () => {
    for (const name of [undefined, null, 5, {}, ['q']]) {
      assert.throws(() => trace.tensor(name), { name: 'AttentionError', code: 'unknown-tensor' });
    }
  });
  it('refuses a head beyond the last, both named', () => {
    refuses(() => trace.tensor('q', { head: 6 }), 'out-of-range', 'q', 6, 5);
    refuses(() => trace.tensor('k', { head: 2 }), 'out-of-range', 'k', 2, 1);
    for (const head of [-1, 0.5, NaN, Infinity, '0', null]) {
      refuses(() => trace.tensor('q', { head }), 'out-of-range', 'q', String(head), 5);
    }
  });
  it('refuses a head of a tensor that has none, with its axes', () => {
    for (const [name, axes] of [
      ['x0', 'T, d_model'],
      ['output', 'T_q, d_model'],
      ['w_q', 'd_model, H·d_k'],
      ['tokens', 'T'],
    ]) {
      refuses(() => trace.tensor(name, { head: 0 }), 'out-of-range', name, axes);
    }
  });
  it('refuses a window that is no object', () => {
    for (const window of [null, 0, 'head']) {
      assert.throws(() => trace.tensor('q', window), { name: 'AttentionError' }, String(window));
    }
  });
});

describe('trace.dispose', () => {
  it('may be called twice', () => {
    const trace = core.attend(scene);
    trace.dispose();
    trace.dispose();
  });
  it('makes every later use of what it held an error that says so', () => {
    const trace = core.attend(scene);
    trace.dispose();
    for (const use of [
      () => trace.tensor('q'),
      () => trace.tensor('q', { head: 0 }),
      () => trace.tensor('nothing'),
      () => trace.steps,
      () => trace.parameters,
      () => trace.vocabulary,
      () => trace.symbols,
    ]) {
      refuses(use, 'disposed', '', 'disposed');
    }
  });
  it('leaves copies and descriptions made before as they were', () => {
    const trace = core.attend(scene);
    const copies = structuredClone([allOf(trace), trace.steps, trace.symbols, trace.parameters]);
    const kept = [allOf(trace), trace.steps, trace.symbols, trace.parameters];
    trace.dispose();
    for (let made = 0; made < 20; made += 1) core.attend(smallScenes['the default']).dispose();
    assert.deepEqual(kept, copies);
  });
  it('of one trace leaves the others alone', () => {
    const [one, other] = [core.attend(scene), core.attend(scene)];
    const before = allOf(other);
    one.dispose();
    core.attend(smallScenes['the default']);
    assert.deepEqual(allOf(other), before);
  });
});

describe('memory', () => {
  const large = (T) => ({
    version: 1,
    tokens: Array.from({ length: T }, (_, at) => `t${at}`),
    embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 64 },
    parameters: { kind: 'random', init: 'xavier', seed: 2 },
    attention: { heads: 16 },
  });
  it('may grow: copies made before, and traces that live on, keep their numbers', async () => {
    const { core: own, memory } = await coreAndMemory();
    const trace = own.attend(scene);
    const result = own.scaledDotProductAttention(trace.tensor('q'), trace.tensor('k'), trace.tensor('v'));
    const kept = [allOf(trace), result];
    const copies = structuredClone(kept);
    const before = memory.buffer.byteLength;
    const big = own.attend(large(384));
    assert.ok(memory.buffer.byteLength > before, 'the memory did not grow; the scene is too small to show anything');
    assert.deepEqual(kept, copies);
    assert.deepEqual(
      [allOf(trace), own.scaledDotProductAttention(trace.tensor('q'), trace.tensor('k'), trace.tensor('v'))],
      copies,
    );
    big.dispose();
    assert.deepEqual([allOf(trace), result], copies);
  });
  it('of a disposed trace is used again', async () => {
    const { core: own, memory } = await coreAndMemory();
    own.attend(large(384)).dispose();
    const once = memory.buffer.byteLength;
    for (let made = 0; made < 3; made += 1) own.attend(large(384)).dispose();
    assert.equal(memory.buffer.byteLength, once);
  });
  it('is after 10 000 scenes, refused ones among them, what it was after 100', async () => {
    const { core: own, memory } = await coreAndMemory();
    const typed = (count) => ({
      ...smallScenes.plain,
      tokens: Array.from({ length: 1 + (count % 7) }, (_, at) => `w${count}-${at}`),
    });
    const refused = { ...smallScenes.plain, attention: { heads: 5 } };
    let after100;
    for (let count = 0; count < 10_000; count += 1) {
      const trace = own.attend(typed(count));
      trace.tensor('weights');
      trace.dispose();
      if (count % 10 === 0) assert.throws(() => own.attend(refused));
      if (count === 100) after100 = memory.buffer.byteLength;
    }
    assert.equal(memory.buffer.byteLength, after100);
  });
});

describe('attend', () => {
  for (const [name, small] of Object.entries(smallScenes)) {
    it(`with ${name}, gives the same bits every time, in this instance and in another`, async () => {
      const other = await loadCore({
        wasmUrl: new URL('../../../build/package/core-simd.wasm#other', import.meta.url),
      });
      assert.notEqual(other, core);
      const expected = allOf(core.attend(small));
      assert.deepEqual(allOf(core.attend(small)), expected);
      assert.deepEqual(allOf(other.attend(small)), expected);
      assert.deepEqual(allOf(core.attend(JSON.parse(JSON.stringify(small)))), expected);
    });
  }
  it('leaves the scene as it was, also one that is frozen through and through', () => {
    const freeze = (value) => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
      return value;
    };
    for (const small of Object.values(smallScenes)) {
      const copy = structuredClone(small);
      core.attend(freeze(copy)).dispose();
      assert.deepEqual(copy, small);
    }
  });
  it('does not look at the scene again once it has returned', () => {
    const copy = structuredClone(smallScenes['given everything']);
    const trace = core.attend(copy);
    const before = allOf(trace);
    copy.embedding.x[0][0] = 99;
    copy.tokens[0] = 'other';
    assert.deepEqual([allOf(trace), trace.tokens[0]], [before, 't0']);
  });
  it('that refuses leaves earlier traces as they were', () => {
    const trace = core.attend(scene);
    const before = allOf(trace);
    assert.throws(() => core.attend({ ...scene, attention: { heads: 7 } }));
    assert.deepEqual(allOf(trace), before);
  });
});
