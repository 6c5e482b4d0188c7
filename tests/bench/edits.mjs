// What a change of one token costs against computing the scene anew, and how that grows with the sentence.
import { generator } from '../node/scenes.mjs';
import { exponent, inTurns, paces } from './clock.mjs';
import { cores } from './contenders/core.mjs';

const [D_MODEL, HEADS] = [64, 4];
const LENGTHS = [128, 256, 512, 1024, 2048];
/** So many tokens are appended one after the other before they are taken away again, which is not timed. */
const APPENDED = 16;

/**
 * { dModel, heads, flavour, points, exponents }: milliseconds by T, of a whole `attend`, of an `update` after one token in the middle has
 * changed, and of an `update` after a token has been appended under a causal mask, all with every step kept. null where this
 * core has no `update`. Proved first: an update gives the same bits as a whole recompute.
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
    exponents: { whole: growth('whole'), edit: growth('edit'), append: growth('append') },
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
  const [token, end] = [core.attend(one), core.attend(growing[0])];
  try {
    if (typeof token.update !== 'function') return null;
    prove(core, token, [other, one]);
    prove(core, end, [growing[1], growing[APPENDED], growing[0]]);
    let turn = 0;
    const edit = () => {
      turn = 1 - turn;
      token.update(turn === 1 ? other : one);
    };
    let more = 0;
    const append = () => {
      more += 1;
      end.update(growing[more]);
    };
    const shorten = () => {
      more = 0;
      end.update(growing[0]);
    };
    const runs = [
      { name: 'whole', run: () => core.attend(one).dispose(), cost: 1 },
      { name: 'edit', run: edit, cost: 1 },
      { name: 'append', run: append, cost: 1, most: APPENDED, before: shorten },
    ];
    return { T, ...(await inTurns(runs, quick ? paces.quick : paces.usual)) };
  } finally {
    token.dispose();
    end.dispose();
  }
}

function prove(core, trace, scenes) {
  for (const scene of scenes) {
    trace.update(scene);
    const whole = core.attend(scene);
    for (const name of ['weights', 'output']) {
      const [is, should] = [trace, whole].map((from) => new Uint32Array(from.tensor(name).data.buffer));
      if (is.length !== should.length || is.some((bits, at) => bits !== should[at]))
        throw new Error(`${name} after an update is not what a whole recompute gives`);
    }
    whole.dispose();
  }
}
