import { type BrowserContext, expect } from '@playwright/test';
import { engine } from './engine.ts';

const watches = new WeakMap<BrowserContext, Watch>();

/** The engine's error for a request that a test aborts. */
export const TAKEN_AWAY: RegExp = engine === 'firefox' ? /NS_ERROR_ABORT/ : /ERR_FAILED/;

/** The engine's error for a request of a page that is left. */
export const LEFT: RegExp = engine === 'firefox' ? /NS_BINDING_ABORTED/ : /net::ERR_ABORTED/;

/**
 * Collects what must not happen on a page: errors, refusals of the Content Security Policy, requests that fail or leave the site, and
 * anything stored in the browser except for progress in the lessons.
 */
export class Watch {
  private found: string[] = [];
  private readonly expected: RegExp[] = [
    // The share dialog cancels its preview when something else is chosen.
    /request failed: \S+\/(embed\.html|self-attention\.classic\.js|assets\/embed-\S+) (net::ERR_ABORTED|NS_BINDING_ABORTED)/,
    // Firefox requests an icon if a page names none, and reports that the page's policy forbids it.
    /img-src.*\/favicon\.ico/,
  ];

  private constructor(
    private readonly context: BrowserContext,
    origin: string,
  ) {
    context.on('console', (message) => {
      if (message.text() === 'Service Worker registration blocked by Playwright') return;
      if (message.type() === 'error' || message.type() === 'warning') {
        this.found.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    context.on('weberror', (error) => this.found.push(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // The browser loads the icon late, and gives up if a test has left the page by then.
      if (LEFT.test(why) && /\/favicon-[^/]*$/.test(request.url())) return;
      this.found.push(`request failed: ${request.url()} ${why}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 400) this.found.push(`status ${response.status()}: ${response.url()}`);
    });
    context.on('request', (request) => {
      // Not a request to a server.
      if (/^(about|blob|data):/.test(request.url())) return;
      if (!request.url().startsWith(origin)) this.found.push(`request to another origin: ${request.url()}`);
    });
  }

  static async over(context: BrowserContext, origin: string): Promise<Watch> {
    const watch = new Watch(context, origin);
    await context.addInitScript(() => {
      // Browsers do not print this one.
      addEventListener('error', ({ message }) => {
        if (message?.startsWith('ResizeObserver')) console.error(message);
      });
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        console.error('policy violated', violatedDirective, blockedURI, sample);
      });
    });
    return watch;
  }

  forget(): void {
    this.found = [];
  }

  /** Excuses what a test causes on purpose. */
  expect(...patterns: readonly RegExp[]): void {
    this.expected.push(...patterns);
  }

  /** Everything that was not expected. */
  async complaints(): Promise<readonly string[]> {
    const unexpected = this.found.filter((line) => !this.expected.some((pattern) => pattern.test(line)));
    const { cookies, origins } = await this.context.storageState({ indexedDB: true });
    const databases = (origin: object): unknown[] => ('indexedDB' in origin ? [origin.indexedDB].flat() : []);
    const others = origins.filter(
      (origin) =>
        origin.localStorage.some(({ name }) => name !== 'self-attention-lessons') || databases(origin).length > 0,
    );
    const kept = [...cookies, ...others].map((item) => `kept in the browser: ${JSON.stringify(item)}`);
    return [...unexpected, ...kept];
  }
}

type Use<Value> = (value: Value) => Promise<void>;

/** The fixture `context`. Complaints of its pages fail the test, except for `expected`. */
export async function watched(
  context: BrowserContext,
  origin: string,
  use: Use<BrowserContext>,
  ...expected: RegExp[]
) {
  const watch = await Watch.over(context, origin);
  watch.expect(...expected);
  watches.set(context, watch);
  await use(context);
  expect(await watch.complaints()).toEqual([]);
}

/** The fixture `watch`, of that context. */
export async function watching({ context }: { readonly context: BrowserContext }, use: Use<Watch>) {
  const watch = watches.get(context);
  if (watch !== undefined) await use(watch);
}
