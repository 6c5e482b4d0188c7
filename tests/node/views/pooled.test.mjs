import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { pooled } = await bundle('web/views/grid/pooled.ts');

const head = (rows, columns, numbers, masked = null) => ({
  ...{ rows, columns, masked, most: 1 },
  numbers: Float32Array.from(numbers),
});

test('a picture with fewer pixels than cells keeps lines of single cells', () => {
  const size = 12;
  const previous = head(
    size,
    size,
    Array.from({ length: size * size }, (_, at) => (at % size === Math.floor(at / size) - 1 ? 0.5 : 0)),
  );
  const { rows, columns, numbers } = pooled(previous, 3);
  assert.deepEqual([rows, columns], [3, 3]);
  assert.deepEqual([...numbers], [0.5, 0, 0, 0.5, 0.5, 0, 0, 0.5, 0.5]);
});

test('a block at the edge may be smaller, and is hidden where all of its cells are', () => {
  const masked = Float32Array.from([0, -Infinity, -Infinity, 0, 0, -Infinity, 0, 0, 0]);
  const found = pooled(head(3, 3, [1, 0, 0, 0.5, 0.5, 0, 0.2, 0.3, 0.5], masked), 2);
  assert.deepEqual([...found.numbers], [1, 0, Math.fround(0.3), 0.5]);
  assert.deepEqual([...found.masked], [0, -Infinity, 0, 0]);
});

test('a picture with room for all cells has them', () => {
  const whole = head(2, 2, [1, 0, 0.5, 0.5]);
  assert.equal(pooled(whole, 2), whole);
});
