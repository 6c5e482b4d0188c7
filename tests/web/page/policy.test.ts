import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../../../src/toolchain/serve.mjs';
import { CONTENT_SECURITY_POLICY } from '../../../src/toolchain/site/headers.mjs';
import { alive, chips, chooseLesson, fragment, numbers, openStep, sentence, settled } from '../support/page.ts';
import { dist, expect, test } from '../support/test.ts';

// Every test of the page runs under this policy and fails if something is refused (support/watch.ts).
test('the site is served under a policy that allows nothing else', async ({ page, site }) => {
  const response = await page.goto(site);
  expect(await response?.headerValue('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
  const policy = new Map(CONTENT_SECURITY_POLICY.split('; ').map((part) => [part.split(' ')[0], part]));
  expect(policy.get('default-src')).toBe("default-src 'self'");
  expect(policy.get('script-src')).toBe("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
  expect(policy.get('trusted-types')).toBe('trusted-types lit-html self-attention-worker');
  expect(policy.has('style-src')).toBe(false);
});

test('the policy is in force: what it forbids is refused', async ({ page, open, watch }) => {
  watch.expect(/policy violated|Trusted|Content Security Policy/i);
  await open();
  const results = await page.evaluate(() => {
    const refused = (act: () => unknown): boolean => {
      try {
        act();
        return false;
      } catch {
        return true;
      }
    };
    return {
      // Trusted Types must make this throw.
      markup: refused(() => {
        document.createElement('p').innerHTML = '<b>';
      }),
      policy: refused(() => {
        window.trustedTypes?.createPolicy('mine', {});
      }),
    };
  });
  expect(results).toEqual({ markup: true, policy: true });
});

test('the whole page works under the policy', async ({ page, open }) => {
  await open('#mask=causal&softcap=2');
  await sentence(page).fill('We read a book');
  await page.getByRole('combobox', { name: 'Vectors' }).selectOption('normal');
  await chips(page).first().hover();
  for (const name of ['q', 'scores', 'masked', 'weights', 'output']) {
    await openStep(page, name);
    await settled(page);
    await page
      .locator(`#step-${name} sa-matrix`)
      .first()
      .hover({ position: { x: 90, y: 70 } });
  }
  await chooseLesson(page, 'It’s snowing outside');
  await expect(chips(page)).toHaveCount(3);
  await page.getByText('Source:').click();
});

test('the page names no file outside its own folder, and works under any path', async ({ browser, open, page }) => {
  await open();
  const expected = await numbers(page);
  const root = await mkdtemp(join(tmpdir(), 'self-attention-site-'));
  await cp(dist, join(root, 'some/path'), { recursive: true });
  const server = await serve({ root });
  const context = await browser.newContext();
  try {
    const there = await context.newPage();
    const asked: string[] = [];
    there.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await there.goto(`${server.url}some/path#mask=none`);
    await alive(there);
    expect(await numbers(there)).toEqual(expected);
    expect(asked.filter((path) => !path.startsWith('/some/path'))).toEqual([]);
    await sentence(there).fill('The cat sat');
    expect(await fragment(there)).toContain('sentence=The+cat+sat');
    expect(new URL(there.url()).pathname).toBe('/some/path/');
  } finally {
    await context.close();
    await server.close();
    await rm(root, { recursive: true });
  }
});

test('nothing is stored in the browser or added to the window', async ({ page, open }) => {
  await page.addInitScript(() => {
    window.namesBefore = [...Object.getOwnPropertyNames(window), 'namesBefore'];
  });
  await open();
  await sentence(page).fill('We read a book');
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('read');
  const kept = await page.evaluate(async () => {
    const known = new Set(window.namesBefore);
    return {
      local: localStorage.length,
      session: sessionStorage.length,
      cookie: document.cookie,
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      // Elements with an id are properties of the window. Lit adds its versions and metadata, Playwright its scripts.
      names: Object.getOwnPropertyNames(window).filter(
        (name) =>
          !known.has(name) && !/^((lit|reactive)[A-Z]|__pw_)/.test(name) && document.getElementById(name) === null,
      ),
    };
  });
  expect(kept).toEqual({ local: 0, session: 0, cookie: '', databases: 0, caches: 0, workers: 0, names: [] });
});
