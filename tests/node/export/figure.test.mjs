// Exported pictures are complete and well-formed, and their texts do not overlap.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { lessons } from 'self-attention/lessons';
import { bundle } from '../support/bundle.mjs';
import { root } from '../support/child.mjs';
import { core, drawn, figureOf, given, svgOf } from '../support/figures.mjs';
import { wellFormed } from '../support/formats.mjs';

const { themePalette } = await bundle('web/export/themes.ts');
const { textWidth } = await bundle('web/export/text-size.ts');
const { toLab } = await bundle('web/views/shared/colour.ts');
const { defaultScene } = await bundle('web/scene/index.ts');
const { gallery } = await bundle('tests/node/support/gallery.ts');
const { figure: english } = await bundle('web/i18n/en/figure.ts');
const { figure: spanish } = await bundle('web/i18n/es/figure.ts');

const awkward = [
  'שלום',
  '👨‍👩‍👧‍👦',
  'a',
  'Donaudampfschifffahrtsgesellschaftskapitän',
  '   ',
  'مرحبا',
  '中文字',
  '<&"\'>]]>',
  '\u0000\u202e',
  '\uffff',
];

/** Scenes of all kinds, and their views. */
const cases = [
  ...Object.values(lessons).map(({ id, scene }) => [id, scene, { pictures: ['heatmap', 'arcs'] }]),
  ...gallery.map(({ id, scene }) => [id, scene, { pictures: ['heatmap', 'arcs'], lang: 'es' }]),
  [
    'awkward tokens',
    given(awkward, { mask: { kind: 'causal' } }),
    { pictures: ['heatmap', 'arcs', 'masked', 'x0', 'w_q'], theme: 'dark' },
  ],
  [
    'awkward and narrow',
    given(awkward, { mask: { kind: 'causal' } }),
    { pictures: ['heatmap', 'arcs', 'scores'], width: 240 },
  ],
  ['all heads', given(['to', 'be', 'or', 'not']), { pictures: ['heatmap', 'arcs', 'q', 'x0'], head: 'all' }],
  ['one token', given(['alone']), { pictures: ['heatmap', 'arcs', 'output'] }],
  [
    'every step',
    given(['a', 'b', 'c'], {
      softcap: 2,
      mask: { kind: 'window', before: 1, after: 0 },
      weightedValues: true,
      roundWeights: 1,
    }),
    {
      pictures: [
        'tokens',
        'x0',
        'q',
        'k',
        'v',
        'scores',
        'scaled',
        'capped',
        'blocked',
        'mask',
        'masked',
        'weights',
        'rounded',
        'weighted',
        'z',
        'output',
      ],
    },
  ],
];

describe('a picture', () => {
  for (const [name, scene, options] of cases) {
    it(`${name}: well-formed SVG whose texts are those of the figure, all inside`, () => {
      const { figure, texts } = drawn(scene, options);
      const svg = svgOf(figure);
      const { names, text } = wellFormed(svg);
      assert.deepEqual(
        [...names].sort().filter((tag) => !['svg', 'title', 'desc', 'g', 'rect', 'path', 'text'].includes(tag)),
        [],
      );
      for (const label of texts) assert.ok(text.includes(label.text.replaceAll('\uffff', '\ufffd')), label.text);
      for (const item of figure.items) {
        if (item.kind === 'path') continue;
        const { x, y, width, height } = item.kind === 'rect' ? item : boxOf(item);
        const within = x >= -0.5 && y >= -0.5 && x + width <= figure.width + 0.5 && y + height <= figure.height + 0.5;
        assert.ok(within, `${JSON.stringify(item)} is outside ${figure.width} × ${figure.height}`);
      }
    });

    it(`${name}: no text over another`, () => {
      const { texts } = drawn(scene, options);
      const flat = texts.filter(({ angle }) => angle === 0).map((label) => ({ ...boxOf(label), text: label.text }));
      for (const [at, one] of flat.entries()) {
        for (const other of flat.slice(at + 1)) {
          const apart =
            one.x + one.width <= other.x + 0.5 ||
            other.x + other.width <= one.x + 0.5 ||
            one.y + one.height <= other.y + 1 ||
            other.y + other.height <= one.y + 1;
          assert.ok(apart, `${JSON.stringify(one)} is over ${JSON.stringify(other)}`);
        }
      }
    });
  }

  it('says sentence, head, score, mask, temperature, version and licence; another caption stands in their place', () => {
    const scene = {
      ...given(undefined, { mask: { kind: 'prefix', length: 2 }, temperature: 0.5 }, { head: 1 }),
      sentence: 'To be  or not',
    };
    delete scene.tokens;
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const licence = `Computed by the self-attention playground ${version}, MIT licence`;
    const facts = 'head 2 of 2 · dot product ÷ √d_k · prefix mask of 2 · temperature 0.5';
    const said = (options) =>
      drawn(scene, { width: 700, ...options })
        .texts.slice(-3)
        .map(({ text }) => text);
    assert.deepEqual(said({}), ['“To be or not”', facts, licence]);
    const { description } = drawn(scene, {}).figure;
    assert.ok(
      description.startsWith(`“To be or not”. ${facts}. “To” `) && description.endsWith(`. ${licence}`),
      description,
    );
    assert.deepEqual(said({ caption: 'Mine' }).slice(-2), ['Mine', licence]);
    assert.equal(said({ caption: null }).at(-1), licence);
    assert.ok(!drawn(scene, { caption: null }).texts.some(({ text }) => text === facts));
    assert.equal(
      said({ lang: 'es' })[1],
      'cabeza 2 de 2 · producto escalar ÷ √d_k · máscara de prefijo de 2 · temperatura 0.5',
    );
  });

  it('names heads made by hand, in its language', () => {
    const scene = defaultScene;
    assert.match(drawn(scene, {}).texts[0].text, /^weights · head 1 of \d, pronoun → noun/);
    assert.match(drawn(scene, { lang: 'es' }).texts[0].text, /^weights · cabeza 1 de \d, pronombre → nombre/);
  });

  it('is as wide as asked; without that, no wider than it needs to be', () => {
    const { scene } = lessons['its-snowing'];
    assert.equal(drawn(scene, { width: 500 }).figure.width, 500);
    assert.equal(drawn(scene, { width: 2000 }).figure.width, 2000);
    assert.ok(drawn(scene, {}).figure.width < 500);
  });

  it('shortens a label that is too long so that it shows, and keeps the whole', () => {
    const { figure, texts } = drawn(given(awkward, {}), {});
    const short = texts.filter(({ whole }) => whole === 'Donaudampfschifffahrtsgesellschaftskapitän');
    assert.ok(short.length >= 2 && short.every(({ text }) => text.endsWith('…')));
    assert.match(svgOf(figure), /<title>Donaudampfschifffahrtsgesellschaftskapitän<\/title>/);
  });

  it('has no script, style, link, image, font or address from elsewhere', () => {
    const svg = svgOf(drawn(given(['<script>alert(1)</script>', '"onload="x']), {}).figure);
    assert.doesNotMatch(svg, /<(?:script|style|a|image|foreignObject|use)\b| style=| on\w+="|href|url\(/);
    assert.equal(svg.match(/https?:/g)?.length, 1, 'the name of the language alone');
  });

  it('refuses what it cannot draw, with what there is', () => {
    const scene = given(['a', 'b']);
    const refused = (options, code, message) =>
      assert.throws(
        () => drawn(scene, options),
        (error) => error.code === code && message.test(error.message),
      );
    refused(
      { pictures: ['nothing'] },
      'unknown-tensor',
      /no picture or tensor "nothing"; there are heatmap, arcs, tokens, x0, q/,
    );
    refused({ head: 2 }, 'out-of-range', /head is 2; there are heads 0 to 1/);
    refused({ head: -1 }, 'out-of-range', /head is -1/);
    refused({ layer: 1 }, 'out-of-range', /layer is 1; there are layers 0 to 0/);
    refused({ width: 100 }, 'range', /width is 100; it must be a whole number from 240 to 4096/);
    refused({ theme: 'sepia' }, 'range', /theme is "sepia"; it must be light or dark/);
    refused({ lang: 'fr' }, 'range', /lang is "fr"; it must be en or es/);
    refused({ pictures: [] }, 'range', /there are 0 pictures/);
    refused({ link: 'javascript:alert(1)' }, 'range', /link is "javascript:alert\(1\)"; it must begin with https/);
    // Missing arguments, and swapped ones.
    const trace = core.attend(defaultScene);
    for (const [path, ...given] of [
      ['scene', trace, {}],
      ['trace', defaultScene, {}],
      ['trace', defaultScene, { pictures: ['arcs'] }, trace],
      ['options', defaultScene, trace],
      ['options', defaultScene, trace, null],
    ])
      assert.throws(() => figureOf(...given), { name: 'AttentionError', code: 'scene-form', path });
    trace.dispose();
  });
});

/** The largest extent of a text, upright or rotated. */
function boxOf({ x, y, room, size, anchor, angle }) {
  const start = anchor === 'start' ? 0 : anchor === 'end' ? -room : -room / 2;
  const turn = (angle * Math.PI) / 180;
  const corners = [
    [start, -size * 0.8],
    [start + room, -size * 0.8],
    [start, size * 0.2],
    [start + room, size * 0.2],
  ].map(([across, down]) => [
    x + across * Math.cos(turn) - down * Math.sin(turn),
    y + across * Math.sin(turn) + down * Math.cos(turn),
  ]);
  const [xs, ys] = [corners.map(([at]) => at), corners.map(([, at]) => at)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

describe('the link of a picture', () => {
  const link = 'https://example.org/?lang=es#sentence=a&mask="causal"';
  it('leads from an SVG to the playground, where one is given', () => {
    const svg = svgOf(drawn(defaultScene, { link }).figure);
    wellFormed(svg);
    assert.match(
      svg,
      /<a href="https:\/\/example\.org\/\?lang=es#sentence=a&#38;mask=&#34;causal&#34;" target="_blank"><text [^>]*>Open in the playground<\/text><\/a>/,
    );
    assert.match(svgOf(drawn(defaultScene, { link, lang: 'es', caption: null }).figure), />Abrir en la aplicación</);
    assert.doesNotMatch(svgOf(drawn(defaultScene, {}).figure), /<a |href/);
  });
});

describe('what a picture is drawn with', () => {
  it('has the page’s colours and fonts, by day and by night', () => {
    const sheet = readFileSync(join(root, 'web/page/styles/page.css'), 'utf8');
    const [day, night] = [1, 2].map(
      (at) => (name) => new RegExp(`--sa-${name}: light-dark\\((\\S+), (\\S+)\\);`).exec(sheet)[at],
    );
    const rgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    const css = (hex) => `rgb(${rgb(hex).join(' ')})`;
    for (const [theme, page] of [
      ['light', day],
      ['dark', night],
    ]) {
      const palette = themePalette(theme);
      for (const [own, name] of Object.entries({ ink: 'ink', soft: 'ink-soft', paper: 'paper', line: 'line' })) {
        assert.equal(palette[own], css(page(name)), `${theme} ${name}`);
      }
      for (const role of ['q', 'k', 'v', 'w']) {
        assert.equal(palette.roles[role], css(page(role)), `${theme} ${role}`);
        assert.deepEqual(palette[role], toLab(rgb(page(role))));
      }
      assert.deepEqual(palette.panel, toLab(rgb(page('panel'))));
      assert.ok(/sans-serif$/.test(palette.font) && /monospace$/.test(palette.mono));
    }
  });

  it('measures texts without a font: wider than nothing, and marks take no room of their own', () => {
    const width = (text) => textWidth(text, { size: 10 });
    assert.equal(width(''), 0);
    assert.ok(width('W') > width('i'));
    assert.equal(width('e\u0301'), width('e'));
    assert.equal(width('é'), width('e'));
    assert.equal(width('👨‍👩‍👧‍👦'), 14);
    assert.equal(width('中文'), 20);
  });

  it('speaks both languages, with the same words', () => {
    const paths = (part, path = '') =>
      Object.entries(part).flatMap(([key, value]) =>
        typeof value === 'object'
          ? paths(value, `${path}${key}.`)
          : [`${path}${key} ${typeof value} ${value.length > 0}`],
      );
    assert.deepEqual(paths(spanish).sort(), paths(english).sort());
  });
});
