// What the lesson on decoding says a cache keeps and saves, held to what the core counts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';

const core = await loadCore();
const { lessons } = await bundle('web/export/lessons.ts');
const { pages, challenges, texts } = lessons['decode-with-a-cache'];
const sceneOf = (name) => pages.find(({ id }) => id === name).scene;

function decodingOf(scene, change = {}) {
  const trace = core.attend({ ...scene, attention: { ...scene.attention, ...change } });
  const decoding = trace.decoding();
  trace.dispose();
  return decoding;
}

/** Every whole number of 100 or more, however a language groups its digits. */
const largeNumbers = (said) =>
  [...said.matchAll(/(?<![\d.])\d{1,3}(?:[,\u00a0 ]\d{3})+(?!\d)|\b\d{3,}\b(?!\.\d)/g)].map(([text]) =>
    Number(text.replace(/[,\u00a0 ]/g, '')),
  );

const short = sceneOf('kept-and-saved');
const long = sceneOf('shared-keys');
const [five, twelve] = [decodingOf(short), decodingOf(long)];
const expected = {
  'kept-and-saved': [five.bytes / five.keys, five.bytes, five.operations, five.recomputed, 2048],
  'shared-keys': [twelve.bytes, decodingOf(long, { kvHeads: 2 }).bytes, twelve.bytes],
  window: [decodingOf(long, { mask: { kind: 'window', before: 3, after: 0 } }).bytes],
};

describe('the lesson on decoding with a cache', () => {
  for (const language of ['en', 'es'])
    it(`names in ${language} the bytes and multiplications that the core counts`, () => {
      for (const [name, numbers] of Object.entries(expected)) {
        const { title, body, do: task } = texts[language].pages[name];
        assert.deepEqual(largeNumbers([title, body, task].join(' ')), numbers, name);
      }
      const { title, ask } = texts[language].challenges['tight-budget'];
      assert.deepEqual(largeNumbers([title, ask].join(' ')), [512, twelve.bytes, 512]);
    });

  it('counts layers, heads and widths as the text does, and saves more with every word', () => {
    const trace = core.attend(short);
    const widths = ['k', 'v'].map((name) => trace.tensor(name).shape);
    trace.dispose();
    assert.deepEqual(
      widths,
      ['k', 'v'].map(() => [4, 5, 4]),
    );
    assert.equal(five.bytes / five.keys, 2 * 4 * (4 + 4) * 4);
    assert.ok(twelve.recomputed / twelve.operations > five.recomputed / five.operations);
  });

  it('gives no earlier row another bit for a new word, in either layer', () => {
    const { scene } = pages[0];
    const trace = core.attend(scene);
    const longer = core.attend({ ...scene, sentence: `${scene.sentence} mat` });
    for (const layer of [0, 1])
      for (const name of ['q', 'k', 'v', 'z', 'output'])
        assert.deepEqual(
          longer.tensor(name, { layer, rows: [0, 5] }).data,
          trace.tensor(name, { layer }).data,
          `${name} ${layer}`,
        );
    for (const one of [trace, longer]) one.dispose();
  });

  it('needs one query for the new row: other queries of the past change no number of it', () => {
    const scene = sceneOf('used-once');
    const lastRow = (q) => {
      const trace = core.attend({ ...scene, embedding: { ...scene.embedding, q } });
      const rows = ['scores', 'weights', 'z'].map((name) => [...trace.tensor(name, { rows: [3, 4] }).data]);
      trace.dispose();
      return rows;
    };
    const { q } = scene.embedding;
    assert.deepEqual(lastRow([[9, 9], [-9, 9], [0, 0], q[3]]), lastRow(q));
    assert.notDeepEqual(lastRow([...q.slice(0, 3), [9, 9]]), lastRow(q));
  });

  it('makes the first word the only one for which the cache saves nothing', () => {
    const { check } = challenges.find(({ id }) => id === 'nothing-saved');
    const of = (sentence) => decodingOf({ ...short, sentence });
    const [one, two] = ['cat', 'cat sat'].map(of);
    assert.equal(one.operations, one.recomputed);
    assert.equal(check.atMost, one.recomputed);
    assert.ok(two.operations < two.recomputed && two.recomputed > check.atMost);
  });
});
