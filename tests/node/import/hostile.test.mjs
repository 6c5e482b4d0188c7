// Small or permitted files and texts that are expensive to read. Each is refused, or read in bounded time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from '../support/bundle.mjs';
import { file, join, npy, npyHeader, zip } from './bytes.mjs';

const { importFile, importTensors, importText, importLimits } = await bundle('web/import/index.ts');

/** Milliseconds that anything here may take: many times what it does take, and a fraction of what it took. */
const MOST = 8000;

async function refusedSoon(read, code, message) {
  const before = performance.now();
  await assert.rejects(
    async () => read(),
    (error) => {
      assert.equal(error.code, code, error.message);
      assert.match(error.message, message);
      return true;
    },
  );
  const took = performance.now() - before;
  assert.ok(took < MOST, `it took ${took} ms`);
}

const header = (descr, shape) => npyHeader(`{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }`);
const bytesOf = (rows, columns) => join(header('|u1', `(${rows}, ${columns})`), new Uint8Array(rows * columns));

test('a small .npz of many numbers is refused before it is unpacked, stored entries too', async () => {
  const bomb = zip({ 'q.npy': bytesOf(4096, 4096), 'k.npy': bytesOf(4096, 4000) }, { method: 8 });
  assert.ok(bomb.length < 64 * 1024);
  await refusedSoon(() => importFile(file('w.npz', bomb)), 'too-large', /33,161,216 numbers\. The limit is 2,097,152/);
  const stored = zip({ 'q.npy': bytesOf(1024, 1024), 'k.npy': bytesOf(1024, 1024), 'v.npy': bytesOf(1, 1) });
  await refusedSoon(() => importFile(file('w.npz', stored)), 'too-large', /2,097,153 numbers/);
});

test('the numbers of unreadable arrays do not count against the others', async () => {
  const lying = join(header('|u1', '(4096, 4096)'), new Uint8Array(10));
  const found = await importFile(file('w.npz', zip({ 'a.npy': lying, 'q.npy': npy('<f4', [1], [7]) }, { method: 8 })));
  assert.deepEqual(found.matrices[0].data, [[7]]);
  assert.match(found.refused[0].why, /cut off|ends in its header/);
});

test('an array of texts is refused by its length and by their width', async () => {
  const q = npy('<f4', [1], [7]);
  for (const [descr, count, size] of [
    ['<U0', 999_999_999_999_999, 0],
    ['<U0', 30_000_000, 0],
    ['<U1', 8193, 4],
  ]) {
    const texts = join(header(descr, `(${count},)`), new Uint8Array(count * size));
    const found = await importTensors(file('w.npz', zip({ 'texts.npy': texts, 'q.npy': q }, { method: 8 })));
    assert.deepEqual(
      found.tensors.map(({ name }) => name),
      ['q'],
      descr,
    );
    assert.match(found.refused[0].why, size === 0 ? /U0/ : /8193.*8192/, descr);
  }
});

test('an .npy file of one-byte numbers is refused by their count before one is read', async () => {
  await refusedSoon(() => importFile(file('b.npy', bytesOf(4096, 2000))), 'too-large', /8,192,000 numbers/);
});

test('the maximal number of numbers is read quickly', async () => {
  const before = performance.now();
  const { matrices } = await importFile(file('b.npy', bytesOf(512, 4096)));
  assert.equal(matrices[0].rows * matrices[0].columns, importLimits.cells);
  assert.ok(performance.now() - before < MOST);
});

test('a header is bounded and is read in linear time', async () => {
  const long = npyHeader("'shape':(".repeat(100_000), 2);
  await refusedSoon(
    () => importFile(file('h.npy', long)),
    'too-large',
    /header has [\d,]+ bytes\. The limit is 10,000/,
  );
  const inArchive = zip({ 'h.npy': long }, { method: 8 });
  await refusedSoon(() => importFile(file('h.npz', inArchive)), 'too-large', /The limit is 10,000/);
  const most = npyHeader("'shape':(".repeat(1_090));
  await refusedSoon(() => importFile(file('h.npy', most)), 'scene-form', /has no descr/);
});

test('texts of too many numbers are refused in every form', async () => {
  const many = importLimits.cells + 1;
  await refusedSoon(() => importText('1 '.repeat(many)), 'too-large', /2,097,15\d numbers/);
  await refusedSoon(() => importText('1,'.repeat(many)), 'too-large', /2,097,15\d numbers/);
  await refusedSoon(() => importText(',\t;'.repeat(many)), 'too-large', /6,291,459 numbers/);
  await refusedSoon(() => importText(`[${'1,'.repeat(many)}1]`), 'too-large', /2,097,153 numbers/);
  await refusedSoon(() => importText(`q = [${'1 '.repeat(many)}]`), 'too-large', /2,097,153 numbers/);
  const row = `[${'1 '.repeat(16_384)}]`;
  await refusedSoon(() => importText(row.repeat(200)), 'too-large', /2,113,536 numbers/);
  await refusedSoon(() => importText(`${'[1], grad_fn=<'.repeat(500_000)}`), 'scene-form', /outside the brackets/);
});

test('JSON of brackets in brackets is left at the first that is too deep', async () => {
  const half = importLimits.bytes / 2;
  await refusedSoon(() => importText('['.repeat(half)), 'scene-form', /brackets/);
  await refusedSoon(
    () => importText('['.repeat(half) + ']'.repeat(half)),
    'scene-form',
    /more than 16 nested brackets/,
  );
  await refusedSoon(() => importText('{"a":'.repeat(half / 5)), 'scene-form', /more than 16 nested brackets/);
});
