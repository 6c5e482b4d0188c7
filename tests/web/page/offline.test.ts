import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { serve } from '../../../src/toolchain/serve.mjs';
import { CONTENT_SECURITY_POLICY } from '../../../src/toolchain/site/headers.mjs';
import { alive, sentence } from '../support/page.ts';
import { test as base, dist, expect } from '../support/test.ts';

interface Release {
  readonly url: string;
  /** Stops the server of this site. */
  readonly end: () => Promise<void>;
  /** Replaces the served release by another. */
  readonly replace: () => void;
}

/** A copy of the site, which a test may change and stop. */
const test = base.extend<{ readonly release: Release }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  release: async ({}, use) => {
    const root = mkdtempSync(join(tmpdir(), 'self-attention-'));
    cpSync(dist, root, { recursive: true });
    const server = await serve({ root });
    let isEnded = false;
    const end = async (): Promise<void> => {
      if (!isEnded) await server.close();
      isEnded = true;
    };
    const change = (name: string, from: RegExp, to: string): void => {
      const text = readFileSync(join(root, name), 'utf8');
      expect(text).toMatch(from);
      writeFileSync(join(root, name), text.replace(from, to));
    };
    const replace = (): void => {
      change('index.html', /<meta name="description"/, '<meta name="release" content="next" />$&');
      change('service-worker.js', /"[0-9a-f]{16}"/, '"0123456789abcdef"');
    };
    await use({ url: server.url, end, replace });
    await end();
    rmSync(root, { recursive: true });
  },
});

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ watch }) => {
  // The site of these tests has its own address, and its server stops.
  watch.expect(
    /request to another origin: http:\/\/127\.0\.0\.1/,
    /ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to fetch/,
    // The same in Firefox.
    /NS_ERROR_INTERCEPTION_FAILED|NetworkError when attempting to fetch/,
  );
});

/** The paths of the browser's copies, by release. */
const copies = (page: Page): Promise<Readonly<Record<string, readonly string[]>>> =>
  page.evaluate(async () => {
    const found: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      found[name.split(' ').at(-1) ?? ''] = requests.map(({ url }) => url.replace(/^https?:\/\/[^/]*\//, ''));
    }
    return found;
  });

const size = async (page: Page): Promise<number> => Object.values(await copies(page)).flat().length;

/** Waits until the copy has stopped growing. */
async function copied(page: Page, atLeast: number): Promise<void> {
  await expect.poll(() => size(page)).toBeGreaterThanOrEqual(atLeast);
  let before = -1;
  await expect
    .poll(async () => {
      const now = await size(page);
      const isSteady = now === before;
      before = now;
      return isSteady;
    })
    .toBe(true);
}

const visit = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await alive(page);
};

test('a first visit keeps only the files that it loaded, and opens again without a network', async ({
  page,
  release,
}) => {
  const response = await page.goto(release.url);
  expect(await response?.headerValue('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
  await alive(page);
  await copied(page, 10);
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name.replace(/^https?:\/\/[^/]*\//, '')),
  );
  const kept = Object.values(await copies(page)).flat();
  expect(kept.filter((name) => name !== '' && !fetched.includes(name))).toEqual([]);
  expect(kept.some((name) => name.endsWith('.wasm'))).toBe(true);

  await release.end();
  await page.reload();
  await alive(page);
  await sentence(page).fill('No network is needed');
  await expect(page.locator('sa-stage text').filter({ hasText: 'needed' }).first()).toBeVisible();
});

test('after a second visit the whole page works without a network, with a guide and the other language', async ({
  page,
  release,
}) => {
  await visit(page, release.url);
  await copied(page, 10);
  await page.reload();
  await alive(page);
  const worker = readFileSync(join(dist, 'service-worker.js'), 'utf8');
  const names: readonly string[] = JSON.parse(/\["[^\]]*\]/.exec(worker)?.[0] ?? '[]');
  await copied(page, names.length);
  // As the guide on privacy says, except for training.
  expect(names.filter((name) => name.includes('training'))).toEqual([]);
  const files = names.map((name) => readFileSync(join(dist, name.replace(/(^|\/)$/, '$1index.html'))));
  expect(files.reduce((sum, file) => sum + gzipSync(file).length, 0)).toBeLessThan(1_000_000);
  await release.end();
  await visit(page, `${release.url}?lang=es#lesson=illustrated`);
  await expect(page).toHaveTitle('Autoatención, en vivo');
  await page.goto(`${release.url}docs/index.html`);
  await expect(page.getByRole('heading', { level: 1, name: 'Guides' })).toBeVisible();
});

test('a release replaces the copy at the next visit', async ({ page, release }) => {
  await visit(page, release.url);
  await copied(page, 10);
  release.replace();
  await page.reload();
  await alive(page);
  await expect(page.locator('meta[name=release]')).toHaveAttribute('content', 'next');
  await expect.poll(async () => Object.keys(await copies(page))).toEqual(['0123456789abcdef']);
  await release.end();
  await page.reload();
  await alive(page);
  await expect(page.locator('meta[name=release]')).toHaveAttribute('content', 'next');
});

test('an embed and the page in a frame keep nothing', async ({ page, release }) => {
  await page.route(`${release.url}host.html`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>A host</title><script type="module" src="self-attention.js"></script>
        <self-attention lesson="its-snowing" loading="eager"></self-attention>
        <iframe src="embed.html#lesson=its-snowing"></iframe><iframe src="index.html"></iframe>`,
    }),
  );
  await page.goto(`${release.url}host.html`);
  await expect(page.locator('self-attention').getByRole('grid')).toBeVisible();
  await expect(page.frameLocator('iframe').first().locator('self-attention').getByRole('grid')).toBeVisible();
  await expect(page.frameLocator('iframe').last().locator('sa-stage svg.marks')).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await size(page)).toBe(0);
});

test('an unknown address gets a page with a link back, with status 404', async ({ page, release, watch }) => {
  watch.expect(/404/);
  const response = await page.goto(`${release.url}no/such/page.html`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Página no encontrada' })).toBeVisible();
});
