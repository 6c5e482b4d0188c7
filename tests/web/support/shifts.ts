import type { Page } from '@playwright/test';
import { test } from './test.ts';

/** Records layout shifts from the start of the page. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = [];
    const add = (entries: PerformanceEntryList) => {
      for (const { value, sources } of entries) {
        const place = ({ x, y, width, height }: DOMRectReadOnly) => `${[x, y, width, height].map(Math.round)}`;
        const where = sources.map(({ node, previousRect, currentRect }) => {
          // In a shadow root the browser does not say what moved, only where.
          const what = node instanceof Element ? `${node.nodeName}.${node.className}` : (node?.nodeName ?? '?');
          return `${what} from ${place(previousRect)} to ${place(currentRect)}`;
        });
        shifts.push(`${value.toFixed(4)} ${where.join(', ')}`);
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // A busy browser delivers a shift long after it happened. A test that counts would take it for one that came later.
    window.readLayoutShifts = () => {
      add(observer.takeRecords());
      return shifts;
    };
  });

export const shiftsOf = (page: Page) => page.evaluate(() => window.readLayoutShifts());

/** The tests at the sizes of a laptop, of a phone and of the narrowest screen. */
export function atEverySize(tests: () => void): void {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [320, 640],
  ] as const) {
    test.describe(`${width} × ${height}`, () => {
      test.use({ viewport: { width, height } });
      tests();
    });
  }
}

/** Opens a page whose core loads late, so that the prerendered page is painted first, and records layout shifts. */
export async function openLate(page: Page, open: () => Promise<void>): Promise<void> {
  await watchShifts(page);
  await page.route('**/*.wasm', async (route) => {
    await new Promise((done) => setTimeout(done, 400));
    await route.continue();
  });
  await open();
}

/** Whether the page scrolls sideways. */
export const isWiderThanWindow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
