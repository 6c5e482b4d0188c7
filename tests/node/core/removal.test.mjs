// A scene without one of its parts: what is removed is gone from the numbers, and nothing else is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore, sceneWithout } from 'self-attention/core';
import { randomBlockScene } from '../support/block-scenes.mjs';
import { refuses } from '../support/refuses.mjs';
import { generator } from '../support/scenes.mjs';

const core = await loadCore();
const near = (value, expected, size, message) =>
  assert.ok(Math.abs(value - expected) <= 2e-5 * Math.max(1, size), `${message}: ${value}, ${expected}`);
const sizeOf = (numbers) => numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** Calls with random scenes, their traces, and a function that computes the scene without a part. */
function forScenes(count, seed, change, use) {
  const random = generator(seed);
  for (let index = 0; index < count; index += 1) {
    const scene = { ...randomBlockScene(random), ...change(random) };
    const trace = core.attend(scene);
    const open = [trace];
    const without = (part) => {
      const next = core.attend(sceneWithout(scene, trace, part));
      open.push(next);
      return next;
    };
    use({ scene, trace, without, random, why: JSON.stringify(scene) });
    for (const one of open) one.dispose();
  }
}
const below = (random, count) => Math.floor(random() * count);
const unchanged = () => ({});

describe('a scene without a part', () => {
  it('is the same to the bit where the part was 0 already', () => {
    forScenes(100, 1, unchanged, ({ scene, trace, without, random, why }) => {
      const layer = below(random, trace.layers);
      const part = { kind: 'dimension', layer, head: 0, index: 0 };
      const once = sceneWithout(scene, trace, part);
      const first = core.attend(once);
      const twice = core.attend(sceneWithout(once, first, part));
      const { name } = first.steps.at(-1);
      assert.deepEqual(twice.tensor(name).data, first.tensor(name).data, why);
      for (const one of [first, twice]) one.dispose();
      without(part);
    });
  });

  it('hides a word from every query, and the others share its weight', () => {
    forScenes(150, 2, unchanged, ({ scene, trace, without, random, why }) => {
      const keys = trace.keyTokens.length;
      const key = below(random, keys);
      if (keys === 1) return refuses(() => sceneWithout(scene, trace, { kind: 'word', key }), 'range', 'key');
      const next = without({ kind: 'word', key });
      const [before, after] = [trace, next].map((one) => one.tensor('weights', { layer: 0, head: 0 }).data);
      for (let query = 0; query < trace.tokens.length; query += 1) {
        const gone = before[query * keys + key];
        for (let other = 0; other < keys; other += 1) {
          const cell = query * keys + other;
          if (other === key || gone === 1) assert.equal(after[cell], 0, why);
          else if (gone < 0.99) near(after[cell], before[cell] / (1 - gone), 1, `weight ${cell} of ${why}`);
        }
      }
      return undefined;
    });
  });

  it('lacks what explainOutput says that a head gave', () => {
    forScenes(150, 3, unchanged, ({ scene, trace, without, random, why }) => {
      const layer = below(random, trace.layers);
      const head = below(random, scene.attention.heads);
      const query = below(random, trace.tokens.length);
      const part = { kind: 'head', layer, head };
      const [width] = trace.tensor('v', { layer }).shape.slice(-1);
      const { heads, kvHeads } = scene.attention;
      if (!scene.parameters.output && kvHeads !== heads && heads * width !== trace.symbols.d_model)
        return refuses(() => sceneWithout(scene, trace, part), 'range', 'head');
      const row = (one) => one.tensor('output', { layer, rows: [query, query + 1] }).data;
      const { output, bias } = trace.explainOutput({ layer, head, query });
      const gave = output.map((value, column) => value - bias[column]);
      const [before, after] = [row(trace), row(without(part))];
      for (const [column, value] of after.entries())
        near(value, before[column] - gave[column], sizeOf(before) + sizeOf(gave), `output ${column} of ${why}`);
      return undefined;
    });
  });

  it('lacks what explain says that a dimension, pair or unit adds to a score', () => {
    forScenes(150, 4, unchanged, ({ scene, trace, without, random, why }) => {
      if (scene.attention.score === 'cosine') return;
      const pair = {
        layer: below(random, trace.layers),
        head: below(random, scene.attention.heads),
        query: below(random, trace.tokens.length),
        key: 0,
      };
      const { score, parts } = trace.explain(pair);
      const chosen = parts[below(random, parts.length)];
      const next = without({ kind: 'dimension', layer: pair.layer, head: pair.head, index: chosen.query.index });
      const size = parts.reduce((sum, { value }) => sum + Math.abs(value), 0);
      near(next.explain(pair).score, score - chosen.value, size, `score of ${why}`);
    });
  });

  const dot = (random) => ({
    block: {},
    layers: 1,
    attention: { heads: 2, score: random() < 0.5 ? 'dot' : 'general' },
  });

  it('lacks the pairs of a feature', () => {
    forScenes(
      100,
      5,
      (random) => ({ ...dot(random), positions: { kind: 'none' } }),
      ({ trace, without, random, why }) => {
        const pair = { head: 1, query: below(random, trace.tokens.length), key: 0 };
        const index = below(random, 8);
        const { score, parts } = trace.explain({ ...pair, by: 'features' });
        const isOf = (origin) => origin.kind === 'feature' && origin.index === index;
        const gone = parts
          .filter(({ query, key }) => isOf(query) || isOf(key))
          .reduce((sum, { value }) => sum + value, 0);
        const size = parts.reduce((sum, { value }) => sum + Math.abs(value), 0);
        near(without({ kind: 'feature', index }).explain(pair).score, score - gone, size, `score of ${why}`);
      },
    );
  });

  it('keeps of a score only what words and biases make, without positions', () => {
    const kinds = [{ kind: 'learned' }, { kind: 'sinusoidal' }, { kind: 'sinusoidal', join: 'concat', width: 4 }];
    const change = (random) => ({ ...dot(random), positions: kinds[below(random, kinds.length)] });
    forScenes(100, 6, change, ({ trace, without, random, why }) => {
      const pair = { head: 0, query: below(random, trace.tokens.length), key: 0 };
      const { parts } = trace.explain({ ...pair, by: 'places' });
      const kept = parts.filter(({ query, key }) => query.kind !== 'place' && key.kind !== 'place');
      const size = parts.reduce((sum, { value }) => sum + Math.abs(value), 0);
      const sum = kept.reduce((all, { value }) => all + value, 0);
      near(without({ kind: 'positions' }).explain(pair).score, sum, size, `score of ${why}`);
    });
    const scene = { ...randomBlockScene(generator(1)), positions: { kind: 'rope' } };
    const trace = core.attend(scene);
    const next = core.attend(sceneWithout(scene, trace, { kind: 'positions' }));
    assert.ok(trace.steps.some(({ name }) => name === 'q_rotated'));
    assert.ok(!next.steps.some(({ name }) => name === 'q_rotated'));
    refuses(
      () => sceneWithout({ ...scene, positions: { kind: 'none' } }, trace, { kind: 'positions' }),
      'range',
      'positions',
    );
  });

  it('reads past a layer', () => {
    forScenes(
      100,
      7,
      () => ({ layers: 3 }),
      ({ trace, without, why }) => {
        const last = (one, layer) =>
          one.tensor(one.steps.filter((step) => step.layer === layer).at(-1).name, { layer });
        assert.deepEqual(last(without({ kind: 'layer', layer: 2 }), 1), last(trace, 1), why);
        const next = without({ kind: 'layer', layer: 0 });
        assert.deepEqual(next.tensor('w_q', { layer: 0 }), trace.tensor('w_q', { layer: 1 }), why);
        assert.deepEqual(next.tensor('x0', { layer: 0 }), trace.tensor('x0', { layer: 0 }), why);
      },
    );
    const scene = { ...randomBlockScene(generator(1)), layers: 1 };
    refuses(() => sceneWithout(scene, core.attend(scene), { kind: 'layer', layer: 0 }), 'range', 'layer');
  });

  it('works on q, k and v that are given', () => {
    const numbers = (seed, rows) => {
      const random = generator(seed);
      return Array.from({ length: rows }, () => Array.from({ length: 4 }, () => Math.fround(random() * 2 - 1)));
    };
    const given = (seed) => ({ q: numbers(seed, 3), k: numbers(seed + 1, 3), v: numbers(seed + 2, 3) });
    const embeddings = [given(1), { layers: [given(4), given(7)] }];
    for (const own of embeddings) {
      const scene = {
        ...{ version: 1, tokens: ['a', 'b', 'c'], embedding: { kind: 'qkv', ...own } },
        ...{ parameters: { kind: 'none' }, attention: { heads: 'layers' in own ? 1 : 2 } },
      };
      const trace = core.attend(scene);
      const without = (part) => core.attend(sceneWithout(scene, trace, part));
      assert.equal(sizeOf(without({ kind: 'head', layer: 0, head: 0 }).tensor('z', { layer: 0, head: 0 }).data), 0);
      const { score, parts } = trace.explain({ layer: 0, query: 1, key: 2 });
      const next = without({ kind: 'dimension', layer: 0, head: 0, index: parts[0].query.index });
      near(next.explain({ layer: 0, query: 1, key: 2 }).score, score - parts[0].value, 1, 'score');
      assert.equal(without({ kind: 'word', key: 1 }).tensor('weights', { head: 0, layer: 0 }).data[1], 0);
      refuses(() => without({ kind: 'feature', index: 0 }), 'range', 'index');
      refuses(() => without({ kind: 'layer', layer: 0 }), 'range', 'layer');
    }
  });

  it('is refused where there is no such part', () => {
    const scene = { ...randomBlockScene(generator(1)), layers: 2 };
    const trace = core.attend(scene);
    const without = (part) => () => sceneWithout(scene, trace, part);
    refuses(without({ kind: 'word', key: 99 }), 'out-of-range', 'key');
    refuses(without({ kind: 'head', layer: 0, head: -1 }), 'out-of-range', 'head');
    refuses(without({ kind: 'head', layer: 2, head: 0 }), 'out-of-range', 'layer');
    refuses(without({ kind: 'dimension', layer: 0, head: 0, index: 1.5 }), 'out-of-range', 'index');
    refuses(without({ kind: 'feature', index: 8 }), 'out-of-range', 'index');
    refuses(without({ kind: 'token' }), 'range', '');
    refuses(() => sceneWithout({ ...scene, mistake: 'no-scale' }, trace, { kind: 'word', key: 0 }), 'range', 'mistake');
  });
});
