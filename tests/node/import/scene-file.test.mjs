// A .json file that is a scene of ours: it opens as that scene, not as a list of its arrays.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';
import { file } from './bytes.mjs';

const { sceneInFile } = await bundle('web/import/scene-file.ts');
const { importTensors } = await bundle('web/import/index.ts');
const { packTensor } = await bundle('web/import/model/pack-tensor.ts');

const text = (content, name = 'scene.json') => file(name, new TextEncoder().encode(content));
const json = (value, name) => text(JSON.stringify(value), name);

const matrix = (rows, columns) =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (__, column) => row - column / 8));
const projected = {
  version: 1,
  tokens: ['a', 'b', 'c'],
  embedding: { kind: 'given', x: matrix(3, 8) },
  parameters: {
    kind: 'given',
    ...Object.fromEntries(['wQ', 'wK', 'wV', 'wO'].map((name) => [name, matrix(8, 8)])),
    ...Object.fromEntries(['bQ', 'bK', 'bV', 'bO'].map((name) => [name, matrix(1, 8)[0]])),
  },
  attention: { heads: 4, temperature: 0.5, mask: { kind: 'causal' } },
};
const packed = (seed) =>
  packTensor({ shape: [3, 4], data: Float32Array.from({ length: 12 }, (_, index) => seed / (index + 1)) });
/** As the notebook's `save` writes it. */
const ofNotebook = {
  version: 1,
  tokens: ['a', 'b', 'c'],
  embedding: { kind: 'qkv', layers: [{ q: packed(1), k: packed(2), v: packed(3) }] },
  parameters: { kind: 'none' },
  attention: { heads: 2 },
};

describe('a .json file that is a scene', () => {
  it('is read with its heads, mask, temperature and parameters', async () => {
    assert.deepEqual(await sceneInFile(json(projected)), projected);
  });

  it('may have packed numbers, and be written in UTF-16', async () => {
    const { embedding } = await sceneInFile(json(ofNotebook));
    assert.deepEqual(embedding, ofNotebook.embedding);
    const utf16 = Buffer.from(`\ufeff${JSON.stringify(projected)}`, 'utf16le');
    assert.deepEqual(await sceneInFile(file('scene.json', utf16)), projected);
  });

  it('is refused with its explanation where it is wrong', async () => {
    for (const [wrong, path] of [
      [{ ...projected, attention: { heads: 0 } }, '/attention/heads'],
      [{ ...projected, atention: {} }, ''],
      [{ ...projected, version: 2 }, '/version'],
      [{ ...projected, embedding: { kind: 'given', x: [[1], [2, 3], [4]] } }, '/embedding/x/1'],
    ])
      await assert.rejects(sceneInFile(json(wrong)), (error) => {
        assert.equal(error.name, 'AttentionError');
        assert.ok(error.path.startsWith(path), error.path);
        return true;
      });
    const nan = JSON.stringify(projected).replace('"temperature":0.5', '"temperature":NaN');
    await assert.rejects(sceneInFile(text(nan)), { path: '/attention/temperature' });
  });

  it('is none if it has arrays of a model, is no JSON or has another ending', async () => {
    const rows = matrix(3, 3);
    assert.equal(await sceneInFile(json({ q: rows, k: rows, v: rows })), null);
    assert.equal(await sceneInFile(json({ version: 1, embedding: rows, w_q: rows })), null);
    assert.equal(await sceneInFile(json({ embedding: { weight: rows } })), null);
    assert.equal(await sceneInFile(json(projected, 'scene.csv')), null);
    assert.equal(await sceneInFile(file('scene.json', new Uint8Array([0x93, 0x4e]))), null);
    const cut = text(JSON.stringify(projected).slice(0, -1));
    assert.equal(await sceneInFile(cut), null);
    await assert.rejects(importTensors(cut), /line 1, column/);
  });
});
