// Decoding with a cache: a trace that grows token after token has the bits of a new one, and computes one row for each.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { refuses } from '../support/refuses.mjs';
import { generator } from '../support/scenes.mjs';

const core = await loadCore();
const words = 'the cat sat on a mat and it saw the dog'.split(' ');

/** A scene that keeps keys: every kind of sharing, of mask and of block. */
function randomScene(random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const heads = pick([1, 2, 4, 8]);
  const before = Math.floor(random() * 5);
  return {
    version: 1,
    tokens: words.slice(0, 1 + Math.floor(random() * words.length)),
    embedding: { kind: 'random', distribution: 'normal', seed: pick([1, 2, 3]), dModel: 16 },
    positions: pick([
      { kind: 'none' },
      { kind: 'sinusoidal' },
      { kind: 'rope', pairs: pick(['adjacent', 'halves']) },
      { kind: 'alibi' },
      { kind: 'relative', clip: 3 },
    ]),
    parameters: { kind: 'random', init: 'xavier', seed: Math.floor(random() * 1000), output: true, biases: true },
    attention: {
      heads,
      kvHeads: pick([1, heads, Math.max(1, heads / 2)]),
      score: pick(['scaledDot', 'scaledDot', 'dot', 'cosine', 'additive', 'general']),
      softcap: pick([0, 0, 3]),
      normalizer: pick(['softmax', 'softmax', 'sparsemax']),
      mask: pick([
        { kind: 'causal' },
        { kind: 'window', before, after: 0 },
        { kind: 'window', before, after: 0, sinks: 1 + Math.floor(random() * 3) },
      ]),
    },
    block: pick([
      {},
      { residual: true, norm: 'layer', place: 'pre', feedForward: { width: 24, activation: 'gelu' } },
      { residual: true, norm: 'rms' },
    ]),
    layers: pick([1, 2, 3]),
  };
}

/** The last row of every tensor of a query, as bits. */
function lastRows(trace) {
  const count = trace.tokens.length;
  return trace.steps
    .filter(({ axes }) => axes.includes('T_q') || axes.includes('T'))
    .map(({ name, layer }) => {
      const { data } = trace.tensor(name, { layer, rows: [count - 1, count] });
      return [`${name} ${layer}`, [...new Uint32Array(data.buffer)].join()];
    });
}

const whole = (scene, count) => {
  const trace = core.attend({ ...scene, tokens: scene.tokens.slice(0, count) });
  const rows = lastRows(trace);
  trace.dispose();
  return rows;
};

describe('decoding', () => {
  it('gives every new row the bits of recomputing everything, in 200 random scenes', () => {
    const random = generator(11);
    for (let index = 0; index < 200; index += 1) {
      const scene = randomScene(random);
      const trace = core.attend({ ...scene, tokens: scene.tokens.slice(0, 1) }, { lazy: true });
      for (let count = 2; count <= scene.tokens.length; count += 1) {
        trace.append(scene.tokens[count - 1]);
        assert.deepEqual(lastRows(trace), whole(scene, count), JSON.stringify({ ...scene, count }));
      }
      trace.dispose();
    }
  });

  it('computes one row of each step for a token, however many there are', () => {
    for (const mask of [{ kind: 'causal' }, { kind: 'window', before: 3, after: 0, sinks: 2 }]) {
      const trace = core.attend(
        {
          version: 1,
          tokens: words,
          embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 16 },
          parameters: { kind: 'random', init: 'xavier', seed: 2, output: true },
          attention: { heads: 4, kvHeads: 2, mask },
          block: { residual: true, feedForward: { width: 32, activation: 'relu' } },
          layers: 2,
        },
        { lazy: true },
      );
      lastRows(trace);
      trace.append('slept');
      lastRows(trace);
      const { q, k, v, weights, z, output, y } = trace.computed;
      assert.deepEqual({ q, k, v, weights, z, output, y }, { q: 2, k: 2, v: 2, weights: 2, z: 2, output: 2, y: 2 });
      trace.dispose();
    }
  });

  it('counts what MHA, GQA, MQA, a window and sinks keep', () => {
    const bytes = (kvHeads, mask) => {
      const trace = core.attend({
        version: 1,
        tokens: words,
        embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 32 },
        parameters: { kind: 'random', init: 'xavier', seed: 2, output: true },
        attention: { heads: 8, kvHeads, mask },
        layers: 2,
      });
      const decoding = trace.decoding();
      trace.dispose();
      return decoding;
    };
    const all = bytes(8, { kind: 'causal' });
    assert.equal(all.keys, words.length);
    assert.equal(all.bytes, 2 * words.length * 8 * (4 + 4) * 4);
    assert.equal(bytes(2, { kind: 'causal' }).bytes, all.bytes / 4);
    assert.equal(bytes(1, { kind: 'causal' }).bytes, all.bytes / 8);
    const window = bytes(8, { kind: 'window', before: 3, after: 0 });
    assert.equal(window.keys, 4);
    assert.equal(bytes(8, { kind: 'window', before: 3, after: 0, sinks: 2 }).keys, 6);
    const projections = 2 * 4 * 32 * 32;
    assert.equal(all.operations, projections + 2 * 2 * words.length * 32);
    assert.equal(window.operations, projections + 2 * 2 * 4 * 32);
    assert.equal(all.recomputed, words.length * projections + 2 * 2 * 32 * ((words.length * (words.length + 1)) / 2));
  });

  it('appends to a sentence, and keeps the rest of the scene', () => {
    const scene = {
      version: 1,
      sentence: 'The cat sat',
      tokenizer: { lowercase: true },
      embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 8 },
      parameters: { kind: 'random', init: 'xavier', seed: 2 },
      attention: { heads: 2, mask: { kind: 'causal' } },
    };
    const trace = core.attend(scene);
    trace.append('down');
    assert.deepEqual(trace.tokens, ['the', 'cat', 'sat', 'down']);
    const { sentence: _, tokenizer: __, ...rest } = scene;
    const expected = core.attend({ ...rest, tokens: ['the', 'cat', 'sat', 'down'] });
    assert.deepEqual(trace.tensor('output'), expected.tensor('output'));
  });

  it('refuses a longer cache, later tokens and wrong arguments, and leaves the trace as it was', () => {
    const scene = randomScene(generator(3));
    const causal = { ...scene, tokens: words, attention: { heads: 2, mask: { kind: 'causal' } } };
    const trace = core.attend(causal);
    const rows = lastRows(trace);
    refuses(() => trace.append('slept', { mostKeys: words.length }), 'too-large', '', '12 keys', '11');
    refuses(() => trace.append(7), 'scene-form', 'token', 7);
    refuses(() => trace.append('slept', { mostKeys: 0.5 }), 'range', 'mostKeys', 0.5);
    refuses(() => trace.append('slept', { limit: 3 }), 'scene-form', 'limit');
    assert.deepEqual(lastRows(trace), rows);
    trace.append('slept', { mostKeys: words.length + 1 });
    trace.update({ ...causal, attention: { heads: 2 } });
    refuses(() => trace.append('slept'), 'range', '/attention/mask', 'later tokens');
    refuses(() => trace.decoding(), 'range', '/attention/mask', 'causal mask');
    trace.update({ ...causal, attention: { heads: 2, mask: { kind: 'window', before: 2, after: 1 } } });
    refuses(() => trace.decoding(), 'range', '/attention/mask');
    trace.dispose();
    refuses(() => trace.append('slept'), 'disposed', '');
  });
});
