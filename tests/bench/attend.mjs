// What one `attend` costs from JavaScript, inputs in and weights out: T = 6, d_model = 16, 2 heads. The answer is checked
// against the oracle before anything is timed, and the same layer in plain JavaScript is timed in the same run.
//
//   node tests/bench/attend.mjs [rounds]
import assert from 'node:assert/strict';
import { loadCore } from 'self-attention/core';
import { difference, layer } from '../node/oracle.mjs';
import { generator } from '../node/scenes.mjs';

const rounds = Number(process.argv[2] ?? 20_000);
assert.ok(Number.isInteger(rounds) && rounds > 0, 'rounds is a whole number from 1');

const [T, dModel, heads] = [6, 16, 2];
const random = generator(1);
const rows = (count, columns) =>
  Array.from({ length: count }, () => Array.from({ length: columns }, () => random() * 2 - 1));
const scene = {
  version: 1,
  tokens: ['the', 'cat', 'sat', 'on', 'a', 'mat'],
  embedding: { kind: 'given', x: rows(T, dModel) },
  parameters: { kind: 'given', wQ: rows(dModel, dModel), wK: rows(dModel, dModel), wV: rows(dModel, dModel) },
  attention: { heads },
};
const core = await loadCore();

function inCore() {
  const trace = core.attend(scene);
  const weights = trace.tensor('weights');
  trace.dispose();
  return weights.data;
}

/** As one would write it without a library: flat Float32Arrays, and every step that a trace holds. */
const flat = (matrix) => Float32Array.from(matrix.flat());
const [x, wQ, wK, wV] = [scene.embedding.x, scene.parameters.wQ, scene.parameters.wK, scene.parameters.wV].map(flat);
const width = dModel / heads;

function project(w) {
  const projected = new Float32Array(T * dModel);
  for (let i = 0; i < T; i += 1) {
    for (let n = 0; n < dModel; n += 1) {
      let sum = 0;
      for (let m = 0; m < dModel; m += 1) sum += x[i * dModel + m] * w[m * dModel + n];
      projected[i * dModel + n] = sum;
    }
  }
  return projected;
}

function inJavaScript() {
  const [q, k, v] = [project(wQ), project(wK), project(wV)];
  const scores = new Float32Array(heads * T * T);
  const scaled = new Float32Array(heads * T * T);
  const weights = new Float32Array(heads * T * T);
  const output = new Float32Array(T * dModel);
  for (let h = 0; h < heads; h += 1) {
    for (let i = 0; i < T; i += 1) {
      const at = (h * T + i) * T;
      let maximum = -Infinity;
      for (let j = 0; j < T; j += 1) {
        let sum = 0;
        for (let c = 0; c < width; c += 1) sum += q[i * dModel + h * width + c] * k[j * dModel + h * width + c];
        scores[at + j] = sum;
        scaled[at + j] = sum / Math.sqrt(width);
        maximum = Math.max(maximum, scaled[at + j]);
      }
      let total = 0;
      for (let j = 0; j < T; j += 1) {
        weights[at + j] = Math.exp(scaled[at + j] - maximum);
        total += weights[at + j];
      }
      for (let j = 0; j < T; j += 1) weights[at + j] /= total;
      for (let c = 0; c < width; c += 1) {
        let sum = 0;
        for (let j = 0; j < T; j += 1) sum += weights[at + j] * v[j * dModel + h * width + c];
        output[i * dModel + h * width + c] = sum;
      }
    }
  }
  return weights;
}

const expected = { ...layer(scene).weights, shape: [heads * T * T] };
for (const [name, compute] of Object.entries({ core: inCore, 'plain JavaScript': inJavaScript })) {
  const apart = difference({ shape: [heads * T * T], data: compute() }, expected);
  assert.ok(apart < 2 ** -18, `the answer of the ${name} is ${apart} from the oracle's`);
}
console.log(`proved   both answers are within 2^-18 of the oracle's, relative to the largest weight`);

/** Microseconds of each call, sorted; the first tenth of the calls warms up and is not counted. */
function time(compute) {
  const times = new Float64Array(rounds);
  for (let round = -Math.ceil(rounds / 10); round < rounds; round += 1) {
    const start = process.hrtime.bigint();
    compute();
    if (round >= 0) times[round] = Number(process.hrtime.bigint() - start) / 1000;
  }
  return times.sort();
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const shown = (name, sorted) =>
  console.log(`${name} median ${at(sorted, 0.5).toFixed(1)} µs, 95th percentile ${at(sorted, 0.95).toFixed(1)} µs`);

const [own, plain] = [time(inCore), time(inJavaScript)];
shown('core    ', own);
shown('plain JS', plain);
console.log(
  `ratio    ${(at(own, 0.5) / at(plain, 0.5)).toFixed(2)} (core / plain JS; ${rounds} rounds, ${core.flavour}, Node ${process.version})`,
);
