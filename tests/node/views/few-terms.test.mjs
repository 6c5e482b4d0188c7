import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { fewTerms } = await bundle('web/views/formula/few-terms.ts');

const cell = (value) => ({ kind: 'cell', name: 'scaled', index: [0], layer: 0, value, role: 'w', label: '' });
const powers = (values) => ({
  kind: 'terms',
  count: values.length,
  term: (i) => [{ kind: 'power', body: [cell(values[i])] }],
});
const exponents = ({ shown }) => shown.map(([{ body }]) => body[0].value);

test('equal powers of e are shown once and counted', () => {
  const few = fewTerms(powers([0, 4.62, 0, 0, -1, 0]), 16);
  assert.deepEqual(exponents(few), [0, 4.62, -1]);
  assert.deepEqual([few.zeros, few.more, few.repeated], [0, 3, 0]);
});

test('powers of e that are nearly 1 are only counted', () => {
  const few = fewTerms(powers([1e-5, 4.62, 2e-5, 0, -1.54, -3e-4]), 16);
  assert.deepEqual(exponents(few), [4.62, -1.54]);
  assert.deepEqual([few.zeros, few.more, few.repeated, few.isAbout], [0, 4, 0, true]);
});

test('a sum of nothing but powers near 1 shows the first of them', () => {
  const few = fewTerms(powers([1e-5, 2e-5, 3e-5]), 16);
  assert.deepEqual(exponents(few), [1e-5]);
  assert.deepEqual([few.more, few.repeated, few.isAbout], [2, 0, true]);
});

test('e to the power of −∞ is a zero', () => {
  const few = fewTerms(powers([1, 2, -Infinity, -Infinity, -Infinity]), 16);
  assert.deepEqual(exponents(few), [1, 2]);
  assert.deepEqual([few.zeros, few.more, few.repeated], [3, 0, null]);
});

test('the largest powers are shown, and what is left out for want of space has no common exponent', () => {
  const few = fewTerms(powers([0, 0, 0, 1, 2, 3]), 2);
  assert.deepEqual(exponents(few), [2, 3]);
  assert.deepEqual([few.more, few.repeated], [4, null]);
});

test('a sum of nothing but zeros shows the first of them', () => {
  const products = { kind: 'terms', count: 8, term: () => [cell(0), { kind: 'text', text: '·' }, cell(2)] };
  const { shown, zeros, more } = fewTerms(products, 16);
  assert.deepEqual([shown.length, zeros, more], [1, 7, 0]);
});
