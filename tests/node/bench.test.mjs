// The benchmark runs, and what it times has been proved right. How fast it is depends on the machine and is not tested.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { node } from './child.mjs';

it('tests/bench/attend.mjs proves its answer, then times it', async () => {
  const { code, stdout, stderr } = await node(['tests/bench/attend.mjs', '50']);
  assert.equal(code, 0, stderr);
  assert.match(
    stdout,
    /^proved .*\ncore +median [\d.]+ µs, 95th percentile [\d.]+ µs\nplain JS median .* µs\nratio +[\d.]+ /,
  );
});
