import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serve } from '../../../src/toolchain/serve.mjs';
import { test as base } from '../support/engine.ts';
import { lessonsModule, numbersInNode } from '../support/package.ts';
import { expect } from '../support/test.ts';
import { Watch } from '../support/watch.ts';

// The packed package in the projects of tests/hosts/bundlers/, built as their recipe says.

const run = promisify(execFile);
const inProject = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const built = (name: string): string => inProject(`build/hosts/${name}`);

/** A likely policy of such a page, without Trusted Types, which webpack's loader does not support. */
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'";

for (const bundler of ['vite', 'webpack', 'esbuild', 'rollup']) {
  base(`${bundler} builds a page in which the element and the core work`, async ({ browser }) => {
    const folder = built(bundler);
    await run(process.execPath, [inProject(`tests/hosts/bundlers/${bundler}/build.mjs`), folder]);
    const server = await serve({ root: folder, headers: { 'Content-Security-Policy': policy } });
    const context = await browser.newContext();
    const watch = await Watch.over(context, server.url);
    // Browsers request an icon that none of these pages has.
    watch.expect(/favicon\.ico/);
    try {
      const page = await context.newPage();
      await page.goto(server.url);
      const lesson = page.locator('#lesson').getByRole('grid');
      await expect(lesson).toHaveAttribute('aria-rowcount', '3', { timeout: 30_000 });
      // Its scene needs the meaning table, which aggressive tree shaking would remove.
      await expect(page.locator('#start').getByRole('grid').first()).toHaveAttribute('aria-rowcount', '11');
      const output = page.locator('output');
      await expect(output).not.toHaveText('');
      const weights = JSON.parse((await output.textContent()) ?? '');
      const { lessons } = await lessonsModule();
      const scene = lessons['its-snowing']?.scene;
      if (scene === undefined) throw new Error('there is no such lesson');
      const { bits } = (await numbersInNode(scene)).tensors['weights'] ?? {};
      expect(Array.from(new Uint32Array(Float32Array.from(weights).buffer))).toEqual(bits);
      expect(await watch.complaints()).toEqual([]);
    } finally {
      await context.close();
      await server.close();
    }
  });
}

// An older Node's resolution ("node10") knows no `exports`, require() ("node16-cjs") takes no ES module, and a .wasm has no types.
base(
  'publint and are-the-types-wrong find nothing in the packed package, as ES modules: node10, node16-cjs and core.wasm are left out',
  async () => {
    const folder = inProject('build/hosts');
    const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    const { stdout } = await run(process.execPath, [
      inProject('tests/hosts/bundlers/checked.mjs'),
      join(folder, tarball),
    ]);
    const { publint, types, entrypoints } = JSON.parse(stdout);
    expect(publint).toEqual([]);
    expect(types).toEqual([]);
    const { exports } = JSON.parse(await readFile(inProject('build/package/package.json'), 'utf8'));
    expect(entrypoints).toEqual(Object.keys(exports).filter((name) => name !== './core.wasm'));
  },
);
