// multiHeadAttention: it has the bits of the trace for every output and destination. And what it refuses.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { coreAndMemory } from '../support/memory.mjs';
import { difference, layer as oracle, sizeOf, tensor } from '../support/oracle.mjs';
import { refuses } from '../support/refuses.mjs';
import { generator } from '../support/scenes.mjs';

const core = await loadCore();
const random = generator(44);
const filled = (...shape) =>
  tensor(
    shape,
    Array.from({ length: sizeOf(shape) }, () => random() * 2 - 1),
  );
const rowsOf = ({ shape: [rows, columns], data }) =>
  Array.from({ length: rows }, (_, row) => [...data.subarray(row * columns, (row + 1) * columns)]);
const numbers = (matrix) => (matrix.shape.length === 1 ? [...matrix.data] : rowsOf(matrix));

/** A layer's matrices, with or without everything optional. */
function matricesOf({ dModel, heads, kvHeads, dK, dV, optional, dOut = dModel }) {
  const matrices = {
    wQ: filled(dModel, heads * dK),
    wK: filled(dModel, kvHeads * dK),
    wV: filled(dModel, kvHeads * dV),
  };
  if (!optional) return matrices;
  const biases = { bQ: filled(heads * dK), bK: filled(kvHeads * dK), bV: filled(kvHeads * dV), bO: filled(dOut) };
  return { ...matrices, ...biases, wO: filled(heads * dV, dOut) };
}

/** The same as a scene. */
const sceneOf = (x, matrices, { heads, kvHeads }, mask = { kind: 'none' }, scale = undefined) => ({
  version: 1,
  tokens: Array.from({ length: x.shape[0] }, (_, i) => `t${i}`),
  embedding: { kind: 'given', x: rowsOf(x) },
  parameters: {
    kind: 'given',
    ...Object.fromEntries(Object.entries(matrices).map(([name, m]) => [name, numbers(m)])),
  },
  attention: { heads, kvHeads, mask, ...(scale === undefined ? {} : { scale }) },
});

const sizes = [
  { dModel: 16, heads: 2, kvHeads: 2, dK: 8, dV: 8, optional: false },
  { dModel: 12, heads: 4, kvHeads: 2, dK: 3, dV: 5, optional: true },
  { dModel: 7, heads: 3, kvHeads: 1, dK: 4, dV: 12, optional: true },
  { dModel: 36, heads: 3, kvHeads: 3, dK: 12, dV: 12, optional: true },
  { dModel: 1, heads: 1, kvHeads: 1, dK: 1, dV: 1, optional: false },
];
const masks = [
  [{}, { kind: 'none' }],
  [{ causal: true }, { kind: 'causal' }],
  [{ causal: 'topLeft' }, { kind: 'causal' }],
  [{ causal: 'bottomRight' }, { kind: 'causal' }],
  [{ window: { before: 2, after: 1 } }, { kind: 'window', before: 2, after: 1 }],
  [
    { causal: true, window: { before: 3, after: 9 } },
    { kind: 'window', before: 3, after: 0 },
  ],
];

describe('multiHeadAttention', () => {
  for (const size of sizes) {
    it(`has the bits of the trace: d_model ${size.dModel}, ${size.heads} heads of ${size.dK} and ${size.dV}`, () => {
      const matrices = matricesOf(size);
      for (const [options, mask] of masks) {
        const layer = core.multiHeadAttention(matrices, { heads: size.heads, kvHeads: size.kvHeads, ...options });
        // Lengths vary from call to call.
        for (const T of [3, 1, 14, 6, 31, 2]) {
          const x = filled(T, size.dModel);
          const trace = core.attend(sceneOf(x, matrices, size, mask));
          const [output, weights] = ['output', 'weights'].map((name) => trace.tensor(name));
          trace.dispose();
          const what = `${JSON.stringify(options)}, T ${T}`;
          assert.deepEqual(layer.attend(x), { output, weights }, what);
          assert.deepEqual(layer.attend(x, { weights: false }), { output, weights: undefined }, `${what}, no weights`);
        }
        layer.dispose();
      }
    });
  }

  it('agrees with plain loops in double precision', () => {
    const size = { dModel: 24, heads: 3, kvHeads: 3, dK: 8, dV: 8, optional: true };
    const matrices = matricesOf(size);
    const x = filled(17, 24);
    const expected = oracle(sceneOf(x, matrices, size, { kind: 'causal' }));
    const actual = core.multiHeadAttention(matrices, { heads: 3, causal: true }).attend(x);
    for (const name of ['weights', 'output']) assert.ok(difference(actual[name], expected[name]) < 1e-5, name);
  });

  it('scales by what it is given', () => {
    const size = sizes[0];
    const matrices = matricesOf(size);
    const x = filled(9, 16);
    const expected = core.attend(sceneOf(x, matrices, size, undefined, 0.7)).tensor('weights');
    assert.deepEqual(core.multiHeadAttention(matrices, { heads: 2, scale: 0.7 }).attend(x).weights, expected);
  });

  it('writes into the arrays it is given, to their beginning', () => {
    const layer = core.multiHeadAttention(matricesOf(sizes[0]), { heads: 2 });
    const x = filled(5, 16);
    const fresh = layer.attend(x);
    const output = new Float32Array(5 * 16);
    const weights = new Float32Array(2 * 5 * 5 + 3).fill(7);
    const into = layer.attend(x, { output, weights });
    assert.equal(into.output.data, output);
    assert.equal(into.weights.data.buffer, weights.buffer);
    assert.deepEqual(into, fresh);
    assert.deepEqual([...weights.subarray(50)], [7, 7, 7]);
  });

  it('gives copies: they stay good', () => {
    const layer = core.multiHeadAttention(matricesOf(sizes[0]), { heads: 2 });
    const first = layer.attend(filled(5, 16));
    const before = structuredClone(first);
    layer.attend(filled(5, 16));
    layer.dispose();
    assert.deepEqual(first, before);
  });

  it('hands out many weights a few rows at a time: the same bits', () => {
    // 4 heads of 1100² weights take 19 MB, more than is kept at once.
    const size = { dModel: 8, heads: 4, kvHeads: 2, dK: 2, dV: 2, optional: true };
    const matrices = matricesOf(size);
    const layer = core.multiHeadAttention(matrices, { heads: 4, kvHeads: 2 });
    const x = filled(1100, 8);
    const { output, weights } = layer.attend(x);
    assert.deepEqual(layer.attend(x, { weights: false }).output, output);
    for (let h = 0; h < 4; h += 1) {
      for (const i of [0, 555, 1099]) {
        const row = weights.data.subarray((h * 1100 + i) * 1100, (h * 1100 + i + 1) * 1100);
        assert.ok(Math.abs(row.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-4, `head ${h}, row ${i}`);
      }
    }
    layer.dispose();
  });

  it('works after another call made the memory grow', async () => {
    const fresh = await loadCore({ fresh: true });
    const matrices = matricesOf(sizes[0]);
    const small = fresh.multiHeadAttention(matrices, { heads: 2 });
    const x = filled(6, 16);
    const before = small.attend(x);
    const large = fresh.multiHeadAttention(matrices, { heads: 2, causal: true });
    large.attend(filled(900, 16));
    assert.deepEqual(small.attend(x), before);
  });
});

describe('multiHeadAttention: refusals', () => {
  const given = matricesOf({ dModel: 6, heads: 2, kvHeads: 2, dK: 3, dV: 4, optional: true });
  const make = (matrices, options) => () =>
    core.multiHeadAttention({ ...given, ...matrices }, { heads: 2, ...options });

  it('matrices that do not fit each other', () => {
    refuses(make({ wQ: filled(6, 7) }), 'heads', 'wQ', 7, 2);
    refuses(make({ wK: filled(5, 6) }), 'shape', 'wK', '5×6', '6×6');
    refuses(make({ wK: filled(6, 4) }), 'shape', 'wK', '6×4', '6×6');
    refuses(make({ wV: filled(5, 8) }), 'shape', 'wV', '5×8', '6×8');
    refuses(make({ wV: filled(6, 9) }), 'heads', 'wV', 9, 2);
    refuses(make({ wO: filled(7, 6) }), 'shape', 'wO', '7×6', '8×6');
    refuses(make({ bQ: filled(5) }), 'shape', 'bQ', '1×5', '1×6');
    refuses(make({ bQ: filled(1, 6) }), 'shape', 'bQ', '1×6');
    refuses(make({ wQ: filled(36) }), 'shape', 'wQ', 36);
    refuses(make({ wQ: filled(0, 6) }), 'shape', 'wQ', '0×6');
    refuses(make({ wO: undefined }), 'shape', 'bO');
  });
  it('what is no matrix', () => {
    refuses(make({ wQ: undefined }), 'scene-form', 'wQ', 'undefined');
    refuses(make({ wQ: { shape: [6, 6], data: [1] } }), 'scene-form', 'wQ');
    refuses(make({ wX: filled(1, 1) }), 'scene-form', 'wX');
    const odd = filled(6, 6);
    odd.data[7] = Number.NaN;
    refuses(make({ wQ: odd }), 'not-finite', 'wQ', 'wQ[1,1]');
    refuses(() => core.multiHeadAttention(null, { heads: 1 }), 'scene-form', 'matrices', 'null');
  });
  it('options', () => {
    refuses(make({}, { heads: 0 }), 'scene-form', 'heads', 0);
    refuses(make({}, { heads: 1.5 }), 'scene-form', 'heads', 1.5);
    refuses(make({}, { heads: 65 }), 'too-large', 'heads', 65, 64);
    refuses(make({}, { kvHeads: 0 }), 'scene-form', 'kvHeads', 0);
    refuses(make({}, { heads: 2, kvHeads: 3 }), 'heads', 'kvHeads', 2, 3);
    refuses(make({}, { causal: 1 }), 'scene-form', 'causal', 1);
    refuses(make({}, { window: { before: -1, after: 0 } }), 'scene-form', 'window.before', -1);
    refuses(make({}, { window: { before: 1 } }), 'scene-form', 'window.after', 'undefined');
    refuses(make({}, { window: 3 }), 'scene-form', 'window', 3);
    refuses(make({}, { window: null }), 'scene-form', 'window', 'null');
    refuses(make({}, { scale: Number.NaN }), 'scene-form', 'scale', 'NaN');
    refuses(make({}, { scale: 1e39 }), 'range', 'scale', '1e+39');
    refuses(make({}, { mask: 1 }), 'scene-form', 'mask');
    refuses(() => core.multiHeadAttention(given, undefined), 'scene-form', 'options', 'undefined');
  });
  it('unknown and empty targets, and names them', () => {
    const ones = (...shape) => tensor(shape, new Array(shape.reduce((a, b) => a * b)).fill(1));
    const layer = core.multiHeadAttention({ wQ: ones(3, 3), wK: ones(3, 3), wV: ones(3, 3) }, { heads: 1 });
    refuses(() => layer.attend(ones(2, 3), { weigths: false }), 'scene-form', 'weigths', 'output, weights');
    for (const weights of [null, 0, true])
      refuses(() => layer.attend(ones(2, 3), { weights }), 'scene-form', 'weights');
    layer.dispose();
  });
  it('inputs and targets, and goes on after each', () => {
    const layer = make({}, {})();
    const x = filled(3, 6);
    const good = layer.attend(x);
    const odd = filled(3, 6);
    odd.data[8] = Number.POSITIVE_INFINITY;
    refuses(() => layer.attend(odd), 'not-finite', 'x', 'x[1,2]', 'inf');
    refuses(() => layer.attend(filled(3, 5)), 'shape', 'x', '3×5', 'T×6');
    refuses(() => layer.attend(filled(0, 6)), 'shape', 'x', '0×6');
    refuses(() => layer.attend(filled(6)), 'shape', 'x', '6');
    refuses(() => layer.attend({ shape: [3, 6], data: new Float64Array(18) }), 'scene-form', 'x');
    refuses(() => layer.attend({ shape: [3, 6], data: new Float32Array(17) }), 'scene-form', 'x', 17, '3×6');
    refuses(() => layer.attend(x, { output: new Float32Array(17) }), 'range', 'output', 17, 18);
    refuses(() => layer.attend(x, { weights: new Float32Array(17) }), 'range', 'weights', 17, 18);
    refuses(() => layer.attend(x, { output: [] }), 'scene-form', 'output');
    assert.deepEqual(layer.attend(x), good);
  });
  it('scores and results that float32 does not hold', () => {
    const layer = make({}, {})();
    const large = (size) =>
      tensor(
        [3, 6],
        filled(3, 6).data.map((number) => number * size),
      );
    refuses(() => layer.attend(large(1e20)), 'not-finite', 'x', 'scores');
    refuses(() => layer.attend(large(3e38)), 'not-finite', 'x', 'scores');
  });
  it('more tokens than there is memory for, and says how much; the layer goes on', () => {
    const layer = make({}, {})();
    const x = filled(3, 6);
    const good = layer.attend(x);
    const many = { shape: [2_000_000, 6], data: new Float32Array(12_000_000) };
    refuses(() => layer.attend(many, { weights: false }), 'too-large', 'x', 2_000_000, 'MiB', 512);
    assert.deepEqual(layer.attend(x), good);
  });
  it('matrices that together are too large, before any is copied, and names both sizes', async () => {
    const { core: own, memory } = await coreAndMemory();
    const before = memory.buffer.byteLength;
    const wide = { shape: [1, 2 ** 26], data: new Float32Array(2 ** 26) };
    const make = () => own.multiHeadAttention({ wQ: wide, wK: wide, wV: wide }, { heads: 1 });
    refuses(make, 'too-large', '', '768 MiB', '512 MiB');
    assert.ok(memory.buffer.byteLength - before < 2 ** 20);
  });
  it('an axis too long for float32, by its size', () => {
    const tall = (rows) => ({ shape: [rows, 1], data: new Float32Array(rows) });
    const [odd, even] = [tall(2 ** 24 + 1), tall(2 ** 24 + 2)];
    const make = () => core.multiHeadAttention({ wQ: odd, wK: even, wV: odd }, { heads: 1 });
    refuses(make, 'shape', 'wK', '16777218×1', '16777217×1');
  });
  it('numbers that are fewer than they say, and others when they are asked for again', () => {
    const layer = core.multiHeadAttention({ wQ: filled(2, 2), wK: filled(2, 2), wV: filled(2, 2) }, { heads: 1 });
    class False extends Float32Array {
      get length() {
        return 8;
      }
    }
    const x = { shape: [4, 2], data: new False(2) };
    refuses(() => layer.attend(x), 'scene-form', 'x', 2, 8);
    refuses(() => core.scaledDotProductAttention(x, x, x), 'scene-form', 'q', 2, 8);
    let times = 0;
    const changing = {
      shape: [4, 2],
      get data() {
        times += 1;
        return new Float32Array(times === 1 ? 8 : 1);
      },
    };
    assert.deepEqual(layer.attend(changing).output.shape, [4, 2]);
    layer.dispose();
  });
  it('calls after it was disposed of', () => {
    const layer = make({}, {})();
    layer.dispose();
    layer.dispose();
    refuses(() => layer.attend(filled(3, 6)), 'disposed', '');
  });
});
