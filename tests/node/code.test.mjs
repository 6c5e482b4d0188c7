import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { bundle } from './bundle.mjs';
import { compare } from './printed.mjs';
import { numpyPython, runAll } from './python.mjs';
import { smallScenes } from './small-scenes.mjs';

const { codeFor } = await bundle('web/export/code/index.ts');
const core = await loadCore();
const { python, reason } = await numpyPython();

describe('the scene as code: NumPy computes what the core computes', { skip: reason ?? false }, () => {
  for (const [id, { scene }] of Object.entries(lessons)) {
    it(`in the lesson ${id}`, async () => {
      const trace = core.attend(scene);
      const [text] = await runAll(python, [codeFor('numpy', scene, trace)]);
      compare(trace, text);
    });
  }
  it('in small scenes', async (t) => {
    const all = Object.entries(smallScenes);
    const texts = await runAll(
      python,
      all.map(([, scene]) => codeFor('numpy', scene, core.attend(scene))),
    );
    for (const [index, [name, scene]] of all.entries()) {
      await t.test(name, () => compare(core.attend(scene), texts[index]));
    }
  });
});
