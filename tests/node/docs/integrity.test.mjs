// Pages of the built site have the hash of every script and style sheet that they load at their start.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { inProject } from '../../../src/toolchain/paths.mjs';
import { addIntegrity } from '../../../src/toolchain/site/integrity.mjs';

const dist = inProject('dist');
const pages = ['index.html', ...readdirSync(join(dist, 'docs')).map((name) => `docs/${name}`)];

test('every page of the built site says the right hash of what it loads', () => {
  const scripts = [];
  for (const page of pages) {
    const html = readFileSync(join(dist, page), 'utf8');
    const elements = html.match(/<(?:script[^>]* src=|link rel="(?:stylesheet|modulepreload)")[^>]*>/g) ?? [];
    assert.ok(elements.length > 0, page);
    for (const element of elements) {
      const [, address] = /(?:src|href)="([^"]+)"/.exec(element) ?? [];
      const [, hash] = / integrity="sha384-([^"]+)"/.exec(element) ?? [];
      const contents = readFileSync(join(dist, dirname(page), address));
      assert.equal(hash, createHash('sha384').update(contents).digest('base64'), `${page}: ${element}`);
      if (element.startsWith('<script')) scripts.push(`${page}: ${address.replace(/-\w+\.js$/, '')}`);
    }
  }
  assert.deepEqual(scripts, ['index.html: assets/first-paint', 'index.html: ./assets/main']);
});

test('a page that loads a missing file is not built', () => {
  const files = new Map([['index.html', Buffer.from('<link rel="stylesheet" href="gone.css" />')]]);
  assert.throws(() => addIntegrity(files, ['index.html']), /gone\.css, which is not built/);
});
