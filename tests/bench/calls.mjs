// Attention on given q, k, v, with the matrix of weights and without: proved, then timed in turns.
import { loadCore } from 'self-attention/core';
import { generator } from '../node/support/scenes.mjs';
import { alternately, inTurns, paces, proveNew, time } from './clock.mjs';
import { TOLERANCE } from './oracle.mjs';

/** One batch, H heads of width d. `masked`: a quarter of the cells is hidden, and no row is empty. */
const shapes = [
  { H: 4, T: 512, d: 32, masked: true },
  { H: 64, T: 64, d: 32 },
  { H: 64, T: 256, d: 32 },
  { H: 64, T: 1024, d: 32 },
  { H: 1, T: 8192, d: 64, statistics: true },
];

export const callCases = shapes.flatMap((shape) =>
  [true, false].map((weights) => {
    const { H, T, d, masked, statistics } = shape;
    const how = [masked && 'masked', weights ? 'weights' : statistics ? 'no weights, statistics' : 'no weights'];
    return { ...shape, weights, name: `${H}, ${T}, ${d} ${how.filter(Boolean).join(', ')}` };
  }),
);

/** What the core is asked for. `fresh` arrays are all that any library offers here. */
const ours = (core) => ({
  name: 'core',
  kind: 'core',
  takes: () => true,
  prepare({ H, T, d, weights, statistics }, { q, k, v, mask }) {
    const [qs, ks, vs] = [q, k, v].map((data) => ({ shape: [H, T, d], data }));
    const options = {
      ...(mask && { mask: { shape: [T, T], data: mask } }),
      ...(statistics && { statistics }),
      ...(weights ? {} : { weights: 'none' }),
    };
    const run = () => {
      const result = core.scaledDotProductAttention(qs, ks, vs, options);
      return { output: result.output.data, weights: result.weights?.data };
    };
    return { run };
  },
});

/**
 * [{ case, operations, entries }] of the cases that `wanted` accepts, as in attention.mjs. `libraries` are like its contenders; what they
 * `prepare` reads q, k and v anew at every call, and the mask once.
 */
export async function calls({ libraries, wanted = () => true, quick = false, report = () => {} }) {
  const all = [ours(await loadCore()), ...libraries];
  const measured = [];
  for (const size of callCases.filter(({ name }) => wanted(name))) {
    report(`calls ${size.name}`);
    const { ready, failed } = await proved(
      all.filter(({ takes }) => takes(size)),
      size,
    );
    try {
      const times = await inTurns(ready, quick ? paces.quick : paces.usual);
      const entries = ready.map(({ name, kind, peer, apart }) => ({
        ...{ name: peer ?? name, kind, apart, ...(peer === undefined ? {} : { variant: name.slice(peer.length + 2) }) },
        ...times[name],
      }));
      const isFastest = (entry) => !entries.some(({ name, median }) => name === entry.name && median < entry.median);
      measured.push({
        ...{ case: size.name, heads: size.H, T: size.T, width: size.d, failed, entries: entries.filter(isFastest) },
        ...{
          masked: size.masked === true,
          weights: size.weights,
          statistics: !size.weights && size.statistics === true,
        },
        operations: 4 * size.H * size.T * size.T * size.d,
      });
    } finally {
      for (const { dispose } of ready) dispose?.();
      globalThis.gc?.();
    }
  }
  return measured;
}

function inputsOf({ H, T, d, masked }, seed) {
  const random = generator(T * 31 + H + seed * 1_000_003);
  const numbers = () => Float32Array.from({ length: H * T * d }, () => random() * 4 - 2);
  const [q, k, v] = [numbers(), numbers(), numbers()];
  const hides = (cell) => cell % (T + 1) !== 0 && random() < 0.25;
  const mask =
    masked && Float32Array.from({ length: T * T }, (_, cell) => (hides(cell) ? Number.NEGATIVE_INFINITY : 0));
  return { q, k, v, mask };
}

/** Throws over a wrong answer, or one that stays the same for other numbers. A library that cannot do it at all is named in `failed`. */
async function proved(all, size) {
  const inputs = [inputsOf(size, 0), inputsOf(size, 1)];
  const prove = proofOf(size, inputs[0]);
  const ready = [];
  const failed = [];
  for (const one of all) {
    const given = { ...inputs[0], q: inputs[0].q.slice() };
    let prepared;
    let run;
    let first;
    let cost = 0;
    try {
      prepared = await one.prepare(size, given);
      run = (turn) => {
        given.q.set(inputs[turn].q);
        return prepared.run();
      };
      const start = performance.now();
      first = await run(0);
      cost = performance.now() - start;
    } catch (error) {
      if (one.kind === 'core') throw error;
      prepared?.dispose?.();
      failed.push(`${one.name}: ${String(error.message).slice(0, 24)}`);
      continue;
    }
    const apart = prove(first, one.name);
    await proveNew(one.name, async (turn) => {
      const { output, weights } = await run(turn);
      return size.weights ? { output, weights } : { output };
    });
    ready.push({
      ...one,
      ...prepared,
      run: alternately(run),
      cost: Math.min(cost, cost > 100 ? await time(() => run(0)) : cost),
      apart,
    });
  }
  return { ready, failed };
}

/** 48 rows of all heads in double precision. */
function proofOf({ H, T, d, weights: wanted }, { q, k, v, mask }) {
  const rows = Array.from({ length: 48 }, (_, at) => Math.round((at * (H * T - 1)) / 47));
  const truth = rows.map((row) => {
    const head = Math.floor(row / T);
    const scores = Float64Array.from({ length: T }, (_, j) => {
      let score = 0;
      for (let c = 0; c < d; c += 1) score += q[row * d + c] * k[(head * T + j) * d + c];
      return score / Math.sqrt(d) + (mask ? mask[(row % T) * T + j] : 0);
    });
    const most = scores.reduce((a, b) => Math.max(a, b));
    const powers = scores.map((score) => Math.exp(score - most));
    const total = powers.reduce((sum, power) => sum + power, 0);
    const weights = powers.map((power) => power / total);
    const output = new Float64Array(d);
    for (let j = 0; j < T; j += 1) {
      for (let c = 0; c < d; c += 1) output[c] += weights[j] * v[(head * T + j) * d + c];
    }
    return { output, weights };
  });
  return (answer, name) => {
    let apart = 0;
    for (const [tensor, width] of Object.entries({ output: d, ...(wanted ? { weights: T } : {}) })) {
      const data = answer[tensor];
      if (!(data instanceof Float32Array) || data.length !== H * T * width)
        throw new Error(`${name}: ${tensor} is not ${H * T * width} numbers in a Float32Array`);
      let largest = 0;
      let far = 0;
      for (const [at, row] of rows.entries()) {
        for (const [n, number] of truth[at][tensor].entries()) {
          largest = Math.max(largest, Math.abs(number));
          const difference = Math.abs(data[row * width + n] - number);
          far = difference <= far ? far : Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
        }
      }
      if (!(far / largest <= TOLERANCE)) throw new Error(`${name}: ${tensor} is ${far / largest} from the oracle's`);
      apart = Math.max(apart, far / largest);
    }
    return apart;
  };
}
