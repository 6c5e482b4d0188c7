// What attend refuses of encoders, positions, scores, masks, blocks, layers and mistakes: each with its code, its place in the
// scene and its numbers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { refuses } from '../support/refuses.mjs';
import { given, row, rows } from '../support/small-scenes.mjs';

const core = await loadCore();
const scene = (changes) => ({
  version: 1,
  tokens: ['a', 'b', 'c'],
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 12 },
  parameters: { kind: 'random', init: 'xavier', seed: 2 },
  attention: { heads: 2 },
  ...changes,
});
const attend = (changes) => () => core.attend(scene(changes));
const attending = (changes) => attend({ attention: { heads: 2, ...changes } });
const placing = (positions, changes) => attend({ positions, ...changes });
const masking = (mask) => attending({ mask });
/** T 4, d_model 5, 2 heads, d_k 3, d_v 2. */
const withGiven = (parameters, changes) => {
  const whole = given({});
  return () => core.attend({ ...whole, parameters: { ...whole.parameters, ...parameters }, ...changes });
};
const qkv = (embedding, changes) =>
  attend({
    embedding: { kind: 'qkv', q: rows(3, 4), k: rows(3, 4), v: rows(3, 4), ...embedding },
    parameters: { kind: 'none' },
    ...changes,
  });

describe('attend refuses: embeddings', () => {
  it('13 heads on d_model 144, both named', () => {
    const embedding = { kind: 'random', distribution: 'uniform', seed: 1, dModel: 144 };
    refuses(
      attend({ embedding, attention: { heads: 13 } }),
      'heads',
      '/attention/heads',
      'd_model 144 is not divisible by 13 heads',
    );
  });
  it('an id outside the table, and a token that is no id', () => {
    const embedding = { kind: 'ids', rows: rows(10, 4) };
    for (const [token, ...words] of [
      ['11', 'id 11', '10 rows', '0 to 9'],
      ['10', 'id 10', '10 rows', '0 to 9'],
      ['4294967296', '4294967296', '10 rows'],
      ['99999999999999999999999', '99999999999999999999999', '10 rows'],
      ['-1', '-1', '10 rows'],
      ['1.5', '1.5', '10 rows'],
      ['cat', 'cat', '10 rows'],
      ['01', '"01" is no id', '10 rows'],
    ]) {
      const call = attend({ tokens: ['1', '3', token], embedding });
      assert.throws(call, { name: 'AttentionError', code: 'out-of-range' }, token);
      refuses(call, 'out-of-range', errorOf(call).path, ...words);
      assert.match(errorOf(call).path, /^\/tokens/);
    }
  });
  it('q, k and v whose rows or columns do not fit, shapes named', () => {
    refuses(qkv({ q: rows(4, 4) }), 'shape', '/embedding/q', 4, 3);
    refuses(qkv({ q: rows(3, 5) }), 'shape', '/embedding/q', 5, '2 heads');
    refuses(qkv({ k: rows(3, 6) }), 'shape', '/embedding/k', '3×6', '3×4');
    refuses(qkv({ v: rows(2, 4) }), 'shape', '/embedding/v', 2, 3);
    refuses(qkv({ v: rows(3, 3) }), 'shape', '/embedding/v', 3, '2 heads');
    refuses(qkv({ v: [[1, 2, 3, NaN], ...rows(2, 4)] }), 'not-finite', '/embedding/v/0/3', 'NaN');
  });
  it('q and k beside given scores, and none beside others', () => {
    assert.throws(qkv({ q: undefined }), { name: 'AttentionError' });
    assert.throws(qkv({}, { attention: { heads: 2, score: 'given', scores: rows(3, 3) } }), { name: 'AttentionError' });
  });
  it('q, k and v with matrices that would project them', () => {
    assert.throws(qkv({}, { parameters: { kind: 'given', wQ: rows(4, 4) } }), {
      name: 'AttentionError',
      path: '/parameters/wQ',
    });
  });
  it('parameters that are none where there is something to learn', () => {
    assert.throws(attend({ parameters: { kind: 'none' } }), { name: 'AttentionError' });
  });
});

const errorOf = (call) => {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('attend refuses: encoders', () => {
  it('no tokens, too many, and more than one kind', () => {
    assert.throws(attend({ encoder: {} }), { code: 'scene-form' });
    assert.throws(attend({ encoder: { tokens: ['a'], sentence: 'a' } }), { code: 'scene-form' });
    refuses(attend({ encoder: { tokens: [] } }), 'empty', '/encoder/tokens');
    refuses(attend({ encoder: { sentence: ' … ' } }), 'empty', '/encoder/sentence');
    refuses(attend({ encoder: { tokens: new Array(8193).fill('a') } }), 'too-large', '/encoder/tokens', 8193, 8192);
  });
  it('given rows that are missing, do not fit, or are not used', () => {
    const whole = given({});
    const call = (encoder) => () => core.attend({ ...whole, encoder });
    assert.throws(call({ tokens: ['a', 'b'] }), { name: 'AttentionError' });
    refuses(call({ tokens: ['a', 'b'], x: rows(3, 5) }), 'shape', '/encoder/x', 3, 2);
    refuses(call({ tokens: ['a', 'b'], x: rows(2, 4) }), 'shape', '/encoder/x', '2×4', '2×5');
    refuses(
      call({ tokens: ['a', 'b'], x: [row(5), [1, 2, 3, 4, Infinity]] }),
      'not-finite',
      '/encoder/x/1/4',
      'Infinity',
    );
    assert.throws(attend({ encoder: { tokens: ['a'], x: rows(1, 12) } }), { name: 'AttentionError' });
  });
});

describe('attend refuses: positions', () => {
  it('an odd d_k where pairs are turned, named', () => {
    const call = placing({ kind: 'rope' }, { parameters: { kind: 'identity', dK: 3 } });
    assert.match(errorOf(call)?.message ?? '', /d_k is 3.*even/);
    assert.match(errorOf(call).path, /^\/positions/);
  });
  it('a base of 1 or less', () => {
    for (const kind of ['rope', 'sinusoidal']) {
      for (const base of [1, 0.5, 0, -3]) refuses(placing({ kind, base }), 'range', '/positions/base', base, 1);
      assert.throws(placing({ kind, base: NaN }), { code: 'not-finite', path: '/positions/base' });
    }
  });
  it('a clip of 0, below 0 or broken', () => {
    refuses(placing({ kind: 'relative', clip: 0 }), 'range', '/positions/clip', 0);
    for (const clip of [1.5, '1', null]) refuses(placing({ kind: 'relative', clip }), 'scene-form', '/positions/clip');
    assert.throws(placing({ kind: 'relative', clip: -1 }), { name: 'AttentionError', path: '/positions/clip' });
  });
  it('a clip longer than any distance, both named, and not a wrapped size', () => {
    for (const clip of [8193, 2 ** 31, 2 ** 32 - 1]) {
      refuses(placing({ kind: 'relative', clip }), 'too-large', '/positions/clip', clip, 8192);
    }
    assert.deepEqual(placing({ kind: 'relative', clip: 512 })().tensor('E_rel').shape, [1025, 12]);
  });
  it('rows of another shape, both named; a std below 0', () => {
    refuses(placing({ kind: 'relative', rows: rows(4, 12) }), 'shape', '/positions/rows', '4×12', '5×12');
    refuses(placing({ kind: 'relative', clip: 1, rows: rows(5, 12) }), 'shape', '/positions/rows', '5×12', '3×12');
    refuses(placing({ kind: 'learned', rows: rows(2, 12) }), 'shape', '/positions/rows', '2×12', '3×12');
    refuses(placing({ kind: 'learned', rows: rows(3, 11) }), 'shape', '/positions/rows', '3×11', '3×12');
    for (const kind of ['relative', 'learned'])
      assert.throws(placing({ kind, std: -1 }), { code: 'range', path: '/positions/std' });
  });
  it('a width of 0, or one that makes d_model too wide', () => {
    refuses(placing({ kind: 'sinusoidal', join: 'concat', width: 0 }), 'range', '/positions/width', 0);
    assert.throws(placing({ kind: 'sinusoidal', join: 'concat', width: 1020 }), { code: 'too-large', message: /1032/ });
  });
  it('a kind it does not know', () =>
    refuses(placing({ kind: 'rotary' }), 'scene-form', '/positions/kind', 'rotary', 'rope'));
});

describe('attend refuses: scores, weights and masks', () => {
  it('scores of another shape, or scores that are not asked for', () => {
    refuses(attending({ score: 'given', scores: rows(3, 2) }), 'shape', '/attention/scores', '3×2', '3×3');
    assert.throws(attending({ score: 'given' }), { name: 'AttentionError' });
    assert.throws(attending({ scores: rows(3, 3) }), { name: 'AttentionError' });
  });
  it('w_a, u_a and v_a of another shape', () => {
    const additive = { attention: { heads: 2, score: 'additive' } };
    refuses(
      withGiven({ wA: rows(2, 4), uA: rows(3, 4), vA: row(4) }, additive),
      'shape',
      '/parameters/wA',
      '2×4',
      '3×',
    );
    refuses(withGiven({ wA: rows(3, 4), uA: rows(3, 6), vA: row(4) }, additive), 'shape', '/parameters/uA', '3×6');
    refuses(withGiven({ wA: rows(3, 4), uA: rows(3, 4), vA: row(5) }, additive), 'shape', '/parameters/vA', 'v_a is 5');
    const general = { attention: { heads: 2, score: 'general' } };
    refuses(withGiven({ wA: rows(3, 4) }, general), 'shape', '/parameters/wA', '3×4', '3×(2·3)');
  });
  it('a scale for plain products', () =>
    refuses(attending({ score: 'dot', scale: 2 }), 'range', '/attention/scale', 2));
  it('7 decimals, half a decimal', () => {
    refuses(attending({ roundWeights: 7 }), 'range', '/attention/roundWeights', 7, 6);
    refuses(attending({ roundWeights: 0.5 }), 'scene-form', '/attention/roundWeights', 0.5);
  });
  it('a length beyond the keys, both named', () => {
    refuses(masking({ kind: 'padding', length: 4 }), 'range', '/attention/mask/length', 4, 3);
    refuses(masking({ kind: 'padding', length: 0 }), 'range', '/attention/mask/length', 0);
    refuses(masking({ kind: 'prefix', length: 4 }), 'range', '/attention/mask/length', 4, 3);
    refuses(masking({ kind: 'prefix', length: -1 }), 'range', '/attention/mask/length', -1, 0, 8192);
  });
  it('a painted mask of the wrong shape, both named; a ragged one; a cell that is neither 0 nor 1', () => {
    const visible = (count, columns) => Array.from({ length: count }, () => new Array(columns).fill(1));
    refuses(masking({ kind: 'painted', visible: visible(2, 3) }), 'shape', '/attention/mask/visible', '2×3', '3×3');
    refuses(masking({ kind: 'painted', visible: visible(3, 4) }), 'shape', '/attention/mask/visible', '3×4', '3×3');
    const ragged = masking({
      kind: 'painted',
      visible: [
        [1, 1, 1],
        [1, 1],
        [1, 1, 1],
      ],
    });
    refuses(ragged, 'shape', '/attention/mask/visible/1', 2, 3);
    const half = errorOf(
      masking({
        kind: 'painted',
        visible: [
          [1, 1, 1],
          [1, 0.5, 1],
          [1, 1, 1],
        ],
      }),
    );
    assert.match(half?.path ?? '', /^\/attention\/mask\/visible/);
    assert.match(half.message, /0\.5/);
  });
});

describe('attend refuses: blocks and layers', () => {
  it('0 and 7 layers, the limit named', () => {
    for (const layers of [0, 7]) {
      const error = errorOf(attend({ layers }));
      assert.ok(['range', 'too-large'].includes(error?.code), error);
      refuses(attend({ layers }), error.code, '/layers', layers, 6);
    }
    refuses(attend({ layers: 1.5 }), 'scene-form', '/layers', 1.5);
  });
  it('a residual, and layers, if the output is not as wide as d_model, with both widths', () => {
    const parameters = { kind: 'random', init: 'xavier', seed: 2, dV: 5 };
    for (const changes of [{ block: { residual: true } }, { layers: 2 }]) {
      const error = errorOf(attend({ parameters, ...changes }));
      assert.equal(error?.code, 'shape');
      assert.match(error.message, /10\b.*12\b/);
    }
    assert.equal(attend({ parameters: { ...parameters, output: true }, layers: 2 })().layers, 2);
  });
  it('a stack of another height, both named', () => {
    const whole = given({ dModel: 4 });
    const { kind: _, ...matrices } = whole.parameters;
    const parameters = { kind: 'stack', layers: [matrices, matrices] };
    const error = errorOf(() => core.attend({ ...whole, parameters, layers: 3 }));
    assert.match(error?.path ?? '', /^\/parameters\/layers/);
    assert.match(error.message, /2.*3|3.*2/);
  });
  it('a feed-forward of width 0, or with an unknown activation', () => {
    refuses(
      attend({ block: { feedForward: { width: 0, activation: 'relu' } } }),
      'range',
      '/block/feedForward/width',
      0,
    );
    refuses(
      attend({ block: { feedForward: { width: 4, activation: 'tanh' } } }),
      'scene-form',
      '/block/feedForward/activation',
      'tanh',
      'relu',
    );
  });
  it('matrices of the block in another shape', () => {
    const block = { block: { feedForward: { width: 3, activation: 'relu' } }, parameters: undefined };
    const whole = given({ dModel: 4 });
    const call = (matrices) => () =>
      core.attend({ ...whole, ...block, parameters: { ...whole.parameters, ...matrices } });
    refuses(call({ w1: rows(4, 2) }), 'shape', '/parameters/w1', '4×2', '4×3');
    refuses(call({ b1: row(4) }), 'shape', '/parameters/b1', 4, 3);
    refuses(call({ w2: rows(4, 4) }), 'shape', '/parameters/w2', '4×4', '3×4');
    refuses(call({ b2: row(3) }), 'shape', '/parameters/b2', 3, 4);
    refuses(call({ w2: [row(4), [1, 2, NaN, 4], row(4)] }), 'not-finite', '/parameters/w2/1/2', 'NaN');
  });
});

describe('attend refuses: mistakes that do not apply', () => {
  const cases = {
    'zero-mask': [{}, 'needs a mask, and there is none'],
    'mask-after-softmax': [{}, 'needs a mask, and there is none'],
    'no-transpose': [{}, '3', '6'],
    'wrong-axis-values': [{}, '3', '6'],
    'swapped-qk': [{ encoder: { tokens: ['x', 'y'] } }, '3', '2'],
    'no-scale': [{ attention: { heads: 2, score: 'dot' } }, '√d_k'],
    'model-scale': [{ attention: { heads: 2, score: 'cosine' } }, '√d_k'],
    'whole-matrix-softmax': [{ attention: { heads: 2, normalizer: 'sparsemax' } }, 'sparsemax'],
    'overflow-softmax': [{ attention: { heads: 2, normalizer: 'sparsemax' } }, 'sparsemax'],
  };
  for (const [mistake, [changes, ...words]] of Object.entries(cases)) {
    it(mistake, () =>
      refuses(attend({ ...changes, mistake }), 'range', '/mistake', `the mistake ${mistake}`, ...words),
    );
  }
  it('one that it does not know', () => refuses(attend({ mistake: 'no-mask' }), 'scene-form', '/mistake', 'no-mask'));
  it('and makes none for null', () => assert.equal(attend({ mistake: null })().layers, 1));
});
