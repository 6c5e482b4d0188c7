// Models in PyTorch: the scenes that Python made of them, computed by the core, against the weights that the models computed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { pythonWith } from '../code/python.mjs';
import { runPython } from './python.mjs';

const torch = await pythonWith('torch');
const skip = torch ? false : 'torch is not here: apt-get install python3-torch';

describe('a model in PyTorch', { skip }, () => {
  it('has its q, k and v in the scene, and leaves no trace in the model', async () => {
    assert.match((await runPython(torch, ['-m', 'unittest', 'test_transformers'])).stderr, /^OK$/m);
  });

  it('has the weights that the core computes of them, within 1e-5, in every layer', async () => {
    const models = JSON.parse((await runPython(torch, ['print_models.py'])).stdout);
    const core = await loadCore();
    assert.ok(Object.keys(models).length >= 8);
    for (const [name, { scene, weights, z }] of Object.entries(models)) {
      const trace = core.attend(scene);
      assert.equal(trace.layers, weights.length, name);
      for (const [step, expected] of Object.entries({ weights, z }))
        for (const [layer, nested] of expected.entries()) {
          const { data } = trace.tensor(step, { layer });
          const own = nested.flat(Infinity);
          assert.equal(data.length, own.length, name);
          // A query that sees no key: the models' rows are uniform, the core's are zeros. Nothing reads them.
          const width = data.length / scene.attention.heads / scene.tokens.length;
          for (const [index, number] of own.entries()) {
            const query = Math.floor(index / width) % scene.tokens.length;
            if (scene.attention.mask?.visible?.[query].every((cell) => cell === 0)) continue;
            assert.ok(Math.abs(data[index] - number) <= 1e-5, `${name}, layer ${layer}, ${step} ${index}`);
          }
        }
      trace.dispose();
    }
  });
});
