import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from './bundle.mjs';

const { languages, languageOf } = await bundle('web/i18n/languages.ts');
const { speak, words } = await bundle('web/i18n/words.ts');
const said = new Map(await Promise.all(languages.map(async ({ code, load }) => [code, await load()])));

const isPart = (value) => typeof value === 'object' && value !== null;

/** Every text and function of a language with its path; lists count by their places. */
function* leaves(part, path = '') {
  for (const [key, value] of Object.entries(part)) {
    if (isPart(value)) yield* leaves(value, `${path}${key}.`);
    else yield [`${path}${key}`, value];
  }
}

/** What a function of the page's words gives, whichever kinds of values it needs. */
function spoken(say) {
  const kinds = ['a', 2, ['a', 'b'], null];
  const tries = Array.from({ length: say.length }).reduce(
    (lists) => lists.flatMap((list) => kinds.map((kind) => [...list, kind])),
    [[]],
  );
  for (const values of tries) {
    try {
      return say(...values);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  throw new Error(`nothing satisfies ${say}`);
}

const slots = (text) => [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot).sort();

describe('the languages of the page', () => {
  const english = new Map(leaves(said.get('en')));
  for (const [code, messages] of said) {
    const own = new Map(leaves(messages));
    it(`${code} says what English says, no more and no less`, () => {
      assert.equal(messages.lang, code);
      assert.deepEqual([...own.keys()].sort(), [...english.keys()].sort());
    });
    it(`${code} needs the same to say it, and has no empty text`, () => {
      for (const [path, value] of own) {
        const theirs = english.get(path);
        assert.equal(typeof value, typeof theirs, path);
        if (typeof value === 'function') {
          assert.equal(value.length, theirs.length, path);
          assert.match(spoken(value), /\S/, path);
        } else {
          assert.match(value, /\S/, path);
          assert.deepEqual(slots(value), slots(theirs), path);
        }
      }
    });
  }
  it('are found by their code, by a region of theirs, and by no other', () => {
    assert.equal(languageOf('es')?.code, 'es');
    assert.equal(languageOf('es-MX')?.code, 'es');
    assert.equal(languageOf('EN-gb')?.code, 'en');
    assert.equal(languageOf('est'), null);
    assert.equal(languageOf(''), null);
  });
  it('are translated: hardly a sentence is the same in two of them', () => {
    const spanish = new Map(leaves(said.get('es')));
    const same = [...english].filter(
      ([path, text]) => typeof text === 'string' && / \w+ \w+ /.test(text) && spanish.get(path) === text,
    );
    assert.deepEqual(
      same.map(([path]) => path),
      [],
    );
  });
});

describe('the words', () => {
  it('change in place: who holds a part of them sees it', async () => {
    const { controls } = words;
    assert.equal(controls.heads, 'Heads');
    assert.equal(await speak('es'), true);
    assert.equal(words.lang, 'es');
    assert.equal(words.controls, controls);
    assert.equal(controls.heads, 'Cabezas');
    assert.equal(await speak('en-GB'), true);
    assert.deepEqual([words.lang, controls.heads], ['en', 'Heads']);
  });
  it('stay as they are for a language that is not spoken', async () => {
    assert.equal(await speak('tlh'), false);
    assert.equal(words.lang, 'en');
  });
  it('are those asked for last, whichever comes first', async () => {
    const [spanish, english] = await Promise.all([speak('es'), speak('en')]);
    assert.deepEqual([spanish, english, words.lang], [false, true, 'en']);
  });
});
