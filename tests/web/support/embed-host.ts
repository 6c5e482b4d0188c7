import type { FrameLocator, Locator, Page } from '@playwright/test';
import { serve } from '../../../src/toolchain/serve.mjs';
import { test as base, markup } from './own-host.ts';
import { dist } from './test.ts';

interface Fixtures {
  /** Opens a host's page with this body. */
  readonly embed: (body: string) => Promise<Page>;
}
interface WorkerFixtures {
  /** The address of the site. It is of another origin than the host's page. */
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
  embed: ({ host }, use) => use((body) => host(markup(body))),
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
