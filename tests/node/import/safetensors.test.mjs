import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from '../support/bundle.mjs';
import { file, headed, join, numbers, safetensors, tensorTypes } from './bytes.mjs';

// Made byte by byte, as the format's description says: the header's length, the header, and the numbers.

const { importFile, importLimits } = await bundle('web/import/index.ts');

const read = (bytes, options) => importFile(file('model.safetensors', bytes), options);
const refused = (bytes, code, message) =>
  assert.rejects(read(bytes), (error) => {
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  });

const grid = [
  [1, 2, 3],
  [4, 5, 6],
];

test('tensors of every type are read by their names', async () => {
  for (const dtype of Object.keys(tensorTypes).filter((name) => !['BOOL', 'F16', 'BF16'].includes(name))) {
    const { matrices } = await read(
      safetensors([['w_q', dtype, [2, 3], [1, 2, 3, 4, 5, 6]]], { __metadata__: { a: 'b' } }),
    );
    assert.deepEqual(
      matrices.map(({ name, data, notes }) => [name, data, notes]),
      [['w_q', grid, []]],
      dtype,
    );
  }
  const { matrices } = await read(
    safetensors([
      ['flags', 'BOOL', [2], [1, 0]],
      ['half', 'F16', [2], [0x3555, 0x8001]],
      ['brain', 'BF16', [3], [0x3f80, 0xc040, 0x3eaa]],
      ['one', 'F32', [], [2.5]],
      ['heads', 'F64', [2, 1, 2], [1, 2, 3, 4]],
    ]),
  );
  assert.deepEqual(
    matrices.map(({ name, data }) => [name, data]),
    [
      ['flags', [[1, 0]]],
      ['half', [[0.333251953125, -(2 ** -24)]]],
      ['brain', [[1, -3, 0.33203125]]],
      ['one', [[2.5]]],
      ['heads[0]', [[1, 2]]],
      ['heads[1]', [[3, 4]]],
    ],
  );
});

test('a tensor that a scene cannot have is named, and the others are read', async () => {
  const bytes = safetensors([
    ['good', 'F32', [1], [1]],
    ['nan', 'F32', [2], [0, Number.NaN]],
    ['deep', 'F32', [2, 1, 2, 1, 2], [1, 2, 3, 4, 5, 6, 7, 8]],
  ]);
  const { matrices, refused: left } = await read(bytes);
  assert.deepEqual(
    matrices.map(({ name }) => name),
    ['good'],
  );
  assert.deepEqual(
    left.map(({ name }) => name),
    ['nan', 'deep'],
  );
  assert.match(left[0]?.why ?? '', /nan: row 1, column 2 is NaN/);
  const eight = headed({ x: { dtype: 'F8_E4M3', shape: [2], data_offsets: [0, 2] } }, new Uint8Array(2));
  await refused(eight, 'scene-form', /x.*F8_E4M3 is not supported/);
});

test('a file that is cut off or lies about its length is refused', async () => {
  const whole = safetensors([['x', 'F32', [2, 2], [1, 2, 3, 4]]]);
  for (let length = 1; length < whole.length; length += 1)
    await refused(whole.subarray(0, length), 'scene-form', /ends in its header|is cut off/);
  await refused(join(whole, new Uint8Array(3)), 'scene-form', /Bytes 16 to 19 .* belong to no tensor/);
  await refused(numbers('<u8', [2n ** 31n]), 'too-large', /has 2147483648 bytes\. The limit is 1,048,576/);
  await refused(numbers('<u8', [2n ** 64n - 1n]), 'too-large', /has 18446744073709551615 bytes/);
  await refused(numbers('<u8', [0]), 'scene-form', /ends in its header/);
});

test('a header that is no JSON, repeats a name or has no tensors is refused', async () => {
  await refused(headed('{"x": }'), 'scene-form', /not a JSON object/);
  await refused(headed('[1]'), 'scene-form', /not a JSON object/);
  const x = '"x": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}';
  await refused(headed(`{${x}, ${x}}`, new Uint8Array(4)), 'scene-form', /twice/);
  await refused(headed({ __metadata__: {} }), 'empty', /no tensors/);
  const many = Array.from({ length: importLimits.arrays + 1 }, (_, index) => [`t${index}`, 'U8', [1], [1]]);
  await refused(safetensors(many), 'too-large', /256/);
});

test('entries that break the format are refused with their names', async () => {
  const entry = (change) =>
    headed({ x: { dtype: 'F32', shape: [2], data_offsets: [0, 8], ...change } }, new Uint8Array(8));
  for (const change of [
    { dtype: 5 },
    { shape: [-1] },
    { shape: [1.5] },
    { shape: 'two' },
    { data_offsets: [0] },
    { data_offsets: [0, '8'] },
    { data_offsets: [0, 2 ** 60] },
  ])
    await refused(entry(change), 'scene-form', /^x/);
  await refused(entry({ shape: [3] }), 'scene-form', /x: 3 needs 12 bytes of numbers, data_offsets span 8/);
  await refused(entry({ dtype: 'constructor' }), 'scene-form', /constructor is not supported/);
  await refused(entry({ shape: [2 ** 20, 2 ** 20] }), 'scene-form', /x: .* needs/);
  const two = (start, end) =>
    headed(
      {
        x: { dtype: 'F32', shape: [2], data_offsets: [0, 8] },
        y: { dtype: 'U8', shape: [end - start], data_offsets: [start, end] },
      },
      new Uint8Array(12),
    );
  await refused(two(4, 12), 'scene-form', /x and y share bytes/);
  await refused(two(9, 12), 'scene-form', /Bytes 8 to 9 .* belong to no tensor/);
});
