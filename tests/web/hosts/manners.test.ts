import type { Page } from '@playwright/test';
import { elements, shown } from '../support/element.ts';
import { expect, markup, module, test } from '../support/own-host.ts';
import { settled } from '../support/page.ts';
import { shiftsOf, watchShifts } from '../support/shifts.ts';

// The element does not touch the page's focus, scrolling, print, motion and layout.

const element = '<self-attention lesson="its-snowing" show="heatmap arcs">each word looks at itself</self-attention>';
const gap = '<p style="height: 1500px">text</p>';

const scrolled = (page: Page): Promise<number> => page.evaluate(() => scrollY);

test('it takes no focus and scrolls nothing while it loads', async ({ host, page }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    window.seen = seen;
    addEventListener('scroll', () => seen.push(`scroll to ${scrollY}`), true);
    // The page also gets a focus event in a window that has just opened.
    addEventListener('focus', ({ target }) => target instanceof Element && seen.push(`focus on ${target}`), true);
  });
  await host(markup(`<input aria-label="mine" autofocus>${element.repeat(4)}${gap}${element}${module}`));
  await expect(page.getByRole('textbox')).toBeFocused();
  await expect
    .poll(() =>
      elements(page).evaluateAll((all) => all.filter((one) => one.shadowRoot?.querySelector('sa-heatmap')).length),
    )
    .toBeGreaterThanOrEqual(3);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('textbox')).toBeFocused();
  expect(await page.evaluate(() => window.seen)).toEqual(['focus on [object HTMLInputElement]']);
});

test('the wheel over it scrolls the page', async ({ host, page }) => {
  await host(markup(`${element}${gap}${module}`));
  await shown(elements(page).first());
  for (const name of ['sa-heatmap', 'sa-lines']) {
    await page.evaluate(() => scrollTo(0, 0));
    const box = await page.locator(name).first().boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 120);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => scrolled(page), name).toBe(300);
  }
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 700 } });

  test('a swipe over it scrolls the page', async ({ host, page }) => {
    await host(markup(`${element}${gap}${module}`));
    await shown(elements(page).first());
    const client = await page.context().newCDPSession(page);
    for (const name of ['sa-heatmap', 'sa-lines']) {
      await page.evaluate(() => scrollTo(0, 0));
      const box = await page.locator(name).first().boundingBox();
      const at = (y: number) => [{ x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 120 - y }];
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
      for (let y = 20; y <= 200; y += 20) {
        await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(y) });
      }
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await expect.poll(() => scrolled(page), name).toBeGreaterThan(100);
    }
  });
});

test('it is printed as a picture, even if nobody has scrolled to it', async ({ host, page }) => {
  await host(markup(`${element}${gap}${gap}${element}${module}`));
  await shown(elements(page).first());
  const second = elements(page).nth(1);
  const isDrawn = (): Promise<boolean> => second.evaluate((it) => it.shadowRoot?.querySelector('sa-heatmap') !== null);
  await page.evaluate(() => scrollTo(0, 0));
  expect(await isDrawn()).toBe(false);
  const unseen = await page.pdf({ printBackground: true });
  expect(await isDrawn()).toBe(true);
  await shown(second);
  const seen = await page.pdf({ printBackground: true });
  // If one of the two pictures were empty, the file would be much smaller.
  expect(unseen.length).toBeGreaterThan(0.985 * seen.length);
});

test('before it runs, the fallback is printed', async ({ host, page }) => {
  await host(markup(element));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('each word looks at itself')).toBeVisible();
});

test('with reduced motion nothing moves', async ({ host, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await host(markup(`${element}${module}`));
  await shown(elements(page).first());
  const moving = (): Promise<readonly string[]> =>
    elements(page)
      .first()
      .evaluate((it) => {
        const found: string[] = [];
        const look = (root: ShadowRoot): void => {
          for (const animation of root.getAnimations()) found.push(`${animation.playState} in ${root.host.tagName}`);
          for (const child of root.querySelectorAll('*')) if (child.shadowRoot !== null) look(child.shadowRoot);
        };
        if (it.shadowRoot !== null) look(it.shadowRoot);
        return found;
      });
  const box = await page.locator('sa-lines').first().boundingBox();
  for (const down of [40, 70, 100]) {
    await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + down);
    expect(await moving()).toEqual([]);
  }
});

for (const width of [1200, 700, 390, 320]) {
  test(`nothing around it moves when it loads, ${width} px wide`, async ({ host, page }) => {
    await page.setViewportSize({ width, height: 900 });
    await watchShifts(page);
    // Delayed, so that the page is painted without it first.
    await page.route('**/*.wasm', async (route) => {
      await new Promise((done) => setTimeout(done, 300));
      await route.continue();
    });
    const shows = ['heatmap', 'heatmap arcs', 'arcs'];
    const body = shows.map(
      (show) => `<self-attention lesson="its-snowing" show="${show}"></self-attention><p>what follows ${show}</p>`,
    );
    // The rule from the guides: until the script runs, only the page's style sheet applies.
    const rule = '<style>self-attention { display: block; height: 26rem }</style>';
    await host(markup(body.join(''), `${rule}${module}`));
    await expect
      .poll(
        () =>
          elements(page).evaluateAll(
            (all) => all.filter((one) => one.shadowRoot?.querySelector('sa-heatmap, sa-lines, sa-sentence')).length,
          ),
        { timeout: 25_000 },
      )
      .toBe(shows.length);
    await settled(page);
    expect(await shiftsOf(page)).toEqual([]);
  });
}
