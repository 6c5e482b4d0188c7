import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { soundJson } = await bundle('web/import/sound-json.ts');
const { base64Of } = await bundle('web/import/model/pack-tensor.ts');
const { importTensors } = await bundle('web/import/index.ts');

const DEPTH = 16;

test('sound JSON is parsed, with keys and text of every kind', () => {
  for (const value of [
    [1, -2.5e-7, null, true],
    { 'a"b': 1, 'c\\': [2], 'd\\"': ['x: "y":'], '': { '': 0 } },
    { a: { b: 1 }, b: { a: 'b' } },
    'a":',
    {},
  ]) {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)])
      assert.deepEqual(soundJson(text, DEPTH), { value });
  }
});

test('a repeated key, deep brackets and other text are left to the scan that says where they are', () => {
  for (const text of [
    '{"a": 1, "a": 2}',
    '{"a": 1, "\\u0061" : 2}',
    '[{"b": {"a": 1, "a": 1}}]',
    `${'['.repeat(DEPTH + 1)}${']'.repeat(DEPTH + 1)}`,
    `${'['.repeat(1e6)}`,
    '[1, 2',
    '["a',
    '["a\\\\\\"',
    '',
  ])
    assert.equal(soundJson(text, DEPTH), null, text.slice(0, 40));
});

test('text that nests too deep is not parsed, whose brackets take gigabytes', (context) => {
  const parse = context.mock.method(JSON, 'parse');
  for (const text of ['['.repeat(1e6), '{"a":'.repeat(1e6), `{"[": [${'['.repeat(DEPTH)}`]) soundJson(text, DEPTH);
  assert.equal(parse.mock.callCount(), 0);
  assert.deepEqual(soundJson(`["${'['.repeat(DEPTH + 1)}"]`, DEPTH), { value: ['['.repeat(DEPTH + 1)] });
});

test('a file that repeats a key names it and its place', async () => {
  const file = new File(['{"weights": [[1]],\n "weights": [[1]]}'], 'own.json');
  await assert.rejects(importTensors(file), /line 2, column 2.*“?"?weights/);
});

test('numbers of a file are those that JSON has, and one among them that is text is named', async () => {
  const rows = Array.from({ length: 40 }, (_, row) => Array.from({ length: 40 }, (__, at) => Math.sin(row * 40 + at)));
  const { tensors } = await importTensors(new File([JSON.stringify({ q: rows })], 'own.json'));
  assert.deepEqual(tensors[0]?.shape, [40, 40]);
  assert.deepEqual([...(tensors[0]?.data ?? [])], rows.flat().map(Math.fround));
  const bad = rows.map((row, at) => (at === 7 ? row.with(3, 'x') : row));
  await assert.rejects(importTensors(new File([JSON.stringify({ q: bad })], 'own.json')), /row 8, column 4/);
  const ragged = rows.map((row, at) => (at === 7 ? row.slice(1) : row));
  await assert.rejects(importTensors(new File([JSON.stringify({ q: ragged })], 'own.json')), /39/);
});

test('base64 is that of the bytes, whatever their number', () => {
  for (let length = 0; length < 20; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 97 + 251) % 256);
    assert.equal(base64Of(bytes), Buffer.from(bytes).toString('base64'));
  }
});
