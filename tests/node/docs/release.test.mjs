// A release: its version in the changelog, and workflows with only the permissions they need.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findEmscripten } from '../../../src/toolchain/emscripten.mjs';
import { packRelease, releaseNotes } from '../../../src/toolchain/release.mjs';
import { CONTENT_SECURITY_POLICY, headersFile } from '../../../src/toolchain/site/headers.mjs';
import { wheelName } from '../../../src/toolchain/wheel.mjs';
import { bundle } from '../support/bundle.mjs';
import { root } from '../support/child.mjs';

const textOf = (...path) => readFileSync(join(root, ...path), 'utf8');

it('the version is that of package.json everywhere', async () => {
  const { version } = JSON.parse(textOf('package.json'));
  assert.equal((await bundle('web/core/version.ts')).version, version);
  const cache = textOf('build', 'wasm', 'CMakeCache.txt');
  assert.equal(/^CMAKE_PROJECT_VERSION:STATIC=(.*)$/m.exec(cache)?.[1], version);
  for (const said of [`version = {${version}}`, `self-attention-${version}.tgz`])
    assert.ok(textOf('README.md').includes(said), `README.md does not say ${said}`);
});

describe('a release', () => {
  const changelog = '# Changelog\n\n## [1.2.0] - 2026-11-23\n\n### Added\n\n- This.\n\n## 1.1.0\n\n- That.\n';

  it('has the notes of its version, and none of another', () => {
    assert.equal(releaseNotes(changelog, '1.2.0'), '### Added\n\n- This.');
    assert.throws(
      () => releaseNotes(changelog, '1.1.0'),
      /first section of CHANGELOG\.md is “\[1\.2\.0\] - 2026-11-23”, not 1\.1\.0/,
    );
    assert.throws(() => releaseNotes('## Unreleased\n\n- This.\n', '1.2.0'), /--preview/);
    assert.equal(releaseNotes('## Unreleased\n\n- This.\n', '1.2.0', true), '- This.');
  });

  it('is packed with the sums of its files and a bill of what is in it', async () => {
    const names = await packRelease({ preview: true });
    const { name, version } = JSON.parse(textOf('package.json'));
    const own = `${name}-${version}`;
    assert.deepEqual(names, [
      ...['-notes.md', '-site.tar.gz', '.cdx.json', '.html', '.tgz'].map((suffix) => `${own}${suffix}`),
      wheelName(version),
      'SHA256SUMS',
    ]);
    const sums = textOf('build/release/SHA256SUMS').trimEnd().split('\n');
    assert.equal(sums.length, names.length - 1);
    for (const line of sums) {
      const [hash, file] = line.split('  ');
      assert.equal(
        createHash('sha256')
          .update(readFileSync(join(root, 'build/release', file)))
          .digest('hex'),
        hash,
      );
    }
    const { metadata, components, dependencies } = JSON.parse(textOf('build/release', `${own}.cdx.json`));
    assert.deepEqual([metadata.component.name, metadata.component.version], [name, version]);
    const { tools } = JSON.parse(textOf('build/package/build-info.json'));
    // The bill of materials has everything that LICENSE names.
    const bundled = ['lit', 'fflate', 'papaparse', 'string-width', 'webm-muxer', 'fix-webm-duration'];
    for (const part of [...bundled, 'xtensor', 'xtl', 'xsimd', 'emscripten']) {
      const [found] = components.filter((component) => component.name === part);
      assert.match(found?.version ?? '', /^\d+\.\d+/, part);
      if (part in tools) assert.equal(found.version, tools[part]);
      assert.ok(
        dependencies.some(({ ref }) => ref === found['bom-ref']),
        part,
      );
    }
    assert.ok(!components.some(({ name: part }) => part === 'typescript'));

    // The published files say what they were built with.
    const fileIn = (archive, file) =>
      execFileSync('tar', ['-xzOf', join(root, 'build/release', archive), file], { encoding: 'utf8' });
    const infos = [fileIn(`${own}.tgz`, 'package/build-info.json'), fileIn(`${own}-site.tar.gz`, './build-info.json')];
    const { version: emscripten } = await findEmscripten();
    for (const info of infos.map((text) => JSON.parse(text))) {
      assert.deepEqual(Object.keys(info), ['version', 'commit', 'tools']);
      assert.equal(info.version, version);
      if (info.commit !== null) assert.match(info.commit, /^[0-9a-f]{40}\+?$/);
      assert.equal(info.tools.emscripten, emscripten);
      for (const tool of ['emscripten', 'xtensor', 'xtl', 'xsimd', 'node'])
        assert.match(info.tools[tool] ?? '', /^\d+\.\d+/, tool);
      // Another Emscripten has other versions of LLVM and Binaryen.
      for (const [tool, said] of Object.entries(info.tools)) assert.match(said, /^\d/, tool);
      assert.deepEqual(info.tools, tools);
    }
  });
});

it('a host that reads `_headers` sends the policy with the pages that keep it', () => {
  const text = headersFile('/self-attention/');
  assert.ok(text.includes(`\n/self-attention/docs/*\n  Content-Security-Policy: ${CONTENT_SECURITY_POLICY}\n`));
  assert.doesNotMatch(text, /embed\.html|self-attention\.html/);
  assert.equal(textOf('dist/_headers'), headersFile('/'));
});

it('the changelog has a section for the version in package.json, or for unreleased changes', () => {
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
