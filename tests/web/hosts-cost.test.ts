import { brotliCompressSync, constants } from 'node:zlib';
import type { Page } from '@playwright/test';
import { elements, shown } from './support/element.ts';
import { expect, markup, module, test } from './support/own-host.ts';

// What the element costs the page it is in.

const element = (show: string): string =>
  `<self-attention sentence="The animal didn't cross the street because it was too tired" show="${show}"></self-attention>`;

/** What the page downloads, by path: bytes as brotli at full strength. */
function downloads(page: Page): ReadonlyMap<string, Promise<number>> {
  const found = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === '/') return;
    found.set(
      pathname,
      response
        .body()
        .then((body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length),
    );
  });
  return found;
}

const sum = async (found: ReadonlyMap<string, Promise<number>>): Promise<number> => {
  const sizes = await Promise.all([...found].map(async ([path, size]) => [path, await size] as const));
  for (const [path, size] of sizes) console.log(`${String(size).padStart(8)} ${path}`);
  return sizes.reduce((total, [, size]) => total + size, 0);
};

test('before it nears the viewport: at most 6 kB of script, and no WebAssembly', async ({ host, page }) => {
  const found = downloads(page);
  await host(markup(`<p style="height: 4000px">text</p>${element('heatmap arcs')}${module}`));
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
  expect(await sum(found)).toBeLessThanOrEqual(6000);
  expect([...found.keys()].filter((path) => path.endsWith('.wasm'))).toEqual([]);
  expect(found.size).toBeGreaterThan(0);
  // It comes when it is near, not before.
  await shown(elements(page).first());
});

test('element and core, with heatmap and arcs: at most 70 kB', async ({ host, page }) => {
  const found = downloads(page);
  await host(markup(`${element('heatmap arcs')}${module}`));
  await shown(elements(page).first());
  await page.waitForLoadState('networkidle');
  expect([...found.keys()].filter((path) => path.endsWith('.wasm'))).toHaveLength(1);
  expect(await sum(found)).toBeLessThanOrEqual(70_000);
});

test('twenty of them fetch one core', async ({ host, page }) => {
  const found = downloads(page);
  await host(markup(`${element('heatmap').repeat(20)}${module}`));
  for (let at = 0; at < 20; at += 1) await shown(elements(page).nth(at));
  expect([...found.keys()].filter((path) => path.endsWith('.wasm'))).toHaveLength(1);
  const sheets = await elements(page).evaluateAll((all) => {
    const own = new Set(all.flatMap((one) => one.shadowRoot?.adoptedStyleSheets ?? []));
    return own.size;
  });
  // Its own, light, and the room’s: the same objects in all of them.
  expect(sheets).toBeLessThanOrEqual(4);
});

test('a thousand that come and go leave nothing behind', async ({ host, page }) => {
  test.setTimeout(120_000);
  // The WebAssembly’s memory is nobody’s but the core’s: it is caught where it is made.
  await page.addInitScript(() => {
    const made: WebAssembly.Instance[] = [];
    Reflect.set(document, 'instances', made);
    for (const name of ['instantiate', 'instantiateStreaming'] as const) {
      const real: unknown = Reflect.get(WebAssembly, name);
      if (typeof real !== 'function') continue;
      Reflect.set(WebAssembly, name, async (...args: readonly unknown[]) => {
        const result: unknown = await real.apply(WebAssembly, args);
        const instance: unknown =
          result instanceof WebAssembly.Instance ? result : Reflect.get(Object(result), 'instance');
        if (instance instanceof WebAssembly.Instance) made.push(instance);
        return result;
      });
    }
  });
  await host(markup(`<main></main>${module}`));
  await page.waitForFunction(() => customElements.get('self-attention') !== undefined);
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');

  const mount = (count: number): Promise<void> =>
    page.evaluate(async (many) => {
      const place = document.querySelector('main');
      for (let done = 0; done < many; done += 20) {
        const batch = Array.from({ length: 20 }, () => {
          const made = document.createElement('self-attention');
          made.setAttribute('lesson', 'its-snowing');
          made.setAttribute('show', 'heatmap arcs');
          made.setAttribute('loading', 'eager');
          return made;
        });
        const ready = batch.map((one) => new Promise((yes) => one.addEventListener('ready', yes, { once: true })));
        place?.append(...batch);
        await Promise.all(ready);
        for (const one of batch) one.remove();
      }
      await new Promise((yes) => setTimeout(yes, 100));
    }, count);

  const state = async (): Promise<Readonly<Record<string, number>>> => {
    await client.send('HeapProfiler.collectGarbage');
    await client.send('HeapProfiler.collectGarbage');
    const { metrics } = await client.send('Performance.getMetrics');
    const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    const wasm = await page.evaluate(() => {
      const instances: unknown = Reflect.get(document, 'instances');
      const exported = (Array.isArray(instances) ? instances : []).flatMap((one: WebAssembly.Instance) =>
        Object.values(one.exports),
      );
      return exported.reduce(
        (total: number, one) => total + (one instanceof WebAssembly.Memory ? one.buffer.byteLength : 0),
        0,
      );
    });
    return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize'), wasm };
  };

  await mount(200);
  const before = await state();
  await mount(1000);
  const after = await state();
  console.log(before, after);
  const grown = (name: string): number => (after[name] ?? Number.NaN) - (before[name] ?? Number.NaN);
  expect(before['wasm']).toBeGreaterThan(0);
  expect(grown('wasm')).toBe(0);
  // Less than a node, a listener and 2 kB of each: the last few may still be waiting for the collector.
  expect(grown('nodes')).toBeLessThan(1000);
  expect(grown('listeners')).toBeLessThan(100);
  expect(grown('heap')).toBeLessThan(2_000_000);
});
