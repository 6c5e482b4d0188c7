import type { Page } from '@playwright/test';

/**
 * How often functions of the page's scripts are called while `act` runs, on its main thread. Unlike a time, the count does not depend on
 * the machine. Only Chromium counts.
 */
export async function callsDuring(page: Page, act: () => Promise<void>): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Profiler.enable');
  await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await act();
  const { result } = await devtools.send('Profiler.takePreciseCoverage');
  await devtools.send('Profiler.stopPreciseCoverage');
  await devtools.detach();
  const counts = result
    .filter(({ url }) => url.startsWith('http'))
    .flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count ?? 0));
  return counts.reduce((sum, count) => sum + count, 0);
}
