// The stage as an animated SVG: complete, without a script, with every chapter and the trace's numbers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lessons } from 'self-attention/lessons';
import { bundle } from '../support/bundle.mjs';
import { core } from '../support/figures.mjs';
import { wellFormed } from '../support/formats.mjs';

const { stageSvgOf } = await bundle('web/export/index.ts');
const { computeResult, gallery, homeScene, journeyOf, stagePicture, titled, withMistakeOnly } =
  await bundle('tests/node/stage/stage.ts');

const svgOf = (scene, options) => stageSvgOf(scene, core.attend(scene), options);
const journey = (scene) => journeyOf('en', withMistakeOnly(computeResult(core, scene)), scene.view?.focus ?? 0);
const plain = (text) => text.replaceAll(/\s+/g, ' ');
const scenes = [
  ['the page’s first sentence', homeScene],
  ...Object.values(lessons).map(({ id, scene }) => [id, scene]),
  ...gallery.map(({ id, scene }) => [id, scene]),
];

/** The chapters that take time. */
const seenIn = ({ chapters }) => chapters.flatMap(({ seconds }, index) => (seconds > 0 ? [index] : []));

describe('the stage as an SVG', () => {
  for (const [name, scene] of scenes) {
    it(`${name}: is well-formed, has no script, and each scene plays and stands in it`, async () => {
      const svg = await svgOf(scene);
      const { names, text } = wellFormed(svg);
      assert.ok(!names.has('script') && !names.has('foreignObject'));
      assert.doesNotMatch(svg, / on\w+=|javascript:|@import|url\((?!#)/);
      const own = journey(scene);
      const seen = seenIn(own);
      // After the last scene comes what the film comes to.
      assert.equal([...svg.matchAll(/<g class="still s\d+"/g)].length, seen.length + 1);
      assert.equal([...svg.matchAll(/<set attributeName="visibility"/g)].length, seen.length + 1);
      for (const at of seen) {
        const [title, said] = titled(own, at);
        for (const word of `${title} ${said}`.split(/\s+/)) assert.ok(text.includes(word), word);
      }
    });
  }

  it('has the numbers that the stage has, while it plays and where it stands', async () => {
    const { text } = wellFormed(await svgOf(homeScene));
    const own = journey(homeScene);
    const room = { width: 1080, height: 340, text: 13 };
    for (const at of seenIn(own)) {
      for (const { kind, text: label, opacity } of stagePicture(own, { chapter: at, progress: 1 }, room).marks)
        if (kind === 'label' && opacity > 0) assert.ok(plain(text).includes(plain(label)), label);
    }
  });

  it('ends with what the word means and the words that it is now most like, and then it stays', async () => {
    const svg = await svgOf(homeScene);
    const { text } = wellFormed(svg);
    assert.equal(text.split('So “it” means the animal.').length, 3);
    const trace = core.attend(homeScene);
    const [{ word }] = trace.nearest(trace.steps.at(-1).name, 7, 1, { layer: 1 });
    assert.ok(text.includes(`“${word}”`), word);
    trace.dispose();
    const last = [...svg.matchAll(/<set [^>]*begin="sa-time\.begin\+([\d.]+)s" dur="([\d.]+)s"/g)].at(-1);
    const [, whole] = /<animate id="sa-time"[^>]* dur="([\d.]+)s"/.exec(svg);
    assert.equal(Number(last[1]) + Number(last[2]), Number(whole));
  });

  it('writes a mark that stands in several pictures once, and every reference finds it', async () => {
    const svg = await svgOf(homeScene);
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
    const uses = [...svg.matchAll(/<use href="#([^"]+)"\/>/g)].map(([, id]) => id);
    assert.ok(uses.length > 1000 && uses.every((id) => ids.includes(id)));
  });

  it('is of the token in focus', async () => {
    const titleOf = async (focus) =>
      /<title>(.*?)<\/title>/.exec(await svgOf({ ...homeScene, view: { ...homeScene.view, focus } }))[1];
    assert.match(await titleOf(1), /animal/);
    assert.match(await titleOf(7), /“it”|it/);
  });

  it('plays one scene after the other, and then again', async () => {
    const svg = await svgOf(homeScene);
    const begins = [...svg.matchAll(/<set [^>]*begin="sa-time\.begin\+([\d.]+)s" dur="([\d.]+)s"/g)];
    const times = begins.map(([, begin, length]) => [Number(begin), Number(length)]);
    for (const [at, [begin]] of times.entries()) {
      const [before = 0, lasted = 0] = times[at - 1] ?? [];
      assert.ok(Math.abs(begin - before - lasted) < 0.02, `${before} + ${lasted}, ${begin}`);
    }
    assert.match(svg, /id="sa-time"[^>]*begin="0s;sa-time\.end"/);
    for (const [, keys, values] of svg.matchAll(/keyTimes="([^"]*)" values="([^"]*)"/g)) {
      const at = keys.split(';').map(Number);
      assert.equal(at.length, values.split(';').length);
      assert.deepEqual([at[0], at.at(-1)], [0, 1]);
      assert.deepEqual(
        at,
        at.toSorted((a, b) => a - b),
      );
    }
  });

  it('stands still for who wants no motion: the scenes follow each other', async () => {
    const svg = await svgOf(homeScene);
    const [, reduced] = /prefers-reduced-motion:reduce\)\{(.*)\}<\/style>/.exec(svg);
    assert.match(reduced, /\.plays\{display:none\}/);
    assert.equal([...reduced.matchAll(/@keyframes s\d+/g)].length, seenIn(journey(homeScene)).length + 1);
    // Without animation and style one of the chapters is visible.
    const stills = [...svg.matchAll(/<g class="still s\d+"( visibility="hidden")?>/g)];
    assert.equal(stills.filter(([, hidden]) => hidden === undefined).length, 1);
  });

  it('speaks another language, in another theme, and leads to the scene', async () => {
    const svg = await svgOf(homeScene, { lang: 'es', theme: 'dark', link: 'https://example.org/#a=1&b="' });
    assert.match(svg, /xml:lang="es"/);
    assert.match(wellFormed(svg).text, /Puntuaciones/);
    assert.match(svg, /fill="#16171b"/);
    assert.match(svg, /<a href="https:\/\/example\.org\/#a=1&#38;b=&#34;"/);
  });

  it('has the scene of a mistake where it gets the trace without it, in its language', async () => {
    const scene = gallery.find(({ id }) => id === 'overflow').scene;
    const { mistake: _, ...correct } = scene;
    const right = core.attend(correct);
    const { text } = wellFormed(await svgOf(scene, { right }));
    assert.match(plain(text), /Mistake Softmax without subtracting the maximum, on purpose\./);
    assert.match(plain(text), /correct/);
    assert.match(plain(text), /≠/);
    assert.match(plain(wellFormed(await svgOf(scene, { right, lang: 'es' })).text), /Error Softmax sin restar/);
    assert.doesNotMatch(wellFormed(await svgOf(scene)).text, /Made on purpose/);
  });

  it('refuses what there is not', async () => {
    const trace = core.attend(homeScene);
    await assert.rejects(stageSvgOf(homeScene, trace, { theme: 'blue' }), { code: 'range', path: 'theme' });
    await assert.rejects(stageSvgOf(homeScene, trace, { lang: 'tlh' }), { code: 'range', path: 'lang' });
    await assert.rejects(stageSvgOf(homeScene, trace, { head: 9 }), { code: 'out-of-range', path: 'head' });
  });
});
