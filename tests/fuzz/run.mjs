// node tests/fuzz/run.mjs [target …] [--seconds 60] [--seed 1]: feeds each target until its time is over or it finds something. A finding is
// written to tests/fuzz/corpus/, from where the ordinary tests try it (tests/node/fuzz.test.mjs).
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { propertyOf } from './chance.mjs';
import { corpusOf, loadTarget, targetNames } from './targets.mjs';

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
const unknown = positionals.filter((name) => !targetNames.includes(name));
if (unknown.length > 0 || !(seconds > 0) || !Number.isInteger(seed)) {
  console.error(`The targets are ${targetNames.join(', ')}; --seconds is above 0, --seed a whole number.`);
  process.exit(2);
}

for (const name of positionals.length > 0 ? positionals : targetNames) {
  const limits = { seed, numRuns: Number.POSITIVE_INFINITY, interruptAfterTimeLimit: seconds * 1000 };
  const target = await loadTarget(name);
  const found = await fc.check(propertyOf(target), limits);
  const summary = target.summary?.() ?? '';
  console.log(`${name}: ${found.numRuns} in ${seconds} s, ${Math.round(found.numRuns / seconds)} a second`, summary);
  if (!found.failed) continue;
  const json = JSON.stringify(found.counterexample[0]);
  const file = new URL(`${createHash('sha256').update(json).digest('hex').slice(0, 12)}.json`, corpusOf(name));
  await mkdir(corpusOf(name), { recursive: true });
  await writeFile(file, `${json}\n`);
  console.error(`${name}: a finding with seed ${seed}, in ${relative('.', file.pathname)}`, found.errorInstance);
  process.exitCode = 1;
}
