import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { serve } from '../../../src/toolchain/serve.mjs';
import { test as base, engine } from './engine.ts';
import { alive, settled } from './page.ts';
import { Watch, watched, watching } from './watch.ts';

export { expect };

const inProject = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
export const dist: string = inProject('dist');

/** Keeps a picture of the page for somebody to look at, where PICTURES is set: all of them take a minute of the processor. */
export async function keep(page: Page, name: string, options: { readonly fullPage?: boolean } = {}): Promise<void> {
  // Hiding the caret would write an inline style, which the page's policy refuses; Firefox's driver writes one all the same.
  if (process.env['PICTURES'] === undefined || engine === 'firefox') return;
  await page.screenshot({ path: inProject(`build/test/screenshots/${name}.png`), caret: 'initial', ...options });
}

interface OwnFixtures {
  /** What must not happen while the test runs; `expect` excuses what the test brings about. */
  readonly watch: Watch;
  /** Loads the workbench with a fragment ("#mask=causal"; the default scene's without one) and waits until it is live. */
  readonly open: (fragment?: string, on?: Page) => Promise<void>;
  /** Brings another scene, or with '#' the stage, onto the page that the worker's tests share, and gives that page. */
  readonly show: (fragment?: string) => Promise<Page>;
}

interface WorkerFixtures {
  /** The address of the built site, with a slash at its end. */
  readonly site: string;
  readonly shared: { readonly page: Page; readonly watch: Watch };
}

export const test = base.extend<OwnFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      if (!existsSync(`${dist}/index.html`)) throw new Error('There is no dist/index.html: npm run build makes it.');
      const server = await serve({ root: dist });
      await use(server.url);
      await server.close();
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({ browser, site }, use) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const watch = await Watch.over(context, site);
      const page = await context.newPage();
      await page.goto(`${site}#v=1`);
      await alive(page);
      await use({ page, watch });
      await context.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site),
  context: ({ context, site }, use) => watched(context, site, use),
  watch: watching,
  open: async ({ page, site }, use) => {
    await use(async (fragment = '#v=1', on = page) => {
      await on.goto(site + fragment);
      await alive(on);
    });
  },
  show: async ({ shared: { page, watch } }, use) => {
    await use(async (fragment = '') => {
      // As on a page that was just opened; what is out of view is drawn when it comes into view.
      await page.mouse.move(0, 0);
      await page.evaluate(() => scrollTo(0, 0));
      // The same fragment again would be no navigation. The page hears of one some time after it, and before this does.
      await page.evaluate(
        async (hashes) => {
          for (const hash of hashes) {
            if (hash === location.hash) continue;
            const navigated = new Promise((done) => addEventListener('hashchange', done, { once: true }));
            location.hash = hash;
            await navigated;
          }
        },
        // One that no test asks for comes first, so that the wanted one is always another.
        ['#v=1&sentence=again', fragment || '#v=1'],
      );
      await settled(page);
      return page;
    });
    expect(await watch.complaints()).toEqual([]);
    watch.forget();
  },
});
