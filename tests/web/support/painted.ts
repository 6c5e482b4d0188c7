import type { Page } from '@playwright/test';

interface Measured extends Document {
  times?: number[];
}

/** From now on, measures how long it takes from a key to the end of the frame that shows what it did. */
export async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: number[] = [];
    (document as Measured).times = times;
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          // A message is handled after the frame has been painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - timeStamp);
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
}

/** Milliseconds of each key since, in their order. */
export const keyTimes = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => (document as Measured).times ?? []);

/** What share of the times is at most as long; prints the figures people ask for. */
export function figures(name: string, times: readonly number[]): (share: number) => number {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  const [median, most] = [at(0.5).toFixed(1), at(1).toFixed(1)];
  console.log(
    `${name}: median ${median} ms, 95th percentile ${at(0.95).toFixed(1)} ms, most ${most} ms, of ${sorted.length} keys`,
  );
  return at;
}
