// Published word vectors as an embedding: their list, how they get into a scene, and what they promise.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';
import { ambiguousWords } from './ambiguous-words.mjs';

const { decodeScene, encodeScene, lookUpWords, normalScene, parseScene } = await bundle('web/scene/index.ts');
const { vectorFrom, vectorLength } = await bundle('web/scene/word-vectors.ts');
const core = await loadCore();
const data = (name) => readFileSync(new URL(`../../../src/data/vectors/${name}`, import.meta.url), 'utf8');
const list = new Map(
  data('glove.txt')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ')),
);
const saying = (sentence, embedding = {}) => ({
  version: 1,
  sentence,
  tokenizer: { lowercase: true },
  embedding: { kind: 'wordVectors', ...embedding },
  parameters: { kind: 'identity' },
  attention: { heads: 1 },
});
const tensorOf = (scene, name) => {
  const trace = core.attend(scene);
  const { data: numbers } = trace.tensor(name, name === 'x0' ? {} : { head: 0 });
  const rows = trace.tokens.map((token, row) => [token, numbers.slice(row * vectorLength, (row + 1) * vectorLength)]);
  trace.dispose();
  return new Map(rows);
};
const cosine = (a, b) => {
  let [ab, aa, bb] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    ab += value * b[index];
    aa += value * value;
    bb += b[index] * b[index];
  }
  return ab / Math.sqrt(aa * bb);
};

describe('the list of word vectors', () => {
  it('has at least 12 000 words, none twice, each with 64 numbers that are not all zero', () => {
    assert.ok(list.size >= 12_000, `${list.size}`);
    assert.equal(data('glove.txt').trimEnd().split('\n').length, list.size);
    for (const [word, code] of list) {
      assert.equal(vectorFrom(code).length, vectorLength, word);
      assert.ok(vectorFrom(code).some((value) => value !== 0) && vectorFrom(code).every(Number.isFinite), word);
    }
  });
  it('takes at most 700 kB as it is sent', () => {
    assert.ok(brotliCompressSync(data('glove.txt')).length <= 700_000);
  });
  it('keeps the similarities of the published vectors', () => {
    const { spearman, words } = JSON.parse(data('figures.json'));
    assert.ok(spearman >= 0.95 && spearman < 1);
    assert.equal(words, list.size);
  });
  it('is that of version 1, of which no number ever changes', () => {
    assert.equal(createHash('sha256').update(data('glove.txt')).digest('hex').slice(0, 16), '194cf1b0a566b5ab');
  });
});

describe('a scene with word vectors', () => {
  it('gets the vectors of its words, and computes with them', async () => {
    const scene = await lookUpWords(saying('A cat and a dog'));
    assert.deepEqual(Object.keys(scene.embedding.vectors), ['a', 'cat', 'and', 'dog']);
    for (const [word, row] of tensorOf(scene, 'x0'))
      assert.deepEqual([...row], vectorFrom(list.get(word)).map(Math.fround));
  });
  it('keeps them while others are typed, and drops those of words that are gone', async () => {
    const own = 'A'.repeat(64);
    const scene = await lookUpWords(saying('cat and mouse', { vectors: { cat: own, dog: own } }));
    assert.deepEqual(scene.embedding.vectors, { cat: own, and: list.get('and'), mouse: list.get('mouse') });
  });
  it('says which words have none, or draws them', async () => {
    const scene = await lookUpWords(saying('the blorp sat'));
    assert.throws(() => core.attend(scene), { code: 'missing-token', message: /blorp/ });
    const random = await lookUpWords(saying('the blorp sat', { missing: 'random' }));
    const rows = tensorOf(random, 'x0');
    assert.ok(rows.get('blorp').some((value) => value !== 0));
  });
  it('stands in a link with its vectors, and opens with the same numbers', async () => {
    const scene = normalScene(await lookUpWords(saying("I didn't see it", { missing: 'random' })));
    const link = encodeScene(scene);
    assert.deepEqual(normalScene(decodeScene(link)), scene);
    assert.deepEqual(tensorOf(decodeScene(link), 'z'), tensorOf(scene, 'z'));
  });
  it('is refused with a code of another length or letters, or an unknown version', () => {
    for (const code of ['', 'A'.repeat(63), 'A'.repeat(65), `${'A'.repeat(63)}!`, 5, null])
      assert.throws(() => parseScene(saying('a', { vectors: { a: code } })), { path: '/embedding/vectors/a' });
    for (const version of [0, 2, '1'])
      assert.throws(() => parseScene(saying('a', { version })), { path: '/embedding/version' });
    for (const raw of ['a', 'a~', '~AA'])
      assert.throws(() => decodeScene(`embedding=wordVectors&vectors=${raw}`), { code: 'link' });
  });
});

describe('attention over word vectors', () => {
  it('moves a word with two meanings towards the one that its sentence is about', async () => {
    const wrong = [];
    for (const [word, first, one, second, other] of ambiguousWords) {
      for (const [sentence, meant, unmeant] of [
        [first, one, other],
        [second, other, one],
      ]) {
        const scene = await lookUpWords(saying(sentence));
        const [before, after] = [tensorOf(scene, 'x0').get(word), tensorOf(scene, 'z').get(word)];
        const [right, not] = [meant, unmeant].map((target) => {
          const vector = vectorFrom(list.get(target));
          return cosine(after, vector) - cosine(before, vector);
        });
        if (right <= not) wrong.push(`${word}: ${sentence}`);
      }
    }
    // 71 of 80. The mean of a sentence of glue words, or of another meaning's words, points the wrong way.
    assert.ok(wrong.length <= 9, wrong.join('\n'));
  });
});
