// The estimated cost of a scene decides where it is computed, so that no link blocks the page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';

const { checkSize } = await bundle('web/element/source.ts');
const core = await loadCore();
const scene = (count, parameters = {}, attention = {}) => ({
  version: 1,
  tokens: Array.from({ length: count }, (_, at) => `w${at}`),
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 64 },
  parameters: { kind: 'random', init: 'xavier', seed: 2, ...parameters },
  attention: { heads: 16, ...attention },
});
const operations = (given) => core.describe(given).operations;
const additive = scene(512, { dA: 1024 }, { score: 'additive' });

describe('operations of a scene', () => {
  it('count every number of an additive score, which takes a tanh', () => {
    assert.ok(operations(additive) > 512 * 512 * 16 * 1024);
    assert.ok(operations(scene(512)) < 5e8);
    assert.ok(operations(scene(12)) < 1e6);
  });
  it('count the feed-forward, which may be wider than anything else, in every layer', () => {
    const fed = (width, layers) => ({ ...scene(12), block: { feedForward: { width, activation: 'relu' } }, layers });
    assert.ok(operations(fed(1024, 1)) - operations(scene(12)) > 2 * 12 * 64 * 1024);
    assert.equal(operations(fed(1024, 3)), 3 * operations(fed(1024, 1)));
  });
  it('are 0 where the scene has a problem', () => {
    assert.equal(operations(scene(12, { dK: 2000 })), 0);
    assert.equal(operations({ version: 2 }), 0);
  });
  it('an element refuses a scene that would block the page, with both numbers, and accepts its largest ordinary scene', () => {
    assert.throws(
      () => checkSize('en', additive, () => core.describe(additive), false),
      ({ code, message }) => code === 'too-large' && /takes \d{5} million operations; above 500 million/.test(message),
    );
    checkSize('en', scene(512), () => core.describe(scene(512)), false);
    checkSize('en', additive, () => core.describe(additive), true);
  });
});
