import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../../support/bundle.mjs';
import { thrownBy } from '../../support/refuses.mjs';
import { changed, many, matrices, smallest, stacked, table } from './smallest.mjs';
import { wrongAttention } from './wrong-attention.mjs';
import { wrongInputs } from './wrong-inputs.mjs';

const { AttentionError, errorCodes, parseScene, parseSceneText } = await bundle('web/scene/index.ts');

const holed = [1, 2, 3];
delete holed[1];

/** Errors that JSON or its schema cannot describe. */
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
    'fewer names of columns than columns',
    changed('/embedding/columns', ['animate']),
    'shape',
    '/embedding/columns',
    [/columns has 1 names, but a row has 2 numbers/],
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
  for (const [what, scene, code, path, names] of [...wrongInputs, ...wrongAttention, ...beyond]) {
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
