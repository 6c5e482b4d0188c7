// Every fuzz target for a moment, and everything that a target has found. `npm test -- fuzz` runs longer.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { propertyOf } from '../fuzz/chance.mjs';
import { corpusOf, loadTarget, targetNames } from '../fuzz/targets.mjs';

for (const name of targetNames) {
  const target = await loadTarget(name);
  const folder = corpusOf(name);
  describe(`the fuzz target ${name}`, () => {
    it('finds nothing among a few', () => fc.assert(propertyOf(target), { seed: 1, numRuns: 20 }));
    for (const file of existsSync(folder) ? readdirSync(folder) : [])
      it(`does not find ${file} again`, async () =>
        target.check(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))));
  });
}
