import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';
import { thrownBy } from '../support/refuses.mjs';
import { scenes } from '../support/scenes.mjs';

const { AttentionError, decodeScene, defaultScene, encodeScene, limits, normalScene, parseScene } =
  await bundle('web/scene/index.ts');
const { lessons } = await bundle('web/export/lessons.ts');

const random = { kind: 'random', distribution: 'normal', seed: 7, dModel: 16 };
const xavier = { kind: 'random', init: 'xavier', seed: 1 };
const masked = (mask) => ({ ...defaultScene, attention: { heads: 3, mask } });
const { focus: _, ...unfocused } = defaultScene.view;

describe('a link', () => {
  const readable = [
    ['the default scene is no text at all', '', defaultScene],
    [
      'another sentence is one key',
      'sentence=The+cat+sat',
      { ...defaultScene, sentence: 'The cat sat', view: unfocused },
    ],
    [
      'a drawn embedding brings parameters that are drawn too',
      'sentence=The+cat+sat&embedding=random.normal&seed=7&d=16&heads=2&mask=causal&temperature=0.5',
      {
        ...defaultScene,
        sentence: 'The cat sat',
        embedding: random,
        parameters: xavier,
        attention: { heads: 2, mask: { kind: 'causal' }, temperature: 0.5 },
        view: unfocused,
      },
    ],
    ['a focus that is gone is said', 'focus=', { ...defaultScene, view: unfocused }],
    ['a seed is one key', 'seed=5', { ...defaultScene, embedding: { ...defaultScene.embedding, seed: 5 } }],
    [
      'tokens are a list',
      "tokens=Input+1,a%2Cb,it's",
      { ...defaultScene, sentence: undefined, tokens: ['Input 1', 'a,b', "it's"], view: unfocused },
    ],
    ['a switch is yes or no', 'lowercase=no&punctuation=yes', { ...defaultScene, tokenizer: { punctuation: true } }],
    ['an empty sentence can be said', 'sentence=', { ...defaultScene, sentence: '', view: unfocused }],
    [
      'heads made by hand are a list',
      'parameters.heads=action&heads=1',
      {
        ...defaultScene,
        parameters: { kind: 'handmade', table: 'meaning', heads: ['action'] },
        attention: { heads: 1 },
      },
    ],
    [
      'positions are their kind and settings',
      'positions=sinusoidal&positions.join=concat&positions.width=8',
      { ...defaultScene, positions: { kind: 'sinusoidal', join: 'concat', width: 8 } },
    ],
    [
      'a base is one key',
      'positions=rope&positions.base=100',
      { ...defaultScene, positions: { kind: 'rope', base: 100 } },
    ],
    [
      'pairs are one key',
      'positions=rope&positions.pairs=halves',
      { ...defaultScene, positions: { kind: 'rope', pairs: 'halves' } },
    ],
    [
      'slopes are one key',
      'positions=alibi&positions.slopes=reference',
      { ...defaultScene, positions: { kind: 'alibi', slopes: 'reference' } },
    ],
    [
      'distances that share a row',
      'positions=relative&positions.seed=3&positions.std=0.1&positions.clip=2',
      { ...defaultScene, positions: { kind: 'relative', seed: 3, std: 0.1, clip: 2 } },
    ],
    ['a mask with its settings', 'mask=window&before=2&after=0', masked({ kind: 'window', before: 2, after: 0 })],
    ['an aligned mask', 'mask=causal&mask.align=bottomRight', masked({ kind: 'causal', align: 'bottomRight' })],
    ['a mask with a length', 'mask=padding&mask.length=3', masked({ kind: 'padding', length: 3 })],
    [
      'a painted mask is rows of 0 and 1',
      'mask=painted&visible=100,110,011',
      masked({
        kind: 'painted',
        visible: [
          [1, 0, 0],
          [1, 1, 0],
          [0, 1, 1],
        ],
      }),
    ],
    [
      'another score, normalizer and rounding',
      'score=additive&normalizer=sparsemax&round=1&weighted=yes',
      {
        ...defaultScene,
        attention: { heads: 3, score: 'additive', normalizer: 'sparsemax', roundWeights: 1, weightedValues: true },
      },
    ],
    [
      'a block and layers',
      'residual=yes&norm=layer&place=pre&ff=16&activation=gelu&layers=2&layer=1',
      {
        ...defaultScene,
        block: { residual: true, norm: 'layer', place: 'pre', feedForward: { width: 16, activation: 'gelu' } },
        layers: 2,
      },
    ],
    [
      'heads of the layers after the first are lists',
      'parameters.heads=cue&parameters.later=same-meaning;a%2Cb,c%3Bd&heads=1&layers=3&layer=2',
      {
        ...defaultScene,
        parameters: {
          kind: 'handmade',
          table: 'meaning',
          heads: ['cue'],
          later: [['same-meaning'], ['a,b', 'c;d']],
        },
        attention: { heads: 1 },
        layers: 3,
      },
    ],
    ['a mistake is its name', 'mistake=no-scale', { ...defaultScene, mistake: 'no-scale' }],
    ['an encoder is its sentence', 'encoder=le+chat+dort', { ...defaultScene, encoder: { sentence: 'le chat dort' } }],
    ['an encoder may be tokens', 'encoder.tokens=le,chat', { ...defaultScene, encoder: { tokens: ['le', 'chat'] } }],
    [
      'nothing but positions',
      'embedding=zero&d=8&positions=alibi',
      {
        ...defaultScene,
        embedding: { kind: 'zero', dModel: 8 },
        parameters: xavier,
        attention: { heads: 1 },
        positions: { kind: 'alibi' },
      },
    ],
    ['a lesson is its name', 'lesson=illustrated', lessons.illustrated.scene],
    [
      'a lesson that was changed says what',
      'lesson=illustrated&score=scaledDot&focus=2',
      { ...lessons.illustrated.scene, attention: { heads: 1 }, view: { focus: 2, lesson: 'illustrated' } },
    ],
    [
      "a page of a lesson's text",
      'lesson=illustrated&page=derive',
      { ...lessons.illustrated.scene, view: { focus: 0, lesson: 'illustrated', page: 'derive' } },
    ],
    [
      'a lesson with other parameters',
      'lesson=its-snowing&parameters=identity&dK=1',
      { ...lessons['its-snowing'].scene, parameters: { kind: 'identity', dK: 1 } },
    ],
  ];
  it('takes away what a part of the base has, and says so in a key', () => {
    // No lesson has all this. A base is the scene that a link starts from.
    const links = [
      ['positions=none', { ...defaultScene, positions: undefined }],
      ['mask=none', defaultScene],
      ['layers=1&mistake=none&residual=no&norm=none', defaultScene],
      ['layers=&mistake=&residual=&encoder=&ff=&activation=', defaultScene],
    ];
    for (const [link, scene] of links) assert.deepEqual(decodeScene(link), normalScene(scene), link);
  });
  for (const [what, link, scene] of readable) {
    it(`${what}: #${link}`, () => {
      const wanted = normalScene(scene);
      assert.deepEqual(decodeScene(link), wanted);
      assert.deepEqual(decodeScene(`#${link}`), wanted);
      const written = encodeScene(scene);
      // A named part of the scene is written completely, so its order and keys are fixed.
      assert.equal(written, link);
    });
  }
  it('names the layer that it shows, and without it shows the first, unless it is of a moment on the stage', () => {
    const layerIn = (link) => decodeScene(link).view?.layer;
    const layered = { ...defaultScene, layers: 3 };
    assert.match(encodeScene(layered), /(^|&)layer=2(&|$)/);
    // The last layer is the default of a scene.
    assert.deepEqual(decodeScene(encodeScene(layered)), normalScene(layered));
    assert.equal(layerIn('layers=3'), 0);
    assert.equal(layerIn('layers=3&layer='), 0);
    assert.equal(layerIn('layers=3&layer=1'), 1);
    assert.equal(layerIn('layers=3&at=2'), undefined);
    assert.equal(layerIn('layers=1'), undefined);
    assert.equal(layerIn(`scene=${encodeURIComponent(JSON.stringify(layered))}`), 0);
    // The lesson shows its last layer from its beginning.
    assert.equal(layerIn('lesson=five-minutes&at='), undefined);
    assert.equal(layerIn('lesson=five-minutes&at=&layer='), 0);
  });
  it('gives back the scene it was made of, for 500 scenes of every kind', () => {
    let whole = 0;
    for (const scene of scenes(500, 3)) {
      const link = encodeScene(scene);
      assert.match(link, /^[A-Za-z0-9\-_.~!$&'()*+,;=:@/?%]*$/, 'RFC 3986 allows nothing else in a fragment');
      assert.deepEqual(decodeScene(link), normalScene(scene), link);
      // As messengers and browsers change it.
      assert.deepEqual(decodeScene(new URL(`https://example.org/#${link}`).hash), normalScene(scene), link);
      if (link.startsWith('scene=')) whole += 1;
    }
    assert.ok(whole > 50 && whole < 450, `${whole} of 500 were written whole`);
  });
  it('to a scene with matrices is JSON that can still be read, closed by its version', () => {
    const scene = {
      version: 1,
      tokens: ["it's"],
      embedding: { kind: 'given', x: [[1, -0]] },
      parameters: xavier,
      attention: { heads: 1 },
    };
    const link = encodeScene(scene);
    assert.equal(
      link,
      `scene=!'version':1,'tokens':('it"s'),'embedding':!'kind':'given','x':((1,-0))*,'parameters':!'kind':'random','init':'xavier','seed':1*,'attention':!'heads':1**&v=1`.replace(
        '"',
        '%22',
      ),
    );
    assert.ok(Object.is(decodeScene(link).embedding.x[0][1], -0));
  });
  it('may hold plain JSON, percent-encoded or not', () => {
    const json = JSON.stringify(defaultScene);
    assert.deepEqual(decodeScene(`scene=${encodeURIComponent(json)}`), defaultScene);
    assert.deepEqual(decodeScene(`scene=${json}`), defaultScene);
  });
  it('may say its version', () => assert.deepEqual(decodeScene('v=1'), defaultScene));
  it('fits a sentence of 20 000 characters in any script, and one of the full length in Latin letters', () => {
    for (const [letter, length] of [
      ['猫', 20_000],
      ['😀', 20_000],
      ['a ', limits.sentence],
    ]) {
      const sentence = letter.repeat(length / letter.length);
      assert.equal(decodeScene(encodeScene({ ...defaultScene, sentence })).sentence, sentence);
    }
  });
  it('to a too large scene is refused, with both sizes', () => {
    const x = Array.from({ length: 100 }, () => new Array(1000).fill(0.125));
    const error = thrownBy(() => encodeScene({ ...lessons.illustrated.scene, embedding: { kind: 'given', x } }));
    assert.equal(error.code, 'link');
    assert.match(error.message, /\d{6} characters as a link; the limit is 200000/);
  });
  it('is never made of something that is no scene', () => {
    assert.equal(thrownBy(() => encodeScene({ ...defaultScene, extra: 1 })).code, 'scene-form');
  });
  it('leaves the default scene and the lessons as they were', () => {
    const before = JSON.stringify([defaultScene, lessons]);
    decodeScene('sentence=a&seed=3&heads=2&focus=');
    decodeScene('lesson=illustrated&score=scaledDot&parameters=identity');
    assert.equal(JSON.stringify([defaultScene, lessons]), before);
  });
});

describe('a damaged or hostile link is refused with its key and value', () => {
  const links = [
    ['an unknown key', 'colour=red', [/"colour"/, /"red"/, /nearest of \d+ keys/]],
    ['__proto__ as a key', '__proto__=1', [/"__proto__"/]],
    ['constructor as a key', 'constructor=x', [/"constructor"/]],
    ['a key in other letters', 'Heads=2', [/"Heads"/]],
    ['a repeated key', 'heads=2&heads=3', [/"heads"/, /"3"/, /appears twice/]],
    ['no value', 'heads', [/"heads"/, /key=value/]],
    ['an empty piece', 'heads=2&&seed=1', [/""/]],
    ['any other fragment', 'main-content', [/"main-content"/]],
    ['1e999', 'temperature=1e999', [/"temperature"/, /"1e999"/, /finite/]],
    ['NaN', 'temperature=NaN', [/"temperature"/, /"NaN"/, /number/]],
    ['Infinity', 'softcap=-Infinity', [/"softcap"/, /"-Infinity"/]],
    ['a hexadecimal number', 'seed=0x10', [/"seed"/, /"0x10"/]],
    ['a number with a space', 'seed=+1', [/"seed"/, /"\+1"/]],
    ['an empty number where one is needed', 'heads=', [/heads is missing/]],
    ['half a head', 'heads=1.5', [/"heads"/, /"1.5"/, /whole number/]],
    ['a seed over 2^32', 'seed=4294967296', [/"seed"/, /4294967295/]],
    ['neither yes nor no', 'lowercase=true', [/"lowercase"/, /"true"/, /yes or no/]],
    ['broken percent-encoding', 'sentence=100%', [/"sentence"/, /"100%"/, /percent-encoding/]],
    ['bytes that are no UTF-8', 'sentence=%ff%fe', [/"sentence"/, /"%ff%fe"/]],
    ['half a character', 'sentence=%ED%A0%80', [/"sentence"/]],
    ['an unknown embedding', 'embedding=word2vec', [/"word2vec"/, /"given" or "oneHot"/]],
    ['a kind from the prototype', 'embedding=constructor.name', [/"embedding"/, /"constructor.name"/]],
    ['a variety of a kind that has none', 'mask=causal.x', [/"mask"/, /"causal.x"/]],
    ['a drawn embedding without a seed', 'embedding=random.normal&d=4', [/seed is missing/]],
    ['a setting of another kind', 'embedding=oneHot&seed=3', [/"seed"/]],
    ['a base without positions', 'positions.base=5', [/kind is missing/]],
    ['a base of 1', 'positions=rope&positions.base=1', [/"positions.base" is "1"/, /greater than 1/]],
    ['unknown positions', 'positions=xpos', [/"positions" is "xpos"/, /"rope"/]],
    ['positions of nothing', 'positions=', [/"none"/]],
    ['positions from the prototype', 'positions=__proto__', [/"__proto__"/]],
    ['a setting of another mask', 'mask=causal&before=1', [/"before"/]],
    ['half a window', 'mask=window&before=1', [/after is missing/]],
    ['a length of 1e9', 'mask=padding&mask.length=1e10', [/"mask.length" is "1e10"/, /10000000000.*8192/]],
    ['a painted 2', 'mask=painted&visible=102', [/"visible"/, /"102"/, /rows of 0 and 1/]],
    ['a painted mask that ends in a comma', 'mask=painted&visible=10,', [/"visible"/, /"10,"/]],
    ['a ragged painted mask', 'mask=painted&visible=10,1', [/"visible" is "10,1"/, /row 1 has 1/]],
    ['a painted mask of 513 columns', `mask=painted&visible=${'1'.repeat(513)}`, [/"visible"/, /513/, /512/]],
    ['a score of scores that are not there', 'score=given', [/scores is missing/]],
    ['half a feed-forward network', 'ff=16', [/activation is missing/]],
    ['7 layers', 'layers=7', [/"layers" is "7"/, /from 1 to 6/]],
    ['heads of more layers than there are', 'parameters.later=pronoun', [/"parameters.later"/, /layers is 1/]],
    ['an unknown mistake', 'mistake=typo', [/"mistake" is "typo"/, /"no-scale"/]],
    ['a rounding to 9 decimals', 'round=9', [/"round" is "9"/, /from 0 to 6/]],
    ['two encoders', 'encoder=a&encoder.tokens=b', [/both tokens and sentence/]],
    ['tokens and a sentence', 'tokens=a&sentence=b', [/both tokens and sentence/]],
    ['an empty token', 'tokens=a,,b', [/not empty/]],
    ['an unknown lesson', 'lesson=secrets', [/"lesson"/, /"secrets"/, /illustrated, its-snowing/]],
    ['a lesson from the prototype', 'lesson=toString', [/"toString"/]],
    ['another version', 'v=2&sentence=a', [/"v"/, /"2"/, /version 1/]],
    ['a scene and something else', 'scene={}&heads=2', [/"heads"/]],
    ['a scene that is no JSON', 'scene=!!', [/not JSON: line 1, column 2/]],
    ['a scene with __proto__', 'scene={"__proto__":{"version":1}}', [/"__proto__"/]],
    ['a scene with a key twice', 'scene={"version":1,"version":1}', [/appears twice/]],
    ['a scene of another version', 'scene={"version":2}', [/version is 2/]],
    ['a scene that is nested 50 000 deep', `scene=${'['.repeat(50_000)}`, [/not JSON/]],
    ['a sentence that is too long', `sentence=${'a'.repeat(130_000)}`, [/"sentence"/, /130000 characters/, /100000/]],
    ['a long unknown key', `${'k'.repeat(5000)}=${'v'.repeat(5000)}`, [/5000 characters/]],
    ['a thousand keys', Array.from({ length: 1000 }, (_, i) => `k${i}=1`).join('&'), [/"k0"/]],
    ['10 MB', 'a'.repeat(9_999_999), [/10000000 characters/, /200000/]],
  ];
  for (const [what, link, names] of links) {
    it(`${what}: #${link.slice(0, 40)}`, () => {
      const error = thrownBy(() => decodeScene(`#${link}`));
      assert.ok(error instanceof AttentionError, String(error.stack));
      assert.equal(error.code, 'link', error.message);
      for (const name of names) assert.match(error.message, name);
      assert.ok(error.message.length < 950, `${error.message.length} characters`);
    });
  }
  it('any change of a good link gives a valid scene or an AttentionError of code link', () => {
    let seed = 1;
    const next = (limit) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * limit);
    };
    const junk = [
      '',
      '&',
      '=',
      '%',
      '%0',
      '+',
      '{',
      '}',
      '!',
      '*',
      "'",
      '"',
      '0',
      '9',
      '-',
      'e',
      '.',
      ',',
      '\0',
      '😀',
      '\ud800',
      '__proto__',
    ];
    let refused = 0;
    for (const scene of scenes(300, 5)) {
      let link = encodeScene(scene);
      for (let times = 1 + next(3); times > 0; times -= 1) {
        const at = next(link.length + 1);
        link = link.slice(0, at) + junk[next(junk.length)] + link.slice(at + next(3));
      }
      try {
        parseScene(decodeScene(link));
      } catch (error) {
        assert.equal(error.code, 'link', `${link}: ${error.stack}`);
        refused += 1;
      }
    }
    assert.ok(refused > 50);
    assert.equal({}.version, undefined);
  });
});

it('an unknown key names the nearest keys', () => {
  for (const [typed, meant] of [
    ['temprature', 'temperature'],
    ['Heads', 'heads'],
    ['sentance', 'sentence'],
  ])
    assert.match(
      thrownBy(() => decodeScene(`${typed}=1`)).message,
      new RegExp(`nearest of \\d+ keys are: .*\\b${meant}\\b`),
    );
});
