// A worksheet has every step, blanks to fill in, and the trace's numbers as the answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { bundle } from '../support/bundle.mjs';
import { everyScene } from '../views/scenes.mjs';

const { computeResult, formatNumber, worksheetDocument } = await bundle('tests/node/page/worksheet.ts');
const core = await loadCore();

function made(scene, query) {
  const picture = computeResult(core, scene);
  const text = worksheetDocument('en', { result: picture, query, formulaOf: ({ name }) => `<i>${name}</i>` });
  const [sheet, answers] = text.split('<div class="answers">');
  return { picture, text, sheet, answers };
}

/** The section of a step. */
const sectionOf = (html, name) => html.split('<section>').find((part) => part.includes(`<code>${name}</code>`)) ?? '';
const cellsOf = (html) => [...html.matchAll(/<td>([^<]+)<\/td>/g)].map(([, text]) => text);
const blanksOf = (html) => html.match(/<td class="blank">/g)?.length ?? 0;

test('the token’s row is blank if it follows from the given numbers, and the answer is the trace’s', () => {
  const { picture, sheet, answers } = made(lessons.illustrated.scene, 1);
  assert.equal(blanksOf(sectionOf(sheet, 'x0')), 0);
  for (const name of ['q', 'scores', 'weights', 'z']) {
    const { shape } = picture.step(name);
    const row = Array.from({ length: shape.at(-1) }, (_, at) => picture.reader.value(name, [0, 1, at]));
    const expected = row.map((value) => formatNumber(value, picture.digits));
    assert.equal(blanksOf(sectionOf(sheet, name)), row.length, name);
    assert.deepEqual(cellsOf(sectionOf(answers, name)), expected, name);
  }
  assert.match(sectionOf(sheet, 'q'), /<caption>w_q/);
  assert.match(sheet, /Fill in the rows of “Input.2”/);
});

test('every kind of scene has one, with as many answers as blanks', () => {
  for (const [name, scene] of Object.entries(everyScene)) {
    const { picture, text, sheet, answers } = made(scene, 0);
    assert.equal(cellsOf(answers).length, blanksOf(sheet), name);
    assert.ok(blanksOf(sheet) > 0, name);
    assert.doesNotMatch(text, /undefined|\[object/, name);
    for (const tag of ['table', 'section', 'tr', 'td', 'div'])
      assert.equal(
        text.match(new RegExp(`<${tag}\\b`, 'g')).length,
        text.match(new RegExp(`</${tag}>`, 'g')).length,
        tag,
      );
    picture.dispose();
  }
});

test('a word is text, and a long sentence is cut and says so', () => {
  const sentence = Array.from({ length: 40 }, (_, at) => (at === 20 ? '<b>x</b>' : `word${at}`)).join(' ');
  const { text } = made({ ...lessons['five-minutes'].scene, sentence }, 20);
  assert.doesNotMatch(text, /<b>/);
  assert.match(text, /Showing 14 of \d+ rows and 16 of \d+ columns/);
});
