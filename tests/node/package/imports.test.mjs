// The package without a DOM, as a server that renders pages imports it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { module } from '../support/child.mjs';

/** The JSON that a separate process prints. */
async function told(source) {
  const { code, stdout, stderr } = await module(source);
  assert.equal(stderr, '');
  assert.equal(code, 0);
  return JSON.parse(stdout);
}

describe('where there is no DOM', () => {
  for (const name of ['', '/core', '/define', '/inline', '/lessons', '/scene', '/export']) {
    it(`importing self-attention${name} does nothing and breaks nothing`, async () => {
      const [before, after, handles] = await told(`
        const known = () => Object.getOwnPropertyNames(globalThis).sort().join();
        let asked = 0;
        globalThis.fetch = () => { asked += 1; };
        const before = known();
        await import('self-attention${name}');
        await new Promise((done) => setTimeout(done, 20));
        console.log(JSON.stringify([before, known(), asked]));`);
      // Lit adds its versions to the globals. Nothing else is added, and nothing is fetched.
      const added = after.split(',').filter((key) => !before.split(',').includes(key));
      assert.deepEqual(
        added.filter((key) => !/^(lit|reactiveElement)/.test(key)),
        [],
      );
      assert.equal(handles, 0);
    });
  }
  it('the element is a class that can be named, and each module has the same core', async () => {
    const [kinds, same, weights] = await told(`
      import { SelfAttentionElement, loadCore, version } from 'self-attention';
      import { SelfAttentionElement as defined } from 'self-attention/define';
      import { loadCore as coreAlone } from 'self-attention/core';
      import { loadCore as inline } from 'self-attention/inline';
      import { lessons } from 'self-attention/lessons';
      const weightsOf = async (load) => {
        const trace = (await load()).attend(lessons['its-snowing'].scene);
        return [...trace.tensor('weights').data];
      };
      console.log(JSON.stringify([
        [typeof SelfAttentionElement, version],
        [SelfAttentionElement === defined, loadCore === coreAlone],
        [await weightsOf(loadCore), await weightsOf(inline)]]));`);
    const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
    assert.deepEqual(kinds, ['function', version]);
    assert.deepEqual(same, [true, true]);
    assert.equal(weights[0].length, 9);
    assert.deepEqual(weights[0], weights[1]);
  });
  it('the inlined core computes without reading or fetching anything', async () => {
    const [flavour, count] = await told(`
      globalThis.fetch = () => { throw new Error('nothing is to be fetched'); };
      const { loadCore } = await import('self-attention/inline');
      const core = await loadCore();
      const scene = { version: 1, tokens: ['a', 'b'], embedding: { kind: 'oneHot' }, parameters: { kind: 'identity' }, attention: { heads: 1 } };
      const trace = core.attend(scene);
      console.log(JSON.stringify([core.flavour, trace.tokens.length]));`);
    assert.deepEqual([flavour, count], ['simd', 2]);
  });
  it('core.wasm is a file to copy', async () => {
    const same = await told(`
      import { readFile } from 'node:fs/promises';
      import { loadCore } from 'self-attention/core';
      const wasmBinary = await readFile(new URL(import.meta.resolve('self-attention/core.wasm')));
      const core = await loadCore({ wasmBinary });
      console.log(JSON.stringify(core.flavour));`);
    assert.equal(same, 'simd');
  });
});
