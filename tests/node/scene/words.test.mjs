// The versions of the meaning table, and the words without a handmade row: how they get into a scene, and what they promise.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';

const {
  decodeScene,
  defaultScene,
  encodeScene,
  limits,
  lookUpWords,
  normalScene,
  parseScene,
  resolveTable,
  tables,
  tokenize,
} = await bundle('web/scene/index.ts');
const { homeScene } = await bundle('web/scene/home.ts');
const { meaning } = tables;
const core = await loadCore();
const data = (name) => readFileSync(new URL(`../../../src/data/words/${name}`, import.meta.url), 'utf8');
const listOf = (text) =>
  new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')),
  );
const english = listOf(data('english.txt'));
const spanish = listOf(data('spanish.txt'));
const saying = (sentence, embedding = {}) => ({
  ...defaultScene,
  sentence,
  embedding: { ...defaultScene.embedding, ...embedding },
  view: {},
});
const tensorOf = (scene, name, head) => {
  const trace = core.attend(scene);
  const { data: numbers } = trace.tensor(name, head === undefined ? {} : { head });
  trace.dispose();
  return numbers;
};

const hashOf = (numbers) => createHash('sha256').update(JSON.stringify(numbers)).digest('hex').slice(0, 16);
/** The numbers of the heads that are made for a version of the table. */
const headsMadeFor = (wanted) =>
  Object.entries(meaning.heads)
    .filter(([, { version }]) => version === wanted)
    .map(([name, { title, description, ...numbers }]) => [name, numbers]);

describe('version 1 of the table of meanings', () => {
  it('has the rows and heads that its links were made with: another row is for `changes`, another word for a list', () => {
    assert.equal(hashOf([meaning.columns, headsMadeFor(undefined), Object.entries(meaning.rows)]), '3f5ceb58961f2dd2');
  });
  it('is what a scene goes by that names none', () => {
    const old = saying('I asked the robot to love you');
    for (const name of ['x0', 'weights', 'z'])
      assert.deepEqual(tensorOf(old, name), tensorOf(saying(old.sentence, { version: 1 }), name));
    assert.deepEqual(normalScene(saying(old.sentence, { version: 1 })), normalScene(old));
    assert.deepEqual(resolveTable(old.embedding, ['i', 'robot']), {
      words: ['i'],
      rows: [meaning.rows.i],
      missing: ['robot'],
      learned: [],
      dModel: 16,
    });
  });
});

describe('a version of the table', () => {
  it('is the newest that there is a change for', () => {
    assert.equal(Math.max(...Object.keys(meaning.changes).map(Number)), limits.tableVersion);
  });
  it('has other rows than the one before, by its changes', () => {
    for (const [version, changes] of Object.entries(meaning.changes))
      for (const [word, row] of Object.entries(changes)) {
        const rowsOf = (known) => resolveTable({ kind: 'table', table: 'meaning', version: known }, [word]).rows;
        assert.deepEqual(rowsOf(Number(version)), [row]);
        assert.notDeepEqual(rowsOf(Number(version) - 1), [row]);
      }
  });
  it('3 has the rows and heads that its links were made with', () => {
    const isLater = ([name]) => name === 'describing' || name === 'described';
    const heads = headsMadeFor(3).filter((head) => !isLater(head));
    assert.equal(hashOf([heads, Object.entries(meaning.changes[3])]), 'ff4440022b7193c2');
    assert.equal(hashOf(headsMadeFor(3).filter(isLater)), 'ed2a4a0c806caac8');
  });
  it('4 has the rows, translations and heads that its links were made with', () => {
    const numbers = [headsMadeFor(4), Object.entries(meaning.changes[4]), Object.entries(meaning.translations.es)];
    assert.equal(hashOf(numbers), 'd2d44c70a70f434f');
  });
  it('goes with the heads that are made for it, from the first sentence on', async () => {
    const { version } = (await lookUpWords({ ...homeScene, sentence: 'the big box' })).embedding;
    assert.equal(version, 4);
    const older = await lookUpWords({ ...saying('the big box', { version: 3 }) });
    assert.equal(older.embedding.version, undefined);
  });
  it('that is unknown is refused, with its value and the limits', () => {
    for (const version of [0, 5, 1.5, '2', null]) {
      assert.throws(() => parseScene(saying('a', { version })), {
        path: '/embedding/version',
        message: /^version is .*; it must be a whole number from 1 to 4 \(\/embedding\/version\)$/,
      });
    }
    assert.throws(() => decodeScene('embedding.version=5'), {
      code: 'link',
      message: /embedding\.version" is "5".*from 1 to 4/,
    });
  });
  it('goes with the table of meanings only, and learned rows with version 2', () => {
    const learned = { robot: new Array(16).fill(0.5) };
    assert.throws(() => parseScene(saying('a', { table: undefined, rows: { a: [1] }, version: 2 })), {
      path: '/embedding/version',
    });
    assert.throws(() => parseScene(saying('a', { learned })), {
      path: '/embedding/learned',
      message: /only allowed when the version of the table is 2 or later/,
    });
    assert.throws(() => core.attend(saying('a', { version: 2, learned: { robot: [1, 2] } })), {
      code: 'shape',
      path: '/embedding/learned',
      message: /a row of learned has 2 numbers; a row of the table "meaning" has 16/,
    });
  });
});

describe('learned rows', () => {
  const robot = [0.4, 0.8, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.2, 0, 0, 0];
  const scene = saying('The robot’s robot', { version: 2, learned: { robot, "robot's": robot, the: robot } });
  it('are what the core computes with, ahead of the table, also under a typographic apostrophe', () => {
    const rows = tensorOf(scene, 'x0');
    for (let token = 0; token < 3; token += 1)
      assert.deepEqual([...rows.slice(16 * token, 16 * token + 16)], robot.map(Math.fround));
  });
  it('differ from handmade rows and from random ones', () => {
    const { missing, learned } = resolveTable(scene.embedding, ['the', 'robot', 'cat', 'blorp']);
    assert.deepEqual([learned, missing], [['the', 'robot'], ['blorp']]);
  });
  it('stand in a readable link, tenths as digits; others in a link with the whole scene', () => {
    assert.equal(
      encodeScene(saying('My robot', { version: 2, learned: { robot } })),
      'sentence=My+robot&embedding.version=2&learned=robot~48A0000000002000',
    );
    for (const learned of [{ robot }, { 'a~b,c': robot, 机器人: robot }, { robot: robot.map((value) => value / 3) }]) {
      const whole = normalScene(saying('My robot', { version: 2, learned }));
      assert.deepEqual(decodeScene(encodeScene(whole)), whole);
    }
    for (const wrong of ['robot', 'robot~', '~00', 'robot~0B', 'a~1,b'])
      assert.throws(() => decodeScene(`embedding.version=2&learned=${wrong}`), { code: 'link', message: /learned/ });
  });
});

describe('the lists of words', () => {
  it('have at least 10 000 English and 1 500 Spanish words, none twice, each with a tenth a feature, none all zero', () => {
    assert.ok(english.size >= 10_000, `${english.size}`);
    assert.ok(spanish.size >= 1500, `${spanish.size}`);
    for (const [name, list] of Object.entries({ english, spanish })) {
      assert.equal(data(`${name}.txt`).trimEnd().split('\n').length, list.size);
      for (const [word, said] of list) {
        assert.match(said, /^([a-p][1-9A]){1,16}$/, word);
        assert.equal(new Set(said.match(/[a-p]/g)).size, said.length / 2, word);
        assert.deepEqual(tokenize(word, { lowercase: true }), [word]);
      }
    }
    for (const word of Object.keys(meaning.rows)) assert.ok(!english.has(word), `${word} is described by hand`);
  });
  it('take at most 120 kB each as they are sent', () => {
    for (const name of ['english.txt', 'spanish.txt'])
      assert.ok(brotliCompressSync(data(name)).length <= 120_000, name);
  });
  it('were learned by a probe that predicts every feature of unseen words', () => {
    const { auc } = JSON.parse(data('figures.json'));
    assert.deepEqual(Object.keys(auc), meaning.columns);
    for (const [feature, area] of Object.entries(auc)) assert.ok(area > 0.88 && area <= 1, `${feature}: ${area}`);
  });
});

describe('looking words up', () => {
  const found = async (sentence, language, embedding) =>
    (await lookUpWords(saying(sentence, embedding), language)).embedding;
  it('leaves a scene as it is whose words have had rows by hand since version 1, and one with other vectors', async () => {
    for (const language of ['en', 'es']) assert.deepEqual(await lookUpWords(defaultScene, language), defaultScene);
    const random = { ...defaultScene, embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 4 } };
    assert.equal(await lookUpWords(random), random);
  });
  it('brings the rows of words that the table lacks, and names the version', async () => {
    const { version, learned } = await found('Hello grandmother this is a test pie xqzzy');
    assert.equal(version, 2);
    assert.deepEqual(Object.keys(learned), ['hello', 'grandmother', 'test', 'pie']);
    const feature = (word, name) => learned[word][meaning.columns.indexOf(name)];
    assert.equal(feature('grandmother', 'person'), 1);
    assert.equal(feature('pie', 'food'), 1);
  });
  it('names the version for "I love you", which then is not a third each', async () => {
    const scene = await lookUpWords(saying('I love you'));
    assert.deepEqual([scene.embedding.version, scene.embedding.learned], [2, undefined]);
    const before = tensorOf(saying('I love you'), 'weights', 0).slice(0, 3);
    const now = tensorOf(scene, 'weights', 0).slice(0, 3);
    assert.deepEqual(
      [...before].map((weight) => weight.toFixed(2)),
      ['0.33', '0.33', '0.33'],
    );
    assert.ok(now[0] > 0.4 && now[1] < 0.1 && now[2] > 0.4, `${now}`);
  });
  it('keeps the rows that a scene brought while their words are there', async () => {
    const own = new Array(16).fill(0.7);
    const { learned } = await found('hello robot', 'en', { version: 2, learned: { robot: own, gone: own } });
    assert.deepEqual(Object.keys(learned), ['hello', 'robot']);
    assert.equal(learned.robot, own);
  });
  it('reads a Spanish sentence by the Spanish list, whatever the language of the page', async () => {
    const sentence = 'El animal no cruzó la calle porque se sentía demasiado cansado';
    for (const language of ['en', 'es']) {
      const embedding = await found(sentence, language);
      const words = tokenize(sentence, { lowercase: true });
      assert.deepEqual(resolveTable(embedding, words).missing, []);
      assert.deepEqual(Object.keys(embedding.learned), words);
    }
    assert.deepEqual(Object.keys((await found('the dog said hello', 'es')).learned), ['hello']);
  });
  it('knows Spanish words by hand from version 4 on, each with the row of its English word', async () => {
    const sentence = 'El animal no cruzó el puente porque se veía demasiado cansado';
    for (const language of ['en', 'es']) {
      const { embedding } = await lookUpWords({ ...homeScene, sentence }, language);
      assert.deepEqual([embedding.version, embedding.language, embedding.learned], [4, 'es', undefined]);
      const { rows } = resolveTable(embedding, ['puente', 'cansado', 'bob']);
      assert.deepEqual(rows, [meaning.rows.bridge, meaning.rows.tired, meaning.rows.bob]);
      const scene = { ...homeScene, sentence, embedding };
      assert.deepEqual(decodeScene(encodeScene(scene)), normalScene(scene));
    }
    const { learned } = (await lookUpWords({ ...homeScene, sentence: `${sentence} y furioso` }, 'es')).embedding;
    assert.deepEqual(Object.keys(learned), ['furioso']);
  });
  it('reads an English sentence in English, also words that Spanish has too', async () => {
    const { embedding } = await lookUpWords({ ...homeScene, sentence: 'The son saw a red pan and no animal' }, 'en');
    assert.equal(embedding.language, undefined);
    assert.deepEqual(Object.keys(embedding.learned), ['pan']);
  });
  it('keeps words by hand when an older head is chosen', async () => {
    const scene = await lookUpWords({ ...homeScene, sentence: 'El animal no cruzó el puente' }, 'es');
    const parameters = { ...scene.parameters, heads: ['cue'], later: [['cued']] };
    const { embedding } = await lookUpWords({ ...scene, parameters, sentence: 'El animal cruzó un puente' }, 'es');
    assert.deepEqual([embedding.version, embedding.language, embedding.learned], [4, 'es', undefined]);
  });
  it('reads a word by hand as soon as the sentence is Spanish', async () => {
    const scene = await lookUpWords({ ...homeScene, sentence: 'los robots' }, 'en');
    assert.deepEqual(Object.keys(scene.embedding.learned), ['los', 'robots']);
    const { embedding } = await lookUpWords({ ...scene, sentence: 'los robots y los animales cruzó el puente' }, 'en');
    assert.deepEqual([embedding.language, Object.keys(embedding.learned)], ['es', ['robots']]);
  });
  it('takes translations only from words of the table, no word twice', () => {
    for (const words of Object.values(meaning.translations)) {
      for (const known of Object.keys(words)) assert.ok(Object.hasOwn(meaning.rows, known), known);
      const all = Object.values(words).flatMap((forms) => forms.split(' '));
      assert.equal(new Set(all).size, all.length);
      for (const word of all) assert.deepEqual(tokenize(word, { lowercase: true }), [word]);
    }
  });
  it('refuses a language before version 4', () => {
    assert.throws(() => parseScene(saying('el gato', { version: 3, language: 'es' })), {
      path: '/embedding/language',
      message: /only allowed when the version of the table is 4 or later/,
    });
  });
});
