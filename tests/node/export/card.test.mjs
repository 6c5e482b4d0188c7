// A card shows the row of the asking word as the core computed it, says how sure it is, and keeps within its frame.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';
import { core, given, svgOf } from '../support/figures.mjs';
import { wellFormed } from '../support/formats.mjs';

const { cardOf } = await bundle('web/export/index.ts');
const { textWidth } = await bundle('web/export/text-size.ts');
const { homeScene } = await bundle('tests/node/page/certainty.ts');
const { gallery } = await bundle('tests/node/support/gallery.ts');
const { formatPercent } = await bundle('web/trace/number-format.ts');
const { stage } = await bundle('web/i18n/en/stage.ts');

const typed = (sentence, view = {}) => ({ ...homeScene, sentence, view });
const last = (trace) => trace.layers - 1;

async function cardAt(scene, options = {}) {
  const trace = core.attend(scene);
  const figure = await cardOf(scene, trace, { layer: last(trace), ...options });
  const texts = figure.items.filter(({ kind }) => kind === 'text').map(({ text }) => text);
  return { trace, figure, texts };
}

/** The weights of a query in the last layer. */
function rowOf(trace, head, query) {
  const { data } = trace.tensor('weights', { layer: last(trace), head });
  const size = trace.keyTokens.length;
  return Array.from(data.subarray(query * size, (query + 1) * size));
}

/** The space that a label takes in any font. */
function boxOf({ x, y, anchor, size, bold, mono, serif, text }) {
  const width = textWidth(text, { size, bold, mono, serif });
  return {
    left: x - { start: 0, middle: width / 2, end: width }[anchor],
    right: x + { start: width, middle: width / 2, end: 0 }[anchor],
    top: y - size * 0.75,
    bottom: y + size * 0.2,
    text,
  };
}

const awkward = {
  home: homeScene,
  'no clear answer': typed('he went to the shop with him'),
  'random words': typed('blorp zweep'),
  'one word': typed('hello'),
  'right to left': typed('שלום עולם שלי'),
  'a long word': typed(`${'Donaudampfschifffahrt'.repeat(8)} it was tired`),
  'a long sentence': typed(`${'the dog saw a cat '.repeat(60)} because it was tired`, { focus: 301 }),
  'hidden keys': given(['a', 'b', 'c'], { mask: { kind: 'causal' } }),
  'another sentence': { ...given(['we', 'read']), encoder: { tokens: ['wir', 'lesen', 'das', 'Buch'] } },
  'not a number': { ...homeScene, mistake: 'overflow-softmax', attention: { heads: 1, temperature: 0.001 } },
};

describe('a card', () => {
  const all = [...Object.entries(awkward), ...gallery.map(({ id, scene }) => [id, scene])];
  for (const [name, scene] of all) {
    for (const lang of ['en', 'es']) {
      it(`${name}, ${lang}: is 1200 × 630, well-formed, and nothing is outside or over another text`, async () => {
        const link = 'https://example.org/attention/#x=1';
        const { figure } = await cardAt(scene, { lang, link, theme: lang === 'es' ? 'dark' : 'light' });
        assert.deepEqual([figure.width, figure.height], [1200, 630]);
        assert.ok(wellFormed(svgOf(figure)).text.includes('example.org/attention'));
        const boxes = figure.items.filter(({ kind }) => kind === 'text').map(boxOf);
        for (const [index, box] of boxes.entries()) {
          assert.ok(box.left >= 0 && box.right <= 1200 && box.top >= 0 && box.bottom <= 630, JSON.stringify(box));
          for (const other of boxes.slice(index + 1)) {
            const isApart =
              box.right <= other.left + 1 ||
              other.right <= box.left + 1 ||
              box.bottom <= other.top + 1 ||
              other.bottom <= box.top + 1;
            assert.ok(isApart, `${JSON.stringify(box)} is over ${JSON.stringify(other)}`);
          }
        }
      });
    }
  }

  it('has every word with its percentage, and an arc to every other word, as wide as its weight', async () => {
    const { trace, figure, texts } = await cardAt(homeScene);
    const row = rowOf(trace, 0, 7);
    assert.deepEqual(
      texts.filter((text) => trace.tokens.includes(text)),
      [...trace.tokens],
    );
    for (const weight of row) assert.ok(texts.includes(formatPercent(weight)), String(weight));
    const arcs = figure.items.filter(
      ({ kind, d, fill }) => kind === 'path' && fill === null && /^M[^CL]*C[^CL]*$/.test(d),
    );
    assert.equal(arcs.length, trace.tokens.length - 1);
    const widths = arcs.map(({ width }) => width);
    const others = row.filter((_, key) => key !== 7);
    assert.equal(widths.indexOf(Math.max(...widths)), others.indexOf(Math.max(...others)));
  });

  it('says the core’s certainty: a share only of a word that stands out, and a badge of its class', async () => {
    for (const scene of Object.values(awkward)) {
      if (scene.encoder) continue;
      const { trace, figure, texts } = await cardAt(scene);
      const query = Math.min(scene.view?.focus ?? 0, trace.tokens.length - 1);
      const { certainty } = trace.certainty({ layer: last(trace), head: 0, query });
      const isSure = certainty === 'clear' || certainty === 'guess';
      const isLead = figure.title.includes('→');
      assert.equal(isLead, isSure, figure.title);
      assert.equal(figure.title.startsWith('A guess: '), certainty === 'guess', figure.title);
      const others = Object.entries(stage.certainty).filter(([kind]) => kind !== certainty);
      for (const [, { badge }] of others) assert.ok(!texts.includes(badge), badge);
      if (certainty !== 'clear') assert.ok(texts.includes(stage.certainty[certainty].badge), certainty);
    }
  });

  it('shows the words around the asking word of a sentence that is too long, and says which', async () => {
    const { trace, texts } = await cardAt(awkward['a long sentence']);
    const note = texts.find((text) => /^Only words \d+ to \d+ of 304 are shown/.test(text)) ?? '';
    const [from, to] = note.match(/\d+/g)?.map(Number) ?? [];
    assert.ok(from <= 302 && to >= 302 && to - from > 10, note);
    const drawn = texts.filter((text) => trace.tokens.includes(text));
    assert.deepEqual(drawn, [...trace.tokens.slice(from - 1, to)]);
  });

  it('is of the layer, head and word that are asked for, and refuses others', async () => {
    const scene = given(['to', 'be', 'or', 'not']);
    const { trace, texts } = await cardAt(scene, { head: 1, query: 2 });
    for (const weight of rowOf(trace, 1, 2)) assert.ok(texts.includes(formatPercent(weight)));
    for (const [options, path] of [
      [{ query: 4 }, 'query'],
      [{ head: 2 }, 'head'],
      [{ layer: 1 }, 'layer'],
      [{ theme: 'pink' }, 'theme'],
      [{ lang: 'tlh' }, 'lang'],
    ])
      await assert.rejects(cardAt(scene, options), ({ code, path: at }) => code.length > 0 && at === path, path);
  });
});
