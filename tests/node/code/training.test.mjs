// Training as code. The programs run, and their losses, gradients and parameters are compared with those of the package.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { loadTraining } from 'self-attention/training';
import { bundle } from '../support/bundle.mjs';
import { smallScenes } from '../support/small-scenes.mjs';
import { numpyPython, pythonWith, runAll } from './python.mjs';

const { trainingCodeFor } = await bundle('web/export/training/program.ts');
const { npzOf } = await bundle('web/export/training/npz.ts');
const { batchesOf, evaluatedOf, taskSceneOf } = await bundle('web/export/training/task.ts');
const core = await loadCore();
const training = await loadTraining();

const python = await pythonWith('torch');
const libraries = [
  { id: 'numpy', ...(await numpyPython()) },
  // It runs if it is installed. It takes a gigabyte.
  { id: 'pytorch', python, reason: python ? undefined : 'torch is not here: apt-get install python3-torch' },
];

/** { losses: [before the first step, and of each step], next: of the next batch, tensors: { name: numbers } } */
function printed(text) {
  const losses = [];
  const [, next] = /^loss of the next batch (\S+)$/m.exec(text) ?? [];
  const [, afterwards] = /^loss afterwards (\S+)$/m.exec(text) ?? [];
  const tensors = {};
  let numbers = [];
  for (const line of text.split('\n')) {
    const loss = /^(?:step \d+: )?loss (\S+)$/.exec(line);
    const title = /^([a-z](?:.*\S)?) \([\d, ]*\)$/i.exec(line);
    if (loss) losses.push(Number(loss[1]));
    else if (title) {
      numbers = [];
      tensors[title[1]] = numbers;
    } else
      numbers.push(...(line.replace(/tensor\(/, '').match(/-?inf|nan|-?\d[\d.]*(e[-+]?\d+)?/gi) ?? []).map(Number));
  }
  return { losses, next: Number(next), afterwards: Number(afterwards), tensors };
}

const largestOf = (numbers) => numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);

/**
 * To 1e-4 of the largest number of the tensor, or of `least` where that is more: what cancels to next to nothing, as the gradient
 * of b_k does, which moves all scores of a row alike, is rounding. The programs print six decimals.
 */
function checkNear(actual, expected, name, least = 0) {
  assert.equal(actual?.length, expected.length, name);
  const largest = Math.max(largestOf(expected), least);
  for (const [at, number] of expected.entries())
    assert.ok(Math.abs(actual[at] - number) <= 1e-4 * largest + 2e-6, `${name}[${at}]: ${actual[at]} and ${number}`);
}

const checkLoss = (actual, expected, name) =>
  assert.ok(Math.abs(actual - expected) <= 1e-4 * Math.abs(expected) + 1e-6, `${name}: ${actual} and ${expected}`);

const isShared = (name) => ['E', 'P', 'E_rel', 'unembedding'].includes(name);
const keyOf = ({ name, layer }, layers) => (layers > 1 && !isShared(name) ? `layer ${layer + 1}, ${name}` : name);

/** A target of each kind, in the scene's sizes. */
function lossesOf(trace) {
  const [T, keys] = [trace.tokens.length, trace.keyTokens.length];
  const last = trace.tensor(trace.steps.at(-1).name);
  const width = last.shape.at(-1);
  const wave = (row, column) => Math.round(100 * Math.sin(1 + 3 * row + 5 * column)) / 100;
  const rows = (count, columns) =>
    Array.from({ length: count }, (_, row) => Array.from({ length: columns }, (_, column) => wave(row, column)));
  const weights = trace.tensor('weights', { head: 0 }).data;
  // Half of it goes to the visible keys, so that no target is impossible.
  const target = Array.from({ length: T }, (_, row) => {
    const own = Array.from(weights.subarray(row * keys, (row + 1) * keys), (weight, key) => (weight > 0 ? key + 1 : 0));
    const total = own.reduce((sum, part) => sum + part, 0);
    return own.map((part) => (total === 0 || row === 1 ? 0 : part / total));
  });
  const targets = Array.from({ length: T }, (_, row) => (row === 1 && T > 1 ? null : (row * 2) % 5));
  return [
    { kind: 'output', target: rows(T, width) },
    ...(target.flat().some((part) => part > 0) ? [{ kind: 'weights', target }] : []),
    { kind: 'crossEntropy', targets, unembedding: rows(width, 5) },
  ];
}

/** Every scene that has a gradient, with each loss. */
const cases = Object.entries(smallScenes).flatMap(([name, scene]) => {
  const trace = core.attend(scene);
  return lossesOf(trace).flatMap((learns) => {
    try {
      return [{ name: `${name}: ${learns.kind}`, scene, trace, learns, gradient: training.gradient(scene, learns) }];
    } catch (error) {
      assert.equal(error.code, 'no-gradient', error.stack);
      return [];
    }
  });
});

const copy = { kind: 'copy', length: 4, vocabulary: 5 };
const optimizer = { kind: 'adamw', learningRate: 0.01, weightDecay: 0.1 };
const model = (change = {}) => ({
  version: 1,
  tokens: ['a'],
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 8, std: 0.3 },
  positions: { kind: 'learned', std: 0.3 },
  parameters: { kind: 'random', init: 'xavier', seed: 2, output: true },
  attention: { heads: 2, mask: { kind: 'causal' } },
  block: { residual: true },
  ...change,
});
const feedForward = { width: 12, activation: 'gelu' };
const painted = [
  [1, 0, 0],
  [0.5, 0.5, 0],
  [0, 0.25, 0.75],
];
const ofLoss = model({ tokens: ['a', 'b', 'a'], attention: { heads: 2, mask: { kind: 'causal' } } });
const runs = {
  'a task': { scene: model(), task: copy, optimizer },
  'a task in two layers': {
    scene: model({ layers: 2, block: { residual: true, norm: 'layer', place: 'pre', feedForward } }),
    task: { kind: 'induction', length: 8, vocabulary: 6 },
    optimizer: { ...optimizer, clip: 0.5 },
    schedule: { warmup: 5, decay: 10, least: 0.1 },
    unembedding: 'learned',
  },
  'a task, rotary positions and what stays': {
    scene: model({ positions: { kind: 'rope' }, attention: { heads: 2, kvHeads: 1 } }),
    task: { kind: 'recall', length: 3, vocabulary: 5 },
    optimizer,
    fixed: ['E'],
    unembedding: 'learned',
  },
  'weights that are painted, Adam': {
    scene: ofLoss,
    loss: { kind: 'weights', target: painted },
    optimizer: { kind: 'adam', learningRate: 0.02, weightDecay: 0.01 },
  },
  'an output, SGD': {
    scene: ofLoss,
    loss: { kind: 'output', target: painted.map((row) => [...row, ...row, 1, -1]) },
    optimizer: { kind: 'sgd', learningRate: 0.05, momentum: 0.9, clip: 1 },
  },
};

/** The source of a program, the losses of its steps, and its parameters after them. */
function runOf(options) {
  const run = training.train({ ...(options.task && { batch: 4, seed: 3 }), ...options });
  const steps = 20;
  const scene = options.task ? taskSceneOf(run) : run.scene();
  const learned = run.tensors().find(({ name }) => name === 'unembedding');
  const learns = options.task
    ? { kind: 'task', batches: batchesOf(run, 0, steps), evaluated: evaluatedOf(run), unembedding: learned ?? 'tied' }
    : options.loss;
  const source = { scene, trace: core.attend(scene), learns, steps, ...options, optimizer: options.optimizer };
  // As on the page and in `evaluate`.
  const evaluated = [run.evaluate().loss];
  const losses = Array.from({ length: steps }, () => run.step().loss);
  const tensors = run.tensors();
  evaluated.push(run.evaluate().loss);
  // The current model, and the loss of the next step.
  const later = options.task ? taskSceneOf(run) : run.scene();
  const unembedding = learned && tensors.find(({ name }) => name === 'unembedding');
  const now = {
    scene: later,
    trace: core.attend(later),
    learns: options.task
      ? {
          kind: 'task',
          batches: batchesOf(run, steps, 1),
          evaluated: evaluatedOf(run),
          unembedding: unembedding ?? 'tied',
        }
      : options.loss,
    optimizer: null,
  };
  return { source, losses, evaluated, tensors, now, next: run.step().loss };
}

const ran = Object.fromEntries(Object.entries(runs).map(([name, options]) => [name, runOf(options)]));

for (const { id, python, reason } of libraries) {
  describe(`what is learned as code: ${id}`, { skip: reason ?? false }, () => {
    it('prints the loss of every small scene, and its gradient with respect to every parameter', async (t) => {
      assert.ok(cases.length > 150, `${cases.length}`);
      const texts = await runAll(
        python,
        cases.map(({ scene, trace, learns }) => trainingCodeFor(id, { scene, trace, learns, optimizer: null })),
      );
      for (const [index, { name, trace, gradient }] of cases.entries()) {
        await t.test(name, () => {
          const { losses, tensors } = printed(texts[index]);
          checkLoss(losses[0], gradient.loss, 'loss');
          const of = ({ name, layer }) => gradient.tensor(name, { layer: isShared(name) ? 0 : layer }).data;
          // After three layers scores are above 100, and the gradients after a softmax are rounding errors.
          const share = trace.layers > 2 ? 0.1 : 0.01;
          const least = share * Math.max(...trace.parameters.map((parameter) => largestOf(of(parameter))));
          for (const parameter of trace.parameters) {
            const { name, layer } = parameter;
            const found = tensors[`gradient of ${keyOf(parameter, trace.layers)}`];
            // Without words nothing can be changed.
            if (found === undefined) assert.equal(name, 'E');
            else checkNear(found, of(parameter), `${name} of layer ${layer}`, least);
          }
        });
      }
    });
    for (const [name, { source, losses, evaluated, tensors, now, next }] of Object.entries(ran)) {
      it(`takes the first 20 steps of ${name} and prints their losses; then what is left of the loss`, async () => {
        const [text, after] = await runAll(python, [trainingCodeFor(id, source), trainingCodeFor(id, now)]);
        const found = printed(text);
        assert.equal(found.losses.length, 21);
        for (const [step, loss] of losses.entries()) checkLoss(found.losses[step + 1], loss, `step ${step + 1}`);
        for (const tensor of tensors) {
          const key = keyOf(tensor, source.trace.layers);
          if (source.fixed?.includes(tensor.name)) assert.equal(found.tensors[key], undefined);
          else checkNear(found.tensors[key], tensor.data, key);
        }
        const left = printed(after);
        const isTask = source.learns.kind === 'task';
        checkLoss(isTask ? left.next : left.losses[0], next, 'the loss of the next step');
        if (!isTask) return;
        checkLoss(found.losses[0], evaluated[0], 'what it is measured by, at first');
        checkLoss(found.afterwards, evaluated[1], 'what it is measured by, afterwards');
        checkLoss(left.losses[0], evaluated[1], 'what it is measured by');
      });
    }
  });
}

describe('what is learned as an .npz', () => {
  const [numpy] = libraries;
  it('is read by numpy.load, to the bit', { skip: numpy.reason ?? false }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'self-attention-npz-'));
    try {
      const { tensors } = ran['a task in two layers'];
      const file = join(folder, 'trained.npz');
      await writeFile(file, npzOf(tensors));
      const script = `
import json
import numpy as np
arrays = np.load(${JSON.stringify(file)})
print(json.dumps({name: [list(x.shape), str(x.dtype), x.ravel().tolist()] for name, x in arrays.items()}))
`;
      const [text] = await runAll(numpy.python, [script]);
      const expected = tensors.map(({ name, layer, shape, data }) => [
        isShared(name) ? name : `layer${layer + 1}.${name}`,
        [[...shape], 'float32', [...data]],
      ]);
      assert.deepEqual(JSON.parse(text), Object.fromEntries(expected));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('what is learned as code', () => {
  it('refuses more sequences than a program is good for', () => {
    const { source } = ran['a task'];
    const batches = Array.from({ length: 12_000 }, () => source.learns.batches[0]);
    assert.throws(() => trainingCodeFor('numpy', { ...source, learns: { ...source.learns, batches } }), {
      code: 'too-large',
      message: /the limit is 200000/,
    });
  });
});
