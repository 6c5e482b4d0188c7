// CONTRIBUTING's recipe of a mask kind: the files that it names are those that know an existing kind.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { root } from '../support/child.mjs';

/** The kind "prefix" as a value, a key, an enumerator, and in a sentence; not a parameter or an attribute of that name. */
const spelling =
  /'prefix'|(?<!form=)"prefix"|Kind::prefix\b|\bprefix: (?!string)|\bKind \{[^}]*\bprefix\b|\bprefixLength|\ba prefix mask\b/;
/** A test that names these as well goes through the kinds; another uses a mask as one example of a scene. */
const others = [/\bpadding\b/, /\bwindow\b/, /\bcausal\b/];

async function sources(folder) {
  const names = await readdir(join(root, folder), { recursive: true });
  return names
    .filter((name) => /\.(cpp|hpp|ts|mjs)$/.test(name) && !/(^|\/)(node_modules|golden|toolchain)\//.test(name))
    .map((name) => `${folder}/${name}`);
}

it('a new mask kind touches the files that its recipe names', async () => {
  const files = [...(await sources('src')), ...(await sources('web')), ...(await sources('tests'))];
  const found = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    if (file.endsWith('recipes.test.mjs') || !spelling.test(text)) return false;
    return !file.startsWith('tests/') || others.every((other) => other.test(text));
  });
  const [, recipe] = /### A mask kind\n(.*?)\n### /s.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'));
  const named = [...recipe.matchAll(/`((?:src|web|tests)\/[^`]*)`/g)].map(([, file]) => file);
  assert.deepEqual([...named].sort(), found.sort());
  assert.ok(named.length <= 12, `${named.length} files`);
});

it('every file that CONTRIBUTING and the README name is there', () => {
  for (const document of ['CONTRIBUTING.md', 'README.md']) {
    const text = readFileSync(join(root, document), 'utf8');
    for (const [, name] of text.matchAll(/`((?:src|web|tests)\/[\w./-]*\w\.\w+)`/g))
      assert.ok(existsSync(join(root, name)), `${document} names ${name}`);
  }
});
