import { expect, markup, module, test } from '../support/own-host.ts';

test('elements that come and go give the core’s memory back', async ({ host, page }) => {
  // The WebAssembly’s memory is nobody’s but the core’s: it is caught where it is made.
  await page.addInitScript(() => {
    const made: WebAssembly.Instance[] = [];
    Reflect.set(document, 'instances', made);
    for (const name of ['instantiate', 'instantiateStreaming'] as const) {
      const real: unknown = Reflect.get(WebAssembly, name);
      if (typeof real !== 'function') continue;
      Reflect.set(WebAssembly, name, async (...args: readonly unknown[]) => {
        const result: unknown = await real.apply(WebAssembly, args);
        const instance: unknown =
          result instanceof WebAssembly.Instance ? result : Reflect.get(Object(result), 'instance');
        if (instance instanceof WebAssembly.Instance) made.push(instance);
        return result;
      });
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
      const instances: unknown = Reflect.get(document, 'instances');
      const exported = (Array.isArray(instances) ? instances : []).flatMap((one: WebAssembly.Instance) =>
        Object.values(one.exports),
      );
      return exported.reduce(
        (total: number, one) => total + (one instanceof WebAssembly.Memory ? one.buffer.byteLength : 0),
        0,
      );
    });

  await mount(40);
  const before = await memory();
  expect(before).toBeGreaterThan(0);
  // A trace of 128 tokens is a megabyte: were they kept, memory would have to grow a hundredfold.
  await mount(200);
  expect(await memory()).toBe(before);
});
