import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { bundle } from './bundle.mjs';

const { defaultScene, resolveHandmade, resolveTable, resolveTokens, tables, tokenize } =
  await bundle('web/scene/index.ts');
const { meaning } = tables;
const embedding = { kind: 'table', table: 'meaning' };

const sentences = [
  defaultScene.sentence,
  'The cat sat on the mat because it was soft',
  'The cat sat on the mat because it was tired',
  "It's snowing outside",
  "The trophy didn't fit in the suitcase because it was too big",
  'The woman gave the dog her cake because it was hungry',
  'The teacher told the boy that he was happy',
  'The king and the queen ate bread in the old house',
];

describe('the meaning table', () => {
  it('is one word a line, so that people can read and extend it', () => {
    const lines = readFileSync(new URL('../../src/data/meaning.json', import.meta.url), 'utf8').split('\n');
    const start = lines.indexOf('  "rows": {') + 1;
    const words = lines.slice(start, lines.indexOf('  }', start));
    assert.equal(words.length, Object.keys(meaning.rows).length);
    for (const line of words) assert.match(line, /^ {4}"[^"]+": \[[-\d., ]+\],?$/);
  });
  it('has twelve features, so that 1, 2, 3, 4 and 6 heads divide d_model', () => {
    assert.equal(meaning.columns.length, 12);
    assert.equal(new Set(meaning.columns).size, 12);
  });
  it('has at least 150 words in lower case, each with a number from -1 to 1 a feature, none all zero', () => {
    const rows = Object.entries(meaning.rows);
    assert.ok(rows.length >= 150, String(rows.length));
    for (const [word, row] of rows) {
      assert.deepEqual(tokenize(word, { lowercase: true }), [word]);
      assert.equal(row.length, 12, word);
      assert.ok(
        row.every((value) => Number.isFinite(value) && Math.abs(value) <= 1),
        word,
      );
      assert.ok(
        row.some((value) => value !== 0),
        word,
      );
    }
  });
  for (const sentence of sentences) {
    it(`knows every word of: ${sentence}`, () => {
      const vocabulary = [...new Set(tokenize(sentence, { lowercase: true }))];
      const { words, rows, missing, dModel } = resolveTable(embedding, vocabulary);
      assert.deepEqual([words, missing, dModel], [vocabulary, [], 12]);
      assert.equal(rows.length, vocabulary.length);
    });
  }
  it('has heads made by hand that name its features and are d_k and d_v wide', () => {
    for (const [name, head] of Object.entries(meaning.heads)) {
      assert.ok(head.title && head.description, name);
      for (const [part, width] of [
        ['wQ', meaning.dK],
        ['wK', meaning.dK],
        ['wV', meaning.dV],
      ]) {
        for (const [feature, row] of Object.entries(head[part])) {
          assert.ok(meaning.columns.includes(feature), `${name} ${part} ${feature}`);
          assert.equal(row.length, width, `${name} ${part} ${feature}`);
          assert.ok(row.every(Number.isFinite));
        }
      }
    }
  });
});

describe('a table', () => {
  const own = { kind: 'table', rows: { cat: [1, 2], constructor: [3, 4] } };
  it('of the scene is looked up by word, also by words that every object has', () => {
    assert.deepEqual(resolveTable(own, ['constructor', 'cat']), {
      words: ['constructor', 'cat'],
      rows: [
        [3, 4],
        [1, 2],
      ],
      missing: [],
      dModel: 2,
    });
    assert.deepEqual(resolveTable({ ...own, missing: 'random' }, ['toString', '__proto__', 'cat']).missing, [
      'toString',
      '__proto__',
    ]);
  });
  it('finds a word that was typed with a typographic apostrophe, under the name it was typed with', () => {
    const { words, rows } = resolveTable(embedding, ['didn’t']);
    assert.deepEqual([words, rows], [['didn’t'], [meaning.rows["didn't"]]]);
  });
  it('that lacks words names them and itself', () => {
    assert.throws(() => resolveTable(embedding, ['the', 'quark', 'cat', 'zebra']), {
      code: 'missing-token',
      path: '/embedding',
      message: /table "meaning" has no row for "quark", "zebra"/,
    });
    assert.throws(() => resolveTable(own, ['dog']), {
      code: 'missing-token',
      message: /scene's own table has no row for "dog"/,
    });
    assert.throws(() => resolveTable(own, [...'abcdefgh']), { message: /"e" and 3 more/ });
  });
  it('that may draw what it lacks says which words those are', () => {
    const { words, missing, dModel } = resolveTable({ ...embedding, missing: 'random' }, ['the', 'quark', 'cat']);
    assert.deepEqual([words, missing, dModel], [['the', 'cat'], ['quark'], 12]);
    assert.deepEqual(resolveTable({ ...embedding, missing: 'random' }, ['猫']), {
      words: [],
      rows: [],
      missing: ['猫'],
      dModel: 12,
    });
  });
  it('that there is not is an error that names those there are', () => {
    for (const table of ['glove', 'toString', '__proto__']) {
      assert.throws(() => resolveTable({ kind: 'table', table }, ['a']), {
        code: 'unknown-table',
        path: '/embedding/table',
        message: /meaning/,
      });
    }
  });
});

describe('heads made by hand', () => {
  const scene = (heads, attention) => ({
    ...defaultScene,
    parameters: { kind: 'handmade', table: 'meaning', heads },
    attention,
  });
  it('of the default scene begin with the pronoun head', () => {
    assert.equal(defaultScene.parameters.heads[0], 'pronoun');
    assert.equal(defaultScene.parameters.heads.length, defaultScene.attention.heads);
    assert.ok(resolveTokens(defaultScene).includes('it'));
  });
  it('stand side by side in the order named, a row a feature', () => {
    const { kind, wQ, wK, wV } = resolveHandmade(scene(['action', 'pronoun'], { heads: 2 }));
    assert.equal(kind, 'given');
    for (const matrix of [wQ, wK, wV]) {
      assert.equal(matrix.length, 12);
      assert.ok(matrix.every((row) => row.length === 8));
    }
    const { action, pronoun } = meaning.heads;
    assert.deepEqual(wQ[meaning.columns.indexOf('action')], [...action.wQ.action, ...pronoun.wQ.action]);
    assert.deepEqual(wK[meaning.columns.indexOf('person')], [...action.wK.person, ...pronoun.wK.person]);
    assert.deepEqual(wV[meaning.columns.indexOf('pronoun')], [0, 0, 0, 0, 0, 0, 0, 0]);
  });
  it('that there are not, and tables, are named with those there are', () => {
    assert.throws(() => resolveHandmade(scene(['pronoun', 'constructor'], { heads: 2 })), {
      code: 'unknown-table',
      path: '/parameters/heads/1',
      message: /"constructor".*pronoun, same-meaning, action/,
    });
    const other = { ...defaultScene, parameters: { ...defaultScene.parameters, table: 'glove' } };
    assert.throws(() => resolveHandmade(other), { code: 'unknown-table', path: '/parameters/table' });
  });
  it('must be as many as the scene has heads', () => {
    assert.throws(() => resolveHandmade(scene(['pronoun'], { heads: 3 })), {
      code: 'heads',
      path: '/attention/heads',
      message: /heads is 3, but 1 /,
    });
    assert.throws(() => resolveHandmade(scene(['pronoun', 'action'], { heads: 2, kvHeads: 1 })), {
      code: 'heads',
      path: '/attention/kvHeads',
      message: /kvHeads is 1/,
    });
  });
});
