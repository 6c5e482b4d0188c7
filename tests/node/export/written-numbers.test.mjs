// A LaTeX table, whose tokens are text whatever they contain, and JSON in the layout of the ONNX operator Attention.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { aboutTensor, latexOf, onnxJsonOf } from 'self-attention/export';
import { bundle } from '../support/bundle.mjs';

const { importTensors } = await bundle('web/import/index.ts');
const { rowsOf } = await bundle('web/import/model/rows.ts');
const { modelScene } = await bundle('web/import/model/scene.ts');
const core = await loadCore();

const tokens = ['a_b', '50%', '$x^2$', '\\input{x}', '[CLS]', '*', 'a&b', '#~{}', '=1+1', ' ', 'a\nb', '<|end|>'];
const scene = {
  version: 1,
  tokens,
  embedding: { kind: 'random', distribution: 'normal', seed: 5, dModel: 8 },
  parameters: { kind: 'random', init: 'xavier', seed: 3 },
  attention: { heads: 2, kvHeads: 1, mask: { kind: 'causal' } },
};

const commands =
  /\\[{}$&#_%]|\\(?:text\w+|infty|times|langle|rangle|emptyset|multicolumn|mathrm)|\{(?=[lr]\})|(?<=\{[lr])\}/g;

/** The cells of each table, checked as TeX reads them: no other command, braces in pairs, as many cells in every row. */
function tablesOf(text) {
  const found = [...text.matchAll(/\\begin\{tabular\}\{l(r+)\}\n([\s\S]*?)\\end\{tabular\}/g)];
  return found.map(([, columns, body]) => {
    const rows = body
      .split('\n')
      .filter((row) => row !== '' && row !== '\\hline')
      .map((row) => {
        assert.ok(row.endsWith(' \\\\'), row);
        const content = row.slice(0, -3);
        const plain = content.replaceAll(commands, '');
        assert.doesNotMatch(plain, /[\\#%~]/, content);
        let depth = 0;
        for (const sign of plain) depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
        assert.equal(depth, 0, content);
        assert.equal((plain.match(/\$/g) ?? []).length % 2, 0, content);
        assert.doesNotMatch(content, /^[[*]/, 'an option of the row before');
        return plain.split('&');
      });
    const whole = rows.filter((cells) => cells.length > 1);
    for (const cells of whole) assert.equal(cells.length, columns.length + 1);
    return { titles: rows.filter((cells) => cells.length === 1).flat(), rows: whole };
  });
}

describe('a LaTeX table', () => {
  const trace = core.attend(scene);
  const table = (name, window, options) =>
    latexOf(trace.tensor(name, window), aboutTensor(scene, trace, name, window), options);

  it('has the tokens as text and the numbers rounded, a table for each head', () => {
    const tables = tablesOf(table('weights', {}, { digits: 3 }));
    assert.equal(tables.length, 2);
    const { data } = trace.tensor('weights');
    for (const [head, { titles, rows }] of tables.entries()) {
      assert.deepEqual(titles.length, 1);
      assert.match(titles[0], new RegExp(`H = ${head}`));
      assert.equal(rows.length, tokens.length + 1);
      const last = rows.at(-1).slice(1);
      for (const [column, cell] of last.entries()) {
        const [, number, exponent = '0'] = /\$([\d.]+)(?: +10\^\{(-?\d+)\})?\$/.exec(cell);
        const value = data[(head * tokens.length + tokens.length - 1) * tokens.length + column];
        assert.ok(Math.abs(Number(`${number}e${exponent}`) - value) <= 0.0005, `${cell}: ${value}`);
      }
    }
  });
  it('writes hidden scores, a list and powers of ten', () => {
    assert.match(table('masked', { head: 0 }), /\$-\\infty\$/);
    const [{ rows }] = tablesOf(table('tokens', {}));
    assert.equal(rows.length, 2);
    assert.match(table('q', { head: 0 }, { digits: '3e' }), /\$-?\d\.\d{3} \\times 10\^\{-?\d+\}\$/);
  });
  it('refuses other digits and options', () => {
    for (const digits of [9, -1, 1.5, 'e', '9e'])
      assert.throws(
        () => table('q', {}, { digits }),
        (error) => error.code === 'range' && error.path === 'digits',
      );
    assert.throws(
      () => table('q', {}, { digit: 1 }),
      (error) => error.code === 'scene-form' && error.path === 'digit',
    );
  });
});

const bits = (data) => Array.from(new Uint32Array(Float32Array.from(data).buffer));
const shapeOf = (value) => (Array.isArray(value) ? [value.length, ...shapeOf(value[0])] : []);

describe('JSON in the layout of ONNX', () => {
  it('has B×H×T×D with the shared keys, and the numbers of the trace to their bit', () => {
    const trace = core.attend(scene);
    const { operator, layers, tokens: own, keyTokens } = JSON.parse(onnxJsonOf(scene, trace));
    assert.deepEqual([operator, own, keyTokens, layers.length], ['Attention', tokens, tokens, 1]);
    const [{ attributes, differences, inputs, outputs }] = layers;
    const rest = { softcap: 0, is_causal: 0, q_num_heads: 2, kv_num_heads: 1, qk_matmul_output_mode: 3 };
    assert.deepEqual([attributes, differences], [rest, []]);
    const T = tokens.length;
    const names = { Q: 'q', K: 'k', V: 'v', Y: 'z', qk_matmul_output: 'weights' };
    const widths = { Q: [2, T, 4], K: [1, T, 4], V: [1, T, 4], Y: [2, T, 4], qk_matmul_output: [2, T, T] };
    assert.deepEqual(Object.keys(inputs), ['Q', 'K', 'V', 'attn_mask']);
    assert.deepEqual(Object.keys(outputs), ['Y', 'qk_matmul_output']);
    for (const [name, { axes, dtype, shape, data }] of Object.entries({ ...inputs, ...outputs })) {
      assert.deepEqual(shapeOf(data), shape, name);
      assert.equal(axes.length, shape.length, name);
      if (name === 'attn_mask') {
        assert.equal(dtype, 'bool');
        assert.deepEqual(
          data,
          tokens.map((_, query) => tokens.map((__, key) => key <= query)),
        );
        continue;
      }
      assert.deepEqual([dtype, shape, axes[0], axes[1]], ['float32', [1, ...widths[name]], 'B', 'H'], name);
      assert.deepEqual(bits(data.flat(3)), bits(trace.tensor(names[name]).data), name);
    }
    trace.dispose();
  });

  it('names what the operator does not have', () => {
    const differencesOf = (attention, more = {}) => {
      const one = { ...scene, ...more, attention: { ...scene.attention, ...attention } };
      const trace = core.attend(one);
      const { layers } = JSON.parse(onnxJsonOf(one, trace));
      trace.dispose();
      return [layers[0].attributes.scale, ...layers[0].differences];
    };
    assert.deepEqual(differencesOf({ score: 'dot' }), [1]);
    assert.deepEqual(differencesOf({ scale: 0.25 }), [0.25]);
    assert.deepEqual(differencesOf({ softcap: 5, mask: { kind: 'none' } }), [undefined]);
    assert.deepEqual(differencesOf({ softcap: 5, temperature: 2 }), [
      undefined,
      'softcap before mask',
      'temperature: 2',
    ]);
    assert.deepEqual(differencesOf({ score: 'cosine', normalizer: 'sparsemax', roundWeights: 1 }), [
      ...[1, 'score: cosine', 'normalizer: sparsemax', 'roundWeights: 1'],
    ]);
    assert.deepEqual(differencesOf({}, { positions: { kind: 'alibi' } }), [undefined, 'positions: alibi']);
    assert.deepEqual(differencesOf({}, { mistake: 'no-scale' }), [undefined, 'mistake: no-scale']);
  });

  it('comes back through the importer with the same attention, of every layer', async () => {
    const deep = { ...scene, layers: 2, block: { residual: true }, positions: { kind: 'rope' } };
    const trace = core.attend(deep);
    const file = new File([onnxJsonOf(deep, trace)], 'onnx.json');
    const { tensors, refused } = await importTensors(file);
    assert.deepEqual(refused, []);
    const rows = rowsOf(tensors).filter(({ role }) => role !== null);
    assert.deepEqual(
      rows.map(({ tensor, role }) => [tensor.name, role]),
      [0, 1].flatMap((layer) => ['Q', 'K', 'V'].map((name) => [`layers.${layer}.${name}`, name.toLowerCase()])),
    );
    const assigned = rows.map(({ tensor, role, layer }) => ({ tensor, role, layer: layer - 1 }));
    const opened = modelScene({ assigned, heads: 1, headsFirst: true, tokens, keyTokens: [] });
    const model = core.attend({ ...opened, attention: { ...opened.attention, mask: { kind: 'causal' } } });
    for (const layer of [0, 1])
      assert.deepEqual(bits(model.tensor('weights', { layer }).data), bits(trace.tensor('weights', { layer }).data));
    for (const one of [model, trace]) one.dispose();
  });

  it('refuses a layer that is not there, another scene and other options', () => {
    const trace = core.attend(scene);
    const refused = (one, options, code) =>
      assert.throws(
        () => onnxJsonOf(one, trace, options),
        (error) => error.code === code,
      );
    refused(scene, { layer: 1 }, 'out-of-range');
    refused(scene, { head: 0 }, 'scene-form');
    refused({ ...scene, tokens: ['a'] }, {}, 'shape');
    trace.dispose();
  });
});
