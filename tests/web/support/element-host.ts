import type { Page } from '@playwright/test';
import type { Scene } from '../../../web/scene/types.ts';

/** The strictest policy that the element is promised to work under. `nonce-host` is for the host's own style and script. */
const STRICT = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval' 'nonce-host'",
  "style-src 'self' 'nonce-host'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

export interface Host {
  readonly body: string;
  readonly css?: string;
  /** On `<html>`. */
  readonly attributes?: string;
  /** Runs before the element's script. */
  readonly script?: string;
  readonly policy?: string;
}

/** `<self-attention>` as a script of its page uses it, once it shows a scene. */
export interface PublicElement extends HTMLElement {
  scene: Scene;
  show: string;
  sentence: string | null;
  loading: string;
  reset(): void;
  exportImage(options?: unknown): Promise<Blob>;
}

/** Somebody else's page, with an element in it. */
export async function openHost(page: Page, site: string, host: Host): Promise<void> {
  const { body, css = '', attributes = 'lang="en"', script = '', policy = STRICT } = host;
  await page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: `<!doctype html><html ${attributes}><meta charset="utf-8"><title>Host</title>
        <style nonce="host">${css}</style>
        <script nonce="host">
          window.log = [];
          for (const name of ['ready', 'change', 'error']) {
            addEventListener(name, (event) => event instanceof CustomEvent && log.push([name, event.detail]), true);
            addEventListener(name, (event) => event instanceof CustomEvent && log.push(['bubbled ' + name, null]));
          }
          window.shifts = [];
          new PerformanceObserver((list) => {
            for (const { value, startTime } of list.getEntries()) shifts.push([value, startTime]);
          }).observe({ type: 'layout-shift', buffered: true });
          ${script}
        </script>
        <script type="module" src="self-attention.js"></script>
        <body>${body}</body></html>`,
    }),
  );
  await page.goto(`${site}host.html`);
}

export const log = (page: Page): Promise<Window['log']> => page.evaluate(() => window.log);

export async function happened(page: Page, name: string, times = 1): Promise<void> {
  await page.waitForFunction(
    ([wanted, count]) => window.log.filter(([one]) => one === wanted).length >= Number(count),
    [name, times] as const,
  );
}

export const ready = (page: Page, times = 1): Promise<void> => happened(page, 'ready', times);

export const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.log.length = 0;
  });

/** The numbers that a heatmap shows, and those of a row of the arcs. */
export const weights = (page: Page, at = 0): Promise<number[]> =>
  page
    .locator('self-attention')
    .nth(at)
    .locator('sa-heatmap')
    .evaluate((view: HTMLElement & { readonly weights: Float32Array }) => [...view.weights]);

export const height = (page: Page, at = 0): Promise<number> =>
  page
    .locator('self-attention')
    .nth(at)
    .evaluate((element) => element.getBoundingClientRect().height);
