// The numbers in a picture are those that the core computed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lessons } from 'self-attention/lessons';
import { bundle } from '../support/bundle.mjs';
import { drawn, given, svgOf } from '../support/figures.mjs';

const { themePalette } = await bundle('web/export/themes.ts');
const { sequentialScale } = await bundle('web/views/shared/colour.ts');
const { gallery } = await bundle('tests/node/support/gallery.ts');
const { figure: english } = await bundle('web/i18n/en/figure.ts');

/** The numbers in cells, row by row. */
const numbersIn = (texts) =>
  texts
    .filter(({ mono }) => mono)
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .map(({ text }) => text);

/** Written independently of the code that draws: a real minus sign, never −0.00. */
function written(value, digits, tiny = null) {
  if (Number.isNaN(value)) return 'NaN';
  const text = Math.abs(value).toFixed(digits);
  if (value !== 0 && !/[1-9]/.test(text) && tiny !== null) return tiny;
  if (value !== 0 && !/[1-9]/.test(text))
    return `${value < 0 ? '−' : ''}${Math.abs(value).toExponential(0).replace('-', '−')}`;
  return (value < 0 ? '−' : '') + text;
}

describe('the numbers of a picture', () => {
  it('are the core’s, for every lesson: each weight stands in its cell', () => {
    for (const { id, scene } of Object.values(lessons)) {
      const { texts, tensor, trace } = drawn(scene, { width: 1600 });
      const shown = numbersIn(texts);
      // A cell of forty tokens has no room for a number.
      if (trace.tokens.length > 20) {
        assert.deepEqual(shown, [], id);
        continue;
      }
      const isMasked = trace.steps.some(({ name }) => name === 'masked');
      const hidden = isMasked ? tensor('masked', { head: 0 }).data : [];
      const weights = tensor('weights', { head: 0 }).data.filter((_, at) => hidden[at] !== -Infinity);
      const digits = scene.view?.digits ?? 2;
      assert.deepEqual(
        shown,
        Array.from(weights, (value) => written(value, digits, '<0.01')),
        id,
      );
    }
  });

  it('are those of any step, of the head and layer that are asked for', () => {
    const scene = { ...given(['one', 'two', 'three'], {}, { digits: 4 }), layers: 2 };
    for (const name of ['q', 'scores', 'scaled', 'z', 'output', 'w_q']) {
      for (const [head, layer] of [
        [0, 0],
        [1, 1],
      ]) {
        const { texts, trace } = drawn(scene, { pictures: [name], head, layer, width: 1200 });
        const step = [...trace.steps, ...trace.parameters].find((one) => one.name === name);
        const window = step.axes[0].startsWith('H') && step.shape.length > 2 ? { head, layer } : { layer };
        const values = trace.tensor(name, window).data;
        assert.deepEqual(
          numbersIn(texts),
          Array.from(values, (value) => written(value, 4)),
          `${name} ${head} ${layer}`,
        );
      }
    }
  });

  it('are missing in masked cells, which are hatched, and −∞ in scores', () => {
    const scene = given(['a', 'b', 'c', 'd'], { mask: { kind: 'causal' } });
    const { figure, texts, trace } = drawn(scene);
    assert.equal(numbersIn(texts).length, 10);
    assert.ok(texts.some(({ text }) => text === 'masked'));
    assert.ok(figure.items.some(({ kind, opacity }) => kind === 'path' && opacity === 0.55));
    const masked = numbersIn(drawn(scene, { pictures: ['masked'] }).texts);
    assert.deepEqual(
      masked,
      Array.from(trace.tensor('masked', { head: 0 }).data, (value) => (value === -Infinity ? '−∞' : written(value, 2))),
    );
    const plain = drawn(given(['a', 'b', 'c', 'd']));
    assert.ok(!plain.texts.some(({ text }) => text === 'masked'));
  });

  it('say NaN where the core does', () => {
    const { scene } = gallery.find(({ scene: { mistake } }) => mistake === 'overflow-softmax');
    const { texts, tensor } = drawn(scene, { width: 1200 });
    const values = tensor('weights', { head: scene.view?.head ?? 0 }).data;
    assert.ok(values.some(Number.isNaN));
    assert.equal(numbersIn(texts).filter((text) => text === 'NaN').length, values.filter(Number.isNaN).length);
    assert.ok(texts.some(({ text }) => text.includes('softmax without subtracting the maximum')));
  });

  it('that have no line in arcs are told of: weak ones, more than can be told apart, and NaN', () => {
    // A note may take several lines.
    const notes = (scene) =>
      drawn(scene, { pictures: ['arcs'] })
        .texts.map(({ text }) => text)
        .join(' ');
    const many = given(Array.from({ length: 40 }, (_, at) => `w${at}`));
    many.embedding = { kind: 'zero', dModel: 8 };
    assert.ok(notes(many).includes('Only the 400 strongest lines are drawn. The 1200 weaker ones are left out.'));
    assert.ok(notes(given(['a', 'b', 'c'], { temperature: 0.1 })).includes(english.under('2\u202f%')));
    const { scene } = gallery.find(({ scene: { mistake } }) => mistake === 'overflow-softmax');
    assert.ok(notes(scene).includes(english.noLine));
  });

  it('are the thickness of lines in arcs: a line for each weight of 2 % or more', () => {
    const { scene } = lessons['its-snowing'];
    const { figure, tensor, texts } = drawn(scene, { pictures: ['arcs'] });
    const widths = figure.items.filter(({ kind, d }) => kind === 'path' && d.includes('C')).map(({ width }) => width);
    assert.ok(['10\u202f%', '50\u202f%', '100\u202f%'].every((share) => texts.some(({ text }) => text === share)));
    const expected = Array.from(tensor('weights').data, (weight) => 0.98 + 9.8 * Math.max(0, weight - 0.08)).sort(
      (a, b) => a - b,
    );
    assert.deepEqual(widths, expected);
  });
});

describe('a picture of more cells than can be drawn', () => {
  const scene = {
    ...given(
      Array.from({ length: 300 }, (_, i) => `word${i}`),
      { mask: { kind: 'causal' } },
    ),
  };

  it('has the largest of those that each shade covers, as the core finds it, and says so', () => {
    const { figure, texts, trace } = drawn(scene, {});
    const { max, hidden } = trace.overview('weights', { head: 0, height: 128, width: 128 });
    const palette = themePalette('light');
    const scale = sequentialScale(palette);
    const bound = Math.max(...max.filter(Number.isFinite));
    const fills = new Set(figure.items.filter(({ kind }) => kind === 'rect').map(({ fill }) => fill));
    for (const [at, value] of max.entries()) {
      if (hidden[at] < 1) assert.ok(fills.has(scale.fill[scale.step(value, bound)]), `${at}`);
    }
    assert.ok(texts.some(({ text }) => text.includes('128 × 128 shades')));
    assert.ok(texts.some(({ text }) => text === 'masked'));
    assert.ok(!texts.some(({ text }) => text === english.nonFinite));
    assert.equal(numbersIn(texts).length, 0);
    assert.ok(svgOf(figure).length < 1_500_000);
  });

  it('is refused where it would be lines, or has no queries and keys', () => {
    const refused = (options, message) =>
      assert.throws(
        () => drawn(scene, options),
        (error) => error.code === 'too-large' && message.test(error.message),
      );
    refused({ pictures: ['arcs'] }, /weights is 300 × 300; a picture has at most 40000 cells/);
    const wide = { ...scene, embedding: { ...scene.embedding, dModel: 256 } };
    assert.throws(() => drawn(wide, { pictures: ['x0'] }), /x0 is 300 × 256/);
  });
});
