import type { BrowserContext, Page } from '@playwright/test';
import { serve } from '../../../src/toolchain/serve.mjs';
import { elements, showsLesson } from '../support/element.ts';
import { builds } from '../support/sites.ts';
import { expect, keep, test } from '../support/test.ts';
import { Watch } from '../support/watch.ts';

// Other people's servers do not send the site's policy.
const headers = { 'Content-Security-Policy': undefined };

/** The host's page, what to do before the element is there, and what else the page must show. */
interface Visit {
  readonly path?: string;
  readonly before?: (page: Page) => Promise<void>;
  readonly after?: (page: Page) => Promise<void>;
  /** Complaints about the host itself. */
  readonly own?: RegExp;
}

const visits: Readonly<Record<string, Visit>> = {
  plain: {},
  hugo: {
    path: 'attention/',
    after: async (page) => {
      const given = { show: 'heatmap arcs', controls: 'mask', lang: 'es', readonly: 'true' };
      for (const [name, value] of Object.entries(given))
        await expect(elements(page).first()).toHaveAttribute(name, value);
    },
  },
  eleventy: {},
  // Debian has the theme's icons in a separate package, which is not unpacked here.
  mkdocs: { own: /\/css\/font-awesome\.min\.css/ },
  sphinx: {},
  astro: {},
  vitepress: {
    own: /^kept in the browser: \{"origin":"[^"]*","localStorage":\[\{"name":"vitepress-theme-appearance","value":"auto"\}\],"indexedDB":\[\]\}$/,
  },
  react: {
    after: async (page) => {
      // The event and the property that React passes to the element.
      await expect(page.locator('output')).toHaveText('3');
      await expect(elements(page)).toHaveCount(2);
      await showsLesson(elements(page).nth(1), 'its-snowing');
    },
  },
  reveal: {
    before: async (page) => {
      await expect(page.locator('.reveal.ready')).toBeVisible();
      await page.keyboard.press('ArrowRight');
    },
  },
};

async function visit(context: BrowserContext, name: string, root: string): Promise<void> {
  const { path = '', before, after, own } = visits[name] ?? {};
  const server = await serve({ root, headers });
  try {
    const watch = await Watch.over(context, server.url);
    // Browsers request this from every site.
    watch.expect(/favicon\.ico/);
    const page = await context.newPage();
    await page.goto(`${server.url}${path}`, { timeout: 60_000 });
    await before?.(page);
    await showsLesson(elements(page).first(), 'its-snowing');
    await after?.(page);
    await keep(page, `host-${name}`);
    expect((await watch.complaints()).filter((line) => !own?.test(line))).toEqual([]);
  } finally {
    await server.close();
  }
}

for (const name of Object.keys(visits)) {
  test(`${name}: the site of the recipe is built and shows the lesson’s numbers`, async ({ browser }) => {
    test.setTimeout(180_000);
    const built = await builds[name]?.();
    if (built === undefined) throw new Error(`There is no site ${name}.`);
    // `missing` names the program that builds this site and is not on this machine, and how to install it.
    if (typeof built !== 'string') return test.skip(true, built.missing);
    const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
    await visit(context, name, built);
    await context.close();
  });
}
