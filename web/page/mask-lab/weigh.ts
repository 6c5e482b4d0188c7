import type { AttentionOptions, Core, EmptyRows, Tensor } from '../../core/types.ts';
import type { Rows } from '../../scene/types.ts';

/** The scores of every example, before any mask. */
export const scores: Rows = [
  [1.2, 0.4, -0.3, 0.8, 0.1],
  [0.9, 1.5, 0.2, -0.4, 0.6],
  [0.1, 1.1, 0.7, 0.3, -0.2],
  [-0.5, 0.6, 1.3, 0.9, 0.4],
  [0.3, 1.4, 0.5, -0.1, 0.8],
];

const tensor = (rows: Rows): Tensor => ({
  shape: [rows.length, rows[0]?.length ?? 0],
  data: Float32Array.from(rows.flat()),
});

/** Rows of weights, and what each row adds up to. The core computed both. */
export interface Weighed {
  readonly weights: Rows;
  readonly sums: readonly number[];
}

export type Attend = Core['scaledDotProductAttention'];

/** The scores are q, and k is the identity, so q·kᵀ are the scores themselves. */
function compute(attend: Attend, given: Rows, values: Rows, options: AttentionOptions) {
  const keys = given[0]?.length ?? 0;
  const identity = Array.from({ length: keys }, (_, i) => Array.from({ length: keys }, (_, j) => (i === j ? 1 : 0)));
  const { weights, output } = attend(tensor(given), tensor(identity), tensor(values), {
    scale: 1,
    ...options,
  });
  return { weights: rowsOf(weights), output: rowsOf(output) };
}

function rowsOf({ shape: [rows = 0, columns = 0], data }: Tensor): Rows {
  return Array.from({ length: rows }, (_, row) => Array.from(data.subarray(row * columns, (row + 1) * columns)));
}

const bytes = (visible: Rows) => ({
  shape: [visible.length, visible[0]?.length ?? 0],
  data: Uint8Array.from(visible.flat()),
});

/** The softmax of what is visible. */
export function weigh(attend: Attend, given: Rows, visible: Rows, emptyRows: EmptyRows = 'zeros'): Weighed {
  const ones = visible[0]?.map(() => [1]) ?? [];
  const { weights, output } = compute(attend, given, ones, { mask: bytes(visible), emptyRows });
  return { weights, sums: output.map(([sum = 0]) => sum) };
}

export function weighCausal(attend: Attend, given: Rows, causal: 'topLeft' | 'bottomRight'): Weighed {
  const ones = given[0]?.map(() => [1]) ?? [];
  const { weights, output } = compute(attend, given, ones, { causal });
  return { weights, sums: output.map(([sum = 0]) => sum) };
}

/** The softmax of everything, and then 0 for what is hidden. */
export function weighAndDrop(attend: Attend, given: Rows, visible: Rows): Weighed {
  // Column i of the values is 1 where query i sees the key, so the core adds up what is left of row i.
  const values = visible[0]?.map((_, key) => visible.map((row) => row[key] ?? 0)) ?? [];
  const { weights, output } = compute(attend, given, values, {});
  return {
    weights: weights.map((row, i) => row.map((weight, j) => (visible[i]?.[j] === 1 ? weight : 0))),
    sums: output.map((row, i) => row[i] ?? 0),
  };
}
