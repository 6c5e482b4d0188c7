// A worksheet has every step, blanks to fill in, and the trace's numbers as the answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { bundle } from '../support/bundle.mjs';
import { everyScene } from '../views/scenes.mjs';
import { sectionsIn, solve, tablesIn } from './printed-sheet.mjs';

const {
  askingWord,
  computeResult,
  formatNumber,
  labelsFor,
  labelsOf,
  namedToken,
  nameText,
  visibleToken,
  worksheetDocument,
} = await bundle('tests/node/page/worksheet.ts');
const { gallery } = await bundle('tests/node/support/gallery.ts');
const core = await loadCore();

function made(scene, query) {
  const picture = computeResult(core, scene).atLayer(scene.view?.layer ?? 0);
  const text = worksheetDocument('en', { result: picture, query, formulaOf: ({ name }) => `<i>${name}</i>` });
  const [sheet, answers] = text.split('<div class="answers">');
  return { picture, text, sheet, answers };
}

/** The section of a step. */
const sectionOf = (html, name) => html.split('<section').find((part) => part.includes(`<code>${name}</code>`)) ?? '';
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

test('a word is text, and a wide table goes on in another below', () => {
  const sentence = Array.from({ length: 40 }, (_, at) => (at === 20 ? '<b>x</b>' : `word${at}`)).join(' ');
  const { picture, text, sheet } = made({ ...lessons['five-minutes'].scene, sentence }, 20);
  assert.doesNotMatch(text, /<b>/);
  const weights = tablesIn(sectionOf(sheet, 'weights'));
  assert.ok(weights.length > 1);
  assert.equal(weights.flatMap(({ columns }) => columns).length, picture.tokens.length);
  for (const { columns } of weights) assert.ok(columns.join('').length < 110);
});

/** What the solver knows besides the sheet: the formulas, and which label of an axis is where. */
function keyOf(picture) {
  const { reader, scene, layer } = picture;
  const own = (all) =>
    all.filter(
      ({ name, layer: of }) =>
        of === Math.max(...all.filter((one) => one.name === name && one.layer <= layer).map((one) => one.layer)),
    );
  const tensors = [...own(reader.steps), ...own(reader.parameters)].map((tensor) => ({
    ...tensor,
    called: reader.called?.(tensor.name) ?? nameText(tensor.name),
  }));
  const labels = labelsOf(scene, picture.trace);
  const indexOf = (axis, label, tensor, head) => {
    if (['T', 'T_q', 'T_k'].includes(axis)) {
      const tokens = axis === 'T_k' ? reader.keyTokens : reader.tokens;
      return tokens.findIndex((_, index) => namedToken(tokens, index) === label);
    }
    if (axis.includes('·')) {
      const width = reader.symbols[axis.split('·')[1]];
      const [of, within] = label.includes('·') ? label.split('·').map(Number) : [(head ?? 0) + 1, Number(label)];
      return (of - 1) * width + within;
    }
    const named = labelsFor(tensor.name, scene, labels)[axis];
    return named === undefined ? Number(label) : named.findIndex((name) => visibleToken(name) === label);
  };
  const heads = (where) => {
    const said = where.map((text) => /^head (\d+) of/.exec(text)?.[1]).find((text) => text !== undefined);
    return said === undefined ? undefined : Number(said) - 1;
  };
  return { tensors, indexOf, heads };
}

/** Solves a scene's sheet and compares every answer with the printed one. Returns their number. */
function check(name, scene, query) {
  const { picture, sheet, answers } = made(scene, query);
  const key = keyOf(picture);
  const solved = solve(sheet, key);
  const printed = new Map();
  for (const { tables } of sectionsIn(answers))
    for (const { name: of, columns, rows } of tables)
      printed.set(of, [
        ...(printed.get(of) ?? []),
        ...rows.flatMap(({ cells }) => cells.map((text, at) => [columns[at], text])),
      ]);
  const own = new Map();
  for (const one of solved) own.set(one.called, [...(own.get(one.called) ?? []), one.value]);
  assert.deepEqual([...own.keys()], [...printed.keys()], name);
  const { digits } = picture;
  const unit = 10 ** -Number.parseInt(String(digits), 10);
  for (const [of, values] of own) {
    const texts = printed.get(of);
    assert.equal(values.length, texts.length, `${name}: ${of}`);
    for (const [at, value] of values.entries()) {
      const [label, text] = texts[at];
      const number = Number(text.replaceAll('−', '-').replace('∞', 'Infinity'));
      // Its numbers overflow in float32, on paper they do not.
      const overflows = scene.mistake === 'overflow-softmax' && Number.isNaN(number);
      const isSame =
        overflows || Object.is(number, value) || Math.abs(number - value) <= unit * 0.51 + Math.abs(value) * 0.002;
      assert.ok(isSame, `${name}: ${of} of ${label} is ${text}, the sheet gives ${value}`);
    }
  }
  picture.dispose();
  return solved.length;
}

test('every worksheet of the gallery and of the lessons can be solved from what is printed', () => {
  let answers = 0;
  const scenes = [
    ...gallery.map(({ id, scene }) => [id, scene]),
    ...Object.entries(lessons).map(([id, { scene }]) => [id, scene]),
  ];
  for (const [name, scene] of scenes) {
    const picture = computeResult(core, scene);
    const focus = scene.view?.focus ?? askingWord(picture);
    for (let layer = 0; layer < picture.layers; layer += 1)
      for (let head = 0; head < picture.heads; head += 1)
        answers += check(
          `${name}, layer ${layer}, head ${head}`,
          { ...scene, view: { ...scene.view, layer, head } },
          focus,
        );
    picture.dispose();
  }
  assert.ok(answers > 1000, String(answers));
});

test('an axis has the same labels in every table', () => {
  for (const [name, scene] of Object.entries(everyScene)) {
    const { picture, sheet } = made(scene, 0);
    const { tensors } = keyOf(picture);
    for (const { name: of, columns, rows } of sectionsIn(sheet).flatMap(({ tables }) => tables)) {
      const tensor = tensors.find(({ called }) => called === of);
      if (tensor === undefined || tensor.axes.length < 2) continue;
      for (const [axis, labels] of [
        [tensor.axes.at(-2), rows.map(({ label }) => label)],
        [tensor.axes.at(-1), columns],
      ]) {
        assert.equal(new Set(labels).size, labels.length, `${name}: ${of} has a label twice`);
        const isWords = ['T', 'T_q', 'T_k'].includes(axis);
        const tokens = axis === 'T_k' ? picture.keyTokens : picture.tokens;
        if (isWords)
          for (const label of labels)
            assert.ok(
              tokens.some((_, index) => namedToken(tokens, index) === label),
              `${name}: ${of}`,
            );
      }
    }
    picture.dispose();
  }
});
