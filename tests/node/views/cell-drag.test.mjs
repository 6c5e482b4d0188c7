import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { moved, unitOf } = await bundle('web/views/grid/cell-drag.ts');

test('a pixel changes a number by 1, 2 or 5 times a power of ten, about a hundredth of the largest', () => {
  assert.deepEqual([0, 1, 2.4, 5, 9.9, 0.03, 1e6].map(unitOf), [0.01, 0.01, 0.02, 0.05, 0.05, 0.0002, 1e4]);
});

test('a moved number has no more places than its unit', () => {
  assert.equal(moved(0.1, 20, 0.01), 0.3);
  assert.equal(moved(1 / 3, 0, 0.05), 0.35);
  assert.equal(moved(-0.04, 7, 0.01), 0.03);
  assert.equal(moved(3e6, -3, 1e4), 2.97e6);
});
