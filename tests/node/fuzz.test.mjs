// Every fuzz target for a moment, and everything that a target has found. `npm test -- fuzz` runs longer.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { chance } from '../fuzz/chance.mjs';
import { corpusOf, loadTarget, targetNames } from '../fuzz/targets.mjs';

for (const name of targetNames) {
  const { make, check } = await loadTarget(name);
  const folder = corpusOf(name);
  describe(`the fuzz target ${name}`, () => {
    it('finds nothing among a few', async () => {
      for (let seed = 1; seed <= 20; seed += 1) await check(make(chance(seed)));
    });
    for (const file of existsSync(folder) ? readdirSync(folder) : [])
      it(`does not find ${file} again`, async () => check(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))));
  });
}
