// The numbers of the documents (tests/golden), and those that the first release promises, computed by the package.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { bundle } from '../support/bundle.mjs';
import { refuses } from '../support/refuses.mjs';

const core = await loadCore();
const { formatNumber } = await bundle('web/trace/number-format.ts');

/** How far a number may be from its printed form: 0 without decimals, else half a unit of the last digit. */
function toleranceOf(print) {
  const [, decimals = '', exponent = '0'] = /^-?\d+\.?(\d*)(?:e([+-]\d+))?$/.exec(print);
  return decimals === '' ? 0 : 0.5 * 10 ** (Number(exponent) - decimals.length);
}

/** Every number of a nest of arrays, one after the other. */
const flat = (nested) => (Array.isArray(nested) ? nested.flatMap(flat) : [nested]);
const numberOf = (print) => ({ '-inf': Number.NEGATIVE_INFINITY })[print] ?? Number(print);

/** A section of a document and the trace of its scene. `beginning` has only the first numbers of a tensor. */
function checkNumbers(trace, name, printed, { tolerance, beginning = false }) {
  const numbers = [...trace.tensor(name).data];
  const prints = flat(printed);
  assert.ok(
    beginning ? numbers.length >= prints.length : numbers.length === prints.length,
    `${name}: ${numbers.length}`,
  );
  for (const [at, print] of prints.entries()) {
    const [is, should] = [numbers[at], numberOf(print)];
    assert.ok(
      is === should || Math.abs(is - should) <= (tolerance ?? toleranceOf(String(print))),
      `${name}[${at}] is ${is}, printed ${print}`,
    );
  }
}

const goldenOf = (id) => JSON.parse(readFileSync(new URL(`../../golden/${id}.json`, import.meta.url), 'utf8'));

/** A document and its parts, each with its scene and its name. */
function* documentsOf(id) {
  const document = goldenOf(id);
  yield { ...document, name: document.source };
  for (const other of document.others ?? [])
    yield { ...other, scene: other.scene ?? { ...document.scene, ...other.change } };
}

/** Some lessons have no document. tests/node/lessons compares their numbers with their traces. */
const documented = Object.entries(lessons).filter(
  ([id]) => !/^(five-minutes|meaning-from-company|how-it-learns|masks|decode-with-a-cache|questions)/.test(id),
);

for (const [id] of documented) {
  describe(`the document of ${id}`, () => {
    for (const {
      name,
      scene,
      tolerance,
      variances = {},
      shapes = {},
      equal = [],
      products = {},
      ...sections
    } of documentsOf(id)) {
      const trace = core.attend(scene);
      for (const section of ['printed', 'beginning', 'continued']) {
        for (const [tensor, printed] of Object.entries(sections[section] ?? {})) {
          it(`${name}: ${tensor}, to the last digit (${section})`, () => {
            checkNumbers(trace, tensor, printed, { tolerance, beginning: section === 'beginning' });
          });
        }
      }
      for (const [tensor, printed] of Object.entries(variances)) {
        it(`${name}: the variance of ${tensor}`, () => {
          assert.ok(Math.abs(trace.variance(tensor) - Number(printed)) <= tolerance, `${trace.variance(tensor)}`);
        });
      }
      for (const [tensor, shape] of Object.entries(shapes)) {
        it(`${name}: the shape of ${tensor}`, () => assert.deepEqual(trace.tensor(tensor).shape, shape));
      }
      for (const [one, other] of equal) {
        it(`${name}: ${one} is ${other} to 1e-6, wherever a query sees a key`, () => {
          const [a, b] = [trace.tensor(one).data, trace.tensor(other).data];
          const visible = trace.steps.some((step) => step.name === 'blocked')
            ? trace.tensor('blocked').data.map((hidden) => 1 - hidden)
            : new Float32Array(1600).fill(1);
          const largest = Math.max(...b.map(Math.abs));
          assert.ok(largest > 0);
          for (const [at, number] of a.entries()) {
            if (visible[at % 1600]) assert.ok(Math.abs(number - b[at]) <= 1e-6 * largest, `${at}: ${number}, ${b[at]}`);
          }
        });
      }
      if (Object.keys(products).length > 0) {
        it(`${name}: the products on the way to the scores`, () => {
          const [q, k] = [trace.tensor('q').data, trace.tensor('k').data];
          const product = [0, 1, 2].flatMap((c) => [0, 1, 2].map((j) => q[j] * k[j * 3 + c]));
          assert.deepEqual(product, flat(products['queries[0] * keys.t()']).map(Number));
          assert.deepEqual(
            [...k.slice(0, 3)].map((number) => q[1] * number),
            products['queries[0][1] * keys[0]'].map(Number),
          );
        });
      }
    }
  });
}

describe('the lessons', () => {
  const given = ({ embedding, parameters }) => ({
    x: embedding.x,
    q: embedding.q,
    k: embedding.k,
    v: embedding.v,
    ...(parameters.kind === 'given' && parameters),
  });
  for (const [id, { scene }] of documented) {
    it(`${id} begins with the numbers of its document`, () => {
      const document = goldenOf(id);
      assert.equal(scene.tokens.length, document.scene.tokens.length);
      assert.deepEqual(given(scene), given(document.scene));
    });
  }
  it('Music Transformer: 13 heads on 144, and an id outside the table, are refused with the numbers', () => {
    const { scene, others } = goldenOf('music-transformer');
    refuses(
      () => core.attend({ ...scene, attention: { heads: 13 } }),
      'heads',
      '/attention/heads',
      'd_model 144 is not divisible by 13 heads',
    );
    const lookup = others.find(({ scene: other }) => other?.embedding.kind === 'ids').scene;
    assert.throws(() => core.attend({ ...lookup, tokens: ['1', '11'] }), {
      code: 'out-of-range',
      message: /id 11 is outside the table of 10 rows \(0 to 9\)/,
    });
  });
  it('The cat sat on the mat: the mistaken weights sum to 1 over the whole matrix, the right ones over each row', () => {
    const { scene } = goldenOf('scaling-and-masks');
    const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
    const right = core.attend(scene).tensor('weights').data;
    for (let i = 0; i < 4; i += 1) assert.ok(Math.abs(sum(right.slice(i * 4, i * 4 + 4)) - 1) < 1e-6);
    const wrong = core.attend({ ...scene, mistake: 'whole-matrix-softmax' }).tensor('weights').data;
    assert.ok(Math.abs(sum(wrong) - 1) < 1e-6);
  });
});

/** The rows of a tensor with one head. */
function rowsOf({ shape, data }) {
  const columns = shape.at(-1);
  return Array.from({ length: data.length / columns }, (_, at) => [...data.slice(at * columns, (at + 1) * columns)]);
}

function checkRows(actual, expected, tolerance, what) {
  assert.deepEqual([actual.length, actual[0].length], [expected.length, expected[0].length], what);
  for (const [i, row] of expected.entries()) {
    for (const [j, print] of row.entries()) {
      const apart = Math.abs(actual[i][j] - Number(print));
      assert.ok(
        apart <= (tolerance ?? toleranceOf(String(print))),
        `${what}[${i},${j}] is ${actual[i][j]}, printed ${print}`,
      );
    }
  }
}

describe('the numbers that the first release promises', () => {
  const promised = {
    illustrated: {
      k: [
        [0, 1, 1],
        [4, 4, 0],
        [2, 3, 1],
      ],
      q: [
        [1, 0, 2],
        [2, 2, 2],
        [2, 1, 3],
      ],
      v: [
        [1, 2, 3],
        [2, 8, 0],
        [2, 6, 3],
      ],
      scores: [
        [2, 4, 4],
        [4, 16, 12],
        [4, 12, 10],
      ],
      weights: [['6.3379e-02', '4.6831e-01', '4.6831e-01']],
      output: [['1.9366', '6.6831', '1.5951']],
    },
    'its-snowing': {
      q: [
        ['0.105', '-0.138'],
        ['-0.267', '-0.135'],
        ['0.39', '0.374'],
      ],
      k: [
        ['0.061', '0.708'],
        ['-0.128', '-0.684'],
        ['0.297', '0.567'],
      ],
      scores: [['-0.091299', '0.080952', '-0.047061']],
    },
  };
  for (const [id, tensors] of Object.entries(promised)) {
    for (const [name, rows] of Object.entries(tensors)) {
      it(`${id}: ${name}${rows.length === 1 ? ', row 1' : ''}`, () => {
        // its-snowing prints exact decimals, and float32 holds 7 digits.
        const tolerance = id === 'its-snowing' ? 1e-7 : undefined;
        checkRows(rowsOf(core.attend(lessons[id].scene).tensor(name)).slice(0, rows.length), rows, tolerance, name);
      });
    }
  }
  it('illustrated writes its weights as PyTorch prints them, where powers of ten are asked for', () => {
    const { printed } = goldenOf('illustrated');
    const { data } = core.attend(lessons.illustrated.scene).tensor('weights');
    const python = (text) => text.replace(/−(\d)$/, '-0$1');
    assert.deepEqual(
      [...data].map((value) => python(formatNumber(value, '4e'))),
      printed.weights.flat(),
    );
  });
  it('illustrated has unscaled scores, and its-snowing goes on with ÷√d_k', () => {
    const names = (id) => core.attend(lessons[id].scene).steps.map(({ name }) => name);
    assert.ok(!names('illustrated').includes('scaled'));
    assert.ok(names('its-snowing').includes('scaled'));
  });
});
