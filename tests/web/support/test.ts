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

/** Saves a screenshot if PICTURES is set. All screenshots take a minute of the processor. */
export async function keep(page: Page, name: string, options: { readonly fullPage?: boolean } = {}): Promise<void> {
  // Hiding the caret needs an inline style, which the page's policy refuses. Firefox's driver writes one anyway.
  if (process.env['PICTURES'] === undefined || engine === 'firefox') return;
  await page.screenshot({ path: inProject(`build/test/screenshots/${name}.png`), caret: 'initial', ...options });
}

const SIZE = { width: 1280, height: 800 };

interface OwnFixtures {
  /** Reports errors, failed requests and the like. `watch.expect` excuses those that the test causes. */
  readonly watch: Watch;
  /** Loads the workbench with a fragment ("#mask=causal", by default the default scene's) and waits until it is live. */
  readonly open: (fragment?: string, on?: Page) => Promise<void>;
  /**
   * Opens a scene, or the stage with '#', on the page that the tests of a worker share, and returns that page. It sets everything that a
   * test may have left there, except for progress in lessons and open groups of controls. Tests of those load their own page.
   */
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
      if (!existsSync(`${dist}/index.html`)) throw new Error('dist/index.html is missing. Run npm run build.');
      const server = await serve({ root: dist });
      await use(server.url);
      await server.close();
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({ browser, site }, use) => {
      const context = await browser.newContext({ viewport: SIZE });
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
    // A step that an earlier test opened would still be open, and hides what is beside the heatmap.
    await page.evaluate(() => document.querySelector<HTMLElement>('.close-step')?.click());
    await use(async (fragment = '') => {
      await page.mouse.move(0, 0);
      await page.evaluate(
        async (hashes) => {
          for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
          // An open menu or editor would cover the page.
          for (const menu of document.querySelectorAll<HTMLElement>(':popover-open')) menu.hidePopover();
          document.querySelector('sa-matrix-editor')?.dispatchEvent(new CustomEvent('sa-close', { bubbles: true }));
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
          scrollTo(0, 0);
          for (const hash of hashes) {
            if (hash === location.hash) continue;
            const navigated = new Promise((done) => addEventListener('hashchange', done, { once: true }));
            location.hash = hash;
            await navigated;
          }
        },
        // A fragment that no test asks for comes first, because the same fragment again would be no navigation.
        ['#v=1&sentence=again', fragment || '#v=1'],
      );
      await settled(page);
      return page;
    });
    await page.emulateMedia({ colorScheme: null, reducedMotion: null, forcedColors: null, media: null });
    if (page.viewportSize()?.width !== SIZE.width) await page.setViewportSize(SIZE);
    expect(await watch.complaints()).toEqual([]);
    watch.forget();
  },
});
