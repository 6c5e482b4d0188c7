// What one `attend` costs at the size of the music-transformer lesson: L = 40, D = 144, H = 12, relative attention, every
// intermediate kept. Proved first: the skewed products are the plain ones, cell by cell, and the weights' rows add up to 1.
//
//   node tests/bench/music.mjs [rounds]
import assert from 'node:assert/strict';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';

const rounds = Number(process.argv[2] ?? 500);
assert.ok(Number.isInteger(rounds) && rounds > 0, 'rounds is a whole number from 1');

const core = await loadCore();
const lesson = lessons['music-transformer'];
const scene = {
  ...lesson.scene,
  positions: { kind: 'relative' },
  attention: { ...lesson.scene.attention, mask: { kind: 'causal' } },
};

function prove() {
  const trace = core.attend(scene);
  const [weights, skewed, relative, blocked] = ['weights', 'skewed', 'relative', 'blocked'].map((name) =>
    trace.tensor(name),
  );
  const [H, L] = weights.shape;
  assert.deepEqual([H, L, trace.symbols.d_model], [12, 40, 144]);
  const largest = Math.max(...relative.data.map(Math.abs));
  for (let row = 0; row < H * L; row += 1) {
    let sum = 0;
    for (let key = 0; key < L; key += 1) {
      const at = row * L + key;
      sum += weights.data[at];
      if (blocked.data[at % (L * L)] === 1) continue;
      assert.ok(Math.abs(skewed.data[at] - relative.data[at]) <= 1e-6 * largest, `cell ${at}`);
    }
    assert.ok(Math.abs(sum - 1) < 1e-5, `row ${row} adds up to ${sum}`);
  }
  trace.dispose();
}
prove();
console.log('proved   skewed = relative within 1e-6 wherever a key is seen, and every row of weights adds up to 1');

const times = new Float64Array(rounds);
for (let round = -Math.ceil(rounds / 10); round < rounds; round += 1) {
  const start = process.hrtime.bigint();
  core.attend(scene).dispose();
  if (round >= 0) times[round] = Number(process.hrtime.bigint() - start) / 1e6;
}
times.sort();
const at = (share) => times[Math.min(rounds - 1, Math.floor(rounds * share))].toFixed(2);
console.log(
  `core     median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms (${rounds} rounds, ${core.flavour}, Node ${process.version})`,
);
