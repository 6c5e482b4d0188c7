// Gradients of the package, compared with central differences, and what is refused.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import * as coreRoom from 'self-attention/core';
import { loadCore } from 'self-attention/core';
import { AttentionError, errorCodes, loadTraining } from 'self-attention/training';
import { inProject } from '../../../src/toolchain/paths.mjs';
import { refuses, rejects } from '../support/refuses.mjs';
import { given, rows } from '../support/small-scenes.mjs';

const core = await loadCore();
const training = await loadTraining();

/** T 4, d_model 5, 2 heads, d_k 3, d_v 2, with a block, in two layers of the same matrices. */
const scene = { ...given({ biases: true, output: true }), layers: 2, block: { residual: true, norm: 'layer' } };
const target = rows(4, 5);
const output = { kind: 'output', target };
const painted = [
  [0.5, 0.5, 0, 0],
  [0, 0, 0, 0],
  [0, 0.25, 0.75, 0],
  [0.1, 0.2, 0.3, 0.4],
];
const unembedding = rows(5, 7);
const entropy = { kind: 'crossEntropy', targets: [3, null, 0, 6], unembedding };

/** The loss in double precision, of the core's numbers. */
function lossOf(changed, loss) {
  const trace = core.attend(changed);
  const tensor = (name, window) => trace.tensor(name, window).data;
  try {
    if (loss.kind === 'output') {
      const wanted = loss.target.flat();
      return tensor(trace.steps.at(-1).name).reduce((sum, number, at) => sum + (number - wanted[at]) ** 2 / 2, 0);
    }
    if (loss.kind === 'weights') {
      const weights = tensor('weights', { head: loss.head ?? 0, layer: loss.layer ?? 1 });
      return loss.target
        .flat()
        .reduce((sum, wanted, at) => sum + (wanted === 0 ? 0 : wanted * Math.log(wanted / weights[at])), 0);
    }
    const last = tensor(trace.steps.at(-1).name);
    const counted = loss.targets.flatMap((id, row) => (id === null ? [] : [{ id, row }]));
    const lossOfRow = ({ id, row }) => {
      const logits = loss.unembedding[0].map((_, column) =>
        loss.unembedding.reduce((sum, numbers, at) => sum + last[row * 5 + at] * numbers[column], 0),
      );
      return Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0)) - logits[id];
    };
    return counted.reduce((sum, one) => sum + lossOfRow(one), 0) / counted.length;
  } finally {
    trace.dispose();
  }
}

/** The error of central differences of float32 numbers, relative to the largest number. */
const TOLERANCE = 2e-3;

/** The gradient by central differences. `change` returns the scene with one number increased. */
const differences = (count, loss, change) =>
  Array.from({ length: count }, (_, at) => {
    const step = 2 ** -7;
    return (lossOf(change(at, step), loss) - lossOf(change(at, -step), loss)) / (2 * step);
  });

function checkNear(actual, expected, name) {
  const largest = Math.max(...expected.map(Math.abs));
  assert.equal(actual.length, expected.length, name);
  for (const [at, number] of expected.entries())
    assert.ok(
      Math.abs(actual[at] - number) <= TOLERANCE * largest + 2e-4,
      `${name}[${at}]: ${actual[at]} and ${number}`,
    );
}

const nudged = (matrix, at, by) =>
  Array.isArray(matrix[0])
    ? matrix.map((row, r) => row.map((number, c) => (r * row.length + c === at ? number + by : number)))
    : matrix.map((number, c) => (c === at ? number + by : number));

const withParameter = (name, at, by) => ({
  ...scene,
  parameters: { ...scene.parameters, [name]: nudged(scene.parameters[name], at, by) },
});

describe('a gradient', () => {
  const losses = {
    output,
    weights: { kind: 'weights', target: painted },
    'weights of another head and layer': { kind: 'weights', target: painted, head: 1, layer: 0 },
    crossEntropy: entropy,
  };
  for (const [title, loss] of Object.entries(losses)) {
    it(`of ${title} is what the loss changes by, of x and of every matrix`, () => {
      const gradient = training.gradient(scene, loss);
      const expected = lossOf(scene, loss);
      assert.ok(Math.abs(gradient.loss - expected) <= 1e-4 * Math.abs(expected), `${gradient.loss} and ${expected}`);
      const x = scene.embedding.x;
      const ofX = differences(x.flat().length, loss, (at, by) => ({
        ...scene,
        embedding: { kind: 'given', x: nudged(x, at, by) },
      }));
      checkNear(gradient.tensor('x0').data, ofX, 'x0');
      const names = { wQ: 'w_q', bQ: 'b_q', wK: 'w_k', wV: 'w_v', bV: 'b_v', wO: 'w_o', bO: 'b_o' };
      for (const [key, name] of Object.entries(names)) {
        const matrix = scene.parameters[key];
        // Both layers have it, and each has its gradient.
        const layers = [0, 1].map((layer) => gradient.tensor(name, { layer }).data);
        const sum = [...layers[0]].map((number, at) => number + layers[1][at]);
        checkNear(
          sum,
          differences(matrix.flat().length, loss, (at, by) => withParameter(key, at, by)),
          name,
        );
      }
      gradient.dispose();
    });
  }
  it('of a crossEntropy has the unembedding’s', () => {
    const gradient = training.gradient(scene, entropy);
    const { shape, data } = gradient.tensor('unembedding');
    assert.deepEqual(shape, [5, 7]);
    const step = 2 ** -7;
    const expected = unembedding.flat().map((_, at) => {
      const moved = (by) => lossOf(scene, { ...entropy, unembedding: nudged(unembedding, at, by) });
      return (moved(step) - moved(-step)) / (2 * step);
    });
    checkNear(data, expected, 'unembedding');
  });
  it('of tied embeddings has no unembedding of its own: it is E’s', () => {
    const words = {
      version: 1,
      tokens: ['a', 'b', 'a', 'c'],
      embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 6 },
      parameters: { kind: 'random', init: 'xavier', seed: 2, output: true },
      attention: { heads: 2 },
    };
    const tied = training.gradient(words, { kind: 'crossEntropy', targets: [1, 0, null, 2], unembedding: 'tied' });
    assert.deepEqual(tied.tensor('E').shape, [3, 6]);
    refuses(() => tied.tensor('unembedding'), 'unknown-tensor', 'unembedding');
  });
  it('has the shapes of the trace, a head at a time where there are heads', () => {
    const gradient = training.gradient(scene, output);
    const trace = core.attend(scene);
    for (const name of ['q', 'scores', 'weights', 'z', 'output', 'y', 'w_q', 'x0'])
      assert.deepEqual(gradient.tensor(name).shape, trace.tensor(name).shape, name);
    const whole = gradient.tensor('weights');
    const second = gradient.tensor('weights', { head: 1 });
    assert.deepEqual(second.shape, [4, 4]);
    assert.deepEqual([...second.data], [...whole.data.slice(16)]);
    assert.notDeepEqual([...gradient.tensor('q', { layer: 0 }).data], [...gradient.tensor('q', { layer: 1 }).data]);
    assert.deepEqual([...gradient.tensor('q').data], [...gradient.tensor('q', { layer: 1 }).data]);
  });
  it('is zero of what the loss does not follow from', () => {
    const gradient = training.gradient(scene, { kind: 'weights', target: painted, layer: 0 });
    assert.ok(gradient.tensor('output', { layer: 1 }).data.every((number) => number === 0));
    assert.ok(gradient.tensor('v', { layer: 0 }).data.every((number) => number === 0));
    assert.ok(gradient.tensor('q', { layer: 0 }).data.some((number) => number !== 0));
  });
  it('has the Jacobian of a row of the weights: what each changes by with each masked score', () => {
    for (const [head, row] of [
      [0, 0],
      [1, 2],
    ]) {
      const gradient = training.gradient(scene, { kind: 'weights', target: painted, layer: 0 });
      const { shape, data } = gradient.jacobian({ row, head, layer: 0 });
      const trace = core.attend(scene);
      const weights = trace.tensor('weights', { layer: 0, head }).data.slice(4 * row, 4 * row + 4);
      assert.deepEqual(shape, [4, 4]);
      for (const [at, number] of data.entries()) {
        const [key, score] = [Math.floor(at / 4), at % 4];
        const expected = weights[key] * ((key === score ? 1 : 0) - weights[score]);
        assert.ok(Math.abs(number - expected) <= 1e-6, `${key}, ${score}: ${number} and ${expected}`);
      }
    }
    const gradient = training.gradient(scene, output);
    refuses(() => gradient.jacobian({ row: 4 }), 'out-of-range', 'weights', 'rows 0 to 3');
    refuses(() => gradient.jacobian({ row: 0.5 }), 'out-of-range', 'weights', '0.5');
    refuses(() => gradient.jacobian({ row: 0, head: 2 }), 'out-of-range', 'weights');
  });
  it('points downhill: a small step against it makes the loss smaller', () => {
    const { data } = training.gradient(scene, output).tensor('x0');
    const x = scene.embedding.x.map((row, r) => row.map((number, c) => number - 0.01 * data[r * row.length + c]));
    assert.ok(lossOf({ ...scene, embedding: { kind: 'given', x } }, output) < lossOf(scene, output));
  });
  it('has the same bits every time, and is its own', () => {
    const [one, other] = [training.gradient(scene, output), training.gradient(scene, entropy)];
    assert.deepEqual(one.tensor('w_q'), training.gradient(scene, output).tensor('w_q'));
    assert.notDeepEqual(one.tensor('w_q'), other.tensor('w_q'));
    const copy = one.tensor('w_q');
    one.dispose();
    one.dispose();
    assert.ok(copy.data.some((number) => number !== 0));
    refuses(() => one.tensor('w_q'), 'disposed', '');
    assert.ok(other.tensor('w_q').data.length > 0);
  });
});

describe('a gradient refuses', () => {
  const asking =
    (loss, changed = scene) =>
    () =>
      training.gradient(changed, loss);
  it('what is no scene, as attend does', () => {
    refuses(asking(output, { ...scene, attention: { heads: 0 } }), 'range', '/attention/heads', 0);
    refuses(asking(output, { ...scene, tokens: [] }), 'empty', '/tokens');
    refuses(asking(output, { ...scene, attention: { heads: 3 } }), 'shape', '/parameters/wV', '3 heads');
  });
  it('what is no loss', () => {
    for (const wrong of [undefined, null, 5, 'output', [output]]) refuses(asking(wrong), 'scene-form', '/loss');
    refuses(asking({ kind: 'hinge' }), 'scene-form', '/loss/kind', 'hinge', 'crossEntropy');
    refuses(asking({ ...output, targte: 1 }), 'scene-form', '/loss', '"targte"');
    refuses(asking(Object.create(output)), 'scene-form', '/loss/kind', 'missing');
    refuses(asking({ kind: 'output' }), 'scene-form', '/loss/target', 'missing');
  });
  it('a target of another size, with a NaN, or without numbers', () => {
    refuses(asking({ kind: 'output', target: rows(4, 6) }), 'shape', '/loss/target', '4×6', '4×5');
    refuses(asking({ kind: 'output', target: [] }), 'shape', '/loss/target');
    const spoilt = (value) => target.map((row, at) => (at === 1 ? [row[0], value, ...row.slice(2)] : row));
    refuses(asking({ kind: 'output', target: spoilt(Number.NaN) }), 'not-finite', '/loss/target/1/1', 'NaN');
    refuses(asking({ kind: 'output', target: spoilt('1') }), 'scene-form', '/loss/target/1/1');
    refuses(asking({ kind: 'output', target: spoilt(null) }), 'scene-form', '/loss/target/1/1');
  });
  it('painted weights that are none', () => {
    const weights = (change) => asking({ kind: 'weights', target: painted, ...change });
    const zeros = painted.map((row) => row.map(() => 0));
    refuses(weights({ target: zeros }), 'empty', '/loss/target', 'zeros');
    refuses(
      weights({ target: [[0.5, 0.6, 0, 0], ...painted.slice(1)] }),
      'range',
      '/loss/target',
      'row 0',
      'adds up to',
    );
    refuses(weights({ target: [[1.5, -0.5, 0, 0], ...painted.slice(1)] }), 'range', '/loss/target', '-0.5');
    refuses(weights({ head: 2 }), 'out-of-range', '/loss/head', 'head 2 of 2');
    refuses(weights({ layer: 2 }), 'out-of-range', '/loss/layer', 'layer 2 of 2');
    for (const head of [-1, 2 ** 32]) refuses(weights({ head }), 'range', '/loss/head', head);
    for (const head of [0.5, Number.NaN, '0', null]) refuses(weights({ head }), 'scene-form', '/loss/head');
    const causal = { ...scene, attention: { heads: 2, mask: { kind: 'causal' } } };
    refuses(
      () => training.gradient(causal, { kind: 'weights', target: painted }),
      'not-finite',
      '/loss/target',
      'target[0,1]',
    );
  });
  it('targets that fit no unembedding', () => {
    const tokens = (change) => asking({ ...entropy, ...change });
    refuses(tokens({ targets: [0, 1] }), 'shape', '/loss/targets', 2, 4);
    refuses(tokens({ targets: [0, 1, 2, 7] }), 'out-of-range', '/loss/targets', 'target 7 of row 3', '7 columns');
    refuses(tokens({ targets: [null, null, null, null] }), 'empty', '/loss/targets');
    refuses(tokens({ targets: [0, 1, 2, -1] }), 'range', '/loss/targets/3', -1);
    refuses(tokens({ targets: [0, 1, 2, undefined] }), 'scene-form', '/loss/targets/3');
    refuses(tokens({ unembedding: rows(4, 7) }), 'shape', '/loss/unembedding', 4, 5);
    refuses(tokens({ unembedding: 'tied' }), 'shape', '/loss/unembedding', 'no E');
    refuses(tokens({ unembedding: 'E' }), 'scene-form', '/loss/unembedding', 'tied');
    refuses(tokens({ unembedding: undefined }), 'scene-form', '/loss/unembedding', 'missing');
  });
  it('a step that has none, named', () => {
    const rounded = { ...scene, attention: { heads: 2, roundWeights: 2 } };
    refuses(asking(output, rounded), 'no-gradient', '', 'rounded');
    assert.equal(typeof errorCodes['no-gradient'], 'string');
  });
  it('an unknown tensor, or one without a gradient', () => {
    const gradient = training.gradient(scene, output);
    refuses(() => gradient.tensor('nothing'), 'unknown-tensor', 'nothing', 'weights', 'w_q');
    refuses(() => gradient.tensor('q', { layer: 2 }), 'out-of-range', 'q', 2, '0 to 1');
    refuses(() => gradient.tensor('q', { head: 2 }), 'out-of-range', 'q', 2, '0 to 1');
    refuses(() => gradient.tensor('x0', { head: 0 }), 'out-of-range', 'x0', 'no heads');
    refuses(() => gradient.tensor('q', { heads: 0 }), 'scene-form', 'q', 'head');
    const words = {
      ...scene,
      tokens: ['a', 'b', 'a', 'c'],
      embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 5 },
    };
    refuses(() => training.gradient(words, output).tensor('tokens'), 'no-gradient', '', 'tokens');
  });
});

describe('loadTraining', () => {
  it('gives the same for the same options, and its own when asked', async () => {
    assert.equal(await loadTraining(), training);
    assert.notEqual(await loadTraining({ fresh: true }), training);
    assert.equal(training.flavour, core.flavour);
    assert.equal(AttentionError, coreRoom.AttentionError);
  });
  it('takes the bytes, and refuses what is none of them', async () => {
    const wasmBinary = await readFile(inProject('build/package/training-simd.wasm'));
    const own = await loadTraining({ wasmBinary });
    assert.equal(own.gradient(scene, output).loss, training.gradient(scene, output).loss);
    await rejects(loadTraining({ wasmBinary: new Uint8Array(8) }), 'wasm-load', 'wasmUrl');
    await rejects(loadTraining({ wasmUrl: '/no/such.wasm' }), 'wasm-load', 'wasmUrl', '/no/such.wasm');
    await rejects(loadTraining({ flavor: 'simd' }), 'scene-form', 'flavor');
    await rejects(loadTraining({ flavour: 'relaxed-simd' }), 'unsupported', 'flavour', '"simd"');
  });
});
