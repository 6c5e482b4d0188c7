// An independent implementation of everything around scaled dot products: plain loops in double precision over nested arrays, written
// from the papers and the contract and from nothing in src/. It takes x0 and the parameters from the trace and computes
// every step after them.
import { roundedRow } from './evaluate.mjs';
import { sees } from './masks.mjs';
import { softmaxRow } from './oracle.mjs';

const range = (count) => Array.from({ length: count }, (_, at) => at);
const nest = ([first, ...rest], data) =>
  rest.length === 0
    ? [...data]
    : range(first).map((at) => {
        const size = data.length / first;
        return nest(rest, data.slice(at * size, (at + 1) * size));
      });
const dot = (a, b) => a.reduce((sum, number, at) => sum + number * b[at], 0);
const sum = (a, b) => a.map((row, i) => row.map((number, m) => number + b[i][m]));
const times = (x, w, b) =>
  x.map((row) =>
    w[0].map(
      (_, n) =>
        dot(
          row,
          w.map((line) => line[n]),
        ) + (b?.[n] ?? 0),
    ),
  );
/** Rows side by side → [head][row][column]. */
const split = (rows, heads) => {
  const width = rows[0].length / heads;
  return range(heads).map((h) => rows.map((row) => row.slice(h * width, (h + 1) * width)));
};
/** Maps every cell of [head][query][key]. */
const cells = (picture, make) =>
  picture.map((head, h) => head.map((row, i) => row.map((cell, j) => make(cell, h, i, j))));

const sinusoids = (places, width, base) =>
  range(places).map((i) =>
    range(width).map((m) => {
      const angle = i / base ** ((m - (m % 2)) / width);
      return m % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }),
  );

/** Rotates each pair, as a complex number, by its position. */
const turned = (heads, base, pairs) =>
  heads.map((rows) =>
    rows.map((row, i) =>
      row.map((number, c) => {
        const half = row.length / 2;
        const [pair, isFirst, away] =
          pairs === 'halves' ? [c % half, c < half, half] : [(c - (c % 2)) / 2, c % 2 === 0, 1];
        const angle = i / base ** ((2 * pair) / row.length);
        const partner = isFirst ? -row[c + away] : row[c - away];
        return number * Math.cos(angle) + partner * Math.sin(angle);
      }),
    ),
  );

/** A geometric sequence of ALiBi's slopes, and get_slopes of its authors' code. */
const powersOf = (heads) => range(heads).map((h) => 2 ** ((-8 * (h + 1)) / heads));
const publishedSlopes = (heads) => {
  const closest = 2 ** Math.floor(Math.log2(heads));
  return [...powersOf(closest), ...powersOf(2 * closest).filter((_, h) => h % 2 === 0)].slice(0, heads);
};

/** Bisection for the threshold above which the rest adds up to 1. The core computes it differently. */
function sparse(row) {
  const visible = row.filter((score) => score !== -Infinity);
  if (visible.length === 0) return { weights: row.map(() => 0), threshold: 0 };
  const above = (threshold) => row.map((score) => Math.max(0, score - threshold));
  let [low, high] = [Math.max(...visible) - 1, Math.max(...visible)];
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (above(middle).reduce((total, number) => total + number, 0) > 1) low = middle;
    else high = middle;
  }
  return { weights: above(low), threshold: low };
}

const activations = {
  relu: (x) => Math.max(0, x),
  gelu: (x) => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))),
};

/** Every step after x0 (and x0_k), in order: [{ name, layer, value }], value nested. Without a mistake. */
export function family(scene, trace) {
  if (scene.embedding.layers?.length > 1) {
    return scene.embedding.layers.flatMap((own, layer) =>
      family({ ...scene, embedding: { ...scene.embedding, layers: [own] } }, trace).map((step) => ({ ...step, layer })),
    );
  }
  const steps = [];
  const has = (list, name) => list.some((item) => item.name === name);
  const read = (name, layer = 0) => {
    const { shape, data } = trace.tensor(name, { layer });
    return nest(shape, data);
  };
  const learned = (name, layer) => (has(trace.parameters, name) ? read(name, layer) : undefined);
  const { positions = { kind: 'none' }, block = {}, layers = 1, embedding } = scene;
  const { heads, kvHeads = heads, score = 'scaledDot', scale, temperature = 1, softcap = 0, mask } = scene.attention;
  const group = heads / kvHeads;
  const cross = scene.encoder !== undefined;
  const direct = embedding.kind === 'qkv';
  const told = embedding.layers?.[0] ?? embedding;
  let layer = 0;
  const put = (name, value) => {
    steps.push({ name, layer, value });
    return value;
  };

  let x = direct ? undefined : read('x0');
  let keys = cross && !direct ? read('x0_k') : undefined;
  const { kind, base = 10_000 } = positions;
  if (kind === 'sinusoidal') {
    const width = positions.width ?? x[0].length;
    const join = (rows, p) => (positions.join === 'concat' ? rows.map((row, i) => [...row, ...p[i]]) : sum(rows, p));
    const p = put('p', sinusoids(x.length, width, base));
    const ofKeys = cross && put('p_k', sinusoids(keys.length, width, base));
    x = put('x', join(x, p));
    if (cross) keys = put('x_k', join(keys, ofKeys));
  }
  if (kind === 'learned') {
    x = put('x', sum(x, read('P')));
    if (cross) keys = put('x_k', sum(keys, read('P')));
  }

  for (; layer < layers; layer += 1) {
    const own = (name) => learned(name, layer);
    const norm = (which, rows) => {
      const rms = block.norm === 'rms';
      const mean = rows.map((row) =>
        rms
          ? 0
          : dot(
              row,
              row.map(() => 1 / row.length),
            ),
      );
      const square = rows.map((row, i) => row.reduce((all, number) => all + (number - mean[i]) ** 2 / row.length, 0));
      if (!rms) put(`mean_${which}`, mean);
      put(`${rms ? 'mean_square' : 'variance'}_${which}`, square);
      const [gamma, beta] = [own(`gamma_${which}`), own(`beta_${which}`)];
      const value = rows.map((row, i) =>
        row.map((number, m) => ((number - mean[i]) / Math.sqrt(square[i] + 1e-5)) * gamma[m] + (beta?.[m] ?? 0)),
      );
      return put(`normed_${which}`, value);
    };
    const normed = block.norm !== undefined && block.norm !== 'none';
    const before = normed && block.place === 'pre';
    if (layer > 0) put('x', x);
    const source = before ? norm(1, x) : x;
    let q;
    let k;
    if (score !== 'given' && score !== 'weights') {
      q = put('q', direct ? split(told.q, heads) : split(times(source, own('w_q'), own('b_q')), heads));
      k = put('k', direct ? split(told.k, kvHeads) : split(times(keys ?? source, own('w_k'), own('b_k')), kvHeads));
    }
    const v =
      direct && told.v === undefined
        ? undefined
        : put('v', direct ? split(told.v, kvHeads) : split(times(keys ?? source, own('w_v'), own('b_v')), kvHeads));
    if (kind === 'rope')
      [q, k] = [put('q_rotated', turned(q, base, positions.pairs)), put('k_rotated', turned(k, base, positions.pairs))];

    const [rowsOf, columnsOf] = [trace.tokens.length, trace.keyTokens.length];
    const empty = range(heads).map(() => range(rowsOf).map(() => range(columnsOf).map(() => 0)));
    const through = (name, of, shared) => {
      const w = split(own(name), heads);
      return range(heads).map((h) => times(of[Math.floor(h / shared)], w[h]));
    };
    const key = (h, j) => k[Math.floor(h / group)][j];
    const compare = {
      given: () => (h, i, j) => (told.scores?.[h] ?? scene.attention.scores)[i][j],
      dot: () => (h, i, j) => dot(q[h][i], key(h, j)),
      cosine: () => (h, i, j) => {
        const lengths = Math.hypot(...q[h][i]) * Math.hypot(...key(h, j));
        return lengths === 0 ? 0 : dot(q[h][i], key(h, j)) / lengths;
      },
      general: () => {
        const left = put('q_a', through('w_a', q, 1));
        return (h, i, j) => dot(left[h][i], key(h, j));
      },
      additive: () => {
        const [left, right] = [put('q_a', through('w_a', q, 1)), put('k_a', through('u_a', k, group))];
        const [line] = [split([own('v_a')], heads)];
        return (h, i, j) =>
          dot(
            line[h][0],
            left[h][i].map((number, e) => Math.tanh(number + right[h][j][e])),
          );
      },
    };
    let weights = told.weights;
    if (score !== 'weights') {
      const alike = compare[score === 'scaledDot' ? 'dot' : score]();
      let picture = put(
        'scores',
        cells(empty, (_, h, i, j) => alike(h, i, j)),
      );
      if (kind === 'given') {
        const S = read('S_rel');
        picture = put(
          'related',
          cells(picture, (cell, _, i, j) => cell + S[i][j]),
        );
      }
      if (kind === 'relative') {
        const E = split(read('E_rel'), heads);
        const R = mask?.kind === 'causal' && rowsOf === v[0].length ? rowsOf : rowsOf + v[0].length - 1;
        const { clip } = positions;
        const rowOf = (away) => (clip ? Math.max(-clip, Math.min(clip, away)) + clip : away + rowsOf - 1);
        const at = (h, i, away) => dot(q[h][i], E[h][rowOf(away)]);
        put(
          'qe',
          q.map((head, h) => head.map((_, i) => range(R).map((r) => at(h, i, r - (rowsOf - 1))))),
        );
        const plain = cells(empty, (_, h, i, j) => (j - i <= R - rowsOf ? at(h, i, j - i) : 0));
        // Skewing leaves arbitrary numbers at impossible distances. They are not compared.
        put(
          'skewed',
          cells(plain, (cell, _, i, j) => (j - i <= R - rowsOf ? cell : undefined)),
        );
        put('relative', plain);
        picture = put(
          'related',
          cells(picture, (cell, h, i, j) => cell + plain[h][i][j]),
        );
      }
      if (scale !== undefined || score === 'scaledDot') {
        const factor = scale ?? 1 / Math.sqrt(q[0][0].length);
        picture = put(
          'scaled',
          cells(picture, (cell) => factor * cell),
        );
      }
      if (softcap !== 0)
        picture = put(
          'capped',
          cells(picture, (cell) => softcap * Math.tanh(cell / softcap)),
        );
      if (kind === 'alibi') {
        const slopes = positions.slopes === 'reference' ? publishedSlopes(heads) : powersOf(heads);
        picture = put(
          'biased',
          cells(picture, (cell, h, i, j) => cell - slopes[h] * Math.abs(i - j)),
        );
      }
      if (mask && mask.kind !== 'none') {
        const visible = sees(mask, empty[0].length, empty[0][0].length);
        const [blocked] = cells([empty[0]], (_, _h, i, j) => (visible(i, j) ? 0 : 1));
        put('blocked', blocked);
        put('mask', cells([blocked], (cell) => (cell === 1 ? -Infinity : 0))[0]);
        picture = put(
          'masked',
          cells(picture, (cell, _, i, j) => (blocked[i][j] === 1 ? -Infinity : cell)),
        );
      }
      const tempered = cells(picture, (cell) => cell / temperature);
      if (scene.attention.normalizer === 'sparsemax') {
        const found = tempered.map((head) => head.map(sparse));
        weights = found.map((head) => head.map((row) => row.weights));
        put(
          'support',
          cells(weights, (weight) => (weight > 1e-9 ? 1 : 0)),
        );
        put(
          'threshold',
          found.map((head) => head.map((row) => row.threshold)),
        );
      } else {
        weights = tempered.map((head) =>
          head.map(
            (row) =>
              softmaxRow(
                row,
                row.map(() => 0),
              ).weights,
          ),
        );
      }
    }
    put('weights', weights);
    const { roundWeights, weightedValues } = scene.attention;
    if (roundWeights !== undefined) {
      weights = put(
        'rounded',
        weights.map((head) => head.map((row) => roundedRow(row, roundWeights))),
      );
    }
    if (v === undefined) return steps;
    const products = weights.map((head, h) =>
      head.map((row) => row.map((weight, j) => v[Math.floor(h / group)][j].map((number) => weight * number))),
    );
    if (weightedValues) put('weighted', products);
    const z = put(
      'z',
      products.map((head) => head.map((row) => row[0].map((_, c) => row.reduce((all, one) => all + one[c], 0)))),
    );
    const merged = range(rowsOf).map((i) => z.flatMap((head) => head[i]));
    let output = put('output', own('w_o') ? times(merged, own('w_o'), own('b_o')) : merged);

    const first = steps.length;
    if (block.residual) output = put('added_1', sum(x, output));
    if (normed && !before) output = norm(1, output);
    if (block.feedForward) {
      const kept = output;
      if (before) output = norm(2, output);
      const active = activations[block.feedForward.activation];
      const hidden = times(output, own('w_1'), own('b_1')).map((row) => row.map(active));
      output = put('fed', times(put('hidden', hidden), own('w_2'), own('b_2')));
      if (block.residual) output = put('added_2', sum(kept, output));
      if (normed && !before) output = norm(2, output);
    }
    if (steps.length > first) steps.at(-1).name = 'y';
    x = output;
  }
  return steps;
}
