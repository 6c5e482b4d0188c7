import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
  test as playwright,
} from '@playwright/test';

// Playwright's `test`, for the engine that ENGINE names. What the driver of an engine cannot do skips the test that asks for it,
// and says so.

type Engine = 'chromium' | 'firefox' | 'webkit';

/** Skips the running test: `what` is what the engine's driver has no command for. */
const lacks = (what: string): never => {
  playwright.skip(true, `The driver of ${engine} has no ${what}.`);
  throw new Error('A skipped test goes on.');
};

function engineNamed(name: string): Engine {
  if (name === 'chromium' || name === 'firefox' || name === 'webkit') return name;
  throw new Error(`ENGINE is ${name}: it is chromium, firefox or webkit.`);
}

export const engine: Engine = engineNamed(process.env['ENGINE'] ?? 'chromium');

// Where the Firefox of this process hears what Playwright has no command for: engines/firefox.mjs inherits it.
const CONTROL = join(tmpdir(), `firefox-${process.pid}.socket`);
if (engine === 'firefox') process.env['FIREFOX_CONTROL'] = CONTROL;

const firefox = playwright.extend<{ readonly crash: undefined }>({
  // When the process of a page crashes, which happens now and then, Playwright has Firefox end as a whole: the test fails, says
  // why, and is tried again in another one.
  crash: [
    async ({ browser }, use, { title, annotations }) => {
      const ended = (): void => {
        const description = `Firefox crashed while “${title}” ran.`;
        annotations.push({ type: 'crash', description });
        console.error(description);
      };
      browser.on('disconnected', ended);
      if (!browser.isConnected()) ended();
      await use(undefined);
      browser.off('disconnected', ended);
    },
    { auto: true },
  ],
  browser: [
    async ({ browser }, use) => {
      const { newContext } = browser;
      browser.newContext = async (options) => {
        const context = await newContext.call(browser, options);
        supplement(context);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
  context: async ({ context, contextOptions, javaScriptEnabled }, use) => {
    const { newPage } = context;
    context.newPage = async () => {
      const page = await newPage.call(context);
      const shown = {
        ...(contextOptions.reducedMotion === undefined ? {} : { reducedMotion: contextOptions.reducedMotion }),
        ...(javaScriptEnabled === false ? { scripts: false } : {}),
      };
      if (Object.keys(shown).length > 0) await emulate(page, shown);
      return page;
    };
    await use(context);
  },
});

/** Gives a context of Firefox what Playwright has no command for there, or a reason to skip the test that asks for it. */
function supplement(context: BrowserContext): void {
  context.newCDPSession = async () => lacks('DevTools protocol');
  // Firefox asks for no permission for what the tests use: the clipboard, by a preference of the tests' configuration.
  context.grantPermissions = async () => {};
  context.on('page', (page) => {
    const { emulateMedia } = page;
    page.emulateMedia = async ({ colorScheme, ...others } = {}) => {
      if (Object.keys(others).length > 0) await control(others);
      await emulateMedia.call(page, colorScheme === undefined ? {} : { colorScheme });
    };
    page.touchscreen.tap = (x, y) => emulate(page, { tap: { x, y } });
    Object.getPrototypeOf(page.locator(':root')).tap = tapped;
  });
}

/** Asks engines/firefox.mjs to do this with the page of which Playwright tells a colour scheme next. */
function control(asked: object): Promise<void> {
  return new Promise((done, fail) => {
    const answered = (response: IncomingMessage): void => {
      response.resume().on('end', () => done());
    };
    request({ socketPath: CONTROL, method: 'POST' }, answered).on('error', fail).end(JSON.stringify(asked));
  });
}

async function emulate(page: Page, asked: object): Promise<void> {
  await control(asked);
  await page.emulateMedia();
}

/** Presses the middle of what the locator finds with a finger. */
async function tapped(this: Locator): Promise<void> {
  await this.scrollIntoViewIfNeeded();
  // Waits as Playwright does before it presses: what lies over it is gone.
  await this.click({ trial: true });
  const box = await this.boundingBox();
  if (box === null) throw new Error('What is to be tapped has no box.');
  await this.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

const webkit = playwright.extend<object, { readonly engineBrowser: Browser }>({
  engineBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const { launch } = await import('../engines/webkit/driver.mjs');
      const browser = await launch(lacks);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  browser: [async ({ engineBrowser }, use) => use(engineBrowser), { scope: 'worker' }],
  context: async (
    {
      engineBrowser,
      baseURL,
      viewport,
      colorScheme,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      offline,
      deviceScaleFactor,
      serviceWorkers,
      contextOptions: { reducedMotion },
    },
    use,
  ) => {
    const options: BrowserContextOptions = { viewport, hasTouch, isMobile, javaScriptEnabled, offline, serviceWorkers };
    const context = await engineBrowser.newContext({
      ...options,
      ...(baseURL === undefined ? {} : { baseURL }),
      ...(colorScheme === undefined ? {} : { colorScheme }),
      ...(reducedMotion === undefined ? {} : { reducedMotion }),
      ...(locale === undefined ? {} : { locale }),
      ...(deviceScaleFactor === undefined ? {} : { deviceScaleFactor }),
    });
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => use(await context.newPage()),
});

export const test = { chromium: playwright, firefox, webkit }[engine] as typeof playwright;
