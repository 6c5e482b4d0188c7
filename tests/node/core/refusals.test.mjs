// What attend refuses: limits, shapes, heads and numbers, each with its code, its path and its numbers.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { AttentionError, errorCodes, loadCore } from 'self-attention/core';
import * as sceneRoom from 'self-attention/scene';
import { root } from '../support/child.mjs';
import { coreAndMemory } from '../support/memory.mjs';
import { refuses } from '../support/refuses.mjs';
import { given, rows } from '../support/small-scenes.mjs';

const core = await loadCore();
const words = (count) => Array.from({ length: count }, (_, at) => `w${at}`);
const scene = (changes) => ({
  version: 1,
  tokens: ['a', 'b', 'c'],
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 12 },
  parameters: { kind: 'random', init: 'xavier', seed: 2 },
  attention: { heads: 3 },
  ...changes,
});
/** `describe` reports what `attend` throws, unless only computing finds it. */
function attended(whole) {
  try {
    return core.attend(whole);
  } catch (error) {
    const { problem } = core.describe(whole);
    if (problem !== null || !['not-finite', 'too-large'].includes(error.code))
      assert.deepEqual([problem?.code, problem?.path, problem?.message], [error.code, error.path, error.message]);
    throw error;
  }
}
const attend = (changes) => () => attended(scene(changes));
const attending = (changes) => attend({ attention: { heads: 3, ...changes } });
const learned = (changes) => attend({ parameters: { kind: 'random', init: 'xavier', seed: 2, ...changes } });
/** A given scene (T 4, d_model 5, 2 heads, d_k 3, d_v 2) with other parameters or inputs. */
const withGiven = (parameters, embedding) => {
  const whole = given({ biases: true, output: true });
  return () =>
    attended({
      ...whole,
      parameters: { ...whole.parameters, ...parameters },
      embedding: { ...whole.embedding, ...embedding },
    });
};
const spoilt = (matrix, i, j, number) =>
  matrix.map((row, at) => (at === i ? row.map((old, n) => (n === j ? number : old)) : row));

describe('attend refuses: how much', () => {
  it('no tokens', () => refuses(attend({ tokens: [] }), 'empty', '/tokens'));
  it('an empty sentence, and one of spaces or punctuation only', () => {
    for (const sentence of ['', '   ', '\n\t\u200b', '…!?'])
      refuses(attend({ tokens: undefined, sentence }), 'empty', '/sentence');
  });
  it('takes one token: it looks at itself', () => {
    const { data, shape } = attend({ tokens: ['alone'] })().tensor('weights');
    assert.deepEqual(
      [shape, [...data]],
      [
        [3, 1, 1],
        [1, 1, 1],
      ],
    );
  });
  it('takes 8192 tokens, and refuses 8193, both named', () => {
    assert.equal(core.attend(scene({ tokens: words(core.maxTokens) }), { lazy: true }).tensor('q').shape[1], 8192);
    refuses(attend({ tokens: words(8193) }), 'too-large', '/tokens', 8193, 8192);
  });
  it('10 000 tokens, given or typed, both numbers named, and the last trace stays good', () => {
    const trace = attend({})();
    const before = trace.tensor('weights');
    refuses(attend({ tokens: words(10_000) }), 'too-large', '/tokens', 10_000, 8192);
    refuses(attend({ tokens: undefined, sentence: 'a '.repeat(10_000) }), 'too-large', '/sentence', 10_000, 8192);
    assert.deepEqual(trace.tensor('weights'), before);
  });
  it('100 000 pasted characters', () => {
    refuses(attend({ tokens: undefined, sentence: 'x'.repeat(100_001) }), 'too-large', '/sentence', 100_001);
  });
  it('d_model 1025, and takes 1024', () => {
    const dModel = (number) =>
      attend({
        embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: number },
        attention: { heads: 1 },
      });
    assert.equal(dModel(1024)().symbols.d_model, 1024);
    refuses(dModel(1025), 'too-large', '/embedding/dModel', 1025, 1024);
    refuses(dModel(4294967295), 'too-large', '/embedding/dModel', 4294967295, 1024);
  });
  it('given inputs 1025 wide', () => {
    refuses(withGiven({}, { x: rows(4, 1025) }), 'too-large', '/embedding/x', 1025, 1024);
  });
  it('65 heads, and takes 64', () => {
    const embedding = { kind: 'random', distribution: 'normal', seed: 1, dModel: 64 };
    assert.equal(attend({ embedding, attention: { heads: 64 } })().symbols.d_k, 1);
    refuses(attending({ heads: 65 }), 'too-large', '/attention/heads', 65, 64);
    refuses(attending({ heads: 4294967295 }), 'too-large', '/attention/heads', 4294967295, 64);
  });
  it('d_k and d_v of 1025, and takes 1024', () => {
    assert.deepEqual(learned({ dK: 1024, dV: 1024 })().tensor('k').shape, [3, 3, 1024]);
    refuses(learned({ dK: 1025 }), 'too-large', '/parameters/dK', 1025, 1024);
    refuses(learned({ dV: 1025 }), 'too-large', '/parameters/dV', 1025, 1024);
  });
  it('more bytes than the limit, both named, before any of them is taken', async () => {
    const { core: own, memory } = await coreAndMemory();
    const before = memory.buffer.byteLength;
    const large = scene({
      embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 1024 },
      parameters: { kind: 'random', init: 'xavier', seed: 2, dK: 1024, dV: 1024 },
      attention: { heads: 64 },
    });
    refuses(() => own.attend(large), 'too-large', '', '772 MiB', '128 MiB');
    assert.equal(memory.buffer.byteLength, before);
  });
  it('one-hot rows of more distinct tokens than dModel, both named', () => {
    refuses(attend({ embedding: { kind: 'oneHot', dModel: 2 } }), 'shape', '/embedding/dModel', 2, 3);
  });
});

describe('attend refuses: shapes and heads', () => {
  it('heads that do not divide d_model, both named', () => {
    refuses(attending({ heads: 5 }), 'heads', '/attention/heads', 'd_model 12', '5 heads');
    const parameters = { kind: 'random', init: 'xavier', seed: 2, dK: 3 };
    refuses(attend({ parameters, attention: { heads: 5 } }), 'heads', '/attention/heads', 12, 5);
  });
  it('key/value heads that do not divide the heads, both named', () => {
    refuses(attending({ kvHeads: 2 }), 'heads', '/attention/kvHeads', 3, 2);
    refuses(attending({ kvHeads: 6 }), 'heads', '/attention/kvHeads', 3, 6);
  });
  it('x with more or fewer rows than tokens, both named', () => {
    refuses(withGiven({}, { x: rows(3, 5) }), 'shape', '/embedding/x', 3, 4);
  });
  it('rows of a matrix that differ in length, both named', () => {
    refuses(withGiven({ wQ: [[1, 2, 3, 4, 5, 6], [1, 2], [1], [1], [1]] }), 'shape', '/parameters/wQ/1', 2, 6);
  });
  const wrong = {
    wQ: [
      [rows(4, 6), '4×6', '5×'],
      [rows(5, 7), '5×7', '7 columns'],
    ],
    wK: [
      [rows(5, 4), '5×4', '5×(2·3)'],
      [rows(6, 6), '6×6', '5×(2·3)'],
    ],
    wV: [
      [rows(5, 3), '5×3', '3 columns'],
      [rows(4, 4), '4×4', '5×(2·2)'],
    ],
    bQ: [[[1, 2, 3], 'b_q is 3', '(2·3)']],
    bK: [[[1], 'b_k is 1', '(2·3)']],
    bV: [[[1, 2, 3, 4, 5], 'b_v is 5', '(2·2)']],
    wO: [
      [rows(5, 5), '5×5', '4×5'],
      [rows(4, 6), '4×6', '4×5'],
    ],
    bO: [[[1, 2], 'b_o is 2', 'expected 5']],
  };
  for (const [name, cases] of Object.entries(wrong)) {
    it(`${name} of another shape, both named`, () => {
      for (const [value, ...numbers] of cases)
        refuses(withGiven({ [name]: value }), 'shape', `/parameters/${name}`, ...numbers);
    });
  }
  it('b_o without w_o', () => refuses(withGiven({ wO: undefined }), 'shape', '/parameters/bO', 'b_o', 'w_o'));
  it('a missing matrix', () => {
    for (const name of ['wQ', 'wK', 'wV']) {
      refuses(withGiven({ [name]: undefined }), 'scene-form', `/parameters/${name}`, name, 'missing');
    }
  });
});

describe('attend refuses: numbers', () => {
  const { embedding, parameters } = given({ biases: true, output: true });
  for (const [number, shown] of [
    [NaN, 'NaN'],
    [Infinity, 'Infinity'],
    [-Infinity, '-Infinity'],
    [1e39, '1e+39'],
    [-1e308, '-1e+308'],
  ]) {
    it(`${shown} in x and in each matrix, and says where`, () => {
      refuses(withGiven({}, { x: spoilt(embedding.x, 2, 3, number) }), 'not-finite', '/embedding/x/2/3', shown);
      for (const name of ['wQ', 'wK', 'wV', 'wO']) {
        refuses(
          withGiven({ [name]: spoilt(parameters[name], 1, 2, number) }),
          'not-finite',
          `/parameters/${name}/1/2`,
          shown,
        );
      }
      for (const name of ['bQ', 'bK', 'bV', 'bO']) {
        refuses(
          withGiven({ [name]: parameters[name].map((old, at) => (at === 1 ? number : old)) }),
          'not-finite',
          `/parameters/${name}/1`,
          shown,
        );
      }
    });
  }
  it('what is no number: nothing is coerced', () => {
    for (const value of ['1', null, undefined, true, [1], {}, 1n, '-inf']) {
      refuses(withGiven({}, { x: spoilt(embedding.x, 0, 0, value) }), 'scene-form', '/embedding/x/0/0');
    }
  });
  it('1e38 in x: the step whose numbers no longer fit float32 is named', () => {
    refuses(
      withGiven(
        { wQ: rows(5, 6, 0).map((row) => row.map(() => 10)) },
        { x: rows(4, 5, 0).map((row) => row.map(() => 1e38)) },
      ),
      'not-finite',
      '',
      'q',
      'too large',
    );
  });
  it('3e38 in w_v: v is named', () => {
    const wV = rows(5, 4, 0).map((row) => row.map(() => 3e38));
    refuses(withGiven({ wV }, { x: rows(4, 5, 0).map((row) => row.map(() => 1)) }), 'not-finite', '', 'v[');
  });
  it('keeps weights finite, and rows that add up to 1, at scores of ±10 000', () => {
    const scene = {
      version: 1,
      tokens: ['a', 'b', 'c'],
      embedding: { kind: 'given', x: [[100], [-100], [99.9]] },
      parameters: { kind: 'identity' },
      attention: { heads: 1, score: 'dot' },
    };
    const trace = core.attend(scene);
    const [scores, weights] = ['scores', 'weights'].map((name) => [...trace.tensor(name).data]);
    assert.deepEqual([scores[0], scores[1]], [10_000, -10_000]);
    assert.ok(weights.every((weight) => weight >= 0 && weight <= 1));
    for (let i = 0; i < 3; i += 1)
      assert.ok(Math.abs(weights[i * 3] + weights[i * 3 + 1] + weights[i * 3 + 2] - 1) < 1e-6);
  });
  it('a temperature of 0, below 0, or too small for float32', () => {
    for (const [temperature, shown] of [
      [0, '0'],
      [-1, '-1'],
      [1e-46, '1e-46'],
    ]) {
      refuses(attending({ temperature }), 'range', '/attention/temperature', shown);
    }
  });
  it('takes the lowest temperatures without NaN', () => {
    const { data } = attending({ temperature: 1e-30 })().tensor('weights');
    assert.ok(data.every((weight) => weight >= 0 && weight <= 1));
  });
  it('a softcap below 0', () => refuses(attending({ softcap: -0.5 }), 'range', '/attention/softcap', '-0.5'));
  it('a scale that is NaN or infinite', () => {
    for (const scale of [NaN, Infinity]) refuses(attending({ scale }), 'not-finite', '/attention/scale', String(scale));
  });
  it('low that is not less than high, both named', () => {
    refuses(learned({ init: 'uniform', low: 2, high: 1 }), 'range', '/parameters', 2, 1);
    refuses(
      attend({ embedding: { kind: 'random', distribution: 'uniform', seed: 1, dModel: 12, low: 0.5, high: 0.5 } }),
      'range',
      '/embedding',
      0.5,
    );
  });
  it('a std below 0', () => refuses(learned({ init: 'normal', std: -1 }), 'range', '/parameters', -1));
  it('heads, seeds and widths that are no whole numbers', () => {
    for (const heads of [1.5, '3', null, undefined, NaN])
      refuses(attending({ heads }), 'scene-form', '/attention/heads');
    for (const seed of [-1, 2 ** 32]) refuses(learned({ seed }), 'range', '/parameters/seed', seed);
    refuses(attending({ heads: 0 }), 'range', '/attention/heads', 0);
    refuses(learned({ dK: 0 }), 'range', '/parameters/dK', 0);
  });
});

describe('attend refuses: form', () => {
  it('what is no scene', () => {
    for (const value of [undefined, null, 5, 'scene', [], () => 0, new Map()]) {
      assert.throws(() => core.attend(value), { name: 'AttentionError', code: 'scene-form' });
    }
  });
  it('a key it does not know, and names it', () => {
    refuses(attending({ temprature: 2 }), 'scene-form', '/attention', '"temprature"', 'temperature');
    refuses(attend({ sentense: 'x' }), 'scene-form', '', '"sentense"');
  });
  it('another version, both named', () => refuses(attend({ version: 2 }), 'scene-form', '/version', 2, 1));
  it('what is inherited and not its own', () => {
    refuses(() => core.attend(Object.create(scene({}))), 'scene-form', '/version', 'missing');
  });
  it('both tokens and a sentence, and neither', () => {
    refuses(attend({ sentence: 'a b c' }), 'scene-form', '', 'tokens', 'sentence');
    refuses(attend({ tokens: undefined }), 'scene-form', '', 'tokens', 'sentence');
  });
  it('a token that is empty, not text or half a character', () => {
    for (const token of ['', 5, null, '\ud83d']) refuses(attend({ tokens: ['a', token] }), 'scene-form', '/tokens/1');
  });
  it('a mask it does not know', () =>
    refuses(attending({ mask: { kind: 'casual' } }), 'scene-form', '/attention/mask/kind', 'casual', 'causal'));
});

describe('error codes', () => {
  it('are published, each with what it means', () => {
    assert.ok(Object.values(errorCodes).every((meaning) => meaning.length > 10));
  });
  it('that the C++ core returns are all among them', () => {
    const sources = readdirSync(`${root}/src`, { recursive: true })
      .filter((name) => name.endsWith('.cpp'))
      .map((name) => readFileSync(`${root}/src/${name}`, 'utf8'))
      .join('\n');
    const codes = new Set([...sources.matchAll(/\berror\(\s*"([^"]*)"/g)].map(([, code]) => code));
    assert.ok(codes.size >= 7, [...codes].join());
    for (const code of codes) assert.ok(Object.hasOwn(errorCodes, code), code);
  });
  it('and the class are the same in self-attention/core and self-attention/scene', () => {
    assert.equal(sceneRoom.AttentionError, AttentionError);
    assert.equal(sceneRoom.errorCodes, errorCodes);
  });
});
