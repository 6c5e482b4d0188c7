import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { serve } from '../../../src/toolchain/serve.mjs';
import { test as base } from './engine.ts';
import { dist } from './test.ts';
import { type Watch, watched, watching } from './watch.ts';

interface Fixtures {
  /** Opens a host page with this body. */
  readonly host: (body: string) => Promise<void>;
  readonly watch: Watch;
}
interface WorkerFixtures {
  readonly site: string;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const server = await serve({ root: dist });
      await use(server.url);
      await server.close();
    },
    { scope: 'worker' },
  ],
  context: ({ context }, use) => watched(context, 'http://127.0.0.1:', use),
  watch: watching,
  host: async ({ page }, use) => {
    const root = await mkdtemp(join(tmpdir(), 'embed-host-'));
    const server = await serve({ root, headers: { 'Content-Security-Policy': undefined } });
    await use(async (body) => {
      await writeFile(
        join(root, 'index.html'),
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A host</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`,
      );
      await page.goto(server.url);
    });
    await server.close();
    await rm(root, { recursive: true, force: true });
  },
});

export const frameOf = (page: Page, at = 0): FrameLocator => page.frameLocator('iframe').nth(at);
export const heatmap = (frame: FrameLocator): Locator => frame.getByRole('grid').first();
export const heightOf = async (page: Page, at = 0): Promise<number> =>
  (await page.locator('iframe').nth(at).boundingBox())?.height ?? 0;
/** Whether the frame shows all of its page. */
export const fits = (page: Page, at = 0): Promise<boolean> =>
  page
    .frames()
    [at + 1]?.evaluate(() => document.documentElement.scrollHeight <= innerHeight)
    .catch(() => false) ?? Promise.resolve(false);
