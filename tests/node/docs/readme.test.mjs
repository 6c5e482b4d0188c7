// The README's examples are run as they stand: each ```js block in a process of its own, from the project's root.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { packedReadme } from '../../../src/toolchain/made-files.mjs';
import { module, node, root } from '../support/child.mjs';

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

  it('its picture is what the command draws', async () => {
    const args = ['--link', '#', '--show', 'arcs heatmap', '--format', 'svg'];
    const { stdout } = await node([join(root, 'build/package/cli.js'), ...args]);
    const picture = readFileSync(join(root, 'web/docs/data/attention.svg'), 'utf8');
    assert.ok(stdout === picture, `draw it again: npx self-attention ${args.join(' ')} -o web/docs/data/attention.svg`);
  });

  it('is shorter than 180 lines, and names this version', () => {
    const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    // After the last line comes its end.
    assert.ok(lines.length - 1 < 180, `${lines.length - 1} lines`);
    assert.ok(lines.some((line) => line.includes(`npm install ./${name}-${version}.tgz`)));
  });

  it('in the package every link leads somewhere', () => {
    const folder = join(root, 'build/package');
    const packed = readFileSync(join(folder, 'README.md'), 'utf8');
    const targets = [...packed.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
    assert.ok(targets.length > 5);
    for (const target of targets) assert.ok(/^https:/.test(target) || existsSync(join(folder, target)), target);
    const linked = packedReadme(
      '[a](web/docs/guides/embed.md#the-element), [b](src/attend.cpp)',
      'https://example.org/',
    );
    assert.equal(linked, '[a](https://example.org/docs/embed.html#the-element), b');
  });
});
