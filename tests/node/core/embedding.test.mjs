// From tokens to x0: every kind of embedding, and the meaning of a seed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { defaultScene, tables } from 'self-attention/scene';
import { pcg32, streamOf } from '../support/pcg.mjs';
import { refuses } from '../support/refuses.mjs';

const core = await loadCore();
const scene = (changes) => ({
  version: 1,
  tokens: ['the', 'cat', 'saw', 'the', 'dog'],
  embedding: { kind: 'random', distribution: 'uniform', seed: 3, dModel: 6 },
  parameters: { kind: 'identity' },
  attention: { heads: 1 },
  ...changes,
});
const rowsOf = ({ shape: [, columns], data }) =>
  Array.from({ length: data.length / columns }, (_, at) => [...data.slice(at * columns, (at + 1) * columns)]);
const x0 = (changes) => rowsOf(core.attend(scene(changes)).tensor('x0'));
const rounded = (rows) => rows.map((row) => row.map(Math.fround));

describe('tokens', () => {
  it('become rows of the vocabulary, in order of first appearance', () => {
    const trace = core.attend(scene({}));
    assert.deepEqual(trace.tokens, ['the', 'cat', 'saw', 'the', 'dog']);
    assert.deepEqual(trace.vocabulary, ['the', 'cat', 'saw', 'dog']);
    assert.deepEqual([...trace.tensor('tokens').data], [0, 1, 2, 0, 3]);
  });
  it('given one by one or as a sentence are the same scene, to the bit', () => {
    const { tokens, ...rest } = scene({});
    const [given, typed] = [
      core.attend({ ...rest, tokens }),
      core.attend({ ...rest, sentence: 'the cat saw the dog.' }),
    ];
    assert.deepEqual(typed.tokens, given.tokens);
    for (const { name } of given.steps) assert.deepEqual(typed.tensor(name), given.tensor(name), name);
  });
  it('are lower-cased when the scene says so, given or typed', () => {
    for (const words of [{ tokens: ['The', 'CAT'] }, { tokens: undefined, sentence: 'The CAT' }]) {
      assert.deepEqual(core.attend(scene({ ...words, tokenizer: { lowercase: true } })).vocabulary, ['the', 'cat']);
    }
  });
  const writings = {
    'emoji joined by ZWJ': ['👩‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', '🇸🇪'],
    'right-to-left words': ['שלום', 'عالم', 'مرحبا'],
    'Chinese, Japanese and Korean words': ['猫', '東京', '한국어'],
    'letters built of several code points': ['é', 'e\u0301', 'ŵ̃', 'नमस्ते'],
    'words of JavaScript': ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'undefined'],
    'control characters and markup': ['<b>', '&amp;', '\u0000', '\u202e', '"', '\\', '\n'],
  };
  for (const [name, tokens] of Object.entries(writings)) {
    it(`that are ${name} come through whole, each with a vector of its own`, () => {
      const trace = core.attend(scene({ tokens }));
      assert.deepEqual([trace.tokens, trace.vocabulary], [tokens, tokens]);
      assert.equal(new Set(rowsOf(trace.tensor('x0')).map(String)).size, tokens.length);
      const sums = rowsOf(trace.tensor('weights', { head: 0 })).map((row) =>
        row.reduce((sum, weight) => sum + weight, 0),
      );
      for (const sum of sums) assert.ok(Math.abs(sum - 1) < 1e-6);
    });
  }
  it('typed in any script come through whole', () => {
    const sentence = '👩‍👩‍👧 שלום مرحبا 猫 naïve';
    const { tokens } = core.attend(scene({ tokens: undefined, sentence }));
    for (const word of ['👩‍👩‍👧', 'שלום', 'مرحبا', '猫', 'naïve']) assert.ok(tokens.includes(word), word);
  });
});

describe('embedding', () => {
  it('given: x0 is what was given, as float32', () => {
    const x = [
      [0.1, 1e-40],
      [-3.4028234663852886e38, 5e-324],
      [1 / 3, -0],
      [2 ** 24 + 1, 7],
      [0, 0],
    ];
    // The largest number overflows in the steps after x0 unless they do not change it.
    const zeros = [[0], [0]];
    const parameters = { kind: 'given', wQ: zeros, wK: zeros, wV: zeros };
    assert.deepEqual(x0({ embedding: { kind: 'given', x }, parameters }), rounded(x));
  });
  it('oneHot: a 1 in the column of the token, d_model the number of distinct tokens', () => {
    const expected = [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [1, 0, 0, 0],
      [0, 0, 0, 1],
    ];
    assert.deepEqual(x0({ embedding: { kind: 'oneHot' } }), expected);
  });
  it('oneHot with dModel: zeros in the columns beyond', () => {
    assert.deepEqual(x0({ tokens: ['a', 'b'], embedding: { kind: 'oneHot', dModel: 3 } }), [
      [1, 0, 0],
      [0, 1, 0],
    ]);
  });
  it('random uniform: PCG32 in the stream of the token, in [low, high)', () => {
    const embedding = { kind: 'random', distribution: 'uniform', seed: 12345, dModel: 7, low: -0.5, high: 2 };
    const expected = ['the', 'cat', 'saw', 'the', 'dog'].map((token) => {
      const { uniform } = pcg32(12345, streamOf(token));
      return Array.from({ length: 7 }, () => Math.fround(-0.5 + 2.5 * uniform()));
    });
    assert.deepEqual(x0({ embedding }), expected);
  });
  it('random normal: the polar method on PCG32, with mean and std, right to the last digit of float32', () => {
    const embedding = { kind: 'random', distribution: 'normal', seed: 4294967295, dModel: 9, mean: 3, std: 0.5 };
    const actual = x0({ embedding, tokens: ['猫', 'b'] });
    for (const [at, token] of ['猫', 'b'].entries()) {
      const { normal } = pcg32(4294967295, streamOf(token));
      for (const number of actual[at]) assert.ok(Math.abs(number - (3 + 0.5 * normal())) < 3e-7);
    }
  });
  it('random: numbers are spread as they say', () => {
    const numbers = (draw) =>
      x0({ tokens: ['a', 'b', 'c', 'd'], embedding: { kind: 'random', seed: 1, dModel: 1024, ...draw } }).flat();
    const mean = (list) => list.reduce((sum, number) => sum + number, 0) / list.length;
    const uniform = numbers({ distribution: 'uniform' });
    assert.ok(uniform.every((number) => number >= -1 && number < 1));
    assert.ok(Math.abs(mean(uniform)) < 0.05);
    const normal = numbers({ distribution: 'normal' });
    assert.ok(Math.abs(mean(normal)) < 0.06);
    assert.ok(Math.abs(mean(normal.map((number) => number ** 2)) - 1) < 0.1);
  });
  it('random: another seed gives other numbers, the same seed the same', () => {
    const seeded = (seed) => x0({ embedding: { kind: 'random', distribution: 'normal', seed, dModel: 6 } });
    assert.deepEqual(seeded(1), seeded(1));
    assert.notDeepEqual(seeded(1), seeded(2));
  });
  it('random: typing another word leaves the rows of the others alone', () => {
    for (const distribution of ['uniform', 'normal']) {
      const embedding = { kind: 'random', distribution, seed: 8, dModel: 5 };
      const [before, after] = [
        ['the', 'cat', 'sat'],
        ['the', 'dog', 'sat', 'down'],
      ].map((tokens) => x0({ tokens, embedding }));
      assert.deepEqual([after[0], after[2]], [before[0], before[2]]);
      assert.notDeepEqual(after[1], before[1]);
    }
  });
  it('table with its own rows: each token gets the row of its name', () => {
    const rows = { dog: [7, 8], the: [0.1, 2], cat: [3, 4], saw: [5, 6], unused: [9, 9] };
    const expected = ['the', 'cat', 'saw', 'the', 'dog'].map((token) => rows[token]);
    assert.deepEqual(x0({ embedding: { kind: 'table', rows } }), rounded(expected));
  });
  it('table: rows that no token asks for change nothing', () => {
    const rows = { the: [1, 2], cat: [3, 4], saw: [5, 6], dog: [7, 8] };
    assert.deepEqual(
      x0({ embedding: { kind: 'table', rows: { zebra: [0, 0], ...rows } } }),
      x0({ embedding: { kind: 'table', rows } }),
    );
  });
  it('table: a word named like something of JavaScript is found only if it is there', () => {
    const embedding = { kind: 'table', rows: { a: [1, 2] } };
    refuses(() => x0({ tokens: ['a', 'constructor'], embedding }), 'missing-token', '/embedding', '"constructor"');
    const own = { kind: 'table', rows: { a: [1, 2], constructor: [3, 4] } };
    assert.deepEqual(x0({ tokens: ['a', 'constructor'], embedding: own }), [
      [1, 2],
      [3, 4],
    ]);
  });
  it('table: a token it lacks is an error that names the token', () => {
    const embedding = { kind: 'table', rows: { the: [1], cat: [2], dog: [3] } };
    refuses(() => x0({ embedding }), 'missing-token', '/embedding', '"saw"');
    refuses(
      () => x0({ tokens: ['the', 'zyzzyva'], embedding: { kind: 'table', table: 'meaning' } }),
      'missing-token',
      '/embedding',
      '"zyzzyva"',
      'meaning',
    );
  });
  it('table: with missing "random", only tokens it lacks are drawn, from the seed', () => {
    const table = (seed) =>
      x0({ embedding: { kind: 'table', rows: { the: [1, 2], cat: [3, 4], dog: [5, 6] }, missing: 'random', seed } });
    const [one, other] = [table(1), table(2)];
    for (const at of [0, 1, 3, 4]) assert.deepEqual(one[at], other[at]);
    assert.notDeepEqual(one[2], other[2]);
    const { normal } = pcg32(1, streamOf('saw'));
    for (const number of one[2]) assert.ok(Math.abs(number - normal()) < 3e-7);
  });
  it('table: with missing "random", all of the tokens may be lacking; the table still says how wide they are', () => {
    for (const [embedding, columns] of [
      [{ kind: 'table', rows: { the: [1, 2, 3] }, missing: 'random' }, 3],
      [{ kind: 'table', table: 'meaning', missing: 'random' }, 16],
    ]) {
      assert.deepEqual(core.attend(scene({ tokens: ['zyzzyva'], embedding })).tensor('x0').shape, [1, columns]);
    }
  });
  it('the meaning table: x0 holds the rows of src/data', () => {
    const { meaning } = tables;
    const trace = core.attend(defaultScene);
    assert.deepEqual(rowsOf(trace.tensor('x0')), rounded(trace.tokens.map((token) => meaning.rows[token])));
  });
  it('an unknown table is refused by name', () => {
    refuses(
      () => x0({ embedding: { kind: 'table', table: 'toString' } }),
      'unknown-table',
      '/embedding/table',
      'toString',
      'meaning',
    );
  });
});

describe('the default scene', () => {
  it('has something worth seeing: in head 0, it gives animal at least 60 %', () => {
    const trace = core.attend(defaultScene);
    const [it, animal] = ['it', 'animal'].map((word) => trace.tokens.indexOf(word));
    const weight = trace.tensor('weights', { head: 0 }).data[it * trace.tokens.length + animal];
    assert.ok(weight >= 0.6, String(weight));
    assert.equal(defaultScene.view.focus, it);
  });
  it('can be edited, and computes with words that no table has', () => {
    const { weights } = {
      weights: core.attend({ ...defaultScene, sentence: 'Zyzzyva 猫 👍🏽 qwerty' }).tensor('weights'),
    };
    assert.deepEqual(weights.shape, [3, 4, 4]);
    assert.ok(weights.data.every((weight) => weight >= 0 && weight <= 1));
  });
});
