// scaledDotProductAttention without the matrix of weights: output, statistics, and rows on demand.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { coreAndMemory } from '../support/memory.mjs';
import { attention, near, sizeOf, tensor } from '../support/oracle.mjs';
import { refuses } from '../support/refuses.mjs';
import { generator } from '../support/scenes.mjs';

const core = await loadCore();
const random = generator(30);
const filled = (shape, size = 1) =>
  tensor(
    shape,
    Array.from({ length: sizeOf(shape) }, () => (random() * 2 - 1) * size),
  );
const hiding = (shape, share) => ({
  shape,
  data: Uint8Array.from({ length: sizeOf(shape) }, () => (random() < share ? 0 : 1)),
});
const close = (actual, expected, what) =>
  assert.ok(
    actual === expected || Math.abs(actual - expected) <= 1e-5 * (1 + Math.abs(expected)),
    `${what} is ${actual}, expected ${expected}`,
  );

/** The statistics of rows of masked scores and weights, in double precision. */
function checkStatistics(result, { masked, weights }) {
  const keys = masked.shape.at(-1);
  const shape = masked.shape.slice(0, -1);
  for (const name of ['logSumExp', 'largest', 'largestKey', 'entropy']) assert.deepEqual(result[name].shape, shape);
  assert.ok(result.largestKey.data instanceof Int32Array);
  for (let row = 0; row < sizeOf(shape); row += 1) {
    const scores = masked.data.subarray(row * keys, (row + 1) * keys);
    const own = weights.data.subarray(row * keys, (row + 1) * keys);
    const most = Math.max(...scores);
    const total = scores.reduce((sum, score) => sum + (most === -Infinity ? 0 : Math.exp(score - most)), 0);
    close(result.logSumExp.data[row], total === 0 ? -Infinity : most + Math.log(total), 'log-sum-exp');
    close(result.largest.data[row], Math.max(...own), 'the largest weight');
    const key = result.largestKey.data[row];
    if (total === 0) assert.equal(key, -1);
    else close(own[key], Math.max(...own), 'the weight at its place');
    close(
      result.entropy.data[row],
      own.reduce((sum, weight) => sum - (weight > 0 ? weight * Math.log(weight) : 0), 0),
      'the entropy',
    );
  }
}

const scenes = [
  ['two ranks', [4, 5], [6, 5], {}],
  ['batches and groups', [2, 6, 9, 4], [2, 2, 300, 4], {}],
  ['a causal mask with an offset', [2, 40, 8], [2, 50, 8], { causal: true, causalOffset: -3 }],
  ['a causal mask at the bottom right', [2, 5, 8], [2, 9, 8], { causal: 'bottomRight' }],
  ['a causal mask at the bottom right of fewer keys', [2, 9, 8], [2, 5, 8], { causal: 'bottomRight' }],
  ['a softcap and a scale', [3, 17, 8], [3, 270, 8], { softcap: 2, scale: -0.7 }],
  ['a mask for each head', [2, 3, 5, 4], [2, 3, 7, 4], { mask: hiding([3, 5, 7], 0.4) }],
  ['a mask that is added', [2, 3, 5, 4], [2, 1, 7, 4], { mask: filled([2, 1, 5, 1], 4) }],
  ['a mask of the keys that hides all', [2, 5, 4], [2, 7, 4], { mask: hiding([1, 7], 1), causal: true }],
];

describe('scaledDotProductAttention without weights', () => {
  for (const [name, shape, keyShape, options] of scenes) {
    const [q, k] = [filled(shape, 2), filled(keyShape, 2)];
    const v = filled([...keyShape.slice(0, -1), 3]);
    it(`${name}: output and statistics are the oracle’s`, () => {
      const expected = attention(q, k, v, options);
      const result = core.scaledDotProductAttention(q, k, v, { ...options, weights: 'none', statistics: true });
      near(result.output, expected.output, 'output');
      checkStatistics(result, expected);
      assert.equal(result.weights, undefined);
      checkStatistics(core.scaledDotProductAttention(q, k, v, { ...options, statistics: true }), expected);
    });
    it(`${name}: every row on demand has the bits of the whole matrix`, () => {
      const { weights } = core.scaledDotProductAttention(q, k, v, options);
      const [B, H, rows, keys] = [...[1, 1, 1, 1].slice(weights.shape.length), ...weights.shape];
      const result = core.scaledDotProductAttention(q, k, v, { ...options, weights: 'none' });
      const asked = [rows - 1, 0, rows - 1];
      const some = core.scaledDotProductAttention(q, k, v, { ...options, weights: { rows: asked } });
      assert.deepEqual(some.weights.shape, [...shape.slice(0, -2), 3, keys]);
      for (let line = 0; line < B * H * rows; line += 1) {
        const place = { batch: Math.floor(line / rows / H), head: Math.floor(line / rows) % H, query: line % rows };
        const row = weights.data.slice(line * keys, (line + 1) * keys);
        assert.deepEqual(result.weightsOf(place), { shape: [keys], data: row });
        for (const [at, query] of asked.entries()) {
          if (query !== place.query) continue;
          const from = (Math.floor(line / rows) * 3 + at) * keys;
          assert.deepEqual(some.weights.data.slice(from, from + keys), row);
        }
      }
    });
  }

  for (const emptyRows of ['zeros', 'uniform', 'nan']) {
    it(`rows that see nothing get what emptyRows: "${emptyRows}" says, and no other row changes`, () => {
      const [q, k, v] = [filled([2, 4, 5, 4]), filled([2, 2, 300, 4]), filled([2, 2, 300, 3])];
      // Query 1 of all heads, and query 3 of head 2.
      const mask = {
        shape: [1, 4, 5, 1],
        data: Uint8Array.from({ length: 20 }, (_, at) => +(at % 5 !== 1 && at !== 13)),
      };
      const isEmpty = (row) => mask.data[row % 20] === 0;
      const usual = core.scaledDotProductAttention(q, k, v, { mask, statistics: true });
      const filledIn = { mask, emptyRows, statistics: true };
      const whole = core.scaledDotProductAttention(q, k, v, filledIn);
      const streamed = core.scaledDotProductAttention(q, k, v, { ...filledIn, weights: 'none' });
      const weight = { zeros: 0, uniform: Math.fround(1 / 300), nan: Number.NaN }[emptyRows];
      const entropy = { zeros: 0, uniform: Math.fround(Math.log(300)), nan: Number.NaN }[emptyRows];
      for (let row = 0; row < 40; row += 1) {
        const weights = whole.weights.data.slice(row * 300, (row + 1) * 300);
        const place = { batch: Math.floor(row / 20), head: Math.floor(row / 5) % 4, query: row % 5 };
        assert.deepEqual(streamed.weightsOf(place).data, weights);
        if (!isEmpty(row)) {
          assert.deepEqual(weights, usual.weights.data.slice(row * 300, (row + 1) * 300));
          assert.deepEqual(
            whole.output.data.slice(row * 3, row * 3 + 3),
            usual.output.data.slice(row * 3, row * 3 + 3),
          );
          continue;
        }
        assert.ok(weights.every((one) => Object.is(one, weight)));
        const values = Math.floor(row / 10) * 300;
        for (let column = 0; column < 3; column += 1) {
          let sum = 0;
          for (let key = 0; key < 300; key += 1) sum += v.data[(values + key) * 3 + column];
          const output = { zeros: 0, uniform: Math.fround(sum / 300), nan: Number.NaN }[emptyRows];
          assert.equal(whole.output.data[row * 3 + column], output);
          assert.equal(streamed.output.data[row * 3 + column], output);
        }
        for (const { logSumExp, largest, largestKey, entropy: uncertainty } of [whole, streamed]) {
          assert.deepEqual([logSumExp.data[row], largest.data[row]], [-Infinity, weight]);
          assert.equal(largestKey.data[row], emptyRows === 'uniform' ? 0 : -1);
          assert.equal(uncertainty.data[row], entropy);
        }
      }
    });
  }

  it('ALiBi and a window have the bits of a mask and of ALiBi as a mask', () => {
    const [q, k, v] = [filled([2, 9, 4]), filled([2, 12, 4]), filled([2, 12, 3])];
    const alibi = [0.5, 0.25];
    const offset = 2;
    const options = { alibi, causalOffset: offset, window: { before: 3, after: 1 } };
    const mask = tensor(
      [2, 9, 12],
      Array.from({ length: 216 }, (_, cell) => {
        const distance = (Math.floor(cell / 12) % 9) + offset - (cell % 12);
        return distance > 3 || distance < -1 ? -Infinity : -alibi[Math.floor(cell / 108)] * Math.abs(distance);
      }),
    );
    const [whole, masked] = [options, { mask }].map((one) => core.scaledDotProductAttention(q, k, v, one));
    assert.deepEqual(whole, masked);
    const streamed = core.scaledDotProductAttention(q, k, v, { ...options, weights: 'none', statistics: true });
    const expected = attention(q, k, v, { mask });
    near(streamed.output, expected.output, 'output');
    checkStatistics(streamed, expected);
    assert.deepEqual(streamed.weightsOf({ head: 1, query: 4 }).data, whole.weights.data.slice(13 * 12, 14 * 12));
  });

  it('a row on demand sees the keys of its window, also where there are more queries than keys', () => {
    const [q, k, v] = [filled([20, 4]), filled([4, 4]), filled([4, 2])];
    const options = { window: { before: 17, after: 0 } };
    const { weights } = core.scaledDotProductAttention(q, k, v, options);
    const result = core.scaledDotProductAttention(q, k, v, { ...options, weights: 'none' });
    for (let query = 0; query < 20; query += 1) {
      const row = weights.data.slice(query * 4, query * 4 + 4);
      assert.deepEqual(result.weightsOf({ query }).data, row);
      for (let key = 0; key < 4; key += 1) assert.equal(row[key] > 0, key <= query && key >= query - 17);
    }
  });

  it('a row on demand is that of the call, whatever became of its arguments', () => {
    const [q, k, v, mask] = [filled([3, 4]), filled([5, 4]), filled([5, 2]), filled([3, 5])];
    const { weights } = core.scaledDotProductAttention(q, k, v, { mask });
    const result = core.scaledDotProductAttention(q, k, v, { mask, weights: 'none' });
    for (const { data } of [q, k, v, mask]) data.fill(9);
    core.scaledDotProductAttention(q, k, v);
    assert.deepEqual(result.weightsOf({ query: 2 }).data, weights.data.slice(10, 15));
  });

  it('8,192 tokens take at most 1.5 times the memory of inputs and outputs', async () => {
    for (const H of [1, 4]) {
      const { core: fresh, memory } = await coreAndMemory();
      const [q, k, v] = [0, 1, 2].map(() => ({
        shape: [H, 8192, 64],
        data: new Float32Array(H * 8192 * 64).map((_, at) => (at % 61) / 61),
      }));
      const before = memory.buffer.byteLength;
      const result = fresh.scaledDotProductAttention(q, k, v, {
        ...{ causal: true, window: { before: 64, after: 0 } },
        ...{ weights: 'none', statistics: true },
      });
      const { weightsOf, ...outputs } = result;
      const bytes = [q, k, v, ...Object.values(outputs)].reduce((sum, { data }) => sum + data.byteLength, 0);
      const grown = memory.buffer.byteLength - before;
      assert.ok(grown <= 1.5 * bytes, `${H} heads: ${grown} bytes for ${bytes}`);
      assert.equal(weightsOf({ head: H - 1, query: 8191 }).data.length, 8192);
    }
  });
});

describe('scaledDotProductAttention without weights refuses', () => {
  const [q, k, v] = [filled([2, 3, 4]), filled([2, 5, 4]), filled([2, 5, 3])];
  const call = (options) => () => core.scaledDotProductAttention(q, k, v, options);
  const { weightsOf } = core.scaledDotProductAttention(q, k, v, { weights: 'none' });
  it('a choice of weights that is none', () => {
    for (const weights of ['some', false, null, 3, [], {}, { rows: 2 }, { rows: '01' }]) {
      refuses(call({ weights }), 'scene-form', 'weights');
    }
  });
  it('rows that are not there, with the limit', () => {
    for (const row of [-1, 3, 0.5, NaN, '1', null]) {
      refuses(call({ weights: { rows: [0, row] } }), 'out-of-range', 'weights', 2);
      refuses(() => weightsOf({ query: row }), 'out-of-range', 'query', 2);
    }
    refuses(() => weightsOf({ head: 2, query: 0 }), 'out-of-range', 'head', 2, 1);
    refuses(() => weightsOf({ batch: 1, query: 0 }), 'out-of-range', 'batch', 1, 0);
    refuses(() => weightsOf({ row: 1 }), 'scene-form', 'row', 'row');
    refuses(() => weightsOf(1), 'scene-form', 'row');
  });
  it('kept matrices, statistics that are no switch, and odd windows and slopes', () => {
    refuses(call({ weights: 'none', keep: ['scores'] }), 'scene-form', 'keep', 'all');
    refuses(call({ statistics: 1 }), 'scene-form', 'statistics', 1);
    refuses(call({ window: { before: -1, after: 0 } }), 'scene-form', 'window.before', -1);
    refuses(call({ window: { before: 1 } }), 'scene-form', 'window.after');
    refuses(call({ window: 3 }), 'scene-form', 'window');
    for (const alibi of [[], [1, NaN], [1, '2'], 'ab', 1]) refuses(call({ alibi }), 'scene-form', 'alibi');
    refuses(call({ alibi: [1, 2, 3] }), 'shape', 'alibi', 3, 2);
    refuses(call({ causalOffset: 1 }), 'scene-form', 'causalOffset');
  });
});
