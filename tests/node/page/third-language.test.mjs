// A language is complete when its folder exists. The test adds a third one to a copy of web/.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inProject } from '../../../src/toolchain/paths.mjs';
import { bundleForNode } from '../../../src/toolchain/vite.mjs';

describe('a third language', () => {
  let copy;
  const bundled = (entry) =>
    bundleForNode(relative(inProject(), join(copy, 'web', `${entry}.ts`)), join(copy, 'out/bundled'));
  const imported = async (entry) => import(pathToFileURL(await bundled(entry)).href);

  before(async () => {
    copy = await mkdtemp(join(tmpdir(), 'third-language-'));
    await cp(inProject('web'), join(copy, 'web'), { recursive: true });
    for (const name of ['src', 'build', 'node_modules', 'package.json'])
      await symlink(inProject(name), join(copy, name));
    const folder = join(copy, 'web/i18n/pt');
    await cp(join(copy, 'web/i18n/es'), folder, { recursive: true });
    const change = async (file, from, to) => {
      const text = await readFile(join(folder, file), 'utf8');
      assert.ok(text.includes(from), `${file} has no ${from}`);
      await writeFile(join(folder, file), text.replaceAll(from, to));
    };
    await change('language.ts', 'Español', 'Português');
    await change('figure.ts', 'licencia MIT', 'licença MIT');
    await change('docs.ts', "lang: 'es'", "lang: 'pt'");
  });
  after(() => rm(copy, { recursive: true, force: true }));

  it('is offered by the page', async () => {
    const { languages } = await imported('i18n/language');
    assert.deepEqual(
      languages.map(({ code, name }) => [code, name]),
      [
        ['en', 'English'],
        ['es', 'Español'],
        ['pt', 'Português'],
      ],
    );
  });
  it('has the texts of every lesson', async () => {
    const { textsOf } = await imported('i18n/lessons/every-text');
    for (const lesson of ['illustrated', 'its-snowing'])
      assert.deepEqual(Object.keys(textsOf(lesson)), ['en', 'es', 'pt']);
  });
  it('is spoken by the command, and by its pictures', async () => {
    const command = await bundled('cli/main');
    const run = (...args) => spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
    assert.match(run('--help').stdout, /--lang LANG .*en or es or pt/);
    assert.match(run('--lesson', 'illustrated', '--format', 'svg', '--lang', 'pt').stdout, /licença MIT/);
    assert.match(run('--lesson', 'illustrated', '--lang', 'fr').stderr, /fr/);
  });
  it('has its page of measurements and its page for unknown addresses', async () => {
    const { guides } = await imported('docs/benchmarks');
    assert.deepEqual(
      guides.map(({ name, language }) => [name, language]),
      [
        ['benchmarks.html', 'English'],
        ['benchmarks.es.html', 'Español'],
        ['benchmarks.pt.html', 'Português'],
      ],
    );
    const { notFoundPage } = await imported('docs/not-found');
    assert.match(notFoundPage({ style: '', icon: '', page: '' }), /<div lang="pt">/);
  });
});
