// What a change of one token costs against computing the scene anew, and how that grows with the sentence.
import { loadCore } from 'self-attention/core';
import { generator } from '../node/support/scenes.mjs';
import { alternately, exponent, inTurns, mustRise, paces, proveNew } from './clock.mjs';

const [D_MODEL, HEADS] = [64, 4];
const LENGTHS = [128, 256, 512, 1024, 2048];
/** So many tokens are appended one after the other before they are taken away again, which is not timed. */
const APPENDED = 16;

/**
 * { dModel, heads, points, exponents }: milliseconds by T. Proved first: what is read after an update has the bits of a whole
 * recompute, and every timed call computes other numbers than the one before. Throws where a longer sentence takes less time.
 *
 * - whole: `attend`, everything computed, of two scenes in turns that share no number
 * - edit: `update` after one token in the middle has changed, everything that it changes computed
 * - look: the same in a lazy trace, and what a page shows of the token read: its row of every head's weights, its output
 * - append: `update` after a token has been appended under a causal mask, and the same read of it
 */
export async function edits({ quick = false, report = () => {} }) {
  const core = await loadCore();
  const points = [];
  for (const T of quick ? [16, 32] : LENGTHS.filter((length) => length + APPENDED <= core.maxTokens)) {
    report(`edits ${T}`);
    points.push(await edited(core, T, quick));
  }
  const curves = ['whole', 'edit', 'look', 'append'].map((what) => [
    what,
    points.map((point) => [point.T, point[what].median]),
  ]);
  if (!quick) for (const [what, curve] of curves) mustRise(`edits: ${what}`, curve);
  return {
    ...{ dModel: D_MODEL, heads: HEADS, points },
    exponents: Object.fromEntries(curves.map(([what, curve]) => [what, exponent(curve)])),
  };
}

async function edited(core, T, quick) {
  const random = generator(T);
  const row = () => Array.from({ length: D_MODEL }, () => random() * 2 - 1);
  const x = Array.from({ length: T + APPENDED }, row);
  const scene = (rows, kind, seed = 1) => ({
    version: 1,
    tokens: rows.map((_, at) => `t${at}`),
    embedding: { kind: 'given', x: rows },
    parameters: { kind: 'random', init: 'xavier', seed },
    attention: { heads: HEADS, mask: { kind } },
  });
  const [one, other] = [row(), row()].map((changed) => scene(x.slice(0, T).with(T >> 1, changed), 'none'));
  const strangers = [1, 2].map((seed) => scene(Array.from({ length: T }, row), 'none', seed));
  const growing = Array.from({ length: APPENDED + 1 }, (_, more) => scene(x.slice(0, T + more), 'causal'));
  const lazy = { lazy: true };
  const traces = [core.attend(one), core.attend(one, lazy), core.attend(growing[0], lazy)];
  const [token, looked, end] = traces;
  try {
    const middle = T >> 1;
    const whole = (turn) => core.attend(strangers[turn]);
    const edit = (turn) => token.update(turn === 1 ? other : one);
    const look = (turn) => {
      looked.update(turn === 1 ? other : one);
      return read(looked, middle);
    };
    prove(core, token, [other, one]);
    prove(core, looked, [other, one], middle);
    prove(core, end, [growing[1], growing[APPENDED], growing[0], growing[1]], T);
    end.update(growing[0]);
    let more = 0;
    const append = () => {
      more += 1;
      end.update(growing[more]);
      return read(end, T + more - 1);
    };
    const shorten = () => {
      more = 0;
      end.update(growing[0]);
    };
    await proveNew('edits: whole', (turn) => {
      const trace = whole(turn);
      checkComputed('whole', trace, T);
      const numbers = { ...read(trace) };
      trace.dispose();
      return numbers;
    });
    await proveNew('edits: edit', (turn) => {
      edit(turn);
      // The rows before the changed token are kept where they depend on it alone.
      checkComputed('edit', token, T - middle);
      return { ...read(token) };
    });
    await proveNew('edits: look', (turn) => ({ ...look(turn) }));
    await proveNew('edits: append', () => ({ ...append() }));
    shorten();
    const runs = [
      { name: 'whole', run: alternately((turn) => whole(turn).dispose()), cost: 1 },
      { name: 'edit', run: alternately(edit), cost: 1 },
      { name: 'look', run: alternately(look), cost: 1 },
      { name: 'append', run: append, cost: 1, most: APPENDED, before: shorten },
    ];
    return { T, ...(await inTurns(runs, quick ? paces.quick : paces.usual)) };
  } finally {
    for (const trace of traces) trace.dispose();
  }
}

/** Throws unless `rows` of q, k and v, and all rows of z and of the output, were computed for the last scene. */
function checkComputed(what, { computed, tokens }, rows) {
  for (const [name, wanted] of Object.entries({ q: rows, k: rows, v: rows, z: tokens.length, output: tokens.length })) {
    if (computed[name] !== wanted)
      throw new Error(`edits: ${what}: ${computed[name]} rows of ${name} were computed, not ${wanted}`);
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
