import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { schemas } from '../../../src/toolchain/made-files.mjs';
import { bundle } from '../support/bundle.mjs';
import { matches } from '../support/formats.mjs';
import { changed, deep, example, exampleText, refused, refusedByReader } from './wrong-files.mjs';

const { lessons } = await bundle('web/export/lessons.ts');
const { loadLesson } = await bundle('web/lessons/catalogue.ts');
const { lessonText, readLesson, writeLesson } = await bundle('web/lessons/file.ts');
const { lessonLimits } = await bundle('web/lessons/limits.ts');
const { checkLesson } = await bundle('web/page/lessons/check-lesson.ts');
const { loadGlossary } = await bundle('web/i18n/lessons/texts.ts');
const core = await loadCore();
const made = await schemas();
const schema = JSON.parse(made['lesson.schema.json']);
const sceneSchema = JSON.parse(made['scene.schema.json']);
const isDescribed = (file) => matches(file, schema, sceneSchema);

const terms = Object.keys(await loadGlossary('en'));
const read = (file) => readLesson(typeof file === 'string' ? file : JSON.stringify(file), terms);

/** The thrown error. Fails if nothing was thrown. */
function thrownBy(act) {
  try {
    act();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was refused');
}

describe('a built-in lesson, written as a file and read again', () => {
  for (const [id, { texts }] of Object.entries(lessons)) {
    for (const [language, text] of Object.entries(texts)) {
      it(`is the same lesson, and in the published form: ${id}, ${language}`, async () => {
        const lesson = await loadLesson(id);
        const file = writeLesson(lesson, text, language);
        assert.ok(isDescribed(file));
        const written = lessonText(file);
        assert.deepEqual(JSON.parse(written), JSON.parse(JSON.stringify(file)));
        assert.ok(Buffer.byteLength(written) * 4 < lessonLimits.file);
        const own = read(written);
        assert.equal(own.language, language);
        assert.deepEqual(own.text, text);
        // It has another name, so that the two do not share progress.
        // There are no old links with numbers to a file.
        const { unnumbered: _, ...named } = lesson;
        const renamed = JSON.parse(JSON.stringify(named), (key, value) =>
          (key === 'lesson' || key === 'id') && value === id ? `file:${id}` : value,
        );
        assert.deepEqual(own.lesson, renamed);
        assert.deepEqual(Object.keys(own.text.pages), Object.keys(text.pages));
      });
    }
    it(`has scenes that can be computed, and the numbers it asks for: ${id}`, async () => {
      await checkLesson('en', { lesson: await loadLesson(id) }, core);
    });
  }
});

describe('the example of the guides, and the same in Spanish', () => {
  for (const name of ['web/docs/data/lessons/two-colours.json', 'tests/web/support/dos-colores.json']) {
    it(`open, and are in the published form: ${name}`, async () => {
      const text = await exampleText(name);
      assert.ok(isDescribed(JSON.parse(text)));
      const own = read(text);
      await checkLesson('en', own, core);
      assert.equal(own.lesson.id, `file:${basename(name, '.json')}`);
      assert.deepEqual(
        own.lesson.pages.map(({ id }) => id),
        ['vectors', 'score', 'mask'],
      );
      assert.deepEqual(own.lesson.scene.view, { focus: 1, lesson: own.lesson.id });
      assert.equal(own.lesson.source, undefined);
    });
  }
  it('may leave out all that is optional', () => {
    const { version, id, title, scene } = example;
    const least = { version, id, title, scene, pages: [{ id: 'a', title: 'A', body: 'Look.' }] };
    assert.ok(isDescribed(least));
    assert.deepEqual(read(least), {
      lesson: {
        id: 'file:two-colours',
        scene: { ...scene, view: { focus: 1, lesson: 'file:two-colours' } },
        pages: [{ id: 'a', scene: { ...scene, view: { focus: 1, lesson: 'file:two-colours' } } }],
        challenges: [],
      },
      text: { title, summary: '', credit: '', pages: { a: { title: 'A', body: 'Look.' } }, challenges: {} },
      language: null,
    });
  });
});

describe('a file that is no lesson', () => {
  for (const [what, [file, path, said]] of Object.entries({ ...refused, ...refusedByReader })) {
    it(`is refused with the place and the value: ${what}`, () => {
      const error = thrownBy(() => read(file));
      assert.equal(error.name, 'AttentionError', String(error.stack));
      assert.equal(error.path, path, error.message);
      assert.match(error.message.replace(` (${path})`, ''), said);
    });
  }
  it('is refused by lesson.schema.json as well', () => {
    for (const [what, [file]] of Object.entries(refused))
      assert.equal(isDescribed(typeof file === 'string' ? JSON.parse(file) : file), false, what);
  });
  it('is refused where its JSON is damaged, at its line and column', () => {
    const text = JSON.stringify(example, null, 1);
    assert.match(
      thrownBy(() => read('')).message,
      /^the text is not JSON: line 1, column 1: it ends where a value should be/,
    );
    assert.match(thrownBy(() => read('PK\u0003\u0004')).message, /line 1, column 1: a value should be here/);
    assert.match(
      thrownBy(() => read(text.slice(0, -1))).message,
      /^the text is not JSON: line \d+, column \d+: it ends/,
    );
    assert.match(
      thrownBy(() => read(text.replace('"version": 1', '"version": 1, "version": 1'))).message,
      /appears twice/,
    );
  });
  it('is refused where its conditions are too deep', () => {
    assert.match(
      thrownBy(() => read(changed(['pages', 2, 'until'], deep(40)))).message,
      /more than 32 nested brackets/,
    );
    assert.ok(read(changed(['pages', 2, 'until'], deep(20))));
  });
  it('puts nothing into what all objects have, and reads nothing from there', () => {
    const tricky = [
      [`{"__proto__": ${JSON.stringify(example)}}`, /^a lesson has no key "__proto__"/],
      [
        JSON.stringify(example).replace('"tensor":"scores"', '"__proto__":{"tensor":"scores"}'),
        /unknown key "__proto__"/,
      ],
      [
        JSON.stringify(example).replace('"scene":"/attention/mask/kind"', '"__proto__":{"scene":"/attention"}'),
        /none of the keys/,
      ],
      [JSON.stringify(example).replace('"kind":"identity"', '"__proto__":{"kind":"identity"}'), /kind is missing/],
    ];
    for (const [text, said] of tricky) assert.match(thrownBy(() => read(text)).message, said);
    const held = read(
      JSON.stringify(changed(['pages', 2, 'until', 'is'], 'X')).replace('"X"', '{"__proto__":{"seen":1}}'),
    );
    assert.deepEqual(Object.keys(held.lesson.pages[2].until.is), ['__proto__']);
    assert.equal({}.seen, undefined);
    assert.equal(held.lesson.pages[2].until.is.seen, undefined);
  });
  it('is refused where a scene cannot be computed, or has not what its page asks for', async () => {
    const wrong = [
      [changed(['scene', 'attention', 'heads'], 3), '/scene/attention/heads', /d_model 2 is not divisible by 3 heads/],
      [
        changed(['pages', 2, 'scene'], { ...example.scene, sentence: '', tokens: undefined }),
        '/pages/2/scene/sentence',
        /the sentence is empty|no tokens/,
      ],
      [
        changed(['challenges', 0, 'start'], { ...example.scene, mistake: 'zero-mask' }),
        '/challenges/0/start/mistake',
        /needs a mask/,
      ],
      [changed(['scene', 'view', 'focus'], 2), '/pages/0', /./],
      [changed(['pages', 1, 'at'], 99), '/pages/1', /./],
      [changed(['pages', 1, 'predict', 'index'], [0, 2, 1]), '/pages/1/predict', /scores\[0, 2, 1\]/],
      [changed(['pages', 1, 'predict', 'tensor'], 'magic'), '/pages/1/predict', /magic\[0, 1, 1\]/],
    ];
    for (const [file, path, said] of wrong) {
      await assert.rejects(checkLesson('en', read(file), core), (error) => {
        assert.equal(error.path, path, error.message);
        assert.match(error.message, said);
        return true;
      });
    }
  });
  it('says the same as its schema when a good one is damaged in one place', () => {
    const places = function* (value, path = []) {
      for (const [key, item] of Object.entries(Object(value))) {
        if (typeof value === 'string') return;
        yield [...path, key];
        yield* places(item, [...path, key]);
      }
    };
    let wrong = 0;
    for (const path of places(example)) {
      for (const value of [null, true, 7, -1, 1.5, '', 'x', [], {}, undefined]) {
        const file = changed(path, value);
        // A list with a hole is not JSON.
        if (value === undefined && Number.isInteger(Number(path.at(-1)))) continue;
        let error;
        try {
          read(file);
        } catch (thrown) {
          error = thrown;
        }
        if (/all must have the same|they must be equal|already used at |glossary has no/.test(error?.message ?? ''))
          continue;
        assert.equal(
          error === undefined,
          isDescribed(file),
          `${path.join('/')} ${JSON.stringify(value)}: ${error?.message}`,
        );
        wrong += error === undefined ? 0 : 1;
      }
    }
    assert.ok(wrong > 300, `only ${wrong} were refused`);
  });
});
