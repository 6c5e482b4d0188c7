import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';

const { CHROMIUM } = process.env;
const inBuild = (path: string): string => fileURLToPath(new URL(`../../build/test/${path}`, import.meta.url));

/** The page in Chromium. CHROMIUM is the browser's path; without it, Playwright looks for one of its own. */
export default defineConfig({
  outputDir: inBuild('web'),
  reporter: [['list']],
  fullyParallel: true,
  workers: 2,
  // A machine shared with others loses a second now and then. What passed only the second time is listed as flaky.
  retries: 1,
  timeout: 20_000,
  expect: { timeout: 4000 },
  // Node's own loader reads the package, as it would for anyone who installed it.
  build: { external: ['**/build/package/**'] },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    actionTimeout: 5000,
    navigationTimeout: 10_000,
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
  },
  projects: [
    { name: 'page', testDir: 'page' },
    // Times are taken when nothing else runs.
    { name: 'measure', testDir: 'measure', dependencies: ['page'], workers: 1 },
    // Each builds a site with another tool first.
    { name: 'hosts', testDir: 'hosts', timeout: 120_000 },
  ],
});
