import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { AttentionError, loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';
import { solutions } from './solutions.mjs';

const core = await loadCore();
const { lessons } = await bundle('web/export/lessons.ts');
const { explained } = await bundle('web/i18n/step-text.ts');
const { tables } = await bundle('web/scene/index.ts');
const { holds, isRight, isSolved, predictedNumber } = await bundle('web/lessons/condition.ts');

/** A scene and its trace. If the scene is refused, `trace` is null and `problem` is the reason. */
const moments = new Map();
function momentOf(scene, start = scene) {
  const key = JSON.stringify(scene);
  if (!moments.has(key)) {
    try {
      moments.set(key, { scene, trace: core.attend(scene), problem: null });
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      moments.set(key, { scene, trace: null, problem: { code: error.code, path: error.path, message: error.message } });
    }
  }
  return { ...moments.get(key), start };
}
after(() => {
  for (const { trace } of moments.values()) trace?.dispose();
});

/** What a reader has changed in the scene, or trained beside it. */
const reached = (way, start) =>
  typeof way === 'function' ? momentOf(way(start), start) : { ...momentOf(start), ...way };

/** The scene of a page, or of the last page before it with a scene. */
const sceneAt = (pages, index) => pages.slice(0, index + 1).findLast((page) => page.scene !== undefined).scene;

const named = (trace) => [...trace.steps, ...trace.parameters].map(({ name }) => name);

/** Every number of a trace, and the variances that the page shows, without `tokens`. */
function numbersOf(trace) {
  const tensors = named(trace).filter((name) => !name.startsWith('tokens'));
  const variances = ['q', 'k', 'scores', 'scaled'].filter((name) => tensors.includes(name));
  return [...tensors.flatMap((name) => [...trace.tensor(name).data]), ...variances.map((name) => trace.variance(name))];
}

/** The rows that may be quoted: each row of each tensor, and of kᵀ. */
const rowsOf = (trace) =>
  named(trace)
    .filter((name) => !name.startsWith('tokens'))
    .flatMap((name) => {
      const { shape, data } = trace.tensor(name);
      const width = shape.at(-1) || 1;
      const rows = Array.from({ length: data.length / width }, (_, row) => [
        ...data.slice(row * width, (row + 1) * width),
      ]);
      return name === 'k' && shape[0] === 1
        ? [...rows, ...rows[0].map((_, column) => rows.map((row) => row[column]))]
        : rows;
    });

/** Products that a document prints in between. tests/node/core/golden.test.mjs compares them with q and k. */
const productsOf = (id) => {
  const file = new URL(`../../golden/${id}.json`, import.meta.url);
  if (!existsSync(file)) return [];
  const { others = [] } = JSON.parse(readFileSync(file, 'utf8'));
  return others
    .flatMap(({ products = {} }) => Object.values(products))
    .flatMap((rows) => (Array.isArray(rows[0]) ? rows : [rows]))
    .map((row) => row.map(Number));
};

const numberFrom = (text) => Number(text.replace('−', '-'));
const decimalsOf = (text) => text.split('.')[1]?.length ?? 0;
/** Correct to half a unit of the last written digit. */
const isWritten = (text, value) => Math.abs(numberFrom(text) - value) <= 0.5 * 10 ** -decimalsOf(text) + 1e-6;

/** Numbers in the text that are settings or sums, not cells of a trace. */
const settings = new Set(['0.1', '0.025', '1.1']);

const saidOn = ({ body, onScreen = '', predict }) =>
  [body, onScreen, predict?.ask ?? '', predict?.reveal ?? ''].join(' ');

for (const [id, lesson] of Object.entries(lessons)) {
  const { pages, challenges, texts } = lesson;

  describe(`the lesson ${id}`, () => {
    it('has a scene on every page and challenge that the core attends to', () => {
      for (const { id: name, scene, start } of [...pages, ...challenges]) {
        for (const there of [scene, start]) {
          if (there !== undefined) assert.deepEqual(momentOf(there).problem, null, name);
        }
      }
    });

    it('points at what is there', () => {
      for (const [index, page] of pages.entries()) {
        if (page.points === undefined) continue;
        const [what, name, at] = page.points.split(':');
        const { trace } = momentOf(sceneAt(pages, index));
        if (what === 'control') continue;
        assert.ok(named(trace).includes(name), `${page.id}: ${page.points}`);
        if (what === 'cell') {
          const digits = 0;
          assert.notEqual(
            predictedNumber({ tensor: name, index: at.split(',').map(Number), digits }, trace),
            null,
            page.id,
          );
        }
      }
    });

    it('asks for existing numbers, with one right choice among wrong ones', () => {
      for (const [index, { id: name, predict }] of pages.entries()) {
        if (predict === undefined) continue;
        const asked = predictedNumber(predict, momentOf(sceneAt(pages, index)).trace);
        assert.ok(Number.isFinite(asked), `${name}: ${asked}`);
        assert.ok(isRight(predict, predict.choices === undefined ? asked : nearest(predict.choices, asked), asked));
        // Only questions that are worked out by hand have no choices.
        if (predict.choices === undefined) {
          assert.ok(Math.abs(asked - Math.round(asked)) < 1e-6 && Math.abs(asked) <= 20, `${name}: ${asked}`);
          continue;
        }
        assert.ok(predict.choices.length >= 3, name);
        // Close enough that a correct calculation matches one of the choices.
        const off = Math.min(...predict.choices.map((choice) => Math.abs(choice - asked)));
        assert.ok(off <= 0.05 * Math.max(Math.abs(asked), 0.1), `${name}: ${asked} is none of ${predict.choices}`);
        assert.equal(predict.choices.filter((choice) => isRight(predict, choice, asked)).length, 1, name);
      }
    });

    it('does not show the weights that it asks for in another row', () => {
      for (const [index, { id: name, predict }] of pages.entries()) {
        // This question is whether two words with the same numbers have the same row.
        if (predict?.tensor !== 'weights' || name === 'add-positions') continue;
        const { scene, trace } = momentOf(sceneAt(pages, index));
        // The other heads are thumbnails.
        if (predict.index[0] !== (scene.view.head ?? 0)) continue;
        const { shape, data } = trace.tensor('weights', predict.layer === undefined ? {} : { layer: predict.layer });
        const [, queries, keys] = shape;
        const [head, query] = predict.index;
        const rowAt = (at) => [...data.slice((head * queries + at) * keys, (head * queries + at + 1) * keys)].join();
        const others = Array.from({ length: queries }, (_, at) => at).filter((at) => at !== query);
        for (const other of others) assert.notEqual(rowAt(other), rowAt(query), `${name}: row ${other}`);
      }
    });

    for (const language of ['en', 'es']) {
      it(`says in ${language} no number that the page or a later one asks for`, () => {
        const numbersAt = (index) => JSON.stringify({ ...sceneAt(pages, index), view: null });
        for (const [index, { id: name, predict }] of pages.entries()) {
          if (predict === undefined || predict.digits === 0) continue;
          const asked = predictedNumber(predict, momentOf(sceneAt(pages, index)).trace);
          // 0 and 1 are in many sentences.
          if (Number.isInteger(asked)) continue;
          for (const [at, { id: other }] of pages.slice(0, index + 1).entries()) {
            if (numbersAt(at) !== numbersAt(index)) continue;
            const { body, onScreen = '', predict: own } = texts[language].pages[other];
            const said = [body, onScreen, own?.ask ?? '', at === index ? '' : (own?.reveal ?? '')].join(' ');
            for (const [text] of said.matchAll(/−?\d+\.\d+/g)) {
              if (decimalsOf(text) < 2) continue;
              assert.ok(!isWritten(text, asked), `${other} says ${text}, which ${name} asks for`);
            }
          }
        }
      });
      it(`quotes in ${language} only numbers that its traces have`, () => {
        const traces = pages.flatMap((page) => (page.scene === undefined ? [] : [momentOf(page.scene).trace]));
        const all = traces.map(numbersOf);
        for (const [index, page] of pages.entries()) {
          const own = numbersOf(momentOf(sceneAt(pages, index)).trace);
          for (const [text] of saidOn(texts[language].pages[page.id]).matchAll(/−?\d+\.\d+/g)) {
            const there = [own, ...all].some((numbers) => numbers.some((value) => isWritten(text, value)));
            assert.ok(there || settings.has(text), `${page.id}: ${text}`);
          }
        }
      });
      it(`quotes in ${language} rows as they stand in its traces`, () => {
        const rows = [
          ...pages.flatMap((page) => (page.scene === undefined ? [] : rowsOf(momentOf(page.scene).trace))),
          ...productsOf(id),
        ];
        for (const page of pages) {
          for (const [, list] of saidOn(texts[language].pages[page.id]).matchAll(/(?<!\[)\[([−\d., ]+)\](?!\])/g)) {
            const quoted = list.split(', ');
            if (quoted.length < 2) continue;
            const there = rows.some(
              (row) => row.length === quoted.length && quoted.every((text, column) => isWritten(text, row[column])),
            );
            assert.ok(there, `${page.id}: [${list}]`);
          }
        }
      });
    }

    it('moves on when the reader has done the thing, and not before', () => {
      for (const [index, { id: name, until }] of pages.entries()) {
        const done = solutions[id].pages[name];
        assert.equal(done !== undefined, until !== undefined, name);
        if (until === undefined) continue;
        const start = sceneAt(pages, index);
        assert.equal(holds(until, momentOf(start)), false, `${name} at its start`);
        const moment = reached(done, start);
        assert.equal(holds(until, moment), true, `${name} once done: ${moment.problem?.message}`);
      }
    });

    it('has challenges that are not solved at their start and can be', () => {
      for (const challenge of challenges) {
        const start = challenge.start ?? lesson.scene;
        assert.equal(isSolved(challenge, momentOf(start)), false, `${challenge.id} at its start`);
        const ways = solutions[id].challenges[challenge.id];
        assert.ok(ways?.solved.length > 0, challenge.id);
        for (const [number, way] of ways.solved.entries()) {
          const moment = reached(way, start);
          const why = `${challenge.id}, way ${number}: ${moment.problem?.message}`;
          assert.equal(isSolved(challenge, moment), true, why);
        }
        for (const [number, way] of (ways.cheated ?? []).entries()) {
          const moment = momentOf(way(start), start);
          assert.equal(holds(challenge.check, moment), true, `${challenge.id}, cheat ${number} would do`);
          assert.equal(isSolved(challenge, moment), false, `${challenge.id}, cheat ${number} is refused`);
        }
      }
    });
  });
}

const nearest = (choices, asked) =>
  choices.reduce((best, choice) => (Math.abs(choice - asked) < Math.abs(best - asked) ? choice : best));

describe('the lessons’ statements about their traces', () => {
  const page = (id, name) => {
    const { pages } = lessons[id];
    return momentOf(
      sceneAt(
        pages,
        pages.findIndex((one) => one.id === name),
      ),
    ).trace;
  };
  const row = (trace, tensor, index) => {
    const { shape, data } = trace.tensor(tensor);
    return [...data.slice(index * shape.at(-1), (index + 1) * shape.at(-1))];
  };
  const near = (found, wanted, within) => {
    assert.equal(found.length, wanted.length);
    for (const [index, value] of found.entries()) {
      assert.ok(Math.abs(value - wanted[index]) <= within, `${found} is not ${wanted}`);
    }
  };

  for (const id of ['five-minutes', 'five-minutes-es']) {
    it(`${id}: what the words' rows, queries and keys are, and where the shares go`, () => {
      const { scene } = lessons[id];
      const { trace } = momentOf(scene);
      const [animal, street, it, tired] = [1, 5, 7, 10];
      const { columns } = tables.meaning;
      const features = (word) => {
        const own = row(trace, 'x0', word);
        return (name) => own[columns.indexOf(name)];
      };
      assert.equal(columns.length, 16);
      assert.deepEqual(['animate', 'animal'].map(features(animal)), [1, 1]);
      assert.equal(features(street)('place'), 1);
      assert.equal(features(tired)('feeling'), 1);
      assert.deepEqual(
        row(trace, 'x0', it),
        columns.map((name) => (name === 'pronoun' ? 1 : 0)),
      );
      const first = (name, of) => [...trace.tensor(name, { layer: 0 }).data].slice(of[0], of[1]);
      const vector = (name, word) => first(name, [word * 8, word * 8 + 8]);
      assert.deepEqual(vector('q', it), [5, 0, 0, 0, 0, 0, 0, 0]);
      assert.deepEqual(vector('k', tired), [3, 0, 0, 0, 0, 0, 0, 0]);
      assert.ok(vector('k', animal)[0] < 0);
      const rowOf = (name) => first(name, [it * 11, it * 11 + 11]);
      assert.equal(Math.max(...rowOf('scores')), 15);
      assert.equal(rowOf('scores').indexOf(15), tired);
      assert.ok(rowOf('scores').filter((score) => score === 0).length > 11 / 2, 'most are 0');
      assert.ok(rowOf('scores').filter((score) => score < -9).length >= 2, 'a few are far below');
      near([rowOf('scaled')[tired]], [5], 0.5);
      assert.ok(rowOf('weights')[tired] > 0.95);
      // In the second layer the key of an animal can have a feeling. The other key has a size and no feeling.
      const second = (name, word) => [...trace.tensor(name, { layer: 1 }).data].slice(word * 8, word * 8 + 2);
      assert.ok(second('k', animal)[0] > 1 && second('k', street)[0] <= 0 && second('k', street)[1] > 1);
    });
  }
  it('illustrated: the rounded outputs of the document, and the exact ones', () => {
    const rounded = page('illustrated', 'multiply');
    near(row(rounded, 'rounded', 0), [0, 0.5, 0.5], 1e-7);
    near([...rounded.tensor('output').data], [2, 7, 1.5, 2, 8, 0, 2, 7.8, 0.3], 1e-6);
    near(row(page('illustrated', 'what'), 'output', 0), [1.9366, 6.6831, 1.5951], 5e-5);
    const names = rounded.steps.map(({ name }) => name);
    assert.deepEqual(names, ['tokens', 'x0', 'q', 'k', 'v', 'scores', 'weights', 'rounded', 'weighted', 'z', 'output']);
  });
  it('illustrated: values may be narrower than queries and keys', () => {
    const trace = page('illustrated', 'beyond');
    assert.equal(trace.tensor('q').shape.at(-1), 3);
    assert.equal(trace.tensor('z').shape.at(-1), 2);
    assert.deepEqual(trace.tensor('w_v').shape, [4, 2]);
    assert.deepEqual(row(trace, 'b_q', 0), [0.5, 0, -0.5]);
    const { scene } = lessons.illustrated.pages.at(-1);
    for (const score of ['scaledDot', 'dot', 'general', 'cosine']) {
      assert.equal(momentOf({ ...scene, attention: { heads: 1, score } }).problem, null, score);
    }
  });
  it('music-transformer: the whole Q has the numbers of its heads, column by column', () => {
    const [whole, split] = ['whole-q', 'split'].map((name) => page('music-transformer', name).tensor('q'));
    assert.deepEqual(
      [whole.shape, split.shape],
      [
        [1, 40, 144],
        [12, 40, 12],
      ].map((shape) => shape),
    );
    for (const [index, value] of whole.data.entries()) {
      const [row, column] = [Math.floor(index / 144), index % 144];
      assert.equal(value, split.data[(Math.floor(column / 12) * 40 + row) * 12 + (column % 12)]);
    }
  });
  it('music-transformer: RelativeAttention with the softmax of the document leaves one row', () => {
    const trace = page('music-transformer', 'relative-whole');
    const rows = Array.from({ length: 40 }, (_, row) => row);
    const used = (name) => rows.filter((index) => row(trace, name, index).some((number) => Math.abs(number) > 1e-9));
    assert.deepEqual([used('weights'), used('z')], [[39], [39]]);
    assert.equal(trace.tensor('weights').data[39 * 40 + 39], 1);
    const right = page('music-transformer', 's-rel');
    for (const index of rows) near([row(right, 'weights', index).reduce((sum, weight) => sum + weight)], [1], 1e-5);
  });
  it('music-transformer: the batch has the rows of both sequences, and no weight crosses from one to the other', () => {
    const trace = page('music-transformer', 'batch');
    const { data } = trace.tensor('weights');
    for (const [index, weight] of data.entries()) {
      const [query, key] = [Math.floor(index / 8), index % 8];
      assert.equal(weight > 0, Math.floor(query / 4) === Math.floor(key / 4));
    }
    assert.deepEqual(row(trace, 'x0', 2), row(trace, 'x0', 4));
  });
  it('keys-and-encoder: the star multiplies each key by one number of the query', () => {
    const trace = page('keys-and-encoder', 'broadcast');
    assert.deepEqual([...trace.tensor('q').data], [0, 0, 4, 1, 0, 6, 1, 0, 2]);
    assert.deepEqual(row(trace, 'k', 0), [0, 0, 0]);
  });
  it('its-snowing: swapped scores are the right ones turned on their side', () => {
    const right = page('its-snowing', 'words').tensor('scores').data;
    const wrong = page('its-snowing', 'swapped').tensor('scores').data;
    for (let i = 0; i < 9; i += 1) assert.equal(wrong[i], right[(i % 3) * 3 + Math.floor(i / 3)]);
  });
  it('scaling-and-masks: the variances, the masked scores and both softmaxes', () => {
    const free = page('scaling-and-masks', 'given');
    near(
      ['q', 'k', 'scores', 'scaled'].map((name) => free.variance(name)),
      [1.0633619664558474, 0.6293201691477228, 2.9059453138911335, 0.3632431643236916],
      1e-6,
    );
    const wrong = page('scaling-and-masks', 'whole-matrix');
    near([...wrong.tensor('weights').data].slice(4, 6), [0.14493617, 0.11641294], 1e-7);
    const sum = wrong.tensor('weights').data.reduce((total, weight) => total + weight, 0);
    assert.ok(Math.abs(sum - 1) < 1e-6);
    near(
      row(wrong, 'z', 3),
      [-0.03938946, 0.00811048, -0.28066134, -0.01644259, -0.05047221, -0.04874643, -0.00406434, 0.0616164],
      2e-7,
    );
    for (let i = 0; i < 4; i += 1) {
      const weights = row(page('scaling-and-masks', 'rows'), 'weights', i);
      assert.ok(Math.abs(weights.reduce((total, weight) => total + weight, 0) - 1) < 1e-6);
    }
    assert.deepEqual(row(wrong, 'blocked', 1), [0, 0, 1, 1]);
    assert.deepEqual(row(wrong, 'mask', 1), [0, 0, -Infinity, -Infinity]);
    // On and below the diagonal the scores do not change.
    const [before, after] = ['scaled', 'masked'].map((name) => wrong.tensor(name).data);
    for (let i = 0; i < 16; i += 1) assert.equal(after[i], i % 4 <= Math.floor(i / 4) ? before[i] : -Infinity);
  });
  it('keys-and-encoder: the products along the wrong axis, and what they should be', () => {
    const wrong = page('keys-and-encoder', 'wrong-axis');
    near(row(wrong, 'weighted', 1), [3.9841, -0.72971, 0.0054772], 5e-5);
    near(row(wrong, 'z', 0), [0.2337, 3.2598, 3.2541], 5e-5);
    // Each number of z is the sum of a value's numbers times the weights, in order.
    const weights = row(wrong, 'weights', 0);
    const sums = [0, 1, 2].map((key) => row(wrong, 'v', key).reduce((sum, value, i) => sum + value * weights[i], 0));
    near(row(wrong, 'z', 0), sums, 1e-5);
    const place = {
      scene: lessons['keys-and-encoder'].pages.find(({ id }) => id === 'wrong-axis').scene,
      layer: 0,
      heads: 1,
    };
    for (const name of ['z', 'weighted']) {
      assert.match(explained('en', name, place).text, /wrong axis/);
      assert.doesNotMatch(
        explained('en', name, { ...place, scene: { ...place.scene, mistake: null } }).text,
        /wrong axis/,
      );
    }
    assert.deepEqual([...page('keys-and-encoder', 'transpose').tensor('scores').data], [4, 7, 3, 12, 16, 4, 10, 15, 5]);
    assert.deepEqual([...page('keys-and-encoder', 'compute-keys').tensor('k').data], [0, 1, 1, 4, 4, 0, 2, 3, 1]);
    assert.deepEqual(page('keys-and-encoder', 'cross').tensor('scores').shape, [1, 2, 3]);
  });
  it('music-transformer: one cell takes all of a head, and the skewed scores are the plain ones', () => {
    const right = page('music-transformer', 'notes');
    assert.deepEqual(right.tensor('q').shape, [12, 40, 12]);
    assert.ok(row(right, 'weights', 0)[39] > 0.999);
    const wrong = page('music-transformer', 'whole-matrix').tensor('weights', { head: 0 }).data;
    assert.ok(wrong[1599] > 0.999);
    assert.ok(wrong.slice(0, 1560).every((weight) => weight < 1e-6));
    // "Most products in a score have the same sign, 73 of 100 on average."
    const [q, k] = ['q', 'k'].map((name) => right.tensor(name).data);
    let sharesOfMore = 0;
    for (let head = 0; head < 12; head += 1)
      for (let query = 0; query < 40; query += 1)
        for (let key = 0; key < 40; key += 1) {
          const at = (token) => (head * 40 + token) * 12;
          const positive = Array.from({ length: 12 }, (_, i) => q[at(query) + i] * k[at(key) + i] > 0).filter(
            Boolean,
          ).length;
          sharesOfMore += Math.max(positive, 12 - positive) / 12;
        }
    assert.equal(Math.round((100 * sharesOfMore) / (12 * 40 * 40)), 73);
    for (const [language, said] of [
      ['en', '73 of 100'],
      ['es', '73 de cada 100'],
    ])
      assert.ok(lessons['music-transformer'].texts[language].pages.scaled.body.includes(said));
    const relative = page('music-transformer', 'distances');
    assert.deepEqual(relative.tensor('E_rel').shape, [40, 144]);
    const skewed = relative.tensor('skewed').data;
    const plain = relative.tensor('relative').data;
    const largest = plain.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    for (const [index, value] of plain.entries()) {
      const seen = index % 40 <= Math.floor(index / 40) % 40;
      if (seen) assert.ok(Math.abs(value - skewed[index]) <= 1e-6 * largest, `${index}: ${skewed[index]} and ${value}`);
    }
    const handedIn = page('music-transformer', 's-rel');
    const rel = handedIn.tensor('S_rel');
    assert.deepEqual([rel.shape, rel.data.every((number) => number >= 0 && number < 1)], [[40, 40], true]);
    assert.ok(new Set(rel.data).size === 10 && !named(handedIn).includes('masked'));
    assert.deepEqual(handedIn.tensor('z', { head: 0 }).shape, [40, 12]);
    const own = handedIn.tensor('scores').data;
    for (const [index, value] of handedIn.tensor('related').data.entries())
      assert.ok(Math.abs(value - own[index] - rel.data[index % 1600]) <= 2e-7 * Math.abs(value) + 1e-6, `${index}`);
    assert.ok(row(handedIn, 'weights', 0)[39] > 0.999);
    const fed = page('music-transformer', 'feed-forward');
    assert.deepEqual(fed.tensor('hidden').shape, [40, 64]);
    assert.deepEqual(fed.tensor('y').shape, [40, 144]);
  });
  it('music-transformer: refusals name both numbers', () => {
    const { scene } = lessons['music-transformer'];
    const { problem } = momentOf({ ...scene, attention: { heads: 13 } });
    assert.match(problem.message, /144.*13/);
    const lookup = lessons['music-transformer'].pages.at(-1).scene;
    assert.match(momentOf({ ...lookup, tokens: ['11'] }).problem.message, /11.*10/);
  });
});
