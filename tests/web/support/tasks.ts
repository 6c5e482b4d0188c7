import { type Browser, type Page, test } from '@playwright/test';
import { engine } from './engine.ts';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread's own time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * What the page's main thread worked on while `act` went on: milliseconds of each task, the longest first. It is the thread's
 * own time, which does not grow when other programs want the machine too.
 */
export async function tasksDuring(browser: Browser, page: Page, act: () => Promise<void>): Promise<readonly number[]> {
  test.skip(engine !== 'chromium', 'Only Chromium tells what its threads work on.');
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await act();
  const { traceEvents }: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(
    (await browser.stopTracing()).toString(),
  );
  // The one that lays pages out and paints them.
  const laid = new Map<string, number>();
  for (const { name, pid, tid } of traceEvents) {
    if (name === 'UpdateLayoutTree') laid.set(`${pid} ${tid}`, (laid.get(`${pid} ${tid}`) ?? 0) + 1);
  }
  const [main] = [...laid].sort((a, b) => b[1] - a[1])[0] ?? [];
  return traceEvents
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && `${pid} ${tid}` === main)
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
}
