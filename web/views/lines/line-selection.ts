export interface Line {
  readonly query: number;
  readonly key: number;
  readonly weight: number;
}

export interface LineSelection {
  readonly lines: readonly Line[];
  /** Lines of at least the threshold that are left out because there are too many. */
  readonly left: number;
  /** Whether there are lines under the threshold. */
  readonly under: boolean;
}

/** A weaker line is drawn only for the query in focus. */
export const LINE_THRESHOLD = 0.02;

/** How high a row of the picture is, by how many tokens the longer side has. CSS px. */
export const rowHeight = (tokens: number): number => (tokens <= 14 ? 32 : tokens <= 24 ? 28 : 24);

/** More lines than this cannot be told apart, and would slow every keystroke. */
export const MOST_LINES = 400;

/**
 * Up to this weight a line is as thin as a pixel, and its opacity alone tells the weight. Browsers draw a hundred wider ones in
 * the time of a thousand such, and most lines of a long sentence are of a few percent.
 */
const THIN = 0.08;

/** CSS px; a line of all weight has ten. The factor that undoes the picture's stretching may be a little over 1, so not 1. */
export const thickness = (weight: number): number => 0.98 + 9.8 * Math.max(0, weight - THIN);

/** Which lines to draw: the strongest of those that reach the threshold, weak ones first so that strong ones lie on top. */
export function selectLines(weights: Float32Array, queries: number, keys: number, threshold: number): LineSelection {
  const lines: Line[] = [];
  let under = false;
  for (let query = 0, at = 0; query < queries; query++) {
    for (let key = 0; key < keys; key++, at++) {
      const weight = weights[at] ?? 0;
      if (weight >= threshold) lines.push({ query, key, weight });
      else if (weight > 0) under = true;
    }
  }
  lines.sort((a, b) => a.weight - b.weight);
  const left = Math.max(0, lines.length - MOST_LINES);
  return { lines: lines.slice(left), left, under };
}

/** All lines of the focused query, whatever their weight; without one, those to the focused key that are drawn anyway. */
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
    .map((weight, at) => ({ query, key: at, weight }))
    .filter((line) => line.weight > 0)
    .sort((a, b) => a.weight - b.weight);
}

/** How far along its rise (0 to 1) a line is at `x` of the way across: the cubic Bézier 0 ½ ½ 1 across, 0 0 1 1 up. */
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
