import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { defaultScene, handmadePositions, resolveHandmade, resolveTable, resolveTokens, tables, tokenize } =
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
    const lines = readFileSync(new URL('../../../src/data/meaning.json', import.meta.url), 'utf8').split('\n');
    const start = lines.indexOf('  "rows": {') + 1;
    const words = lines.slice(start, lines.indexOf('  },', start));
    assert.equal(words.length, Object.keys(meaning.rows).length);
    for (const line of words) assert.match(line, /^ {4}"[^"]+": \[[-\d., ]+\],?$/);
  });
  it('has sixteen features, so that 1, 2, 4, 8 and 16 heads divide d_model', () => {
    assert.equal(meaning.columns.length, 16);
    assert.equal(new Set(meaning.columns).size, 16);
  });
  it('has at least 300 words in lower case, each with a number from 0 to 1 a feature, none all zero', () => {
    const rows = Object.entries(meaning.rows);
    assert.ok(rows.length >= 300, String(rows.length));
    for (const [word, row] of rows) {
      assert.deepEqual(tokenize(word, { lowercase: true }), [word]);
      assert.equal(row.length, 16, word);
      assert.ok(
        row.every((value) => value >= 0 && value <= 1),
        word,
      );
      assert.ok(
        row.some((value) => value !== 0),
        word,
      );
    }
  });
  it('lets king − man + woman be queen', () => {
    const { king, man, woman, queen } = meaning.rows;
    assert.deepEqual(
      king.map((value, feature) => value - man[feature] + woman[feature]),
      queen,
    );
  });
  for (const sentence of sentences) {
    it(`knows every word of: ${sentence}`, () => {
      const vocabulary = [...new Set(tokenize(sentence, { lowercase: true }))];
      const { words, rows, missing, dModel } = resolveTable(embedding, vocabulary);
      assert.deepEqual([words, missing, dModel], [vocabulary, [], 16]);
      assert.equal(rows.length, vocabulary.length);
    });
  }
  it('has handmade heads that name its features and are at most d_k and d_v wide', () => {
    for (const [name, head] of Object.entries(meaning.heads)) {
      assert.ok(head.title && head.description, name);
      for (const [part, width] of [
        ['wQ', meaning.dK],
        ['wK', meaning.dK],
        ['wV', meaning.dV],
      ]) {
        for (const [feature, row] of Object.entries(head[part] ?? {})) {
          assert.ok(meaning.columns.includes(feature), `${name} ${part} ${feature}`);
          assert.ok(row.length <= width, `${name} ${part} ${feature}`);
          assert.ok(row.every(Number.isFinite));
        }
      }
      // By meaning, or by position.
      assert.equal(head.wQ === undefined, head.position !== undefined, name);
    }
    assert.ok(meaning.positions.width <= meaning.dK);
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
      learned: [],
      dModel: 2,
    });
    assert.deepEqual(resolveTable({ ...own, missing: 'random' }, ['toString', '__proto__', 'cat']).missing, [
      'toString',
      '__proto__',
    ]);
  });
  it('finds a word that was typed with a typographic apostrophe, under its typed name', () => {
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
    assert.deepEqual([words, missing, dModel], [['the', 'cat'], ['quark'], 16]);
    assert.deepEqual(resolveTable({ ...embedding, missing: 'random' }, ['猫']), {
      words: [],
      rows: [],
      missing: ['猫'],
      learned: [],
      dModel: 16,
    });
  });
  it('that is unknown is an error that lists the known ones', () => {
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
  const positions = handmadePositions(meaning);
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
  it('stand side by side in the order named, a row a feature, zeros where nothing is named', () => {
    const { kind, wQ, wK, wV, wO, bQ } = resolveHandmade(scene(['action', 'pronoun'], { heads: 2 }));
    assert.deepEqual([kind, wO, bQ], ['given', undefined, undefined]);
    for (const matrix of [wQ, wK, wV]) {
      assert.equal(matrix.length, 16);
      assert.ok(matrix.every((row) => row.length === 16));
    }
    const { action, pronoun } = meaning.heads;
    const wide = (row = []) => Array.from({ length: 8 }, (_, index) => row[index] ?? 0);
    const row = (feature) => meaning.columns.indexOf(feature);
    assert.deepEqual(wQ[row('action')], [...wide(action.wQ.action), ...wide(pronoun.wQ.action)]);
    assert.deepEqual(wK[row('person')], [...wide(action.wK.person), ...wide(pronoun.wK.person)]);
    assert.deepEqual(wV[row('function')], wide([]).concat(wide([])));
  });
  it('that go by position turn p of a place into p of another', () => {
    const { wQ, wK, bQ } = resolveHandmade({ ...scene(['previous', 'first'], { heads: 2 }), positions });
    assert.equal(wQ.length, 16 + 8);
    assert.ok(wQ.slice(0, 16).every((row) => row.every((value) => value === 0)));
    // p as in Vaswani et al.: sin and cos of i / base^(2c / width).
    const p = (i) =>
      Array.from({ length: 8 }, (_, c) => Math[c % 2 === 0 ? 'sin' : 'cos'](i / 100 ** ((c - (c % 2)) / 8)));
    const { sharpness } = meaning.heads.previous.position;
    const times = (row, matrix) => matrix[0].map((_, c) => row.reduce((sum, x, m) => sum + x * matrix[m][c], 0));
    const close = (a, b) =>
      assert.ok(
        a.every((value, c) => Math.abs(value - b[c]) < 1e-9),
        `${a} | ${b}`,
      );
    const x = (i) => [...new Array(16).fill(0), ...p(i)];
    close(
      times(x(5), wQ).slice(0, 8),
      p(4).map((value) => sharpness * value),
    );
    close(times(x(5), wK).slice(0, 8), p(5));
    close(bQ, [...new Array(8).fill(0), ...p(0).map((value) => sharpness * value)]);
  });
  it('that go by position need the positions they were made for, and both are named', () => {
    const refused = [
      [undefined, /"next" needs positions that are sinusoidal with join "concat", base 100 and width 8; .*are "none"/],
      [{ kind: 'rope' }, /are "rope"/],
      [{ kind: 'sinusoidal' }, /are sinusoidal with join "add", base 10000 /],
      [{ ...positions, width: 6 }, /are sinusoidal with join "concat", base 100 and width 6 /],
      [{ ...positions, base: 10 }, /base 10 and width 8 /],
      [{ kind: 'sinusoidal', join: 'concat', base: 100 }, /width 16 /],
    ];
    for (const [own, message] of refused) {
      const wrong = { ...scene(['pronoun', 'next'], { heads: 2 }), ...(own && { positions: own }) };
      assert.throws(() => resolveHandmade(wrong), { code: 'shape', path: '/positions', message });
    }
  });
  it('that do not go by position read nothing of positions beside the words', () => {
    for (const [own, rows] of [
      [positions, 24],
      [{ kind: 'sinusoidal', join: 'concat' }, 32],
      [{ kind: 'sinusoidal' }, 16],
      [{ kind: 'rope' }, 16],
    ]) {
      const { wQ } = resolveHandmade({ ...scene(['pronoun'], { heads: 1 }), positions: own });
      assert.equal(wQ.length, rows);
      assert.ok(wQ.slice(16).every((row) => row.every((value) => value === 0)));
    }
  });
  it('give a block a w_o that returns to each feature what w_v took from it', () => {
    for (const more of [{ block: { residual: true } }, { layers: 2 }, { block: { norm: 'rms' } }]) {
      const { kind, wV, wO } = resolveHandmade({ ...scene(['cue', 'pronoun'], { heads: 2 }), ...more });
      assert.equal(kind, 'given');
      assert.deepEqual([wO.length, wO[0].length], [16, 16]);
      assert.deepEqual(
        wO,
        wO.map((_, n) => wV.map((row) => row[n])),
      );
    }
    assert.equal(resolveHandmade({ ...scene(['cue'], { heads: 1 }), block: { residual: false } }).wO, undefined);
  });
  it('may be others in later layers, as many in each', () => {
    const stacked = (later, more = {}) => ({
      ...scene(['cue'], { heads: 1 }),
      parameters: { kind: 'handmade', table: 'meaning', heads: ['cue'], later },
      layers: 1 + later.length,
      ...more,
    });
    const { kind, layers } = resolveHandmade(stacked([['cued'], ['previous']], { positions }));
    assert.deepEqual([kind, layers.length], ['stack', 3]);
    assert.deepEqual(layers[1].wQ[meaning.columns.indexOf('size')].slice(0, 2), meaning.heads.cued.wQ.size);
    assert.throws(() => resolveHandmade(stacked([['cued', 'cue']])), {
      code: 'heads',
      path: '/attention/heads',
      message: /heads is 1, but 2 .*later\/0/,
    });
    assert.throws(() => resolveHandmade(stacked([['cued'], ['x']])), {
      code: 'unknown-table',
      path: '/parameters/later/1/0',
    });
  });
  it('that are unknown, and tables, are listed with the known ones', () => {
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
