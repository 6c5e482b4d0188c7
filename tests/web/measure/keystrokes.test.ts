import { chips, sentence, settled } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

interface Measured extends Document {
  /** Milliseconds from a key to the end of the frame that shows what it did. */
  times?: number[];
}

const words = Array.from({ length: 31 }, (_, at) => `word${at}`);

for (const [name, fragment] of [
  ['T 32, d_model 64, 4 heads', `#sentence=${words.join('+')}&embedding=random.normal&seed=1&d=64&heads=4`],
  ['the default scene', ''],
] as const) {
  test(`keystroke to painted frame: ${name}`, async ({ page, open }) => {
    await open(fragment);
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
    await sentence(page).press('End');
    await page.keyboard.type(' ');
    // The last word grows and shrinks: every key changes a token.
    const keys = Array.from({ length: 80 }, (_, at) => (at % 16 < 8 ? ('abcdefgh'[at % 8] ?? 'a') : 'Backspace'));
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(15);
    }
    await settled(page);
    expect(await chips(page).count()).toBeLessThanOrEqual(32);
    const all = await page.evaluate(() => (document as Measured).times ?? []);
    // The first keys warm the engine up.
    const times = all.slice(20).sort((a, b) => a - b);
    const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? Number.NaN;
    console.log(
      `${name}: median ${at(0.5).toFixed(1)} ms, 95th percentile ${at(0.95).toFixed(1)} ms, most ${at(1).toFixed(1)} ms, of ${times.length} keystrokes`,
    );
    expect(times.length).toBeGreaterThanOrEqual(60);
    // Twice the figures to reach (16 and 33 ms): a shared machine must not fail this, a lost frame a key must.
    expect(at(0.5)).toBeLessThan(33);
    expect(at(0.95)).toBeLessThan(66);
  });
}
