import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { defaultScene } from 'self-attention/scene';
import { bundle } from '../support/bundle.mjs';
import { maskKinds } from '../support/masks.mjs';

const choices = await bundle('web/session/parameter-choices.ts');
const sceneChoices = await bundle('web/session/scene-choices.ts');
const { completeScene } = await bundle('web/session/complete-scene.ts');
const { typedText, typeSentence, typeEncoder } = sceneChoices;
const { gallery } = await bundle('tests/node/support/gallery.ts');
const { scenes: lessons } = await bundle('web/scene/lesson-scenes.ts');
const { homeScene } = await bundle('web/scene/home.ts');
const { mistakes } = await bundle('web/scene/types.ts');
const core = await loadCore();

/** Null if the core accepts the scene. */
function refused(scene) {
  try {
    core.attend(scene).dispose();
    return null;
  } catch (error) {
    return `${error.code} ${error.path}: ${error.message}`;
  }
}

/** What the page knows about the current result. */
function sizesOf(scene) {
  const trace = core.attend(scene);
  const { symbols, tokens, keyTokens } = trace;
  const sizes = {
    queries: tokens.length,
    keys: keyTokens.length,
    dWord: symbols.d_word ?? symbols.d_model ?? 1,
    dModel: symbols.d_model ?? 1,
    dK: symbols.d_k ?? 1,
    dV: symbols.d_v ?? 1,
  };
  trace.dispose();
  return sizes;
}

const drawn = {
  version: 1,
  sentence: 'the cat sat on the mat',
  embedding: { kind: 'random', distribution: 'normal', seed: 7, dModel: 12 },
  parameters: { kind: 'random', init: 'xavier', seed: 1 },
  attention: { heads: 2 },
};

const starts = {
  default: defaultScene,
  drawn,
  'one-hot': { ...drawn, embedding: { kind: 'oneHot' }, parameters: { ...drawn.parameters, dK: 3, dV: 3 } },
  ...Object.fromEntries(Object.entries(lessons)),
  ...Object.fromEntries(gallery.map(({ id, scene }) => [`gallery ${id}`, scene])),
};

const scores = ['scaledDot', 'dot', 'additive', 'general', 'cosine', 'given'];
const positions = ['none', 'sinusoidal', 'learned', 'rope', 'alibi', 'relative', 'given'];

/** Every choice that the page offers in a scene, by name. */
function presses(scene, start) {
  const sizes = sizesOf(scene);
  const found = [];
  const add = (name, next) => found.push([name, completeScene(next, scene, sizes, core)]);
  const bare = sceneChoices.onlyGivenScores(scene);
  for (const score of scores) {
    if (bare && score !== 'given') continue;
    if (score === 'given' && scene.attention.scores === undefined && start.attention.scores === undefined) continue;
    add(`score ${score}`, sceneChoices.chooseScore(scene, score, start));
  }
  for (const kind of positions) {
    if (sceneChoices.positionLack(scene, kind, sizes.dK) !== undefined) continue;
    add(`positions ${kind}`, sceneChoices.choosePositions(scene, kind, start));
  }
  if (scene.positions?.kind === 'sinusoidal') {
    add('join concat', { ...scene, positions: { ...scene.positions, join: 'concat' } });
    add('join add', { ...scene, positions: { kind: 'sinusoidal' } });
  }
  for (const kind of maskKinds) add(`mask ${kind}`, sceneChoices.chooseMask(scene, kind, null));
  if (scene.embedding.kind !== 'qkv') {
    add('encoder on', sceneChoices.chooseEncoder(scene, true, start));
    add('encoder off', sceneChoices.chooseEncoder(scene, false, start));
    add('residual', sceneChoices.setBlock(scene, { residual: true }));
    for (const norm of ['none', 'layer', 'rms']) add(`norm ${norm}`, sceneChoices.setBlock(scene, { norm }));
    add('pre-norm', sceneChoices.setBlock(scene, { norm: 'layer', place: 'pre' }));
    add('feed-forward', sceneChoices.setBlock(scene, { feedForward: { width: 8, activation: 'gelu' } }));
    for (const layers of [1, 2, 3]) add(`layers ${layers}`, sceneChoices.chooseLayers(scene, layers));
  }
  add('sparsemax', sceneChoices.setAttention(scene, { normalizer: 'sparsemax' }));
  add('rounded', sceneChoices.setAttention(scene, { roundWeights: 1 }));
  add('weighted', sceneChoices.setAttention(scene, { weightedValues: true }));
  const kinds = ['table', 'oneHot', 'normal', 'uniform', 'zero'];
  const own = choices.embeddingChoice(start.embedding);
  for (const kind of kinds.includes(own) ? kinds : [...kinds, own]) {
    add(`embedding ${kind}`, choices.chooseEmbedding(scene, kind, sizes, start));
  }
  const sources = ['identity', 'xavier', 'normal'];
  if (scene.embedding.kind !== 'qkv') sources.push('handmade');
  if (choices.parameterChoice(start.parameters) === 'given') sources.push('given');
  for (const source of sources) {
    add(`parameters ${source}`, choices.chooseParameters(scene, source, sizes, start));
  }
  for (const heads of choices.workingHeads(scene, sizes, 4)) {
    add(`heads ${heads}`, choices.chooseHeads(scene, heads));
  }
  if (scene.parameters.kind === 'handmade') {
    for (const head of choices.offeredHeads(scene.parameters.heads)) {
      if (scene.parameters.heads.join() === head) continue;
      const on = !scene.parameters.heads.includes(head);
      add(`head ${head} ${on}`, choices.setHandmade(scene, head, on));
    }
  }
  const { impossibleMistakes } = core.describe(scene);
  for (const mistake of mistakes) {
    if (!(mistake in impossibleMistakes)) add(`mistake ${mistake}`, { ...scene, mistake });
  }
  return found;
}

/** Different scenes to start from, for every pair of choices. */
const pairs = new Set([
  'default',
  'drawn',
  'one-hot',
  'illustrated',
  'keys-and-encoder',
  'gallery tired',
  'gallery previous',
]);

describe('a press', () => {
  for (const [name, start] of Object.entries(starts)) {
    it(`never lands in an error: ${name}`, () => {
      assert.equal(refused(start), null);
      const wrong = [];
      for (const [first, scene] of presses(start, start)) {
        const why = refused(scene);
        if (why !== null) {
          wrong.push(`${first}: ${why}`);
          continue;
        }
        if (!pairs.has(name)) continue;
        for (const [second, next] of presses(scene, start)) {
          const whyNext = refused(next);
          if (whyNext !== null) wrong.push(`${first}, ${second}: ${whyNext}`);
        }
      }
      assert.deepEqual(wrong, []);
    });
  }
});

describe('word vectors', () => {
  it('are compared as they are, in one layer, at a temperature at which a word looks at others too', () => {
    const next = choices.chooseEmbedding(homeScene, 'wordVectors', sizesOf(homeScene), homeScene);
    assert.deepEqual(next.parameters, { kind: 'identity' });
    assert.deepEqual([next.layers, next.block, next.view.layer], [undefined, undefined, undefined]);
    assert.deepEqual([next.attention.heads, next.attention.temperature], [1, 2]);
    const own = { ...homeScene, attention: { ...homeScene.attention, temperature: 3 } };
    assert.equal(choices.chooseEmbedding(own, 'wordVectors', sizesOf(own), own).attention.temperature, 3);
  });
});

describe('core.describe', () => {
  for (const [name, start] of Object.entries(starts)) {
    it(`are the widths of its trace: ${name}`, () => {
      for (const [press, scene] of [['as it is', start], ...presses(start, start)]) {
        const trace = core.attend(scene);
        const { problem, dModel, dK, dV } = core.describe(scene);
        const { d_model, d_k = 0, d_v } = trace.symbols;
        assert.equal(problem, null, press);
        if (scene.embedding.kind !== 'qkv') assert.equal(dModel, d_model, press);
        assert.deepEqual([dK, dV], [d_k, d_v], press);
        trace.dispose();
      }
    });
  }
});

describe('a mistake', () => {
  it('is offered exactly where the core makes it', () => {
    for (const [name, start] of Object.entries(starts)) {
      for (const [press, { mistake: _, ...scene }] of presses(start, start)) {
        const { impossibleMistakes } = core.describe(scene);
        for (const mistake of mistakes) {
          const need = impossibleMistakes[mistake];
          const why = refused({ ...scene, mistake });
          assert.equal(need === undefined, why === null, `${name}, ${press}, ${mistake}: ${need}, ${why}`);
        }
      }
    }
  });
});

describe('typing', () => {
  const painted = {
    ...drawn,
    attention: {
      heads: 1,
      mask: { kind: 'painted', visible: Array.from({ length: 6 }, (_, i) => [1, 0, 1, 1, 0, i % 2]) },
    },
  };
  it('keeps what is painted of a mask, and shows what is new', () => {
    const longer = typeSentence(painted, 'the cat sat on the mat again');
    const { visible } = longer.attention.mask;
    assert.deepEqual(visible[1], [1, 0, 1, 1, 0, 1, 1]);
    assert.deepEqual(visible[6], [1, 1, 1, 1, 1, 1, 1]);
    assert.equal(refused(longer), null);
    const shorter = typeSentence(painted, 'the cat');
    assert.deepEqual(shorter.attention.mask.visible, [
      [1, 0],
      [1, 0],
    ]);
    assert.equal(refused(shorter), null);
  });
  it('normalizes a text that looks like another, in the encoder too, and leaves a scene’s tokenizer otherwise', () => {
    const odd = 'the cafe\u0301';
    const typed = typeSentence(drawn, odd);
    assert.deepEqual([typed.sentence, typed.tokenizer], [odd, { ...drawn.tokenizer, version: 2 }]);
    assert.equal(typeSentence(typed, 'the café').tokenizer.version, 2);
    assert.equal(typeSentence(drawn, 'the café').tokenizer?.version, undefined);
    assert.equal(typeEncoder(drawn, odd).tokenizer.version, 2);
    assert.equal(refused(typed), null);
  });
  it('marks the words of a script without spaces, and shows the sentence as it was typed', () => {
    const typed = typeSentence(drawn, '我们学习');
    assert.equal(typed.tokenizer.version, 3);
    assert.equal(typed.sentence, '我们\u200b学习\u200b');
    assert.equal(typedText(typed, typed.sentence), '我们学习');
    assert.equal(refused(typed), null);
  });
  it('keeps the tokenizer of a table whose words are written otherwise', () => {
    const own = { kind: 'table', rows: { 'cafe\u0301': [1, 0] } };
    const typed = typeSentence(
      { version: 1, sentence: 'cafe\u0301', embedding: own, attention: { heads: 1 } },
      'cafe\u0301 cafe\u0301',
    );
    assert.equal(typed.tokenizer, undefined);
  });
  it('a second sentence widens the mask, and empties nothing else', () => {
    const crossed = typeEncoder({ ...painted, encoder: { sentence: 'a b c d e f' } }, 'a b c d e f g h');
    assert.deepEqual(crossed.attention.mask.visible[0], [1, 0, 1, 1, 0, 0, 1, 1]);
    assert.equal(refused(crossed), null);
  });
});
