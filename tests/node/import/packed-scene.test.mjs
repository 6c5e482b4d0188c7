// The packed numbers of a scene, which are unpacked once and kept where they stay the same.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';
import { assigned, choices, modelScene } from './models.mjs';

const packing = await bundle('web/scene/packed-tensors.ts');

describe('the packed numbers of a scene', () => {
  const { reuseNumbers, packedTensors, packedNumbers, keepNumbers } = packing;
  const scene = modelScene(choices(assigned((heads) => heads)));

  it('come with a copy of it, and are not unpacked again', () => {
    const copy = structuredClone(scene);
    const numbers = packedNumbers(scene);
    keepNumbers(copy, numbers);
    assert.ok(packedNumbers(copy).every((data, index) => data === numbers[index]));
  });

  it('are those of the copy before where they are the same', () => {
    const [first, second] = [structuredClone(scene), structuredClone(scene)];
    reuseNumbers(first, null);
    const other = packedTensors(
      modelScene(choices(assigned((heads) => heads.map((head) => head.map((row) => row.map((n) => 2 * n)))))),
    );
    second.embedding.layers[0].k = structuredClone(other[1]);
    reuseNumbers(second, first);
    const [before, after] = [packedNumbers(first), packedNumbers(second)];
    assert.deepEqual([after[0] === before[0], after[1] === before[1], after[2] === before[2]], [true, false, true]);
    assert.deepEqual(
      after[1],
      before[1].map((value) => 2 * value),
    );
  });
});
