// The truth that every answer is compared with: plain loops in float64. A large case is proved on rows spread over all of it;
// what stands between them is compared with the first answer that has been proved.

/**
 * How far an answer may be from the oracle's, as a part of the largest number of its tensor. The float32 sums of the libraries stand
 * up to 2e-6 away at the largest sizes.
 */
export const TOLERANCE = 4e-6;
const ROWS = 48;

/** The largest number of a tensor, whatever its sign. */
const largest = (data) => data.reduce((most, number) => Math.max(most, Math.abs(number)), 0);

/** The largest difference of `count` numbers; Infinity where there is a NaN. */
function apart(count, actual, expected) {
  let most = 0;
  for (let at = 0; at < count; at += 1) {
    const difference = Math.abs(actual(at) - expected(at));
    if (!(difference <= most)) most = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
  }
  return most;
}

/**
 * A function that throws unless { output, weights } is the answer: output (T, d_model), weights (H, T, T), flat, as
 * Float32Array. It returns how far the answer is from the oracle's, as a part of the
 * largest number.
 */
export function proofOf({ T, dModel, heads, causal }, { x, wQ, wK, wV }) {
  const queries = rowsOf(T);
  const truth = rowsIn64({ T, dModel, heads, causal }, { x, wQ, wK, wV }, queries);
  let first;
  return ({ output, weights }, name) => {
    for (const [tensor, data, length] of [
      ['output', output, T * dModel],
      ['weights', weights, heads * T * T],
    ]) {
      if (!(data instanceof Float32Array) || data.length !== length)
        throw new Error(`${name}: ${tensor} is not ${length} numbers in a Float32Array`);
    }
    const far = { output: 0, weights: 0 };
    for (const [at, i] of queries.entries()) {
      far.output = Math.max(
        far.output,
        apart(
          dModel,
          (n) => output[i * dModel + n],
          (n) => truth.output[at * dModel + n],
        ),
      );
      far.weights = Math.max(
        far.weights,
        apart(
          heads * T,
          (n) => weights[(Math.floor(n / T) * T + i) * T + (n % T)],
          (n) => truth.weights[at * heads * T + n],
        ),
      );
    }
    if (first !== undefined && queries.length < T) {
      far.output = Math.max(far.output, apartOf(output, first.output));
      far.weights = Math.max(far.weights, apartOf(weights, first.weights));
    }
    far.output /= truth.size.output;
    far.weights /= truth.size.weights;
    for (const [tensor, distance] of Object.entries(far)) {
      if (!(distance <= TOLERANCE))
        throw new Error(
          `${name}: ${tensor} is ${distance.toExponential(1)} from the oracle's, ${TOLERANCE} is allowed`,
        );
    }
    // A copy: whoever answered may use the memory again.
    first ??= { output: output.slice(), weights: weights.slice() };
    return Math.max(far.output, far.weights);
  };
}

/** `apart` of two whole tensors: millions of numbers, so without a call for each. */
function apartOf(actual, expected) {
  let most = 0;
  for (let at = 0; at < expected.length; at += 1) {
    const difference = Math.abs(actual[at] - expected[at]);
    if (difference > most) most = difference;
    else if (Number.isNaN(difference)) return Number.POSITIVE_INFINITY;
  }
  return most;
}

const rowsOf = (T) =>
  T <= 2 * ROWS
    ? Array.from({ length: T }, (_, i) => i)
    : Array.from({ length: ROWS }, (_, at) => Math.round((at * (T - 1)) / (ROWS - 1)));

function product(a, b, rows, columns, depth) {
  const c = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i += 1) {
    for (let k = 0; k < depth; k += 1) {
      const factor = a[i * depth + k];
      for (let j = 0; j < columns; j += 1) c[i * columns + j] += factor * b[k * columns + j];
    }
  }
  return c;
}

/** Rows `queries` of output, and of the weights of every head. */
function rowsIn64({ T, dModel, heads, causal }, { x, wQ, wK, wV }, queries) {
  const asked = new Float64Array(queries.length * dModel);
  for (const [at, i] of queries.entries()) asked.set(x.subarray(i * dModel, (i + 1) * dModel), at * dModel);
  const q = product(asked, wQ, queries.length, dModel, dModel);
  const [k, v] = [wK, wV].map((w) => product(x, w, T, dModel, dModel));
  const width = dModel / heads;
  const output = new Float64Array(queries.length * dModel);
  const weights = new Float64Array(queries.length * heads * T);
  for (const [at, i] of queries.entries()) {
    for (let h = 0; h < heads; h += 1) {
      const row = weights.subarray((at * heads + h) * T, (at * heads + h + 1) * T);
      const seen = causal ? i + 1 : T;
      let maximum = Number.NEGATIVE_INFINITY;
      for (let j = 0; j < seen; j += 1) {
        let score = 0;
        for (let c = h * width; c < (h + 1) * width; c += 1) score += q[at * dModel + c] * k[j * dModel + c];
        row[j] = score / Math.sqrt(width);
        maximum = Math.max(maximum, row[j]);
      }
      let total = 0;
      for (let j = 0; j < seen; j += 1) {
        row[j] = Math.exp(row[j] - maximum);
        total += row[j];
      }
      for (let j = 0; j < seen; j += 1) {
        row[j] /= total;
        for (let c = h * width; c < (h + 1) * width; c += 1) output[at * dModel + c] += row[j] * v[j * dModel + c];
      }
    }
  }
  return { output, weights, size: { output: largest(output), weights: largest(weights) } };
}
