import type { Page } from '@playwright/test';
import { declarations } from '../support/declarations.mjs';
import { openHost, ready } from '../support/element-host.ts';
import { showControls } from '../support/lesson.ts';
import { sentence, settled } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

// What one engine does, or did, differently. Each test runs in Chromium and in Firefox.

test('the browser knows every declaration of every style sheet', async ({ page, site }) => {
  await page.goto(site);
  const all = declarations();
  expect(all.length).toBeGreaterThan(1000);
  const unknown = await page.evaluate(
    (given) => given.filter(([, property, value]) => !CSS.supports(property, value)),
    all,
  );
  expect(unknown).toEqual([]);
});

test('the sentence’s box is as high as its text', async ({ page, open }) => {
  await open();
  const height = async (): Promise<number> => (await sentence(page).boundingBox())?.height ?? 0;
  const line = await height();
  await sentence(page).fill('The animal did not cross the street because it was too tired. '.repeat(4).trim());
  await expect.poll(height).toBeGreaterThan(line * 1.8);
  // All of it is visible, unless it is very long.
  expect(await sentence(page).evaluate((box) => box.scrollHeight <= box.clientHeight + 1)).toBe(true);
  await sentence(page).fill('The animal');
  await expect.poll(height).toBe(line);
});

test('a label is beside its choices, not above them', async ({ page, open }) => {
  await open();
  const boxes = await page.locator('.segmented:visible').evaluateAll((all) =>
    all.flatMap((set) => {
      const [label, choices] = ['legend > span', '.segments'].map((part) =>
        set.querySelector(part)?.getBoundingClientRect(),
      );
      // Some labels are only for screen readers.
      if ((label?.width ?? 0) <= 1) return [];
      return { beside: (label?.right ?? 0) <= (choices?.left ?? 0), level: (label?.bottom ?? 0) > (choices?.top ?? 0) };
    }),
  );
  expect(boxes.length).toBeGreaterThan(0);
  for (const box of boxes) expect(box).toEqual({ beside: true, level: true });
});

test('an overlay scroll bar does not cover a button', async ({ page, open }) => {
  await open();
  const room = await page.locator('.sidebar').evaluate((bar) => {
    const { right } = bar.getBoundingClientRect();
    const scrollBar = bar.getBoundingClientRect().width - bar.clientWidth - bar.clientLeft;
    const buttons = Array.from(bar.querySelectorAll('button.nudge'), (each) => each.getBoundingClientRect().right);
    return right - scrollBar - Math.max(...buttons);
  });
  expect(room).toBeGreaterThanOrEqual(10);
});

test('the controls beside a long lesson end where their column ends', async ({ page, open }) => {
  await open('#lesson=illustrated&page=repeat');
  await showControls(page);
  await expect(page.locator('.beside sa-controls')).toBeVisible();
  const below = await page.locator('.beside').evaluate((bar) => {
    const [column, controls] = [bar, bar.querySelector('sa-controls')].map((part) => part?.getBoundingClientRect());
    return (controls?.bottom ?? Infinity) - (column?.bottom ?? 0);
  });
  expect(below).toBeLessThanOrEqual(0);
});

test('a picture whose box shrinks is drawn again, without an error', async ({ page, site }) => {
  await openHost(page, site, { body: '<self-attention lesson="its-snowing"></self-attention>' });
  await ready(page);
  const canvas = page.locator('self-attention sa-heatmap canvas');
  const width = async (): Promise<number> => (await canvas.boundingBox())?.width ?? 0;
  const before = await width();
  await page.setViewportSize({ width: 320, height: 640 });
  // Firefox first lays the old picture out with scroll bars. The watch reports ResizeObserver loops.
  await expect.poll(width).toBeLessThan(Math.min(before, 320));
});

/** The number of opaque pixels of every canvas. */
const inked = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    const canvases: HTMLCanvasElement[] = [];
    const search = (root: ParentNode): void => {
      for (const element of root.querySelectorAll('*')) {
        if (element instanceof HTMLCanvasElement) canvases.push(element);
        if (element.shadowRoot) search(element.shadowRoot);
      }
    };
    search(document);
    return canvases.map((canvas) => {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let count = 0;
      for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) count += 1;
      return count;
    });
  });

test('an element that nobody has scrolled to is printed the first time', async ({ page, site }) => {
  await openHost(page, site, {
    body: `<self-attention lesson="its-snowing"></self-attention>
      <p style="height: 6000px"></p><self-attention lesson="illustrated"></self-attention>`,
    css: '',
    policy: "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'nonce-host'; style-src 'unsafe-inline'",
  });
  await ready(page);
  expect(await inked(page)).toHaveLength(1);
  // Firefox prints the page as it is when the last listener has returned.
  const drawn = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    const [, far] = document.querySelectorAll('self-attention');
    const canvas = far?.shadowRoot?.querySelector('sa-heatmap')?.shadowRoot?.querySelector('canvas');
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8Array();
    return data.some((value) => value !== 0);
  });
  expect(drawn).toBe(true);
});

test('every canvas keeps its picture for print', async ({ page, open }) => {
  await open();
  await settled(page);
  const kept = await page
    .locator('sa-attention canvas')
    .evaluateAll((canvases) =>
      canvases.map((canvas) =>
        canvas instanceof HTMLCanvasElement ? canvas.getContext('2d')?.getContextAttributes().willReadFrequently : null,
      ),
    );
  expect(kept.length).toBeGreaterThan(0);
  expect(new Set(kept)).toEqual(new Set([true]));
});
