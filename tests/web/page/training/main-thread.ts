/** How long the tasks of the page's own thread take, of that thread's time: a machine that is busy otherwise makes none longer. */
import type { Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
  /** Microseconds of the thread's own time. */
  readonly tdur?: number;
}

/**
 * Milliseconds of the longest task from a press of a button of `part` until that says `end`. The page looks for it itself: a driver
 * that asks again and again makes long tasks of its own. Only Chromium tells.
 */
export async function longestTask(page: Page, part: string, button: string, end: string): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser of its own.');
  await browser.startTracing(page, { categories: ['toplevel'] });
  await page.evaluate(
    async (wanted) => {
      const own = document.querySelector(wanted.part);
      const buttons = Array.from(own?.querySelectorAll('button') ?? []);
      buttons.find(({ textContent }) => textContent?.trim() === wanted.button)?.click();
      const isOver = (): boolean =>
        Array.from(own?.querySelectorAll('[role=status]') ?? []).some(({ textContent }) => textContent === wanted.end);
      while (!isOver()) await new Promise((done) => setTimeout(done, 100));
    },
    { part, button, end },
  );
  const trace: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const { traceEvents } = trace;
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const named = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const threads = new Set(named.map(threadOf));
  const tasks = traceEvents.filter((event) => event.ph === 'X' && threads.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The trace has no task of the page.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}
