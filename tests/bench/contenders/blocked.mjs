// JavaScript written for speed: every product in blocks of 4×4 whose sums stay in registers, memory taken once.
export const blocked = {
  name: 'blocked JavaScript',
  kind: 'javascript',
  takes: () => true,
  prepare,
};

function prepare({ T, dModel, heads, causal }, { x, wQ, wK, wV }) {
  const width = dModel / heads;
  const factor = 1 / Math.sqrt(width);
  const [q, k, v, output] = [0, 1, 2, 3].map(() => new Float32Array(T * dModel));
  const weights = new Float32Array(heads * T * T);
  return {
    run() {
      product(x, 0, dModel, wQ, 0, dModel, 1, q, 0, dModel, T, dModel, dModel);
      product(x, 0, dModel, wK, 0, dModel, 1, k, 0, dModel, T, dModel, dModel);
      product(x, 0, dModel, wV, 0, dModel, 1, v, 0, dModel, T, dModel, dModel);
      for (let h = 0; h < heads; h += 1) {
        const at = h * T * T;
        const column = h * width;
        // Under a causal mask in strips of 64 queries: what a strip does not see is not computed.
        for (let from = 0; from < T; from += causal ? 64 : T) {
          const rows = causal ? Math.min(64, T - from) : T;
          const seen = causal ? from + rows : T;
          const [line, query] = [at + from * T, from * dModel + column];
          product(q, query, dModel, k, column, 1, dModel, weights, line, T, rows, seen, width);
          for (let row = 0; row < rows; row += 1) {
            softmax(weights, line + row * T, causal ? from + row + 1 : T, seen, factor);
          }
          product(weights, line, T, v, column, dModel, 1, output, query, dModel, rows, width, seen);
        }
      }
      return { output, weights };
    },
  };
}

function softmax(weights, at, seen, computed, factor) {
  let maximum = weights[at];
  for (let j = at + 1; j < at + seen; j += 1) if (weights[j] > maximum) maximum = weights[j];
  let total = 0;
  for (let j = at; j < at + seen; j += 1) {
    const power = Math.exp((weights[j] - maximum) * factor);
    weights[j] = power;
    total += power;
  }
  const share = 1 / total;
  for (let j = at; j < at + seen; j += 1) weights[j] *= share;
  for (let j = at + seen; j < at + computed; j += 1) weights[j] = 0;
}

/** c (m×n) = a (m×k) · b, whose neighbours below and to the right are `below` and `right` away. Each matrix begins at its offset. */
function product(a, aFrom, aStride, b, bFrom, below, right, c, cFrom, cStride, m, n, k) {
  let i = 0;
  for (; i + 4 <= m; i += 4) {
    let j = 0;
    for (; j + 4 <= n; j += 4) {
      block(
        a,
        aFrom + i * aStride,
        aStride,
        b,
        bFrom + j * right,
        below,
        right,
        c,
        cFrom + i * cStride + j,
        cStride,
        k,
      );
    }
    for (; j < n; j += 1) {
      for (let row = i; row < i + 4; row += 1)
        cell(a, aFrom + row * aStride, b, bFrom + j * right, below, c, cFrom + row * cStride + j, k);
    }
  }
  for (; i < m; i += 1) {
    for (let j = 0; j < n; j += 1)
      cell(a, aFrom + i * aStride, b, bFrom + j * right, below, c, cFrom + i * cStride + j, k);
  }
}

function cell(a, row, b, column, below, c, at, k) {
  let sum = 0;
  for (let p = 0; p < k; p += 1) sum += a[row + p] * b[column + p * below];
  c[at] = sum;
}

function block(a, row, aStride, b, column, below, right, c, at, cStride, k) {
  let [c00, c01, c02, c03] = [0, 0, 0, 0];
  let [c10, c11, c12, c13] = [0, 0, 0, 0];
  let [c20, c21, c22, c23] = [0, 0, 0, 0];
  let [c30, c31, c32, c33] = [0, 0, 0, 0];
  const [a1, a2, a3] = [row + aStride, row + 2 * aStride, row + 3 * aStride];
  for (let p = 0, from = column; p < k; p += 1, from += below) {
    const b0 = b[from];
    const b1 = b[from + right];
    const b2 = b[from + 2 * right];
    const b3 = b[from + 3 * right];
    const x0 = a[row + p];
    c00 += x0 * b0;
    c01 += x0 * b1;
    c02 += x0 * b2;
    c03 += x0 * b3;
    const x1 = a[a1 + p];
    c10 += x1 * b0;
    c11 += x1 * b1;
    c12 += x1 * b2;
    c13 += x1 * b3;
    const x2 = a[a2 + p];
    c20 += x2 * b0;
    c21 += x2 * b1;
    c22 += x2 * b2;
    c23 += x2 * b3;
    const x3 = a[a3 + p];
    c30 += x3 * b0;
    c31 += x3 * b1;
    c32 += x3 * b2;
    c33 += x3 * b3;
  }
  c[at] = c00;
  c[at + 1] = c01;
  c[at + 2] = c02;
  c[at + 3] = c03;
  c[at + cStride] = c10;
  c[at + cStride + 1] = c11;
  c[at + cStride + 2] = c12;
  c[at + cStride + 3] = c13;
  c[at + 2 * cStride] = c20;
  c[at + 2 * cStride + 1] = c21;
  c[at + 2 * cStride + 2] = c22;
  c[at + 2 * cStride + 3] = c23;
  c[at + 3 * cStride] = c30;
  c[at + 3 * cStride + 1] = c31;
  c[at + 3 * cStride + 2] = c32;
  c[at + 3 * cStride + 3] = c33;
}
