// Arguments that lie, or that act when they are read. What is checked must be what is used. tests/fuzz/targets/binding.mjs found these.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { tensor } from '../support/oracle.mjs';
import { refuses } from '../support/refuses.mjs';
import { given, smallScenes } from '../support/small-scenes.mjs';

const core = await loadCore();
const ones = (...shape) => tensor(shape, new Array(shape.reduce((a, b) => a * b)).fill(1));
const transfer = ({ buffer }) => structuredClone(buffer, { transfer: [buffer] });

describe('a window that is read', () => {
  it('may update the trace: the answer is of the new scene', () => {
    const trace = core.attend(smallScenes.plain);
    const window = (rows) => ({
      get rows() {
        trace.update(smallScenes['one token']);
        return rows;
      },
    });
    refuses(() => trace.tensor('weights', window([0, 4])), 'out-of-range', 'weights', 'from < to ≤ 1');
    trace.update(smallScenes.plain);
    assert.deepEqual([...trace.tensor('weights', window([0, 1])).data], [1, 1]);
    trace.update(smallScenes.plain);
    refuses(
      () => trace.overview('weights', { ...{ height: 2, width: 2 }, rows: [0, 4], columns: [0, 4], layer: 1 }),
      'out-of-range',
      'weights',
    );
    trace.dispose();
  });
  it('may dispose of the trace, which then has nothing', () => {
    for (const name of ['tensor', 'overview', 'variance', 'rowSums', 'scoreVariances', 'nearest']) {
      const trace = core.attend(smallScenes.plain);
      const window = {
        get layer() {
          trace.dispose();
          return 0;
        },
      };
      refuses(
        () =>
          trace[name](...(name === 'scoreVariances' ? [] : name === 'nearest' ? ['x0', 0, 1] : ['weights']), window),
        'disposed',
        '',
      );
    }
  });
  it('has a layer that cannot be written as text', () => {
    const layer = new Float32Array(1);
    transfer(layer);
    const trace = core.attend(smallScenes.plain);
    refuses(() => trace.tensor('weights', { layer }), 'out-of-range', 'weights', 'layer');
  });
});

describe('arrays of numbers', () => {
  it('that only inherit from one, or wrap one, are not accepted', () => {
    for (const data of [Object.create(Float32Array.prototype), new Proxy(new Float32Array(6), {})]) {
      refuses(
        () => core.scaledDotProductAttention({ shape: [2, 3], data }, ones(2, 3), ones(2, 3)),
        'scene-form',
        'q',
        'Float32Array',
      );
      const layer = core.multiHeadAttention({ wQ: ones(3, 3), wK: ones(3, 3), wV: ones(3, 3) }, { heads: 1 });
      refuses(() => layer.attend({ shape: [2, 3], data }), 'scene-form', 'x', 'Float32Array');
      refuses(() => layer.attend(ones(2, 3), { output: data }), 'scene-form', 'output', 'Float32Array');
      layer.dispose();
    }
  });
  it('whose memory is transferred while the next is read are refused', () => {
    const [q, wQ] = [ones(2, 3), ones(3, 3)];
    const after = (array, { shape, data }) => ({
      shape,
      get data() {
        transfer(array.data);
        return data;
      },
    });
    refuses(() => core.scaledDotProductAttention(q, after(q, ones(2, 3)), ones(2, 3)), 'scene-form', 'q', '0 numbers');
    refuses(
      () => core.multiHeadAttention({ wQ, wK: after(wQ, ones(3, 3)), wV: ones(3, 3) }, { heads: 1 }),
      'scene-form',
      'wQ',
      '0 numbers',
    );
    core.attend(smallScenes.plain).dispose();
  });
  it('may have methods of their own: none is called', () => {
    class Own extends Float32Array {
      set = assert.fail;
      subarray = assert.fail;
      slice = assert.fail;
      [Symbol.iterator] = assert.fail;
    }
    class OwnBytes extends Uint8Array {
      findIndex = assert.fail;
      [Symbol.iterator] = assert.fail;
    }
    const own = ({ shape, data }) => ({ shape, data: Object.assign(new Own(data.length)).fill(1) });
    const mask = (Bytes) => ({ shape: [2], data: new Bytes(2).fill(1) });
    const [x, y] = [ones(30, 3), ones(2, 3)];
    assert.deepEqual(
      core.scaledDotProductAttention(own(x), own(y), own(y), { mask: mask(OwnBytes) }),
      core.scaledDotProductAttention(x, y, y, { mask: mask(Uint8Array) }),
    );
    const layer = core.multiHeadAttention({ wQ: own(ones(3, 3)), wK: ones(3, 3), wV: ones(3, 3) }, { heads: 1 });
    const output = new Own(90);
    assert.deepEqual(
      [...new Float32Array(layer.attend(own(x), { output }).output.data.buffer)],
      [...layer.attend(x).output.data],
    );
    const trace = core.attend(smallScenes.plain);
    const into = new Own(100);
    trace.tensor('weights', { into });
    assert.deepEqual(new Float32Array(into.buffer, 0, 32), trace.tensor('weights').data);
  });
});

describe('a mask of booleans', () => {
  it('that claims more cells than there is memory for is refused before they are read', () => {
    const length = 2 ** 32 - 1;
    const data = new Proxy([true], { get: (target, key) => (key === 'length' ? length : Reflect.get(target, key)) });
    const mask = { shape: [length], data };
    refuses(
      () => core.scaledDotProductAttention(ones(2, 3), ones(2, 3), ones(2, 3), { mask }),
      'too-large',
      'mask',
      length,
    );
  });
});

describe('a layer', () => {
  it('that is disposed of by a target that is read is gone', () => {
    const layer = core.multiHeadAttention({ wQ: ones(3, 3), wK: ones(3, 3), wV: ones(3, 3) }, { heads: 1 });
    const targets = {
      get weights() {
        layer.dispose();
        return false;
      },
    };
    refuses(() => layer.attend(ones(2, 3), targets), 'disposed', '');
  });
  it('is as wide as its matrix was when it was checked', () => {
    let reads = 0;
    const wQ = {
      get shape() {
        reads += 1;
        return reads === 1 ? [3, 3] : [1000, 3];
      },
      data: new Float32Array(9),
    };
    const layer = core.multiHeadAttention({ wQ, wK: ones(3, 3), wV: ones(3, 3) }, { heads: 1 });
    assert.equal(layer.attend(ones(2, 3)).output.data.length, 6);
    refuses(() => layer.attend(ones(2, 1000)), 'shape', 'x', 3);
  });
});

describe('a scene', () => {
  it('whose matrix changes at the second read is read once', () => {
    const scene = given({});
    const row = scene.embedding.x[0];
    const looks = row.map(() => 0);
    scene.embedding.x[0] = new Proxy([...row], {
      get: (target, key) => {
        if (!/^\d+$/.test(String(key))) return Reflect.get(target, key);
        looks[key] += 1;
        return looks[key] === 1 ? row[key] : 'x';
      },
    });
    const trace = core.attend(scene);
    assert.deepEqual([...trace.tensor('x0', { rows: [0, 1] }).data], row.map(Math.fround));
    assert.deepEqual(
      looks,
      row.map(() => 1),
    );
  });
  it('whose matrix has methods of its own: none is called', () => {
    const scene = given({});
    const expected = core.attend(scene).tensor('q');
    scene.parameters.wQ[0] = Object.assign([...scene.parameters.wQ[0]], {
      slice: assert.fail,
      [Symbol.iterator]: assert.fail,
    });
    assert.deepEqual(core.attend(scene).tensor('q'), expected);
  });
  it('whose row grows after its length was checked is read only so far', () => {
    const scene = given({});
    const row = scene.parameters.wQ[0];
    let lengths = 0;
    let most = -1;
    scene.parameters.wQ[0] = new Proxy([...row], {
      get: (target, key) => {
        if (key === 'length') {
          lengths += 1;
          return lengths === 1 ? row.length : 2 ** 32 - 1;
        }
        if (/^\d+$/.test(String(key))) most = Math.max(most, Number(key));
        return Reflect.get(target, key);
      },
    });
    core.attend(scene).dispose();
    assert.equal(most, row.length - 1);
  });
  it('whose row has a length that is none is refused', () => {
    for (const length of [-1, 1.5, Number.NaN, '2']) {
      const scene = given({});
      scene.parameters.wQ[0] = new Proxy([1], {
        get: (target, key) => (key === 'length' ? length : Reflect.get(target, key)),
      });
      refuses(() => core.attend(scene), 'scene-form', '/parameters/wQ/0', 'an array');
    }
  });
  it('whose getter throws leaves the core and its traces as they are', () => {
    const trace = core.attend(smallScenes.plain);
    const own = new TypeError('mine');
    const scene = {
      ...given({}),
      get embedding() {
        throw own;
      },
    };
    assert.throws(
      () => core.attend(scene),
      (why) => why === own,
    );
    assert.equal(trace.tensor('weights').shape.length, 3);
  });
});
