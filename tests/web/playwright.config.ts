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

// The system's Firefox, which engines/firefox.mjs starts.
const firefox = {
  ...devices['Desktop Firefox'],
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: fileURLToPath(new URL('engines/firefox.mjs', import.meta.url)),
    firefoxUserPrefs: {
      // The clipboard needs no permission.
      'dom.events.testing.asyncClipboard': true,
      // Firefox 153 crashes when a script, such as axe, reads ariaLabelledByElements. The page sets only the attributes.
      'accessibility.ARIAElementReflection.enabled': false,
    },
  },
} as const;

// The tests of what engines do differently, and of faults that Firefox once had. Firefox runs these unless WHOLE is set: the whole suite
// takes it half an hour.
const firefoxTests = [
  'element/element',
  'element/embed',
  'engines',
  'history',
  'lazy-files',
  'share/video',
  'typing',
  'pictures/weight-transition',
].map((name) => `**/${name}.test.ts`);
// This opens no browser.
const withoutBrowser = '**/types.test.ts';

/**
 * Tests the page in the engine that ENGINE names: chromium, which is the default, or firefox. CHROMIUM and FIREFOX are the paths of the
 * browsers. Without CHROMIUM, Playwright looks for its own.
 */
export default defineConfig({
  outputDir: inBuild(engine === 'chromium' ? 'web' : `web-${engine}`),
  // `npm test` makes its summary from the second.
  reporter: PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? [['list']] : [['list'], ['json']],
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // A machine that is busy with something else takes several times as long. A test that passes takes no longer for it.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // Node's own loader reads the package, as it does once the package is installed.
  build: { external: ['**/build/package/**'] },
  use: {
    ...{ chromium, firefox }[engine],
    viewport: { width: 1280, height: 800 },
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // A page with an offline copy would ignore the answers that a test gives in place of the server. The tests of that copy allow it.
    serviceWorkers: 'block',
  },
  ...(engine === 'firefox' && WHOLE === undefined ? { testMatch: firefoxTests } : {}),
  ...(engine === 'chromium' ? {} : { testIgnore: withoutBrowser }),
  projects: [
    { name: 'page', testDir: 'page' },
    // Prints what runs at a key press. It is not part of `npm test`.
    { name: 'measure', testDir: 'measure' },
    // Each first builds a site with another tool.
    { name: 'hosts', testDir: 'hosts', timeout: 120_000 },
  ],
});
