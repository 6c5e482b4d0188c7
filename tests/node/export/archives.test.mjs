// Many tensors in one file, .npz and .safetensors: every number of every layer and head to its bit, read back byte by byte, by the page's
// importer, and by NumPy where it is installed.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { loadCore } from 'self-attention/core';
import { aboutTensor, npzOf, safetensorsOf, tensorAs, tensorsOf } from 'self-attention/export';
import { numpyPython } from '../code/python.mjs';
import { bundle } from '../support/bundle.mjs';

const { importFile, importTensors } = await bundle('web/import/index.ts');
const { rowsOf } = await bundle('web/import/model/rows.ts');
const { isOfAttention } = await bundle('web/import/model/roles.ts');
const { modelScene } = await bundle('web/import/model/scene.ts');
const core = await loadCore();

const scene = {
  version: 1,
  tokens: ['the', 'cat', 'sat', 'down'],
  embedding: { kind: 'random', distribution: 'normal', seed: 5, dModel: 8 },
  parameters: { kind: 'random', init: 'xavier', seed: 3, output: true, biases: true },
  attention: { heads: 4, kvHeads: 2, mask: { kind: 'causal' } },
  positions: { kind: 'rope' },
  layers: 2,
  block: { residual: true },
};
const trace = core.attend(scene);
after(() => trace.dispose());

const bits = (data) => Array.from(new Uint32Array(Float32Array.from(data).buffer));
const all = tensorsOf(trace);
const fileOf = (name, bytes) => new File([bytes], name);

/** The header and the numbers of an .npy file. */
function npy(bytes) {
  assert.equal(Buffer.from(bytes.subarray(1, 6)).toString(), 'NUMPY');
  const length = bytes[8] + 256 * bytes[9];
  const header = Buffer.from(bytes.subarray(10, 10 + length)).toString();
  const [, axes] = /'descr': '<f4', 'fortran_order': False, 'shape': \(([^)]*)\)/.exec(header);
  const shape = axes
    .split(',')
    .filter((size) => size.trim() !== '')
    .map(Number);
  return { shape, data: new Float32Array(bytes.slice(10 + length).buffer) };
}

/** The tensors of a .safetensors file, as the format's description says. */
function safetensors(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const length = Number(view.getBigUint64(0, true));
  const { __metadata__: metadata, ...entries } = JSON.parse(Buffer.from(bytes.subarray(8, 8 + length)).toString());
  const tensors = Object.entries(entries).map(
    ([
      name,
      {
        dtype,
        shape,
        data_offsets: [start, end],
      },
    ]) => {
      assert.equal(dtype, 'F32');
      return { name, shape, data: new Float32Array(bytes.slice(8 + length + start, 8 + length + end).buffer) };
    },
  );
  return { length, metadata, tensors };
}

describe('the tensors of a trace', () => {
  it('are all of them, with the number of their layer', () => {
    assert.equal(all.length, trace.steps.length + trace.parameters.length);
    assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
    for (const { name, layer } of [...trace.steps, ...trace.parameters]) {
      const own = all.find((one) => one.name === `layers.${layer}.${name}`) ?? all.find((one) => one.name === name);
      const tensor = trace.tensor(name, { layer });
      assert.deepEqual([own.shape, bits(own.data)], [tensor.shape, bits(tensor.data)], name);
    }
  });
  it('are those chosen, of one layer and one head, which shares its keys', () => {
    const chosen = tensorsOf(trace, { tensors: ['q', 'k', 'output'], layer: 1, head: 3 });
    assert.deepEqual(
      chosen.map(({ name, shape }) => [name, shape]),
      [
        ['layers.1.q', [4, 2]],
        ['layers.1.k', [4, 2]],
        ['layers.1.output', [4, 8]],
      ],
    );
    assert.deepEqual(bits(chosen[0].data), bits(trace.tensor('q', { layer: 1, head: 3 }).data));
    assert.deepEqual(bits(chosen[1].data), bits(trace.tensor('k', { layer: 1, head: 1 }).data));
  });
  it('are refused where one is missing or they are too many', () => {
    const refused = (options, code, path, of = trace) =>
      assert.throws(
        () => tensorsOf(of, options),
        (error) => error.code === code && error.path === path,
      );
    refused({ tensors: ['wieghts'] }, 'unknown-tensor', 'wieghts');
    refused({ tensors: ['x0'], layer: 1 }, 'unknown-tensor', 'tensors');
    refused({ layer: 2 }, 'out-of-range', 'layer');
    refused({ heads: 1 }, 'scene-form', 'heads');
    assert.throws(
      () => tensorsOf(trace, { tensors: ['q'], head: 4 }),
      (error) => error.code === 'out-of-range',
    );
    const long = { ...scene, tokens: Array.from({ length: 2100 }, (_, index) => `w${index}`), layers: 1 };
    const many = core.attend(long, { lazy: true });
    refused({ tensors: ['scores', 'weights'] }, 'too-large', 'tensors', many);
    many.dispose();
  });
});

describe('an .npz', () => {
  it('has an .npy file for each tensor, every number to its bit', () => {
    const files = unzipSync(npzOf(all));
    assert.deepEqual(Object.keys(files).sort(), all.map(({ name }) => `${name}.npy`).sort());
    for (const { name, shape, data } of all) {
      const found = npy(files[`${name}.npy`]);
      assert.deepEqual([found.shape, bits(found.data)], [[...shape], bits(data)], name);
    }
  });
  it('is read by NumPy', async (t) => {
    const { python, reason } = await numpyPython();
    if (python === undefined) return t.skip(reason);
    const folder = await mkdtemp(join(tmpdir(), 'self-attention-npz-'));
    try {
      await writeFile(join(folder, 'all.npz'), npzOf(all));
      const program = `
import json, sys
import numpy as np
with np.load(sys.argv[1], allow_pickle=False) as file:
    json.dump({name: [str(a.dtype), list(a.shape), a.view(np.uint32).ravel().tolist()] for name, a in file.items()}, sys.stdout)
`;
      const { stdout } = await promisify(execFile)(python.program, ['-c', program, join(folder, 'all.npz')], {
        env: { ...process.env, ...python.env },
        maxBuffer: 2 ** 26,
      });
      const expected = all.map(({ name, shape, data }) => [name, ['float32', [...shape], bits(data)]]);
      assert.deepEqual(JSON.parse(stdout), Object.fromEntries(expected));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a .safetensors file', () => {
  it('has every tensor to its bit, its numbers at a multiple of 8 without a gap', () => {
    const bytes = safetensorsOf(all, { tokens: '["the"]' });
    const { length, metadata, tensors } = safetensors(bytes);
    assert.equal(length % 8, 0);
    assert.equal(bytes.length, 8 + length + tensors.reduce((sum, { data }) => sum + data.byteLength, 0));
    assert.deepEqual(metadata, { format: 'pt', tokens: '["the"]' });
    assert.deepEqual(
      tensors.map(({ name, shape, data }) => [name, shape, bits(data)]),
      all.map(({ name, shape, data }) => [name, shape, bits(data)]),
    );
  });
  it('refuses a name that is there twice, or that the format keeps', () => {
    const one = { name: 'q', shape: [1], data: Float32Array.of(1) };
    for (const tensors of [[one, one], [{ ...one, name: '' }], [{ ...one, name: '__metadata__' }]])
      assert.throws(
        () => safetensorsOf(tensors),
        (error) => error.code === 'range',
      );
    assert.throws(
      () => npzOf([one, one]),
      (error) => error.code === 'range',
    );
    assert.throws(
      () => safetensorsOf([{ ...one, shape: [2] }]),
      (error) => error.code === 'shape' && error.path === 'q',
    );
  });
});

describe('what is written comes back through the importer', () => {
  const archives = { 'all.npz': npzOf(all), 'all.safetensors': safetensorsOf(all) };
  for (const [name, bytes] of Object.entries(archives)) {
    it(`${name}, every tensor to its bit`, async () => {
      const { tensors, refused } = await importTensors(fileOf(name, bytes));
      assert.deepEqual(refused, []);
      const found = new Map(tensors.map((one) => [one.name, one]));
      for (const { name: own, shape, data } of all)
        assert.deepEqual([found.get(own).shape, bits(found.get(own).data)], [[...shape], bits(data)], own);
    });
    it(`${name}, as a model whose roles are known, with the same attention`, async () => {
      const { tensors } = await importTensors(fileOf(name, bytes));
      // The parameters are known, too. The reader opens one or the other.
      const rows = rowsOf(tensors).filter(({ role }) => role !== null && isOfAttention(role));
      assert.deepEqual(
        rows.map(({ tensor, role, layer }) => [tensor.name, role, layer]).sort(),
        [0, 1]
          .flatMap((layer) => [
            [`layers.${layer}.k_rotated`, 'k', String(layer + 1)],
            [`layers.${layer}.q_rotated`, 'q', String(layer + 1)],
            [`layers.${layer}.v`, 'v', String(layer + 1)],
          ])
          .sort(),
      );
      const opened = modelScene({
        assigned: rows.map(({ tensor, role, layer, layerName }) => ({ tensor, role, layer: layer - 1, layerName })),
        ...{ heads: 1, headsFirst: true, tokens: scene.tokens, keyTokens: [] },
      });
      const model = core.attend({ ...opened, attention: { ...opened.attention, mask: { kind: 'causal' } } });
      for (const layer of [0, 1])
        for (const step of ['weights', 'z'])
          assert.deepEqual(
            bits(model.tensor(step, { layer }).data),
            bits(trace.tensor(step, { layer }).data),
            `${step} of layer ${layer}`,
          );
      model.dispose();
    });
  }
  it('weights and scores without queries: the weights are shown', async () => {
    const bytes = safetensorsOf(tensorsOf(trace, { tensors: ['scores', 'weights', 'v'] }));
    const { tensors } = await importTensors(fileOf('a.safetensors', bytes));
    assert.deepEqual(
      rowsOf(tensors).map(({ tensor, role }) => [tensor.name.slice(9), role]),
      [
        ['v', 'v'],
        ['scores', null],
        ['weights', 'weights'],
        ['v', 'v'],
        ['scores', null],
        ['weights', 'weights'],
      ],
    );
  });
  it('every tensor of the JSON of one, as a model', async () => {
    for (const name of ['q', 'masked', 'weights', 'w_q', 'output']) {
      const tensor = trace.tensor(name, { layer: 1 });
      const bytes = tensorAs('json', tensor, aboutTensor(scene, trace, name, { layer: 1 }));
      const { tensors } = await importTensors(fileOf('one.json', bytes));
      assert.deepEqual(
        tensors.map((one) => [one.name, [...one.shape], bits(one.data)]),
        [[name, [...tensor.shape], bits(tensor.data)]],
      );
      const [{ role }] = rowsOf(tensors);
      assert.equal(role, { q: 'q', weights: 'weights', w_q: 'wQ' }[name] ?? null);
    }
  });
  it('masked scores as scores with their mask, which make the same weights', async () => {
    const { tensors } = await importTensors(
      fileOf('m.npz', npzOf(tensorsOf(trace, { tensors: ['masked'], layer: 0 }))),
    );
    const choices = { heads: 1, headsFirst: true, batch: null, tokens: [], keyTokens: [] };
    const again = modelScene({ ...choices, assigned: [{ tensor: tensors[0], role: 'scores', layer: null }] });
    assert.notEqual(again.attention.mask, undefined);
    const { temperature, normalizer } = scene.attention;
    const attention = Object.fromEntries(
      Object.entries({ ...again.attention, temperature, normalizer }).filter(([, value]) => value !== undefined),
    );
    const [found, expected] = [
      core.attend({ ...again, attention }).tensor('weights'),
      trace.tensor('weights', { layer: 0 }),
    ];
    assert.deepEqual(found.shape, expected.shape);
    for (const [index, value] of expected.data.entries()) assert.ok(Math.abs(found.data[index] - value) < 1e-6);
  });
  it('in the matrix editor too, by its names', async () => {
    const { matrices } = await importFile(fileOf('w.npz', npzOf(tensorsOf(trace, { tensors: ['w_q'] }))));
    assert.deepEqual(
      matrices.map(({ name, data }) => [name, bits(data.flat())]),
      [0, 1].map((layer) => [`layers.${layer}.w_q`, bits(trace.tensor('w_q', { layer }).data)]),
    );
  });
});
