// node tests/fuzz/run.mjs [target …] [--seconds 60] [--seed 1]: feeds each target until its time is over or it finds something. A finding is
// written to tests/fuzz/corpus/, from where the ordinary tests try it (tests/node/fuzz.test.mjs).
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { chance } from './chance.mjs';
import { corpusOf, loadTarget, targetNames } from './targets.mjs';

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const [seconds, firstSeed] = [Number(values.seconds), Number(values.seed)];
const unknown = positionals.filter((name) => !targetNames.includes(name));
if (unknown.length > 0 || !(seconds > 0) || !Number.isInteger(firstSeed)) {
  console.error(`The targets are ${targetNames.join(', ')}; --seconds is above 0, --seed a whole number.`);
  process.exit(2);
}

/** Null where nothing was found. */
async function finding(target) {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  for (; performance.now() < end; count += 1) {
    const input = target.make(chance(firstSeed + count));
    try {
      await target.check(input);
    } catch (error) {
      return { count, input, error };
    }
  }
  console.log(`${target.name}: ${count} in ${seconds} s, ${Math.round(count / seconds)} a second`);
  return null;
}

for (const name of positionals.length > 0 ? positionals : targetNames) {
  const target = await loadTarget(name);
  const found = await finding(target);
  if (found === null) continue;
  const json = JSON.stringify(found.input);
  const file = new URL(`${createHash('sha256').update(json).digest('hex').slice(0, 12)}.json`, corpusOf(name));
  await mkdir(corpusOf(name), { recursive: true });
  await writeFile(file, `${json}\n`);
  console.error(`${name}: a finding with seed ${firstSeed + found.count}, in ${relative('.', file.pathname)}`);
  console.error(found.error);
  process.exitCode = 1;
}
