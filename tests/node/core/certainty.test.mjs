// How far a row of weights can be trusted, as the package tells it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { refuses } from '../support/refuses.mjs';

const core = await loadCore();
const scene = {
  version: 1,
  tokens: ['a', 'b', 'c'],
  embedding: { kind: 'table', rows: { a: [4, 0, 0], b: [0, 4, 0], c: [0, 0, 4] } },
  parameters: { kind: 'identity' },
  attention: { heads: 1 },
};
const certaintyIn = (change, row) => core.attend({ ...scene, ...change }).certainty(row);

describe('trace.certainty', () => {
  it('names the key that stands out, and its weight', () => {
    const trace = core.attend(scene);
    const { certainty, key, weight } = trace.certainty({ query: 1 });
    assert.deepEqual([certainty, key], ['clear', 1]);
    assert.equal(weight, trace.tensor('weights', { head: 0 }).data[4]);
  });
  it('is unclear where no key stands out', () => {
    const even = { kind: 'zero', dModel: 3 };
    assert.equal(certaintyIn({ embedding: even }, { query: 0 }).certainty, 'unclear');
  });
  it('is noise of random vectors, and NaN of an overflow', () => {
    const random = { kind: 'random', distribution: 'normal', seed: 1, dModel: 3, std: 9 };
    assert.equal(certaintyIn({ embedding: random }, { query: 0 }).certainty, 'noise');
    const attention = { heads: 1, temperature: 0.01 };
    assert.equal(certaintyIn({ attention, mistake: 'overflow-softmax' }, { query: 0 }).certainty, 'notANumber');
  });
  it('is that of the last layer and the first head, unless others are named', () => {
    const trace = core.attend({ ...scene, layers: 2 });
    assert.deepEqual(trace.certainty({ query: 2 }), trace.certainty({ query: 2, head: 0, layer: 1 }));
    assert.notDeepEqual(trace.certainty({ query: 2 }), trace.certainty({ query: 2, layer: 0 }));
  });
  it('refuses a row that is not there, by name', () => {
    const trace = core.attend(scene);
    for (const query of [3, -1, 0.5, '0', undefined])
      refuses(() => trace.certainty({ query }), 'out-of-range', 'query');
    refuses(() => trace.certainty({ query: 0, head: 1 }), 'out-of-range', 'weights', 1);
    refuses(() => trace.certainty({ query: 0, layer: 1 }), 'out-of-range', 'weights', 'layer');
    refuses(() => trace.certainty({ query: 0, rows: 1 }), 'scene-form', 'weights');
    trace.dispose();
    refuses(() => trace.certainty({ query: 0 }), 'disposed', '');
  });
});
