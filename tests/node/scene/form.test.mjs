import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sceneSchema } from '../../../src/toolchain/made-files.mjs';
import { bundle } from '../support/bundle.mjs';
import { matches } from '../support/formats.mjs';
import { thrownBy } from '../support/refuses.mjs';
import { scenes } from '../support/scenes.mjs';

const { AttentionError, defaultScene, errorCodes, limits, normalScene, parseScene, parseSceneText, withDefaults } =
  await bundle('web/scene/index.ts');
const schema = JSON.parse(await sceneSchema());

const smallest = {
  version: 1,
  tokens: ['the', 'cat', 'sat'],
  embedding: {
    kind: 'given',
    x: [
      [1, 0],
      [0, 1],
      [1, 1],
    ],
  },
  parameters: {
    kind: 'given',
    wQ: [
      [1, 0],
      [0, 1],
    ],
    wK: [
      [1, 0],
      [0, 1],
    ],
    wV: [
      [1, 2],
      [3, 4],
    ],
  },
  attention: { heads: 1 },
};
const random = { kind: 'random', distribution: 'normal', seed: 1, dModel: 4 };

/** A copy with one place changed; without a value, the key is taken out. */
function changed(path, ...value) {
  const copy = structuredClone(smallest);
  const keys = path.split('/').slice(1);
  const last = keys.pop();
  const parent = keys.reduce((part, key) => part[key], copy);
  if (value.length > 0) {
    Object.defineProperty(parent, last, { value: value[0], enumerable: true, configurable: true, writable: true });
  } else {
    delete parent[last];
  }
  return copy;
}

const { kind: __, ...matrices } = smallest.parameters;
const stacked = (layers) => changed('/parameters', { kind: 'stack', layers });
/** q, k and v given, with something changed. */
const direct = (changes) => ({
  ...smallest,
  embedding: { kind: 'qkv', q: [[1]], k: [[1]], v: [[1]] },
  parameters: { kind: 'none' },
  ...changes,
});
const table = (rows) => changed('/embedding', { kind: 'table', rows });
const many = (length, value) => new Array(length).fill(value);

/** What is wrong, the scene, the code, where, and what the message must name. `jsonOnly: false` cannot be said in JSON. */
const bad = [
  ['no object', 7, 'scene-form', '', [/the scene is 7/]],
  ['null', null, 'scene-form', '', [/null/]],
  ['an array', [], 'scene-form', '', [/an array of 0/]],
  ['no version', changed('/version'), 'scene-form', '/version', [/version is missing/, /1/]],
  ['another version', changed('/version', 2), 'scene-form', '/version', [/version is 2/]],
  ['an unknown key', changed('/extra', 1), 'scene-form', '', [/"extra"/, /tokens, sentence, tokenizer/]],
  ['an unknown key inside', changed('/attention/head', 1), 'scene-form', '/attention', [/"head"/, /heads, kvHeads/]],
  ['__proto__ as a key', changed('/__proto__', {}), 'scene-form', '', [/"__proto__"/]],
  ['constructor as a key', changed('/attention/constructor', 1), 'scene-form', '/attention', [/"constructor"/]],
  ['a key of another kind', changed('/embedding/seed', 1), 'scene-form', '/embedding', [/"seed"/, /kind, x/]],
  ['neither tokens nor sentence', changed('/tokens'), 'scene-form', '', [/neither tokens nor sentence/]],
  ['both tokens and sentence', changed('/sentence', 'a'), 'scene-form', '', [/both tokens and sentence/]],
  ['tokens that are text', changed('/tokens', 'the cat'), 'scene-form', '/tokens', [/"the cat"/, /array/]],
  ['no tokens', changed('/tokens', []), 'empty', '/tokens', [/no tokens/]],
  ['8193 tokens', changed('/tokens', many(8193, 'a')), 'too-large', '/tokens', [/8193 tokens/, /8192/]],
  ['a token that is a number', changed('/tokens/1', 5), 'scene-form', '/tokens/1', [/1 is 5/, /text/]],
  ['an empty token', changed('/tokens/1', ''), 'scene-form', '/tokens/1', [/not empty/]],
  ['a token of 257 characters', changed('/tokens/0', 'a'.repeat(257)), 'too-large', '/tokens/0', [/257/, /256/]],
  ['half a character', changed('/tokens/0', '\ud83d'), 'scene-form', '/tokens/0', [/lone surrogate/]],
  ['a tokenizer that is true', changed('/tokenizer', true), 'scene-form', '/tokenizer', [/true/, /object/]],
  [
    'lowercase as text',
    changed('/tokenizer', { lowercase: 'yes' }),
    'scene-form',
    '/tokenizer/lowercase',
    [/"yes"/, /true or false/],
  ],
  [
    'null for something optional',
    changed('/attention/scale', null),
    'scene-form',
    '/attention/scale',
    [/scale is null/],
  ],
  ['no embedding', changed('/embedding'), 'scene-form', '/embedding', [/missing/]],
  ['no kind', changed('/embedding/kind'), 'scene-form', '/embedding/kind', [/kind is missing/, /"given" or "oneHot"/]],
  [
    'an unknown kind',
    changed('/embedding/kind', 'word2vec'),
    'scene-form',
    '/embedding/kind',
    [/"word2vec"/, /"given"/],
  ],
  [
    'a kind from the prototype',
    changed('/embedding/kind', 'toString'),
    'scene-form',
    '/embedding/kind',
    [/"toString"/],
  ],
  ['x that is no matrix', changed('/embedding/x', [1, 2, 3]), 'scene-form', '/embedding/x/0', [/0 is 1/, /array/]],
  ['x without rows', changed('/embedding/x', []), 'shape', '/embedding/x', [/no rows/]],
  ['rows without numbers', changed('/embedding/x', [[], []]), 'shape', '/embedding/x/0', [/no numbers/]],
  ['4097 rows', changed('/embedding/x', many(4097, [1])), 'too-large', '/embedding/x', [/4097 rows/, /4096/]],
  ['4097 columns', changed('/embedding/x', [many(4097, 1)]), 'too-large', '/embedding/x/0', [/4097 numbers/, /4096/]],
  ['text in a matrix', changed('/embedding/x/1/0', '1'), 'scene-form', '/embedding/x/1/0', [/0 is "1"/, /number/]],
  ['"-inf" where it has no meaning', changed('/embedding/x/1/0', '-inf'), 'scene-form', '/embedding/x/1/0', [/"-inf"/]],
  ['null in a matrix', changed('/embedding/x/1/0', null), 'scene-form', '/embedding/x/1/0', [/null/]],
  [
    'more than float32 holds',
    changed('/embedding/x/1/0', 3.5e38),
    'not-finite',
    '/embedding/x/1/0',
    [/3.5e\+38/, /3.4028234663852886e\+38/],
  ],
  [
    'a negative number of that size',
    changed('/parameters/wQ/0/0', -1e39),
    'not-finite',
    '/parameters/wQ/0/0',
    [/-1e\+39/],
  ],
  ['an empty bias', changed('/parameters/bQ', []), 'shape', '/parameters/bQ', [/no numbers/]],
  ['no w_k', changed('/parameters/wK'), 'scene-form', '/parameters/wK', [/wK is missing/]],
  [
    'a seed of 1.5',
    changed('/embedding', { ...random, seed: 1.5 }),
    'scene-form',
    '/embedding/seed',
    [/1.5/, /whole number from 0 to 4294967295/],
  ],
  [
    'a seed of 2^32',
    changed('/embedding', { ...random, seed: 2 ** 32 }),
    'range',
    '/embedding/seed',
    [/4294967296/, /4294967295/],
  ],
  ['a seed of -1', changed('/embedding', { ...random, seed: -1 }), 'range', '/embedding/seed', [/-1/]],
  [
    'a d_model of 0',
    changed('/embedding', { ...random, dModel: 0 }),
    'range',
    '/embedding/dModel',
    [/dModel is 0/, /from 1/],
  ],
  [
    'an unknown distribution',
    changed('/embedding', { ...random, distribution: 'cauchy' }),
    'scene-form',
    '/embedding/distribution',
    [/"cauchy"/, /"uniform" or "normal"/],
  ],
  [
    'neither table nor rows',
    changed('/embedding', { kind: 'table' }),
    'scene-form',
    '/embedding',
    [/neither table nor rows/],
  ],
  [
    'both table and rows',
    changed('/embedding', { kind: 'table', table: 'a', rows: { a: [1] } }),
    'scene-form',
    '/embedding',
    [/both table and rows/],
  ],
  ['a table without words', table({}), 'shape', '/embedding/rows', [/no words/]],
  ['an empty word', table({ '': [1] }), 'scene-form', '/embedding/rows', [/not empty/]],
  [
    '__proto__ as a word',
    table(JSON.parse('{"__proto__": [1], "a": [1]}')),
    'scene-form',
    '/embedding/rows',
    [/__proto__/],
  ],
  [
    '4097 words',
    table(Object.fromEntries(many(4097).map((_, i) => [`w${i}`, [1]]))),
    'too-large',
    '/embedding/rows',
    [/4097 words/, /4096/],
  ],
  ['text in a table', table({ 'a/b~c': [1, 'x'] }), 'scene-form', '/embedding/rows/a~1b~0c/1', [/"x"/]],
  ['0 heads', changed('/attention/heads', 0), 'range', '/attention/heads', [/heads is 0/]],
  ['no heads', changed('/attention/heads'), 'scene-form', '/attention/heads', [/missing/]],
  ['1.5 heads', changed('/attention/heads', 1.5), 'scene-form', '/attention/heads', [/heads is 1.5/]],
  ['0 key/value heads', changed('/attention/kvHeads', 0), 'range', '/attention/kvHeads', [/kvHeads is 0/]],
  [
    'an unknown score',
    changed('/attention/score', 'euclid'),
    'scene-form',
    '/attention/score',
    [/"euclid"/, /"cosine"/],
  ],
  [
    'an unknown mask',
    changed('/attention/mask', { kind: 'diagonal' }),
    'scene-form',
    '/attention/mask/kind',
    [/"diagonal"/, /"window"/],
  ],
  ['a mask as text', changed('/attention/mask', 'causal'), 'scene-form', '/attention/mask', [/"causal"/, /object/]],
  [
    'no heads made by hand',
    changed('/parameters', { kind: 'handmade', table: 'meaning', heads: [] }),
    'empty',
    '/parameters/heads',
    [/no heads/],
  ],
  ['7 digits', changed('/view', { digits: 7 }), 'range', '/view/digits', [/digits is 7/, /6/]],
  ['a focus of -1', changed('/view', { focus: -1 }), 'range', '/view/focus', [/-1/]],
  ['a page of 1.5', changed('/view', { page: 1.5 }), 'scene-form', '/view/page', [/1\.5/]],
  ['an empty lesson', changed('/view', { lesson: '' }), 'scene-form', '/view/lesson', [/not empty/]],
  ['an unknown mistake', changed('/mistake', 'no-scaling'), 'scene-form', '/mistake', [/"no-scaling"/, /"no-scale"/]],
  ['a mistake of the prototype', changed('/mistake', 'toString'), 'scene-form', '/mistake', [/"toString"/]],

  [
    'an encoder without words',
    changed('/encoder', { x: [[1]] }),
    'scene-form',
    '/encoder',
    [/neither tokens nor sentence/],
  ],
  [
    'an encoder with both',
    changed('/encoder', { tokens: ['a'], sentence: 'a', x: [[1]] }),
    'scene-form',
    '/encoder',
    [/both/],
  ],
  [
    'an encoder without its rows',
    changed('/encoder', { tokens: ['a'] }),
    'scene-form',
    '/encoder/x',
    [/x is missing.*"given"/],
  ],
  [
    'rows of an encoder that is drawn',
    { ...changed('/encoder', { tokens: ['a'], x: [[1]] }), embedding: random },
    'scene-form',
    '/encoder/x',
    [/x is given.*only where the embedding is "given"/],
  ],
  [
    '8193 tokens to look at',
    changed('/encoder', { tokens: many(8193, 'a') }),
    'too-large',
    '/encoder/tokens',
    [/8193.*8192/],
  ],

  ['ids without rows', changed('/embedding', { kind: 'ids' }), 'scene-form', '/embedding/rows', [/missing/]],
  ['zeros without a width', changed('/embedding', { kind: 'zero' }), 'scene-form', '/embedding/dModel', [/missing/]],
  ['zeros of width 0', changed('/embedding', { kind: 'zero', dModel: 0 }), 'range', '/embedding/dModel', [/is 0/]],
  [
    'values without queries',
    direct({ embedding: { kind: 'qkv', v: [[1]] } }),
    'scene-form',
    '/embedding/q',
    [/q is missing/],
  ],
  [
    'queries and keys beside given scores',
    direct({ attention: { heads: 1, score: 'given', scores: [[1]] } }),
    'scene-form',
    '/embedding/q',
    [/q is given.*not "given"/],
  ],
  [
    'projections of q, k and v',
    direct({ parameters: smallest.parameters }),
    'scene-form',
    '/parameters/wQ',
    [/wQ is given.*"qkv"/],
  ],
  [
    'a bias of a projection that is not there',
    direct({ parameters: { kind: 'given', bV: [1] } }),
    'scene-form',
    '/parameters/bV',
    [/bV is given/],
  ],
  [
    'heads made by hand for q, k and v',
    direct({ parameters: { kind: 'handmade', table: 'meaning', heads: ['pronoun'] } }),
    'scene-form',
    '/parameters/kind',
    [/"handmade".*"qkv"/],
  ],
  [
    'no parameters where x is given',
    changed('/parameters', { kind: 'none' }),
    'scene-form',
    '/parameters/kind',
    [/"none".*"given"/],
  ],
  [
    'score given without scores',
    changed('/attention/score', 'given'),
    'scene-form',
    '/attention/scores',
    [/scores is missing/],
  ],
  [
    'scores that the score does not want',
    changed('/attention/scores', [[1]]),
    'scene-form',
    '/attention/scores',
    [/scores is given/],
  ],

  ['unknown positions', changed('/positions', { kind: 'xpos' }), 'scene-form', '/positions/kind', [/"xpos"/, /"rope"/]],
  ['positions as text', changed('/positions', 'rope'), 'scene-form', '/positions', [/"rope"/, /object/]],
  [
    'a base of 1',
    changed('/positions', { kind: 'rope', base: 1 }),
    'range',
    '/positions/base',
    [/base is 1; .*greater than 1/],
  ],
  [
    'a base beyond float32',
    changed('/positions', { kind: 'rope', base: 1e39 }),
    'not-finite',
    '/positions/base',
    [/1e\+39/],
  ],
  [
    'a width of what is added',
    changed('/positions', { kind: 'sinusoidal', width: 4 }),
    'scene-form',
    '/positions/width',
    [/width is given.*"concat"/],
  ],
  [
    'a setting of other positions',
    changed('/positions', { kind: 'alibi', base: 2 }),
    'scene-form',
    '/positions',
    [/"base"/],
  ],
  ['a clip of 0', changed('/positions', { kind: 'relative', clip: 0 }), 'range', '/positions/clip', [/clip is 0/]],
  ['a clip of 1.5', changed('/positions', { kind: 'relative', clip: 1.5 }), 'scene-form', '/positions/clip', [/1.5/]],
  [
    'positions without rows',
    changed('/positions', { kind: 'learned', rows: [] }),
    'shape',
    '/positions/rows',
    [/no rows/],
  ],

  [
    'padding of 0',
    changed('/attention/mask', { kind: 'padding', length: 0 }),
    'range',
    '/attention/mask/length',
    [/is 0/],
  ],
  [
    'half a window',
    changed('/attention/mask', { kind: 'window', before: 1 }),
    'scene-form',
    '/attention/mask/after',
    [/missing/],
  ],
  [
    'a window that looks -1 back',
    changed('/attention/mask', { kind: 'window', before: -1, after: 0 }),
    'range',
    '/attention/mask/before',
    [/-1/],
  ],
  [
    'a mask painted with a half',
    changed('/attention/mask', { kind: 'painted', visible: [[1, 0.5]] }),
    'scene-form',
    '/attention/mask/visible/0/1',
    [/0.5; it must be 0 or 1/],
  ],
  [
    'a mask painted with true',
    changed('/attention/mask', { kind: 'painted', visible: [[true]] }),
    'scene-form',
    '/attention/mask/visible/0/0',
    [/true/],
  ],
  [
    '513 painted columns',
    changed('/attention/mask', { kind: 'painted', visible: [many(513, 1)] }),
    'too-large',
    '/attention/mask/visible/0',
    [/513.*512/],
  ],
  ['7 decimals', changed('/attention/roundWeights', 7), 'range', '/attention/roundWeights', [/7.*from 0 to 6/]],
  [
    'an unknown normalizer',
    changed('/attention/normalizer', 'hardmax'),
    'scene-form',
    '/attention/normalizer',
    [/"hardmax"/],
  ],

  ['an unknown norm', changed('/block', { norm: 'batch' }), 'scene-form', '/block/norm', [/"batch"/, /"rms"/]],
  [
    'a feed-forward network without a width',
    changed('/block', { feedForward: { activation: 'relu' } }),
    'scene-form',
    '/block/feedForward/width',
    [/missing/],
  ],
  ['7 layers', changed('/layers', 7), 'range', '/layers', [/layers is 7.*from 1 to 6/]],
  ['1.5 layers', changed('/layers', 1.5), 'scene-form', '/layers', [/1.5/]],
  ['a stack of none', stacked([]), 'empty', '/parameters/layers', [/no layers/]],
  ['a stack of 7', { ...stacked(many(7, matrices)), layers: 6 }, 'too-large', '/parameters/layers', [/7 layers.*6/]],
  [
    'a stack with a hole',
    stacked([{ wQ: [[1]], wK: [[1]] }]),
    'scene-form',
    '/parameters/layers/0/wV',
    [/wV is missing/],
  ],
];
const long = changed('/sentence', 'a'.repeat(200_000));
delete long.tokens;
bad.push(['200 000 characters', long, 'too-large', '/sentence', [/200000 characters/, /100000/]]);

const holed = [1, 2, 3];
delete holed[1];

/** Wrong too, but beyond what JSON or its schema can say. */
const beyond = [
  [
    'ragged rows',
    changed('/embedding/x', [
      [1, 2, 3, 4],
      [1, 2, 3, 4],
      [1, 2, 3],
    ]),
    'shape',
    '/embedding/x/2',
    [/row 2 has 3 numbers, row 0 has 4/],
  ],
  [
    'ragged words',
    table({ cat: [1, 2], dog: [1] }),
    'shape',
    '/embedding/rows/dog',
    [/"dog" has 1 numbers, "cat" has 2/],
  ],
  [
    'two sets of matrices for three layers',
    { ...stacked([matrices, matrices]), layers: 3 },
    'shape',
    '/parameters/layers',
    [/2 sets of matrices.*layers is 3/],
  ],
  [
    'heads of two layers for one',
    changed('/parameters', { kind: 'handmade', table: 'meaning', heads: ['a'], later: [['b']] }),
    'shape',
    '/parameters/later',
    [/2 lists of heads.*layers is 1/],
  ],
  [
    'a ragged painted mask',
    changed('/attention/mask', { kind: 'painted', visible: [[1, 1], [1]] }),
    'shape',
    '/attention/mask/visible/1',
    [/row 1 has 1/],
  ],
  ['NaN', changed('/parameters/wV/1/1', Number.NaN), 'not-finite', '/parameters/wV/1/1', [/NaN/]],
  ['infinity', changed('/attention/temperature', Infinity), 'not-finite', '/attention/temperature', [/Infinity/]],
  ['NaN for a whole number', changed('/attention/heads', Number.NaN), 'scene-form', '/attention/heads', [/NaN/]],
  ['a hole in a row', changed('/embedding/x', [holed]), 'scene-form', '/embedding/x/0/1', [/missing/]],
  [
    'a typed array',
    changed('/embedding/x/0', new Float32Array(2)),
    'scene-form',
    '/embedding/x/0',
    [/Float32Array/, /array/],
  ],
  ['a bigint', changed('/attention/heads', 1n), 'scene-form', '/attention/heads', [/1/]],
  [
    'a symbol as a key',
    Object.assign(structuredClone(smallest), { [Symbol('s')]: 1 }),
    'scene-form',
    '',
    [/Symbol\(s\)/],
  ],
  ['only inherited keys', Object.create(smallest), 'scene-form', '/version', [/missing/]],
];

describe('a scene that is wrong is refused', () => {
  for (const [what, scene, code, path, names] of [...bad, ...beyond]) {
    it(`${what}: ${code} at "${path}"`, () => {
      const error = thrownBy(() => parseScene(scene));
      assert.ok(error instanceof AttentionError, String(error.stack));
      assert.deepEqual([error.code, error.path], [code, path], error.message);
      assert.ok(Object.hasOwn(errorCodes, error.code));
      for (const name of names) assert.match(error.message, name);
      if (path !== '') assert.ok(error.message.endsWith(`(${path})`), error.message);
      assert.ok(error.message.length < 400, error.message);
    });
  }
  it('nothing of a refused scene reaches the prototype of objects', () => {
    thrownBy(() => parseSceneText('{"__proto__":{"polluted":1},"version":1}'));
    assert.equal({}.polluted, undefined);
  });
  it('sizes are looked at before numbers: a huge matrix with a bad number is refused for its size', () => {
    const error = thrownBy(() => parseScene(changed('/embedding/x', many(1_000_000, ['x']))));
    assert.equal(error.code, 'too-large');
  });
});

describe('a scene that is right', () => {
  it('comes back equal, and is a copy', () => {
    const scene = parseScene(smallest);
    assert.deepEqual(scene, smallest);
    assert.notEqual(scene.embedding.x[0], smallest.embedding.x[0]);
  });
  it('may say the largest float32, an own word "constructor", and characters beyond the first plane', () => {
    parseScene(changed('/embedding/x/0/0', -3.4028234663852886e38));
    assert.deepEqual(parseScene(table({ constructor: [1] })).embedding.rows, { constructor: [1] });
    parseScene(changed('/tokens/0', '😀'.repeat(256)));
  });
  it('has an effective value for all that it leaves out', () => {
    const full = withDefaults(parseScene(smallest));
    assert.deepEqual(full.attention, {
      heads: 1,
      kvHeads: 1,
      score: 'scaledDot',
      scale: null,
      mask: { kind: 'none' },
      temperature: 1,
      softcap: 0,
      scores: null,
      normalizer: 'softmax',
      roundWeights: null,
      weightedValues: false,
    });
    assert.deepEqual(full.positions, {
      kind: 'none',
      base: 10000,
      join: 'add',
      seed: 1,
      std: 0.5,
      width: null,
      clip: null,
      rows: null,
    });
    assert.deepEqual(full.block, { residual: false, norm: 'none', place: 'post', feedForward: null });
    assert.deepEqual([full.layers, full.mistake], [1, null]);
    assert.deepEqual(full.view, { at: null, digits: 2, head: 0, layer: 0, page: 0, focus: null, lesson: null });
    assert.deepEqual(full.tokenizer, { lowercase: false, punctuation: false });
    assert.equal(withDefaults({ ...smallest, attention: { heads: 4, scale: 2, kvHeads: 2 } }).attention.kvHeads, 2);
    assert.deepEqual(withDefaults(defaultScene).embedding, {
      kind: 'table',
      table: 'meaning',
      version: 1,
      missing: 'random',
      seed: 1,
      low: -1,
      high: 1,
      mean: 0,
      std: 1,
    });
  });
  it('loses the keys that say what holds anyway when it is made normal, and nothing else', () => {
    const spelt = {
      ...smallest,
      tokenizer: { lowercase: false },
      attention: {
        heads: 2,
        kvHeads: 2,
        score: 'scaledDot',
        mask: { kind: 'none' },
        temperature: 1,
        softcap: 0,
        scale: 1,
      },
      positions: { kind: 'none' },
      block: { residual: false, norm: 'none', place: 'post' },
      layers: 1,
      mistake: null,
      view: { digits: 2, head: 1 },
    };
    assert.deepEqual(normalScene(spelt), {
      ...smallest,
      attention: { heads: 2, kvHeads: 2, scale: 1 },
      view: { head: 1 },
    });
    const positions = { kind: 'sinusoidal', base: 10_000, join: 'add' };
    assert.deepEqual(normalScene({ ...smallest, positions }).positions, { kind: 'sinusoidal' });
    for (const scene of scenes(200, 4)) {
      assert.deepEqual(normalScene(normalScene(scene)), normalScene(scene));
      assert.deepEqual(withDefaults(normalScene(scene)), withDefaults(parseScene(scene)));
    }
  });
});

describe('scene.schema.json', () => {
  it('refuses what the parser refuses', () => {
    for (const [what, scene] of bad) assert.equal(matches(scene, schema), false, what);
  });
  it('accepts what the parser accepts', () => {
    for (const scene of [smallest, defaultScene, ...scenes(300, 1)]) {
      assert.ok(matches(scene, schema), JSON.stringify(scene));
      parseScene(scene);
    }
  });
  it('says the same as the parser when a good scene is damaged in one place', () => {
    const wrong = [null, true, 7, -1, 1.5, 1e39, '', 'x', [], {}, [[]], undefined];
    let refused = 0;
    for (const scene of scenes(150, 2)) {
      for (const path of places(scene)) {
        for (const value of wrong) {
          const damaged = JSON.parse(JSON.stringify(scene));
          const last = path.at(-1);
          const parent = path.slice(0, -1).reduce((part, key) => part[key], damaged);
          if (value === undefined && !Array.isArray(parent)) delete parent[last];
          else parent[last] = value ?? null;
          const valid = matches(damaged, schema);
          let error;
          try {
            parseScene(damaged);
          } catch (thrown) {
            error = thrown;
          }
          // Rows of different lengths, and as many sets as layers, are what the schema cannot say.
          if (/all must have the same|they must be equal/.test(error?.message ?? '')) continue;
          assert.equal(error === undefined, valid, `${error?.message}: ${JSON.stringify(damaged)}`);
          refused += valid ? 0 : 1;
        }
      }
    }
    assert.ok(refused > 10_000, `only ${refused} were refused`);
  });
  it('has the same limits', () => {
    const { properties, $defs } = schema;
    assert.equal($defs.tokens.maxItems, limits.tokens);
    assert.equal($defs.sentence.maxLength, limits.sentence);
    assert.equal($defs.word.maxLength, limits.token);
    assert.equal($defs.row.maxItems, limits.matrix);
    assert.equal($defs.number.maximum, limits.number);
    assert.equal($defs.seed.maximum, limits.integer);
    assert.equal(properties.view.properties.digits.maximum, limits.digits);
    assert.equal(properties.layers.maximum, limits.layers);
    assert.equal(limits.number, 2 ** 127 * (2 - 2 ** -23));
  });
});

function* places(value, path = []) {
  for (const [key, part] of Object.entries(value)) {
    yield [...path, key];
    if (typeof part === 'object' && part !== null) yield* places(part, [...path, key]);
  }
}

describe('JSON text', () => {
  it('is read as the scene it says', () => {
    assert.deepEqual(parseSceneText(JSON.stringify(smallest, null, 2)), smallest);
  });
  const broken = [
    ['', 1, 1, /a value should be|ends where a value/],
    ['{', 1, 2, /ends where a key or } should be/],
    ['{\n  "a": 1,\n  }', 3, 3, /a key should be here/],
    ['{"a" 1}', 1, 6, /: should be here/],
    ['[1 2]', 1, 4, /, or the end should be here/],
    ['[1,]', 1, 4, /a value should be here/],
    ['{"a":1}}', 1, 8, /the end should be here/],
    ['{"a":1]', 1, 7, /, or the end should be here/],
    ['{"a":NaN}', 1, 6, /a value should be here/],
    ['{"a":01}', 1, 7, /, or the end/],
    ['{"a":+1}', 1, 6, /a value/],
    ["{'a':1}", 1, 2, /a key or }/],
    ['{"a":"\n"}', 1, 6, /a value/],
    ['{"a":"\\x"}', 1, 6, /a value/],
    ['{"a":1,"b":{"c":1,"c":2}}', 1, 19, /"c" is here a second time/],
    ['{"a":1,"\\u0061":2}', 1, 8, /second time/],
    [`["${'a'.repeat(100_000)}`, 1, 2, /a value/],
    ['['.repeat(32), 1, 33, /ends where/],
    ['['.repeat(100_000), 1, 33, /more than 32 brackets in each other/],
  ];
  for (const [text, line, column, what] of broken) {
    it(`that breaks off at line ${line}, column ${column} says so: ${text.slice(0, 30)}`, () => {
      const error = thrownBy(() => parseSceneText(text));
      assert.equal(error.code, 'scene-form');
      assert.match(error.message, new RegExp(`line ${line}, column ${column}:`));
      assert.match(error.message, what);
      assert.ok(error.message.length < 300);
    });
  }
  it('with a number like 1e999 is refused as infinite', () => {
    const text = JSON.stringify(smallest).replace('[[1,0],[0,1],[1,1]]', '[[1e999,0],[0,1],[1,1]]');
    assert.equal(thrownBy(() => parseSceneText(text)).code, 'not-finite');
  });
  it('over its limit is refused unread', () => {
    const error = thrownBy(() => parseSceneText(' '.repeat(limits.json + 1)));
    assert.equal(error.code, 'too-large');
    assert.match(error.message, /8388609.*8388608/);
  });
  it('is judged as JSON.parse judges it', () => {
    const good = [
      '{}',
      '[]',
      ' [ 1 , -0.5e+3 , "\\u00e9\\n" , true , null , {"a":[{}]} ] ',
      '"\u007f\u2028"',
      '0',
      'null',
    ];
    for (const text of good) assert.match(thrownBy(() => parseSceneText(text)).message, /must be|unknown key/);
  });
});
