// What it costs to take one score, and one output, apart: T = 128, d_model 256, 8 heads, two layers with a block. Proved first: the parts
// add up, and every call explains another pair than the one before.
import { loadCore } from 'self-attention/core';
import { alternately, inTurns, paces, proveNew } from './clock.mjs';

const [T, D_MODEL, HEADS] = [128, 256, 8];
const breakdowns = ['dimensions', 'features', 'sources', 'querySources', 'keySources'];

/** { T, dModel, heads, times }: milliseconds of each breakdown, with the twelve largest parts listed, and of `output`. */
export async function explanation({ quick = false, report = () => {} }) {
  report('explanation');
  const core = await loadCore();
  const trace = core.attend({
    version: 1,
    tokens: Array.from({ length: T }, (_, token) => `t${token}`),
    embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: D_MODEL },
    positions: { kind: 'learned' },
    parameters: { kind: 'random', init: 'xavier', seed: 2, biases: true, output: true },
    attention: { heads: HEADS, mask: { kind: 'causal' } },
    block: { residual: true, norm: 'layer', feedForward: { width: 2 * D_MODEL, activation: 'relu' } },
    layers: 2,
  });
  try {
    const explain = (by) => (turn) => trace.explain({ by, query: T - 1, key: 5 + turn, head: 3, most: 12 });
    const output = (turn) => trace.explainOutput({ query: T - 2 + turn });
    const runs = [
      ...breakdowns.map((by) => ({ name: by, run: explain(by) })),
      {
        name: 'places',
        run: (turn) => trace.explain({ layer: 0, by: 'places', query: T - 1, key: 5 + turn, most: 12 }),
      },
    ];
    for (const { name, run } of runs) {
      prove(name, run(0));
      await proveNew(`explanation: ${name}`, (turn) => ({
        parts: Float64Array.from(run(turn).parts, ({ value }) => value),
      }));
    }
    await proveNew('explanation: output', (turn) => ({ parts: output(turn).parts.data }));
    const timed = [...runs, { name: 'output', run: output }].map(({ name, run }) => ({
      ...{ name, cost: 1, run: alternately(run) },
    }));
    return { T, dModel: D_MODEL, heads: HEADS, times: await inTurns(timed, quick ? paces.quick : paces.usual) };
  } finally {
    trace.dispose();
  }
}

function prove(name, { score, parts }) {
  const sum = parts.reduce((all, { value }) => all + value, 0);
  const size = parts.reduce((all, { value }) => all + Math.abs(value), 0);
  if (!(Math.abs(sum - score) <= 1e-5 * Math.max(1, size))) throw new Error(`${name} adds up to ${sum}, not ${score}`);
}
