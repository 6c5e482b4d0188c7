import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from '../support/bundle.mjs';
import { file, join, npy, npyHeader, numbers, zip } from './bytes.mjs';

const { importFile, importLimits } = await bundle('web/import/index.ts');

const read = async (name, contents, options) => (await importFile(file(name, contents), options)).matrices;
const one = async (name, contents, options) => {
  const matrices = await read(name, contents, options);
  assert.equal(matrices.length, 1);
  return matrices[0];
};
const refused = (promise, code, message) =>
  assert.rejects(promise, (error) => {
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  });
const grid = [
  [1, 2, 3],
  [4, 5, 6],
];

test('.npy of every number type, both byte orders and all versions is read', async () => {
  for (const letter of ['i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f4', 'f8']) {
    for (const order of letter.endsWith('1') ? ['|'] : ['<', '>', '=']) {
      for (const major of [1, 2, 3]) {
        const matrix = await one('x.npy', npy(order + letter, [2, 3], [1, 2, 3, 4, 5, 6], { major }));
        assert.deepEqual(matrix.data, grid, order + letter);
        assert.deepEqual([matrix.name, matrix.shape, matrix.notes], ['x', [2, 3], []]);
      }
    }
  }
  assert.deepEqual((await one('m.npy', npy('|b1', [2, 2], [1, 0, 0, 1]))).data, [
    [1, 0],
    [0, 1],
  ]);
  assert.deepEqual((await one('n.npy', npy('<i4', [3], [-1, 0, 7]))).data, [[-1, 0, 7]]);
  assert.deepEqual((await one('s.npy', npy('<f8', [], [2.5]))).data, [[2.5]]);
});

test('float16 is read exactly: zero, subnormals, the largest; its infinity is refused', async () => {
  const bits = [0x0000, 0x3c00, 0xc000, 0x3555, 0x0001, 0x83ff, 0x7bff, 0x0400];
  const { data } = await one('h.npy', npy('<f2', [8], bits));
  assert.deepEqual(data[0], [0, 1, -2, 0.333251953125, 2 ** -24, -1023 * 2 ** -24, 65504, 2 ** -14]);
  assert.deepEqual((await one('h.npy', npy('>f2', [1], [0x3c00]))).data, [[1]]);
  await refused(read('h.npy', npy('<f2', [2], [0, 0x7c00])), 'not-finite', /h: row 1, column 2 is Infinity/);
});

test('Fortran order is read as the same matrix', async () => {
  const matrix = await one('f.npy', npy('<f8', [2, 3], [1, 4, 2, 5, 3, 6], { fortran: true }));
  assert.deepEqual(matrix.data, grid);
  assert.deepEqual((await one('f.npy', npy('<i8', [3], [1, 2, 3], { fortran: true }))).data, [[1, 2, 3]]);
});

test('three axes become one matrix for each head, in either order; four are refused', async () => {
  const heads = await read('q.npy', npy('<f4', [2, 1, 3], [1, 2, 3, 4, 5, 6]));
  const fortran = await read('q.npy', npy('<f4', [2, 1, 3], [1, 4, 2, 5, 3, 6], { fortran: true }));
  for (const matrices of [heads, fortran]) {
    assert.deepEqual(
      matrices.map(({ name, data }) => [name, data]),
      [
        ['q[0]', [[1, 2, 3]]],
        ['q[1]', [[4, 5, 6]]],
      ],
    );
  }
  await refused(read('q.npy', npy('<f4', [2, 1, 1, 1], [1, 2])), 'shape', /2×1×1×1 has 4 axes/);
});

test('axes of length 1 in front, and one row for each index, are read', async () => {
  const weights = [1, 2, 3, 4, 5, 6, 7, 8];
  const batch = await read('w.npy', npy('<f4', [1, 2, 2, 2], weights));
  assert.deepEqual(
    batch.map(({ data }) => data),
    [
      [
        [1, 2],
        [3, 4],
      ],
      [
        [5, 6],
        [7, 8],
      ],
    ],
  );
  assert.deepEqual((await one('w.npy', npy('<f4', [1, 1, 2, 3], [1, 2, 3, 4, 5, 6]))).data, grid);
  assert.deepEqual((await one('w.npy', npy('<f4', [2, 1], [1, 2]))).data, [[1], [2]]);
  const { stacked } = await importFile(file('w.npy', npy('<f4', [2, 1, 3], [1, 2, 3, 4, 5, 6])));
  assert.deepEqual(stacked.data, grid);
});

test('.npy headers of other programs than NumPy are read', async () => {
  const bytes = numbers('<f8', [1, 2, 3, 4, 5, 6]);
  for (const header of [
    "{'descr':'<f8','fortran_order':False,'shape':(2,3)}",
    "{'descr': '<f8', 'fortran_order': False, 'shape': (2,3,), }",
    "{'shape': (2, 3), 'fortran_order': False, 'descr': '<f8'}",
    "{ 'descr' : '<f8' , 'fortran_order' : False , 'shape' : ( 2 , 3 ) }",
    '{"descr": "<f8", "fortran_order": False, "shape": (2, 3)}',
    '{"descr": "<f8", "fortran_order": false, "shape": [2, 3]}',
    "{'descr': '<f8', 'fortran_order': False, 'shape': (2L, 3L), }",
    "{'descr': '<f8', 'fortran_order': False, 'shape': (np.int64(2), np.int64(3)), }",
    "{'descr': '<d', 'fortran_order': False, 'shape': (2, 3), }",
    "{'descr': 'f8', 'fortran_order': False, 'shape': (2, 3), }",
    "{'descr': '=f8', 'fortran_order': False, 'shape': (2, 3), }",
  ]) {
    for (const major of [1, 2, 3]) {
      assert.deepEqual((await one('o.npy', join(npyHeader(header, major), bytes))).data, grid, header);
    }
  }
  // A list of one axis that is not a tuple.
  const list = join(npyHeader("{'descr': '<f8', 'fortran_order': True, 'shape': (6)}"), bytes);
  assert.deepEqual((await one('o.npy', list)).data, [[1, 2, 3, 4, 5, 6]]);
  const truth = join(npyHeader("{'descr': '|?', 'fortran_order': False, 'shape': (2,)}"), new Uint8Array([1, 0]));
  assert.deepEqual((await one('o.npy', truth)).data, [[1, 0]]);
});

test('Python writes −∞ into JSON files as -Infinity', async () => {
  const { data } = await one('m.json', '[[0.0, -Infinity], [0.0, 0.0]]', { minusInfinity: true });
  assert.deepEqual(data, [
    [0, -Infinity],
    [0, 0],
  ]);
  await refused(read('m.json', '[[NaN]]'), 'not-finite', /NaN/);
});

test('numbers that lose digits in float32 are read, with a note', async () => {
  assert.match((await one('x.npy', npy('<f8', [1], [0.1]))).notes.join(), /rounds them to float32/);
  assert.deepEqual((await one('x.npy', npy('<f8', [1], [0.5]))).notes, []);
  assert.match((await one('x.npy', npy('<i4', [1], [16777217]))).notes.join(), /rounds them to float32/);
  const large = await one('x.npy', npy('<i8', [2], [2n ** 62n + 1n, 1n]));
  assert.match(large.notes.join(), /rounds them to float32/);
  assert.equal(large.data[0][0], 2 ** 62);
  assert.equal((await one('x.npy', npy('<u8', [1], [2n ** 63n]))).data[0][0], 2 ** 63);
  assert.match((await one('x.npy', npy('<f8', [1], [1e-60]))).notes.join(), /become 0 in float32/);
  await refused(
    read('x.npy', npy('<f8', [2], [1, 1e39])),
    'not-finite',
    /x: row 1, column 2 is 1e\+39.*float32 cannot/,
  );
  await refused(read('x.npy', npy('<f8', [1, 2], [1, Number.NaN])), 'not-finite', /row 1, column 2 is NaN/);
});

test('other dtypes are refused by name', async () => {
  const of = (descr) =>
    join(npyHeader(`{'descr': ${descr}, 'fortran_order': False, 'shape': (2, 2), }`), new Uint8Array(64));
  for (const [descr, named] of [
    ["'|O'", /dtype object \("\|O"\) is not supported/],
    ["'<c8'", /complex \("<c8"\)/],
    ["'<c16'", /complex/],
    ["'<U5'", /text \("<U5"\)/],
    ["'|S3'", /bytes/],
    ["'|V8'", /void/],
    ["'<V2'", /void/],
    ["'<M8[ns]'", /date/],
    ["'<m8[s]'", /time difference/],
    ["'<f16'", /long double/],
    ["[('a', '<f4'), ('b', '<i4')]", /structured/],
    ["'<z'", /"<z"/],
  ]) {
    await refused(read('o.npy', of(descr)), 'scene-form', named);
  }
});

test('truncated and overlong .npy files are refused with the expected and actual bytes', async () => {
  const whole = npy('<f4', [2, 3], [1, 2, 3, 4, 5, 6]);
  await refused(read('t.npy', whole.subarray(0, -3)), 'scene-form', /t: .*cut off: 2×3 needs 24 bytes.*21 found/);
  await refused(read('t.npy', whole.subarray(0, 40)), 'scene-form', /ends in its header: 128 bytes expected, 40/);
  await refused(read('t.npy', whole.subarray(0, 8)), 'scene-form', /ends in its header/);
  await refused(read('t.npy', join(whole, new Uint8Array(5))), 'scene-form', /more than its array.*24 bytes.*29 found/);
  await refused(read('t.npy', new Uint8Array([1, 2, 3])), 'scene-form', /not a \.npy file/);
  await refused(read('t.npy', new Uint8Array()), 'empty', /t\.npy is empty/);
  const four = whole.slice();
  four[6] = 4;
  await refused(read('t.npy', four), 'scene-form', /version 4\.0/);
  await refused(read('t.npy', npyHeader("{'shape': (1,)}")), 'scene-form', /has no descr/);
  await refused(read('t.npy', npy('<f4', [0, 3], [])), 'empty', /0×3 has no numbers/);
});

test('a header that claims too many numbers costs nothing', async () => {
  const claim = (shape) => npyHeader(`{'descr': '<f8', 'fortran_order': False, 'shape': ${shape}, }`);
  await refused(read('c.npy', claim('(4000, 4000)')), 'scene-form', /cut off: 4000×4000 needs 128,000,000 bytes/);
  await refused(read('c.npy', claim('(99999999999, 99999999999)')), 'too-large', /limit is 4096/);
});

test('.npz, stored and deflated, gives its arrays by name', async () => {
  const q = npy('<f4', [2, 3], [1, 2, 3, 4, 5, 6]);
  const k = npy('<i8', [1, 2], [7, 8]);
  for (const method of [0, 8]) {
    const found = await read('w.npz', zip({ 'q.npy': q, 'k.npy': k }, { method }));
    assert.deepEqual(
      found.map(({ name, data }) => [name, data]),
      [
        ['q', grid],
        ['k', [[7, 8]]],
      ],
    );
  }
});

test('an unreadable array of an .npz does not affect the others', async () => {
  const object = join(npyHeader("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }"), new Uint8Array(8));
  const good = npy('<f4', [1], [1]);
  const { matrices, refused: left } = await importFile(file('w.npz', zip({ 'names.npy': object, 'q.npy': good })));
  assert.deepEqual(
    matrices.map(({ name }) => name),
    ['q'],
  );
  assert.equal(left[0].name, 'names');
  assert.match(left[0].why, /dtype object/);
  await refused(importFile(file('w.npz', zip({ 'names.npy': object }))), 'scene-form', /dtype object/);
  await refused(importFile(file('w.npz', zip({ 'read.me': good }))), 'empty', /has no arrays/);
});

test('damaged and dangerous archives are refused', async () => {
  const good = zip({ 'q.npy': npy('<f4', [64], new Array(64).fill(1)) }, { method: 8 });
  await refused(read('w.npz', good.subarray(0, good.length - 30)), 'scene-form', /damaged/);
  await refused(read('w.npz', new TextEncoder().encode('hello')), 'scene-form', /not a zip/);
  const bomb = zip({ 'q.npy': npy('<f4', [1], [1]) }, { method: 8, claims: 0x7fffffff });
  await refused(read('w.npz', bomb), 'too-large', /2,147,483,647 bytes uncompressed\. The limit is 33,554,432/);
  await refused(read('w.npz', zip({ 'q.npy': npy('<f4', [1], [1]) }, { method: 12 })), 'scene-form', /method 12/);
  const hidden = new Uint8Array(200e6);
  hidden.set(npy('<f4', [1], [1]));
  for (const method of [0, 8]) {
    for (const claims of [0, 100, 1000]) {
      const lying = zip({ 'q.npy': npy('<f4', [64], new Array(64).fill(1)) }, { method, claims });
      await refused(read('w.npz', lying), 'scene-form', /q\.npy is damaged: it does not have the [\d,]+ bytes/);
    }
  }
  const lying = zip({ 'q.npy': hidden }, { method: 8, claims: npy('<f4', [1], [1]).length });
  await refused(read('w.npz', lying), 'scene-form', /q\.npy is damaged/);
  const flipped = zip({ 'q.npy': npy('<f4', [1], [1]) });
  flipped[flipped.indexOf(0x3f)] = 0x3e;
  await refused(read('w.npz', flipped), 'scene-form', /q\.npy is damaged/);
  const twice = zip({ 'q.npy': npy('<f4', [1], [1]), 'r.npy': npy('<f4', [1], [2]) });
  for (const [at, byte] of twice.entries()) if (byte === 0x72 && twice[at + 1] === 0x2e) twice[at] = 0x71;
  await refused(read('w.npz', twice), 'scene-form', /q\.npy is in this \.npz file twice/);
  const many = Object.fromEntries(Array.from({ length: 257 }, (_, index) => [`${index}.npy`, npy('<f4', [1], [1])]));
  await refused(read('w.npz', zip(many)), 'too-large', /more than 256 arrays/);
});

test('.csv, .tsv, .txt and .json files are read by their kind', async () => {
  assert.deepEqual((await one('a.csv', '1,2,3\n4,5,6\n')).data, grid);
  assert.deepEqual((await one('a.csv', '\ufeff1;2;3\n4;5;6\n')).data, grid);
  assert.deepEqual((await one('a.tsv', '1\t2\t3\n4\t5\t6')).data, grid);
  assert.deepEqual((await one('a.TXT', '[[1 2 3]\n [4 5 6]]')).data, grid);
  assert.deepEqual((await one('a.json', JSON.stringify(grid))).data, grid);
  assert.deepEqual((await one('x0.json', JSON.stringify(grid))).name, 'x0');
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('1\t2\t3\r\n4\t5\t6', 'utf16le')]);
  assert.deepEqual((await one('a.txt', utf16)).data, grid);
  await refused(read('a.csv', '1,2\n3,4\n5'), 'shape', /a: row 3 has 1 entry/);
  await refused(read('a.json', '[[1 2]]'), 'scene-form', /not JSON: line 1, column 5/);
  await refused(read('a.csv', ''), 'empty', /a\.csv is empty/);
  await refused(read('a.csv', new Uint8Array([0x31, 0xff, 0xfe, 0x80])), 'scene-form', /not text in UTF-8/);
  await refused(read('a.xlsx', 'PK'), 'scene-form', /a\.xlsx is not a supported file\. Use \.csv/);
  await refused(read('model.pt', 'PK'), 'scene-form', /pickle.*\.npz/);
});

test('a file of 100 MB is refused by its size and never read', async () => {
  let asked = 0;
  const large = {
    name: 'weights.npy',
    size: 100 * 1024 * 1024,
    arrayBuffer: () => {
      asked += 1;
      return Promise.reject(new Error('it was read'));
    },
  };
  await refused(importFile(large), 'too-large', /weights\.npy has 104,857,600 bytes\. The limit is 8,388,608/);
  assert.equal(asked, 0);
  const real = new File([new Uint8Array(100 * 1024 * 1024)], 'real.csv');
  const before = performance.now();
  await refused(importFile(real), 'too-large', /it was not read/);
  assert.ok(performance.now() - before < 50);
  assert.ok(importLimits.bytes < 100 * 1024 * 1024);
});

test('the test files contain the expected bytes', () => {
  assert.deepEqual([...numbers('>i2', [258])], [1, 2]);
  assert.deepEqual([...numbers('<i2', [258])], [2, 1]);
});

test('an .npy file whose header does not match its data is refused', async () => {
  const lying = (dict) => read('a.npy', join(npyHeader(dict), new Uint8Array(16)));
  await refused(
    lying("{'descr': '<f4', 'fortran_order': False, 'shape': (-2, -2), }"),
    'scene-form',
    /shape \(-2, -2\) is not a list of whole numbers/,
  );
  await refused(
    lying("{'descr': '<f4junk', 'fortran_order': False, 'shape': (2, 2), }"),
    'scene-form',
    /dtype "<f4junk"/,
  );
  const header = new Uint8Array(64);
  header.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 2, 0, 0xff, 0xff, 0xff, 0xff]);
  await refused(read('a.npy', header), 'scene-form', /4,294,967,307 bytes expected, 64 found/);
});
