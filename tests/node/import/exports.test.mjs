// Everything that the project writes as numbers, its importer reads: every tensor of a scene, whole and by head, in every format.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCore } from 'self-attention/core';
import { aboutTensor, tensorAs } from 'self-attention/export';
import { bundle } from '../support/bundle.mjs';

const { importFile, importText } = await bundle('web/import/index.ts');
const { sceneDocument } = await bundle('web/export/snippets.ts');
const { npzOf } = await bundle('web/export/training/npz.ts');
const edits = await bundle('web/page/matrix-editor/edits.ts');
const { shortest } = await bundle('web/trace/number-format.ts');
const core = await loadCore();

const scene = {
  version: 1,
  tokens: ['the', '0', 'nan', 'cat, "sat"', '\u200f1', '[CLS]', '=1+1'],
  embedding: { kind: 'random', distribution: 'normal', seed: 5, dModel: 4 },
  parameters: { kind: 'random', init: 'xavier', seed: 3 },
  attention: { heads: 2, mask: { kind: 'causal' } },
  positions: { kind: 'sinusoidal' },
};

const scenes = [
  scene,
  { ...scene, tokens: ['it'] },
  { ...scene, layers: 2, block: { residual: true, norm: 'layer', feedForward: { width: 3, activation: 'relu' } } },
  { ...scene, encoder: { tokens: ['a', 'b', 'c'] }, attention: { heads: 2, softcap: 5 } },
  { ...scene, positions: { kind: 'relative', clip: 2 }, attention: { heads: 4, kvHeads: 2 } },
  { ...scene, attention: { heads: 1, score: 'additive' } },
];

const bits = (rows) => Array.from(new Uint32Array(Float32Array.from(rows.flat()).buffer));
const options = { minusInfinity: true };

/** Asserts that the matrices are the tensor: all of them for three axes. */
function same(matrices, { shape, data }, what) {
  const columns = shape.at(-1) ?? 1;
  const rows = shape.at(-2) ?? 1;
  assert.ok(
    matrices.every((matrix) => matrix.reading === undefined),
    what,
  );
  assert.deepEqual(
    matrices.map((matrix) => [matrix.rows, matrix.columns]),
    Array.from({ length: data.length / rows / columns }, () => [rows, columns]),
    what,
  );
  assert.deepEqual(bits(matrices.map((matrix) => matrix.data.flat())), bits([...data]), what);
}

async function check(name, tensor, about) {
  for (const format of ['csv', 'npy', 'json']) {
    const bytes = tensorAs(format, tensor, about);
    const read = await importFile(new File([bytes], `tensor.${format}`), options);
    same(read.matrices, tensor, `${name}.${format}`);
    if (format !== 'npy')
      same(importText(new TextDecoder().decode(bytes), options).matrices, tensor, `${name}, ${format} pasted`);
  }
}

test('every tensor of a scene is read back from csv, npy and json, whole and by head', async () => {
  for (const one of scenes) {
    const trace = core.attend(one);
    for (const { name, layer, shape, axes } of [...trace.steps, ...trace.parameters]) {
      await check(name, trace.tensor(name, { layer }), aboutTensor(one, trace, name, { layer }));
      for (let head = 0; axes[0] === 'H' && head < shape[0]; head += 1) {
        await check(
          `${name}, head ${head}`,
          trace.tensor(name, { layer, head }),
          aboutTensor(one, trace, name, { layer, head }),
        );
      }
    }
    trace.dispose();
  }
});

test('the texts that the matrix editor copies are read back', () => {
  const trace = core.attend(scene);
  const { shape, data } = trace.tensor('w_q');
  const values = Array.from({ length: shape[0] }, (_, row) =>
    Array.from(data.subarray(row * shape[1], (row + 1) * shape[1]), shortest),
  );
  for (const text of [edits.numpyText({ values, axes: ['d_model', 'd_k'] }), edits.csvText({ values })]) {
    same(importText(text).matrices, { shape, data }, text);
  }
  same(
    importText(edits.numpyText({ values: [values[0]], axes: ['d_k'] })).matrices,
    { shape: [shape[1]], data: data.subarray(0, shape[1]) },
    'a list',
  );
  trace.dispose();
});

test('the matrices of a scene document are read by their names', async () => {
  const given = {
    ...scene,
    embedding: { kind: 'given', x: scene.tokens.map((_, row) => [row / 8, 1, -row]) },
    parameters: {
      kind: 'given',
      wQ: [
        [1, 0.5],
        [0, 1],
        [2, 3],
      ],
      wK: [
        [1, 0],
        [0.25, 1],
        [2, 3],
      ],
      wV: [
        [1, 0],
        [0, 1],
        [2, -3],
      ],
    },
    attention: { heads: 1 },
  };
  const { matrices } = await importFile(new File([sceneDocument(given)], 'scene.json'));
  assert.deepEqual(
    matrices.map(({ name, data }) => [name, data]),
    [
      ['x', given.embedding.x],
      ['wQ', given.parameters.wQ],
      ['wK', given.parameters.wK],
      ['wV', given.parameters.wV],
    ],
  );
});

test('the parameters of a run are read back from .npz by their names', async () => {
  const tensors = [0, 1].map((layer) => ({ name: 'w_q', layer, shape: [2, 2], data: Float32Array.of(1, 2, 3, layer) }));
  const { matrices } = await importFile(new File([npzOf(tensors)], 'run.npz'));
  assert.deepEqual(
    matrices.map(({ name, data }) => [name, data.flat()]),
    [
      ['layer1.w_q', [1, 2, 3, 0]],
      ['layer2.w_q', [1, 2, 3, 1]],
    ],
  );
});

test("the command's table for terminals is refused, because its numbers are rounded", async () => {
  const { terminalText } = await bundle('web/cli/terminal.ts');
  const { subjectOf } = await bundle('web/export/models.ts');
  const trace = core.attend(scene);
  const subject = subjectOf(scene, trace, {});
  const text = terminalText(subject, 'w_q', { width: null, colours: 'none', theme: 'light' });
  assert.throws(() => importText(text), { name: 'ImportError', code: 'scene-form' }, text);
  trace.dispose();
});
