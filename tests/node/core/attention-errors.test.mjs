// What scaledDotProductAttention refuses: the code, the argument, and the numbers in the message.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { coreAndMemory } from '../support/memory.mjs';
import { sizeOf, tensor } from '../support/oracle.mjs';
import { refuses } from '../support/refuses.mjs';

const core = await loadCore();
const ones = (...shape) => tensor(shape, new Array(sizeOf(shape)).fill(1));
const [q, k, v] = [ones(2, 3, 4), ones(2, 5, 4), ones(2, 5, 3)];
const args = { q, k, v };
const call = (changed, options) => () => {
  const { q, k, v } = { ...args, ...changed };
  return core.scaledDotProductAttention(q, k, v, options);
};
const spoilt = (from, at, number) => {
  const data = from.data.slice();
  data[at] = number;
  return { shape: from.shape, data };
};

describe('scaledDotProductAttention refuses', () => {
  for (const name of ['q', 'k', 'v']) {
    for (const [number, shown] of [
      [NaN, 'nan'],
      [Infinity, 'inf'],
      [-Infinity, '-inf'],
    ]) {
      it(`${number} in ${name}, and says where`, () => {
        const bad = spoilt(args[name], 7, number);
        const [, , d] = bad.shape;
        refuses(call({ [name]: bad }), 'not-finite', name, `${name}[0,${Math.floor(7 / d)},${7 % d}]`, shown);
      });
    }
    it(`${name} that is no tensor`, () => {
      for (const value of [
        undefined,
        null,
        5,
        'q',
        [1, 2],
        [[1, 2]],
        new Float32Array(24),
        {},
        { shape: [2, 3, 4] },
        () => 0,
      ]) {
        refuses(call({ [name]: value }), 'scene-form', name, name);
      }
    });
    it(`${name} whose shape is not an array of whole numbers`, () => {
      for (const shape of [
        null,
        '2,3,4',
        [2, 3.5, 4],
        [-2, 3, 4],
        ['2', 3, 4],
        [NaN, 3, 4],
        [Infinity],
        { length: 3 },
      ]) {
        refuses(call({ [name]: { shape, data: args[name].data } }), 'scene-form', name, 'shape');
      }
    });
    it(`${name} whose data is not a Float32Array`, () => {
      const { shape, data } = args[name];
      for (const other of [
        [...data],
        new Float64Array(data),
        new Uint8Array(data.length),
        data.buffer,
        'abc',
        null,
        undefined,
      ]) {
        refuses(call({ [name]: { shape, data: other } }), 'scene-form', name, 'Float32Array');
      }
      const doubles = { [name]: { shape, data: new Float64Array(data) } };
      refuses(call(doubles), 'scene-form', name, `${name}.data is a Float64Array; it must be a Float32Array`);
    });
    it(`${name} with more or fewer numbers than its shape takes, both named`, () => {
      const { shape } = args[name];
      refuses(call({ [name]: { shape, data: new Float32Array(23) } }), 'scene-form', name, 23, sizeOf(shape));
    });
    it(`${name} of rank 0, 1 and 5, and names the number of axes`, () => {
      refuses(call({ [name]: ones() }), 'shape', name, 0);
      refuses(call({ [name]: ones(4) }), 'shape', name, 1);
      refuses(call({ [name]: ones(1, 1, 2, 3, 4) }), 'scene-form', name, 5, 4);
    });
    it(`${name} with an axis of 0`, () => refuses(call({ [name]: ones(2, 0, 4) }), 'empty', name, '2×0×4'));
  }
  it("k whose d_k is not q's, both named", () => refuses(call({ k: ones(2, 5, 6) }), 'shape', 'k', 6, 4));
  it("v whose T_k is not k's, both named", () => refuses(call({ v: ones(2, 7, 3) }), 'shape', 'v', 7, 5));
  it("v whose heads are not k's, both named", () => refuses(call({ v: ones(1, 5, 3) }), 'heads', 'v', 1, 2));
  it('5 query heads over 2 key/value heads, both named', () => refuses(call({ q: ones(5, 3, 4) }), 'heads', 'q', 5, 2));
  it('fewer query heads than key/value heads, both named', () =>
    refuses(call({ q: ones(1, 3, 4) }), 'heads', 'q', 1, 2));
  it("k and v whose batch is not q's, both named", () => {
    const batched = { q: ones(3, 2, 3, 4), k: ones(3, 2, 5, 4), v: ones(3, 2, 5, 3) };
    refuses(call({ ...batched, k: ones(4, 2, 5, 4) }), 'shape', 'k', 4, 3);
    refuses(call({ ...batched, v: ones(4, 2, 5, 3) }), 'shape', 'v', 4, 3);
    refuses(call({ ...batched, k: ones(1, 2, 5, 4) }), 'shape', 'k', 1, 3);
  });

  it('a mask that does not broadcast, and names both shapes', () => {
    for (const shape of [[3], [2, 5], [3, 4], [3, 3, 5], [2, 2, 3, 5], [5, 3], [0, 5]]) {
      refuses(call({}, { mask: ones(...shape) }), 'shape', 'mask', shape.join('×'), '1×2×3×5');
      const bytes = { shape, data: new Uint8Array(sizeOf(shape)) };
      refuses(call({}, { mask: bytes }), 'shape', 'mask', shape.join('×'), '1×2×3×5');
    }
  });
  it('NaN and +∞ in a mask, while −∞ is allowed', () => {
    refuses(call({}, { mask: spoilt(ones(5), 3, NaN) }), 'not-finite', 'mask', 'mask[3]', 'nan');
    refuses(call({}, { mask: spoilt(ones(5), 3, Infinity) }), 'not-finite', 'mask', 'mask[3]', 'inf');
    assert.equal(call({}, { mask: spoilt(ones(5), 3, -Infinity) })().weights.data[3], 0);
  });
  it('a byte in a mask that is neither 0 nor 1', () => {
    refuses(
      call({}, { mask: { shape: [5], data: Uint8Array.of(1, 0, 255, 1, 1) } }),
      'scene-form',
      'mask',
      'mask.data[2]',
      255,
    );
  });
  it('a mask that is no tensor', () => {
    for (const mask of [null, true, 'causal', [1, 0], [[true]], { shape: [5], data: [1, 1, 1, 1, 1] }]) {
      refuses(call({}, { mask }), 'scene-form', 'mask', 'mask');
    }
  });
  it('a mask of numbers that could be meant either way, and names both forms', () => {
    for (const data of [[1, 0, 1, 1, 1], new Float64Array(5), [], 'mask', { length: 5 }]) {
      refuses(call({}, { mask: { shape: [5], data } }), 'scene-form', 'mask', 'Uint8Array', 'Float32Array', 'added');
    }
  });
  it('integers other than 0 and 1 in a mask, and booleans mixed with other values', () => {
    for (const data of [
      Int32Array.of(1, 0, -1, 1, 1),
      BigInt64Array.of(1n, 0n, 7n, 1n, 1n),
      [true, false, null, true, true],
    ])
      refuses(call({}, { mask: { shape: [5], data } }), 'scene-form', 'mask', 'mask.data[2]');
  });
  it('a causalOffset without causal, which would have no effect', () => {
    for (const options of [{ causalOffset: -1 }, { causal: false, causalOffset: 2 }])
      refuses(call({}, options), 'scene-form', 'causalOffset', options.causalOffset, 'causal: true');
    assert.ok(call({}, { causalOffset: 0 })());
  });
  it('a mask with more or fewer numbers than its shape takes', () => {
    refuses(call({}, { mask: { shape: [5], data: new Uint8Array(4) } }), 'scene-form', 'mask', 4, 5);
    refuses(call({}, { mask: { shape: [5], data: new Float32Array(6) } }), 'scene-form', 'mask', 6, 5);
  });
  it('a score and a mask whose sum float32 cannot hold', () => {
    const low = { q: tensor([1, 1], [-3e19]), k: tensor([1, 1], [1e19]), v: ones(1, 1) };
    refuses(call(low, { scale: 1, mask: tensor([1], [-3e38]) }), 'not-finite', 'mask');
  });

  it('an unknown option, and names it', () => {
    for (const name of ['casual', 'Causal', 'is_causal', 'temperature', '__proto__x']) {
      refuses(call({}, { [name]: 1 }), 'scene-form', name, name);
    }
  });
  it('keep of an unknown name, and of anything but a list', () => {
    refuses(call({}, { keep: ['scores', 'z'] }), 'scene-form', 'keep', '"z"', 'masked');
    refuses(call({}, { keep: ['__proto__'] }), 'scene-form', 'keep', '__proto__');
    for (const keep of ['scores', true, null, 5, { scores: true }, [null], [['scores']]]) {
      refuses(call({}, { keep }), 'scene-form', 'keep', 'scores');
    }
  });
  it('options that are no object', () => {
    for (const options of [null, 5, 'causal', true]) refuses(call({}, options), 'scene-form', 'options', 'options');
  });
  it('a policy for empty rows that it does not know', () => {
    for (const emptyRows of ['zero', 'NaN', 0, true, null])
      refuses(call({}, { emptyRows }), 'scene-form', 'emptyRows', String(emptyRows), 'uniform');
  });
  it('causal that is not true or false', () => {
    for (const causal of [1, 0, 'true', null]) refuses(call({}, { causal }), 'scene-form', 'causal', String(causal));
  });
  it('a causalOffset that is not a whole number', () => {
    for (const causalOffset of [0.5, NaN, Infinity, '1', null, 2 ** 53]) {
      refuses(call({}, { causal: true, causalOffset }), 'scene-form', 'causalOffset', String(causalOffset));
    }
  });
  it('a scale and a softcap that are not finite numbers', () => {
    for (const number of [NaN, Infinity, -Infinity, '1', null, [1]]) {
      refuses(call({}, { scale: number }), 'scene-form', 'scale', String(number));
      refuses(call({}, { softcap: number }), 'scene-form', 'softcap', String(number));
    }
  });
  it('a scale that float32 cannot hold', () => refuses(call({}, { scale: 1e39 }), 'range', 'scale', '1e+39'));
  it('a softcap below 0, or one that float32 cannot hold', () => {
    for (const [softcap, shown] of [
      [-1, '-1'],
      [1e-50, '1e-50'],
      [1e39, '1e+39'],
    ]) {
      refuses(call({}, { softcap }), 'range', 'softcap', shown);
    }
  });
  it('numbers whose products float32 cannot hold', () => {
    refuses(
      call({ q: tensor([2, 3, 4], new Array(24).fill(1e38)), k: tensor([2, 5, 4], new Array(40).fill(10)) }),
      'not-finite',
      '',
      'scaled',
    );
  });
  it('more memory than the limit, before any is taken, and names both', async () => {
    const { core: own, memory } = await coreAndMemory();
    const long = ones(20_000, 1);
    const before = memory.buffer.byteLength;
    refuses(() => own.scaledDotProductAttention(long, long, long), 'too-large', '', '1529 MiB', '512 MiB');
    // Only the inputs are allocated by then: three times 80 kB, not 3 GB.
    assert.ok(memory.buffer.byteLength - before < 2 ** 20);
  });
  it('nothing after a refusal: the next call is right', () => {
    refuses(call({ q: ones(5, 3, 4) }), 'heads', 'q');
    assert.ok(Math.abs(call({})().weights.data[0] - 0.2) < 1e-7);
  });
});
