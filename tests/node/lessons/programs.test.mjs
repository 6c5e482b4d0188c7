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
tf.constant = lambda rows, dtype=np.float32: np.array(rows, dtype=dtype)
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
    assert.equal(printed.length, expected.length);
    for (const [at, value] of expected.entries()) assert.ok(Math.abs(printed[at] - value) < 1e-6, `${at}`);
  });

  it('illustrated: the eight steps in TensorFlow, by a stand-in for it', { skip: reason }, async () => {
    const printed = numbersIn(await run(python, standIn + programOf('illustrated', 'tensorflow')));
    const { pages } = lessons.illustrated;
    const rounded = core.attend(pages.find(({ id }) => id === 'tensorflow').scene);
    const expected = [...rounded.tensor('weights').data, ...rounded.tensor('z').data];
    assert.equal(printed.length, expected.length);
    for (const [at, value] of expected.entries()) assert.ok(Math.abs(printed[at] - value) < 1e-5, `${at}`);
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
