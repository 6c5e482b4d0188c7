// What one `attend` costs at the size of the music-transformer lesson: L = 40, D = 144, H = 12, relative attention, every
// intermediate kept. Proved first: the skewed products are the plain ones, cell by cell, and the weights' rows add up to 1.
import { lessons } from 'self-attention/lessons';
import { inTurns, paces } from './clock.mjs';
import { cores } from './contenders/core.mjs';

/** [{ flavour, median, least, samples }]: milliseconds. */
export async function music({ quick = false, report = () => {} }) {
  report('music');
  const { scene: lesson } = lessons['music-transformer'];
  const scene = {
    ...lesson,
    positions: { kind: 'relative' },
    attention: { ...lesson.attention, mask: { kind: 'causal' } },
  };
  const all = await cores();
  for (const core of all) prove(core, scene);
  const runs = all.map((core) => ({ name: core.flavour, run: () => core.attend(scene).dispose(), cost: 1 }));
  const times = await inTurns(runs, quick ? paces.quick : paces.usual);
  return all.map(({ flavour }) => ({ flavour, ...times[flavour] }));
}

function prove(core, scene) {
  const trace = core.attend(scene);
  const [weights, skewed, relative, blocked] = ['weights', 'skewed', 'relative', 'blocked'].map((name) =>
    trace.tensor(name),
  );
  const [H, L] = weights.shape;
  if (H !== 12 || L !== 40 || trace.symbols.d_model !== 144) throw new Error(`the lesson is ${H} heads of ${L} tokens`);
  const largest = Math.max(...relative.data.map(Math.abs));
  for (let row = 0; row < H * L; row += 1) {
    let sum = 0;
    for (let key = 0; key < L; key += 1) {
      const at = row * L + key;
      sum += weights.data[at];
      if (blocked.data[at % (L * L)] === 1) continue;
      if (!(Math.abs(skewed.data[at] - relative.data[at]) <= 1e-6 * largest))
        throw new Error(`skewed is not relative at ${at}`);
    }
    if (!(Math.abs(sum - 1) < 1e-5)) throw new Error(`row ${row} of the weights adds up to ${sum}`);
  }
  trace.dispose();
}
