// Arbitrary values of JavaScript in place of any part of any argument: an AttentionError or an answer of the shape that was asked for, and
// the core computes on. What a getter itself throws comes through.
import assert from 'node:assert/strict';
import { errorCodes, loadCore } from 'self-attention/core';
import { smallScenes } from '../../node/support/small-scenes.mjs';

const core = await loadCore();
const scenes = Object.values(smallScenes);
const sound = smallScenes['everything that scores go through'];
const expected = fresh((trace) => trace.tensor('weights'));

function fresh(use) {
  const trace = core.attend(sound);
  try {
    return use(trace);
  } finally {
    trace.dispose();
  }
}

class Thrown extends Error {}
const throws = () => {
  throw new Thrown();
};
class Liar extends Float32Array {
  get length() {
    return 6;
  }
}
class Own extends Float32Array {
  static get [Symbol.species]() {
    return Array;
  }
  set() {}
  subarray() {
    return new Float32Array(1);
  }
  slice() {
    return [];
  }
  *[Symbol.iterator]() {
    yield 1;
  }
}
class OwnBytes extends Uint8Array {
  *[Symbol.iterator]() {
    yield* new Array(1000).fill(1);
  }
  findIndex() {
    return -1;
  }
}
const transferred = (array) => {
  structuredClone(array, { transfer: [array.buffer] });
  return array;
};
const cyclic = {};
cyclic.itself = cyclic;

/** Values by name: what stands in place of `value`. `world` is what the call is about, which some do something to. */
const values = {
  undefined: () => undefined,
  null: () => null,
  NaN: () => Number.NaN,
  infinity: () => -Infinity,
  'minus zero': () => -0,
  'minus one': () => -1,
  half: () => 0.5,
  'two to 32': () => 2 ** 32,
  'most of 32 bits': () => 2 ** 32 - 1,
  huge: () => 1e300,
  bigint: () => 3n,
  symbol: () => Symbol('x'),
  empty: () => '',
  text: () => '1',
  constructor: () => 'constructor',
  __proto__: () => '__proto__',
  'half a character': () => '\ud800',
  true: () => true,
  list: () => [],
  holes: () => new Array(3),
  'endless holes': () => new Array(2 ** 32 - 1),
  object: () => ({}),
  'no prototype': () => Object.create(null),
  cyclic: () => cyclic,
  function: () => throws,
  date: () => new Date(0),
  'floats of nothing': () => new Float32Array(0),
  float64s: () => new Float64Array(6),
  view: () => new DataView(new ArrayBuffer(24)),
  'a false prototype': () => Object.create(Float32Array.prototype),
  'proxy of floats': () => new Proxy(new Float32Array(6), {}),
  'a false length': () => new Liar(3),
  'methods of its own': () => new Own(6),
  'bytes with methods of their own': () => new OwnBytes(6),
  'transferred floats': () => transferred(new Float32Array(6)),
  proxy: (value) => (typeof value === 'object' && value !== null ? new Proxy(value, {}) : value),
  'throwing proxy': (value) =>
    typeof value === 'object' && value !== null ? new Proxy(value, { get: throws }) : value,
  'changing proxy': (value) => {
    let reads = 0;
    const get = (target, key, receiver) => {
      reads += 1;
      return reads % 3 === 0 && typeof key === 'string' ? 2 ** (reads % 40) : Reflect.get(target, key, receiver);
    };
    return Array.isArray(value) ? new Proxy(value, { get }) : value;
  },
};
const doing = {
  disposes: ({ trace, layer }) => {
    trace?.dispose();
    layer?.dispose();
  },
  updates: ({ trace }) => trace?.update(smallScenes['one token']),
  attends: () => core.attend(sound).dispose(),
  transfers: ({ arrays }) => arrays.filter(({ byteLength }) => byteLength > 0).forEach(transferred),
};

/** Calls by name: the arguments that are right, what is called with them, and what is expected of the answer. */
const ones = (...shape) => ({ shape, data: new Float32Array(shape.reduce((a, b) => a * b)).fill(0.5) });
const matrices = () => ({ wQ: ones(3, 4), wK: ones(3, 4), wV: ones(3, 4), wO: ones(4, 2), bQ: ones(4) });
const calls = {
  attend: {
    args: (at) => [structuredClone(scenes[at % scenes.length]), { lazy: at % 2 === 0 }],
    run: (args) => core.attend(...args).dispose(),
  },
  describe: { args: (at) => [structuredClone(scenes[at % scenes.length])], run: (args) => core.describe(...args) },
  update: {
    args: (at) => [structuredClone(scenes[at % scenes.length])],
    run: (args, { trace }) => trace.update(...args),
  },
  tensor: {
    args: () => ['weights', { head: 1, layer: 0, rows: [1, 3], columns: [0, 2], into: new Float32Array(90) }],
    run: (args, { trace }) => trace.tensor(...args),
  },
  overview: {
    args: () => ['weights', { head: 1, layer: 0, rows: [1, 3], columns: [0, 2], height: 3, width: 2 }],
    run: (args, { trace }) => trace.overview(...args),
  },
  variance: { args: () => ['q', { head: 0, layer: 0 }], run: (args, { trace }) => trace.variance(...args) },
  rowSums: { args: () => ['weights', { head: 0, layer: 0 }], run: (args, { trace }) => trace.rowSums(...args) },
  scoreVariances: { args: () => [{ layer: 0 }], run: (args, { trace }) => trace.scoreVariances(...args) },
  attention: {
    args: () => [
      ...[ones(2, 3, 4), ones(2, 5, 4), ones(2, 5, 3)],
      {
        causal: true,
        causalOffset: 2,
        mask: { shape: [3, 5], data: new Uint8Array(15).fill(1) },
        scale: 1,
        softcap: 2,
        keep: ['scores', 'masked'],
      },
    ],
    run: (args) => core.scaledDotProductAttention(...args),
  },
  'float mask': {
    args: () => [ones(3, 4), ones(5, 4), ones(5, 3), { mask: ones(5) }],
    run: (args) => core.scaledDotProductAttention(...args),
  },
  multiHeadAttention: {
    args: () => [matrices(), { heads: 2, kvHeads: 2, causal: false, window: { before: 1, after: 1 }, scale: 1 }],
    run: (args) => core.multiHeadAttention(...args).dispose(),
  },
  layer: {
    args: () => [ones(40, 3), { output: new Float32Array(100), weights: new Float32Array(4000) }],
    run: (args, { layer }) => layer.attend(...args),
  },
  loadCore: { args: () => [{ flavour: 'simd' }], run: (args) => loadCore(...args) },
};

function* places(part, path = []) {
  yield path;
  if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part)) return;
  for (const [key, value] of Object.entries(part)) yield* places(value, [...path, key]);
}

export function make({ pick, below, list, often }) {
  const call = pick(Object.keys(calls));
  const seed = below(1000);
  const known = [...places(calls[call].args(seed))].filter((path) => path.length > 0);
  const changes = [{}, ...list(2, () => ({}))].map(() => ({
    path: pick(known),
    value: pick(Object.keys(values)),
    // As it is, or found there by a getter, which does something first.
    ...(often(0.4) && { getter: pick([...Object.keys(doing), 'throws', 'nothing']), right: often(0.5) }),
    ...(often(0.1) && { key: pick(['extra', '__proto__', 'length', 'toString']) }),
  }));
  return { call, seed, changes };
}

/** Arrays of numbers anywhere in the arguments. */
const arraysIn = (part) => {
  if (ArrayBuffer.isView(part)) return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(arraysIn) : [];
};

function change(args, { path, value, getter, right, key }, world) {
  // What was changed before may be in the way and throw: a getter, a proxy, a key that takes no getter.
  try {
    const parent = path.slice(0, -1).reduce((part, step) => part?.[step], args);
    if (typeof parent !== 'object' || parent === null || ArrayBuffer.isView(parent)) return;
    const was = parent[path.at(-1)];
    const now = right ? was : values[value](was);
    // A list asks what is to be its length for a number, and so an endless list for an endless text.
    if (key === 'length' && Array.isArray(parent)) return;
    const get = () => {
      if (getter === 'throws') throws();
      doing[getter]?.(world);
      return now;
    };
    const found = getter ? { get } : { value: now, writable: true };
    Object.defineProperty(parent, key ?? path.at(-1), { enumerable: true, configurable: true, ...found });
  } catch {}
}

function checkAnswer(answer) {
  for (const { shape, data } of [answer, ...Object.values(answer ?? {})].filter((one) => one?.data !== undefined)) {
    assert.ok(Array.isArray(shape) && data instanceof Float32Array, String(shape));
    assert.equal(
      Reflect.apply(lengthOf, data, []),
      shape.reduce((product, extent) => product * extent, 1),
    );
  }
}
const lengthOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Float32Array.prototype), 'length').get;

export async function check({ call, seed, changes }) {
  const { args: make, run } = calls[call];
  const trace = core.attend(sound);
  const layer = core.multiHeadAttention({ wQ: ones(3, 4), wK: ones(3, 4), wV: ones(3, 4) }, { heads: 2 });
  const args = make(seed);
  const world = { trace, layer, arrays: arraysIn(args) };
  for (const one of changes) change(args, one, world);
  try {
    checkAnswer(await run(args, world));
  } catch (error) {
    if (!(error instanceof Thrown)) {
      assert.equal(error?.name, 'AttentionError', error?.stack ?? String(error));
      assert.ok(Object.hasOwn(errorCodes, error.code), error.code);
      assert.doesNotMatch(error.message, /ran out of memory|is being replaced/);
    }
  }
  trace.dispose();
  layer.dispose();
  assert.deepEqual(
    fresh((again) => again.tensor('weights')),
    expected,
  );
}
