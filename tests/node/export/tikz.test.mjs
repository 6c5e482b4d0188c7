// The TikZ of a figure has its items, defines the colours it uses, and contains no text that TeX would read as a command.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lessons } from 'self-attention/lessons';
import { bundle } from '../support/bundle.mjs';
import { core, drawn, given } from '../support/figures.mjs';

const { cardOf, tikzOf } = await bundle('web/export/index.ts');
const { texOf } = await bundle('web/export/tikz.ts');

const hostile = ['50%', '$x_1^2$', '\\input{/etc/passwd}', '{', '}', '#1 & ~', '\u2028%', 'a\nb', '->', '“é”'];

async function cardAt(scene) {
  const trace = core.attend(scene);
  return cardOf(scene, trace, { layer: trace.layers - 1, link: 'https://example.org/a_b%20c/' });
}

const figures = {
  card: await cardAt(lessons['five-minutes'].scene),
  heatmap: drawn(lessons['five-minutes'].scene, { pictures: ['heatmap'] }).figure,
  'masked matrices': drawn(given(['a', 'b', 'c'], { mask: { kind: 'causal' } }), {
    pictures: ['heatmap', 'masked', 'w_q'],
  }).figure,
  'hostile card': await cardAt(given(hostile)),
  'hostile heatmap': drawn(given(hostile), { pictures: ['heatmap', 'arcs'], theme: 'dark', lang: 'es' }).figure,
};

/** The text without comments. A backslash before % makes it a sign. */
const withoutComments = (tex) => tex.replaceAll(/(?<!\\)%.*/g, '');

/** The commands of TikZ, of fonts, and of signs. Nothing in a figure may call another. */
const known = new Set(
  `begin end definecolor fill path node fontsize selectfont sffamily ttfamily bfseries textbackslash textasciitilde
   textasciicircum dots to infty surd times div cdot approx le ge ast emptyset langle rangle Sigma`.split(/\s+/),
);

for (const [name, figure] of Object.entries(figures)) {
  describe(`the TikZ of a ${name}`, () => {
    const tex = tikzOf(figure);
    const body = withoutComments(tex);
    it('is one picture whose braces and brackets match', () => {
      assert.equal(body.match(/\\begin\{tikzpicture\}/g)?.length, 1);
      assert.match(body, /\\end\{tikzpicture\}\s*$/);
      const plain = body.replaceAll(/\\[{}]/g, '');
      let depth = 0;
      for (const [brace] of plain.matchAll(/[{}]/g)) {
        depth += brace === '{' ? 1 : -1;
        assert.ok(depth >= 0);
      }
      assert.equal(depth, 0);
      const dollars = body.replaceAll('\\$', '').match(/\$/g)?.length ?? 0;
      assert.equal(dollars % 2, 0);
    });
    it('has no other command than those of the drawing, and every line of it ends', () => {
      for (const [, command] of body.matchAll(/\\([A-Za-z]+)/g)) assert.ok(known.has(command), command);
      for (const line of body.split('\n').filter((text) => /^\\(fill|path|node)/.test(text))) assert.match(line, /;$/);
      assert.doesNotMatch(body, /(?<!\\)[#&_^~]/);
    });
    it('defines every colour that it uses, and only those', () => {
      const defined = [...body.matchAll(/\\definecolor\{(sa[0-9A-F]{6})\}\{HTML\}\{([0-9A-F]{6})\}/g)];
      for (const [, colour, hex] of defined) assert.equal(colour, `sa${hex}`);
      const used = new Set(body.match(/(?<!\{)sa[0-9A-F]{6}/g));
      assert.deepEqual(new Set(defined.map(([, colour]) => colour)), used);
    });
    it('has every text and shape of the figure, without its ground, and is no wider than a page', () => {
      const count = (kind) => figure.items.filter((item) => item.kind === kind && item.text !== '').length;
      assert.equal(body.match(/^\\node/gm)?.length, count('text'));
      assert.equal(body.match(/^\\fill/gm)?.length ?? 0, count('rect') - 1);
      assert.equal(body.match(/^\\path/gm)?.length ?? 0, count('path'));
      const [, scale] = /x=([\d.]+)pt, y=-([\d.]+)pt/.exec(body) ?? [];
      assert.ok(Number(scale) * figure.width <= 345.5 && Number(scale) > 0.1, scale);
      assert.doesNotMatch(body, /NaN|undefined|Infinity/);
    });
  });
}

it('escapes what TeX would read as a command, and leaves letters', () => {
  assert.equal(
    texOf('a_b & 5% #1 {x} $ ~ ^ \\'),
    'a\\_b \\& 5\\% \\#1 \\{x\\} \\$ \\textasciitilde{} \\textasciicircum{} \\textbackslash{}',
  );
  assert.equal(texOf('“it” → animal 92\u202f%'), "{``}it{''} $\\to$ animal 92\\,\\%");
  assert.equal(texOf('größer 猫'), 'größer 猫');
});
