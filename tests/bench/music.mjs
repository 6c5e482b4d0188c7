// What one `attend` costs at the size of the music-transformer lesson: L = 40, D = 144, H = 12, relative attention, every
// intermediate kept. Proved first: the skewed products are the plain ones, cell by cell, the weights' rows add up to 1, and every call
// computes other numbers than the one before.
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { alternately, inTurns, paces, proveNew } from './clock.mjs';

/** { median, least, samples }: milliseconds. */
export async function music({ quick = false, report = () => {} }) {
  report('music');
  const { scene: lesson } = lessons['music-transformer'];
  const scene = {
    ...lesson,
    positions: { kind: 'relative' },
    attention: { ...lesson.attention, mask: { kind: 'causal' } },
  };
  // Without a number in common: a trace that was disposed of is taken up again, with what the next scene shares with it.
  const { embedding, parameters } = scene;
  const other = { ...scene, embedding: { ...embedding, seed: 2 }, parameters: { ...parameters, seed: 2 } };
  const scenes = [scene, other];
  const core = await loadCore();
  for (const one of scenes) prove(core, one);
  await proveNew('music', (turn) => numbersOf(core, scenes[turn]));
  const run = alternately((turn) => core.attend(scenes[turn]).dispose());
  const { attend } = await inTurns([{ name: 'attend', run, cost: 1 }], quick ? paces.quick : paces.usual);
  return attend;
}

function numbersOf(core, scene) {
  const trace = core.attend(scene);
  const names = ['x0', 'q', 'k', 'v', 'scores', 'skewed', 'weights', 'z', 'output'];
  const numbers = Object.fromEntries(names.map((name) => [name, trace.tensor(name).data]));
  trace.dispose();
  return numbers;
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
