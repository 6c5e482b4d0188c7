// The README's examples are run as they stand: each ```js block in a process of its own, from the project's root.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { module, root } from '../support/child.mjs';

const lines = readFileSync(join(root, 'README.md'), 'utf8').split('\n');
const blocks = [];
for (let at = 0; at < lines.length; at += 1) {
  if (!/^```js\b/.test(lines[at])) continue;
  const end = lines.indexOf('```', at);
  assert.ok(end > at, `README.md:${at + 1}: the block has no end`);
  blocks.push({ line: at + 1, text: lines.slice(at + 1, end).join('\n') });
}

describe('README.md', { concurrency: 2 }, () => {
  for (const { line, text } of blocks) {
    it(`the example in line ${line} runs`, async () => {
      const { code, stderr } = await module(text);
      assert.equal(code, 0, stderr);
    });
  }
});
