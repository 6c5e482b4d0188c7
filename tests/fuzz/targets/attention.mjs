// Calls with shapes and options by chance: within the bounds of float32 around the oracle's numbers in double precision; what the numbers
// overflow in is refused. A layer made ready has the bits of the trace.
import assert from 'node:assert/strict';
import { loadCore } from 'self-attention/core';
import { attention, difference, layer as layerOracle, near, sizeOf, tensor } from '../../node/support/oracle.mjs';
import { generator } from '../../node/support/scenes.mjs';
import { answerOrRefusal } from '../expect.mjs';

const core = await loadCore();
const kept = ['scores', 'scaled', 'capped', 'masked', 'weights'];

export function make({ below, pick, often }) {
  const size = () => (often(0.8) ? 1 + below(9) : pick([16, 17, 31, 33, 64, 65]));
  const [B, kvHeads, group, queries, keys, dK, dV] = [
    1 + below(2),
    1 + below(3),
    1 + below(3),
    size(),
    size(),
    size(),
    size(),
  ];
  const maskShape = [B, kvHeads * group, queries, keys].map((extent) => (often(0.4) ? 1 : extent)).slice(below(4));
  return {
    seed: below(2 ** 32),
    magnitude: pick([0, 1e-20, 0.1, 1, 1, 1, 30, 1e4, 1e20]),
    shapes: [
      [B, kvHeads * group, queries, dK],
      [B, kvHeads, keys, dK],
      [B, kvHeads, keys, dV],
    ],
    options: {
      ...(often(0.4) && { causal: true, causalOffset: pick([0, 0, 1, -1, 3, -100, 100]) }),
      ...(often(0.3) && { scale: pick([0, -0, 1, -2, 0.125, 1e-30, 1e10]) }),
      ...(often(0.3) && { softcap: pick([0.5, 2, 30, 1e-6, 1e6]) }),
    },
    ...(often(0.4) && { mask: { shape: maskShape, kind: pick(['bytes', 'floats']) } }),
  };
}

function checkCall({ seed, magnitude, shapes, options: plain, mask }) {
  const random = generator(seed);
  const filled = (shape, most) =>
    tensor(
      shape,
      Array.from({ length: sizeOf(shape) }, () => (random() * 2 - 1) * most),
    );
  const [q, k, v] = shapes.map((shape) => filled(shape, magnitude));
  const masks = {
    bytes: (shape) => ({ shape, data: Uint8Array.from({ length: sizeOf(shape) }, () => Number(random() < 0.7)) }),
    floats: (shape) =>
      tensor(
        shape,
        Array.from({ length: sizeOf(shape) }, () => (random() < 0.2 ? -Infinity : random() * 4 - 2)),
      ),
  };
  const options = { ...plain, ...(mask && { mask: masks[mask.kind](mask.shape) }) };
  const expected = attention(q, k, v, options);
  const overflows = ['scores', 'scaled', 'capped'].some((name) =>
    expected[name].data.some((number) => Math.abs(number) > 1e37),
  );
  return () => {
    const actual = (() => {
      try {
        return core.scaledDotProductAttention(q, k, v, { ...options, keep: kept });
      } catch (error) {
        assert.ok(overflows, error.stack);
        throw error;
      }
    })();
    for (const name of ['output', ...kept]) near(actual[name], expected[name], name);
  };
}

/** The first head of each batch's worth of numbers as a layer: its matrices from the same seed. */
function checkLayer({ seed, shapes: [[, heads, T, dK], [, kvHeads, keys], [, , , dV]], options: { causal } }) {
  const random = generator(seed + 1);
  const rows = (count, columns) =>
    Array.from({ length: count }, () => Array.from({ length: columns }, () => Math.fround(random() * 2 - 1)));
  const matrix = (given) => tensor([given.length, given[0].length], given.flat());
  const [x, wQ, wK, wV] = [rows(T, keys), rows(keys, heads * dK), rows(keys, kvHeads * dK), rows(keys, kvHeads * dV)];
  const scene = {
    version: 1,
    tokens: x.map((_, at) => `t${at}`),
    embedding: { kind: 'given', x },
    parameters: { kind: 'given', wQ, wK, wV },
    attention: { heads, kvHeads, ...(causal && { mask: { kind: 'causal' } }) },
  };
  const trace = core.attend(scene);
  const layer = core.multiHeadAttention(
    { wQ: matrix(wQ), wK: matrix(wK), wV: matrix(wV) },
    { heads, kvHeads, causal: causal === true },
  );
  const actual = layer.attend(matrix(x));
  const expected = layerOracle(scene);
  for (const name of ['weights', 'output']) {
    assert.deepEqual(actual[name], trace.tensor(name), name);
    assert.ok(difference(actual[name], expected[name]) < 1e-5, name);
  }
  layer.dispose();
  trace.dispose();
}

export async function check(input) {
  await answerOrRefusal(checkCall(input));
  checkLayer(input);
}
