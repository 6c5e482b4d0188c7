// A trace whose scene changes, and windows of its tensors: what is kept and computed, with the same bits as from nothing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { coreAndMemory } from '../support/memory.mjs';
import { refuses } from '../support/refuses.mjs';
import { generator } from '../support/scenes.mjs';
import { given, smallScenes } from '../support/small-scenes.mjs';

const core = await loadCore();
const words = (count) => Array.from({ length: count }, (_, at) => `w${at}`);
const long = (tokens, changes = {}, attention = {}) => ({
  version: 1,
  tokens,
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 64 },
  parameters: { kind: 'random', init: 'xavier', seed: 2 },
  attention: { heads: 4, ...attention },
  ...changes,
});
const allOf = (trace) =>
  [...trace.steps, ...trace.parameters].map(({ name, layer }) => [name, layer, trace.tensor(name, { layer })]);
const checkSame = (trace, scene, what) => {
  const fresh = core.attend(scene);
  assert.deepEqual(
    [trace.tokens, trace.keyTokens, trace.vocabulary],
    [fresh.tokens, fresh.keyTokens, fresh.vocabulary],
  );
  assert.deepEqual(trace.steps, fresh.steps, what);
  assert.deepEqual(trace.symbols, fresh.symbols, what);
  assert.deepEqual(allOf(trace), allOf(fresh), what);
  fresh.dispose();
};

describe('trace.update', () => {
  it('from any scene to any other gives the bits of attend', () => {
    const scenes = Object.entries(smallScenes);
    const random = generator(4);
    const trace = core.attend(scenes[0][1]);
    for (let round = 0; round < 150; round += 1) {
      const [name, scene] = scenes[Math.floor(random() * scenes.length)];
      trace.update(scene);
      checkSame(trace, scene, name);
    }
    trace.dispose();
  });
  it('of numbers alone, in new arrays or the same, computes what follows from them', () => {
    const scene = given({ biases: true, output: true });
    const trace = core.attend(scene);
    const changed = structuredClone(scene);
    changed.embedding.x[2][1] += 1;
    trace.update(changed);
    checkSame(trace, changed, 'x');
    changed.parameters.wV[0][0] = -0.25;
    trace.update(changed);
    checkSame(trace, changed, 'wV');
    trace.update(scene);
    checkSame(trace, scene, 'back');
  });
  it('of the rows that ids take, and of a painted mask, which holds 0 and 1 and nothing else', () => {
    const ids = {
      version: 1,
      tokens: ['1', '0'],
      embedding: {
        kind: 'ids',
        rows: [
          [1, 2],
          [3, 4],
        ],
      },
      parameters: { kind: 'random', init: 'normal', seed: 4 },
      attention: { heads: 1 },
    };
    const trace = core.attend(ids);
    const other = structuredClone(ids);
    other.embedding.rows[1][0] = 9;
    trace.update(other);
    assert.deepEqual([...trace.tensor('x0').data], [9, 4, 1, 2]);
    checkSame(trace, other, 'ids');
    trace.dispose();
    const painted = (cell) =>
      long(
        words(3),
        {},
        {
          mask: {
            kind: 'painted',
            visible: [
              [1, 0, 0],
              [cell, 1, 0],
              [1, 1, 1],
            ],
          },
        },
      );
    const masked = core.attend(painted(0));
    masked.update(painted(1));
    checkSame(masked, painted(1), 'painted');
    assert.throws(() => masked.update(painted(0.5)), { code: 'scene-form' });
    checkSame(masked, painted(1), 'painted still');
  });
  it('of the number of queries or keys moves a triangle from the bottom right', () => {
    const aligned = (queries, keys) =>
      long(
        words(queries),
        { encoder: { tokens: words(keys) }, layers: 2 },
        { mask: { kind: 'causal', align: 'bottomRight' } },
      );
    const trace = core.attend(aligned(4, 6));
    for (const [queries, keys] of [
      [5, 6],
      [5, 7],
      [8, 7],
      [7, 7],
      [7, 6],
    ]) {
      trace.update(aligned(queries, keys));
      checkSame(trace, aligned(queries, keys), `${queries} queries, ${keys} keys`);
      const { data } = trace.tensor('blocked');
      for (const [at, blocked] of data.entries()) {
        const [i, j] = [Math.floor(at / keys), at % keys];
        assert.equal(blocked, j <= i + keys - queries ? 0 : 1, `query ${i}, key ${j}`);
      }
    }
    trace.dispose();
  });
  it('is not begun again by a scene that is being read', () => {
    const scene = given({});
    const trace = core.attend(scene);
    const sly = { ...scene };
    Object.defineProperty(sly, 'tokens', {
      enumerable: true,
      get: () => {
        trace.update(scene);
        return scene.tokens;
      },
    });
    assert.throws(() => trace.update(sly), { code: 'internal' });
    checkSame(trace, scene);
  });
  it('refuses what attend refuses, and all is as it was before', () => {
    const scene = given({});
    const trace = core.attend(scene);
    const before = allOf(trace);
    const spoilt = (change) => {
      const copy = structuredClone(scene);
      change(copy);
      return () => trace.update(copy);
    };
    const places = { embedding: ['x'], parameters: ['wQ', 'wK', 'wV'] };
    for (const [part, matrices] of Object.entries(places)) {
      for (const matrix of matrices) {
        for (const wrong of ['1', null, true, Number.NaN, Number.POSITIVE_INFINITY, 1e39, undefined, [1], {}]) {
          assert.throws(
            spoilt((copy) => (copy[part][matrix][0][1] = wrong)),
            { name: 'AttentionError' },
            `${wrong}`,
          );
        }
        assert.throws(
          spoilt((copy) => copy[part][matrix][1].pop()),
          { name: 'AttentionError' },
        );
        assert.throws(
          spoilt((copy) => copy[part][matrix].pop()),
          { name: 'AttentionError' },
        );
      }
    }
    refuses(
      spoilt((copy) => (copy.attention.heads = 7)),
      'shape',
      '/parameters/wQ',
      7,
    );
    refuses(
      spoilt((copy) => (copy.other = 1)),
      'scene-form',
      '',
      'other',
    );
    // Only computing finds this, and only numbers change.
    assert.throws(
      spoilt((copy) => {
        copy.embedding.x[0].fill(3e38);
        copy.parameters.wQ[0].fill(3e38);
      }),
      { code: 'not-finite' },
    );
    assert.deepEqual(allOf(trace), before);
    trace.update(scene);
    checkSame(trace, scene);
  });
  it('an appended token under a causal mask computes one row: k and v are a cache', () => {
    for (const count of [30, 600]) {
      const trace = core.attend(long(words(count), {}, { mask: { kind: 'causal' } }));
      trace.update(long(words(count + 1), {}, { mask: { kind: 'causal' } }));
      const { x0, q, k, v, z, output } = trace.computed;
      assert.deepEqual({ x0, q, k, v, z, output }, { x0: 1, q: 1, k: 1, v: 1, z: 1, output: 1 });
      checkSame(trace, long(words(count + 1), {}, { mask: { kind: 'causal' } }), `${count}`);
      trace.dispose();
    }
  });
  it('is not for a trace that a getter of the scene disposes of', () => {
    const trace = core.attend(given({}));
    const scene = Object.defineProperty({ ...given({}) }, 'tokens', {
      enumerable: true,
      get: () => {
        trace.dispose();
        core.attend(given({})).dispose();
        return ['a', 'b', 'c', 'd'];
      },
    });
    refuses(() => trace.update(scene), 'disposed', '');
    refuses(() => trace.tensor('q'), 'disposed', '');
  });
  it('is not for a trace that was disposed of, and attend after it is as ever', () => {
    const trace = core.attend(given({}));
    trace.dispose();
    trace.dispose();
    refuses(() => trace.update(given({})), 'disposed', '');
    refuses(() => trace.tensor('q'), 'disposed', '');
    checkSame(core.attend(smallScenes['a temperature']), smallScenes['a temperature']);
  });
});

describe('attend, lazy', () => {
  const scene = long(words(300), {}, { mask: { kind: 'causal' } });
  it('computes the rows that are asked for, the same as all at once', () => {
    const [lazy, eager] = [core.attend(scene, { lazy: true }), core.attend(scene)];
    assert.ok(Object.values(lazy.computed).every((rows) => rows === 0 || rows === 300));
    assert.equal(lazy.computed.q, 0);
    assert.deepEqual(lazy.tensor('q', { rows: [5, 7] }), eager.tensor('q', { rows: [5, 7] }));
    assert.equal(lazy.computed.q, 2);
    assert.deepEqual(allOf(lazy), allOf(eager));
  });
  it('says that numbers are too large when they are asked for', () => {
    const huge = { ...scene, embedding: { ...scene.embedding, std: 3e38 } };
    assert.throws(() => core.attend(huge), { code: 'not-finite' });
    const trace = core.attend(huge, { lazy: true });
    assert.equal(trace.tensor('tokens').data.length, 300);
    assert.throws(() => trace.tensor('scores'), { code: 'not-finite' });
  });
  it('takes no other option', () => {
    refuses(() => core.attend(scene, { lazy: 1 }), 'scene-form', 'lazy', 1);
    refuses(() => core.attend(scene, { lasy: true }), 'scene-form', 'lasy', 'lasy');
    refuses(() => core.attend(scene, null), 'scene-form', 'options');
  });
});

describe('trace.tensor, windows', () => {
  const trace = core.attend(smallScenes['everything that scores go through']);
  it('are the rows and columns of the whole, of one head or of all', () => {
    for (const { name, shape, axes } of trace.steps) {
      const heads = axes[0] === 'H' || axes[0] === 'H_kv' ? shape[0] : null;
      const [rows, columns = 1] = heads === null ? shape : shape.slice(1);
      const whole = trace.tensor(name).data;
      const window = { rows: [1, rows], ...(axes.length - (heads === null ? 0 : 1) === 2 ? { columns: [1, 2] } : {}) };
      const [left, right] = window.columns ?? [0, columns];
      const expected = [];
      for (let head = 0; head < (heads ?? 1); head += 1)
        for (let row = 1; row < rows; row += 1)
          for (let column = left; column < right; column += 1)
            expected.push(whole[(head * rows + row) * columns + column]);
      const part = trace.tensor(name, window);
      assert.deepEqual([...part.data], expected, name);
      assert.equal(
        part.shape.reduce((a, b) => a * b),
        expected.length,
      );
      if (heads !== null) {
        const size = expected.length / heads;
        assert.deepEqual([...trace.tensor(name, { ...window, head: heads - 1 }).data], expected.slice(-size), name);
      }
    }
  });
  it('are written into an array of the caller', () => {
    const into = new Float32Array(100).fill(7);
    const { data, shape } = trace.tensor('weights', { head: 1, rows: [0, 2], into });
    assert.equal(data.buffer, into.buffer);
    assert.deepEqual([...data], [...trace.tensor('weights', { head: 1 }).data.slice(0, data.length)]);
    assert.equal(shape[0], 2);
    assert.ok(into.slice(data.length).every((number) => number === 7));
  });
  it('refuse what is not there', () => {
    refuses(() => trace.tensor('weights', { rows: [0, 99] }), 'out-of-range', 'weights', '0 to 99', '≤ 4');
    for (const rows of [[1, 1], [2, 1], [-1, 1], [0, 1.5], [0], 'ab', [0, 1, 2], null])
      assert.throws(() => trace.tensor('weights', { rows }), { code: 'out-of-range' });
    assert.throws(() => trace.tensor('weights', { columns: [0, 99] }), { code: 'out-of-range' });
    refuses(() => trace.tensor('tokens', { columns: [0, 1] }), 'out-of-range', 'tokens', 'no columns');
    refuses(() => trace.tensor('weights', { into: new Float32Array(3) }), 'range', 'into', 3);
    refuses(() => trace.tensor('weights', { into: [] }), 'scene-form', 'into');
    refuses(() => trace.tensor('weights', { row: [0, 1] }), 'scene-form', 'weights', 'rows');
  });
});

describe('trace.overview', () => {
  it('is the mean and the maximum of what a pixel covers, and what of it is hidden', () => {
    const trace = core.attend(long(words(50), {}, { mask: { kind: 'causal' } }));
    const head = 2;
    const { data } = trace.tensor('weights', { head });
    const { shape, mean, max, hidden } = trace.overview('weights', { head, height: 7, width: 9, rows: [4, 50] });
    assert.deepEqual(shape, [7, 9]);
    for (let y = 0; y < 7; y += 1) {
      for (let x = 0; x < 9; x += 1) {
        const seen = [];
        let all = 0;
        for (let i = 4 + Math.floor((y * 46) / 7); i < 4 + Math.floor(((y + 1) * 46) / 7); i += 1)
          for (let j = Math.floor((x * 50) / 9); j < Math.floor(((x + 1) * 50) / 9); j += 1, all += 1)
            if (j <= i) seen.push(data[i * 50 + j]);
        const at = y * 9 + x;
        assert.ok(Math.abs(hidden[at] - (all - seen.length) / all) < 1e-6);
        assert.equal(max[at], seen.length === 0 ? Number.NaN : Math.max(...seen));
        const expected = seen.reduce((sum, number) => sum + number, 0) / seen.length;
        if (seen.length > 0) assert.ok(Math.abs(mean[at] - expected) < 1e-6 * Math.max(...seen));
      }
    }
  });
  it('refuses what is no picture, and more pixels than there may be', () => {
    const trace = core.attend(long(words(5)));
    refuses(() => trace.overview('q', { height: 2, width: 2 }), 'out-of-range', 'q', 'd_k');
    for (const height of [0, 4097, 1.5, undefined, '2'])
      assert.throws(() => trace.overview('weights', { height, width: 2 }), { code: 'range' });
    refuses(() => trace.overview('weights', { height: 2, width: 2, head: 4 }), 'out-of-range', 'weights', 4);
    refuses(() => trace.overview('weights', { height: 2, width: 2, into: 1 }), 'scene-form', 'weights', 'height');
  });
});

describe('thousands of tokens', () => {
  it('8192 of them: outputs and a window of weights, in less than 256 MB', async () => {
    const { core: own, memory } = await coreAndMemory();
    const trace = own.attend(long(words(8192)), { lazy: true });
    const output = new Float32Array(256 * 64);
    for (let from = 0; from < 1024; from += 256) trace.tensor('output', { rows: [from, from + 256], into: output });
    const { data } = trace.tensor('weights', { head: 3, rows: [8000, 8010] });
    for (let row = 0; row < 10; row += 1) {
      const sum = data.slice(row * 8192, (row + 1) * 8192).reduce((total, weight) => total + weight, 0);
      assert.ok(Math.abs(sum - 1) < 1e-4, `row ${row} adds up to ${sum}`);
    }
    assert.ok(memory.buffer.byteLength < 256e6, `${memory.buffer.byteLength} bytes`);
    trace.dispose();
  });
  it('all weights at once are refused if they are too many, with their memory', () => {
    const trace = core.attend(long(words(8192)), { lazy: true });
    refuses(() => trace.tensor('weights'), 'too-large', 'weights', 4 * 8192 * 8192, '1024 MiB', '512 MiB');
    assert.equal(trace.tensor('weights', { head: 0, rows: [0, 1] }).data.length, 8192);
  });
  it('over a limit, the limit, what was asked and the memory are said, and the last trace stays', () => {
    const trace = core.attend(long(words(50)));
    const before = trace.tensor('output');
    refuses(() => trace.update(long(words(8193))), 'too-large', '/tokens', 8193, 8192);
    const wide = { embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 1024 } };
    refuses(() => trace.update(long(words(8192), wide)), 'too-large', '', '128 MiB', 'needs');
    assert.deepEqual(trace.tensor('output'), before);
  });
});
