import { expect, markup, module, test } from '../support/own-host.ts';

test('removed elements free the core’s memory', async ({ host, page }) => {
  // The test collects the memories of the core where WebAssembly makes them.
  await page.addInitScript(() => {
    const made: WebAssembly.Instance[] = [];
    window.instances = made;
    for (const name of ['instantiate', 'instantiateStreaming'] as const) {
      const real = WebAssembly[name] as (...args: unknown[]) => Promise<unknown>;
      const watched = async (...args: unknown[]): Promise<unknown> => {
        const result = await real.apply(WebAssembly, args);
        const { instance } = result instanceof WebAssembly.Instance ? { instance: result } : Object(result);
        made.push(instance);
        return result;
      };
      Object.assign(WebAssembly, { [name]: watched });
    }
  });
  await host(markup(`<main></main>${module}`));
  await page.waitForFunction(() => customElements.get('self-attention') !== undefined);
  const mount = (count: number): Promise<void> =>
    page.evaluate(async (many) => {
      const place = document.querySelector('main');
      for (let done = 0; done < many; done += 20) {
        const batch = Array.from({ length: 20 }, () => {
          const made = document.createElement('self-attention');
          made.setAttribute('sentence', 'word '.repeat(128));
          made.setAttribute('loading', 'eager');
          return made;
        });
        const ready = batch.map((one) => new Promise((yes) => one.addEventListener('ready', yes, { once: true })));
        place?.append(...batch);
        await Promise.all(ready);
        for (const one of batch) one.remove();
      }
      await new Promise((yes) => setTimeout(yes, 100));
    }, count);

  const memory = (): Promise<number> =>
    page.evaluate(() => {
      const exported = window.instances.flatMap((one) => Object.values(one.exports));
      return exported.reduce(
        (total: number, one) => total + (one instanceof WebAssembly.Memory ? one.buffer.byteLength : 0),
        0,
      );
    });

  await mount(40);
  const before = await memory();
  expect(before).toBeGreaterThan(0);
  // A trace of 128 tokens takes a megabyte. If they were kept, memory would grow a hundredfold.
  await mount(200);
  expect(await memory()).toBe(before);
});
