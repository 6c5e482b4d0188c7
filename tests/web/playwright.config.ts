import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';
import { engine } from './support/engine.ts';

const { CHROMIUM, PLAYWRIGHT_JSON_OUTPUT_FILE, WHOLE } = process.env;
const inBuild = (path: string): string => fileURLToPath(new URL(`../../build/test/${path}`, import.meta.url));

const chromium = {
  ...devices['Desktop Chrome'],
  launchOptions: {
    ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
};

// The system's own Firefox; engines/firefox.mjs starts it.
const firefox = {
  ...devices['Desktop Firefox'],
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: fileURLToPath(new URL('engines/firefox.mjs', import.meta.url)),
    firefoxUserPrefs: {
      // The clipboard is a test's without a question to anyone.
      'dom.events.testing.asyncClipboard': true,
      // Firefox 153 crashes where a script reads ariaLabelledByElements and its like, which axe does. The page has the attributes only.
      'accessibility.ARIAElementReflection.enabled': false,
    },
  },
} as const;

// Where engines differ, and where one of them failed. Firefox and WebKit run these unless WHOLE asks for all: each of the suites once
// more takes ten minutes and longer.
const differing = [
  'element/embed',
  'engines',
  'history',
  'lazy-files',
  'share/video',
  'typing',
  'pictures/weight-transition',
];
const parts = {
  firefox: [...differing, 'element/element'],
  webkit: [...differing, 'keyboard', 'layout', 'own-numbers'],
};
// What opens no browser is the same in each engine.
const withoutBrowser = '**/types.test.ts';

/**
 * The page in the engine that ENGINE names: chromium (where it says nothing), firefox or webkit. CHROMIUM and FIREFOX are the
 * browsers' paths; without CHROMIUM, Playwright looks for one of its own.
 */
export default defineConfig({
  outputDir: inBuild(engine === 'chromium' ? 'web' : `web-${engine}`),
  // The summary of `npm test` is made of the second.
  reporter: PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? [['list']] : [['list'], ['json']],
  fullyParallel: true,
  workers: 2,
  // A machine shared with others loses a second now and then. What passed only the second time is listed as flaky.
  retries: 1,
  timeout: engine === 'chromium' ? 20_000 : 60_000,
  expect: { timeout: engine === 'chromium' ? 4000 : 10_000 },
  // Node's own loader reads the package, as it would for anyone who installed it.
  build: { external: ['**/build/package/**'] },
  use: {
    ...{ chromium, firefox, webkit: {} }[engine],
    viewport: { width: 1280, height: 800 },
    actionTimeout: engine === 'chromium' ? 5000 : 15_000,
    navigationTimeout: engine === 'chromium' ? 10_000 : 30_000,
    // What a test answers in the server's place would not reach a page that has an offline copy; that copy's own tests allow it.
    serviceWorkers: 'block',
  },
  ...(engine !== 'chromium' && WHOLE === undefined
    ? { testMatch: parts[engine].map((name) => `**/${name}.test.ts`) }
    : {}),
  ...(engine === 'chromium' ? {} : { testIgnore: withoutBrowser }),
  projects: [
    { name: 'page', testDir: 'page' },
    // Times are taken when nothing else runs.
    { name: 'measure', testDir: 'measure', dependencies: ['page'], workers: 1 },
    // Each builds a site with another tool first.
    { name: 'hosts', testDir: 'hosts', timeout: 120_000 },
  ],
});
