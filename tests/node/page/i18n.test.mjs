import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';
import { root } from '../support/child.mjs';
import { lessonTemplates, templates, trainingTemplates } from './messages.mjs';

const { controlWords, fetchMessages, languageOf, languages, lazyModule, loadShare, messageOf, pageWords, translated } =
  await bundle('tests/node/page/words.ts');
const { defaultScene, decodeScene, parseScene } = await bundle('web/scene/index.ts');
const core = await loadCore();

/** The exports of the files in a language's folder. tests/node/lessons/ checks the texts of the lessons. */
async function messagesOf(code) {
  const files = await readdir(join(root, 'web/i18n', code), { recursive: true });
  const names = files
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.startsWith('lessons/texts/'));
  const modules = names.map(async (name) => [name, await bundle(`web/i18n/${code}/${name}`)]);
  return Object.fromEntries(await Promise.all(modules));
}
const said = new Map(await Promise.all(languages.map(async ({ code }) => [code, await messagesOf(code)])));

const isPart = (value) => typeof value === 'object' && value !== null;

/** Every text and function of a language with its path, with the index in lists. */
function* leaves(part, path = '') {
  for (const [key, value] of Object.entries(part)) {
    if (isPart(value)) yield* leaves(value, `${path}${key}.`);
    // English does not translate the core's messages, the names of measurements and the guides' tables.
    else if (
      !/^((training-)?problems\.ts|guide-tables\.ts|lessons\/files\.ts\.lessonFiles\.problems|docs\.ts\.(benchmarks\.names|guides\.described))\./.test(
        path,
      )
    )
      yield [`${path}${key}`, value];
  }
}

/** The text of a function of the page's words, for values of any kind. */
function spoken(say) {
  const kinds = ['a', 2, ['a', 'b'], null, { kind: 'causal' }];
  const tries = Array.from({ length: say.length }).reduce(
    (lists) => lists.flatMap((list) => kinds.map((kind) => [...list, kind])),
    [[]],
  );
  for (const values of tries) {
    try {
      const text = say(...values);
      if (typeof text === 'string') return text;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  throw new Error(`nothing satisfies ${say}`);
}

const slots = (text) => [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot).sort();

describe('what readers are asked to do', () => {
  it('is what a finger can do too: it presses, it does not point', async () => {
    for (const [code, pointing] of [
      ['en', /\bpoint at (a|any|the|each|it)\b/i],
      ['es', /\bapunta a\b/i],
    ]) {
      const folder = join(root, 'web/i18n', code);
      const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
      assert.ok(files.length > 30, `${files.length}`);
      for (const name of files) assert.doesNotMatch(await readFile(join(folder, name), 'utf8'), pointing, name);
    }
  });
});

describe('the languages of the page', () => {
  const english = new Map(leaves(said.get('en')));
  for (const [code, messages] of said) {
    const own = new Map(leaves(messages));
    it(`${code} says what English says, no more and no less`, () => {
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
  it('are found by their code and by a region, and by no other', () => {
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
  it('are English in a language that has not been fetched', () => {
    const paths = (part) => [...leaves(part)].map(([path]) => path);
    assert.deepEqual(paths(controlWords('en')), paths(said.get('en')['controls.ts'].controls));
    assert.equal(controlWords('en').heads, 'Heads');
    assert.equal(controlWords('es').heads, 'Heads');
  });
  it('are in any language that has been fetched, side by side', async () => {
    await fetchMessages('es');
    assert.equal(controlWords('es').heads, 'Cabezas');
    assert.equal(controlWords('en').heads, 'Heads');
    assert.deepEqual(pageWords('es').about.paragraphs, said.get('es')['page.ts'].page.about.paragraphs);
    assert.equal(pageWords('en').about.title, 'What self-attention is');
  });
  it('of a feature that is fetched later come in every language that was fetched before', async () => {
    const share = lazyModule(loadShare);
    const { shareWords } = await share.load();
    assert.equal(share.loaded.shareWords, shareWords);
    assert.equal(shareWords('es').title, 'Compartir esta escena');
    assert.equal(shareWords('en').title, 'Share this scene');
  });
});

describe('a lazy module', () => {
  it('is imported once, and again after a failure', async () => {
    let calls = 0;
    const module = lazyModule(async () => {
      calls += 1;
      if (calls === 1) throw new Error('not there');
      return calls;
    });
    await assert.rejects(module.load(), /not there/);
    assert.equal(module.loaded, null);
    assert.deepEqual(await Promise.all([module.load(), module.load()]), [2, 2]);
    assert.equal(module.loaded, 2);
  });
});

describe('messages of the core and the parser', () => {
  const attention = (change) => ({ ...defaultScene, attention: { ...defaultScene.attention, ...change } });
  const free = (heads, change = {}) => ({
    ...defaultScene,
    embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 144 },
    parameters: { kind: 'random', init: 'xavier', seed: 1 },
    attention: { heads, ...change },
  });
  const wrongs = [
    [() => core.attend(defaultScene, { lazy: 1 }), 'lazy es 1; tiene que ser true o false'],
    [() => core.attend(defaultScene).tensor('weights', { head: 3 }), 'head es 3; weights tiene cabezas de la 0 a la 2'],
    [() => core.attend(defaultScene).tensor('none'), /^la traza no tiene ningún tensor "none"; tiene: tokens, /],
    [() => core.attend(free(13)), 'd_model 144 no es divisible entre 13 cabezas'],
    [
      () => core.attend(free(12, { kvHeads: 5 })),
      /no pueden compartir 5 cabezas de clave\/valor: 12 no es múltiplo de 5/,
    ],
    [() => core.attend(attention({ temperature: 0 })), 'la temperatura es 0; tiene que ser un número mayor que 0'],
    [() => core.attend(attention({ softcap: -1 })), /^softcap es -1; tiene que ser/],
    [() => core.attend({ ...defaultScene, sentence: '' }), /está vacía; escribe una palabra|no hay tokens/],
    [
      () => core.attend({ ...defaultScene, sentence: 'word '.repeat(9000) }),
      'la frase tiene 9000 tokens; el límite es 8192 (los pesos de una cabeza ocuparían 309 MiB)',
    ],
    [
      () => core.attend({ ...defaultScene, encoder: { sentence: '…' } }),
      /^la frase del codificador solo tiene signos de puntuación/,
    ],
    [
      () => core.attend({ ...defaultScene, mistake: 'zero-mask' }),
      /^el error zero-mask necesita una máscara, y no hay/,
    ],
    [
      () => parseScene({ ...defaultScene, view: { digits: 9 } }),
      /^digits es 9; tiene que ser un número entero entre 0 y 8/,
    ],
    [
      () => decodeScene('lesson=none'),
      /^el "lesson" del enlace es "none": no hay tal lección; las lecciones son: five-minutes, /,
    ],
    [() => decodeScene('heads=many'), /: tiene que ser un número$/],
  ];
  for (const [act, wanted] of wrongs) {
    it(`is said in Spanish: ${wanted}`, async () => {
      let thrown;
      try {
        act();
      } catch (error) {
        thrown = error;
      }
      const what = messageOf(thrown);
      const english = thrown.message.replace(` (${thrown.path})`, '');
      assert.equal(translated('en', what), english);
      await fetchMessages('es');
      const spanish = translated('es', what);
      assert.equal(translated('en', what), english);
      if (typeof wanted === 'string') assert.equal(spanish, wanted);
      else assert.match(spanish, wanted);
    });
  }
  it('says what is wrong with a link in one language, with what is wrong with its scene', async () => {
    const wrong = {
      'heads=1.5': 'el "heads" del enlace es "1.5": heads es 1.5; tiene que ser un número entero entre 1 y 64',
      'layers=9': 'el "layers" del enlace es "9": layers es 9; tiene que ser un número entero entre 1 y 6',
      'heads=': 'el "heads" del enlace es "": falta heads; tiene que ser un número entero entre 1 y 64',
      'positions=rope.x': 'el "positions" del enlace es "rope.x": ahí no puede seguir nada al punto',
      'encoder=a&encoder.tokens=b': 'la escena del enlace está mal: están tokens y sentence; deja solo uno',
      'v=9': 'el "v" del enlace es "9": solo se pueden leer enlaces de la versión 1',
    };
    await fetchMessages('es');
    for (const [link, spanish] of Object.entries(wrong)) {
      assert.throws(
        () => decodeScene(link),
        (error) => {
          assert.equal(translated('es', messageOf(error)), spanish);
          return true;
        },
      );
    }
  });
  it('has Spanish for every sentence in the sources, and no unused Spanish', () => {
    assert.ok(templates.length > 150, `only ${templates.length} sentences were found`);
    assert.deepEqual(Object.keys(said.get('es')['problems.ts'].problems).sort(), [...new Set(templates)].sort());
  });
  it('has Spanish for the messages of a lesson’s check', () => {
    const { problems } = said.get('es')['lessons/files.ts'].lessonFiles;
    const shared = Object.keys(said.get('es')['problems.ts'].problems);
    const own = lessonTemplates.filter((template) => /[a-z]/.test(template) && !shared.includes(template));
    assert.ok(own.length > 15, `only ${own.length} sentences were found`);
    assert.deepEqual(Object.keys(problems).sort(), [...new Set(own)].sort());
  });
  it('has Spanish for the messages of gradients and training', () => {
    const { trainingProblems } = said.get('es')['training-problems.ts'];
    const shared = Object.keys(said.get('es')['problems.ts'].problems);
    const own = trainingTemplates.filter((template) => /[a-z]/.test(template) && !shared.includes(template));
    assert.ok(own.length > 15, `only ${own.length} sentences were found`);
    assert.deepEqual(Object.keys(trainingProblems).sort(), [...new Set(own)].sort());
  });
  it('has as many blanks as numbers', () => {
    const holes = (text) => text.split('{}').length;
    const { problems } = said.get('es')['problems.ts'];
    const { problems: ofLessons } = said.get('es')['lessons/files.ts'].lessonFiles;
    const { trainingProblems } = said.get('es')['training-problems.ts'];
    for (const [english, spanish] of Object.entries({ ...problems, ...ofLessons, ...trainingProblems })) {
      assert.equal(holes(spanish), holes(english), english);
    }
  });
});
