// The programs beside a page of a lesson print the numbers of its scene.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { loadCore } from 'self-attention/core';
import { numpyPython, pythonWith } from '../code/python.mjs';
import { bundle } from '../support/bundle.mjs';

const core = await loadCore();
const { lessons } = await bundle('web/export/lessons.ts');
const { python, reason } = await numpyPython();

const programOf = (id, page) => lessons[id].pages.find((one) => one.id === page).program.code;
const run = async ({ program, env }, code) =>
  (await promisify(execFile)(program, ['-c', code], { env: { ...process.env, ...env }, timeout: 120_000 })).stdout;
const agree = (printed, expected) => {
  assert.equal(printed.length, expected.length);
  for (const [at, value] of expected.entries()) assert.ok(Math.abs(printed[at] - value) < 1e-5, `${at}`);
};
/** Every number that NumPy prints. */
const numbersIn = (text) => [...text.matchAll(/-?\d+\.?\d*(?:e[+-]\d+)?/g)].map(([number]) => Number(number));

/** TensorFlow's functions in NumPy, because Debian has no TensorFlow. */
const standIn = `
import sys, types
import numpy as np
tf = types.ModuleType('tensorflow')
def softmax(x, axis):
    exp = np.exp(x - x.max(axis=axis, keepdims=True))
    return exp / exp.sum(axis=axis, keepdims=True)
tf.float32 = np.float32
tf.convert_to_tensor = lambda rows, dtype=np.float32: np.array(rows, dtype=dtype)
tf.matmul = lambda a, b, transpose_b=False: a @ (b.T if transpose_b else b)
tf.nn = types.SimpleNamespace(softmax=softmax)
tf.transpose = np.transpose
tf.reduce_sum = lambda x, axis: x.sum(axis=axis)
sys.modules['tensorflow'] = tf
`;

describe('the programs of lessons', () => {
  it('its-snowing: forward gives the rows of z', { skip: reason }, async () => {
    const printed = numbersIn(await run(python, programOf('its-snowing', 'outputs')));
    const expected = [...core.attend(lessons['its-snowing'].scene).tensor('z').data];
    agree(printed, expected);
  });

  it('scaling-and-masks: the function prints the weights and new values of its page', { skip: reason }, async () => {
    const printed = numbersIn(await run(python, programOf('scaling-and-masks', 'function')));
    const { pages } = lessons['scaling-and-masks'];
    const { mistake: _, ...scene } = pages.find(({ id }) => id === 'whole-matrix').scene;
    const trace = core.attend(scene);
    agree(
      printed,
      ['q', 'k', 'v', 'z', 'weights'].flatMap((name) => [...trace.tensor(name).data]),
    );
  });

  it('keys-and-encoder: compute_keys, where PyTorch is installed', async (t) => {
    const torch = await pythonWith('torch');
    if (torch === undefined) return t.skip('torch is not here: apt-get install python3-torch');
    const printed = numbersIn(await run(torch, programOf('keys-and-encoder', 'compute-keys')));
    const { pages } = lessons['keys-and-encoder'];
    const { data } = core.attend(pages.find(({ id }) => id === 'compute-keys').scene).tensor('k');
    agree(printed, [...data, ...data.slice(0, 3)]);
  });

  it('music-transformer: the batch has the rows of its page, in the shape (2, 4, 3), where PyTorch is installed', async (t) => {
    const torch = await pythonWith('torch');
    if (torch === undefined) return t.skip('torch is not here: apt-get install python3-torch');
    const printed = numbersIn(await run(torch, programOf('music-transformer', 'batch')));
    const { pages } = lessons['music-transformer'];
    agree(printed, [...core.attend(pages.find(({ id }) => id === 'batch').scene).tensor('x0').data, 2, 4, 3]);
  });

  it('illustrated: the eight steps in TensorFlow, by a stand-in for it', { skip: reason }, async () => {
    const printed = numbersIn(await run(python, standIn + programOf('illustrated', 'tensorflow')));
    const { pages } = lessons.illustrated;
    const rounded = core.attend(pages.find(({ id }) => id === 'tensorflow').scene);
    const names = ['x0', 'w_k', 'w_q', 'w_v', 'k', 'q', 'v', 'scores', 'weights', 'rounded'];
    const { shape, data } = rounded.tensor('weighted');
    // The document has the key first, then the query.
    const [, queries, keys, width] = shape;
    const weighted = Array.from(data, (_, at) => {
      const [key, query] = [Math.floor(at / (queries * width)), Math.floor(at / width) % queries];
      return data[(query * keys + key) * width + (at % width)];
    });
    agree(printed, [
      ...names.flatMap((name) => [...rounded.tensor(name).data]),
      ...weighted,
      ...rounded.tensor('z').data,
    ]);
  });

  it('illustrated: the eight steps in TensorFlow, where it is installed', async (t) => {
    const tensorflow = await pythonWith('tensorflow');
    if (tensorflow === undefined) return t.skip('tensorflow is not here: pip install tensorflow');
    assert.match(await run(tensorflow, programOf('illustrated', 'tensorflow')), /\[\[2\.\s+7\.\s+1\.5\s*\]/);
  });

  it('PyTorch multiplies integers and refuses their softmax, as the lessons say', async (t) => {
    const torch = await pythonWith('torch');
    if (torch === undefined) return t.skip('torch is not here: apt-get install python3-torch');
    const code = `
import torch
x = torch.tensor([[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]])
print((x @ x.T).dtype)
try:
    torch.nn.functional.softmax(torch.tensor([13, 9, 9]), dim=0)
except RuntimeError as refused:
    print(refused)
`;
    assert.match(await run(torch, code), /^torch\.int64\n.*softmax.*not implemented for 'Long'/);
  });
});
