import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { serve } from '../../../../src/toolchain/serve.mjs';
import type { Core } from '../../../../web/core/types.ts';
import type { Scene } from '../../../../web/scene/types.ts';
import { test as base, engine } from '../../support/engine.ts';
import { lessonsModule, numbersInNode } from '../../support/package.ts';
import { dist, expect } from '../../support/test.ts';
import { Watch } from '../../support/watch.ts';

// self-attention.classic.js, for pages where modules and files beside the script do not load.

interface Global {
  readonly loadCore: () => Promise<Core>;
}

const name = 'self-attention.classic.js';

const test = base.extend<{ readonly folder: string; readonly watch: Watch }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'classic-'));
    await copyFile(join(dist, name), join(folder, name));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  watch: async ({ context }, use) => {
    const watch = await Watch.over(context, '');
    await use(watch);
    expect(await watch.complaints()).toEqual([]);
  },
});

const host = (folder: string, head = '', body = ''): Promise<void> =>
  writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}<title>A host</title></head><body>
      <self-attention lesson="its-snowing" show="heatmap arcs">It’s snowing outside.</self-attention>
      <script src="${name}"></script>${body}</body></html>`,
  );

/** Waits for the element's picture, and compares the core of the global with Node's. */
async function works(page: Page): Promise<void> {
  await expect(page.locator('self-attention').getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
  const { lessons } = await lessonsModule();
  const scene: Scene | undefined = lessons['its-snowing']?.scene;
  if (scene === undefined) throw new Error('there is no such lesson');
  const found = await page.evaluate(async (wanted) => {
    const { SelfAttention: own } = globalThis as unknown as { readonly SelfAttention: Global };
    const core = await own.loadCore();
    const trace = core.attend(wanted);
    const { data } = trace.tensor('weights');
    return { flavour: core.flavour, keys: Object.keys(own).sort(), bits: Array.from(new Uint32Array(data.buffer)) };
  }, scene);
  expect(found.flavour).toBe('simd');
  expect(found.keys).toEqual([
    'AttentionError',
    'SelfAttentionElement',
    'encodeLink',
    'errorCodes',
    'loadCore',
    'version',
  ]);
  expect(found.bits).toEqual((await numbersInNode(scene)).tensors['weights']?.bits);
}

test('it works from file://, offline, and requests nothing', async ({ page, folder, context, watch }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().replace(/.*\//, '')));
  await context.setOffline(true);
  await host(folder);
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  await works(page);
  // Firefox's driver does not report requests for files, but it reports others.
  expect(asked).toEqual(engine === 'firefox' ? [] : ['index.html', name]);
  expect(await watch.complaints()).toEqual([]);
});

for (const policy of [
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'",
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types lit-html",
]) {
  test(`it works under ${policy}`, async ({ page, folder, watch }) => {
    // The icon that a browser requests.
    watch.expect(/favicon\.ico/);
    await host(folder);
    const server = await serve({ root: folder, headers: { 'Content-Security-Policy': policy } });
    try {
      await page.goto(server.url);
      await works(page);
    } finally {
      await server.close();
    }
  });
}

test('a second copy of the script warns once and changes nothing', async ({ page, folder, watch }) => {
  watch.expect(/<self-attention> is there already/);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await host(folder, '', `<script src="${name}"></script>`);
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  await works(page);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/version \d+\.\d+\.\d+.*\d+\.\d+\.\d+/);
});

test('a classic script can change the scene of an element', async ({ page, folder, watch }) => {
  await host(folder);
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  await works(page);
  await page.evaluate(() => {
    const element = document.querySelector('self-attention');
    element?.removeAttribute('lesson');
    element?.setAttribute('scene', '#sentence=A+cat+sat+down');
  });
  await expect(page.locator('self-attention').getByRole('grid')).toHaveAttribute('aria-rowcount', '4');
  expect(await watch.complaints()).toEqual([]);
});
