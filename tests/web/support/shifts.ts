import type { Page } from '@playwright/test';

/** Keeps what moves in the page by itself, from its beginning. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = [];
    Reflect.set(document, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: readonly { readonly node?: Node }[] = Reflect.get(entry, 'sources');
        const where = sources.map(({ node }) =>
          node instanceof Element
            ? `${node.nodeName}.${node.className}`
            : `${node?.nodeName} ${node?.textContent?.slice(0, 20)}`,
        );
        shifts.push(`${Number(Reflect.get(entry, 'value')).toFixed(4)} ${where.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const shiftsOf = (page: Page) => page.evaluate((): unknown => Reflect.get(document, 'shifts'));
