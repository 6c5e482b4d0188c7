// An independent implementation of attention: plain loops in double precision, written from design.md and from nothing
// in src/. Each number has a bound for the error of float32 arithmetic, so that tolerances follow the data.
import assert from 'node:assert/strict';

/** Unit roundoff of float32: the relative error of one operation. */
export const unit = 2 ** -24;
/** Below this float32 has no normal numbers, and products may become 0. */
export const tiny = 2 ** -126;
/** The smallest number above 0, the absolute error of a subnormal product. */
const least = 2 ** -149;

export const tensor = (shape, data) => ({ shape, data: Float32Array.from(data) });
export const sizeOf = (shape) => shape.reduce((product, extent) => product * extent, 1);
const axesOf = (shape) => [...[1, 1, 1, 1].slice(shape.length), ...shape];

/** Numbers, each with a bound. `near` compares a tensor with them. */
const blank = (shape) => ({
  shape,
  data: new Float64Array(sizeOf(shape)),
  bound: new Float64Array(sizeOf(shape)),
});

/** Softmax of one row of scores with bounds. A row whose keys are all hidden gets zeros. */
export function softmaxRow(row, bounds) {
  const maximum = Math.max(...row);
  if (maximum === -Infinity) return { weights: row.map(() => 0), bounds: row.map(() => 0) };
  const powers = row.map((score) => Math.exp(score - maximum));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const weights = powers.map((power) => power / total);
  const relative = row.map((score, j) =>
    score === -Infinity ? 0 : Math.expm1(bounds[j] + unit * (maximum - score)) + 4 * unit,
  );
  const shared = weights.reduce((sum, weight, j) => sum + weight * relative[j], 0) + (row.length + 4) * unit;
  return {
    weights,
    // If a score may be anything, a weight may be anything from 0 to 1. So is 0 · ∞.
    bounds: weights.map((weight, j) =>
      row[j] === -Infinity ? 0 : Math.min(1, weight * (relative[j] + shared) + tiny || 1),
    ),
  };
}

/** Scaled dot-product attention: { scores, scaled, capped, masked, weights, output }, each with bounds. */
export function attention(q, k, v, options = {}) {
  const [B, H, rows, dK] = axesOf(q.shape);
  const [, kvHeads, columns] = axesOf(k.shape);
  const dV = v.shape.at(-1);
  const { causal = false, causalOffset = causal === 'bottomRight' ? columns - rows : 0 } = options;
  const { mask, scale = 1 / Math.sqrt(dK), softcap = 0 } = options;
  const maskAxes = mask && axesOf(mask.shape);
  const maskAt = (...place) =>
    mask.data[place.reduce((at, index, axis) => at * maskAxes[axis] + (maskAxes[axis] === 1 ? 0 : index), 0)];
  const shaped = (last) => blank([...q.shape.slice(0, -1), last]);
  const result = { output: shaped(dV) };
  for (const name of ['scores', 'scaled', 'capped', 'masked', 'weights']) result[name] = shaped(columns);

  for (let b = 0; b < B; b += 1) {
    for (let h = 0; h < H; h += 1) {
      const kv = b * kvHeads + Math.floor(h / (H / kvHeads));
      for (let i = 0; i < rows; i += 1) {
        const line = (b * H + h) * rows + i;
        for (let j = 0; j < columns; j += 1) {
          const cell = line * columns + j;
          const put = (name, value, bound) => {
            result[name].data[cell] = value;
            result[name].bound[cell] = bound + tiny;
            return value;
          };
          let score = 0;
          let size = 0;
          for (let c = 0; c < dK; c += 1) {
            const product = q.data[line * dK + c] * k.data[(kv * columns + j) * dK + c];
            score += product;
            size += Math.abs(product);
          }
          let bound = (dK + 1) * unit * size + dK * least;
          put('scores', score, bound);
          bound = Math.abs(scale) * bound + 2 * unit * Math.abs(scale * score);
          const scaled = put('scaled', scale * score, bound);
          let masked = softcap === 0 ? scaled : softcap * Math.tanh(scaled / softcap);
          if (softcap !== 0) bound += 8 * unit * Math.abs(masked);
          put('capped', masked, bound);
          if (mask?.data instanceof Uint8Array) masked = maskAt(b, h, i, j) === 1 ? masked : -Infinity;
          else if (mask) masked += maskAt(b, h, i, j);
          if (mask && masked !== -Infinity) bound += unit * Math.abs(masked);
          if (causal && j > i + causalOffset) masked = -Infinity;
          put('masked', masked, masked === -Infinity ? 0 : bound);
        }
        const at = line * columns;
        const row = softmaxRow(
          [...result.masked.data.subarray(at, at + columns)],
          [...result.masked.bound.subarray(at, at + columns)],
        );
        result.weights.data.set(row.weights, at);
        result.weights.bound.set(row.bounds, at);
        for (let c = 0; c < dV; c += 1) {
          let sum = 0;
          let bound = tiny;
          for (let j = 0; j < columns; j += 1) {
            const value = v.data[(kv * columns + j) * dV + c];
            sum += row.weights[j] * value;
            bound += (row.bounds[j] + (columns + 1) * unit * row.weights[j]) * Math.abs(value);
          }
          result.output.data[line * dV + c] = sum;
          result.output.bound[line * dV + c] = bound;
        }
      }
    }
  }
  return result;
}

/** Fails unless the tensor has the expected shape and, within the bounds, numbers. −∞ must be −∞. */
export function near(actual, expected, what) {
  assert.deepEqual([...actual.shape], [...expected.shape], `${what}: shape`);
  assert.ok(actual.data instanceof Float32Array, `${what}: not a Float32Array`);
  assert.equal(actual.data.length, expected.data.length, `${what}: length`);
  for (let at = 0; at < expected.data.length; at += 1) {
    const [is, should, bound] = [actual.data[at], expected.data[at], expected.bound[at]];
    if (is === should || Math.abs(is - should) <= bound) continue;
    assert.fail(`${what}[${at}] is ${is}, the oracle has ${should} ± ${bound}`);
  }
}

const times = (x, w, b) =>
  x.map((row) =>
    Array.from({ length: w[0].length }, (_, n) => row.reduce((sum, number, m) => sum + number * w[m][n], b?.[n] ?? 0)),
  );

/** Rows side by side → (heads, T, width). */
function split(rows, heads) {
  const width = rows[0].length / heads;
  const data = Array.from({ length: heads }, (_, h) => rows.map((row) => row.slice(h * width, (h + 1) * width)));
  return { shape: [heads, rows.length, width], data: data.flat(2) };
}

/** A whole scene with given inputs and parameters, in double precision, without bounds: { q, k, v, scores … z, output }. */
export function layer(scene) {
  const { x } = scene.embedding;
  const { wQ, wK, wV, bQ, bK, bV, wO, bO } = scene.parameters;
  const { heads, kvHeads = heads, score = 'scaledDot', mask, temperature = 1, softcap = 0 } = scene.attention;
  const q = split(times(x, wQ, bQ), heads);
  const k = split(times(x, wK, bK), kvHeads);
  const v = split(times(x, wV, bV), kvHeads);
  const scale = score === 'dot' ? 1 : (scene.attention.scale ?? 1 / Math.sqrt(q.shape[2]));
  // A temperature divides the input of softmax. Without mask numbers, scale and softcap can express it.
  const options = { causal: mask?.kind === 'causal', scale: scale / temperature, softcap: softcap / temperature };
  const tempered = attention(q, k, v, options);
  const plain = temperature === 1 ? tempered : attention(q, k, v, { ...options, scale, softcap });
  const z = tempered.output;
  const dV = z.shape[2];
  const merged = x.map((_, i) =>
    Array.from({ length: heads * dV }, (_, n) => z.data[(Math.floor(n / dV) * x.length + i) * dV + (n % dV)]),
  );
  const output = wO ? times(merged, wO, bO) : merged;
  return {
    ...plain,
    q,
    k,
    v,
    weights: tempered.weights,
    z,
    output: { shape: [x.length, output[0].length], data: output.flat() },
  };
}

/** The largest difference between a tensor and the expected one, relative to the largest expected number. */
export function difference(actual, expected) {
  assert.deepEqual([...actual.shape], [...expected.shape]);
  let most = 0;
  let size = tiny;
  for (let at = 0; at < expected.data.length; at += 1) {
    if (actual.data[at] === expected.data[at]) continue;
    most = Math.max(most, Math.abs(actual.data[at] - expected.data[at]));
    size = Math.max(size, Math.abs(expected.data[at]));
    assert.ok(!Number.isNaN(actual.data[at]), `number ${at} is NaN`);
  }
  return most / size;
}
