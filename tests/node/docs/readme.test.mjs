// Runs the README's examples as they are: each ```js block in a separate process, from the root of the project.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { packedReadme } from '../../../src/toolchain/made-files.mjs';
import { module, node, root } from '../support/child.mjs';

const lines = readFileSync(join(root, 'README.md'), 'utf8').split('\n');
const blocks = [];
for (const [index, line] of lines.entries()) {
  if (!/^```js\b/.test(line)) continue;
  const end = lines.indexOf('```', index);
  assert.ok(end > index, `README.md:${index + 1}: the block has no end`);
  blocks.push({ line: index + 1, text: lines.slice(index + 1, end).join('\n') });
}

describe('README.md', { concurrency: 2 }, () => {
  for (const { line, text } of blocks) {
    it(`the example on line ${line} runs`, async () => {
      const { code, stderr } = await module(text);
      assert.equal(code, 0, stderr);
    });
  }

  it('has the picture that the command draws, with the number that the text gives', async () => {
    // The first lesson is on the sentence that the page opens with.
    const args = ['--lesson', 'five-minutes', '--show', 'stage', '--format', 'svg'];
    const { stdout } = await node([join(root, 'build/package/cli.js'), ...args]);
    const picture = readFileSync(join(root, 'web/docs/data/attention.svg'), 'utf8');
    assert.ok(stdout === picture, `draw it again: npx self-attention ${args.join(' ')} -o web/docs/data/attention.svg`);
    const [, percent] = /<desc>[^<]*?(\d+)\s%/.exec(picture);
    for (const sentence of [
      `_it_ puts ${percent} % of its attention on _animal_`,
      `ends with ${percent} % on “animal”`,
    ])
      assert.ok(
        lines.some((line) => line.includes(sentence)),
        sentence,
      );
  });

  it('has at most 150 lines, and names this version', () => {
    const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    // The text ends with a line break, so the last element is empty.
    assert.ok(lines.length - 1 <= 150, `${lines.length - 1} lines`);
    assert.ok(lines.some((line) => line.includes(`${name}-${version}.tgz`)));
  });

  it('names only files that exist, as CONTRIBUTING does', () => {
    for (const document of ['CONTRIBUTING.md', 'README.md']) {
      const text = readFileSync(join(root, document), 'utf8');
      for (const [, name] of text.matchAll(/`((?:src|web|tests)\/[\w./-]*\w\.\w+)`/g))
        assert.ok(existsSync(join(root, name)), `${document} names ${name}`);
    }
  });

  it('has no broken link in the package', () => {
    const folder = join(root, 'build/package');
    const packed = readFileSync(join(folder, 'README.md'), 'utf8');
    const targets = [...packed.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
    assert.ok(targets.length >= 3);
    for (const target of targets) assert.ok(/^https:/.test(target) || existsSync(join(folder, target)), target);
    const linked = packedReadme(
      '[a](web/docs/guides/embed.md#the-element), [b](src/attend.cpp)',
      'https://example.org/',
    );
    assert.equal(linked, '[a](https://example.org/docs/embed.html#the-element), b');
  });
});

for (const document of ['CONTRIBUTING.md', 'README.md']) {
  it(`every file that ${document} names exists`, () => {
    const text = readFileSync(join(root, document), 'utf8');
    for (const [, name] of text.matchAll(/`((?:src|web|tests)\/[\w./-]*\w\.\w+)`/g))
      assert.ok(existsSync(join(root, name)), `${document} names ${name}`);
  });
}
