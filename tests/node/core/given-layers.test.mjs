// Scenes with layers of somebody else's model: nested lists or packed numbers, and what is refused.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { decodeLink, encodeLink, parseScene } from 'self-attention/scene';
import { refuses } from '../support/refuses.mjs';
import { smallScenes } from '../support/small-scenes.mjs';

const core = await loadCore();
const scenes = Object.entries(smallScenes).filter(([, { embedding }]) => embedding.layers !== undefined);

/** Float32 numbers in base64, as the schema describes them. */
function packed(shape, numbers) {
  const bytes = new Uint8Array(Float32Array.from(numbers).buffer);
  return { shape, float32: btoa(String.fromCharCode(...bytes)) };
}

function shapeOf(nested) {
  return Array.isArray(nested) ? [nested.length, ...shapeOf(nested[0])] : [];
}

/** The scene with every tensor of its layers packed. */
const packedScene = (scene) => ({
  ...scene,
  embedding: {
    ...scene.embedding,
    layers: scene.embedding.layers.map(({ name, heads, ...tensors }) => ({
      ...{ name, heads },
      ...Object.fromEntries(
        Object.entries(tensors).map(([key, nested]) => [key, packed(shapeOf(nested), nested.flat(Infinity))]),
      ),
    })),
  },
});

const half = [
  [0.5, 0.5],
  [0.25, 0.75],
];
const weighted = (weights, changes = {}) => ({
  version: 1,
  tokens: ['a', 'b'],
  embedding: { kind: 'qkv', layers: [{ weights }] },
  parameters: { kind: 'none' },
  attention: { heads: 1, score: 'weights' },
  ...changes,
});

describe('layers of somebody else’s model', () => {
  for (const [name, scene] of scenes) {
    it(`have the same bits as nested lists and as packed numbers: ${name}`, () => {
      const [nested, other] = [core.attend(scene), core.attend(packedScene(scene))];
      assert.equal(nested.layers, 3);
      for (const { name: step, layer } of nested.steps)
        assert.deepEqual(nested.tensor(step, { layer }), other.tensor(step, { layer }), `${layer} ${step}`);
    });

    it(`survive a link, with the layer that is shown: ${name}`, async () => {
      const shown = { ...scene, view: { layer: 1 } };
      assert.deepEqual(await decodeLink(await encodeLink(shown)), parseScene(shown));
      const whole = packedScene(shown);
      assert.deepEqual(await decodeLink(await encodeLink(whole)), parseScene(whole));
    });
  }

  it('may leave out the axes of one head and one query', () => {
    assert.deepEqual(core.attend(weighted(half)).tensor('weights').shape, [1, 2, 2]);
    const encoder = { tokens: ['x', 'y'] };
    const { shape, data } = core.attend(weighted([0.25, 0.75], { tokens: ['a'], encoder })).tensor('weights');
    assert.deepEqual(
      [shape, [...data]],
      [
        [1, 1, 2],
        [0.25, 0.75],
      ],
    );
  });

  it('are not read again by a trace that is updated with another temperature', () => {
    const [, scene] = scenes.find(([name]) => name === 'layers of q, k and v');
    const trace = core.attend(packedScene(scene));
    const warm = { ...packedScene(scene), attention: { heads: 2, temperature: 2 } };
    trace.update(warm);
    assert.deepEqual(trace.tensor('weights'), core.attend(warm).tensor('weights'));
  });

  it('are refused where they are not what they say', () => {
    const attend = (scene) => () => core.attend(scene);
    const place = '/embedding/layers/0/weights';
    refuses(attend(weighted([[0.5, 0.4], half[1]])), 'range', place, 'weights[0,0]', '0.899', '0.01');
    refuses(attend(weighted([[1.5, -0.5], half[1]])), 'range', place, '-0.5');
    refuses(attend(weighted([half, half])), 'shape', place, '2×2×2', '1×2×2');
    refuses(attend(weighted([half, [[1, 0]]])), 'shape', place, 'heads');
    refuses(attend(weighted([[0.5, Number.NaN], half[1]])), 'not-finite', `${place}/0/1`);
    refuses(attend(weighted({ shape: [2, 2], float32: 'AAAA' })), 'shape', `${place}/float32`, '2×2');
    refuses(attend(weighted({ shape: [2, 2], float32: '!'.repeat(24) })), 'shape', `${place}/float32`);
    refuses(attend(weighted(packed([2, 2], [0.5, Infinity, 0, 1]))), 'not-finite', `${place}/float32`, 'weights');
    refuses(attend(weighted({ shape: [2, 0], float32: '' })), 'range', `${place}/shape/1`);
    refuses(attend(weighted({ shape: [9, 2], data: [] })), 'scene-form', place, '"data"', 'shape, float32');
    refuses(attend(weighted({ shape: [8192, 8192, 8], float32: '' })), 'shape', `${place}/float32`);
  });

  it('are refused with settings that they have no step for, at the setting', () => {
    const attend = (attention, changes) => () =>
      core.attend(weighted(half, { attention: { heads: 1, score: 'weights', ...attention }, ...changes }));
    refuses(attend({ temperature: 2 }), 'range', '/attention/temperature');
    refuses(attend({ mask: { kind: 'causal' } }), 'range', '/attention/mask');
    refuses(attend({ weightedValues: true }), 'range', '/attention/weightedValues');
    refuses(attend({}, { positions: { kind: 'alibi' } }), 'range', '/positions');
    refuses(attend({}, { mistake: 'overflow-softmax' }), 'range', '/mistake');
    refuses(attend({}, { layers: 1 }), 'scene-form', '/layers');
    refuses(attend({ score: 'scaledDot' }), 'shape', '/embedding/layers/0/q', 'missing');
  });

  it('cannot be fewer than the layers of their scene', () => {
    const scene = { ...weighted(half), embedding: { kind: 'qkv', q: [[1], [1]], k: [[1], [1]], v: [[1], [1]] } };
    refuses(() => core.attend({ ...scene, attention: { heads: 1 }, layers: 2 }), 'shape', '/layers', '1 layers', '2');
  });

  it('name the place in a scene without a list of layers', () => {
    const scene = { ...weighted(half), embedding: { kind: 'qkv', q: [[1], [1]], k: [[1]], v: [[1], [1]] } };
    refuses(() => core.attend({ ...scene, attention: { heads: 1 } }), 'shape', '/embedding/k', '1×1');
  });
});
