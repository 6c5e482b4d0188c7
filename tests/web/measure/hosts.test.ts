import { expect, markup, module, test } from '../support/own-host.ts';

test('twenty elements of a page are ready within 300 ms of the first', async ({ host, page }) => {
  const times: number[] = [];
  // The best of three: what the machine does besides can only make it slower.
  await page.addInitScript(() => {
    const ready: number[] = [];
    Reflect.set(document, 'ready', ready);
    document.addEventListener('ready', () => ready.push(performance.now()), true);
  });
  for (let run = 0; run < 3; run += 1) {
    const element = '<self-attention lesson="its-snowing" show="heatmap arcs" loading="eager"></self-attention>';
    await host(markup(`${element.repeat(20)}${module}`));
    await expect
      .poll(() => page.evaluate(() => Array.from(Object(Reflect.get(document, 'ready'))).length), { timeout: 10_000 })
      .toBe(20);
    times.push(
      await page.evaluate(() => {
        const ready: unknown = Reflect.get(document, 'ready');
        const [first = Number.NaN, ...rest] = Array.isArray(ready) ? ready : [];
        return Math.max(...rest) - first;
      }),
    );
  }
  console.log(times.map((time) => `${time.toFixed(0)} ms`).join(', '));
  expect(Math.min(...times)).toBeLessThanOrEqual(300);
});
