// The guides: every file they show exists, every link leads somewhere, the tables match the code, and the examples run.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { schemas } from '../../../src/toolchain/made-files.mjs';
import { guideSources } from '../../../src/toolchain/site/guides.mjs';
import { bundle } from '../support/bundle.mjs';
import { module, root } from '../support/child.mjs';

const sources = await guideSources();
const { guidePages } = await bundle('web/docs/guides.ts');
const { coreLimits, limitTexts, tables } = await bundle('web/docs/tables.ts');
const { guides: english } = await bundle('web/i18n/en/docs.ts');
const { guideTables } = await bundle('web/i18n/es/guide-tables.ts');
const { lessons } = await bundle('web/export/lessons.ts');
const { lessonIdsIn } = await bundle('web/lessons/catalogue.ts');
const { elementLimits } = await bundle('web/element/source.ts');
const files = { style: '../assets/docs.css', icon: '../assets/icon.svg', page: '../' };
const pages = new Map(guidePages(sources, files));
const names = sources.pages.map(([name]) => name).filter((name) => !name.includes('.'));
const textOf = (name) => new Map(sources.pages).get(name);
const languages = ['', '.es'];
// Files beside the guides in the built site.
const others = new Set(['../', '../?lang=es', files.style, files.icon, 'benchmarks.html', 'benchmarks.es.html']);
for (const name of Object.keys(await schemas())) others.add(`../${name}`);

describe('the guides', () => {
  it('have a plan for every page and challenge of every lesson', () => {
    for (const [file, lang] of [
      ['teaching.html', 'en'],
      ['teaching.es.html', 'es'],
    ]) {
      const shown = lessonIdsIn(lang);
      for (const { texts, pages: own, challenges } of shown.map((id) => lessons[id])) {
        const { title } = texts[lang];
        assert.equal(pages.get(file).split(`<td>${title}</td>`).length - 1, own.length + challenges.length + 1, title);
      }
    }
  });
  for (const [name, page] of pages) {
    it(`${name} has no hole, and nothing that the policy forbids`, () => {
      // Code may contain anything.
      const prose = page.replace(/<code>[\s\S]*?<\/code>/g, '');
      assert.doesNotMatch(prose, /\{\{|undefined|\[object| style=|<script|<style|javascript:/);
      assert.equal(prose.match(/<h1/g).length, 1);
      assert.match(page, /<title>[^<]+<\/title>\s*<meta name="description" content="[^"]{20,}"/);
      const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      assert.equal(new Set(ids).size, ids.length);
      const labels = [...page.matchAll(/ aria-label="([^"]*)"/g)].map(([, label]) => label);
      assert.equal(new Set(labels).size, labels.length, 'two regions have one name');
    });

    it(`${name}: every link leads somewhere`, () => {
      for (const [, href] of page.matchAll(/ href="([^"]*)"/g)) {
        if (/^https:\/\//.test(href) || others.has(href)) continue;
        const [file, id] = href.split('#');
        const [, question] = /^(?:lesson=questions&$)/.test(id ?? '') ? /page=([\w-]+)$/.exec(href) : [];
        if (others.has(file) && lessons.questions.pages.some((one) => one.id === question)) continue;
        const target = file === '' ? page : pages.get(file);
        assert.ok(target, `${name} leads to ${href}`);
        if (id !== undefined && id !== 'main') assert.ok(target.includes(` id="${id}"`), `${name} leads to ${href}`);
      }
    });
  }

  it('the index leads to every guide', () => {
    for (const name of pages.keys()) {
      const index = name.endsWith('.es.html') ? 'index.es.html' : 'index.html';
      if (name !== index) assert.ok(pages.get(index).includes(`href="${name}"`), name);
    }
  });
  it('lead to each other in their languages, and home in their own', () => {
    for (const name of names) {
      const [english, spanish] = [pages.get(`${name}.html`), pages.get(`${name}.es.html`)];
      assert.match(english, /<html lang="en">/);
      assert.match(spanish, /<html lang="es">/);
      assert.ok(english.includes(`<a href="${name}.es.html" lang="es" hreflang="es">Español</a>`), name);
      assert.ok(spanish.includes(`<a href="${name}.html" lang="en" hreflang="en">English</a>`), name);
      assert.ok(spanish.includes('<a href="../?lang=es">Autoatención, en vivo</a>'), name);
    }
  });
});

describe('a guide in another language', () => {
  const parts = (name) => {
    const text = textOf(name);
    const code = [...text.matchAll(/^(`{3,})[\s\S]*?\n\1$/gm)].map(([block]) => block);
    const prose = code.reduce((rest, block) => rest.replace(block, ''), text);
    return {
      code,
      depths: [...prose.matchAll(/^#+(?= )/gm)].map(([signs]) => signs.length),
      tables: prose.match(/\{\{[^}]*\}\}/g),
      rows: prose.match(/^\|/gm)?.length,
      items: prose.match(/^(?:- |\*\*)/gm)?.length,
      links: [...prose.matchAll(/\]\((?:\w|\.\.\/)[^)]*\)/g)].length,
    };
  };
  for (const name of names) {
    it(`${name}.es has the code, the sections and the tables of ${name}`, () => {
      assert.deepEqual(parts(`${name}.es`), parts(name));
    });

    it(`${name}.es leads to guides in its language`, () => {
      for (const [, href] of textOf(`${name}.es`).matchAll(/\]\((\w[^):]*\.html[^)]*)\)/g))
        assert.match(href, /^\w+\.es\.html(#|$)/);
    });
  }

  it('the tables’ translations are complete, and none is unused', () => {
    const asked = new Set();
    tables({ ...english, described: new Proxy(guideTables, { get: (_, text) => asked.add(text) && text }) });
    assert.deepEqual(Object.keys(guideTables).sort(), [...asked].sort());
  });
});

describe('the examples of the guides', () => {
  // They are the same in other languages.
  for (const name of names) {
    const text = textOf(name);
    for (const [, code] of text.matchAll(/^```js\n([\s\S]*?)\n```$/gm)) {
      // The others need a page, or are settings of another program. tests/hosts builds sites with some of them.
      if (!code.includes("from 'self-attention/") || /document|\?url|element\./.test(code)) continue;
      it(`${name}: ${code.split('\n')[0]}`, async () => {
        const { code: exit, stderr } = await module(code);
        assert.equal(exit, 0, stderr);
      });
    }
  }
});

describe('the scenes that the guides give to an element', () => {
  it('a change of a scene is a scene, with the words and the mask that it asks for, of every lesson', async () => {
    const { defaultScene, parseScene } = await bundle('web/scene/index.ts');
    const { lessons } = await bundle('web/export/lessons.ts');
    const [, embed] = sources.pages.find(([name]) => name === 'embed');
    const [code, ...others] = embed
      .match(/^```js\n[\s\S]*?\n```$/gm)
      .map((block) => block.slice('```js\n'.length, -'\n```'.length))
      .filter((block) => block.includes('element.scene ='));
    assert.equal(others.length, 0);
    const element = { exportImage: async () => new Blob(), reset: () => undefined };
    const document = { createElement: () => element, body: { append: () => undefined } };
    // The guide's example, run as copied text.
    const text = code.replace(/^import .*$/m, '').replace('console.log', 'void ');
    const example = new Function('document', 'defaultScene', `return (async () => {${text}})()`);
    for (const { scene } of [{ scene: defaultScene }, ...Object.values(lessons)]) {
      // The example sets its own words.
      const { tokens: _, ...changed } = scene;
      await example(document, changed);
      assert.notEqual(element.scene, changed);
      const { sentence, attention } = parseScene(element.scene);
      assert.deepEqual([sentence, attention.mask.kind], ['We read a book', 'causal']);
      const mask = { kind: 'causal' };
      assert.deepEqual(attention, parseScene({ ...scene, attention: { ...scene.attention, mask } }).attention);
    }
  });
});

describe('the guides’ statements about the pictures', () => {
  it('is true of the lesson “it’s snowing outside”: at which word each looks most', async () => {
    const { lessons } = await bundle('web/export/lessons.ts');
    const trace = (await loadCore()).attend(lessons['its-snowing'].scene);
    const { data } = trace.tensor('weights', { head: 0 });
    const rows = trace.tokens.map((_, row) => [...data.subarray(row * 3, row * 3 + 3)]);
    assert.deepEqual(
      rows.map((row) => trace.tokens[row.indexOf(Math.max(...row))]),
      ['snowing', 'snowing', 'outside'],
    );
    const said = sources.pages.flatMap(([, text]) => text.match(/“it’s snowing outside”: [^.]*\./g) ?? []);
    assert.ok(said.length > 3);
    for (const text of said)
      assert.equal(text, '“it’s snowing outside”: “It’s” looks most at “snowing”, each other word at itself.');
  });
});

describe('the tables of what can be relied on', () => {
  const references = languages.map((lang) => [textOf(`reference${lang}`), pages.get(`reference${lang}.html`)]);

  it('every limit of the core is read', () => {
    const header = readFileSync(join(root, 'src/limits.hpp'), 'utf8');
    const numbers = coreLimits(header);
    assert.equal(Object.keys(numbers).length, header.match(/constexpr/g).length);
    assert.equal(numbers.max_scene_bytes, 128 * 2 ** 20);
    for (const [text, page] of references) {
      for (const value of ['8192', '128 MiB', '512 MiB']) assert.ok(page.includes(value), value);
      for (const name of limitTexts(header).keys()) assert.ok(text.includes(`{{${name}}}`), name);
    }
  });

  it('every error code is there', async () => {
    const { errorCodes } = await bundle('web/scene/error-codes.ts');
    for (const [, page] of references)
      for (const code of Object.keys(errorCodes)) assert.ok(page.includes(`<code>${code}</code>`), code);
  });

  it('every code that only an element has is there', () => {
    const read = (file) => readFileSync(join(root, 'web/element', file), 'utf8');
    const [, refused] = /class Refused[\s\S]*?readonly code: ([^,]+),/.exec(read('source.ts'));
    const [, load] = /const problem = \{ code: '(\w+)'/.exec(read('element.ts'));
    const codes = [...refused.matchAll(/'(\w+)'/g)].map(([, code]) => code);
    for (const [text] of references) {
      const [, table] = /\n\{\{errors\}\}\n([\s\S]*?)\n## /.exec(text);
      assert.deepEqual(
        [...table.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code),
        [...codes, load],
      );
    }
  });

  it('the limits of an element are said', () => {
    const { tokens, weights } = elementLimits;
    assert.equal(`${tokens} ${weights}`, `512 ${2 ** 22}`);
    for (const [, page] of references) {
      assert.match(page, /<td>512<\/td>\s*<td><code>web\/element\/source\.ts/);
      assert.match(page, /<td>4.194.304<\/td>\s*<td><code>web\/element\/source\.ts/);
    }
  });

  it('the README cites this release', () => {
    assert.ok(readFileSync(join(root, 'README.md'), 'utf8').includes(`version = {${sources.version}}`));
  });

  it('the versions that hosts are tested with are those installed', () => {
    for (const [name, version] of Object.entries(sources.hosts)) {
      const file = join(root, 'tests/hosts/node_modules', name, 'package.json');
      // Another version of a package has an alias: `npm:vite@5.4.21`.
      const expected = version.slice(version.lastIndexOf('@') + 1);
      if (existsSync(file)) assert.equal(JSON.parse(readFileSync(file, 'utf8')).version, expected);
    }
  });
});
