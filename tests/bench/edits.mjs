// What a change of one token costs against computing the scene anew, and how that grows with the sentence.
import { generator } from '../node/scenes.mjs';
import { exponent, inTurns, paces } from './clock.mjs';
import { cores } from './contenders/core.mjs';

const [D_MODEL, HEADS] = [64, 4];
const LENGTHS = [128, 256, 512, 1024, 2048];

/**
 * { dModel, heads, points, exponents }: milliseconds by T, of a whole `attend`, of an `update` after one token in the middle has changed,
 * of an `update` after a token has been appended under a causal mask (and taken away again: each is half), all with every step
 * kept. null where this core has no `update`. Proved first: an update gives the same bits as a whole recompute.
 */
export async function edits({ quick = false, report = () => {} }) {
  const [core] = await cores();
  const points = [];
  for (const T of quick ? [16, 32] : LENGTHS.filter((length) => length < core.maxTokens)) {
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
  const x = Array.from({ length: T + 1 }, row);
  const [first, second] = [row(), row()];
  const scene = (rows, kind) => ({
    version: 1,
    tokens: rows.map((_, at) => `t${at}`),
    embedding: { kind: 'given', x: rows },
    parameters: { kind: 'random', init: 'xavier', seed: 1 },
    attention: { heads: HEADS, mask: { kind } },
  });
  const changed = (to) => scene(x.slice(0, T).with(T >> 1, to), 'none');
  const [shorter, longer] = [scene(x.slice(0, T), 'causal'), scene(x, 'causal')];
  const [token, end] = [core.attend(changed(first)), core.attend(shorter)];
  try {
    if (typeof token.update !== 'function') return null;
    const [one, other] = [changed(first), changed(second)];
    prove(core, token, [other, one]);
    prove(core, end, [longer, shorter]);
    const turns = (trace, scenes) => {
      let turn = 0;
      return () => {
        trace.update(scenes[turn]);
        turn = 1 - turn;
      };
    };
    const runs = {
      whole: () => core.attend(one).dispose(),
      edit: turns(token, [other, one]),
      append: turns(end, [longer, shorter]),
    };
    return { T, ...(await inTurns(runs, quick ? paces.quick : { ...paces.usual, budget: 800 })) };
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
