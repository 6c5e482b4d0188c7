import type { Route } from '@playwright/test';
import { engine } from '../support/engine.ts';
import { alive, press, rows, settled, showScreen } from '../support/page.ts';
import { expect, keep, test } from '../support/test.ts';
import { LEFT } from '../support/watch.ts';

const status = '#static-status';

for (const [name, answer, message] of [
  [
    'missing',
    (route: Route) => route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' }),
    /core-[\w-]+\.wasm could not be loaded: status 404, text\/html/,
  ],
  [
    'served as HTML',
    (route: Route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html>' }),
    /core-[\w-]+\.wasm could not be loaded: status 200, text\/html, which is not WebAssembly/,
  ],
  [
    'cut short',
    (route: Route) =>
      route.fulfill({ status: 200, contentType: 'application/wasm', body: Buffer.from([0, 97, 115, 109, 1, 0]) }),
    /core-[\w-]+\.wasm is not a usable core/,
  ],
  ['out of reach', (route: Route) => route.abort(), /core-[\w-]+\.wasm could not be loaded/],
] as const) {
  test(`the WebAssembly file is ${name}: reported with its address, and the prerendered picture stays`, async ({
    page,
    site,
    watch,
  }) => {
    watch.expect(/\.wasm/, /404/);
    await page.route('**/*.wasm', answer);
    await page.goto(site);
    await expect(page.locator(status)).toHaveRole('alert');
    await expect(page.locator(status)).toContainText('The interactive page did not start.');
    await expect(page.locator(status)).toContainText(message);
    await expect(page.locator(status)).toContainText(new URL(site).origin);
    await expect(page.locator('.static svg.marks:visible')).toHaveCount(1);
    await expect(page.locator('.static .caption')).toContainText(/“it” → animal \d\d\s%/);
    await keep(page, `wasm-${name.replaceAll(' ', '-')}`);
  });
}

test('the WebAssembly file served with another type works', async ({ page, site }) => {
  await page.route('**/*.wasm', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } });
  });
  await page.goto(site);
  await alive(page);
});

test('without WebAssembly the page says so, and the prerendered picture stays', async ({ page, site }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'WebAssembly');
  });
  await page.goto(site);
  await expect(page.locator(status)).toContainText('WebAssembly is missing here');
  await expect(page.locator('.static svg.marks:visible')).toHaveCount(1);
});

test('without SIMD the page says so, and which browsers have it', async ({ page, site }) => {
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  await page.goto(site);
  await expect(page.locator(status)).toContainText(/WebAssembly has no SIMD here; browsers have it since 2021/);
  await expect(page.locator('.static svg.marks:visible')).toHaveCount(1);
});

test('until the core is loaded, the page shows the picture, the sentence and what a row means', async ({
  page,
  site,
}) => {
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(site, { waitUntil: 'commit' });
  // Until the style sheet is there, the pictures for both widths are visible.
  await expect(page.locator('.static svg.marks:visible')).toHaveCount(1);
  await expect(page.locator('.static .caption')).toContainText(/“it” → animal/);
  await keep(page, 'standing-1280');
  release();
  await alive(page);
  await expect(page.locator('sa-stage svg.marks rect').first()).toBeVisible();
  await expect(page.locator('.static')).toHaveCount(0);
});

test('for an address with another scene the prerendered picture is not shown, and nothing moves', async ({
  page,
  site,
  watch,
}) => {
  // The test leaves pages before they have loaded.
  watch.expect(new RegExp(`request failed: .*\\.(css|js|wasm) ${LEFT.source}`));
  // Firefox hashes the part of such a script that has loaded, which is empty.
  if (engine === 'firefox')
    watch.expect(/None of the “sha384” hashes .* computed hash is “OLBgp1GsljhM2TJ\+sbHjaiH9txEU/);
  const shown = page.locator('.static .caption, .static svg.marks, .static .numbers-table');
  for (const late of ['**/main-*.js', '**/*.js']) {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route(late, async (route) => {
      await held;
      // The page may have been left.
      await route.continue().catch(() => {});
    });
    for (const address of ['#lesson=five-minutes&page=answer', '#z=AAAA', '#mask=causal']) {
      await page.goto('about:blank');
      await page.goto(site + address, { waitUntil: 'commit' });
      // If every script is late, nothing is shown, because one of them decides what to show.
      if (late === '**/main-*.js') {
        // Nothing is painted before the style sheet, but the driver would call it visible.
        await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
        await expect(page.locator('.static .promise')).toBeVisible();
      } else await page.locator('head > script').first().waitFor({ state: 'attached' });
      expect(await shown.filter({ visible: true }).count(), address).toBe(0);
    }
    release();
    await page.unroute(late);
  }
  await page.route('**/main-*.js', () => {});
  const room = async (): Promise<unknown> =>
    page.locator('.static .board').evaluate((board) => JSON.stringify(board.getBoundingClientRect()));
  for (const address of ['', '#main', '#step-scores']) {
    await page.goto('about:blank');
    await page.goto(site + address, { waitUntil: 'commit' });
    await expect(page.locator('.static .caption')).toContainText(/“it” → animal 92\s%/);
    await expect(page.locator('.static svg.marks:visible')).toHaveCount(1);
  }
  await page.evaluate('scrollTo(0, 0)');
  const before = await room();
  await page.evaluate(`location.hash = 'lesson=five-minutes&page=answer'`);
  await expect(page.locator('.static .caption')).toBeHidden();
  expect(await room()).toBe(before);
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  test.describe(`without JavaScript, ${width} × ${height}`, () => {
    test.use({ javaScriptEnabled: false, viewport: { width, height } });

    test('the page shows a true picture and says plainly what is missing', async ({ page, site, watch }) => {
      // Chromium reports that a policy forbids the script.
      watch.expect(/request failed: .*\.js csp/);
      await page.goto(site);
      await expect(page.locator('noscript p')).toContainText('needs JavaScript');
      await expect(page.locator('.static svg.marks:visible')).toBeInViewport();
      await expect(page.locator('.static svg.marks:visible')).toHaveRole('img');
      await expect(page.locator('.static .caption')).toContainText(/“it” → animal \d\d\s%/);
      await expect(page.getByRole('heading', { name: 'What self-attention is' })).toBeVisible();
      await page.getByText('The weights as numbers').click();
      await expect(page.getByRole('columnheader', { name: 'animal' })).toBeVisible();
      await keep(page, `no-javascript-${width}`);
    });

    test('the prerendered picture has the numbers that the core computes', async ({ page, browser, site, watch }) => {
      watch.expect(/request failed: .*\.js csp/);
      await page.goto(site);
      const cells = await page
        .locator('.numbers-table tbody tr')
        .evaluateAll((lines) =>
          lines.map((row) => Array.from(row.querySelectorAll('td'), (cell) => cell.textContent?.trim())),
        );
      const context = await browser.newContext({ javaScriptEnabled: true });
      const live = await context.newPage();
      await live.goto(site);
      await alive(live);
      await showScreen(live, 'Experiment');
      await live
        .locator('#all-heads')
        .getByRole('option', { name: /^Layer 2/ })
        .click();
      await settled(live);
      const weights = await rows(live, 'weights');
      await context.close();
      expect(cells.length).toBe(weights.length);
      for (const [row, line] of cells.entries()) {
        for (const [column, text] of line.entries()) {
          // "<1 %" and ">99 %" are within one percent too.
          const share = Number(text?.replace(/[^\d]/g, '')) / 100;
          expect(Math.abs(share - (weights[row]?.[column] ?? 9))).toBeLessThan(0.011);
        }
      }
    });
  });
}

test('the note of an example says when the scene has changed, and Start again removes it', async ({ page, open }) => {
  await open();
  const examples = page.getByRole('combobox', { name: 'Gallery' });
  await examples.selectOption('tired');
  const note = page.locator('.hint-line');
  await expect(note).toContainText('finds “animal”');
  await expect(note).not.toContainText('as it was opened');
  const sentence = page.getByRole('textbox', { name: 'Sentence' });
  const example = await sentence.inputValue();
  await sentence.fill(example.replace('tired', 'wide'));
  await expect(note).toContainText('About the example as you opened it:');
  await press(page, 'Start again');
  await expect(sentence).toHaveValue(example);
  await expect(note).not.toContainText('as it was opened');
  // Nothing is left to undo.
  await press(page, 'Start again');
  await expect(note).toHaveCount(0);
});
