import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { comparedCells, holds, isRight, isSolved, predictedNumber, verdictOf } =
  await bundle('web/lessons/condition.ts');

const scene = {
  version: 1,
  tokens: ['a', 'b'],
  embedding: { kind: 'oneHot' },
  parameters: { kind: 'identity' },
  attention: { heads: 2, mask: { kind: 'window', before: 1, after: 0 } },
};

/** Two heads of 2 × 3, a vector, and −∞ as in a mask. */
const tensors = {
  weights: { shape: [2, 2, 3], data: Float32Array.of(1, 0, 0, 0, 1, 0, 0.25, 0.5, 0.25, 0.5, 0.25, 0.25) },
  twin: { shape: [2, 2, 3], data: Float32Array.of(1, 0, 0, 0, 1, 0, 0.25, 0.5, 0.25, 0.5, 0.25, 0.75) },
  mask: { shape: [2, 2], data: Float32Array.of(0, -Infinity, 0, 0) },
  b_q: { shape: [2], data: Float32Array.of(0.5, 0.5) },
  broken: { shape: [1, 2], data: Float32Array.of(NaN, 1) },
};
const trace = {
  steps: ['weights', 'twin', 'mask', 'broken'].map((name) => ({ name })),
  parameters: [{ name: 'b_q' }],
  tensor: (name) => tensors[name],
  variance: (name) => ({ weights: 0.1 })[name],
};
const moment = { scene, start: scene, trace, problem: null };
const yes = (condition, at = moment) => assert.equal(holds(condition, at), true, JSON.stringify(condition));
const no = (condition, at = moment) => assert.equal(holds(condition, at), false, JSON.stringify(condition));

describe('a condition on the scene', () => {
  it('reads a value by its JSON pointer, whatever the order of its keys', () => {
    yes({ scene: '/attention/mask/kind', is: 'window' });
    yes({ scene: '/attention/mask', is: { after: 0, before: 1, kind: 'window' } });
    yes({ scene: '/tokens', is: ['a', 'b'] });
    no({ scene: '/tokens', is: ['b', 'a'] });
    no({ scene: '/tokens', is: { 0: 'a', 1: 'b' } });
    no({ scene: '/attention/mask', is: { kind: 'window', before: 1 } });
  });
  it('compares numbers, and only numbers', () => {
    yes({ scene: '/attention/heads', atLeast: 2 });
    yes({ scene: '/attention/heads', atMost: 2 });
    no({ scene: '/attention/heads', atLeast: 2.5 });
    no({ scene: '/tokens', atLeast: 0 });
  });
  it('takes the default for what the scene leaves out, and null where there is none', () => {
    yes({ scene: '/attention/temperature', is: 1 });
    yes({ scene: '/attention/score', is: 'scaledDot' });
    yes({ scene: '/mistake', is: null });
    yes({ scene: '/attention/roundWeights', is: null });
    yes({ scene: '/attention/mask/kind', is: 'none' }, { ...moment, scene: { ...scene, attention: { heads: 2 } } });
  });
  it('knows what is as it was at the start', () => {
    const start = { ...scene, attention: { heads: 2, mask: { after: 0, before: 1, kind: 'window' } } };
    yes({ same: '/attention/mask' }, { ...moment, start });
    no({ same: '/attention/mask' }, { ...moment, start: { ...scene, attention: { heads: 2 } } });
    const said = { ...scene, attention: { heads: 2, temperature: 1 } };
    yes({ same: '/attention/temperature' }, { ...moment, scene: said });
  });
  it('knows that a scene was refused, and for what', () => {
    const refused = { ...moment, trace: null, problem: { code: 'heads', path: '/attention/heads' } };
    yes({ refused: 'heads' }, refused);
    yes({ refused: 'heads', path: '/attention/heads' }, refused);
    no({ refused: 'heads', path: '/parameters' }, refused);
    no({ refused: 'shape' }, refused);
    no({ refused: 'heads' });
    no({ tensor: 'weights', atLeast: -1 }, refused);
    no({ step: 'weights' }, refused);
  });
});

describe('a condition on decoding with a cache', () => {
  const counted = { keys: 4, bytes: 256, operations: 90, recomputed: 300 };
  const at = { ...moment, trace: { ...trace, decoding: () => counted } };
  it('compares what the core counted', () => {
    yes({ decoding: 'keys', is: 4 }, at);
    yes({ decoding: 'bytes', atMost: 256 }, at);
    no({ decoding: 'bytes', atMost: 255 }, at);
    yes({ decoding: 'operations', atLeast: 90 }, at);
    no({ decoding: 'recomputed', atLeast: 301 }, at);
  });
  it('does not hold without a trace, or for a scene that no cache fits', () => {
    no({ decoding: 'keys', atLeast: 0 });
    no({ decoding: 'keys', atLeast: 0 }, { ...at, trace: null });
    const refuse = () => {
      throw new Error('a cache needs a causal mask');
    };
    no({ decoding: 'keys', atLeast: 0 }, { ...at, trace: { ...trace, decoding: refuse } });
  });
});

describe('a condition on what was trained', () => {
  const facts = { task: 'copy', layers: 2, mask: 'causal', positions: 'none', size: 900, step: 40, accuracy: 0.97 };
  const at = { ...moment, training: facts };
  it('compares what was chosen and what was reached, of the run that was measured last', () => {
    yes({ training: 'task', is: 'copy' }, at);
    no({ training: 'task', is: 'sort' }, at);
    yes({ training: 'accuracy', atLeast: 0.95 }, at);
    no({ training: 'accuracy', atLeast: 0.98 }, at);
    yes({ training: 'size', atMost: 900 }, at);
    no({ training: 'size', atMost: 899 }, at);
  });
  it('does not hold without training, or without a prediction', () => {
    no({ training: 'task', is: 'copy' });
    no({ training: 'task', is: 'copy' }, { ...moment, training: null });
    no({ training: 'accuracy', atLeast: 0 }, { ...at, training: { ...facts, accuracy: null } });
  });
  it('holds whatever is wrong with the scene', () => {
    yes({ training: 'layers', is: 2 }, { ...at, trace: null, problem: { code: 'heads', path: '' } });
  });
});

describe('a condition on a tensor', () => {
  it('looks at every head, or at one, at a row, a column or a cell', () => {
    no({ tensor: 'weights', is: 'identity', within: 0.01 });
    yes({ tensor: 'weights', head: 0, is: 'identity', within: 0.01 });
    yes({ tensor: 'weights', row: 1, column: 1, atLeast: 0.25 });
    no({ tensor: 'weights', row: 1, column: 1, atLeast: 0.3 });
    yes({ tensor: 'weights', head: 0, row: 1, column: 1, is: 'identity', within: 0 });
    no({ tensor: 'weights', head: 1, row: 1, column: 1, is: 'identity', within: 0.5 });
    yes({ tensor: 'b_q', near: [0.5, 0.5], within: 0 });
  });
  it('does not hold for missing cells', () => {
    no({ tensor: 'weights', head: 2, atLeast: -1 });
    no({ tensor: 'weights', row: 2, atLeast: -1 });
    no({ tensor: 'weights', column: 3, atLeast: -1 });
    no({ tensor: 'scores', atLeast: -1 });
  });
  it('compares with numbers in order, the same for every head', () => {
    yes({ tensor: 'weights', head: 1, row: 0, near: [0.26, 0.5, 0.24], within: 0.011 });
    no({ tensor: 'weights', head: 1, row: 0, near: [0.26, 0.5, 0.24], within: 0.009 });
    no({ tensor: 'weights', row: 0, near: [1, 0, 0], within: 0.1 });
    yes({ tensor: 'weights', row: 0, near: [0.6, 0.3, 0.1], within: 0.41 });
    no({ tensor: 'weights', head: 0, near: [1, 0, 0, 0], within: 1 });
    yes({ tensor: 'mask', near: [0, -Infinity, 0, 0], within: 0 });
    no({ tensor: 'mask', near: [0, 0, 0, 0], within: 1e9 });
    no({ tensor: 'broken', near: [0, 1], within: 1e9 });
  });
  it('knows even rows, the largest of a row, and equal tensors', () => {
    yes({ tensor: 'b_q', is: 'uniform', within: 0 });
    yes({ tensor: 'weights', head: 1, is: 'uniform', within: 0.25 });
    no({ tensor: 'weights', head: 1, is: 'uniform', within: 0.2 });
    no({ tensor: 'broken', is: 'uniform', within: 1 });
    yes({ tensor: 'weights', head: 1, row: 0, largest: 1 });
    no({ tensor: 'weights', row: 0, largest: 1 });
    no({ tensor: 'b_q', largest: 0 });
    yes({ tensor: 'weights', head: 0, equals: 'twin', within: 0 });
    no({ tensor: 'weights', equals: 'twin', within: 0.4 });
    yes({ tensor: 'weights', equals: 'twin', within: 0.5 });
    no({ tensor: 'weights', equals: 'scores', within: 1 });
    no({ tensor: 'weights', equals: 'mask', within: 1e9 });
  });
  it('asks for steps and for the variance that the core gives', () => {
    yes({ step: 'weights' });
    no({ step: 'b_q' });
    yes({ variance: 'weights', atMost: 0.1 });
    no({ variance: 'weights', atLeast: 0.2 });
    no({ variance: 'scores', atMost: 9 });
  });
});

describe('conditions together', () => {
  const good = { step: 'weights' };
  const bad = { step: 'scores' };
  it('all, any, not', () => {
    yes({ all: [good, good] });
    no({ all: [good, bad] });
    yes({ any: [bad, good] });
    no({ any: [bad, bad] });
    yes({ not: bad });
  });
  it('a challenge is solved when its check holds and nothing forbidden was done', () => {
    assert.equal(isSolved({ id: 'a', check: good }, moment), true);
    assert.equal(isSolved({ id: 'a', check: bad }, moment), false);
    assert.equal(isSolved({ id: 'a', check: good, forbid: [bad] }, moment), true);
    assert.equal(isSolved({ id: 'a', check: good, forbid: [bad, good] }, moment), false);
  });
});

describe('a prediction', () => {
  it('asks for one existing cell of the trace', () => {
    assert.equal(predictedNumber({ tensor: 'weights', index: [1, 1, 0], digits: 2 }, trace), 0.5);
    assert.equal(predictedNumber({ tensor: 'weights', index: [0, 1, 1], digits: 2 }, trace), 1);
    assert.equal(predictedNumber({ tensor: 'b_q', index: [1], digits: 2 }, trace), 0.5);
    assert.equal(predictedNumber({ tensor: 'weights', index: [1, 2, 0], digits: 2 }, trace), null);
    assert.equal(predictedNumber({ tensor: 'weights', index: [1, 2], digits: 2 }, trace), null);
    assert.equal(predictedNumber({ tensor: 'scores', index: [0, 0, 0], digits: 2 }, trace), null);
    const layered = { ...trace, steps: [{ name: 'weights', layer: 0 }] };
    assert.equal(predictedNumber({ tensor: 'weights', layer: 0, index: [1, 1, 0], digits: 2 }, layered), 0.5);
    assert.equal(predictedNumber({ tensor: 'weights', layer: 1, index: [1, 1, 0], digits: 2 }, layered), null);
  });
  it('is right when the nearest choice is chosen', () => {
    const asked = { tensor: 'weights', index: [0, 0, 0], choices: [0.2, 0.47, 0.8], digits: 4 };
    assert.equal(isRight(asked, 0.47, 0.4683), true);
    assert.equal(isRight(asked, 0.2, 0.4683), false);
  });
  it('is right when what is typed is the number as it is shown', () => {
    const asked = { tensor: 'weights', index: [0, 0, 0], digits: 2 };
    assert.equal(isRight(asked, 0.47, 0.4683), true);
    assert.equal(isRight(asked, 0.4683, 0.4683), true);
    assert.equal(isRight(asked, 0.46, 0.4683), false);
    assert.equal(isRight(asked, Number.NaN, 0.4683), false);
  });
});

describe('a check of conditions', () => {
  const condition = { tensor: 'weights', atMost: 2 };
  const counting = () => {
    const reads = [];
    const tensor = (name, window) => {
      reads.push(name);
      return trace.tensor(name, window);
    };
    return { reads, moment: { ...moment, trace: { ...trace, tensor } } };
  };
  it('reads each tensor once, however many conditions there are', () => {
    const { reads, moment: counted } = counting();
    const equal = { tensor: 'weights', equals: 'twin', within: 1 };
    yes({ all: new Array(400).fill({ any: [equal, condition] }) }, counted);
    assert.deepEqual(reads.sort(), ['twin', 'weights']);
    assert.equal(isSolved({ check: condition, forbid: [{ not: condition }] }, counted), true);
    assert.equal(reads.length, 3);
  });
  it('compares a limited number of cells', () => {
    const shape = [1, 1000, 1000];
    const large = { ...trace, tensor: () => ({ shape, data: new Float32Array(1_000_000) }) };
    const at = { ...moment, trace: large };
    yes({ all: [condition, condition] }, at);
    no({ all: [condition, condition, condition] }, at);
    // Where nothing was compared, nothing is denied either.
    no({ all: [condition, condition, { not: condition }] }, at);
    assert.deepEqual(verdictOf({ all: [condition, condition, condition] }, [], at), {
      holds: false,
      excess: 3_000_000,
    });
    assert.equal(verdictOf(condition, [], at).excess, null);
    yes({ all: new Array(400).fill({ ...condition, row: 0 }) }, at);
    assert.equal(comparedCells([condition, { all: [{ ...condition, row: 1, column: 2 }] }], large), 1_000_001);
  });
});
