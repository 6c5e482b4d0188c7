// What a release is made with: its version in the changelog, and workflows that can do no more than they need to.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../support/child.mjs';

const textOf = (...path) => readFileSync(join(root, ...path), 'utf8');

it('the changelog has a section of the version in package.json, or of what is not released yet', () => {
  const { version } = JSON.parse(textOf('package.json'));
  const [, first] = /^## (\S+)/m.exec(textOf('CHANGELOG.md'));
  assert.ok([version, `[${version}]`, 'Unreleased'].includes(first), first);
});

describe('the workflows', () => {
  const folder = join('.github', 'workflows');
  for (const name of readdirSync(join(root, folder))) {
    const text = textOf(folder, name);

    it(`${name} names every action by its commit`, () => {
      for (const [, action] of text.matchAll(/uses: (\S+)/g)) assert.match(action, /^actions\/[\w-]+@[0-9a-f]{40}$/);
    });

    it(`${name} may read, and writes only where it deploys`, () => {
      assert.match(text, /^permissions:\n {2}contents: read$/m);
      const rights = [...text.matchAll(/^ +([\w-]+): write$/gm)].map(([, right]) => right);
      assert.deepEqual(rights, name === 'pages.yml' ? ['pages', 'id-token'] : []);
    });

    it(`${name} runs what there is`, () => {
      const { scripts } = JSON.parse(textOf('package.json'));
      for (const [, script] of text.matchAll(/npm run ([\w:]+)/g)) assert.ok(Object.hasOwn(scripts, script), script);
      if (text.includes('.ci/run')) assert.match(textOf('.ci', 'run'), /^#!/);
    });
  }
});
