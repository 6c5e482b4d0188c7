// Why a weight is what it is: scores and outputs as sums, over a thousand random scenes and one of every option.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { randomBlockScene } from '../support/block-scenes.mjs';
import { refuses } from '../support/refuses.mjs';
import { generator } from '../support/scenes.mjs';
import { smallScenes } from '../support/small-scenes.mjs';

const core = await loadCore();
const breakdowns = ['dimensions', 'features', 'places', 'sources', 'querySources', 'keySources'];
const linear = ['dot', 'scaledDot', 'general', 'cosine'];

/** The published tolerance, of a sum of parts. */
const isSum = (parts, whole, message) => {
  const sum = parts.reduce((all, part) => all + part, 0);
  const size = parts.reduce((all, part) => all + Math.abs(part), 0);
  assert.ok(Math.abs(sum - whole) <= 1e-5 * Math.max(1, size), `${message}: ${sum}, ${whole}`);
};

const has = (scene, layer, by) =>
  by === 'dimensions' ||
  (linear.includes(scene.attention.score ?? 'scaledDot') &&
    (by === 'features' || (by === 'places' ? layer === 0 : layer > 0)));

describe('an explanation', () => {
  it('adds up in a thousand random scenes of every kind', () => {
    const random = generator(30);
    const seen = new Map();
    for (let index = 0; index < 1000; index += 1) {
      const scene = randomBlockScene(random);
      const trace = core.attend(scene, { lazy: index % 2 === 0 });
      const layer = Math.floor(random() * trace.layers);
      const query = Math.floor(random() * trace.tokens.length);
      const mask = scene.attention.mask.kind;
      const keys = mask === 'causal' ? Math.min(query + 1, trace.keyTokens.length) : trace.keyTokens.length;
      const pair = {
        ...{ layer, query, head: Math.floor(random() * scene.attention.heads) },
        key: Math.floor(random() * keys),
      };
      const why = JSON.stringify({ ...scene, ...pair });
      for (const by of breakdowns) {
        if (!has(scene, layer, by)) {
          refuses(() => trace.explain({ ...pair, by }), 'range', 'by');
          continue;
        }
        const { score, parts, rounding, steps } = trace.explain({ ...pair, by });
        const values = parts.map(({ value }) => value);
        isSum(values, score, `${by} of ${why}`);
        isSum([...values, rounding], score, `${by}, with what was rounded, of ${why}`);
        assert.equal(steps[0].value, score);
        seen.set(by, (seen.get(by) ?? 0) + 1);
      }
      const { output, parts, bias } = trace.explainOutput({ layer, query });
      const whole = trace.tensor('output', { layer, rows: [query, query + 1] }).data;
      const [count, width] = parts.shape;
      for (const [column, number] of whole.entries()) {
        const gave = Array.from({ length: count }, (_, key) => parts.data[key * width + column]);
        isSum([...gave, bias[column]], number, `output ${column} of ${why}`);
        isSum([...gave, bias[column]], output[column], `the sum of output ${column} of ${why}`);
      }
      trace.dispose();
    }
    for (const by of breakdowns) assert.ok(seen.get(by) > 200, `${by} was seen ${seen.get(by)} times`);
  });

  for (const [name, scene] of Object.entries(smallScenes)) {
    it(`adds up or is refused, and is the same before anything is read: ${name}`, () => {
      const [whole, lazy] = [core.attend(scene), core.attend(scene, { lazy: true })];
      const explained = (trace, by) => {
        try {
          return trace.explain({ query: trace.tokens.length - 1, key: 0, by });
        } catch (error) {
          return { refused: error.code, path: error.path };
        }
      };
      for (const by of breakdowns) {
        const found = explained(whole, by);
        assert.deepEqual(explained(lazy, by), found);
        if (found.refused !== undefined) {
          assert.ok(['range', 'unknown-tensor', 'not-finite'].includes(found.refused), found.refused);
        } else {
          const values = found.parts.map(({ value }) => value);
          isSum(values, found.score, `${name} by ${by}`);
        }
      }
    });
  }

  it('lists the largest parts and adds up the rest', () => {
    const trace = core.attend(smallScenes['learned positions']);
    const all = trace.explain({ query: 2, key: 1, by: 'features' }).parts;
    const some = trace.explain({ query: 2, key: 1, by: 'features', most: 5 }).parts;
    assert.equal(all.length, 36);
    assert.deepEqual(some.slice(0, 5), all.slice(0, 5));
    const rest = some[5];
    assert.deepEqual(
      { ...rest, value: 0 },
      { name: 'rest', kind: 'rest', value: 0, count: 31, query: null, key: null },
    );
    isSum(
      all.slice(5).map(({ value }) => value),
      rest.value,
      'the rest',
    );
    const sizes = all.map(({ value }) => Math.abs(value));
    assert.deepEqual(
      sizes,
      sizes.toSorted((a, b) => b - a),
    );
  });

  it('names features, words, places and what heads moved', () => {
    const scene = smallScenes['the default'];
    const trace = core.attend(scene);
    const { parts } = trace.explain({ query: 7, key: 1, layer: 0, by: 'features', most: 3 });
    assert.match(parts[0].name, /^[a-z]+ × [a-z]+$/u);
    const placed = core.attend({ ...smallScenes['learned positions'], layers: 2, block: { residual: true } });
    const names = (by, layer) => placed.explain({ query: 2, key: 1, by, layer }).parts.map(({ name }) => name);
    assert.deepEqual(names('places', 0).sort(), [
      'place 2 × place 1',
      'place 2 × “cat”',
      '“saw” × place 1',
      '“saw” × “cat”',
    ]);
    const sources = names('querySources', 1);
    assert.equal(sources.length, 1 + 2 * 4);
    for (const name of ['own × whole', 'head 0 from “the” × whole', 'head 1 from “saw” × whole']) {
      assert.ok(sources.includes(name), `no ${name} in ${sources}`);
    }
  });

  it('leads from the score to the weight step by step', () => {
    const trace = core.attend(smallScenes['everything that scores go through']);
    const { steps, score } = trace.explain({ query: 2, key: 1, head: 1 });
    assert.deepEqual(
      steps.map(({ name }) => name),
      ['scores', 'scaled', 'capped', 'masked', 'weights'],
    );
    for (const { name, value } of steps) assert.equal(value, trace.tensor(name, { head: 1 }).data[2 * 4 + 1]);
    assert.equal(score, steps[0].value);
  });

  it('is refused for a pair or a call that has none', () => {
    const causal = core.attend(smallScenes['a causal mask']);
    refuses(() => causal.explain({ query: 1, key: 2 }), 'range', 'key', 'hides', 2, 1);
    refuses(() => causal.explain({ query: 4, key: 0 }), 'out-of-range', 'query', 4);
    refuses(() => causal.explain({ query: 0, key: -1 }), 'out-of-range', 'key', -1);
    refuses(() => causal.explain({ query: 0.5, key: 0 }), 'out-of-range', 'query');
    refuses(() => causal.explain({ key: 0 }), 'out-of-range', 'query');
    refuses(() => causal.explain({ query: 0, key: 0, head: 2 }), 'out-of-range', 'scores', 2);
    refuses(() => causal.explain({ query: 0, key: 0, layer: 1 }), 'out-of-range', 'layer', 1);
    refuses(() => causal.explain({ query: 0, key: 0, by: 'words' }), 'range', 'by', 'words', 'dimensions');
    refuses(() => causal.explain({ query: 0, key: 0, most: 0 }), 'range', 'most', 0);
    refuses(() => causal.explain({ query: 0, key: 0, most: 1.5 }), 'range', 'most');
    refuses(() => causal.explain({ query: 0, key: 0, depth: 1 }), 'scene-form', 'scores', 'query, key, head');
    refuses(() => causal.explain(), 'scene-form', 'scores');
    refuses(() => causal.explainOutput({ query: 9 }), 'out-of-range', 'query', 9);
    const nothingSeen = core.attend(smallScenes['sparsemax and a painted mask']);
    refuses(() => nothingSeen.explain({ query: 1, key: 0 }), 'range', 'key', 'hides');
    const overflow = structuredClone(smallScenes['overflow-softmax']);
    overflow.attention.scale = 1e6;
    const broken = core.attend(overflow);
    const cell = broken.tensor('weights', { head: 0 }).data.findIndex(Number.isNaN);
    assert.ok(cell >= 0);
    refuses(() => broken.explain({ query: Math.floor(cell / 3), key: cell % 3 }), 'not-finite', 'query', 'weights');
    const given = core.attend(smallScenes['layers of weights']);
    refuses(() => given.explain({ query: 0, key: 0 }), 'unknown-tensor', 'scores');
    refuses(
      () => core.attend(smallScenes['weights without values']).explainOutput({ query: 0 }),
      'unknown-tensor',
      'output',
    );
    refuses(() => core.attend(smallScenes['wrong-axis-values']).explainOutput({ query: 0 }), 'range', 'query');
    causal.dispose();
    refuses(() => causal.explain({ query: 0, key: 0 }), 'disposed', '');
    refuses(() => causal.explainOutput({ query: 0 }), 'disposed', '');
  });
});
