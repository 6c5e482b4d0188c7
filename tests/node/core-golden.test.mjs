// The numbers of the documents (tests/golden), and those that the first release promises, through the package.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';

const core = await loadCore();

/** How far a number may be from its print: nothing without decimals, else half a unit of the last digit. */
function toleranceOf(print) {
  const [, decimals = '', exponent = '0'] = /^-?\d+\.?(\d*)(?:e([+-]\d+))?$/.exec(print);
  return decimals === '' ? 0 : 0.5 * 10 ** (Number(exponent) - decimals.length);
}

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

for (const [id, { scene }] of Object.entries(lessons)) {
  const document = JSON.parse(readFileSync(new URL(`../golden/${id}.json`, import.meta.url), 'utf8'));
  describe(`lesson ${id}`, () => {
    const trace = core.attend(scene);
    it('has the inputs and parameters of its document', () => {
      assert.deepEqual(scene.tokens, document.scene.tokens);
      assert.deepEqual(scene.embedding, document.scene.embedding);
      assert.deepEqual(scene.parameters, document.scene.parameters);
      assert.equal(scene.attention.score ?? 'scaledDot', document.scene.attention.score);
    });
    for (const section of ['printed', 'continued']) {
      for (const [name, rows] of Object.entries(document[section])) {
        it(`has the document's ${name} to the last digit (${section})`, () => {
          checkRows(rowsOf(trace.tensor(name)), rows, document.tolerance, name);
        });
      }
    }
  });
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
        // its-snowing prints exact decimals, of which float32 holds 7 digits.
        const tolerance = id === 'its-snowing' ? 1e-7 : undefined;
        checkRows(rowsOf(core.attend(lessons[id].scene).tensor(name)).slice(0, rows.length), rows, tolerance, name);
      });
    }
  }
  it('illustrated has unscaled scores, and its-snowing goes on with ÷√d_k', () => {
    const names = (id) => core.attend(lessons[id].scene).steps.map(({ name }) => name);
    assert.ok(!names('illustrated').includes('scaled'));
    assert.ok(names('its-snowing').includes('scaled'));
  });
});
