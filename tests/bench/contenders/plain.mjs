// As one would write it without a library: flat Float32Arrays and the loops of the textbook.
export const plain = {
  name: 'plain JavaScript',
  kind: 'javascript',
  // At 2048 tokens one call takes a quarter of a minute; the mask would halve it, and says nothing new.
  takes: ({ T, causal }) => T <= 512 || !causal,
  prepare: (size, inputs) => ({ run: () => attention(size, inputs) }),
};

function project(x, w, T, dModel) {
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

function attention({ T, dModel, heads, causal }, { x, wQ, wK, wV }) {
  const [q, k, v] = [project(x, wQ, T, dModel), project(x, wK, T, dModel), project(x, wV, T, dModel)];
  const width = dModel / heads;
  const factor = 1 / Math.sqrt(width);
  const weights = new Float32Array(heads * T * T);
  const output = new Float32Array(T * dModel);
  for (let h = 0; h < heads; h += 1) {
    for (let i = 0; i < T; i += 1) {
      const at = (h * T + i) * T;
      const seen = causal ? i + 1 : T;
      let maximum = Number.NEGATIVE_INFINITY;
      for (let j = 0; j < seen; j += 1) {
        let sum = 0;
        for (let c = 0; c < width; c += 1) sum += q[i * dModel + h * width + c] * k[j * dModel + h * width + c];
        weights[at + j] = sum * factor;
        maximum = Math.max(maximum, weights[at + j]);
      }
      let total = 0;
      for (let j = 0; j < seen; j += 1) {
        weights[at + j] = Math.exp(weights[at + j] - maximum);
        total += weights[at + j];
      }
      for (let j = 0; j < seen; j += 1) weights[at + j] /= total;
      for (let c = 0; c < width; c += 1) {
        let sum = 0;
        for (let j = 0; j < seen; j += 1) sum += weights[at + j] * v[j * dModel + h * width + c];
        output[i * dModel + h * width + c] = sum;
      }
    }
  }
  return { output, weights };
}
