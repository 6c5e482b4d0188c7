// The tensors that are read from a model’s file, and how far the reading is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';
import { file, npy, safetensors, zip } from './bytes.mjs';
import { H, T, weights } from './models.mjs';

const { importTensors } = await bundle('web/import/index.ts');

describe('the tensors of a file', () => {
  const json = (value) => file('model.json', new TextEncoder().encode(JSON.stringify(value)));
  it('keep up to five axes', async () => {
    const { tensors } = await importTensors(json([[weights], [weights]]));
    assert.deepEqual(
      tensors.map(({ shape }) => shape),
      [[2, 1, H, T, T]],
    );
    const deep = [[[[weights], [weights]]], [[[weights], [weights]]]];
    await assert.rejects(importTensors(json(deep)), /7 axes/);
  });
  it('must be finite, and the message says which is not', async () => {
    for (const large of [1e39, -1e39])
      await assert.rejects(importTensors(json({ a: [[1, large]] })), /a: row 1, column 2/);
    const written = file('m.json', new TextEncoder().encode('{"a": [[1, NaN]]}'));
    await assert.rejects(importTensors(written), /a: row 1, column 2/);
    const deep = json({ a: [[[1, 2]], [[3, 1e39]]] });
    await assert.rejects(importTensors(deep), /a\[1,0,1\]/);
    const tensors = safetensors([
      ['h.q', 'F32', [2, 2], [1, 2, 3, Number.NaN]],
      ['h.k', 'F32', [2, 2], [1, 2, 3, 4]],
    ]);
    const arrays = zip({ 'h.q.npy': npy('<f4', [2, 2], [1, 2, 3, Infinity]), 'h.k.npy': npy('<f4', [1], [1]) });
    for (const source of [file('m.safetensors', tensors), file('m.npz', arrays)]) {
      const found = await importTensors(source);
      assert.deepEqual(
        found.tensors.map(({ name }) => name),
        ['h.k'],
      );
      assert.match(found.refused[0].why, /^h\.q: row 2, column 2 is/);
    }
  });

  it('takes NaN in a text for text, and says how tensors leave an ONNX model', async () => {
    const text = JSON.stringify({
      tokens: ['NaN', 'a "Infinity"'],
      attentions: [
        [
          [1, 0],
          [0.5, 0.5],
        ],
      ],
    });
    const { tensors, texts } = await importTensors(file('model.json', new TextEncoder().encode(text)));
    assert.deepEqual(texts[0].texts, ['NaN', 'a "Infinity"']);
    assert.deepEqual(tensors[0].shape, [1, 2, 2]);
    await assert.rejects(
      importTensors(file('gpt.onnx', new Uint8Array([8, 7]))),
      /gpt\.onnx.*\.safetensors.*ONNX Runtime/,
    );
  });
});

describe('reading a large file', () => {
  it('says how much is read: the bytes, then the tensors', async () => {
    const size = 300_000;
    const tensors = ['q', 'k', 'v'].map((name) => [name, 'F32', [100, size / 300], new Array(size / 3).fill(0.5)]);
    for (const bytes of [
      safetensors(tensors),
      zip(Object.fromEntries(tensors.map(([name, , shape, values]) => [`${name}.npy`, npy('<f4', shape, values)]))),
    ]) {
      const told = [];
      const name = bytes[0] === 0x50 ? 'm.npz' : 'm.safetensors';
      const found = await importTensors(file(name, bytes), { onProgress: (one) => told.push(one) });
      assert.equal(found.tensors[2].data.length, size / 3);
      assert.ok(found.tensors.every(({ data }) => data.every((value) => value === 0.5)));
      const read = told.filter(({ stage }) => stage === 'bytes');
      assert.equal(read.at(-1).done, bytes.length);
      assert.ok(read.every(({ done, total }, index) => total === bytes.length && done > (read[index - 1]?.done ?? 0)));
      assert.deepEqual(
        told.slice(read.length),
        [0, 1, 2].map((done) => ({ stage: 'tensors', done, total: 3 })),
      );
    }
  });
});
