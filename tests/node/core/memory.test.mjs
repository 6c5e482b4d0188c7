// A core that runs out of memory: every error says so, its old traces are refused, and the next call works.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { AttentionError, loadCore } from 'self-attention/core';
import { refuses } from '../support/refuses.mjs';
import { given } from '../support/small-scenes.mjs';

const wasmBinary = await readFile(new URL('core-simd.wasm', import.meta.resolve('self-attention/core')));
const options = { wasmBinary };
const many = { shape: [600, 600], data: new Float32Array(360_000).fill(0.5) };
/** A small scene, whose weights get their memory late. */
const thin = { shape: [2000, 1], data: new Float32Array(2000).fill(0.5) };
/** A random matrix. */
const small = given({});
const words = (count) => Array.from({ length: count }, (_, at) => `w${at}`);
const long = (count) => ({
  version: 1,
  tokens: words(count),
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 64 },
  parameters: { kind: 'random', init: 'xavier', seed: 2 },
  attention: { heads: 4 },
});

/** No memory of WebAssembly grows while `work` runs. */
async function withoutGrowth(work) {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = () => {
    throw new RangeError('no more memory');
  };
  try {
    return await work();
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
}
const refusal = (call) => {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof AttentionError, `not an AttentionError: ${error?.stack ?? error}`);
    return error;
  }
  return assert.fail('it had memory enough');
};

describe('a core that runs out of memory', () => {
  it('after 1,000 refusals computes a small scene, in the same memory', async () => {
    const core = await loadCore(options);
    const calls = [
      () => core.scaledDotProductAttention(many, many, many),
      () => core.attend(long(500)),
      () => core.attend(long(8000), { lazy: true }).tensor('q'),
      () => core.multiHeadAttention({ wQ: many, wK: many, wV: many }, { heads: 2 }),
    ];
    await withoutGrowth(async () => {
      for (let time = 0; time < 1000; time += 1) {
        const error = refusal(calls[time % calls.length]);
        assert.match(`${error.code}: ${error.message}`, /^too-large: .*memory/);
        assert.equal(await loadCore(options), core);
        if (time % 100 === 0) core.attend(small).dispose();
      }
      const trace = core.attend(small);
      const expected = (await loadCore()).attend(small);
      assert.deepEqual(trace.tensor('k'), expected.tensor('k'));
      trace.dispose();
    });
  });
  it('refuses what it held, and says why; update brings a trace back, and dispose throws nothing', async () => {
    const core = await loadCore(options);
    const [trace, other] = [core.attend(small), core.attend(small)];
    const before = trace.tensor('weights');
    const identity = { shape: [2, 2], data: Float32Array.of(1, 0, 0, 1) };
    const layer = core.multiHeadAttention({ wQ: identity, wK: identity, wV: identity }, { heads: 1 });
    await withoutGrowth(() => {
      const error = refusal(() => core.scaledDotProductAttention(thin, thin, thin));
      assert.match(error.message, /ran out of memory/);
    });
    refuses(() => core.attend(small), 'too-large', '', 'being replaced', 'loadCore()');
    other.dispose();
    await loadCore(options);
    refuses(() => trace.tensor('weights'), 'disposed', '', 'ran out of memory', 'this trace is lost');
    refuses(() => layer.attend(identity), 'disposed', '', 'ran out of memory', 'this layer is lost');
    trace.update(small);
    assert.deepEqual(trace.tensor('weights'), before);
    for (const one of [trace, trace, other, layer, layer]) one.dispose();
    refuses(() => trace.tensor('weights'), 'disposed', '', 'disposed of');
  });
});
