import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCore } from 'self-attention/core';
import { decodeScene, defaultScene, encodeScene, tables } from 'self-attention/scene';
import { bundle } from '../support/bundle.mjs';

const edits = await bundle('web/page/matrix-editor/edits.ts');
const { shortest } = await bundle('web/trace/number-format.ts');
const { typeSentence } = await bundle('web/session/scene-choices.ts');
const { labelsOf } = await bundle('web/trace/axis-labels.ts');
const { targetOf, withCell, whole, placed, zeros, identity, scaled, visibleOf, withVisible } = edits;
const core = await loadCore();

const tokens = ['the', 'cat', 'sat'];
const rows = (height, width, from = 0) =>
  Array.from({ length: height }, (_, i) => Array.from({ length: width }, (_, j) => (from + i * width + j) / 8 - 1));
const random = { kind: 'random', init: 'xavier', seed: 3 };
const scene = (change) => ({
  version: 1,
  tokens,
  embedding: { kind: 'random', distribution: 'normal', seed: 5, dModel: 4 },
  parameters: random,
  attention: { heads: 2 },
  ...change,
});
const block = (data, from = '') => ({ matrix: { rows: data.length, columns: data[0].length, data }, from });

/** Every tensor of every layer, as bits. */
function bits(given) {
  const trace = core.attend(given);
  const all = [...trace.steps, ...trace.parameters].map(({ name, layer }) => {
    const { shape, data } = trace.tensor(name, { layer });
    return [`${name} ${layer}`, { shape: [...shape], bits: Array.from(new Uint32Array(data.slice().buffer)) }];
  });
  trace.dispose();
  return Object.fromEntries(all);
}

/** Every editable matrix of a scene. */
function targets(given) {
  const trace = core.attend(given);
  const names = [...trace.parameters, ...trace.steps].map(({ name, layer }) => ({ name, layer }));
  const found = [...names, { name: 'mask', layer: 0 }].flatMap((matrix) => targetOf(given, trace, matrix) ?? []);
  return { trace, found: [...new Map(found.map((target) => [`${target.name} ${target.layer}`, target])).values()] };
}

const feedForward = { width: 3, activation: 'relu' };
const scenes = {
  drawn: scene({}),
  'one-hot': scene({ embedding: { kind: 'oneHot' }, attention: { heads: 1 } }),
  'with biases and w_o': scene({ parameters: { ...random, biases: true, output: true } }),
  identity: scene({ parameters: { kind: 'identity' } }),
  zero: scene({ embedding: { kind: 'zero', dModel: 4 }, positions: { kind: 'sinusoidal' } }),
  ids: scene({ tokens: ['2', '0', '2'], embedding: { kind: 'ids', rows: rows(5, 4) } }),
  table: defaultScene,
  given: scene({
    embedding: { kind: 'given', x: rows(3, 2) },
    parameters: { kind: 'given', wQ: rows(2, 2), wK: rows(2, 2, 1), wV: rows(2, 2, 2), bQ: [0.5, 1] },
    attention: { heads: 1 },
  }),
  'learned positions': scene({ positions: { kind: 'learned', seed: 2 } }),
  'given positions': scene({ positions: { kind: 'learned', rows: rows(6, 4) } }),
  relative: scene({ positions: { kind: 'relative', clip: 1 }, attention: { heads: 2, mask: { kind: 'causal' } } }),
  additive: scene({ attention: { heads: 2, score: 'additive' } }),
  general: scene({ attention: { heads: 2, score: 'general' } }),
  qkv: scene({
    embedding: { kind: 'qkv', q: rows(3, 4), k: rows(3, 4, 3), v: rows(3, 2) },
    parameters: { kind: 'none' },
  }),
  scores: scene({
    embedding: { kind: 'qkv', v: rows(3, 2) },
    parameters: { kind: 'none' },
    attention: { heads: 1, score: 'given', scores: rows(3, 3) },
  }),
  encoder: scene({ encoder: { tokens: ['a', 'b', 'c', 'd'] } }),
  'given encoder': scene({
    embedding: { kind: 'given', x: rows(3, 4) },
    encoder: { tokens: ['a', 'b'], x: rows(2, 4, 5) },
  }),
  block: scene({
    parameters: { ...random, biases: true, output: true },
    block: { residual: true, norm: 'layer', feedForward },
  }),
  layers: scene({ layers: 3, block: { residual: true, norm: 'rms', place: 'pre', feedForward } }),
  'layers by hand': { ...defaultScene, parameters: { ...random, output: true }, attention: { heads: 2 }, layers: 2 },
  stack: scene({
    layers: 2,
    parameters: {
      kind: 'stack',
      layers: [1, 2].map((from) => ({ wQ: rows(4, 4, from), wK: rows(4, 4), wV: rows(4, 4, 3) })),
    },
  }),
  padding: scene({ attention: { heads: 1, mask: { kind: 'padding', length: 2 } } }),
  window: scene({ attention: { heads: 1, mask: { kind: 'window', before: 1, after: 0 } } }),
};

for (const [name, given] of Object.entries(scenes)) {
  test(`${name}: writing a matrix out changes no bit of any tensor`, () => {
    const { trace, found } = targets(given);
    const before = bits(given);
    assert.ok(found.length >= 2, found.map((target) => target.name).join());
    for (const target of found) {
      const after = bits(target.put(target.values));
      for (const [tensor, numbers] of Object.entries(before)) {
        // If the rows of the tokens are given, the vocabulary has no rows for ids.
        if (/^(E|tokens) /.test(tensor) && /^x0/.test(target.name)) continue;
        // A causal mask has distances of one sign, a painted one of both.
        if (target.mask && name === 'relative' && !/^(weights|z|output) /.test(tensor)) continue;
        assert.deepEqual(after[tensor], numbers, `${target.name} ${target.layer}: ${tensor}`);
      }
    }
    trace.dispose();
  });

  test(`${name}: an edited cell is that number in the trace, and the other parts of the scene stay`, () => {
    const { trace, found } = targets(given);
    for (const target of found.filter(({ mask }) => !mask)) {
      const [row, column] = [target.rows - 1, target.columns - 1];
      const next = target.put(withCell(target.values, row, column, 0.375));
      const traced = core.attend(next);
      const again = targetOf(next, traced, target);
      assert.equal(again.values[row][column], 0.375, target.name);
      const { data } = traced.tensor(target.name, { layer: target.layer });
      assert.equal(data.at(-1), 0.375, target.name);
      traced.dispose();
      const part = /^(x0|x0_k|E|q|k|v)$/.test(target.name)
        ? ['embedding', 'encoder']
        : /^(P|E_rel)$/.test(target.name)
          ? ['positions']
          : target.name === 'scores'
            ? ['attention']
            : ['parameters'];
      for (const key of Object.keys(given)) {
        if (!part.includes(key)) assert.equal(next[key], given[key], `${target.name}: ${key}`);
      }
    }
    trace.dispose();
  });
}

test('computed numbers of a scene cannot be edited', () => {
  const { trace, found } = targets(scenes.drawn);
  assert.deepEqual(found.map(({ name }) => name).sort(), ['E', 'mask', 'w_k', 'w_q', 'w_v', 'x0']);
  assert.equal(targetOf(scenes.drawn, trace, { name: 'weights', layer: 0 }), null);
  assert.equal(targetOf(scenes.drawn, trace, { name: 'w_o', layer: 0 }), null);
  assert.equal(targetOf(scenes.drawn, trace, { name: 'q', layer: 0 }), null);
  trace.dispose();
});

test('a meaning table becomes the words of the sentence, which keep their rows', () => {
  const { found } = targets(defaultScene);
  const target = found.find(({ name }) => name === 'E');
  const { embedding, sentence } = target.put(withCell(target.values, 1, 0, 9));
  assert.equal(sentence, defaultScene.sentence);
  assert.equal(embedding.kind, 'table');
  assert.equal(embedding.missing, 'random');
  assert.equal(embedding.rows.animal[0], 9);
  assert.equal(Object.keys(embedding.rows).length, target.rows);
});

test('columns keep their names when their numbers are edited, and when a sentence is typed over those', () => {
  const { trace, found } = targets(defaultScene);
  const { columns } = tables.meaning;
  for (const name of ['x0', 'E']) {
    const target = found.find((one) => one.name === name);
    const next = target.put(withCell(target.values, 1, 0, 9));
    assert.deepEqual(next.embedding.columns, columns, name);
    assert.deepEqual(labelsOf(next, trace).d_model, columns, name);
    const typed = typeSentence(next, 'The animal was tired');
    assert.deepEqual(labelsOf(typed, trace).d_model, columns, name);
    assert.deepEqual(decodeScene(encodeScene(typed)).embedding.columns, columns, name);
  }
  trace.dispose();
});

test('columns that have no names get none', () => {
  const { found } = targets(scenes.given);
  const target = found.find(({ name }) => name === 'x0');
  assert.deepEqual(Object.keys(target.put(target.values).embedding), ['kind', 'x']);
});

test('in one layer of several, only that layer changes', () => {
  const { found } = targets(scenes.layers);
  const target = found.find(({ name, layer }) => name === 'w_k' && layer === 1);
  const { parameters } = target.put(zeros(target));
  assert.equal(parameters.kind, 'stack');
  assert.equal(parameters.layers.length, 3);
  assert.ok(parameters.layers[1].wK.flat().every((value) => value === 0));
  assert.ok(parameters.layers[0].wK.flat().some((value) => value !== 0));
});

test('given positions beyond the sentence stay for a longer one', () => {
  const { found } = targets(scenes['given positions']);
  const target = found.find(({ name }) => name === 'P');
  assert.equal(target.rows, 3);
  const { positions } = target.put(zeros(target));
  assert.deepEqual(positions.rows, [...zeros(target), ...rows(6, 4).slice(3)]);
});

test('a block of another shape is refused with both shapes, and what would have to change first', () => {
  const { trace, found } = targets(scenes.given);
  const named = (name) => found.find((target) => target.name === name);
  const refuses = (act, ...patterns) =>
    assert.throws(act, (error) => {
      assert.equal(error.code, 'shape');
      for (const pattern of patterns) assert.match(error.message, pattern);
      return true;
    });
  refuses(
    () => whole(named('w_q'), block(rows(5, 3), 'w.npy'), trace),
    /w\.npy is 5×3, but w_q is 2×2/,
    /d_model is 2/,
  );
  refuses(() => whole(named('x0'), block(rows(4, 2)), trace), /block is 4×2, but x0 is 3×2/, /there are 3 tokens/);
  refuses(
    () => placed(named('w_q'), block(rows(2, 2)), 1, 0),
    /2×2, but w_q is 2×2\. From row 1, column 0.*room for 1×2/,
  );
  refuses(() => placed(named('w_q'), block(rows(1, 3)), 0, 0), /1×3, but w_q is 2×2/);
  refuses(() => whole(named('b_q'), block(rows(1, 3)), trace), /1×3, but b_q is 1×2/);
  assert.deepEqual(whole(named('b_q'), block([[1], [2]]), trace), [[1, 2]]);
  assert.deepEqual(placed(named('w_q'), block([[7]]), 1, 1)[1], [named('w_q').values[1][0], 7]);
  trace.dispose();
});

test('zero, identity and scaling keep the shape; scaling out of float32 is refused', () => {
  const { found } = targets(scene({ parameters: { ...random, dK: 1, dV: 1 }, attention: { heads: 2 } }));
  const target = found.find(({ name }) => name === 'w_q');
  assert.deepEqual([target.rows, target.columns], [4, 2]);
  assert.deepEqual(zeros(target), [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  assert.deepEqual(identity(target), [
    [1, 0],
    [0, 1],
    [0, 0],
    [0, 0],
  ]);
  const twice = scaled(target, 2);
  assert.equal(Math.fround(twice[1][1]), Math.fround(2 * Math.fround(target.values[1][1])));
  assert.deepEqual(scaled({ ...target, values: [[0.1, 0.7]] }, 3), [[0.3, 2.1]]);
  assert.throws(() => scaled({ ...target, values: [[1, 3e38]] }, 10), { code: 'not-finite' });
});

test('numbers are as short as float32 allows, and the same float32', () => {
  assert.equal(shortest(Math.fround(0.1)), 0.1);
  assert.equal(shortest(0), 0);
  let state = 1;
  for (let count = 0; count < 20000; count += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const [value] = new Float32Array(Uint32Array.of(state).buffer);
    if (Number.isFinite(value)) assert.equal(Math.fround(shortest(value)), value);
  }
});

test('a painted mask starts as the current mask', () => {
  const causal = [
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 1],
  ];
  const masked = (mask) => scene({ attention: { heads: 1, mask } });
  const seen = (given) => {
    const trace = core.attend(given);
    const visible = visibleOf(given, trace);
    trace.dispose();
    return visible;
  };
  assert.deepEqual(seen(masked({ kind: 'causal' })), causal);
  assert.deepEqual(seen(masked({ kind: 'none' })), [
    [1, 1, 1],
    [1, 1, 1],
    [1, 1, 1],
  ]);
  assert.deepEqual(seen(masked({ kind: 'padding', length: 1 })), [
    [1, 0, 0],
    [1, 0, 0],
    [1, 0, 0],
  ]);
  const painted = withVisible(masked({ kind: 'none' }), causal);
  assert.deepEqual(seen(painted), causal);
  assert.deepEqual(bits(painted)['weights 0'], bits(masked({ kind: 'causal' }))['weights 0']);
});

test('an imported mask holds 1 and 0, or numbers that are added to the scores', () => {
  const { trace, found } = targets(scenes.drawn);
  const target = found.find(({ mask }) => mask);
  const added = [
    [0, -Infinity, -Infinity],
    [0, 0, -Infinity],
    [0, 0, 0],
  ];
  assert.deepEqual(whole(target, block(added), trace), [
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 1],
  ]);
  const wrong = [
    [1, 1, 1],
    [1, 0.5, 1],
    [1, 1, 1],
  ];
  assert.throws(() => whole(target, block(wrong), trace), { code: 'range', message: /Row 1, column 1 is 0\.5/ });
  trace.dispose();
});

test('a new random matrix has the core’s numbers: the same for the same seed, others for another', () => {
  const draw = (target, seed) => {
    const { scene: small, tensor } = edits.drawing(target, seed);
    const trace = core.attend(small);
    const values = edits.drawn(trace, tensor);
    trace.dispose();
    return values;
  };
  for (const given of [scenes.block, scenes.relative, scenes.qkv]) {
    for (const target of targets(given).found.filter(({ mask }) => !mask)) {
      const values = draw(target, 7);
      assert.deepEqual([values.length, values[0].length], [target.rows, target.columns], target.name);
      assert.deepEqual(draw(target, 7), values);
      assert.notDeepEqual(draw(target, 8), values, target.name);
      core.attend(target.put(values)).dispose();
    }
  }
  const { found } = targets(scenes.drawn);
  const named = (name) => found.find((target) => target.name === name);
  assert.notDeepEqual(draw(named('w_q'), 7), draw(named('w_k'), 7));
});

test('a matrix is copied as NumPy writes it and as CSV', () => {
  const { found } = targets(scenes.given);
  const named = (name) => found.find((target) => target.name === name);
  assert.equal(edits.numpyText(named('w_q')), 'np.array([[-1, -0.875],\n          [-0.75, -0.625]])');
  assert.equal(edits.numpyText(named('b_q')), 'np.array([0.5, 1])');
  assert.equal(edits.csvText(named('w_q')), '-1,-0.875\n-0.75,-0.625');
});
