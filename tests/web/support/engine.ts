import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type Locator, type Page, test as playwright } from '@playwright/test';

// Playwright's `test`, for the engine that ENGINE names.

type Engine = 'chromium' | 'firefox';

function engineNamed(name: string): Engine {
  if (name === 'chromium' || name === 'firefox') return name;
  throw new Error(`ENGINE is ${name}. Use chromium or firefox. WebKit has its own tests in tests/web/webkit/.`);
}

export const engine: Engine = engineNamed(process.env['ENGINE'] ?? 'chromium');

// The Firefox of this process receives what Playwright has no command for at this socket. engines/firefox.mjs inherits its name.
const CONTROL = join(tmpdir(), `firefox-${process.pid}.socket`);
if (engine === 'firefox') process.env['FIREFOX_CONTROL'] = CONTROL;

const firefox = playwright.extend<{ readonly crash: undefined }>({
  // When the process of a page crashes, Playwright ends Firefox as a whole. The test fails and says why.
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

/** Adds what Playwright has no command for in Firefox, or skips the test that calls it. */
function supplement(context: BrowserContext): void {
  context.newCDPSession = async () => {
    playwright.skip(true, 'Firefox has no DevTools protocol.');
    throw new Error('A skipped test went on.');
  };
  // A preference in the configuration allows the clipboard without a permission.
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

/** Tells engines/firefox.mjs what to do with the page whose colour scheme Playwright sets next. */
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

/** Taps the middle of the locator's element. */
async function tapped(this: Locator): Promise<void> {
  await this.scrollIntoViewIfNeeded();
  // Waits, as Playwright does, until nothing covers it.
  await this.click({ trial: true });
  const box = await this.boundingBox();
  if (box === null) throw new Error('The element to tap has no box.');
  await this.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

export const test = engine === 'firefox' ? firefox : playwright;
