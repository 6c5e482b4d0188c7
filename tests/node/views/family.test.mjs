// The formulas of the whole family of attention, drawn, spoken, put to numbers and lit. The numbers are made up: views
// compute none of them, so each test says which ones stand where.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from '../support/bundle.mjs';
import { line, written } from './written.mjs';

const { parseFormula, inputsOf } = await bundle('web/core/formula.ts');
const { explain } = await bundle('web/views/formula/explanation.ts');
const { sourceCells } = await bundle('web/trace/cell-sources.ts');
const { traceReader } = await bundle('web/trace/trace-reader.ts');
const { toMathML, mathRuns } = await bundle('web/views/formula/mathml.ts');
const { toSpeech } = await bundle('web/views/formula/speech.ts');
const { roleOf } = await bundle('web/trace/trace-reader.ts');

const sizes = {
  T: 2,
  T_q: 2,
  T_k: 3,
  d_model: 2,
  d_word: 2,
  d_p: 2,
  d_k: 2,
  d_v: 2,
  d_a: 1,
  d_ff: 2,
  R: 4,
  H: 1,
  H_kv: 1,
};

/** The default numbers of a tensor: 1, 2, 3 … */
const counting = (shape) => Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, at) => at + 1);

/** A trace of `[formula or name, axes, data?, layer?]`: those with a formula are steps, the others parameters. */
function family(described, { symbols = {}, ...rest } = {}) {
  const all = { ...sizes, base: 10000, ...symbols };
  const tensors = described.map(([text, axes, data, layer = 0]) => {
    const letters = axes.split(' ');
    const shape = letters.map((letter) => letter.split('·').reduce((size, part) => size * all[part], 1));
    const formula = text.startsWith('(') ? parseFormula(text) : null;
    const name = formula ? formula.args[0].name : text;
    return { name, layer, shape, axes: letters, formula, inputs: formula ? inputsOf(formula) : [], data };
  });
  return traceReader({
    tokens: ['it', 'sat'],
    keyTokens: ['a', 'b', 'c'],
    vocabulary: ['it', 'sat'],
    steps: tensors.filter((tensor) => tensor.formula),
    parameters: tensors.filter((tensor) => !tensor.formula),
    symbols: all,
    tensor(name, { layer }) {
      const { shape, data } = tensors.find((tensor) => tensor.name === name && tensor.layer === layer);
      return { shape, data: Float32Array.from(data ?? counting(shape)) };
    },
    dispose() {},
    ...rest,
  });
}

const numbers = (trace, name, index, layer) => line(explain('en', trace, name, index, layer).numbers);
const names = (trace, name, index, layer) => line(explain('en', trace, name, index, layer).names);
const conditions = (trace, name, index) =>
  explain('en', trace, name, index).conditions.map((condition) => line(condition));
const lights = (trace, name, index, layer) =>
  Object.fromEntries(
    sourceCells(trace, name, index, layer).map((light) => [
      `${light.name} ${light.layer}`,
      light.ranges.map(({ start, end }) => `${start}-${end - 1}`).join(' '),
    ]),
  );

const SINUSOID =
  '(= (p i m) (where (<= (mod m 2) 0) (sin (/ i (pow base (/ m d_p)))) (cos (/ i (pow base (/ (- m 1) d_p))))))';

test('a sinusoid is a sine in even columns and a cosine in odd ones, of the same wave', () => {
  const trace = family([[SINUSOID, 'T d_p']]);
  assert.equal(numbers(trace, 'p', [1, 0]), 'sin((1)/(10000^(0/2)))');
  assert.equal(numbers(trace, 'p', [1, 1]), 'cos((1)/(10000^((1 − 1)/2)))');
  assert.equal(names(trace, 'p', [1, 0]), 'sin((i)/(base^(m/d_p)))');
  assert.deepEqual(conditions(trace, 'p', [1, 1]), ['m mod 2 ≤ 0: 1 ≤ 0 is false']);
  assert.match(toSpeech('en', parseFormula(SINUSOID)), /the sine of open bracket i divided by .*base to the power of/);
  assert.match(written(toMathML('en', parseFormula(SINUSOID))), /<mi>sin<\/mi>.*<msup><mi>base<\/mi>/);
});

test('a position is added to a word, or written beside it', () => {
  const inputs = [
    ['(= (x0 i m) (E (tokens i) m))', 'T d_word'],
    [SINUSOID, 'T d_p'],
  ];
  const added = family([...inputs, ['(= (x i m) (+ (x0 i m) (p i m)))', 'T d_model']]);
  assert.equal(numbers(added, 'x', [1, 0]), '3 + 3');
  assert.deepEqual(lights(added, 'x', [1, 0]), { 'x0 0': '1-1 0-0', 'p 0': '1-1 0-0' });
  const beside = family(
    [...inputs, ['(= (x i m) (where (<= (+ m 1) d_word) (x0 i m) (p i (- m d_word))))', 'T d_model']],
    { symbols: { d_model: 4 } },
  );
  assert.equal(numbers(beside, 'x', [1, 1]), '4');
  assert.deepEqual(lights(beside, 'x', [1, 1]), { 'x0 0': '1-1 1-1' });
  assert.deepEqual(lights(beside, 'x', [1, 3]), { 'p 0': '1-1 1-1' });
  assert.deepEqual(conditions(beside, 'x', [1, 3]), ['m + 1 ≤ d_word: 3 + 1 ≤ 2 is false']);
});

test('a layer starts with the output of the previous one, and highlights nothing of its own', () => {
  const layer = (at) => [
    [at === 0 ? '(= (x i m) (lookup scene i m))' : '(= (x i m) (previous y i m))', 'T d_model', [1, 2, 3, 4], at],
    ['(= (y i m) (+ (x i m) (b_2 m)))', 'T d_model', [10 * at + 5, 6, 7, 8], at],
    ['b_2', 'd_model', [at, at], at],
  ];
  const trace = family([...layer(0), ...layer(1)]);
  assert.equal(names(trace, 'x', [0, 0], 1), 'previous y');
  assert.equal(numbers(trace, 'x', [0, 0], 1), '5');
  assert.deepEqual(lights(trace, 'x', [0, 0], 1), { 'y 0': '0-0 0-0', 'x 0': '0-0 0-0', 'b_2 0': '0-0' });
  assert.deepEqual(lights(trace, 'y', [0, 0], 1), { 'x 1': '0-0 0-0', 'b_2 1': '0-0' });
  assert.equal(explain('en', trace, 'x', [0, 1], 1).numbers[0].label, 'y[layer 1, it, 1]');
  assert.equal(explain('en', trace, 'y', [0, 0]).value, 15, 'without a layer, of the last');
  assert.equal(explain('en', trace, 'y', [0, 0]).where, 'layer 2, it, 0');
  const formula = parseFormula('(= (x i m) (previous y i m))');
  assert.match(toSpeech('en', formula), /equals y of the previous layer at i, m/);
  assert.match(mathRuns('en', formula).map(written).join(''), /<mi>y<\/mi>.*ℓ.*−.*1/);
});

const ANGLE = '(/ i (pow base (/ (- c (mod c 2)) d_k)))';
const ROTATED = `(= (q_rotated h i c) (where (<= (mod c 2) 0)
  (- (* (q h i c) (cos ${ANGLE})) (* (q h i (+ c 1)) (sin ${ANGLE})))
  (+ (* (q h i (- c 1)) (sin ${ANGLE})) (* (q h i c) (cos ${ANGLE})))))`;

test('a rotation turns pairs of columns', () => {
  const trace = family([
    ['(= (q h i c) (lookup scene h i c))', 'H T_q d_k'],
    [ROTATED, 'H T_q d_k'],
  ]);
  const angle = '((1)/(10000^(0/2)))';
  assert.equal(numbers(trace, 'q_rotated', [0, 1, 0]), `3·cos${angle} − 4·sin${angle}`);
  assert.equal(numbers(trace, 'q_rotated', [0, 1, 1]), `3·sin${angle} + 4·cos${angle}`);
  assert.deepEqual(lights(trace, 'q_rotated', [0, 1, 0]), { 'q 0': '0-0 1-1 0-1' });
});

test('additive, general and cosine scores', () => {
  const inputs = [
    ['(= (q h i c) (lookup scene h i c))', 'H T_q d_k'],
    ['(= (k h j c) (lookup scene h j c))', 'H T_k d_k', [1, 0, 0, 0, 3, 4]],
    ['w_a', 'd_k H·d_a'],
    ['v_a', 'H·d_a', [0.5]],
    ['(= (k_a h j a) (lookup scene h j a))', 'H T_k d_a'],
    ['(= (q_a h i a) (sum c d_k (* (q h i c) (w_a c (+ (* h d_a) a)))))', 'H T_q d_a'],
  ];
  const additive = family([
    ...inputs,
    ['(= (scores h i j) (sum a d_a (* (v_a (+ (* h d_a) a)) (tanh (+ (q_a h i a) (k_a h j a))))))', 'H T_q T_k'],
  ]);
  assert.equal(numbers(additive, 'q_a', [0, 1, 0]), '3·1 + 4·2');
  assert.equal(numbers(additive, 'scores', [0, 1, 2]), '0.5·tanh(2 + 3)');
  assert.deepEqual(lights(additive, 'scores', [0, 1, 2]), {
    'v_a 0': '0-0',
    'q_a 0': '0-0 1-1 0-0',
    'k_a 0': '0-0 2-2 0-0',
  });
  const dot = '(sum c d_k (* (q h i c) (k h j c)))';
  const length = (name, letter) => `(sqrt (sum c d_k (* (${name} h ${letter} c) (${name} h ${letter} c))))`;
  const cosine = family([
    ...inputs,
    [`(= (scores h i j) (/ ${dot} (* ${length('q', 'i')} ${length('k', 'j')})))`, 'H T_q T_k', [1, 0, 1, 1, 0, 1]],
  ]);
  assert.equal(numbers(cosine, 'scores', [0, 0, 2]), '(1·3 + 2·4)/(√1·1 + 2·2·√3·3 + 4·4)');
  assert.deepEqual(explain('en', cosine, 'scores', [0, 0, 2]).notes, []);
  assert.match(explain('en', cosine, 'scores', [0, 0, 1]).notes.join(), /zeros has no direction.*0 by convention/);
});

const F = '(+ T_q (* i R) j)';
const SKEWED = `(= (skewed h i j) (where (<= 1 (mod ${F} (+ R 1))) (qe h (div ${F} (+ R 1)) (- (mod ${F} (+ R 1)) 1)) 0))`;
const RELATIVE =
  '(= (relative h i j) (where (<= (+ (- j i) T_q) R) (sum c d_k (* (q h i c) (E_rel (+ (- j i) (- T_q 1)) (+ (* h d_k) c)))) 0))';

test('skewing and the plain way read the same distance', () => {
  const trace = family([
    ['(= (q h i c) (lookup scene h i c))', 'H T_q d_k'],
    ['E_rel', 'R H·d_k'],
    ['(= (qe h i r) (sum c d_k (* (q h i c) (E_rel r (+ (* h d_k) c)))))', 'H T_q R'],
    [SKEWED, 'H T_q T_k', [2, 3, 4, 5, 6, 7]],
    [RELATIVE, 'H T_q T_k'],
  ]);
  // Distance j − i = 2 − 0 is row 2 + (T_q − 1) = 3 of the four.
  assert.deepEqual(lights(trace, 'skewed', [0, 0, 2]), { 'qe 0': '0-0 0-0 3-3' });
  assert.deepEqual(lights(trace, 'relative', [0, 0, 2]), { 'q 0': '0-0 0-0 0-1', 'E_rel 0': '3-3 0-1' });
  assert.deepEqual(lights(trace, 'skewed', [0, 1, 0]), { 'qe 0': '0-0 1-1 0-0' });
  assert.equal(numbers(trace, 'qe', [0, 0, 3]), '1·7 + 2·8');
  assert.match(conditions(trace, 'skewed', [0, 0, 2]).join(), /^1 ≤ .* mod .*: 1 ≤ 4 is true$/);
});

test('a causal skew says where a distance is impossible', () => {
  const trace = family(
    [
      ['(= (qe h i r) (lookup scene h i r))', 'H T_q R'],
      [SKEWED, 'H T_q T_k', [2, 0, 3, 4]],
    ],
    { symbols: { R: 2, T_k: 2 } },
  );
  assert.deepEqual(lights(trace, 'skewed', [0, 0, 1]), {});
  const none = explain('en', trace, 'skewed', [0, 0, 1]);
  assert.deepEqual([none.value, none.names, none.numbers], [0, [], []]);
  assert.match(line(none.conditions[0]), /1 ≤ 0 is false/);
});

test('a slope by distance', () => {
  const trace = family([
    ['(= (scaled h i j) (lookup scene h i j))', 'H T_q T_k'],
    ['(= (biased h i j) (- (scaled h i j) (* (pow 2 (/ (* -8 (+ h 1)) H)) (abs (- i j)))))', 'H T_q T_k'],
  ]);
  assert.equal(numbers(trace, 'biased', [0, 1, 2]), '6 − 2^(-8·(0 + 1))·|1 − 2|', 'dividing by 1 says nothing');
  assert.match(toSpeech('en', trace.steps[1].formula), /the absolute value of/);
});

const MASKING = [
  ['(= (blocked i j) (where (<= j i) 0 1))', 'T_q T_k', [0, 1, 1, 0, 0, 1]],
  ['(= (mask i j) (where (<= 1 (blocked i j)) -inf 0))', 'T_q T_k', [0, -Infinity, -Infinity, 0, 0, -Infinity]],
  ['(= (scaled h i j) (lookup scene h i j))', 'H T_q T_k'],
  [
    '(= (masked h i j) (where (<= 0 (mask i j)) (+ (scaled h i j) (mask i j)) (mask i j)))',
    'H T_q T_k',
    [1, -Infinity, -Infinity, 4, 5, -Infinity],
  ],
];

test('cases in cases are one list, and nested ones are brackets of Iverson', () => {
  const plain = (text) =>
    mathRuns('en', parseFormula(text))
      .map(written)
      .join('')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/ +/g, ' ');
  const window = plain('(= (blocked i j) (where (<= i (+ j before)) (where (<= j (+ i after)) 0 1) 1))');
  assert.match(window, /\{ 0 i ≤ j \+ before , j ≤ i \+ after 1 otherwise $/);
  const prefix = plain('(= (blocked i j) (where (<= j i) 0 (where (<= length j) 1 0)))');
  assert.match(prefix, /\{ 0 j ≤ i 1 length ≤ j 0 otherwise $/);
  assert.match(
    plain('(= (threshold i) (sum j T_k (where (<= 1 (support i j)) (masked i j) 0)))'),
    /masked .* · \[ 1 ≤ support .*\] $/,
  );
  assert.match(plain('(= (x i) (+ 1 (mod (+ i j) 2)))'), /1 \+ \( \( i \+ j \) mod 2 \)/);
});

test('a mask is made, turned into −∞, and replaces hidden scores', () => {
  const trace = family(MASKING);
  assert.match(explain('en', trace, 'blocked', [0, 1]).notes.join(), /hidden by the causal mask \(key 1 > query 0\)/);
  assert.match(explain('en', trace, 'mask', [0, 1]).notes.join(), /blocked is 1/);
  assert.match(explain('en', trace, 'mask', [0, 0]).notes.join(), /blocked is 0/);
  assert.deepEqual(lights(trace, 'mask', [0, 1]), { 'blocked 0': '0-0 1-1' });
  assert.equal(numbers(trace, 'masked', [0, 1, 0]), '4 + 0');
  assert.deepEqual(lights(trace, 'masked', [0, 1, 0]), { 'scaled 0': '0-0 1-1 0-0', 'mask 0': '1-1 0-0' });
  // For any score, because NaN + −∞ would be NaN.
  assert.equal(numbers(trace, 'masked', [0, 0, 1]), '−∞');
  assert.deepEqual(conditions(trace, 'masked', [0, 0, 1]), ['0 ≤ mask: 0 ≤ −∞ is false']);
  assert.deepEqual(lights(trace, 'masked', [0, 0, 1]), { 'mask 0': '0-0 1-1' });
});

test('sparsemax: who is in, the threshold, the weights', () => {
  const trace = family([
    ...MASKING,
    [
      "(= (support h i j) (where (<= 1 (sum j' T_k (max 0 (- (masked h i j') (masked h i j))))) 0 1))",
      'H T_q T_k',
      [1, 0, 0, 0, 1, 0],
    ],
    [
      '(= (threshold h i) (/ (- (sum j T_k (where (<= 1 (support h i j)) (masked h i j) 0)) 1) (sum j T_k (support h i j))))',
      'H T_q',
    ],
    ['(= (weights h i j) (max 0 (- (masked h i j) (threshold h i))))', 'H T_q T_k', [1, 0, 0, 0, 1, 0]],
  ]);
  assert.deepEqual(conditions(trace, 'support', [0, 1, 0]), [
    "1 ≤ Σ max(0, masked' − masked): 1 ≤ max(0, 4 − 4) + max(0, 5 − 4) + max(0, −∞ − 4) is true",
  ]);
  assert.equal(explain('en', trace, 'support', [0, 1, 1]).value, 1);
  // Behind the mask −∞ − −∞ is NaN, so the core's number decides.
  assert.match(conditions(trace, 'support', [0, 0, 1]).join(), /is true$/);
  assert.equal(names(trace, 'threshold', [0, 1]), '(Σ masked·[1 ≤ support] − 1)/(Σ support)');
  assert.equal(numbers(trace, 'threshold', [0, 1]), '(0 + 5 + 0 − 1)/(0 + 1 + 0)');
  assert.equal(numbers(trace, 'weights', [0, 1, 1]), 'max(0, 5 − 2)');
  assert.deepEqual(lights(trace, 'support', [0, 1, 0]), { 'masked 0': '0-0 1-1 0-2' });
  assert.deepEqual(lights(trace, 'threshold', [0, 1]), { 'support 0': '0-0 1-1 0-2', 'masked 0': '0-0 1-1 1-1' });
});

test('weights rounded, weighted values and their sum', () => {
  const trace = family(
    [
      ['(= (weights h i j) (lookup scene h i j))', 'H T_q T_k', [0.06, 0.47, 0.47, 0, 0.5, 0.5]],
      ['(= (rounded h i j) (round (weights h i j) digits))', 'H T_q T_k', [0.1, 0.5, 0.5, 0, 0.5, 0.5]],
      ['(= (v h j c) (lookup scene h j c))', 'H T_k d_v'],
      ['(= (weighted h i j c) (* (rounded h i j) (v h j c)))', 'H T_q T_k d_v'],
      ['(= (z h i c) (sum j T_k (weighted h i j c)))', 'H T_q d_v'],
    ],
    { symbols: { digits: 1 } },
  );
  assert.equal(numbers(trace, 'rounded', [0, 0, 1]), 'round(0.47, 1)');
  assert.equal(numbers(trace, 'weighted', [0, 0, 1, 1]), '0.5·4');
  assert.equal(numbers(trace, 'z', [0, 1, 0]), '7 + 9 + 11');
  assert.equal(explain('en', trace, 'weighted', [0, 0, 1, 1]).where, 'it, b, 1');
  assert.deepEqual(lights(trace, 'z', [0, 1, 0]), { 'weighted 0': '0-0 1-1 0-2 0-0' });
  assert.match(toSpeech('en', trace.steps[1].formula), /weights at h, i, j rounded to digits digits after the point/);
});

test('norms and feed-forward', () => {
  const trace = family(
    [
      ['(= (added_1 i m) (lookup scene i m))', 'T_q d_model'],
      ['(= (mean_1 i) (/ (sum m d_model (added_1 i m)) d_model))', 'T_q'],
      ['(= (variance_1 i) (/ (sum m d_model (pow (- (added_1 i m) (mean_1 i)) 2)) d_model))', 'T_q'],
      ['gamma_1', 'd_model', [1, 1]],
      ['beta_1', 'd_model', [0, -1]],
      [
        '(= (normed_1 i m) (+ (* (gamma_1 m) (/ (- (added_1 i m) (mean_1 i)) (sqrt (+ (variance_1 i) epsilon)))) (beta_1 m)))',
        'T_q d_model',
      ],
      ['w_1', 'd_model d_ff'],
      ['b_1', 'd_ff', [-5, 1]],
      ['(= (hidden i n) (max 0 (+ (sum m d_model (* (normed_1 i m) (w_1 m n))) (b_1 n))))', 'T_q d_ff'],
      [
        '(= (fed i n) (* (* 0.5 (hidden i n)) (+ 1 (tanh (* 0.7978845608 (+ (hidden i n) (* 0.044715 (pow (hidden i n) 3))))))))',
        'T_q d_model',
      ],
    ],
    { symbols: { epsilon: 1e-5 } },
  );
  assert.equal(numbers(trace, 'mean_1', [1]), '(3 + 4)/(2)');
  assert.equal(numbers(trace, 'variance_1', [1]), '((3 − 2)^(2) + (4 − 2)^(2))/(2)');
  assert.equal(numbers(trace, 'normed_1', [1, 1]), '1·(4 − 2)/(√2 + 0.00001) + -1');
  assert.equal(numbers(trace, 'hidden', [0, 0]), 'max(0, 1·1 + 2·3 + -5)');
  assert.equal(numbers(trace, 'fed', [0, 1]), '0.5·2·(1 + tanh(0.7978845608·(2 + 0.044715·2^(3))))');
  assert.equal(explain('en', trace, 'mean_1', [1]).where, 'sat');
});

const WHOLE = '(= (weights h i j) (/ (exp (masked h i j)) (sum s T_q (sum t T_k (exp (masked h s t))))))';

test('the softmax of a whole matrix: one row of terms, and every cell highlighted', () => {
  const trace = family([...MASKING, [WHOLE, 'H T_q T_k', [0.1, 0, 0, 0.2, 0.7, 0]]]);
  assert.equal(names(trace, 'weights', [0, 0, 0]), '(e^masked)/(Σ Σ e^masked)');
  assert.equal(numbers(trace, 'weights', [0, 0, 0]), '(e^1)/(e^1 + e^−∞ + e^−∞ + e^4 + e^5 + e^−∞)');
  const bottom = explain('en', trace, 'weights', [0, 0, 0]).numbers[0].bottom;
  assert.deepEqual([bottom.length, bottom[0].count], [1, 6]);
  assert.deepEqual(lights(trace, 'weights', [0, 0, 0])['masked 0'], '0-0 0-1 0-2');
});

const SOFTMAX =
  "(= (weights h i j) (/ (exp (/ (masked h i j) temperature)) (sum j' T_k (exp (/ (masked h i j') temperature)))))";

test('0/0, ∞ and NaN are described', () => {
  const softmax = (masked, weights) =>
    family(
      [
        ['(= (masked h i j) (lookup scene h i j))', 'H T_q T_k', masked],
        [SOFTMAX, 'H T_q T_k', weights],
        ['(= (exploded h i j) (+ (masked h i j) 1))', 'H T_q T_k', [Infinity, Number.NaN, 0, 0, 0, 0]],
      ],
      { symbols: { temperature: 1 } },
    );
  const hidden = [-Infinity, -Infinity, -Infinity, 1, 2, 3];
  const all = softmax(hidden, [0, 0, 0, 0.1, 0.2, 0.7]);
  assert.match(explain('en', all, 'weights', [0, 0, 1]).notes.join(), /Every key is hidden.*0 by convention/);
  assert.deepEqual(explain('en', all, 'weights', [0, 1, 1]).notes, []);
  const large = softmax([800, 700, 600, 1, 2, 3], [Number.NaN, Number.NaN, Number.NaN, 0.1, 0.2, 0.7]);
  assert.match(explain('en', large, 'weights', [0, 0, 1]).notes.join(), /88\.7/);
  assert.match(explain('en', large, 'exploded', [0, 0, 0]).notes.join(), /^Infinite/);
  assert.match(explain('en', large, 'exploded', [0, 0, 1]).notes.join(), /^Not a number/);
});

test('keys have their own names in cross-attention', () => {
  const trace = family(MASKING);
  assert.equal(explain('en', trace, 'masked', [0, 1, 2]).where, 'sat, c');
});

test('the encoder is read from the first layer', () => {
  const trace = family([
    ['(= (x0_k j m) (lookup scene j m))', 'T_k d_model', undefined, 0],
    ['(= (k h j c) (sum m d_model (* (x0_k j m) (w_k m c))))', 'H T_k d_k', undefined, 1],
    ['w_k', 'd_model H·d_k', undefined, 1],
  ]);
  assert.equal(numbers(trace, 'k', [0, 2, 1], 1), '5·2 + 6·4');
  assert.deepEqual(lights(trace, 'k', [0, 2, 1], 1), { 'x0_k 0': '2-2 0-1', 'w_k 1': '0-1 1-1' });
});

test('512 tokens light a whole matrix at once', () => {
  const trace = family(
    [
      [WHOLE, 'H T_q T_k', []],
      ['(= (masked h i j) (lookup scene h i j))', 'H T_q T_k', []],
    ],
    {
      symbols: { T_q: 512, T_k: 512 },
    },
  );
  const before = performance.now();
  assert.equal(lights(trace, 'weights', [0, 7, 7])['masked 0'], '0-0 0-511 0-511');
  assert.ok(performance.now() - before < 50);
});

test('every new name wears the accent of what it is', () => {
  const accents = {
    q: 'q_rotated q_a',
    k: 'k_rotated k_a',
    v: 'weighted',
    w: 'qe skewed relative related mask threshold rounded',
  };
  for (const [role, list] of Object.entries(accents))
    for (const name of list.split(' ')) assert.equal(roleOf(name), role);
  for (const name of ['p', 'x', 'y', 'z', 'hidden', 'constructor']) assert.equal(roleOf(name), 'x');
});
