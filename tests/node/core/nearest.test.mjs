// The words whose rows are most like a row of a trace.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lookUpWords, tables, wordVectors } from 'self-attention/scene';
import { refuses } from '../support/refuses.mjs';

const core = await loadCore();
const { meaning } = tables;
const scene = {
  version: 1,
  tokens: ['the', 'cat', 'the', 'dog'],
  embedding: { kind: 'table', rows: { the: [1, 0], cat: [3, 4], dog: [0, 2], none: [0, 0] } },
  parameters: { kind: 'identity' },
  attention: { heads: 1 },
};
const wordsOf = (neighbours) => neighbours.map(({ word }) => word);

describe('trace.nearest', () => {
  it('ranks the rows of the table by cosine similarity, and equal ones by their order', () => {
    const trace = core.attend(scene);
    assert.deepEqual(trace.nearest('x0', 1, 4), [
      { word: 'cat', similarity: 1 },
      { word: 'dog', similarity: Math.fround(0.8) },
      { word: 'the', similarity: Math.fround(0.6) },
      { word: 'none', similarity: 0 },
    ]);
    assert.deepEqual(wordsOf(trace.nearest('x0', 0, 3)), ['the', 'cat', 'dog']);
    assert.equal(trace.nearest('x0', 0, 100).length, 4);
  });
  it('reads any tensor whose rows are as wide, of one head and layer', () => {
    const trace = core.attend({ ...scene, layers: 2, attention: { heads: 1, temperature: 0.01 } });
    for (const layer of [0, 1]) assert.deepEqual(wordsOf(trace.nearest('z', 3, 1, { head: 0, layer })), ['cat']);
    refuses(() => trace.nearest('weights', 0, 1), 'shape', 'weights', 4, 2);
    refuses(() => trace.nearest('x0', 4, 1), 'out-of-range', 'x0', '4 to 5');
    refuses(() => trace.nearest('x0', 0, 1, { layer: 2 }), 'out-of-range', 'x0', 'layer');
    refuses(() => trace.nearest('nothing', 0, 1), 'unknown-tensor', 'nothing');
    for (const count of [0, 1.5, '3', 1001, undefined]) refuses(() => trace.nearest('x0', 0, count), 'range', 'count');
  });
  it('compares the words’ part where positions are concatenated', () => {
    const positions = { kind: 'sinusoidal', join: 'concat', width: 2 };
    const trace = core.attend({ ...scene, positions });
    assert.deepEqual(wordsOf(trace.nearest('x0', 1, 1)), ['cat']);
  });
  it('has no answer for a row of zeros', () => {
    const zeros = { kind: 'table', rows: { the: [0, 0], cat: [3, 4], dog: [0, 2] } };
    assert.deepEqual(core.attend({ ...scene, embedding: zeros }).nearest('x0', 0, 3), []);
  });
  it('compares with the tokens where there is no table', () => {
    const trace = core.attend({ ...scene, embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 8 } });
    assert.deepEqual(wordsOf(trace.nearest('x0', 2, 9)).sort(), ['cat', 'dog', 'the']);
    assert.equal(trace.nearest('x0', 2, 1)[0].word, 'the');
  });
  it('compares with rows that are given', () => {
    const trace = core.attend(scene);
    const among = { words: ['up', 'right'], rows: { shape: [2, 2], data: new Float32Array([0, 1, 1, 0]) } };
    assert.deepEqual(wordsOf(trace.nearest('x0', 3, 2, { among })), ['up', 'right']);
    refuses(() => trace.nearest('x0', 3, 2, { among: { ...among, words: ['up'] } }), 'shape', 'among.rows', 1);
    refuses(() => trace.nearest('x0', 3, 2, { among: { ...among, words: [1, 2] } }), 'scene-form', 'among.words');
    for (const wrong of [5, null, {}])
      refuses(() => trace.nearest('x0', 3, 2, { among: wrong }), 'scene-form', 'among');
  });
  it('ends with the trace', () => {
    const trace = core.attend(scene);
    trace.dispose();
    refuses(() => trace.nearest('x0', 0, 1), 'disposed', '');
  });
  it('finds what a pronoun has become in the first scene: an animal', () => {
    const trace = core.attend({
      version: 1,
      sentence: "The animal didn't cross the street because it was too tired",
      tokenizer: { lowercase: true },
      embedding: { kind: 'table', table: 'meaning', missing: 'random', seed: 1 },
      parameters: { kind: 'handmade', table: 'meaning', heads: ['cue'], later: [['cued']] },
      attention: { heads: 1 },
      block: { residual: true },
      layers: 2,
    });
    assert.ok(wordsOf(trace.nearest('y', 7, 10)).includes('animal'));
    const animal = meaning.columns.indexOf('animal');
    for (const { word } of trace.nearest('y', 7, 10)) assert.ok(meaning.rows[word][animal] > 0, word);
  });
  it('tells the two meanings of a word apart, among all word vectors', async () => {
    const all = await wordVectors();
    const near = async (sentence, word) => {
      const vectors = { kind: 'wordVectors', missing: 'random' };
      const trace = core.attend(
        await lookUpWords({
          ...scene,
          tokens: sentence.split(' '),
          embedding: vectors,
          attention: { heads: 1, temperature: 2 },
        }),
      );
      return wordsOf(trace.nearest('z', trace.tokens.indexOf(word), 6, { among: all }));
    };
    assert.ok((await near('i ate a ripe apple with a banana and a pear', 'apple')).includes('fruit'));
    assert.ok((await near('apple sells a new phone and a computer', 'apple')).includes('software'));
  });
});
