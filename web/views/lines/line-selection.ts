export interface Line {
  readonly query: number;
  readonly key: number;
  readonly weight: number;
}

export interface LineSelection {
  readonly lines: readonly Line[];
  /** How many lines above the threshold are left out because there are too many. */
  readonly left: number;
  /** Whether some lines are below the threshold. */
  readonly under: boolean;
}

/** Weaker lines are drawn only for the query in focus. */
export const LINE_THRESHOLD = 0.02;

/** The height of a row, by the number of tokens on the longer side. In CSS pixels. */
export const rowHeight = (tokens: number): number => (tokens <= 14 ? 32 : tokens <= 24 ? 28 : 24);

/** More lines cannot be told apart, and would slow every keystroke. */
export const MOST_LINES = 400;

/**
 * Up to this weight a line is one pixel thick and its opacity alone shows the weight. Browsers draw a thousand thin
 * lines as fast as a hundred wide ones, and most weights in a long sentence are small.
 */
const THIN = 0.08;

/**
 * In CSS pixels. A line of weight 1 has ten. Undoing the picture's stretch may give a factor just above 1, so this
 * is not 1.
 */
export const thickness = (weight: number): number => 0.98 + 9.8 * Math.max(0, weight - THIN);

/** The strongest lines above the threshold, weak ones first, so that strong ones are drawn over them. */
export function selectLines(weights: Float32Array, queries: number, keys: number, threshold: number): LineSelection {
  const lines: Line[] = [];
  let under = false;
  for (let query = 0, index = 0; query < queries; query++) {
    for (let key = 0; key < keys; key++, index++) {
      const weight = weights[index] ?? 0;
      if (weight >= threshold) lines.push({ query, key, weight });
      else if (weight > 0) under = true;
    }
  }
  lines.sort((a, b) => a.weight - b.weight);
  const left = Math.max(0, lines.length - MOST_LINES);
  return { lines: lines.slice(left), left, under };
}

/** All lines of the query in focus, whatever their weight. Without one, the drawn lines to the key in focus. */
export function focusedLines(
  drawn: readonly Line[],
  weights: Float32Array,
  keys: number,
  focus: { readonly query?: number | undefined; readonly key?: number | undefined } | null,
): Line[] {
  const { query, key } = focus ?? {};
  if (query === undefined) return key === undefined ? [] : drawn.filter((line) => line.key === key);
  const row = Array.from(weights.subarray(query * keys, (query + 1) * keys));
  return row
    .map((weight, index) => ({ query, key: index, weight }))
    .filter((line) => line.weight > 0)
    .sort((a, b) => a.weight - b.weight);
}

/** The height (0 to 1) of a line at `x` of the way across: the cubic Bézier with 0 ½ ½ 1 across and 0 0 1 1 up. */
export function riseAt(x: number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 24; i++) {
    const t = (low + high) / 2;
    const across = 1.5 * t * (1 - t) + t ** 3;
    if (across < x) low = t;
    else high = t;
  }
  return low * low * (3 - 2 * low);
}
