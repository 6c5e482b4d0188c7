// Parameters of a model's layer, by the names and the layouts of four libraries: each gives the numbers of plain loops in double precision.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';
import { generator } from '../support/scenes.mjs';

const { guess } = await bundle('web/import/model/roles.ts');
const { isOutFirst, layerParameters, modelWidth } = await bundle('web/import/model/parameters.ts');
const { parameterScene, needsRows } = await bundle('web/import/model/parameter-scene.ts');
const { headsOf, rowsOf } = await bundle('web/import/model/rows.ts');
const { guessedChoices, kindsIn, parameterLayers, parametersIn, withParameters } =
  await bundle('web/import/model/choices.ts');
const core = await loadCore();

const random = generator(11);
const matrix = (rows, columns) =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => Math.fround(random() * 2 - 1)));
const vector = (size) => matrix(1, size)[0];
const shapeOf = (value) => (Array.isArray(value) ? [value.length, ...shapeOf(value[0])] : []);
const tensor = (name, value) => ({ name, shape: shapeOf(value), data: Float32Array.from(value.flat(Infinity)) });
const transposed = (rows) => rows[0].map((_, column) => rows.map((row) => row[column]));
const side = (...parts) => parts[0].map((_, row) => parts.flatMap((part) => part[row]));

const [T, d, H, KV, dk] = [4, 6, 4, 2, 2];
const x = matrix(T, d);
/** (out, in), as PyTorch's Linear has it. */
const layer = (kvHeads, wide = H * dk) => ({
  ...{ q: matrix(wide, d), k: matrix(kvHeads * dk, d), v: matrix(kvHeads * dk, d), o: matrix(d, wide) },
  ...{ bq: vector(wide), bk: vector(kvHeads * dk), bv: vector(kvHeads * dk), bo: vector(d) },
});

/** y = x · Wᵀ + b. */
const linear = (rows, w, b) =>
  rows.map((row) => w.map((own, out) => own.reduce((sum, value, index) => sum + value * row[index], b?.[out] ?? 0)));

/** Attention of one layer, in double precision. */
function attention({ q, k, v, o, bq, bk, bv, bo }, heads, kvHeads) {
  const [Q, K, V] = [linear(x, q, bq), linear(x, k, bk), linear(x, v, bv)];
  const width = Q[0].length / heads;
  const joined = x.map((_, query) =>
    Array.from({ length: heads }, (_, head) => {
      const shared = Math.floor(head / (heads / kvHeads));
      const part = (row, index) => row.slice(index * width, (index + 1) * width);
      const scores = K.map(
        (key) =>
          part(Q[query], head).reduce((sum, value, index) => sum + value * part(key, shared)[index], 0) /
          Math.sqrt(width),
      );
      const exp = scores.map(Math.exp);
      const total = exp.reduce((sum, value) => sum + value, 0);
      return part(Q[query], head).map((_, column) =>
        V.reduce((sum, value, key) => sum + (exp[key] / total) * part(value, shared)[column], 0),
      );
    }).flat(),
  );
  return linear(joined, o, bo).flat();
}

const present = { scene: { version: 1, tokens: ['a', 'b', 'c', 'd'] }, dModel: d };
present.scene = {
  ...present.scene,
  ...{ embedding: { kind: 'given', x }, parameters: { kind: 'identity' }, attention: { heads: 1 } },
};

/** The output of the core, for tensors that are read as the dialog reads them. */
function outputOf(tensors, heads, changes = {}) {
  const rows = rowsOf(tensors);
  const of = { rows, layer: parameterLayers(rows).at(-1) };
  const outFirst = isOutFirst(parametersIn(of));
  const chosen = { kind: 'parameters', heads: String(heads), headsFirst: true, tokens: '', keyTokens: '' };
  return core.attend(withParameters({ ...chosen, ...of, outFirst, ...changes }, present)).tensor('output').data;
}

function isClose(found, expected) {
  assert.equal(found.length, expected.length);
  for (const [index, value] of expected.entries())
    assert.ok(Math.abs(found[index] - value) < 1e-5, `${index}: ${found[index]} for ${value}`);
}

describe('the parameters of a layer', () => {
  const own = layer(3, 6);
  const [heads, expected] = [3, attention(own, 3, 3)];

  it('are those of BERT, (out, in)', () => {
    const at = 'bert.encoder.layer.3.attention';
    const linears = { 'self.query': ['q', 'bq'], 'self.key': ['k', 'bk'], 'self.value': ['v', 'bv'] };
    const tensors = Object.entries({ ...linears, 'output.dense': ['o', 'bo'] }).flatMap(([name, [w, b]]) => [
      tensor(`${at}.${name}.weight`, own[w]),
      tensor(`${at}.${name}.bias`, own[b]),
    ]);
    const others = [tensor('bert.encoder.layer.3.output.dense.weight', matrix(d, d))];
    isClose(outputOf([...tensors, ...others], heads), expected);
  });

  it('are those of GPT-2, (in, out), with q, k and v in one', () => {
    const tensors = [
      tensor('h.3.attn.c_attn.weight', side(transposed(own.q), transposed(own.k), transposed(own.v))),
      tensor('h.3.attn.c_attn.bias', [...own.bq, ...own.bk, ...own.bv]),
      tensor('h.3.attn.c_proj.weight', transposed(own.o)),
      tensor('h.3.attn.c_proj.bias', own.bo),
      tensor('h.3.mlp.c_proj.weight', matrix(d, d)),
      tensor('h.3.attn.bias', [[[[1]]]]),
    ];
    isClose(outputOf(tensors, heads), expected);
  });

  it("are those of PyTorch's MultiheadAttention, (out, in) with q, k and v in one", () => {
    const tensors = [
      tensor('in_proj_weight', [...own.q, ...own.k, ...own.v]),
      tensor('in_proj_bias', [...own.bq, ...own.bk, ...own.bv]),
      tensor('out_proj.weight', own.o),
      tensor('out_proj.bias', own.bo),
    ];
    isClose(outputOf(tensors, heads), expected);
  });

  it('are those of Llama, with keys and values that heads share, of the last of two layers', () => {
    const [first, last] = [layer(KV), layer(KV)].map(({ q, k, v, o }) => ({ q, k, v, o }));
    const tensors = [first, last].flatMap((one, index) =>
      ['q', 'k', 'v', 'o'].map((part) => tensor(`model.layers.${index}.self_attn.${part}_proj.weight`, one[part])),
    );
    isClose(outputOf(tensors, H), attention(last, H, KV));
    isClose(outputOf(tensors, H, { layer: '1' }), attention(first, H, KV));
  });

  it('are matrices with an axis for heads, and our own', () => {
    const inHeads = (w) => [0, 1, 2].map((head) => transposed(w.slice(2 * head, 2 * head + 2)));
    const names = { W_Q: inHeads(own.q), W_K: inHeads(own.k), W_V: inHeads(own.v) };
    const output = [0, 1, 2].map((head) => transposed(own.o).slice(2 * head, 2 * head + 2));
    const biases = { b_Q: own.bq, b_K: own.bk, b_V: own.bv, b_O: own.bo };
    const tensors = Object.entries({ ...names, W_O: output, ...biases });
    const at = tensors.map(([name, value]) => tensor(`blocks.0.attn.${name}`, value));
    assert.equal(headsOf(rowsOf(at)), '3');
    isClose(outputOf(at, heads), expected);
    const plain = { wQ: own.q, wK: own.k, wV: own.v, wO: own.o };
    const flat = Object.entries(plain).map(([name, value]) => tensor(name, transposed(value)));
    isClose(
      outputOf([...flat, ...Object.entries(biases).map(([name, value]) => tensor(name, value))], heads),
      expected,
    );
  });
});

describe('rows of tokens beside the parameters of a layer', () => {
  const own = layer(3, 6);
  const parameters = ['q', 'k', 'v', 'o'].map((part) => tensor(`layers.5.self_attn.${part}_proj.weight`, own[part]));
  const others = matrix(T, d);
  const rolesOf = (...tensors) =>
    rowsOf([...parameters, ...tensors]).flatMap(({ role, tensor: { name } }) => (role === 'x' ? name : []));
  const around = {
    ...present.scene,
    ...{ embedding: { kind: 'given', x: others }, positions: { kind: 'sinusoidal' } },
    encoder: { tokens: ['z'], x: matrix(1, d) },
  };
  const sceneOf = (tensors, changes = {}, scene = around) => {
    const rows = rowsOf([...parameters, ...tensors]);
    const chosen = { rows, kind: 'parameters', heads: '3', outFirst: true, layer: '1', tokens: '', ...changes };
    return withParameters(chosen, { scene, dModel: d });
  };
  const refused = (tensors, changes, message) =>
    assert.throws(
      () => sceneOf(tensors, changes),
      (error) => error.name === 'ImportError' && message.test(error.message),
    );

  it('are a tensor that is called so and is as wide as these read', () => {
    assert.deepEqual(rolesOf(tensor('embeddings', x)), ['embeddings']);
    assert.deepEqual(rolesOf(tensor('x0', others), tensor('x', x)), ['x']);
    assert.deepEqual(rolesOf(tensor('x0', x), tensor('x', matrix(T, d + 1))), ['x0']);
    assert.deepEqual(rolesOf(tensor('x', [x, x])), []);
    assert.deepEqual(rolesOf(tensor('embeddings', matrix(8193, d))), []);
    assert.deepEqual(rolesOf(tensor('hidden', x)), []);
    assert.equal(rowsOf([tensor('x', x), tensor('other', x)])[0].role, null);
    assert.deepEqual(parameterLayers(rowsOf([...parameters, tensor('x0', x)])), ['1']);
  });

  it('are those of the scene, which has no others and adds no positions to them', () => {
    const scene = sceneOf([tensor('x', x)]);
    assert.deepEqual(scene.tokens, ['0', '1', '2', '3']);
    isClose(core.attend(scene).tensor('output').data, attention({ ...own, bq: [], bk: [], bv: [], bo: [] }, 3, 3));
    assert.deepEqual(sceneOf([tensor('x', x)], { tokens: 'a b c d' }).tokens, ['a', 'b', 'c', 'd']);
    const rotary = { ...around, positions: { kind: 'rope' } };
    assert.deepEqual(sceneOf([tensor('x', x)], {}, rotary).positions, { kind: 'rope' });
  });

  it('are refused with their name and numbers', () => {
    const given = (value) => ({ rows: [...rowsOf(parameters), { tensor: tensor('h', value), role: 'x', layer: '' }] });
    refused([], given(matrix(T, 5)), /h has 5 numbers .* reads 6/);
    refused([], given([x, x]), /h is 2×4×6.*\(tokens, numbers\)/);
    refused([tensor('x', x)], { tokens: 'a b' }, /2 tokens for 4 rows of x/);
    refused([], given([[1, 2, 3, -Infinity, 5, 6]]), /row 1, column 4/);
    const two = given(x).rows;
    refused([], { rows: [...two, { ...two.at(-1), tensor: tensor('i', x) }] }, /h and i are both x/);
    const other = [...rowsOf(parameters), { ...two.at(-1), layer: '2' }];
    assert.deepEqual(sceneOf([], { rows: other }).embedding, around.embedding);
  });
});

describe('the role of a parameter', () => {
  for (const [name, role] of [
    ['transformer.h.0.attn.c_attn.weight', 'wQKV'],
    ['transformer.h.0.attn.c_proj.weight', 'wO'],
    ['layers.1.self_attn.out_proj.weight', 'wO'],
    ['encoder.block.0.layer.0.SelfAttention.o.weight', 'wO'],
    ['distilbert.transformer.layer.2.attention.q_lin.weight', 'wQ'],
    ['blocks.0.attn.qkv.weight', 'wQKV'],
    ['blocks.0.attn.proj.weight', 'wO'],
    ['gpt_neox.layers.0.attention.query_key_value.weight', null],
    ['h.0.mlp.c_proj.weight', null],
    ['encoder.layer.0.intermediate.dense.weight', null],
    ['attention.output.LayerNorm.weight', null],
    ['layers.0.self_attn.q', 'q'],
    ['wte.weight', null],
    ['layers.0.attn.constructor.weight', null],
  ])
    it(`of ${name}`, () => assert.equal(guess(tensor(name, matrix(2, 2))).role, role));
});

describe('a scene with the parameters of a layer', () => {
  const given = (sizes) =>
    Object.entries(sizes).map(([role, [rows, columns]]) => ({ tensor: tensor(role, matrix(rows, columns)), role }));
  const refused = (sizes, options, message) =>
    assert.throws(
      () => layerParameters(given(sizes), { heads: 1, outFirst: true, ...options }),
      (error) => {
        assert.equal(error.name, 'ImportError');
        assert.match(error.message, message);
        return true;
      },
    );

  it('says why a parameter that is missing was not read', () => {
    const rows = rowsOf(['k', 'v'].map((letter) => tensor(`layers.2.self_attn.${letter}_proj.weight`, matrix(8, 8))));
    const made = { ...guessedChoices(rows, []), tokens: '', keyTokens: '' };
    const refusal = (place) => {
      const unread = [{ name: `layers.${place}.self_attn.q_proj.weight`, why: 'It has NaN.' }];
      assert.equal(made.kind, 'parameters');
      try {
        withParameters(made, present, unread);
      } catch ({ message }) {
        return message;
      }
      return assert.fail('it was taken');
    };
    assert.match(refusal(2), /^layers\.2\.self_attn\.q_proj\.weight was not read, .*W_Q is missing.* It has NaN\.$/);
    assert.match(refusal(1), /^W_Q is missing/);
  });

  it('keeps its words, whose rows are random where they have other widths', () => {
    const parameters = layerParameters(given({ wQ: [8, 8], wK: [8, 8], wV: [8, 8] }), { heads: 2, outFirst: true });
    assert.equal(parameters.dModel, 8);
    assert.equal(needsRows(present, 8), true);
    const scene = parameterScene(present, parameters, { heads: 2, tokens: [] });
    assert.deepEqual(scene.tokens, present.scene.tokens);
    assert.deepEqual(scene.embedding, { kind: 'random', distribution: 'normal', seed: 1, dModel: 8 });
    assert.equal(core.describe(scene).problem, null);
    const named = parameterScene(present, parameters, { heads: 2, tokens: ['x', 'y'] });
    assert.deepEqual(named.tokens, ['x', 'y']);
    assert.equal(core.describe(named).problem, null);
  });

  it('leaves out what the parameters are not of', () => {
    const around = {
      ...present.scene,
      ...{ layers: 2, block: { residual: true }, mistake: 'no-scale' },
      attention: { heads: 1, score: 'additive', mask: { kind: 'causal' } },
    };
    const parameters = layerParameters(given({ wQ: [8, d], wK: [4, d], wV: [4, d] }), { heads: 4, outFirst: true });
    const scene = parameterScene({ scene: around, dModel: d }, parameters, { heads: 4, tokens: [] });
    assert.deepEqual(scene.attention, { heads: 4, kvHeads: 2, mask: { kind: 'causal' } });
    assert.deepEqual([scene.layers, scene.block, scene.mistake], [undefined, undefined, undefined]);
    assert.equal(core.describe(scene).problem, null);
  });

  it('is refused with the tensor, its number and the limit', () => {
    refused({ wQ: [4, 1025], wK: [4, 1025], wV: [4, 1025] }, {}, /wQ reads 1025 numbers .*limit is 1024/);
    refused({ wQ: [4, 4], wV: [4, 4] }, {}, /W_K is missing/);
    refused({ wQ: [4, 4], wK: [4, 5], wV: [4, 4] }, {}, /wQ reads 4 .* wK reads 5/);
    refused({ wQ: [4, 4], wK: [3, 4], wV: [3, 4] }, { heads: 2 }, /wK gives 3 .* wQ gives 2 .* divisor of 2/);
    refused({ wQ: [4, 4], wK: [4, 4], wV: [4, 4] }, { heads: 3 }, /4 columns, which 3 heads/);
    refused({ wQKV: [12, 4] }, { outFirst: false }, /wQKV is 12×4/);
    refused({ wQKV: [12, 4], wQ: [4, 4] }, {}, /wQKV and wQ are both the same/);
  });

  it('has a width that is known before', () => {
    const [joined, square] = [given({ wQKV: [12, 4] }), given({ wQ: [8, 4] })];
    assert.deepEqual([modelWidth(joined, true), modelWidth(square, true), modelWidth(square, false)], [4, 4, 8]);
  });

  it('is one of two things that a file may have', () => {
    const both = rowsOf([
      tensor('attentions', [
        [0.5, 0.5],
        [0.5, 0.5],
      ]),
      tensor('w_q', matrix(2, 2)),
    ]);
    assert.deepEqual(kindsIn(both), ['attention', 'parameters']);
    assert.deepEqual(kindsIn(both.slice(1)), ['parameters']);
  });
});
