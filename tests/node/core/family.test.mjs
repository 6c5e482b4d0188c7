// Every step of scenes of every kind, compared with the oracle, and what must hold for any numbers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { masksWith } from '../support/masks.mjs';
import { family } from '../support/oracle-family.mjs';
import { generator } from '../support/scenes.mjs';
import { rows, smallScenes } from '../support/small-scenes.mjs';

const core = await loadCore();
const flat = (nested) => (Array.isArray(nested) ? nested.flatMap(flat) : [nested]);
const sources = new Set(['tokens', 'tokens_k', 'x0', 'x0_k']);

/** The steps of the trace are the oracle's, in its order, with its numbers to 2⁻¹⁵ of the largest. */
function check(scene) {
  const trace = core.attend(scene);
  const expected = family(scene, trace);
  const steps = trace.steps.filter(({ name }) => !sources.has(name));
  assert.deepEqual(
    steps.map(({ name, layer }) => `${layer} ${name}`),
    expected.map(({ name, layer }) => `${layer} ${name}`),
  );
  for (const { name, layer, value } of expected) {
    const { data } = trace.tensor(name, { layer });
    const should = flat(value);
    assert.equal(data.length, should.length, name);
    const largest = should.reduce(
      (most, number) => (Number.isFinite(number) ? Math.max(most, Math.abs(number)) : most),
      0,
    );
    for (const [at, number] of should.entries()) {
      if (number === undefined || data[at] === number) continue;
      const apart = Math.abs(data[at] - number);
      assert.ok(
        apart <= 2 ** -15 * largest + 1e-7,
        `layer ${layer}, ${name}[${at}] is ${data[at]}, the oracle has ${number}`,
      );
    }
  }
  return trace;
}

describe('the family of attention: the oracle', () => {
  for (const [name, scene] of Object.entries(smallScenes)) {
    if (scene.mistake) continue;
    it(`has the same steps and numbers with ${name}`, () => {
      check(scene);
    });
  }
  it('has the same with 150 scenes of chance', () => {
    const random = generator(77);
    const pick = (list) => list[Math.floor(random() * list.length)];
    const maybe = (key, make) => (random() < 0.4 ? { [key]: make() } : {});
    for (let made = 0; made < 150; made += 1) {
      const kvHeads = pick([1, 2]);
      const [T, keys] = [pick([1, 2, 5, 7]), pick([1, 3, 6])];
      const words = (count, name) => Array.from({ length: count }, (_, at) => `${name}${at}`);
      const cross = random() < 0.4;
      const T_k = cross ? keys : T;
      const scene = {
        version: 1,
        tokens: words(T, 'w'),
        ...(cross && { encoder: { tokens: words(keys, 'k') } }),
        embedding: { kind: 'random', distribution: 'normal', seed: made, dModel: 8 },
        positions: pick([
          { kind: 'none' },
          { kind: 'sinusoidal', base: pick([100, 10_000]) },
          { kind: 'sinusoidal', join: 'concat', width: 4 },
          { kind: 'learned', seed: made },
          { kind: 'rope', base: 20 },
          { kind: 'rope', base: 20, pairs: 'halves' },
          { kind: 'alibi' },
          { kind: 'alibi', slopes: 'reference' },
          { kind: 'relative', ...maybe('clip', () => pick([1, 2, 9])) },
        ]),
        parameters: {
          kind: 'random',
          init: 'xavier',
          seed: made,
          dK: 4,
          dV: 3,
          dA: pick([1, 5]),
          biases: random() < 0.5,
          output: true,
        },
        attention: {
          heads: kvHeads * pick([1, 2, 3]),
          kvHeads,
          score: pick(['dot', 'scaledDot', 'additive', 'general', 'cosine']),
          mask: pick(
            masksWith({
              count: (least) => least + Math.floor(random() * (T_k + 1 - least)),
              visible: () => rows(T, T_k).map((row) => row.map((number) => (number > -0.5 ? 1 : 0))),
            }),
          ),
          ...maybe('temperature', () => 0.3 + random()),
          ...maybe('softcap', () => 1 + random()),
          ...maybe('normalizer', () => 'sparsemax'),
          ...maybe('weightedValues', () => true),
        },
        block: {
          ...maybe('residual', () => true),
          ...maybe('norm', () => pick(['layer', 'rms'])),
          ...maybe('place', () => pick(['pre', 'post'])),
          ...maybe('feedForward', () => ({ width: pick([1, 6]), activation: pick(['relu', 'gelu']) })),
        },
        layers: pick([1, 1, 2, 3]),
      };
      try {
        check(scene);
      } catch (error) {
        error.message += ` in ${JSON.stringify(scene)}`;
        throw error;
      }
    }
  });
});

const { plain } = smallScenes;

describe('the family of attention: what must hold', () => {
  it('a window may be as wide as a number can be', () => {
    const wide = {
      ...plain,
      attention: { heads: 2, mask: { kind: 'window', before: 2 ** 32 - 1, after: 2 ** 32 - 1 } },
    };
    assert.ok(
      core
        .attend(wide)
        .tensor('blocked')
        .data.every((hidden) => hidden === 0),
    );
  });
  const long = {
    ...plain,
    tokens: Array.from({ length: 24 }, () => 'same'),
    embedding: { ...plain.embedding, dModel: 8 },
  };
  it('rows of weights add up to 1, or are all 0 where every key is hidden', () => {
    for (const [name, scene] of Object.entries(smallScenes)) {
      if (scene.mistake) continue;
      const { shape, data } = core.attend(scene).tensor('weights');
      for (let at = 0; at < data.length; at += shape[2]) {
        const sum = data.slice(at, at + shape[2]).reduce((total, weight) => total + weight, 0);
        assert.ok(sum === 0 || Math.abs(sum - 1) < 1e-6, `${name}: ${sum}`);
      }
    }
  });
  it('rotation keeps lengths, and the score of two equal words depends on their distance only', () => {
    const trace = core.attend({ ...long, positions: { kind: 'rope' } });
    const { shape, data } = trace.tensor('q_rotated');
    const before = trace.tensor('q').data;
    for (let at = 0; at < data.length; at += shape[2]) {
      const [a, b] = [before, data].map((all) => Math.hypot(...all.slice(at, at + shape[2])));
      assert.ok(Math.abs(a - b) <= 1e-6 * a);
    }
    const scores = trace.tensor('scores', { head: 0 }).data;
    for (let i = 0; i + 1 < 24; i += 1) {
      for (let j = 0; j + 1 < 24; j += 1) {
        assert.ok(Math.abs(scores[i * 24 + j] - scores[(i + 1) * 24 + j + 1]) < 1e-5 * Math.abs(scores[0]));
      }
    }
  });
  it('a causal mask hides later tokens from every layer', () => {
    const scene = {
      ...plain,
      attention: { heads: 2, mask: { kind: 'causal' } },
      layers: 3,
      block: { residual: true, norm: 'layer' },
    };
    const [one, other] = [plain.tokens, [...plain.tokens.slice(0, 3), 'else']].map((tokens) =>
      core.attend({ ...scene, tokens }),
    );
    for (let layer = 0; layer < 3; layer += 1) {
      const [a, b] = [one, other].map((trace) => trace.tensor('y', { layer }).data);
      assert.deepEqual(a.slice(0, 18), b.slice(0, 18));
      assert.notDeepEqual(a.slice(18), b.slice(18));
    }
  });
  it('rows of eight times as many weights are rounded in about eight times as long', () => {
    const least = (T) => {
      const scene = {
        version: 1,
        tokens: Array.from({ length: T }, (_, at) => `w${at}`),
        embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 4 },
        parameters: { kind: 'random', init: 'xavier', seed: 2 },
        attention: { heads: 1, roundWeights: 6 },
      };
      const trace = core.attend(scene, { lazy: true });
      const seconds = Array.from({ length: 8 }, (_, at) => {
        const before = performance.now();
        trace.tensor('rounded', { rows: [at * 32, (at + 1) * 32] });
        return performance.now() - before;
      });
      trace.dispose();
      return Math.min(...seconds);
    };
    const [few, many] = [least(512), least(4096)];
    // Searching the largest remainder once per unit takes 64 times as long.
    assert.ok(many < 24 * few, `${few} ms and ${many} ms`);
  });
  it('sparsemax has exact zeros where softmax has none', () => {
    const weights = (normalizer) => [
      ...core.attend({ ...plain, attention: { heads: 2, temperature: 0.2, normalizer } }).tensor('weights').data,
    ];
    assert.ok(weights('sparsemax').includes(0));
    assert.ok(!weights('softmax').includes(0));
  });
});
