// The scene as code. The scripts run, and their output is compared with the core's tensors, every step of every layer.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { bundle } from '../support/bundle.mjs';
import { smallScenes } from '../support/small-scenes.mjs';
import { compare } from './printed.mjs';
import { numpyPython, parseAll, pythonWith, runAll } from './python.mjs';
import { chanceScenes } from './scenes.mjs';

const { codeFor } = await bundle('web/export/code/index.ts');
const { codeLanguages } = await bundle('web/export/code/languages.ts');
const { gallery } = await bundle('tests/node/support/gallery.ts');
const core = await loadCore();

/** The scenes that the core accepts, with their traces. */
function sound(scenes) {
  return scenes.flatMap(([name, scene]) => {
    try {
      return [{ name, scene, trace: core.attend(scene) }];
    } catch (error) {
      assert.equal(error.name, 'AttentionError', error.stack);
      return [];
    }
  });
}

const groups = {
  'in every lesson': sound(Object.entries(lessons).map(([id, { scene }]) => [id, scene])),
  'in every picture of the gallery': sound(gallery.map(({ id, scene }) => [id, scene])),
  'in small scenes of every kind': sound(Object.entries(smallScenes)),
  'in scenes of chance': sound(Array.from(chanceScenes(300, 5), (scene, index) => [`scene ${index}`, scene])),
};

// Random numbers grow from layer to layer, and with them the rounding errors of the layers before.
const growing = (bound) => (layer) => bound * 4 ** layer;

const libraries = [
  { id: 'numpy', bound: 1e-5, ...(await numpyPython()) },
  // These run if they are installed. They take a gigabyte, and compute in float32.
  ...(await Promise.all(
    [
      ['pytorch', 'torch'],
      ['tensorflow', 'tensorflow'],
      ['jax', 'jax'],
    ].map(async ([id, module]) => {
      const python = await pythonWith(module);
      return { id, bound: 3e-5, python, reason: python ? undefined : `${module} is not here: pip install ${module}` };
    }),
  )),
];

for (const { id, bound, python, reason } of libraries) {
  describe(`the scene as code: ${id} prints what the core computes`, { skip: reason ?? false }, () => {
    for (const [where, scenes] of Object.entries(groups)) {
      it(where, async (t) => {
        assert.ok(scenes.length > 0);
        const texts = await runAll(
          python,
          scenes.map(({ scene, trace }) => codeFor(id, scene, trace)),
        );
        for (const [index, { name, scene, trace }] of scenes.entries()) {
          await t.test(name, () => {
            try {
              compare(trace, texts[index], where === 'in scenes of chance' ? growing(bound) : () => bound);
            } catch (error) {
              error.message += `\n${JSON.stringify(scene)}`;
              throw error;
            }
          });
        }
      });
    }
  });
}

describe('the scene as code: every script', () => {
  it('is Python', async (t) => {
    const ids = codeLanguages.filter(({ extension }) => extension === 'py').map(({ id }) => id);
    assert.deepEqual(ids, ['numpy', 'pytorch', 'tensorflow', 'jax']);
    const scripts = Object.values(groups).flatMap((scenes) =>
      scenes.flatMap(({ scene, trace }) => ids.map((id) => codeFor(id, scene, trace))),
    );
    const problems = await parseAll(scripts);
    // Only if this file runs alone. `npm test` installs Python first.
    if (problems === undefined) return t.skip('there is no python3');
    assert.deepEqual(problems, []);
  });
});
