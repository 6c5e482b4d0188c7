import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { allSteps } from '../support/page.ts';
import { atEverySize, openLate, shiftsOf } from '../support/shifts.ts';
import { dist, expect, test } from '../support/test.ts';

/** The bytes of a file of the site as a static host sends it, compressed by brotli at full strength. */
const compressedSize = (path: string): number =>
  brotliCompressSync(readFileSync(`${dist}${path.replace(/\/$/, '/index.html')}`), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length;

for (const [screen, fragment, most] of [
  ['the stage', '', 230_000],
  ['Experiment', '#v=1', 249_400],
] as const) {
  test(`a first visit of ${screen} downloads at most ${most / 1000} kB, the wasm at most 81.5 kB`, async ({
    page,
    open,
  }) => {
    const found = new Map<string, number>();
    page.on('requestfinished', (request) => {
      const path = new URL(request.url()).pathname;
      found.set(path, compressedSize(path));
    });
    await open(fragment);
    await page.waitForLoadState('networkidle');
    // A headless browser does not load the icon. A visitor's does.
    const icon = `/${await page.locator('link[rel=icon]').getAttribute('href')}`;
    found.set(icon, compressedSize(icon));

    const sum = (pattern: RegExp): number =>
      [...found].reduce((total, [path, size]) => total + (pattern.test(path) ? size : 0), 0);
    for (const [path, size] of found) console.log(`${String(size).padStart(8)} ${path}`);
    console.log(`${String(sum(/./)).padStart(8)} bytes in all, compressed`);
    expect([...found.keys()].filter((path) => path.endsWith('.wasm'))).toHaveLength(1);
    expect(sum(/\.wasm$/)).toBeLessThanOrEqual(81_500);
    expect(sum(/./)).toBeLessThanOrEqual(most);
  });
}

atEverySize(() => {
  test('nothing moves when the live page takes over', async ({ page, open }) => {
    await openLate(page, () => open());
    await allSteps(page);
    expect(await shiftsOf(page)).toEqual([]);
  });
});

test('a page loads at most 6.4 kB for an element that is far away, and 157.5 kB for one that is near', async ({
  page,
  site,
}) => {
  const found = new Map<string, number>();
  page.on('requestfinished', (request) => {
    const path = new URL(request.url()).pathname;
    if (path !== '/host.html') found.set(path, compressedSize(path));
  });
  await page.route(`${site}host.html`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><meta charset="utf-8"><title>A host</title><script type="module" src="self-attention.js"></script>
        <p style="height: 5000px">Much to read.</p>
        <self-attention lesson="its-snowing" show="heatmap arcs">It’s snowing outside.</self-attention>`,
    }),
  );
  await page.goto(`${site}host.html`);
  await page.waitForLoadState('networkidle');
  const sum = (): number => [...found.values()].reduce((total, size) => total + size, 0);
  const print = (title: string): void => {
    for (const [path, size] of found) console.log(`${String(size).padStart(8)} ${path}`);
    console.log(`${String(sum()).padStart(8)} bytes ${title}, compressed`);
  };
  print('before it nears the viewport');
  expect([...found.keys()].filter((path) => path.endsWith('.wasm'))).toEqual([]);
  expect(sum()).toBeGreaterThan(0);
  expect(sum()).toBeLessThanOrEqual(6400);
  await page.locator('self-attention').scrollIntoViewIfNeeded();
  await expect(page.locator('self-attention').getByRole('grid')).toHaveAttribute('aria-rowcount', '3', {
    timeout: 20_000,
  });
  await page.waitForLoadState('networkidle');
  print('in all');
  expect([...found.keys()].filter((path) => path.endsWith('.wasm'))).toHaveLength(1);
  expect(sum()).toBeLessThanOrEqual(157_500);
});
