import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { transformWithOxc } from 'vite';
import { bundle } from '../support/bundle.mjs';
import { root } from '../support/child.mjs';
import { scenes } from '../support/scenes.mjs';

const { embedAddress, fileNameOf, oneFileWith, sceneDocument, snippets, titleOf, wordsOf } =
  await bundle('web/export/snippets.ts');
const { decodeLink, defaultScene, normalScene, parseSceneText } = await bundle('web/scene/index.ts');
const { lessons } = await bundle('web/export/lessons.ts');
const { readEmbedHash } = await bundle('web/element/embed/hash.ts');

const base = 'https://example.org/attention/';
const version = '9.8.7';
const shown = { show: ['heatmap', 'arcs', 'w_q'], controls: ['head', 'mask'], theme: 'dark' };
const all = (scene, options = {}) => snippets({ ...shown, scene, base, version, ...options });

const hostile = '"><script>alert(1)</script> & \'](x) {evil} <!-- `$` \\ *a* _b_ $(c) &copy; ]]> 我';
const evil = {
  ...defaultScene,
  sentence: hostile,
  tokenizer: { punctuation: true },
  view: { digits: 3 },
};

const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const decoded = (text) => text.replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity]);

/** The attributes and content of the first element of that name, in the strict form that `element` writes. */
function parsed(html, name) {
  const [, opening, inside] = new RegExp(`<${name}((?: [a-z]+="[^"<>]*")*)>(.*?)</${name}>`, 's').exec(html) ?? [];
  assert.notEqual(opening, undefined, `no ${name} in ${html}`);
  const attributes = [...opening.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key, value]) => [key, decoded(value)]);
  return { ...Object.fromEntries(attributes), inside };
}

/** The scenes that the links, frames and elements of a snippet open. */
const opened = (address) => decodeLink(new URL(address).hash);

describe('the texts for an author’s page', () => {
  it('say what a reader of this project would write by hand', async () => {
    const scene = { ...defaultScene, sentence: 'The cat sat', view: undefined };
    assert.deepEqual(await all(scene), {
      link: 'https://example.org/attention/#sentence=The+cat+sat',
      element: `<script type="module" src="https://example.org/attention/self-attention.js"></script>
<self-attention scene="#sentence=The+cat+sat" show="heatmap arcs w_q" controls="head mask" theme="dark" playground="https://example.org/attention/">
  <a href="https://example.org/attention/#sentence=The+cat+sat">Self-attention of “The cat sat”</a>
</self-attention>
`,
      iframe: `<iframe src="https://example.org/attention/embed.html#show=heatmap+arcs+w_q&amp;controls=head+mask&amp;theme=dark&amp;sentence=The+cat+sat" title="Self-attention of “The cat sat”" width="100%" height="834" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe>
`,
      markdown: `<script type="module" src="https://example.org/attention/self-attention.js"></script>

<self-attention scene="#sentence=The+cat+sat" show="heatmap arcs w_q" controls="head mask" theme="dark" playground="https://example.org/attention/">

[Self\\-attention of “The cat sat”](https://example.org/attention/#sentence=The+cat+sat)

</self-attention>
`,
      mdx: `import 'self-attention/define';

{/* npm install self-attention@9.8.7 */}

<self-attention scene={"#sentence=The+cat+sat"} show={"heatmap arcs w_q"} controls={"head mask"} theme={"dark"} playground={"https://example.org/attention/"}>
  <a href={"https://example.org/attention/#sentence=The+cat+sat"}>{"Self-attention of “The cat sat”"}</a>
</self-attention>
`,
    });
  });
  it('leave out what holds anyway, and call a lesson by its name', async () => {
    const { element } = await all(lessons['its-snowing'].scene, { controls: [], theme: 'auto' });
    const { inside: _, ...attributes } = parsed(element, 'self-attention');
    assert.deepEqual(attributes, { lesson: 'its-snowing', show: 'heatmap arcs w_q', playground: base });
    const changed = await all({ ...lessons['its-snowing'].scene, layers: 2 });
    assert.equal(parsed(changed.element, 'self-attention').lesson, undefined);
    assert.match(parsed(changed.element, 'self-attention').scene, /^#lesson=its-snowing&/);
  });
  it('open the page’s own address and the language of the frame', async () => {
    const { link, iframe } = await all(defaultScene, { page: `${base}?lang=es`, lang: 'es', title: 'Autoatención' });
    const hidden = await all({ ...defaultScene, sentence: 'a\u202eb\u200bc d' });
    for (const text of Object.values(hidden)) assert.doesNotMatch(text, /[\p{Bidi_Control}\u200b]/u);
    assert.match(hidden.element, />Self-attention of “a⟨U\+202E⟩b⟨U\+200B⟩c d”</);
    const given = await all(defaultScene, { title: 'x\u2066y' });
    assert.equal(parsed(given.iframe, 'iframe').title, 'x⟨U+2066⟩y');
    assert.equal(link, `${base}?lang=es`);
    assert.equal(parsed(iframe, 'iframe').title, 'Autoatención');
    assert.equal(readEmbedHash(new URL(parsed(iframe, 'iframe').src).hash).lang, 'es');
  });
  it('refuse a scene that no link holds, with its length and the limit', async () => {
    const x = Array.from({ length: 300 }, (_, row) =>
      Array.from({ length: 300 }, (__, at) => Math.sin(row * 300 + at)),
    );
    const scene = {
      version: 1,
      tokens: x.map(String).map((_, at) => `t${at}`),
      embedding: { kind: 'given', x },
      parameters: { kind: 'identity' },
      attention: { heads: 1 },
    };
    await assert.rejects(all(scene), ({ code, message }) => {
      assert.equal(code, 'link');
      assert.match(message, /has \d{6,} characters as a link; the limit is 200000/);
      return true;
    });
  });
});

describe('every text opens the same scene', () => {
  const some = [['a hostile sentence', evil], ...[...scenes(60, 21)].map((scene, at) => [`random scene ${at}`, scene])];
  for (const [name, scene] of some) {
    it(name, async () => {
      const wanted = normalScene(scene);
      const texts = await all(scene);
      assert.deepEqual(await opened(texts.link), wanted);
      for (const html of [texts.element, texts.markdown]) {
        const { scene: attribute, lesson, show, controls, theme, playground } = parsed(html, 'self-attention');
        assert.equal(playground, base);
        assert.deepEqual(await decodeLink(attribute ?? `lesson=${lesson}`), wanted);
        assert.deepEqual([show, controls, theme], ['heatmap arcs w_q', 'head mask', 'dark']);
      }
      const { href, inside } = parsed(texts.element, 'a');
      assert.deepEqual(await opened(href), wanted);
      assert.equal(decoded(inside), titleOf(scene));
      const frame = parsed(texts.iframe, 'iframe');
      assert.equal(frame.sandbox, 'allow-scripts allow-popups allow-popups-to-escape-sandbox');
      const { scene: embedded = '', ...settings } = readEmbedHash(new URL(frame.src).hash);
      assert.deepEqual(settings, { show: 'heatmap arcs w_q', controls: 'head mask', theme: 'dark' });
      assert.deepEqual(await decodeLink(embedded), wanted);

      const [, label, destination] = /^\[(.*)\]\((.*)\)$/m.exec(texts.markdown);
      assert.equal(label.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'), titleOf(scene));
      assert.doesNotMatch(label.replaceAll(/\\./g, ''), /[!-/:-@[-`{-~]/, 'punctuation that is not escaped');
      assert.doesNotMatch(destination, /[\s()<>\\]/);
      assert.deepEqual(await opened(destination), wanted);

      const [, jsx] = texts.mdx.split('*/}\n\n');
      const { code } = await transformWithOxc(jsx, 'snippet.jsx', { jsx: { runtime: 'classic', pragma: 'h' } });
      const h = (tag, attributes, ...children) => ({ tag, attributes, children });
      // MDX would compile the text to code.
      const tree = new Function('h', `return ${code}`)(h);
      assert.deepEqual(await decodeLink(tree.attributes.scene ?? `lesson=${tree.attributes.lesson}`), wanted);
      assert.deepEqual(await opened(tree.children[0].attributes.href), wanted);
      assert.deepEqual(tree.children[0].children, [titleOf(scene)]);
    });
  }
});

describe('a title', () => {
  it('hides no character and turns none around, in any of the texts', async () => {
    const scene = { ...defaultScene, sentence: 'a\u202eb c\u200bd e\u2066f', tokenizer: { punctuation: true } };
    assert.equal(titleOf(scene), 'Self-attention of “a⟨U+202E⟩b c⟨U+200B⟩d e⟨U+2066⟩f”');
    for (const title of [undefined, 'g\u202eh'])
      for (const text of Object.values(await all(scene, { title }))) assert.doesNotMatch(text, /\p{Cf}/u);
  });
});

describe('a frame', () => {
  // The link to the playground, below the picture.
  const LINK = 34;

  it('has the height that its parts take: two pictures side by side take one', async () => {
    const height = async (show, controls = [], scene = defaultScene) =>
      Number(parsed((await all(scene, { show, controls })).iframe, 'iframe').height);
    assert.equal(await height(['heatmap', 'arcs']), await height(['heatmap']));
    assert.ok((await height(['heatmap', 'q'])) > (await height(['heatmap'])));
    assert.ok((await height(['heatmap'], ['all'])) > (await height(['heatmap'])));
    const { scene: short } = lessons['its-snowing'];
    assert.equal(await height(['q'], [], short), LINK + 26 + 240 + 3 * 26);
    assert.equal(await height(['steps'], [], short), LINK + 26 + 13 * (240 + 3 * 26 + 12) - 12);
    assert.equal(await height(['q'], [], lessons['music-transformer'].scene), LINK + 26 + 240 + 384);
    assert.equal(
      await height(['arithmetic'], ['sentence', 'head', 'seed', 'digits'], short),
      LINK + 26 + 160 + 12 + 176,
    );
    assert.equal(
      await height(['heatmap'], [], { ...defaultScene, sentence: 'word '.repeat(9999) }),
      LINK + 26 + 448 + 28,
    );
  });
  it('by the rules by which the element keeps room', () => {
    const css = readFileSync(join(root, 'web/element/placeholder.ts'), 'utf8');
    /** The pixels in the rules of a class. */
    const sizes = (selector) => {
      const rules = [...css.matchAll(new RegExp(`^ *\\.${selector} \\{([^}]*)\\}`, 'gm'))];
      const numbers = rules
        .map(([, rule]) => rule)
        .join('')
        .matchAll(/([\d.]+)(rem|px)|([\d.]+) \* var\(--\w*(?:em|unit)\w*\)/g);
      return [...numbers].map(([, size, unit, times]) => (unit === 'px' ? Number(size) : 16 * Number(size ?? times)));
    };
    for (const [selector, ...wanted] of [
      ['sentence', 28],
      ['tokens', 52],
      ['reading', 56],
      ['heatmap', 48, 88, 448, 28],
      ['arcs', 100, 16],
      ['lines', 28, 448, 36],
      ['arithmetic', 176],
      ['step', 240, 26, 384],
      ['control', 208, 44],
      ['controls', 4, 24],
      ['sentence-control', 64],
      ['mask-control', 416],
      ['head-control', 496],
      ['temperature-control', 336],
      ['score-control', 256],
      ['mistake-control', 512],
    ]) {
      const said = sizes(selector);
      for (const size of wanted) assert.ok(said.includes(size), `${selector}: ${size} is none of ${said}`);
    }
  });
  it('of the default scene says how it is shown, and nothing else', () => {
    const address = embedAddress('', { show: ['heatmap'], controls: [], theme: 'auto', base });
    assert.equal(address, `${base}embed.html#show=heatmap`);
  });
});

describe('names', () => {
  const sentence = (text) => ({ ...defaultScene, sentence: text });
  it('of files are letters and digits of the words, whole ones, and shorter than 40 characters', () => {
    assert.equal(fileNameOf(sentence('The cat sat'), '.json'), 'attention-the-cat-sat.json');
    assert.equal(fileNameOf(sentence('../../etc/passwd\0'), '.svg'), 'attention-etc-passwd.svg');
    assert.equal(fileNameOf(sentence('…!?'), '-card.png'), 'attention-card.png');
    assert.equal(fileNameOf(sentence('con'), '.html'), 'attention-con.html');
    assert.equal(fileNameOf(sentence('我喜欢猫 y más'), '.svg'), 'attention-我喜欢猫-y-más.svg');
    assert.equal(fileNameOf(sentence('ma\u0301s'), '.svg'), 'attention-más.svg');
    assert.equal(fileNameOf(defaultScene, '-worksheet.html'), 'attention-the-animal-worksheet.html');
    assert.equal(fileNameOf(defaultScene, '-card@2x.png'), 'attention-the-animal-didnt-card@2x.png');
    for (const text of [
      'a'.repeat(100_000),
      '😀𝔸'.repeat(50),
      '𝔸'.repeat(50),
      'a b c d e f g h i j k l m n o p q r s t u v w x y z',
    ]) {
      for (const ending of ['.svg', '-weights-layer-2.csv', '-tensorflow.ipynb']) {
        const name = fileNameOf(sentence(text), ending);
        assert.ok(name.length < 40 && name.isWellFormed() && name.endsWith(ending), name);
      }
    }
  });
  it('of scenes are one line, and cut between characters', () => {
    assert.equal(wordsOf(sentence(' a\n\tb  c '), 60), 'a b c');
    assert.equal(wordsOf(sentence('😀'.repeat(80)), 10), `${'😀'.repeat(9)}…`);
    assert.equal(wordsOf({ ...defaultScene, sentence: undefined, tokens: ['a', 'b'] }, 60), 'a b');
  });
});

describe('the page in one file', () => {
  const page = '<p>id="scene"</p><script type="application/json" id="scene"></script><script>"<\\/script>"</script>';
  const sceneIn = (html) => /<script type="application\/json" id="scene">(.*?)<\/script>/s.exec(html)[1];
  it('takes any scene: nothing in it ends its element', () => {
    for (const scene of [evil, { ...evil, sentence: '<!--<script></script>\u2028' }, ...scenes(40, 3)]) {
      const html = oneFileWith(page, scene);
      assert.doesNotMatch(sceneIn(html), /</);
      assert.deepEqual(normalScene(parseSceneText(sceneIn(html))), normalScene(scene));
      assert.equal(html.replace(sceneIn(html), ''), page);
    }
  });
  it('refuses what is not that page', () => {
    assert.throws(() => oneFileWith('<!doctype html><title>Not found</title>', evil), /no place for a scene/);
  });
});

describe('the scene as a document', () => {
  it('reads back as the same, −0 and commas in words included', () => {
    for (const scene of [evil, lessons.illustrated.scene, ...scenes(150, 8)]) {
      const text = sceneDocument(scene);
      const back = normalScene(parseSceneText(text));
      assert.deepEqual(back, normalScene(scene));
    }
  });
  it('has a line a row of numbers', () => {
    const text = sceneDocument(lessons.illustrated.scene);
    assert.match(text, /\n {6}\[1, 0, 1, 0\],\n/);
  });
});
