import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { lessons } = await bundle('web/export/lessons.ts');
const { isLessonId, lessonIds, lessonIdsIn, loadLesson } = await bundle('web/lessons/catalogue.ts');
const { loadGlossary, loadText } = await bundle('web/i18n/lessons/texts.ts');
const {
  encodeScene,
  mistakes: mistakeNames,
  normalScene,
  parseScene,
  resolveTokens,
} = await bundle('web/scene/index.ts');
const mistakeWords = {
  en: { ...(await bundle('web/i18n/en/mistakes.ts')), ...(await bundle('web/i18n/en/mistake-reasons.ts')) },
  es: { ...(await bundle('web/i18n/es/mistakes.ts')), ...(await bundle('web/i18n/es/mistake-reasons.ts')) },
};

const { offersButton } = await bundle('web/page/shell/catalogue.ts');

const languages = ['en', 'es'];
const glossaries = { en: await loadGlossary('en'), es: await loadGlossary('es') };

/** Every text of a lesson in one language, by its place. */
function textsOf(text) {
  const pages = Object.entries(text.pages).flatMap(([id, page]) => [
    [`${id}: title`, page.title],
    [`${id}: body`, page.body],
    ...(page.onScreen === undefined ? [] : [[`${id}: onScreen`, page.onScreen]]),
    ...(page.do === undefined ? [] : [[`${id}: do`, page.do]]),
    ...Object.entries(page.predict ?? {}).map(([part, said]) => [`${id}: ${part}`, said]),
  ]);
  const challenges = Object.entries(text.challenges).flatMap(([id, challenge]) =>
    Object.entries(challenge).map(([part, said]) => [`${id}: ${part}`, said]),
  );
  return [['title', text.title], ['summary', text.summary], ['credit', text.credit], ...pages, ...challenges];
}

const withoutMarks = (said) =>
  said.replaceAll(/`([^`]+)`/g, '$1').replaceAll(/\[\[([\w-]+)(?:\|([^\]|]+))?\]\]/g, (_, key, shown) => shown ?? key);

describe('lessons', () => {
  it('have the button of a dialog among their controls if a page points at it', () => {
    for (const name of ['attention.mask.lab', 'decode']) {
      const pointing = lessonIds.filter((id) => lessons[id].pages.some(({ points }) => points === `control:${name}`));
      assert.ok(pointing.length > 0, name);
      const offering = lessonIds.filter((lesson) => offersButton({ view: { lesson } }, name));
      assert.deepEqual(offering, pointing, name);
      assert.ok(offersButton({}, name));
    }
  });

  it('are introductions, the five documents and the questions, in this order', () => {
    const ids = [
      'five-minutes',
      'five-minutes-es',
      'meaning-from-company',
      'how-it-learns',
      'masks',
      'decode-with-a-cache',
      'illustrated',
      'its-snowing',
      'scaling-and-masks',
      'keys-and-encoder',
      'music-transformer',
      'questions',
    ];
    assert.deepEqual(Object.keys(lessons), ids);
    assert.deepEqual(lessonIds, ids);
    assert.ok(isLessonId('illustrated') && !isLessonId('toString'));
    const without = (left) => ids.filter((id) => id !== left);
    assert.deepEqual(lessonIdsIn('en'), without('five-minutes-es'));
    assert.deepEqual(lessonIdsIn('es'), without('five-minutes'));
  });

  for (const [id, lesson] of Object.entries(lessons)) {
    const { source, pages, challenges, texts } = lesson;
    const scenes = [
      ...pages.flatMap((page) => (page.scene === undefined ? [] : [[page.id, page.scene]])),
      ...challenges.flatMap((challenge) => (challenge.start === undefined ? [] : [[challenge.id, challenge.start]])),
    ];

    it(`${id} knows its name, and its first page is the lesson's scene`, () => {
      assert.equal(lesson.id, id);
      assert.deepEqual(pages[0].scene, lesson.scene);
    });
    it(`${id} has scenes that are valid, in normal form, the same after JSON, and fit in a link`, () => {
      for (const [name, scene] of scenes) {
        assert.deepEqual(parseScene(scene), scene, name);
        assert.deepEqual(normalScene(scene), scene, name);
        assert.deepEqual(JSON.parse(JSON.stringify(scene)), scene, name);
        assert.equal(scene.view.lesson, id, name);
        assert.ok(scene.view.focus === undefined || scene.view.focus < resolveTokens(scene).length, name);
        assert.ok(encodeScene(scene).length < 8000, name);
      }
      assert.equal(encodeScene(lesson.scene), `lesson=${id}`);
    });
    const isQuestions = id === 'questions';
    it(`${id} has as many pages and challenges as fit a sitting, each named once`, () => {
      if (!isQuestions) assert.ok(pages.length >= 5 && pages.length <= 15);
      if (!isQuestions) assert.ok(challenges.length >= 2 && challenges.length <= 3);
      assert.equal(new Set(pages.map((page) => page.id)).size, pages.length);
      assert.equal(new Set(challenges.map((challenge) => challenge.id)).size, challenges.length);
      assert.ok(pages.filter((page) => page.predict !== undefined).length >= 1, 'asks before it shows');
      assert.ok(pages.filter((page) => page.until !== undefined).length >= 1, 'moves on when something is done');
    });
    for (const language of languages) {
      it(`${id} says in ${language} what its pages and challenges need, and nothing else`, () => {
        const text = texts[language];
        assert.deepEqual(
          Object.keys(text.pages),
          pages.map((page) => page.id),
        );
        assert.deepEqual(
          Object.keys(text.challenges),
          challenges.map((challenge) => challenge.id),
        );
        for (const page of pages) {
          const said = text.pages[page.id];
          assert.equal(said.predict !== undefined, page.predict !== undefined, page.id);
          assert.equal(said.do !== undefined, page.until !== undefined, page.id);
        }
      });
      it(`${id} is short plain text in ${language}, whose terms are in the glossary`, () => {
        for (const [place, said] of textsOf(texts[language])) checkMarks(place, said, language);
        for (const [name, { title, body, onScreen = '' }] of Object.entries(texts[language].pages)) {
          const words = withoutMarks(`${body} ${onScreen}`.trim()).split(/\s+/).length;
          assert.ok(words >= (isQuestions ? 25 : 55) && words <= 130, `${name}: ${words} words`);
          assert.ok(title.length <= (isQuestions ? 60 : 40), `${title}: ${title.length} characters`);
        }
      });
    }
    it(`${id} says where it is from, and how its text may be reused`, () => {
      assert.ok(source.title);
      assert.equal(source.licence, 'CC BY 4.0');
      assert.ok(source.links.some(({ url }) => url === 'https://arxiv.org/abs/1706.03762'));
      for (const { title, url } of source.links) {
        assert.ok(title);
        assert.equal(new URL(url).protocol, 'https:');
      }
    });
    it(`${id} can be loaded alone, and is the same in the package`, async () => {
      const alone = await loadLesson(id);
      const { title, summary, source, text, texts: all, ...rest } = lesson;
      const { credit, ...from } = source;
      assert.deepEqual({ ...rest, source: from }, alone);
      for (const language of languages) assert.deepEqual(await loadText(id, language), all[language]);
      assert.deepEqual([title, summary, credit], [all.en.title, all.en.summary, all.en.credit]);
      assert.deepEqual(
        text,
        Object.values(all.en.pages).map((page) => ({ title: page.title, body: page.body })),
      );
    });
  }
});

function checkMarks(place, said, language) {
  assert.ok(said.trim() === said && said.length > 0, place);
  for (const [, key] of said.matchAll(/\[\[([^\]|]*)(?:\|[^\]]*)?\]\]/g)) {
    assert.ok(Object.hasOwn(glossaries[language], key), `${place}: [[${key}]]`);
  }
  const plain = withoutMarks(said);
  assert.doesNotMatch(plain, /[<>`]|\[\[|\]\]|\]\(|\*\*/, place);
  // The page writes a minus sign before a number, not a hyphen.
  assert.doesNotMatch(plain, /(^|[\s[(])-\d/, place);
  if (language === 'es') assert.doesNotMatch(plain, /\b[Uu]sted(es)?\b/, place);
}

describe('the questions', () => {
  const { pages, texts } = lessons.questions;

  it('are 25, each with a scene of its own, and sources', () => {
    assert.equal(pages.length, 25);
    for (const { id, scene, sources } of pages) {
      assert.ok(scene !== undefined, id);
      assert.ok(sources.length > 0, id);
      for (const { title, url } of sources) assert.ok(title && new URL(url).protocol === 'https:', id);
    }
  });
  for (const language of languages) {
    it(`have in ${language} a question as their title, and an answer of three sentences`, () => {
      for (const [id, { title, predict }] of Object.entries(texts[language].pages)) {
        assert.match(title, /\?/, id);
        if (predict === undefined) continue;
        assert.match(predict.ask, /\?$/, id);
        const sentences = predict.reveal.split(/(?<=[.?!])\s+(?=\S)/);
        assert.equal(sentences.length, 3, `${id}: ${sentences.length}`);
      }
    });
  }
});

describe('the lesson on a Spanish sentence', () => {
  it('is on the one that the page opens with in Spanish, with the rows that the list of its words has', async () => {
    const { lookUpWords } = await bundle('web/scene/words.ts');
    const { gallery } = await bundle('web/i18n/es/gallery.ts');
    const { pages, challenges } = lessons['five-minutes-es'];
    for (const { scene = challenges[0].start } of [pages[0], challenges[0]]) {
      const { embedding, ...rest } = scene;
      const { learned, version: _, ...plain } = embedding;
      assert.ok(Object.keys(learned).length === 10);
      assert.deepEqual(await lookUpWords({ ...rest, embedding: plain }, 'es'), scene);
    }
    assert.equal(pages[0].scene.sentence, gallery.items.tired.sentence);
    assert.equal(challenges[0].start.sentence, gallery.items.wide.sentence);
  });

  it('is the lesson on the English one but for the words', () => {
    const shape = ({ pages, challenges }) =>
      JSON.parse(
        JSON.stringify({ pages, challenges }, (key, value) =>
          ['scene', 'start', 'is'].includes(key) && typeof value !== 'number' ? Object(value).view : value,
        ).replaceAll('five-minutes-es', 'five-minutes'),
      );
    assert.deepEqual(shape(lessons['five-minutes-es']), shape(lessons['five-minutes']));
  });
});

describe('the glossary', () => {
  it('has the same terms in every language, 25 or more', () => {
    assert.ok(Object.keys(glossaries.en).length >= 25);
    assert.deepEqual(Object.keys(glossaries.es), Object.keys(glossaries.en));
  });
  for (const language of languages) {
    it(`is short plain text in ${language}, whose own terms it explains`, () => {
      for (const [key, { term, text }] of Object.entries(glossaries[language])) {
        assert.ok(term.length > 0 && term.length < 40, key);
        checkMarks(key, text, language);
        assert.ok(text.length < 260, `${key}: ${text.length} characters`);
        assert.ok(!text.includes(`[[${key}]]`) && !text.includes(`[[${key}|`), `${key} is explained by itself`);
      }
    });
  }
});

describe('the words on mistakes', () => {
  for (const language of languages) {
    it(`say of each, in ${language}, why it is one`, () => {
      const { mistakes, mistakeReasons } = mistakeWords[language];
      for (const all of [mistakes, mistakeReasons]) assert.deepEqual(Object.keys(all).sort(), [...mistakeNames].sort());
      for (const name of mistakeNames) {
        assert.ok(mistakes[name].length > 0 && mistakes[name].length < 50, name);
        const words = mistakeReasons[name].split(/\s+/).length;
        assert.ok(words >= 40 && words <= 110, `${name}: ${words} words`);
      }
    });
  }
});
