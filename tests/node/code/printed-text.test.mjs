// The stored outputs of notebooks look as NumPy and PyTorch print the same float32 numbers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { bundle } from '../support/bundle.mjs';
import { numpyPython, pythonWith, runAll } from './python.mjs';

const { numpyText, torchText } = await bundle('web/export/code/printed.ts');
const { python, reason } = await numpyPython();

const tensorOf = (shape, numbers) => ({ shape, data: Float32Array.from(numbers) });
const sizeOf = (shape) => shape.reduce((product, size) => product * size, 1);

const fixed = [
  tensorOf([3], [1, 2, 3]),
  tensorOf([2, 2], [0.5, 0.25, -1, 0]),
  tensorOf(
    [1, 3, 3],
    [0.06337894, 0.4683105, 0.4683105, 6.0336e-6, 0.98201376, 0.0179862, 2.9539e-4, 0.88053, 0.11917],
  ),
  tensorOf([2, 3], [0, -Infinity, -Infinity, 0.25, 0, -Infinity]),
  tensorOf([1, 2], [-Infinity, -Infinity]),
  tensorOf([2, 2], [-0, 0, -0, 0]),
  tensorOf([2, 2], [100000, 0.5, 3, 4]),
  tensorOf([1, 2], [123456789, 1]),
  tensorOf(
    [4, 30],
    Array.from({ length: 120 }, (_, index) => (index % 7) / 8),
  ),
  tensorOf(
    [3, 40, 12],
    Array.from({ length: 1440 }, (_, index) => Math.sin(index)),
  ),
  tensorOf(
    [40, 40],
    Array.from({ length: 1600 }, (_, index) => index),
  ),
];

const number = fc.oneof(
  fc.float({ noNaN: true, noDefaultInfinity: true, min: -100, max: 100 }),
  fc.integer({ min: -20, max: 20 }),
  fc.constantFrom(0, 0.1, -0.5, 1e-5, 1e9, -Infinity),
);
const tensor = fc
  .array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 })
  .chain((shape) =>
    fc.array(number, { minLength: sizeOf(shape), maxLength: sizeOf(shape) }).map((numbers) => tensorOf(shape, numbers)),
  );
const all = [...fixed, ...fc.sample(tensor, { numRuns: 300, seed: 7 })];

/** The numbers as hexadecimal bits, so that nothing is lost on the way. */
const bitsOf = ({ data }) => [...new Uint32Array(data.buffer)];

async function printedBy(program, lines) {
  const script = [
    'import numpy as np',
    ...lines.before,
    ...all.map(
      (one) =>
        `print(${lines.of(`np.array(${JSON.stringify(bitsOf(one))}, dtype="<u4").view("<f4").reshape(${JSON.stringify(one.shape)})`)}); print("----")`,
    ),
  ].join('\n');
  const [text] = await runAll(program, [script]);
  return text.split('\n----\n').slice(0, -1);
}

describe('a tensor as text', () => {
  it('is that of NumPy', { skip: reason ?? false }, async () => {
    const expected = await printedBy(python, { before: [], of: (array) => array });
    for (const [index, one] of all.entries())
      assert.equal(numpyText(one), expected[index], JSON.stringify([...one.data]));
  });

  it('is that of PyTorch', async (t) => {
    const torch = await pythonWith('torch');
    if (torch === undefined) return t.skip('torch is not here: apt-get install python3-torch');
    const expected = await printedBy(torch, {
      before: ['import torch'],
      of: (array) => `torch.from_numpy(${array}.astype("f4"))`,
    });
    for (const [index, one] of all.entries())
      assert.equal(torchText(one), expected[index], JSON.stringify([...one.data]));
  });
});
