// The stage: which chapters a trace has, and that all their numbers are the trace's.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { defaultScene } from 'self-attention/scene';
import { bundle } from '../support/bundle.mjs';
import { everyScene } from '../views/scenes.mjs';

const {
  askingWord,
  cellLabel,
  computeResult,
  gallery,
  groupsOf,
  homeScene,
  journeyOf,
  leftText,
  markup,
  mistakes,
  morph,
  nextStill,
  payoffOf,
  pictureAt,
  positionOf,
  played,
  posterCaption,
  previousStill,
  readerOf,
  roomOf,
  stagePicture,
  swapOf,
  titled,
  typeSentence,
  widthOf,
  withMistakeOnly,
} = await bundle('tests/node/stage/stage.ts');
const { lessons } = await bundle('web/export/lessons.ts');
const core = await loadCore();

const rooms = [roomOf(1198, 300), roomOf(358, 370), roomOf(288, 300), roomOf(1392, 600)];
const computed = (scene) => computeResult(core, scene);
const journey = (scene, query = scene.view?.focus ?? 0) => journeyOf('en', computed(scene), query);
const kinds = ({ chapters }) => chapters.map(({ kind, layer }) => `${kind} ${layer}`);
const steps = ({ chapters }) => chapters.map((scene) => scene.steps.join(' '));
const said = (own) => own.chapters.map((_, at) => titled(own, at)[1]);
const seconds = ({ chapters }) => chapters.reduce((sum, scene) => sum + scene.seconds, 0);

const overflowing = gallery.find(({ id }) => id === 'overflow').scene;

const former = (name) => name.replace(/^strange /, '');

/** The same trace, with other names for its steps. */
function renamed({ reader, scene, labels, head, heads, digits }) {
  const names = new Set(reader.steps.map(({ name }) => name).filter((name) => !/^(weights|rounded)$/.test(name)));
  const called = (name) => (names.has(name) ? `strange ${name}` : name);
  const rewritten = (part) => {
    if (Array.isArray(part)) return part.map(rewritten);
    if (typeof part !== 'object' || part === null) return part;
    const own = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, rewritten(value)]));
    return own.op === 'tensor' ? { ...own, name: called(own.name) } : own;
  };
  const steps = reader.steps.map((step) => ({
    ...step,
    name: called(step.name),
    layer: step.layer,
    formula: rewritten(step.formula),
    axes: step.axes,
    shape: step.shape,
    inputs: step.inputs.map(called),
  }));
  const { tokens, keyTokens, vocabulary, parameters, symbols } = reader;
  const value = (name, index, layer) => reader.value(former(name), index, layer);
  return {
    ...{ scene, labels, head, heads, digits },
    reader: { tokens, keyTokens, vocabulary, parameters, symbols, steps, value },
  };
}

/** Every chapter at several times, in several sizes. */
function* pictures(own) {
  for (const [chapter] of own.chapters.entries()) {
    for (const progress of [0, 0.3, 0.8, 1]) {
      for (const room of rooms)
        yield { chapter, progress, room, picture: stagePicture(own, { chapter, progress }, room) };
    }
  }
}

describe('the chapters of a journey', () => {
  it('are the five of the plain scene, which play in 20 seconds, and the heads side by side', () => {
    const own = journey(defaultScene);
    assert.deepEqual(steps(own), ['tokens x0', 'q k v', 'scores scaled', 'weights', 'z', 'output']);
    const five = own.chapters.slice(0, 5).reduce((sum, scene) => sum + scene.seconds, 0);
    assert.equal(five, 20);
    const alone = journey(gallery.find(({ id }) => id === 'pronoun').scene);
    assert.deepEqual(steps(alone), ['tokens x0', 'q k v', 'scores scaled', 'weights', 'z output']);
    assert.equal(seconds(alone), 20);
  });

  it('follow the steps that are on: each is in one scene, in its order, in every kind of scene', () => {
    for (const [name, scene] of Object.entries(everyScene)) {
      const result = computeResult(core, scene);
      const own = journeyOf('en', result, 0);
      assert.deepEqual(
        own.chapters.flatMap((each) => each.steps),
        result.trace.steps.map((step) => step.name),
        name,
      );
      result.dispose();
    }
  });

  it('follow what the steps are, not what they are called: only the weights are known by name', () => {
    for (const [name, scene] of Object.entries(everyScene)) {
      const source = computeResult(core, scene);
      const own = journeyOf('en', withMistakeOnly(source), 0);
      const strange = journeyOf('en', renamed(source), 0);
      assert.deepEqual(
        strange.chapters.map(({ kind, layer, steps: all }) => [kind, layer, all.map(former)]),
        own.chapters.map(({ kind, layer, steps: all }) => [kind, layer, all]),
        name,
      );
      source.dispose();
    }
  });

  it('are added by what a scene adds', () => {
    const masked = { ...defaultScene, attention: { heads: 3, mask: { kind: 'causal' }, softcap: 5 } };
    assert.deepEqual(steps(journey(masked)).slice(2, 6), ['scores scaled', 'capped', 'blocked mask masked', 'weights']);
    const placed = { ...defaultScene, positions: { kind: 'sinusoidal' }, block: { residual: true, norm: 'layer' } };
    assert.deepEqual(steps(journey(placed)), [
      'tokens x0',
      'p x',
      'q k v',
      'scores scaled',
      'weights',
      'z',
      'output',
      'added_1',
      'mean_1 variance_1 y',
    ]);
    assert.deepEqual(kinds(journey(homeScene)), [
      ...['bars 0', 'product 0', 'compare 0', 'weights 0', 'mix 0', 'product 0', 'bars 0'],
      ...['product 1', 'compare 1', 'weights 1', 'mix 1', 'product 1', 'bars 1'],
    ]);
  });
});

describe('a mistake', () => {
  const chapterOf = (own) => own.chapters.findIndex(({ kind }) => kind === 'mistake');
  const before = (own) => own.chapters[chapterOf(own) - 1].steps;
  const causal = (mistake) => ({ ...defaultScene, attention: { heads: 3, mask: { kind: 'causal' } }, mistake });

  it('has one scene, after the first step whose numbers it changes', () => {
    const firstChanged = {
      'whole-matrix-softmax': 'weights',
      'wrong-axis-values': 'z',
      'no-transpose': 'scores',
      'no-scale': 'weights',
      'model-scale': 'scaled',
      'zero-mask': 'masked',
      'mask-after-softmax': 'weights',
      'overflow-softmax': 'weights',
      'swapped-qk': 'scores',
    };
    assert.deepEqual(Object.keys(firstChanged).sort(), [...mistakes].sort());
    for (const [mistake, step] of Object.entries(firstChanged)) {
      const own = journey(everyScene[mistake], 1);
      assert.equal(own.chapters.filter(({ kind }) => kind === 'mistake').length, 1, mistake);
      assert.ok(before(own).includes(step), `${mistake}: ${before(own)}`);
      assert.equal(own.chapters[chapterOf(own)].wrong.name, step, mistake);
    }
    assert.equal(chapterOf(journey(defaultScene)), -1);
  });

  it('stands in the layer in which it shows', () => {
    // In the first layer the row of “tired” is uniform, whatever the scale.
    const parameters = { kind: 'handmade', table: 'meaning', heads: ['trait'], later: [['bearer']] };
    const own = journey({ ...homeScene, parameters, mistake: 'no-scale' }, 10);
    assert.equal(own.chapters[chapterOf(own)].layer, 1);
    assert.equal(titled(own, chapterOf(own))[0], 'Layer 2 · Mistake');
  });

  it('shows the right row and its own, and what their numbers are to each other', () => {
    const own = journey(causal('zero-mask'), 1);
    const scene = chapterOf(own);
    for (const room of rooms) {
      const { marks } = stagePicture(own, { chapter: scene, progress: 1 }, room);
      const signs = marks.filter(({ key }) => key.startsWith('sign ')).map(({ text }) => text);
      const { withoutMistake: right } = own.source;
      const row = marks.filter(({ key }) => key.startsWith('correct '));
      assert.ok(row.length > 3);
      assert.equal(row.length, signs.length);
      for (const [place, { number }] of row.entries()) {
        const key = number.cell.index.at(-1);
        const [correct, wrong] = [right, own.source].map(({ reader }) => reader.value('masked', [0, 1, key]));
        assert.equal(number.value, correct);
        assert.equal(signs[place], correct === wrong ? '=' : '≠');
      }
      assert.ok(signs.includes('=') && signs.includes('≠'));
    }
    const dimmed = stagePicture(own, { chapter: scene, progress: 0 }, rooms[0]).marks;
    assert.ok(dimmed.filter(({ key }) => key.startsWith('correct ')).every(({ opacity }) => opacity < 0.5));
  });

  it('is called what it is called everywhere, and says which number it changes most', () => {
    const own = journey(causal('zero-mask'), 1);
    assert.deepEqual(titled(own, chapterOf(own)), [
      'Mistake',
      "Hiding with 0 instead of −∞, on purpose. It changes 9 of 11 numbers in masked of “animal”. The number for “didn't” should be −∞ but comes out as 0.00.",
    ]);
  });

  it('that changes nothing of a word says so; what is apart by rounding alone is the same', () => {
    for (const [mistake, query] of [
      ['zero-mask', 10],
      ['overflow-softmax', 1],
    ]) {
      const own = journey(causal(mistake), query);
      assert.match(titled(own, chapterOf(own))[1], /It changes none of the numbers of “(animal|tired)”\./);
      const { marks } = stagePicture(own, { chapter: chapterOf(own), progress: 1 }, rooms[0]);
      assert.ok(marks.filter(({ key }) => key.startsWith('sign ')).every(({ text }) => text === '='));
    }
  });

  it('makes what is no number', () => {
    const own = journey(overflowing);
    assert.match(titled(own, chapterOf(own))[1], /Softmax without subtracting the maximum, .* comes out as NaN\.$/);
    const { marks } = stagePicture(own, { chapter: chapterOf(own), progress: 1 }, rooms[0]);
    assert.ok(marks.some(({ key, text }) => key.startsWith('weights ') && text === 'NaN'));
  });

  it('has no chapter without the correct result', () => {
    const scene = causal('zero-mask');
    assert.equal(chapterOf(journeyOf('en', withMistakeOnly(computeResult(core, scene)), 1)), -1);
  });
});

describe('a picture', () => {
  it('shows the trace’s own numbers, within its room, in every kind of scene', () => {
    for (const [name, scene] of Object.entries(everyScene)) {
      const picture = computed(scene);
      for (const query of [0, picture.tokens.length - 1]) {
        const own = journeyOf('en', picture, query);
        for (const { chapter: at, progress, room, picture: drawn } of pictures(own)) {
          const where = `${name}, scene ${at} at ${progress}, ${room.width} px`;
          for (const mark of drawn.marks) {
            if (mark.number !== undefined) {
              const { name: tensor, index, layer, isWithoutMistake } = mark.number.cell;
              const { reader } = isWithoutMistake ? picture.withoutMistake : picture;
              assert.equal(mark.number.value, reader.value(tensor, index, layer), where);
            }
            for (const key of ['x', 'y', 'width', 'height', 'size', 'toX', 'toY', 'opacity', 'strength'])
              if (key in mark) assert.ok(Number.isFinite(mark[key]), `${where}: ${mark.key}.${key} is ${mark[key]}`);
          }
          assert.equal(new Set(drawn.marks.map(({ key }) => key)).size, drawn.marks.length, where);
          assert.ok(drawn.marks.length > 0, where);
          assert.doesNotMatch(markup(drawn), /undefined|NaN(?!<)/, where);
        }
        for (const text of said(own)) assert.match(text, /[.!]$/, name);
        assert.doesNotMatch(said(own).join(' '), /undefined|null|\{|\}/, name);
      }
      picture.dispose();
    }
  });

  it('lies within its room', () => {
    for (const scene of [defaultScene, homeScene, everyScene.plain, everyScene['zero-mask'], overflowing]) {
      for (const { chapter: at, progress, room, picture } of pictures(journey(scene))) {
        for (const mark of picture.marks) {
          if (mark.kind !== 'box' || mark.opacity === 0) continue;
          const where = `scene ${at} at ${progress}, ${room.width} × ${room.height}: ${mark.key}`;
          assert.ok(mark.x >= -0.5 && mark.x + mark.width <= room.width + 0.5, where);
          assert.ok(mark.y >= -0.5 && mark.y + mark.height <= room.height + 0.5, where);
        }
      }
    }
  });

  it('has numbers that can be read, however many digits they have and however narrow it is', () => {
    const { illustrated, 'its-snowing': snowing, 'scaling-and-masks': masks } = lessons;
    for (const { scene } of [illustrated, snowing, masks, { scene: homeScene }, { scene: everyScene['a block'] }])
      for (const notation of ['fixed', 'scientific']) {
        const own = journey({ ...scene, view: { ...scene.view, digits: 8, notation } });
        for (const { chapter: at, progress, room, picture } of pictures(own)) {
          const labels = picture.marks.filter(({ kind, number }) => kind === 'label' && number !== undefined);
          const ends = { start: 0, middle: 0.5, end: 1 };
          const spans = labels.map(({ key, x, y, text, size, anchor }) => {
            const from = x - ends[anchor] * widthOf(text, size);
            return { key, y, text, size, from, to: from + widthOf(text, size) };
          });
          for (const { key, y, text, size, from, to } of spans) {
            const where = `scene ${at} at ${progress}, ${room.width} × ${room.height}: ${key}, ${text}`;
            assert.ok(size >= 0.75 * room.text, where);
            assert.ok(from >= -0.5 && to <= room.width + 0.5, where);
            const beside = spans.find(
              (other) => Math.abs(other.y - y) < size / 2 && other.from > from && other.from < to - 0.5,
            );
            assert.equal(beside, undefined, where);
          }
        }
      }
  });

  it('tells what it leaves out', () => {
    const scene = { ...defaultScene, sentence: Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ') };
    const own = journey(scene, 30);
    const { left, marks } = stagePicture(own, { chapter: 3, progress: 1 }, rooms[0]);
    assert.deepEqual(
      left.map(({ of, all }) => [of, all]),
      [[null, 60]],
    );
    assert.equal(
      leftText(left, own),
      `Only ${left[0].shown} of 60 words are shown: those around “word30”, and those with the largest weights.`,
    );
    assert.match(
      leftText(left, journey({ ...scene, sentence: `${'it was '.repeat(30)}` }, 30)),
      /around “it \(30\)”, and/,
    );
    assert.ok(marks.some(({ text }) => text === 'word30'));
    assert.ok(!marks.some(({ text }) => text === 'word0'));
  });

  it('goes from one to another: common parts move, new ones appear', () => {
    const [tired, wide] = [homeScene, { ...homeScene, sentence: homeScene.sentence.replace('tired', 'wide') }].map(
      (scene) => pictureAt(journey(scene), 0, rooms[0]),
    );
    const barOf = (picture, word) => picture.marks.find(({ key }) => key === `weights 1 ${word} 0`).width;
    const half = morph(tired, wide, 0.5);
    assert.equal(barOf(half, 'animal'), (barOf(tired, 'animal') + barOf(wide, 'animal')) / 2);
    assert.ok(barOf(tired, 'animal') > 10 * barOf(wide, 'animal'));
    assert.ok(barOf(wide, 'street') > 10 * barOf(tired, 'street'));
    const fresh = half.marks.find(({ key }) => key === 'weights 1 wide 0');
    assert.equal(fresh.opacity, 0.5);
    assert.equal(morph(tired, wide, 1), wide);
  });
});

describe('hard cases', () => {
  const captions = (scene, query) => {
    const own = journey(scene, query);
    for (const { picture } of pictures(own)) assert.ok(picture.marks.length > 0);
    return said(own).join('\n');
  };

  it('one token', () => {
    assert.match(captions({ ...defaultScene, sentence: 'it', view: {} }), /“it” is the only token/);
  });

  it('what is omitted from several vectors is one sentence', () => {
    const own = journey(homeScene, homeScene.view.focus);
    const left = ['q', 'k', 'v'].map((of) => ({ of, shown: 4, all: 8, onlyZeros: true }));
    assert.equal(leftText(left, own), 'q, k, v: 4 of 8 numbers. The others are 0.');
  });

  it('emoji and text from right to left', () => {
    assert.match(captions({ ...defaultScene, sentence: '👩‍👩‍👧 שלום it', view: { focus: 1 } }), /\u2068שלום\u2069/);
  });

  it('a row that sees nothing', () => {
    const visible = [
      [1, 1, 1],
      [0, 0, 0],
      [1, 1, 1],
    ];
    const scene = {
      ...defaultScene,
      sentence: 'the tired animal',
      attention: { heads: 3, mask: { kind: 'painted', visible } },
    };
    const text = captions({ ...scene, view: { focus: 1 } });
    const isOneAhead = (query) =>
      Array.from(pictures(journey(scene, query))).some(({ picture }) =>
        picture.marks.some(({ key }) => key === 'top row'),
      );
    assert.deepEqual([isOneAhead(2), isOneAhead(1)], [true, false]);
    assert.doesNotMatch(text, /divided among/);
    assert.match(text, /Every key is hidden from “tired”/);
    assert.match(text, /“tired” looks at nothing: every key is hidden from it/);
    assert.match(text, /“tired” gets nothing: all its numbers are 0/);
  });

  it('NaN, which a mistake makes', () => {
    const text = captions(gallery.find(({ id }) => id === 'overflow').scene);
    assert.doesNotMatch(text, /divided among/);
    assert.match(text, /Some weights of “it” are not numbers/);
    assert.match(text, /The results for “it” are not numbers/);
  });

  it('2000 tokens', () => {
    const sentence = Array.from({ length: 2000 }, (_, at) => (at % 2 === 0 ? 'the' : 'animal')).join(' ');
    const own = journey({ ...defaultScene, sentence }, 1999);
    for (const { picture } of pictures(own)) assert.ok(picture.marks.length < 2000);
    assert.match(said(own).join(' '), /“animal \(\d+\)” and \d+ others fit best, equally well/);
  });
});

describe('keys of another sentence', () => {
  const encoder = { sentence: 'the animal slept' };
  const crossed = { ...defaultScene, sentence: 'it was tired', encoder, positions: { kind: 'rope' } };
  const own = journey(crossed, 0);
  const words = (at, room) =>
    stagePicture(own, { chapter: at, progress: 1 }, room)
      .marks.filter(({ key, kind }) => kind === 'label' && /^(word|key) /.test(key))
      .map(({ text, role }) => `${text} ${role}`);
  const chapterOf = (step) => own.chapters.findIndex((scene) => scene.steps.includes(step));

  it('are shown under their own word', () => {
    for (const room of rooms)
      for (const step of ['x0', 'x0_k', 'k_rotated'])
        assert.deepEqual(words(chapterOf(step), room), ['it q', 'the k', 'animal k', 'slept k']);
    assert.match(titled(own, chapterOf('x0_k'))[1], /“the” carries function 1\.00/);
    assert.match(titled(own, chapterOf('v'))[1], /Each word of the other sentence, such as “the”/);
  });

  it('that fit alike are named so', () => {
    assert.match(titled(own, chapterOf('scores'))[1], /“the” and “slept” fit best, equally well: 0\.00/);
    const one = journey({ ...defaultScene, sentence: 'it' }, 0);
    assert.match(said(one).join(' '), /“it” fits best/);
  });
});

describe('the arithmetic at the end of a product', () => {
  it('is that of the number in its caption', () => {
    for (const scene of [homeScene, defaultScene]) {
      const own = journey(scene);
      const at = own.chapters.findIndex(({ kind, products }) => kind === 'product' && products.length === 3);
      const { now } = stagePicture(own, { chapter: at, progress: 1 }, rooms[0]);
      const [, label, value] = /q\[(\w+)\] = (−?\d+\.\d+)/.exec(titled(own, at)[1]);
      assert.equal(now.cell.name, 'q');
      assert.equal(own.chapters[at].products[0].result.label(now.cell.index.at(-1)), label);
      assert.equal(now.value.toFixed(2), value.replace('−', '-'));
    }
  });
});

describe('a number of a named dimension', () => {
  it('is called by that name', () => {
    const { language, source } = journey(homeScene);
    const label = (name, index) => cellLabel(language, readerOf(source, { name, index, layer: 1 }), name, index, 1);
    const columns = source.labels.d_model;
    assert.equal(label('y', [7, 14]), `y[layer 2, it, ${columns[14]}]`);
    // Its column of w_q reads the feeling alone.
    assert.equal(label('q', [0, 7, 0]), 'q[layer 2, it, feeling]');
    assert.equal(label('weights', [0, 7, 4]), 'weights[layer 2, it, the (4)]');
    const random = { ...homeScene, parameters: { kind: 'random', init: 'xavier', seed: 1 } };
    const own = journey(random).source;
    assert.equal(cellLabel(language, readerOf(own, { layer: 1 }), 'q', [0, 7, 0], 1), 'q[layer 2, it, 0]');
  });
});

describe('the end of the film', () => {
  const end = (sentence) => {
    const scene = typeSentence(homeScene, sentence);
    const result = computed(scene);
    return payoffOf('en', { scene, trace: result.trace, head: 0, query: askingWord(result) })?.title;
  };
  it('names the word that is meant, itself, or that there is no other word', () => {
    assert.equal(end(homeScene.sentence), 'So “it” means the animal.');
    assert.match(end('I love pizza'), /^So “i” mostly looks at itself \(>?\d+\u202f%\)\.$/);
    assert.equal(end('Hello'), '“hello” is the only word, so it looks at itself.');
    // “small” is no noun.
    const two = 'The trophy is big but the suitcase is small so it does not fit';
    assert.match(end(two), /^So “it” mostly looks at “small” \(\d+\u202f%\)\.$/);
  });
  it('offers to swap “tired” and “wide” only where “it” refers to something', () => {
    const swapIn = (sentence) => swapOf('en', typeSentence(homeScene, sentence))?.scene.sentence;
    assert.equal(swapIn('It was too wide'), 'It was too tired');
    assert.equal(swapIn('My mother was tired'), undefined);
  });
  it('is in the headline from the start', () => {
    const scene = typeSentence(homeScene, 'I love pizza');
    const result = computed(scene);
    assert.match(posterCaption(journeyOf('en', result, askingWord(result))).lead, /^“i” → itself >?\d+\u202f%$/);
  });
});

describe('the five parts of the film', () => {
  it('follow each other, and all but the first repeat in each layer', () => {
    const parts = (scene) => groupsOf(journey(scene).chapters).map(({ group, layer }) => `${group} ${layer}`);
    const layer = (index) => ['ask', 'match', 'weigh', 'collect'].map((group) => `${group} ${index}`);
    assert.deepEqual(parts(homeScene), ['numbers 0', ...layer(0), ...layer(1)]);
    assert.deepEqual(parts(everyScene['a block, norm first']), ['numbers 0', ...layer(0), ...layer(1), ...layer(2)]);
    for (const [name, scene] of Object.entries(everyScene)) {
      const own = journey(scene, 0);
      const all = groupsOf(own.chapters);
      assert.deepEqual([all[0].from, all.at(-1).to], [0, own.chapters.length], name);
      for (const [index, { from }] of all.entries()) if (index > 0) assert.equal(from, all[index - 1].to, name);
    }
  });

  it('take at most 40 seconds in two layers, and a step that changes nothing for the word takes none', () => {
    const own = journey(homeScene);
    assert.ok(seconds(own) <= 40);
    const still = own.chapters.filter((chapter) => chapter.seconds === 0).map((chapter) => chapter.steps.join(' '));
    assert.deepEqual(still, ['output', 'output']);
  });

  it('have everything in its place from the start: what is lit stays where it was', () => {
    for (const room of rooms.filter(({ width }) => width > 1000)) {
      const own = journey(homeScene);
      const first = own.chapters.filter(({ layer }) => layer === 0).length;
      const placesAt = (chapter, progress) =>
        new Map(
          stagePicture(own, { chapter, progress }, room)
            .marks.filter(({ key, kind }) => kind !== 'flow' && !/^(going|meeting|top row)/.test(key))
            // The numbers of a result are written when they are played.
            .filter(({ key }) => !/ \d+ text$/.test(key))
            .map(({ key, x, y }) => [key, `${x} ${y}`]),
        );
      const start = placesAt(0, 0);
      for (let chapter = 0; chapter < first; chapter++)
        for (const progress of [0.3, 0.7, 1]) assert.deepEqual(placesAt(chapter, progress), start);
    }
  });
});

describe('moments', () => {
  it('are stills at whole numbers', () => {
    assert.deepEqual(positionOf(0, 5), { chapter: 0, progress: 0 });
    assert.deepEqual(positionOf(1, 5), { chapter: 0, progress: 1 });
    assert.deepEqual(positionOf(2.5, 5), { chapter: 2, progress: 0.5 });
    assert.deepEqual(positionOf(9, 5), { chapter: 4, progress: 1 });
    assert.deepEqual(
      [0, 0.5, 1, 5].map((at) => nextStill(at, 5)),
      [1, 1, 2, 5],
    );
    assert.deepEqual([0, 0.5, 1, 5].map(previousStill), [0, 0, 0, 4]);
  });

  it('pass scene by scene, each as long as it takes, and end', () => {
    const lengths = [2, 4];
    assert.equal(played(0, 1, lengths), 0.5);
    assert.equal(played(0.5, 1, lengths), 1);
    assert.equal(played(0.5, 3, lengths), 1.5);
    assert.equal(played(0, 60, lengths), 2);
  });

  it('begin with what it comes to', () => {
    const { lead, text } = posterCaption(journey(homeScene));
    assert.match(lead, /^“it” → animal 92\s%$/);
    assert.equal(text, 'Press Play to see why.');
    const unclear = posterCaption(journey({ ...homeScene, sentence: 'it was', view: { focus: 0 } }));
    assert.equal(unclear.lead, '');
  });
});

describe('the word in focus', () => {
  const focus = (from, to, at) =>
    typeSentence({ ...defaultScene, sentence: from, view: { focus: at } }, to).view?.focus;

  it('stays the word that it was as the sentence grows', () => {
    const old = 'the animal was tired because it was old';
    assert.equal(focus(old, `yesterday ${old}`, 5), 6);
    assert.equal(focus(old, `${old} today`, 5), 5);
    assert.equal(focus(old, 'the big animal was tired because it was old', 5), 6);
    assert.equal(focus(old, 'the animal was tired because he was old', 5), 5);
    assert.equal(focus(old, 'the animal was tired', 5), undefined);
    assert.equal(focus(old, 'animal was tired because it was old', 5), 4);
  });
});
