// Tensors as files. Each is read back, by the page's importer if it reads the format, and compared bit by bit.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { tensorAs } = await bundle('web/export/index.ts');
const { importFile } = await bundle('web/import/index.ts');

const bitsOf = (data) => Array.from(new Uint32Array(Float32Array.from(data).buffer));
const tensorOf = (shape, values) => ({ shape, data: Float32Array.from(values) });
const textOf = (bytes) => new TextDecoder().decode(bytes);
const fileOf = (name, bytes) => ({ name, size: bytes.length, arrayBuffer: async () => bytes.slice().buffer });
const about = (name, axes, labels = axes.map(() => null)) => ({ name, axes, labels });

/** Difficult numbers for decimals: the smallest and largest, neighbours of 1, −0, and 4096 random bit patterns. */
function awkward() {
  const edges = [
    0,
    -0,
    1,
    1 + 2 ** -23,
    1 - 2 ** -24,
    0.1,
    1 / 3,
    2 ** -149,
    2 ** -126,
    3.4028234663852886e38,
    16777215,
  ];
  let seed = 7;
  const drawn = Array.from({ length: 4096 }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return new Float32Array(Uint32Array.of(seed).buffer)[0];
  });
  return [...edges, ...drawn.filter(Number.isFinite)];
}

/** RFC 4180, strictly. A quote is only around a whole cell. */
function records(text) {
  assert.ok(text.endsWith('\r\n'));
  const rows = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, plain, end] = cell.exec(text) ?? assert.fail(`no cell at ${at}`);
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('a tensor as CSV', () => {
  it('comes back through the importer, every number to its bit', async () => {
    const numbers = awkward();
    const columns = 8;
    const whole = numbers.slice(0, Math.floor(numbers.length / columns) * columns);
    const tensor = tensorOf([whole.length / columns, columns], whole);
    const bytes = tensorAs('csv', tensor, about('w_q', ['d_model', 'H·d_k']));
    const { matrices } = await importFile(fileOf('w_q.csv', bytes));
    assert.deepEqual(bitsOf(matrices[0].data.flat()), bitsOf(tensor.data));
  });

  it('names the axes and the places along them', () => {
    const tensor = tensorOf([2, 2, 3], [1, 0, 0, 0.5, 0.25, 0.25, 0, 1, 0, 0, 0, 1]);
    const labels = [null, ['it', 'cat'], ['it', 'the, "cat"', 'sat']];
    assert.deepEqual(records(textOf(tensorAs('csv', tensor, about('weights', ['H', 'T_q', 'T_k'], labels)))), [
      ['H', 'weights (T_q × T_k)', 'it', 'the, "cat"', 'sat'],
      ['0', 'it', '1', '0', '0'],
      ['0', 'cat', '0.5', '0.25', '0.25'],
      ['1', 'it', '0', '1', '0'],
      ['1', 'cat', '0', '0', '1'],
    ]);
  });

  it('has no title that looks like a number or, in a spreadsheet, like a formula', () => {
    const labels = [['1984', '=1+1', 'nan', '-inf', '@a', 'b\nc']];
    const text = textOf(tensorAs('csv', tensorOf([6], [1, 2, 3, 4, 5, 6]), about('tokens', ['T'], labels)));
    const [head, row] = records(text);
    assert.deepEqual(head, ['tokens (T)', 'T[0] 1984', 'T[1] =1+1', 'T[2] nan', 'T[3] -inf', 'T[4] @a', 'b\nc']);
    assert.deepEqual(row, ['tokens', '1', '2', '3', '4', '5', '6']);
  });

  it('says −∞, ∞ and NaN as Python does', () => {
    const bytes = tensorAs('csv', tensorOf([1, 3], [-Infinity, Infinity, Number.NaN]), about('masked', ['T_q', 'T_k']));
    assert.deepEqual(records(textOf(bytes))[1], ['T_q[0]', '-inf', 'inf', 'nan']);
  });
});

describe('a tensor as NPY', () => {
  it('is version 1.0, little-endian float32 in C order, its numbers at a multiple of 64', () => {
    for (const shape of [[3], [2, 3], [2, 3, 4], [1, 2, 3, 4]]) {
      const count = shape.reduce((a, b) => a * b, 1);
      const tensor = tensorOf(
        shape,
        Array.from({ length: count }, (_, i) => i / 3),
      );
      const bytes = tensorAs(
        'npy',
        tensor,
        about(
          'q',
          shape.map(() => 'T'),
        ),
      );
      assert.deepEqual([...bytes.slice(0, 8)], [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
      const length = bytes[8] + 256 * bytes[9];
      assert.equal((10 + length) % 64, 0);
      const header = textOf(bytes.slice(10, 10 + length));
      const axes = shape.length === 1 ? '(3,)' : `(${shape.join(', ')})`;
      assert.match(header, /^\{'descr': '<f4', 'fortran_order': False, 'shape': (\([^)]*\)), \} *\n$/);
      assert.ok(header.includes(`'shape': ${axes}`), header);
      assert.deepEqual(bitsOf(new Float32Array(bytes.slice(10 + length).buffer)), bitsOf(tensor.data));
    }
  });

  it('comes back through the importer, every number to its bit', async () => {
    const numbers = awkward().slice(0, 3200);
    const tensor = tensorOf([100, 32], numbers);
    const bytes = tensorAs('npy', tensor, about('k', ['T_k', 'd_k']));
    const { matrices } = await importFile(fileOf('k.npy', bytes));
    assert.deepEqual(bitsOf(matrices[0].data.flat()), bitsOf(numbers));
  });

  it('keeps −∞, ∞ and NaN', () => {
    const bytes = tensorAs('npy', tensorOf([3], [-Infinity, Infinity, Number.NaN]), about('q', ['T']));
    assert.deepEqual([...new Float32Array(bytes.slice(-12).buffer)], [-Infinity, Infinity, Number.NaN]);
  });
});

describe('a tensor as JSON', () => {
  it('has name, axes, shape and nested numbers, each to its bit', () => {
    const numbers = awkward().slice(0, 2400);
    const tensor = tensorOf([2, 30, 40], numbers);
    const { name, axes, shape, data } = JSON.parse(textOf(tensorAs('json', tensor, about('q', ['H', 'T_q', 'd_k']))));
    assert.deepEqual([name, axes, shape], ['q', ['H', 'T_q', 'd_k'], [2, 30, 40]]);
    assert.deepEqual([data.length, data[0].length, data[0][0].length], shape);
    assert.deepEqual(bitsOf(data.flat(2)), bitsOf(numbers));
  });

  it('says −∞ as scenes do', () => {
    const bytes = tensorAs('json', tensorOf([1, 2], [-Infinity, Number.NaN]), about('masked', ['T_q', 'T_k']));
    assert.deepEqual(JSON.parse(textOf(bytes)).data, [['-inf', 'nan']]);
  });
});

describe('a tensor that is not what it says', () => {
  const refused = (tensor, told, format = 'csv') =>
    assert.throws(
      () => tensorAs(format, tensor, told),
      (error) => error.code === 'shape',
    );
  it('is refused: numbers, axes or labels are not as many as its shape has', () => {
    refused(tensorOf([2, 2], [1, 2, 3]), about('q', ['T', 'd_k']));
    refused(tensorOf([2, 2], [1, 2, 3, 4]), about('q', ['T']));
    refused(tensorOf([2, 2], [1, 2, 3, 4]), about('q', ['T', 'd_k'], [['a'], null]), 'npy');
  });
  it('so is a format that there is not', () => {
    assert.throws(
      () => tensorAs('xlsx', tensorOf([1], [1]), about('q', ['T'])),
      /there is no format "xlsx"; there are csv, npy, json/,
    );
  });
});
