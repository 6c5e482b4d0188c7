import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from '../support/bundle.mjs';
import { formulas, index, number, op, symbol, tensor, trace } from './fixture.mjs';
import { line, written } from './written.mjs';

const { toSpeech } = await bundle('web/views/formula/speech.ts');
const { mathRuns, toMathML } = await bundle('web/views/formula/mathml.ts');
const { calledLike, nameParts } = await bundle('web/views/formula/notation.ts');
const { latexOf } = await bundle('web/views/formula/latex.ts');
const { explain } = await bundle('web/views/formula/explanation.ts');
const { cellLabel } = await bundle('web/views/formula/cell-label.ts');
const { sourceCells } = await bundle('web/trace/cell-sources.ts');
const { traceReader } = await bundle('web/trace/trace-reader.ts');
const reader = traceReader(trace);

test('names are taken apart into letter, subscript and primes', () => {
  assert.deepEqual(nameParts('w_q'), { base: 'w', sub: 'q', primes: 0 });
  assert.deepEqual(nameParts('d_model'), { base: 'd', sub: 'model', primes: 0 });
  assert.deepEqual(nameParts('x0'), { base: 'x', sub: '0', primes: 0 });
  assert.deepEqual(nameParts("j'"), { base: 'j', sub: '', primes: 1 });
  assert.deepEqual(nameParts('weights'), { base: 'weights', sub: '', primes: 0 });
});

test('MathML has fractions, roots, sums with limits and roles', () => {
  const scaled = mathRuns('en', formulas.scaled).map(written).join('');
  assert.match(scaled, /<mfrac><msub><mrow class=w><mi>scores<\/mi><\/mrow>/);
  assert.match(scaled, /<msqrt><msub><mi>d<\/mi><mi>k<\/mi><\/msub><\/msqrt>/);
  const scores = mathRuns('en', formulas.scores).map(written).join('');
  assert.match(scores, /<munderover>.*∑.*<mi>c<\/mi><mo>=<\/mo><mn>0<\/mn>/);
  assert.match(scores, /<mo>⌊<\/mo><mi>h<\/mi><mo>\/<\/mo><mi>group<\/mi><mo>⌋<\/mo>/);
  assert.match(written(toMathML('en', formulas.masked)), /<mtable.*≤.*∞.*otherwise/);
  assert.match(written(toMathML('en', formulas.output)), />mod</);
  assert.equal(mathRuns('en', formulas.q).length, 3, 'breaks before = and +');
});

test('brackets are where the tree needs them', () => {
  const text = (formula) => written(toMathML('en', formula)).replaceAll(/<[^>]*>/g, '');
  const [a, b, c] = ['a', 'b', 'c'].map(index);
  assert.equal(text(op('multiply', op('add', a, b), c)), '(a+b)·c');
  assert.equal(text(op('add', op('multiply', a, b), c)), 'a·b+c');
  assert.equal(text(op('subtract', a, op('subtract', b, c))), 'a−(b−c)');
  assert.equal(text(op('subtract', op('subtract', a, b), c)), 'a−b−c');
  assert.equal(text(op('multiply', a, number(-2))), 'a·(−2)');
});

test('a tensor may have another name, in all texts', () => {
  const names = { scores: 'attn_scores', q: 'querys', k: 'keys' };
  const called = (name) => names[name];
  const formula = calledLike(formulas.scaled, called);
  assert.equal(
    toSpeech('en', formula),
    'scaled at h, i, j equals attn scores at h, i, j divided by the square root of d k',
  );
  assert.match(
    mathRuns('en', formula).map(written).join(''),
    /<mrow class=w><mi[^>]*>attn_scores<\/mi><\/mrow><mo[^>]*>\[</,
  );
  assert.match(latexOf(formula, 'otherwise'), /\\mathtt\{attn\\_scores\}\[h, i, j\]/);
  const renamed = traceReader(trace, called);
  assert.equal(line(explain('en', renamed, 'scaled', [0, 0, 0]).names), '(querys·keys)/(√d_k)');
  assert.equal(explain('en', renamed, 'scores', [0, 0, 0]).called, 'attn_scores');
  assert.equal(
    cellLabel('en', renamed, 'q', [0, 0, 1]),
    cellLabel('en', reader, 'q', [0, 0, 1]).replace('q', 'querys'),
  );
  // The role, and with it the colour, is the tensor's.
  assert.equal(explain('en', renamed, 'scores', [0, 0, 0]).role, explain('en', reader, 'scores', [0, 0, 0]).role);
});

test('formulas are spoken', () => {
  assert.equal(
    toSpeech('en', formulas.scaled),
    'scaled at h, i, j equals scores at h, i, j divided by the square root of d k',
  );
  assert.match(toSpeech('en', formulas.scores), /the sum over c from 0 to d k minus 1 of q at h, i, c times k at/);
  assert.match(toSpeech('en', formulas.masked), /scaled at h, i, j where j is at most i, otherwise minus infinity/);
  assert.match(toSpeech('en', formulas.weights), /j prime/);
});

test('a scaled score is written out down to q and k', () => {
  const it = explain('en', reader, 'scaled', [0, 0, 0]);
  assert.equal(it.where, 'it, it');
  assert.equal(line(it.names), '(q·k)/(√d_k)');
  assert.equal(line(it.numbers), '(0.21·1.3 + 0.4·-0.12)/(√2)');
  assert.equal(it.value, Math.fround(0.16));
});

test('masks, weights and parameters are explained', () => {
  const hidden = explain('en', reader, 'masked', [0, 0, 1]);
  assert.equal(hidden.value, -Infinity);
  assert.match(hidden.notes.join(), /hidden by the causal mask \(key 1 > query 0\)/);
  const seen = explain('en', reader, 'masked', [0, 1, 0]);
  assert.equal(line(seen.numbers), '1');
  const weight = explain('en', reader, 'weights', [0, 0, 0]);
  assert.equal(line(weight.numbers), '(e^0.16)/(e^0.16 + e^−∞)');
  assert.equal(line(explain('en', reader, 'q', [0, 1, 0]).numbers), '3·1 + 4·3 + 0.5');
  assert.match(explain('en', reader, 'w_q', [0, 1]).notes.join(), /parameter/i);
  assert.equal(line(explain('en', reader, 'x0', [0, 1]).numbers), '2');
  assert.equal(explain('en', reader, 'tokens', [0]).notes.join(), 'Row 1 of the vocabulary: it.');
});

test('what is not in the trace is refused', () => {
  assert.throws(() => explain('en', reader, 'scaled', [0, 0, 2]), RangeError);
  assert.throws(() => explain('en', reader, 'constructor', [0]), RangeError);
  const broken = {
    ...reader,
    steps: [{ ...reader.steps[0], name: 'x0', formula: op('equals', tensor('x0', index('i')), symbol('toString')) }],
  };
  assert.throws(() => explain('en', broken, 'x0', [0, 0]), RangeError);
});

test('cells are named by token', () => {
  assert.equal(cellLabel('en', reader, 'q', [0, 1, 3]), 'q[animal, 3]');
  assert.equal(cellLabel('en', reader, 'E', [1, 0]), 'E[it, 0]');
});

const blocks = (name, cell) =>
  Object.fromEntries(
    sourceCells(reader, name, cell).map((light) => [light.name, light.ranges.map((r) => [r.start, r.end])]),
  );

test('lights are read off the formulas', () => {
  assert.deepEqual(blocks('scores', [0, 1, 0]), {
    q: [
      [0, 1],
      [1, 2],
      [0, 2],
    ],
    k: [
      [0, 1],
      [0, 1],
      [0, 2],
    ],
  });
  assert.deepEqual(blocks('q', [0, 1, 1]), {
    x0: [
      [1, 2],
      [0, 2],
    ],
    w_q: [
      [0, 2],
      [1, 2],
    ],
    b_q: [[1, 2]],
  });
  assert.deepEqual(Object.keys(blocks('scaled', [0, 1, 0])), ['scores', 'q', 'k']);
  assert.deepEqual(blocks('x0', [0, 1]), {
    tokens: [[0, 1]],
    E: [
      [1, 2],
      [1, 2],
    ],
  });
  assert.deepEqual(blocks('output', [1, 1]).z, [
    [0, 1],
    [1, 2],
    [1, 2],
  ]);
  assert.deepEqual(blocks('mixed', [1, 0]), {
    z: [
      [0, 1],
      [1, 2],
      [0, 2],
    ],
    w_o: [
      [0, 2],
      [0, 1],
    ],
  });
});

test('what the mask hides came from nowhere', () => {
  assert.deepEqual(blocks('masked', [0, 0, 1]), {});
  assert.ok(blocks('masked', [0, 1, 0]).scaled);
  assert.deepEqual(blocks('w_q', [0, 0]), {});
});

test('a hidden cell is its constant: no expression that it does not come from', () => {
  const hidden = explain('en', reader, 'masked', [0, 0, 1]);
  assert.deepEqual([hidden.names, hidden.numbers], [[], []]);
  assert.equal(line(explain('en', reader, 'masked', [0, 1, 0]).names), 'scaled');
});
