// What a scene is said to take decides where it is computed: a link must not hold a page up.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';

const { operationsOf } = await bundle('web/model/operations.ts');
const { checkSize } = await bundle('web/element/source.ts');
const core = await loadCore();
const scene = (count, parameters = {}, attention = {}) => ({
  version: 1,
  tokens: Array.from({ length: count }, (_, at) => `w${at}`),
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 64 },
  parameters: { kind: 'random', init: 'xavier', seed: 2, ...parameters },
  attention: { heads: 16, ...attention },
});
const operations = (given) => operationsOf(given, core.describe(given));
const additive = scene(512, { dA: 1024 }, { score: 'additive' });

describe('operations of a scene', () => {
  it('count every number of an additive score, which takes a tanh', () => {
    assert.ok(operations(additive) > 512 * 512 * 16 * 1024);
    assert.ok(operations(scene(512)) < 5e8);
    assert.ok(operations(scene(12)) < 1e6);
  });
  it('an element refuses what would hold a page up, with both numbers, and takes its largest ordinary scene', () => {
    assert.throws(
      () => checkSize(additive, core, false),
      ({ code, message }) =>
        code === 'too-large' && /takes \d{5} million operations, and more than 500 million/.test(message),
    );
    checkSize(scene(512), core, false);
    checkSize(additive, core, true);
  });
});
