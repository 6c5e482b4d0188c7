// The module that pages download: the same answers as the package's, and no more than they need.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { loadCore as loadWhole } from 'self-attention/core';
import { bundle } from './bundle.mjs';
import { smallScenes } from './small-scenes.mjs';

const { loadCore } = await bundle('web/core/page.ts');
const folder = new URL('../../build/wasm/core/', import.meta.url);
const flavour = 'simd';
const module = (name) => readFile(new URL(name, folder));
const bytesOf = (trace) => [...trace.steps, ...trace.parameters].map(({ name }) => [name, trace.tensor(name).data]);

describe('the module for pages', () => {
  it('gives the bits of the whole one', async () => {
    const core = await loadCore({ flavour, wasmBinary: await module('scenes-simd.wasm') });
    const whole = await loadWhole({ flavour });
    for (const scene of Object.values(smallScenes)) {
      assert.deepEqual(bytesOf(core.attend(scene)), bytesOf(whole.attend(scene)));
    }
  });
  it('takes the whole one in its place, and the other way round', async () => {
    // Whoever gives an address may give either.
    for (const load of [loadCore, loadWhole]) {
      for (const name of ['scenes-simd.wasm', 'core-simd.wasm']) {
        const core = await load({ flavour, wasmBinary: await module(name) });
        assert.equal(core.attend(smallScenes.plain).tensor('weights').shape.length, 3);
      }
    }
    const tensor = { shape: [1, 1], data: Float32Array.of(1) };
    const core = await loadWhole({ flavour, wasmBinary: await module('scenes-simd.wasm') });
    assert.throws(
      () => core.scaledDotProductAttention(tensor, tensor, tensor),
      ({ code, message }) => code === 'unsupported' && /scenes only/.test(message),
    );
  });
  for (const name of ['scenes-simd', 'scenes-relaxed-simd']) {
    it(`${name} is at most 70 kB to download`, async () => {
      const bytes = await module(`${name}.wasm`);
      const small = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
      assert.ok(small.length <= 70_000, `${small.length}`);
    });
  }
});
