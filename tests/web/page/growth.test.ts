import type { CDPSession } from '@playwright/test';
import { alive, allSteps } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

interface Watched extends Document {
  memories?: WebAssembly.Memory[];
}
interface Sizes {
  readonly wasm: number;
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

// KEYSTROKES=10000 makes the test longer.
const { KEYSTROKES = '600' } = process.env;
const keystrokes = Number(KEYSTROKES);

test(`nothing grows: after ${keystrokes} keystrokes memory is where it was after 100`, async ({ page, site }) => {
  test.setTimeout(60_000 + keystrokes * 40);
  await page.addInitScript(() => {
    const memories: WebAssembly.Memory[] = [];
    (document as Watched).memories = memories;
    const { instantiate } = WebAssembly;
    const watched = async (...args: Parameters<typeof instantiate>): Promise<unknown> => {
      const result: unknown = await instantiate(...args);
      // A compiled module resolves to the instance, and bytes to an object with the instance.
      const { exports } = result instanceof WebAssembly.Instance ? result : Object(result).instance;
      memories.push(...Object.values(exports).filter((item) => item instanceof WebAssembly.Memory));
      return result;
    };
    Object.assign(WebAssembly, { instantiate: watched });
  });
  await page.goto(`${site}#v=1`);
  await alive(page);
  const devtools = await page.context().newCDPSession(page);

  await typeMany(100);
  const before = await sizes(devtools);
  await typeMany(keystrokes - 100);
  const after = await sizes(devtools);
  const show = ({ wasm, heap, nodes, listeners }: Sizes): string =>
    `wasm ${(wasm / 1024).toFixed(0)} KiB, JavaScript ${(heap / 1e6).toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners`;
  console.log(`after 100 keystrokes: ${show(before)}\nafter ${keystrokes}: ${show(after)}`);
  expect(before.wasm).toBeGreaterThan(0);
  expect(after.wasm).toBe(before.wasm);
  // The engine compiles and caches code in the meantime. A scene leaked with each key would be megabytes.
  expect(after.heap - before.heap).toBeLessThan(1_500_000);
  expect(Math.abs(after.nodes - before.nodes)).toBeLessThan(200);
  expect(Math.abs(after.listeners - before.listeners)).toBeLessThan(60);

  async function typeMany(count: number): Promise<void> {
    await page.evaluate(async (many) => {
      const box = document.querySelector('textarea');
      const live = document.querySelector<Element & { updateComplete: Promise<boolean> }>('sa-playground');
      if (box === null || live === null) throw new Error('There is no page.');
      const words = 'the animal did not cross the street because it was too tired and the dog saw a big red house';
      for (let at = 0; at < many; at += 1) {
        // The last one always leaves the same sentence.
        box.value = at === many - 1 ? words : words.slice(0, 20 + ((at * 7) % 70));
        box.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await live.updateComplete;
        // Some things are drawn in the next frame only.
        if (at % 5 === 0) await new Promise(requestAnimationFrame);
      }
    }, count);
  }

  async function sizes(session: CDPSession): Promise<Sizes> {
    // Sections out of view are drawn when the typing has paused.
    await allSteps(page);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    await session.send('HeapProfiler.enable');
    for (let i = 0; i < 3; i += 1) await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
    const wasm = await page.evaluate(() =>
      ((document as Watched).memories ?? []).reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
    );
    return { wasm, heap: usedSize, nodes, listeners: jsEventListeners };
  }
});
