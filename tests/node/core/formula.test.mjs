// The formulas of a trace are true: evaluated with its numbers, they give each of its cells.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { resolveTokens } from 'self-attention/scene';
import { evaluate, indicesOf, nodesOf, numbersOf, operators } from '../support/evaluate.mjs';
import { smallScenes } from '../support/small-scenes.mjs';

const core = await loadCore();
const traces = Object.entries(smallScenes).map(([name, scene]) => [name, scene, core.attend(scene)]);

/** The value that a step looks up outside the tensors. */
function lookups(scene, trace, layer) {
  const own = resolveTokens(scene);
  const word = (tokens) => (i) =>
    scene.embedding.kind === 'ids' ? Number(tokens[i]) : trace.vocabulary.indexOf(tokens[i]);
  const { embedding, encoder, attention } = scene;
  const told = embedding.layers?.[layer] ?? embedding;
  const places = {
    tokens: word(own),
    tokens_k: word(trace.keyTokens),
    x0: (i, m) => embedding.x[i][m],
    x0_k: (j, m) => encoder.x[j][m],
    q: (i, n) => told.q[i][n],
    k: (j, n) => told.k[j][n],
    v: (j, n) => told.v[j][n],
    scores: (...at) => (at.length === 3 ? told.scores[at[0]][at[1]][at[2]] : attention.scores[at[0]][at[1]]),
    weights: (h, i, j) => told.weights[h][i][j],
    blocked: (i, j) => attention.mask.visible[i][j],
  };
  return (step) => (_, at) => Math.fround(places[step](...at));
}

describe('formulas: form', () => {
  for (const [name, , trace] of traces) {
    it(`with ${name}, every operation and every name in them is known`, () => {
      const tensors = new Set([...trace.steps, ...trace.parameters].map((described) => described.name));
      for (const { formula } of trace.steps) {
        for (const node of nodesOf(formula)) {
          if (node.op === 'tensor') assert.ok(tensors.has(node.name), node.name);
          else if (node.op === 'number') assert.equal(typeof node.value, 'number');
          else if (node.op === 'symbol' || node.op === 'index') assert.equal(typeof node.name, 'string');
          else if (node.op === 'sum') assert.deepEqual([typeof node.over, node.args.length], ['string', 1]);
          else assert.ok(operators.includes(node.op) && node.args.length > 0, node.op);
        }
      }
    });
    it(`with ${name}, their left side is the step's own cell, one index letter an axis`, () => {
      for (const { name: step, formula, shape } of trace.steps) {
        assert.equal(formula.op, 'equals');
        assert.equal(formula.args.length, 2);
        const [left] = formula.args;
        assert.deepEqual([left.op, left.name, left.index.length], ['tensor', step, shape.length]);
        assert.ok(left.index.every(({ op }) => op === 'index'));
        assert.equal(new Set(left.index.map((letter) => letter.name)).size, shape.length);
      }
    });
    it(`with ${name}, inputs are the tensors on the right, and are there before the step`, () => {
      const before = new Set(trace.parameters.map((parameter) => parameter.name));
      for (const { name: step, formula, inputs, layer } of trace.steps) {
        const read = [...nodesOf(formula.args[1])].filter(({ op }) => op === 'tensor');
        for (const { previous } of read) assert.ok(!previous || layer > 0, `${step} reads the layer before the first`);
        assert.deepEqual([...inputs].sort(), [...new Set(read.map((node) => node.name))].sort(), step);
        for (const input of inputs) assert.ok(before.has(input), `${step} reads ${input}`);
        before.add(step);
      }
    });
  }
  it('are plain data that survive JSON, but for −∞', () => {
    for (const [, , trace] of traces) {
      for (const { formula } of trace.steps) {
        if (!JSON.stringify(formula).includes('null')) assert.deepEqual(JSON.parse(JSON.stringify(formula)), formula);
      }
    }
  });
});

describe('formulas: truth', () => {
  const compared = new Map();
  for (const [name, scene, trace] of traces) {
    it(`with ${name}, every cell of every step is what its formula comes to`, () => {
      const read = numbersOf(trace);
      const places = (step, layer) => lookups(scene, trace, layer)(step);
      for (const { name: step, formula, shape, layer } of trace.steps) {
        const [left, right] = formula.args;
        for (const index of indicesOf(shape)) {
          const letters = Object.fromEntries(left.index.map((letter, axis) => [letter.name, index[axis]]));
          const { value, bound } = evaluate(right, {
            letters,
            symbols: trace.symbols,
            read,
            look: places(step, layer),
            layer,
          });
          const actual = read(step, index, layer);
          assert.ok(
            Object.is(actual, value) || actual === value || Math.abs(actual - value) <= bound,
            `layer ${layer}, ${step}[${index}] is ${actual}, its formula gives ${value} ± ${bound}`,
          );
          compared.set(step, (compared.get(step) ?? 0) + 1);
        }
      }
    });
  }
  it('of what is masked holds for scores that are no numbers: what is hidden is −∞, what is seen stays NaN', () => {
    const attention = { heads: 2, scale: 2000, mask: { kind: 'causal' } };
    const trace = core.attend({ ...smallScenes['overflow-softmax'], attention, layers: 2 });
    const read = numbersOf(trace);
    const { formula, shape } = trace.steps.find(({ name, layer }) => name === 'masked' && layer === 1);
    const seen = [];
    for (const [h, i, j] of indicesOf(shape)) {
      const context = { letters: { h, i, j }, symbols: trace.symbols, read, layer: 1 };
      const actual = read('masked', [h, i, j], 1);
      assert.ok(Object.is(evaluate(formula.args[1], context).value, actual), `masked[${h},${i},${j}] is ${actual}`);
      if (Number.isNaN(read('scaled', [h, i, j], 1))) seen.push(actual);
    }
    assert.deepEqual([...new Set(seen)], [Number.NaN, Number.NEGATIVE_INFINITY]);
  });
  it('has been compared for every step', () => {
    const steps = [
      ...['tokens', 'tokens_k', 'x0', 'x0_k', 'p', 'p_k', 'x', 'x_k', 'q', 'k', 'v', 'q_rotated', 'k_rotated'],
      ...['q_a', 'k_a', 'scores', 'qe', 'skewed', 'relative', 'related', 'scaled', 'capped', 'biased'],
      ...['blocked', 'mask', 'masked', 'support', 'threshold', 'weights', 'rounded', 'weighted', 'z', 'output'],
      ...['added_1', 'mean_1', 'variance_1', 'mean_square_1', 'normed_1', 'hidden', 'fed', 'added_2'],
      ...['mean_2', 'variance_2', 'mean_square_2', 'normed_2', 'y'],
    ];
    assert.deepEqual([...compared.keys()].sort(), [...steps].sort());
    for (const [step, count] of compared) assert.ok(count >= 8, `${step}: ${count} cells`);
  });
  it('would find a wrong formula: the bounds are narrower than 2⁻¹⁶ of most weights', () => {
    const trace = core.attend(smallScenes.plain);
    const read = numbersOf(trace);
    const { formula, shape } = trace.steps.find(({ name }) => name === 'weights');
    for (const [h, i, j] of indicesOf(shape)) {
      const { value, bound } = evaluate(formula.args[1], {
        letters: { h, i, j },
        symbols: trace.symbols,
        read,
        layer: 0,
      });
      assert.ok(bound < value * 2 ** -16, `${bound} of ${value}`);
    }
  });
});
