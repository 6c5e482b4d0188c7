// scaledDotProductAttention, exactly as design.md specifies it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { attention, near, sizeOf, tensor } from '../support/oracle.mjs';
import { generator } from '../support/scenes.mjs';

const core = await loadCore();
const all = ['scores', 'scaled', 'capped', 'masked', 'weights'];
const random = generator(20);
const filled = (shape, size = 1) =>
  tensor(
    shape,
    Array.from({ length: sizeOf(shape) }, () => (random() * 2 - 1) * size),
  );
const bytes = (shape, share = 0.5) => ({
  shape,
  data: Uint8Array.from({ length: sizeOf(shape) }, () => (random() < share ? 1 : 0)),
});

/** Requests every result and compares it with the oracle. */
function compare(q, k, v, options = {}) {
  const result = core.scaledDotProductAttention(q, k, v, { ...options, keep: all });
  const expected = attention(q, k, v, options);
  for (const name of ['output', ...all]) near(result[name], expected[name], `${name} of ${JSON.stringify(q.shape)}`);
  return result;
}

describe('scaledDotProductAttention: shapes', () => {
  it('takes q, k and v of rank 4: [B,H,T,d], d_v apart from d_k and T_q apart from T_k', () => {
    const { output, weights } = compare(filled([2, 3, 4, 5]), filled([2, 3, 6, 5]), filled([2, 3, 6, 7]));
    assert.deepEqual(
      [output.shape, weights.shape],
      [
        [2, 3, 4, 7],
        [2, 3, 4, 6],
      ],
    );
  });
  it('takes rank 3 as no batch', () => {
    const { output, weights } = compare(filled([3, 4, 5]), filled([3, 6, 5]), filled([3, 6, 2]));
    assert.deepEqual(
      [output.shape, weights.shape],
      [
        [3, 4, 2],
        [3, 4, 6],
      ],
    );
  });
  it('takes rank 2 as one head', () => {
    const { output, weights } = compare(filled([4, 5]), filled([6, 5]), filled([6, 2]));
    assert.deepEqual(
      [output.shape, weights.shape],
      [
        [4, 2],
        [4, 6],
      ],
    );
  });
  it('gives the same bits whether leading dimensions of 1 are there or left out', () => {
    const [q, k, v] = [filled([4, 5]), filled([6, 5]), filled([6, 2])];
    const plain = core.scaledDotProductAttention(q, k, v);
    for (const leading of [[1], [1, 1]]) {
      const wide = ({ shape, data }) => ({ shape: [...leading, ...shape], data });
      const { output } = core.scaledDotProductAttention(wide(q), wide(k), wide(v));
      assert.deepEqual(output, { shape: [...leading, 4, 2], data: plain.output.data });
    }
  });
  it('gives results of q’s rank if k and v omit axes of 1', () => {
    const { output } = compare(filled([1, 3, 4, 5]), filled([6, 5]), filled([6, 2]));
    assert.deepEqual(output.shape, [1, 3, 4, 2]);
  });
  it('computes batches and heads independently', () => {
    const [q, k, v] = [filled([2, 2, 3, 4]), filled([2, 2, 5, 4]), filled([2, 2, 5, 3])];
    const whole = core.scaledDotProductAttention(q, k, v).output.data;
    for (let head = 0; head < 4; head += 1) {
      const part = ({ shape: [, , T, d], data }) => tensor([T, d], data.slice(head * T * d, (head + 1) * T * d));
      const { output } = core.scaledDotProductAttention(part(q), part(k), part(v));
      assert.deepEqual(output.data, whole.slice(head * 9, head * 9 + 9));
    }
  });
  it('shares key/value head h ÷ group among the query heads of a group', () => {
    const [q, k, v] = [filled([2, 6, 3, 4]), filled([2, 2, 5, 4]), filled([2, 2, 5, 3])];
    const repeated = ({ shape: [B, H, T, d], data }) => {
      const heads = Array.from({ length: B * H }, (_, at) => [...data.slice(at * T * d, (at + 1) * T * d)]);
      return tensor(
        [B, 6, T, d],
        heads.flatMap((head) => [...head, ...head, ...head]),
      );
    };
    const shared = compare(q, k, v);
    assert.deepEqual(shared, core.scaledDotProductAttention(q, repeated(k), repeated(v), { keep: all }));
  });
});

describe('scaledDotProductAttention: what is kept', () => {
  const [q, k, v] = [filled([2, 3, 4]), filled([2, 5, 4]), filled([2, 5, 3])];
  it('gives output and weights, and nothing else, unless asked', () => {
    assert.deepEqual(Object.keys(core.scaledDotProductAttention(q, k, v)).sort(), ['output', 'weights']);
    assert.deepEqual(Object.keys(core.scaledDotProductAttention(q, k, v, { keep: [] })).sort(), ['output', 'weights']);
  });
  for (const name of all) {
    it(`gives ${name} when asked for it alone, the same as among all`, () => {
      const options = { causal: true, softcap: 2 };
      const alone = core.scaledDotProductAttention(q, k, v, { ...options, keep: [name] });
      assert.deepEqual(Object.keys(alone).sort(), [...new Set(['output', 'weights', name])].sort());
      assert.deepEqual(alone[name], core.scaledDotProductAttention(q, k, v, { ...options, keep: all })[name]);
      assert.deepEqual(alone[name].shape, [2, 3, 5]);
    });
  }
  it('gives the previous step in place of one that is off', () => {
    const off = core.scaledDotProductAttention(q, k, v, { keep: all });
    assert.deepEqual([off.capped.data, off.masked.data], [off.scaled.data, off.scaled.data]);
  });
  it('hands out copies that share memory with nothing', () => {
    const result = core.scaledDotProductAttention(q, k, v, { keep: all });
    const arrays = [q, k, v, ...Object.values(result)].map(({ data }) => data);
    assert.equal(new Set(arrays.map(({ buffer }) => buffer)).size, arrays.length);
    for (const { byteOffset, buffer, byteLength } of arrays)
      assert.deepEqual([byteOffset, buffer.byteLength], [0, byteLength]);
    const before = result.capped.data.slice();
    result.scaled.data.fill(9);
    assert.deepEqual(result.capped.data, before);
  });
  it('leaves its inputs as they were', () => {
    const mask = filled([3, 5]);
    const options = Object.freeze({ mask: Object.freeze(mask), keep: Object.freeze([...all]), causal: true });
    const before = structuredClone([q, k, v, mask]);
    core.scaledDotProductAttention(Object.freeze(q), Object.freeze(k), Object.freeze(v), options);
    assert.deepEqual([q, k, v, mask], before);
  });
  it('reads an array that is a window of a larger one', () => {
    const large = filled([40]).data;
    const window = { shape: [2, 3, 4], data: large.subarray(7, 31) };
    const copy = { shape: [2, 3, 4], data: large.slice(7, 31) };
    assert.deepEqual(core.scaledDotProductAttention(window, k, v), core.scaledDotProductAttention(copy, k, v));
  });
});

describe('scaledDotProductAttention: options', () => {
  const [q, k, v] = [filled([2, 3, 4], 2), filled([2, 5, 4], 2), filled([2, 5, 3], 2)];
  const visible = (options) => {
    const { masked } = compare(q, k, v, options);
    return Array.from(
      { length: 3 },
      (_, i) => [...masked.data.slice(i * 5, i * 5 + 5)].filter((s) => s !== -Infinity).length,
    );
  };
  it('causal shows query i the keys j <= i', () => assert.deepEqual(visible({ causal: true }), [1, 2, 3]));
  it('causalOffset moves the diagonal to j <= i + offset', () => {
    assert.deepEqual(visible({ causal: true, causalOffset: 2 }), [3, 4, 5]);
    assert.deepEqual(visible({ causal: true, causalOffset: -1 }), [0, 1, 2]);
  });
  it('causalOffset may be as far away as a whole number can be', () => {
    assert.deepEqual(visible({ causal: true, causalOffset: Number.MAX_SAFE_INTEGER }), [5, 5, 5]);
    assert.deepEqual(visible({ causal: true, causalOffset: Number.MIN_SAFE_INTEGER }), [0, 0, 0]);
  });
  it('an alignment is the offset of its corner, for more keys and for fewer', () => {
    for (const [queries, keys] of [
      [3, 5],
      [5, 3],
      [4, 4],
    ]) {
      const tensors = [filled([2, queries, 4], 2), filled([2, keys, 4], 2), filled([2, keys, 3], 2)];
      const calculate = (options) => core.scaledDotProductAttention(...tensors, { keep: ['masked'], ...options });
      const corners = { topLeft: 0, bottomRight: keys - queries };
      for (const [causal, causalOffset] of Object.entries(corners)) {
        const { masked, output } = calculate({ causal });
        for (const [at, score] of masked.data.entries()) {
          const [i, j] = [Math.floor(at / keys) % queries, at % keys];
          assert.equal(score === -Infinity, j > i + causalOffset, `${causal}: query ${i}, key ${j}`);
        }
        assert.deepEqual(output, calculate({ causal: true, causalOffset }).output);
      }
    }
  });
  it('an alignment and an offset, or an unknown alignment, are refused', () => {
    const refused = (options, path, ...texts) => {
      const check = (error) =>
        error.name === 'AttentionError' && error.path === path && texts.every((text) => error.message.includes(text));
      assert.throws(() => core.scaledDotProductAttention(q, k, v, options), check, JSON.stringify(options));
    };
    refused({ causal: 'bottomRight', causalOffset: 2 }, 'causalOffset', '2', 'bottomRight');
    refused({ causal: 'topLeft', causalOffset: 0 }, 'causalOffset', '0', 'topLeft');
    refused({ causal: 'bottomLeft' }, 'causal', 'bottomLeft', 'bottomRight');
  });
  it('an alignment of tensors with too few axes is the error of their shapes', () => {
    const flat = tensor([4], [1, 2, 3, 4]);
    for (const causal of ['topLeft', 'bottomRight', true]) {
      const check = ({ code, path, message }) => code === 'shape' && path === 'q' && message.includes('1 axes');
      assert.throws(() => core.scaledDotProductAttention(flat, flat, flat, { causal }), check, String(causal));
    }
  });
  it('scale replaces 1/√d_k', () => {
    for (const scale of [1, 0, -0.5, 3.7]) compare(q, k, v, { scale });
    const same = core.scaledDotProductAttention(q, k, v, { scale: 1 / Math.sqrt(4) });
    assert.deepEqual(same, core.scaledDotProductAttention(q, k, v));
  });
  it('softcap bounds scaled scores smoothly, and 0 is off', () => {
    const { capped } = compare(q, k, v, { softcap: 0.5, scale: 10 });
    assert.ok(capped.data.every((score) => Math.abs(score) <= 0.5));
    assert.deepEqual(core.scaledDotProductAttention(q, k, v, { softcap: 0 }), core.scaledDotProductAttention(q, k, v));
  });
  it('softcap comes before the mask, so that what is hidden stays hidden', () => {
    const { masked, weights } = compare(q, k, v, { softcap: 2, causal: true });
    assert.equal(masked.data[4], -Infinity);
    assert.equal(weights.data[4], 0);
  });
  it('an undefined option is an omitted option', () => {
    const none = { causal: undefined, causalOffset: undefined, mask: undefined, scale: undefined, softcap: undefined };
    const left = core.scaledDotProductAttention(q, k, v, { ...none, keep: undefined });
    assert.deepEqual(left, core.scaledDotProductAttention(q, k, v));
  });
});

describe('scaledDotProductAttention: masks of 0 and 1', () => {
  const [q, k, v] = [filled([1, 2, 4], 2), filled([1, 3, 4], 2), filled([1, 3, 3], 2)];
  const cells = [1, 0, 1, 0, 1, 1];
  const masked = (data) => core.scaledDotProductAttention(q, k, v, { mask: { shape: [2, 3], data } });
  const expected = masked(Uint8Array.from(cells));
  const kinds = [Uint8ClampedArray, Uint16Array, Uint32Array, Int8Array, Int16Array, Int32Array];
  for (const Kind of kinds)
    it(`${Kind.name}: 1 may attend, as in a Uint8Array`, () => assert.deepEqual(masked(Kind.from(cells)), expected));
  for (const Kind of [BigInt64Array, BigUint64Array])
    it(`${Kind.name}: 1n may attend`, () => assert.deepEqual(masked(Kind.from(cells.map(BigInt))), expected));
  it('an array of booleans: true may attend', () => assert.deepEqual(masked(cells.map(Boolean)), expected));
  it('hide exactly the keys that are 0', () => {
    assert.deepEqual(
      [...expected.weights.data].map((weight) => Number(weight > 0)),
      cells,
    );
  });
});

describe('scaledDotProductAttention: masks', () => {
  const [q, k, v] = [filled([2, 3, 4, 5]), filled([2, 3, 6, 5]), filled([2, 3, 6, 2])];
  // Every way of omitting leading axes and of a size of 1.
  const shapes = [
    [6],
    [1],
    [4, 6],
    [1, 6],
    [4, 1],
    [3, 4, 6],
    [3, 1, 1],
    [1, 4, 6],
    [2, 3, 4, 6],
    [2, 1, 1, 1],
    [1, 3, 1, 6],
    [2, 1, 4, 1],
    [1, 1, 1, 1],
  ];
  for (const shape of shapes) {
    it(`a float mask ${shape.join('×')} is added, broadcast to [B,H,T_q,T_k]`, () => {
      compare(q, k, v, { mask: filled(shape, 3) });
    });
    it(`a byte mask ${shape.join('×')} hides where it is 0, broadcast to [B,H,T_q,T_k]`, () => {
      compare(q, k, v, { mask: bytes(shape) });
    });
  }
  it('a mask without axes is one number for every score, or refused: never passed over', () => {
    let result;
    try {
      result = core.scaledDotProductAttention(q, k, v, { mask: tensor([], [-Infinity]) });
    } catch (error) {
      assert.deepEqual([error.code, error.path], ['shape', 'mask']);
      return;
    }
    assert.ok(result.weights.data.every((weight) => weight === 0));
  });
  it('−∞ in a float mask hides a key', () => {
    const { weights } = compare(q, k, v, { mask: tensor([6], [0, -Infinity, 0, 0, -Infinity, 0]) });
    for (let at = 0; at < weights.data.length; at += 1)
      assert.equal(weights.data[at] === 0, at % 6 === 1 || at % 6 === 4);
  });
  it('a byte mask is the same as a float mask of 0 and −∞, to the bit', () => {
    const mask = bytes([4, 6]);
    const added = { shape: mask.shape, data: Float32Array.from(mask.data, (byte) => (byte ? 0 : -Infinity)) };
    const options = { keep: all };
    assert.deepEqual(
      core.scaledDotProductAttention(q, k, v, { ...options, mask }),
      core.scaledDotProductAttention(q, k, v, { ...options, mask: added }),
    );
  });
  it('a mask and causal hide together', () =>
    compare(q, k, v, { mask: bytes([4, 6], 0.7), causal: true, causalOffset: 1 }));
  it('a row with every key hidden has weights 0 and output 0, never NaN, and its neighbours are right', () => {
    const mask = { shape: [4, 6], data: Uint8Array.from({ length: 24 }, (_, at) => (at >= 6 && at < 12 ? 0 : 1)) };
    const { weights, output } = compare(q, k, v, { mask });
    for (let head = 0; head < 6; head += 1) {
      assert.deepEqual([...weights.data.slice(head * 24 + 6, head * 24 + 12)], [0, 0, 0, 0, 0, 0]);
      assert.deepEqual([...output.data.slice(head * 8 + 2, head * 8 + 4)], [0, 0]);
      assert.ok(weights.data.slice(head * 24, head * 24 + 6).every((weight) => weight > 0));
    }
  });
  it('with every key of every row hidden, all is 0', () => {
    const { weights, output } = core.scaledDotProductAttention(q, k, v, { mask: bytes([1], 0) });
    assert.ok([...weights.data, ...output.data].every((number) => number === 0));
  });
});

describe('scaledDotProductAttention: numbers', () => {
  it('agrees with the oracle in 300 random cases, within what float32 may lose of each number', () => {
    const pick = (...list) => list[Math.floor(random() * list.length)];
    const upTo = (most) => 1 + Math.floor(random() * most);
    const counts = { gqa: 0, mask: 0, causal: 0, softcap: 0 };
    for (let made = 0; made < 300; made += 1) {
      const rank = pick(2, 3, 4);
      const kvHeads = rank === 2 ? 1 : upTo(3);
      const heads = rank === 2 ? 1 : kvHeads * upTo(3);
      const lead = (count) => (rank === 4 ? [made % 2 === 0 ? 1 : 2, count] : rank === 3 ? [count] : []);
      const [rows, columns, dK, dV] = [upTo(9), upTo(17), upTo(20), upTo(11)];
      const size = pick(0.01, 1, 1, 10, 100);
      const q = filled([...lead(heads), rows, dK], size);
      const k = filled([...lead(kvHeads), columns, dK], pick(0.1, 1));
      const v = filled([...lead(kvHeads), columns, dV], pick(0.01, 1, 1000));
      const options = {};
      if (random() < 0.4) Object.assign(options, { causal: true, causalOffset: pick(0, 0, columns - rows, -2, 3) });
      if (random() < 0.3) options.scale = pick(1, 0.1, -0.3, 2);
      if (random() < 0.3) options.softcap = pick(0.3, 5, 50);
      if (random() < 0.5) {
        const whole = [made % 2 === 0 || rank < 4 ? 1 : 2, heads, rows, columns];
        const shape = whole.map((extent) => pick(1, extent)).slice(pick(0, 1, 2, 3));
        options.mask = random() < 0.5 ? bytes(shape, 0.6) : filled(shape, pick(0.5, 20));
      }
      counts.gqa += heads !== kvHeads;
      for (const name of ['mask', 'causal', 'softcap']) counts[name] += name in options;
      compare(q, k, v, options);
    }
    for (const [name, count] of Object.entries(counts)) assert.ok(count > 50, `only ${count} cases with ${name}`);
  });
  it('would find a wrong number: the bounds are narrower than 2⁻¹⁶ of the largest number', () => {
    const expected = attention(filled([3, 6, 8]), filled([3, 9, 8]), filled([3, 9, 4]), { softcap: 2, causal: true });
    for (const { data, bound } of Object.values(expected)) {
      const largest = Math.max(...data.map((number) => (number === -Infinity ? 0 : Math.abs(number))));
      assert.ok(Math.max(...bound) < largest * 2 ** -16);
    }
  });
  it('gives rows of weights that add up to 1', () => {
    const { weights } = core.scaledDotProductAttention(filled([7, 8], 5), filled([33, 8], 5), filled([33, 1]));
    for (let i = 0; i < 7; i += 1) {
      const sum = weights.data.slice(i * 33, i * 33 + 33).reduce((total, weight) => total + weight, 0);
      assert.ok(Math.abs(sum - 1) < 33 * 2 ** -23, `row ${i}: ${sum}`);
    }
  });
  it('keeps weights finite at scores of ±10 000', () => {
    const { scores, weights } = compare(
      tensor([2, 1], [100, -100]),
      tensor([3, 1], [100, -100, 99.99]),
      tensor([3, 1], [1, 2, 3]),
    );
    assert.deepEqual([scores.data[0], scores.data[1]], [10_000, -10_000]);
    assert.ok(weights.data.every(Number.isFinite));
  });
  it('gives the same bits every time', () => {
    const [q, k, v] = [filled([3, 9, 8]), filled([3, 9, 8]), filled([3, 9, 8])];
    assert.deepEqual(
      core.scaledDotProductAttention(q, k, v, { keep: all }),
      core.scaledDotProductAttention(q, k, v, { keep: all }),
    );
  });
});
