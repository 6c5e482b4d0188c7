import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { themeColours } = await bundle('web/views/shared/theme-colours.ts');

const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('web/element/custom-elements.json'));
const [{ declarations }] = manifest.modules;
const [own] = declarations;
const names = (list) => list.map(({ name }) => name);
const sources = readdirSync(new URL('../../../web/element', import.meta.url))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => read(`web/element/${file}`))
  .join('\n');

/** The fallback of each custom property that a style sheet reads. */
function defaultsIn(text, name) {
  const found = new Set();
  for (const { index, 0: opening } of text.matchAll(new RegExp(`var\\(${name}, `, 'g'))) {
    const from = index + opening.length;
    let depth = 1;
    let to = from;
    for (; depth > 0 && to < text.length; to += 1) depth += { '(': 1, ')': -1 }[text[to]] ?? 0;
    found.add(text.slice(from, to - 1));
  }
  return found;
}

// Without a DOM the import must do nothing.
const { SelfAttentionElement } = await bundle('web/element/define.ts');

describe('the element where there is no DOM', () => {
  it('is a class that can be imported, and defines nothing', () => {
    assert.equal(typeof SelfAttentionElement, 'function');
    assert.equal(SelfAttentionElement.version, JSON.parse(read('package.json')).version);
  });
});

describe('the Custom Elements Manifest', () => {
  it('has the attributes that the class observes, and their properties', () => {
    const attributes = names(own.attributes);
    // `loading` is also read when the element is added to a page.
    assert.deepEqual([...attributes].sort(), [...SelfAttentionElement.observedAttributes].sort());
    const fields = own.members.filter(({ kind, static: fixed }) => kind === 'field' && !fixed);
    for (const { name } of fields) assert.ok(name in SelfAttentionElement.prototype, name);
    for (const name of attributes) if (name !== 'lang') assert.ok(names(fields).includes(name), name);
  });

  it('names every lesson', async () => {
    const { lessonIds } = await bundle('web/scene/lesson-scenes.ts');
    const { type } = own.attributes.find(({ name }) => name === 'lesson');
    assert.equal(type.text, lessonIds.map((id) => `'${id}'`).join(' | '));
  });

  it('has the methods of the class', () => {
    for (const { name, static: fixed, kind } of own.members) {
      if (kind !== 'method') continue;
      assert.equal(typeof (fixed ? SelfAttentionElement : SelfAttentionElement.prototype)[name], 'function', name);
    }
    const callbacks = ['connectedCallback', 'disconnectedCallback', 'adoptedCallback', 'attributeChangedCallback'];
    const internal = ['constructor', ...callbacks, 'given', 'emit'];
    const there = Object.getOwnPropertyNames(SelfAttentionElement.prototype).filter((name) => !internal.includes(name));
    assert.deepEqual(
      there.filter((name) => !names(own.members).includes(name)),
      [],
    );
  });

  it('has the events that are dispatched', () => {
    const dispatched = [...sources.matchAll(/\.emit\('([\w-]+)'/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(dispatched)].sort(), names(own.events).sort());
    assert.doesNotMatch(sources, /bubbles: true/);
  });

  it('has the parts that there are', async () => {
    const { partNames } = await bundle('web/export/attribute-values.ts');
    const fixed = [...sources.matchAll(/\bpart(?:\.add\(|=)['"]([\w-]+)['"]/g)].map(([, name]) => name);
    // Each view that `show` names has a box of that name.
    assert.match(sources, /class=\$\{box\} part=\$\{name\}/);
    assert.deepEqual([...new Set([...fixed, ...partNames])].sort(), names(own.cssParts).sort());
  });

  it('has the custom properties that style sheets read, with the defaults that they have', () => {
    const views = readdirSync(new URL('../../../web/views', import.meta.url), { recursive: true })
      .filter((file) => /(styles|palette|tokens|formula-view)\.ts$/.test(file) && !/overview|plots|long/.test(file))
      .map((file) => read(`web/views/${file}`))
      .join('\n');
    const used = new Set([...`${sources}${views}`.matchAll(/var\((--sa-[a-z-]+)/g)].map(([, name]) => name));
    // Properties that the element or the page sets on a view's own box are internal.
    for (const name of ['--sa-tokens-max', '--sa-token-height', '--sa-token-padding', '--sa-touch']) used.delete(name);
    const described = new Map(own.cssProperties.map(({ name, default: usual }) => [name, usual]));
    const syntaxOf = new Map(own.cssProperties.map(({ name, syntax }) => [name, syntax]));
    assert.deepEqual(
      [...used].filter((name) => !described.has(name)),
      [],
    );
    for (const [name, usual] of described) {
      const [plain, dark] = usual.split('; dark: ');
      if (dark === undefined) {
        assert.ok(used.has(name), name);
        const said = defaultsIn(sources, name);
        const defaults = said.size > 0 ? said : defaultsIn(views, name);
        assert.ok(defaults.has(usual), `${name}: ${usual}, but ${[...defaults].join(' and ')}`);
        // Lists of fonts may differ. Lengths are the same everywhere.
        if (syntaxOf.get(name) === '<length>') assert.equal(defaults.size, 1, name);
      } else
        assert.deepEqual(
          ['light', 'dark'].map((theme) => themeColours[theme][name.replace('--sa-', '')]),
          [plain, dark],
          name,
        );
    }
  });
});

describe('the colours of the element', () => {
  it('are those of the page, by day and by night', () => {
    const page = read('web/page/styles/page.css');
    const pairs = [...page.matchAll(/--sa-([a-z-]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\);/g)];
    const own = [themeColours.light, themeColours.dark];
    assert.equal(own.length, 2);
    assert.ok(Object.keys(own[0]).length > 10);
    assert.deepEqual(
      own,
      [2, 3].map((at) => Object.fromEntries(pairs.map((pair) => [pair[1], pair[at]]))),
    );
  });
});

describe('the room that is kept', () => {
  it('knows how many tokens the lessons begin with', async () => {
    const { estimateSize } = await bundle('web/element/estimated-size.ts');
    const { scenes } = await bundle('web/scene/lesson-scenes.ts');
    const { resolveTokens } = await bundle('web/scene/index.ts');
    for (const [id, scene] of Object.entries(scenes)) {
      const queries = resolveTokens(scene).length;
      assert.deepEqual([...estimateSize(id, null, null)], [queries, scene.encoder?.tokens.length ?? queries], id);
      assert.deepEqual([...estimateSize(null, JSON.stringify(scene), null)], [...estimateSize(id, null, null)]);
      assert.deepEqual([...estimateSize(null, `#lesson=${id}`, null)], [...estimateSize(id, null, null)]);
    }
    assert.deepEqual([...estimateSize(null, null, 'The cat sat')], [3, 3]);
    assert.deepEqual([...estimateSize(null, '#sentence=The+cat+sat+down', null)], [4, 4]);
    assert.deepEqual([...estimateSize(null, '#sentence=Wait,+what?+No,+really!', null)], [4, 4]);
    assert.deepEqual([...estimateSize(null, '#sentence=Wait,+what?+No,+really!&punctuation=yes', null)], [8, 8]);
    const marks = { sentence: "It's 5 o'clock, isn't it?", tokenizer: { punctuation: true } };
    assert.deepEqual([...estimateSize(null, JSON.stringify(marks), null)], [7, 7]);
    for (const name of ['constructor', 'toString', '__proto__']) {
      assert.deepEqual([...estimateSize(name, null, null)], [11, 11]);
      assert.deepEqual([...estimateSize(null, `#lesson=${name}`, null)], [11, 11]);
    }
    assert.deepEqual([...estimateSize(null, 'scene.json', null)], [11, 11]);
    assert.deepEqual([...estimateSize(null, '{ broken', null)], [11, 11]);
  });
});
