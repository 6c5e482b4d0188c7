// The scenes that a lesson opens: for a link to a page, for the next page, and with the answers that are still hidden.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';

const { lessons } = await bundle('web/export/lessons.ts');
const { linkedScene, sceneAt, withChoices } = await bundle('web/lessons/course.ts');
const { itemsOf } = await bundle('web/lessons/items.ts');
const { sceneOfLink } = await bundle('web/lessons/link.ts');
const { askedOn, hideAnswers } = await bundle('web/page/lessons/hidden-answer.ts');
const { computeResult } = await bundle('web/trace/whole-result.ts');
const { readRow } = await bundle('web/trace/row-sentence.ts');
const { decodeScene, encodeScene } = await bundle('web/scene/index.ts');
const core = await loadCore();

const lesson = lessons['scaling-and-masks'];
const indexOf = (id, { pages } = lesson) => pages.findIndex((page) => page.id === id);

describe('a link to a page of a lesson', () => {
  it('opens the page’s own scene, whatever it says of the view', () => {
    const own = sceneAt(lesson, indexOf('whole-matrix'));
    const open = (keys) => linkedScene(lesson, decodeScene(`lesson=scaling-and-masks&page=whole-matrix${keys}`));
    assert.deepEqual(open(''), own);
    assert.deepEqual(open('&digits=8'), { ...own, view: { ...own.view, digits: 8 } });
    assert.deepEqual(open('&focus=2&notation=scientific'), {
      ...own,
      view: { ...own.view, focus: 2, notation: 'scientific' },
    });
  });

  it('keeps the numbers that it changes, as in every release', () => {
    const link = 'lesson=scaling-and-masks&page=whole-matrix&temperature=2';
    const scene = decodeScene(link);
    assert.deepEqual(linkedScene(lesson, scene), scene);
  });

  it('is the link of the scene that it opens', () => {
    for (const own of Object.values(lessons))
      for (const index of itemsOf(own).keys()) {
        const scene = sceneAt(own, index);
        assert.deepEqual(linkedScene(own, scene), scene);
        assert.deepEqual(linkedScene(own, decodeScene(encodeScene(scene))), scene, `${own.id} ${index}`);
      }
  });

  it('is read the same in an embed and by the command', async () => {
    const scene = await sceneOfLink('#lesson=scaling-and-masks&page=whole-matrix&digits=8');
    assert.equal(scene.mistake, 'whole-matrix-softmax');
    assert.equal(scene.view.digits, 8);
    assert.equal((await sceneOfLink('#lesson=scaling-and-masks')).mistake ?? null, null);
    assert.equal((await sceneOfLink('#lesson=scaling-and-masks&page=nowhere')).mistake ?? null, null);
  });
});

describe('the next page of a lesson', () => {
  const [given, rows] = [sceneAt(lesson, indexOf('given')), sceneAt(lesson, indexOf('rows'))];

  it('has the digits and the notation that the reader chose', () => {
    const chosen = { ...given, view: { ...given.view, digits: 8, notation: 'scientific' } };
    const next = withChoices(rows, chosen, given);
    assert.deepEqual(next, { ...rows, view: { ...rows.view, digits: 8, notation: 'scientific' } });
    // And so has the page after it.
    const last = sceneAt(lesson, indexOf('encoder'));
    assert.equal(withChoices(last, next, rows).view.digits, 8);
  });

  it('has its own if the reader chose none', () => {
    assert.deepEqual(withChoices(rows, given, given), rows);
    const music = lessons['music-transformer'];
    const [batch, notes] = ['batch', 'notes'].map((id) => sceneAt(music, indexOf(id, music)));
    assert.equal(batch.view.digits, 4);
    assert.deepEqual(withChoices(notes, batch, batch), notes);
    assert.deepEqual(withChoices(batch, notes, notes), batch);
  });
});

describe('the answer of a later page', () => {
  const read = (own, index, answered = []) => {
    const scene = sceneAt(own, index);
    const asked = askedOn(own, scene, (id) => answered.includes(id));
    const whole = computeResult(core, scene);
    const result = asked.length === 0 ? whole : whole.withHiddenAnswer(hideAnswers(asked));
    const { text } = readRow('en', result.row(result.head, scene.view.focus));
    whole.dispose();
    return text;
  };

  for (const [id, last] of [
    ['illustrated', 'softmax'],
    ['its-snowing', 'weights'],
    ['keys-and-encoder', 'shares'],
    ['music-transformer', 'scaled'],
  ])
    it(`${id}: is in no sentence of the pages before it that have the same numbers`, () => {
      const own = lessons[id];
      const until = indexOf(last, own);
      const asks = sceneAt(own, until);
      for (let index = 0; index < until; index += 1) {
        const isSame = JSON.stringify({ ...sceneAt(own, index), view: 0 }) === JSON.stringify({ ...asks, view: 0 });
        // A page may ask a question of its own.
        if (isSame) assert.match(read(own, index), /later page|^Guess/, own.pages[index].id);
      }
      assert.match(read(own, 0), /later page/);
      assert.match(read(own, until), /^Guess/);
      assert.doesNotMatch(read(own, until, [last]), /later page|^Guess/);
    });
});

describe('a scene that rounds its weights', () => {
  it('speaks of the rounded ones', () => {
    const { illustrated } = lessons;
    const scene = sceneAt(illustrated, indexOf('multiply', illustrated));
    const result = computeResult(core, scene);
    assert.deepEqual([...result.row(0, 0).weights].slice(0, 3), [0, 0.5, 0.5]);
    assert.match(readRow('en', result.row(0, 0)).text, /50/);
    result.dispose();
  });
});

describe('a row that a mistake leaves next to nothing', () => {
  it('is not said to look at one key', () => {
    const music = lessons['music-transformer'];
    const result = computeResult(core, sceneAt(music, indexOf('whole-matrix', music)));
    assert.doesNotMatch(readRow('en', result.row(0, 0)).text, /D♯5/);
    result.dispose();
  });
});
