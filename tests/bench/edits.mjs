// What a change of one token costs against computing the scene anew, and how that grows with the sentence.
import { generator } from '../node/support/scenes.mjs';
import { exponent, inTurns, paces } from './clock.mjs';
import { cores } from './contenders/core.mjs';

const [D_MODEL, HEADS] = [64, 4];
const LENGTHS = [128, 256, 512, 1024, 2048];
/** So many tokens are appended one after the other before they are taken away again, which is not timed. */
const APPENDED = 16;

/**
 * { dModel, heads, flavour, points, exponents }: milliseconds by T. null where this core has no `update`. Proved first: what is read
 * after an update has the bits of a whole recompute.
 *
 * - whole: `attend`, everything computed
 * - edit: `update` after one token in the middle has changed, everything that it changes computed
 * - look: the same in a lazy trace, and what a page shows of the token read: its row of every head's weights, its output
 * - append: `update` after a token has been appended under a causal mask, and the same read of it
 */
export async function edits({ quick = false, report = () => {} }) {
  const [core] = await cores();
  const points = [];
  for (const T of quick ? [16, 32] : LENGTHS.filter((length) => length + APPENDED <= core.maxTokens)) {
    report(`edits ${T}`);
    points.push(await edited(core, T, quick));
    if (points.at(-1) === null) return null;
  }
  const growth = (what) => exponent(points.map((point) => [point.T, point[what].median]));
  return {
    ...{ dModel: D_MODEL, heads: HEADS, flavour: core.flavour, points },
    exponents: Object.fromEntries(['whole', 'edit', 'look', 'append'].map((what) => [what, growth(what)])),
  };
}

async function edited(core, T, quick) {
  const random = generator(T);
  const row = () => Array.from({ length: D_MODEL }, () => random() * 2 - 1);
  const x = Array.from({ length: T + APPENDED }, row);
  const scene = (rows, kind) => ({
    version: 1,
    tokens: rows.map((_, at) => `t${at}`),
    embedding: { kind: 'given', x: rows },
    parameters: { kind: 'random', init: 'xavier', seed: 1 },
    attention: { heads: HEADS, mask: { kind } },
  });
  const [one, other] = [row(), row()].map((changed) => scene(x.slice(0, T).with(T >> 1, changed), 'none'));
  const growing = Array.from({ length: APPENDED + 1 }, (_, more) => scene(x.slice(0, T + more), 'causal'));
  const lazy = { lazy: true };
  const traces = [core.attend(one), core.attend(one, lazy), core.attend(growing[0], lazy)];
  const [token, looked, end] = traces;
  try {
    if (typeof token.update !== 'function') return null;
    const middle = T >> 1;
    const alternating = (trace, then = () => {}) => {
      let turn = 0;
      return () => {
        turn = 1 - turn;
        trace.update(turn === 1 ? other : one);
        then();
      };
    };
    prove(core, token, [other, one]);
    prove(core, looked, [other, one], middle);
    prove(core, end, [growing[1], growing[APPENDED], growing[0], growing[1]], T);
    end.update(growing[0]);
    let more = 0;
    const append = () => {
      more += 1;
      end.update(growing[more]);
      read(end, T + more - 1);
    };
    const shorten = () => {
      more = 0;
      end.update(growing[0]);
    };
    const runs = [
      { name: 'whole', run: () => core.attend(one).dispose(), cost: 1 },
      { name: 'edit', run: alternating(token), cost: 1 },
      { name: 'look', run: alternating(looked, () => read(looked, middle)), cost: 1 },
      { name: 'append', run: append, cost: 1, most: APPENDED, before: shorten },
    ];
    return { T, ...(await inTurns(runs, quick ? paces.quick : paces.usual)) };
  } finally {
    for (const trace of traces) trace.dispose();
  }
}

/** What there is to see of one token; of all without one. */
function read(trace, row) {
  const window = row === undefined ? {} : { rows: [row, row + 1] };
  return ['weights', 'output'].map((name) => trace.tensor(name, window).data);
}

function prove(core, trace, scenes, row) {
  for (const scene of scenes) {
    trace.update(scene);
    const whole = core.attend(scene);
    const own = row === undefined ? undefined : Math.min(row, scene.tokens.length - 1);
    const [is, should] = [trace, whole].map((from) => read(from, own).map((data) => new Uint32Array(data.buffer)));
    whole.dispose();
    for (const [at, tensor] of is.entries()) {
      if (tensor.length !== should[at].length || tensor.some((bits, cell) => bits !== should[at][cell]))
        throw new Error('an update does not give what a whole recompute gives');
    }
  }
}
