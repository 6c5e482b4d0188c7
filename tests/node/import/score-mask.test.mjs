// Scores of a model to which a mask was added: −∞ in hidden cells becomes the mask of the scene.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';
import { generator } from '../support/scenes.mjs';
import { file } from './bytes.mjs';

const { importTensors } = await bundle('web/import/index.ts');
const { modelScene } = await bundle('web/import/model/scene.ts');
const core = await loadCore();
const random = generator(11);

/** Scores of two layers of two heads, −∞ where `isHidden` says so. */
const scoresOf = (queries, keys, isHidden) => {
  const shape = [2, 2, queries, keys];
  const data = Float32Array.from({ length: 4 * queries * keys }, (_, index) => {
    const [head, query, key] = [Math.floor(index / (queries * keys)), Math.floor(index / keys) % queries, index % keys];
    const score = random() * 4 - 2;
    return isHidden(query, key, head) ? -Infinity : score;
  });
  return { name: 'scores', shape, data };
};
const sceneOf = (tensor, role = 'scores', changes = {}) =>
  modelScene({
    ...{ heads: 1, headsFirst: true, batch: null, tokens: [], keyTokens: [] },
    assigned: [{ tensor, role, layer: null }],
    ...changes,
  });
/** Softmax of each row in double precision, in which −∞ is 0. */
const softmax = ({ shape, data }) => {
  const keys = shape.at(-1);
  return Array.from({ length: data.length / keys }, (_, row) => {
    const powers = Array.from(data.subarray(row * keys, (row + 1) * keys), Math.exp);
    const sum = powers.reduce((total, power) => total + power, 0);
    return powers.map((power) => (sum === 0 ? 0 : power / sum));
  }).flat();
};
const weightsOf = (scene) => [0, 1].flatMap((layer) => [...core.attend(scene).tensor('weights', { layer }).data]);
const areClose = (found, expected) => {
  assert.equal(found.length, expected.length);
  for (const [index, value] of expected.entries()) assert.ok(Math.abs(found[index] - value) < 1e-6, `${index}`);
};

describe('scores that are −∞ in hidden cells', () => {
  it('get the causal mask for its triangle, and the same weights', () => {
    const tensor = scoresOf(4, 4, (query, key) => key > query);
    const scene = sceneOf(tensor);
    assert.deepEqual(scene.attention.mask, { kind: 'causal' });
    areClose(weightsOf(scene), softmax(tensor));
  });

  it('get a painted mask for any other pattern, of other keys too, and rows without any key', () => {
    for (const [queries, keys, isHidden] of [
      [3, 3, (query, key) => query === 1 || key === 2],
      [2, 4, (query, key) => key > query + 2],
      [4, 4, (query, key) => key < query],
    ]) {
      const tensor = scoresOf(queries, keys, isHidden);
      const scene = sceneOf(tensor);
      assert.equal(scene.attention.mask.kind, 'painted');
      areClose(weightsOf(scene), softmax(tensor));
    }
  });

  it('are read from JSON as Python writes it, beside tokens', async () => {
    const text = '{"tokens": ["-Infinity", "b"], "scores": [[1, -Infinity], [0.5, 2]]}';
    const bytes = new TextEncoder().encode(text);
    const { tensors, texts } = await importTensors(file('model.json', bytes));
    assert.deepEqual(texts[0].texts, ['-Infinity', 'b']);
    assert.deepEqual(sceneOf(tensors[0]).attention.mask, { kind: 'causal' });
  });

  it('keep the mask without the special tokens', () => {
    const tensor = scoresOf(4, 4, (query, key) => key === 3 && query < 3);
    const scene = sceneOf(tensor, 'scores', { tokens: ['[CLS]', 'a', 'b', 'c'], leavesOutSpecial: true });
    assert.deepEqual(scene.attention.mask.visible, [
      [1, 1, 0],
      [1, 1, 0],
      [1, 1, 1],
    ]);
    assert.equal(core.describe(scene).problem, null);
  });

  it('have no mask where nothing is hidden', () => {
    assert.equal(sceneOf(scoresOf(3, 3, () => false)).attention.mask, undefined);
  });

  it('are refused where a head hides other keys, with the cell', () => {
    const causal = (query, key) => key > query;
    const more = scoresOf(3, 3, (query, key, head) => causal(query, key) || (head === 3 && query === 2 && key === 0));
    assert.throws(() => sceneOf(more), /“?scores”? is −∞ in layer 2, head 2, row 3, column 1/);
    const less = scoresOf(3, 3, (query, key, head) => causal(query, key) && !(head === 1 && query === 1));
    assert.throws(() => sceneOf(less), /is not −∞ in layer 1, head 2, row 2, column 3/);
  });

  it('are refused for a pattern that is too large to paint', () => {
    const size = 513;
    const of = (isHidden) => ({
      name: 's',
      shape: [size, size],
      data: Float32Array.from({ length: size * size }, (_, cell) =>
        isHidden(Math.floor(cell / size), cell % size) ? -Infinity : 1,
      ),
    });
    assert.throws(() => sceneOf(of((_, key) => key === 0)), /513×513.* 512 /);
    assert.deepEqual(sceneOf(of((query, key) => key > query)).attention.mask, { kind: 'causal' });
  });

  it('stay wrong in weights, q, k and v', () => {
    const tensor = scoresOf(2, 2, (query, key) => key > query);
    assert.throws(() => sceneOf(tensor, 'weights'), /scores: layer 1, head 1, row 1, column 2 is −∞/);
  });
});
