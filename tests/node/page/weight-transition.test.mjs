import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { atPositionsOf } = await bundle('web/views/shared/weight-transition.ts');

const weights = (words, data) => ({ queries: words, keys: words, data: Float32Array.from(data) });

describe('where weights set out from', () => {
  it('each word goes on from its own numbers when another comes before it', () => {
    const before = weights(['it', 'slept'], [1, 2, 3, 4]);
    const to = weights(['now', 'it', 'slept'], [9, 9, 9, 9, 9, 9, 9, 9, 9]);
    assert.deepEqual([...atPositionsOf(before, to)], [0, 0, 0, 0, 1, 2, 0, 3, 4]);
  });
  it('a word that is being typed stays the same, and a removed one leaves the others in place', () => {
    const before = weights(['it', 'sle', 'now'], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert.deepEqual(
      [...atPositionsOf(before, weights(['it', 'slee', 'now'], new Array(9).fill(0)))],
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
    );
    assert.deepEqual([...atPositionsOf(before, weights(['it', 'now'], new Array(4).fill(0)))], [1, 3, 7, 9]);
  });
  it('nothing sets out where no word stays, nothing is another, or there are more than 32 tokens', () => {
    const before = weights(['it', 'slept'], [1, 2, 3, 4]);
    assert.equal(atPositionsOf(before, weights(['a', 'b', 'c'], new Array(9).fill(0))), null);
    assert.equal(atPositionsOf(before, weights(['it', 'slept'], [1, 2, 3, 4])), null);
    const long = Array.from({ length: 33 }, (_, at) => `word${at}`);
    const many = new Array(33 * 33).fill(0);
    assert.equal(atPositionsOf(weights(long, many), weights(long, [...many.slice(1), 1])), null);
  });
});
