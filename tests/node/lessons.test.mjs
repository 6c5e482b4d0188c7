import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from './bundle.mjs';

const { lessons } = await bundle('web/lessons/index.ts');
const { normalScene, parseScene, resolveTokens } = await bundle('web/scene/index.ts');

describe('lessons', () => {
  it('are illustrated and its-snowing', () => {
    assert.deepEqual(Object.keys(lessons), ['illustrated', 'its-snowing']);
  });
  for (const [id, lesson] of Object.entries(lessons)) {
    it(`${id} knows its name, and so does its scene`, () => {
      assert.equal(lesson.id, id);
      assert.equal(lesson.scene.view.lesson, id);
    });
    it(`${id} has a scene that is valid, in normal form, and the same after JSON`, () => {
      assert.deepEqual(parseScene(lesson.scene), lesson.scene);
      assert.deepEqual(normalScene(lesson.scene), lesson.scene);
      assert.deepEqual(JSON.parse(JSON.stringify(lesson.scene)), lesson.scene);
      assert.equal(resolveTokens(lesson.scene).length, lesson.scene.embedding.x.length);
    });
    it(`${id} has three to five short pages of plain text, and says where it is from`, () => {
      assert.ok(lesson.title && lesson.summary);
      assert.ok(lesson.text.length >= 3 && lesson.text.length <= 5);
      for (const { title, body } of lesson.text) {
        assert.ok(title.length > 0 && title.length < 40, title);
        assert.ok(body.length > 100 && body.length < 600, `${title}: ${body.length}`);
        assert.doesNotMatch(body, /[<>]|\]\(|\*\*/);
      }
      const { source } = lesson;
      assert.ok(source.title && source.credit);
      assert.equal(source.licence, 'CC BY 4.0');
      assert.ok(source.links.some(({ url }) => url === 'https://arxiv.org/abs/1706.03762'));
      for (const { title, url } of source.links) {
        assert.ok(title);
        assert.equal(new URL(url).protocol, 'https:');
      }
    });
  }
  it('have the numbers of their sources', () => {
    const { illustrated } = lessons;
    assert.deepEqual(illustrated.scene.parameters.wK, [
      [0, 0, 1],
      [1, 1, 0],
      [0, 1, 0],
      [1, 1, 0],
    ]);
    assert.equal(illustrated.scene.attention.score, 'dot');
    assert.deepEqual(lessons['its-snowing'].scene.embedding.x[1], [-0.9, -0.1, 0]);
    assert.deepEqual(resolveTokens(lessons['its-snowing'].scene), ["It's", 'snowing', 'outside']);
  });
});
