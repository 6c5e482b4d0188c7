import { type Browser, type BrowserContextOptions, test as playwright } from '@playwright/test';

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
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled === false) lacks('way to switch scripts off');
    context.newCDPSession = async () => lacks('DevTools protocol');
    // Firefox asks for no permission for what the tests use: the clipboard, by a preference of the tests' configuration.
    context.grantPermissions = async () => {};
    context.on('page', (page) => {
      const { emulateMedia } = page;
      page.emulateMedia = async (options = {}) => {
        const { colorScheme: _, ...others } = options;
        if (Object.keys(others).length > 0) lacks('emulation of media but a colour scheme');
        await emulateMedia.call(page, options);
      };
      page.touchscreen.tap = async () => lacks('finger');
      Object.getPrototypeOf(page.locator(':root')).tap = async () => lacks('finger');
    });
    await use(context);
  },
});

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
    },
    use,
  ) => {
    const options: BrowserContextOptions = { viewport, hasTouch, isMobile, javaScriptEnabled, offline, serviceWorkers };
    const context = await engineBrowser.newContext({
      ...options,
      ...(baseURL === undefined ? {} : { baseURL }),
      ...(colorScheme === undefined ? {} : { colorScheme }),
      ...(locale === undefined ? {} : { locale }),
      ...(deviceScaleFactor === undefined ? {} : { deviceScaleFactor }),
    });
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => use(await context.newPage()),
});

export const test = { chromium: playwright, firefox, webkit }[engine] as typeof playwright;
