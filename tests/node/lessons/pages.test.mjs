// Which page a link opens: by its name, or by its number in old links.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { lessons } = await bundle('web/export/lessons.ts');
const { indexOf, itemsOf, turnedTo } = await bundle('web/lessons/items.ts');
const { decodeScene, encodeScene } = await bundle('web/scene/index.ts');
const golden = JSON.parse(await readFile(new URL('../../golden/lesson-pages.json', import.meta.url), 'utf8'));

describe('the page of a link', () => {
  it('is the one that its number meant before pages had names', () => {
    assert.deepEqual(Object.keys(golden.pages).toSorted(), Object.keys(lessons).toSorted());
    for (const [id, pages] of Object.entries(golden.pages)) {
      for (const [number, page] of pages.entries()) {
        const { view } = decodeScene(`lesson=${id}&page=${number}`);
        assert.equal(itemsOf(lessons[id])[indexOf(lessons[id], view.page)]?.id, page, `${id}: ${number}`);
      }
      assert.equal(indexOf(lessons[id], pages.length), -1);
    }
  });

  it('is the one that it names, whose name the link of a page has', () => {
    for (const lesson of Object.values(lessons)) {
      const ids = itemsOf(lesson).map((item) => item.id);
      assert.equal(new Set(ids).size, ids.length, lesson.id);
      for (const [index, id] of ids.entries()) {
        assert.equal(indexOf(lesson, id), index);
        const view = turnedTo({ ...lesson.scene.view, page: 'elsewhere' }, lesson, index);
        const link = encodeScene({ ...lesson.scene, view });
        assert.equal(link, index === 0 ? `lesson=${lesson.id}` : `lesson=${lesson.id}&page=${id}`);
        assert.equal(indexOf(lesson, decodeScene(link).view?.page), index);
      }
      assert.equal(indexOf(lesson, 'no-such-page'), -1);
      assert.equal(indexOf(lesson, undefined), 0);
    }
  });

  it('of a lesson of one’s own may be called by digits', () => {
    const lesson = { ...lessons.illustrated, pages: [{ id: 'a' }, { id: '7' }], challenges: [], unnumbered: [] };
    const view = { ...lesson.scene.view, page: '7' };
    const link = encodeScene({ ...lesson.scene, view });
    assert.equal(decodeScene(link).view.page, '7');
    assert.equal(indexOf(lesson, '7'), 1);
  });
});
