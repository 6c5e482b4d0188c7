// The sizes that are measured, their numbers, and how much work each is.
import { generator } from '../node/support/scenes.mjs';

/** [T, d_model, heads]: from one token to what no page has kept up with so far. */
const sizes = [
  [1, 16, 2],
  [6, 16, 2],
  [40, 144, 12],
  [128, 256, 8],
  [512, 512, 8],
  [1024, 512, 8],
  [2048, 512, 8],
];

/** Every size without a mask, then with a causal one (of a single token it would hide nothing). */
export const cases = [
  ...sizes.map((size) => caseOf(...size, false)),
  ...sizes.filter(([T]) => T > 1).map((size) => caseOf(...size, true)),
];

function caseOf(T, dModel, heads, causal) {
  return { name: `${T}, ${dModel}, ${heads}${causal ? ' causal' : ''}`, T, dModel, heads, causal };
}

/**
 * The numbers of a case, the same in every run, other ones for another `seed`: x (T, d_model), uniform, every seventeenth token twice as large; wQ, wK, wV
 * (d_model, d_model), uniform as a linear layer of PyTorch begins; flat, row by row.
 */
export function inputsOf({ T, dModel }, seed = 0) {
  const random = generator(T * 31 + dModel + seed * 1_000_003);
  const spread = 1 / Math.sqrt(dModel);
  const numbers = (count, size) => Float32Array.from({ length: count }, () => (random() * 2 - 1) * size);
  const x = numbers(T * dModel, 1);
  for (let token = 16; token < T; token += 17) {
    for (let n = token * dModel; n < (token + 1) * dModel; n += 1) x[n] *= 2;
  }
  const [wQ, wK, wV] = [0, 1, 2].map(() => numbers(dModel * dModel, spread));
  return { x, wQ, wK, wV };
}

/** Multiplications and additions of the matrix products: three projections, q·kᵀ and weights·v, of visible cells only. */
export function operationsOf({ T, dModel, causal }) {
  const cells = causal ? (T * (T + 1)) / 2 : T * T;
  return 2 * (3 * T * dModel * dModel + 2 * cells * dModel);
}
