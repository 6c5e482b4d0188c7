import type { Scene } from '../../../../web/scene/types.ts';
import { forget, happened, log, openHost, type PublicElement, ready, weights } from '../../support/element-host.ts';
import { expect, test } from '../../support/test.ts';

// Many elements on one page that take much time or memory.

test('ten large elements whose scenes fail repeatedly do not disturb the others', async ({ page, site }) => {
  test.setTimeout(120_000);
  await openHost(page, site, { body: '<self-attention sentence="one two" loading="eager"></self-attention>' });
  await ready(page);
  await page.evaluate(() => {
    for (let count = 0; count < 10; count += 1) {
      const element = document.createElement('self-attention');
      element.className = 'large';
      element.setAttribute('loading', 'eager');
      document.body.append(element);
    }
  });
  // 16 heads of 512 × 512 weights in two layers. With numbers of this size q·k overflows float32 when it is computed.
  const show = (std: number) =>
    page.evaluate((size) => {
      const scene: Scene = {
        version: 1,
        sentence: Array.from({ length: 512 }, (_, at) => `w${at}`).join(' '),
        embedding: { kind: 'random', distribution: 'normal', std: size, seed: 1, dModel: 16 },
        parameters: { kind: 'random', init: 'xavier', seed: 2, dK: 4, dV: 4, output: true },
        attention: { heads: 16 },
        layers: 2,
      };
      for (const element of document.querySelectorAll<PublicElement>('.large')) element.scene = scene;
    }, std);
  await happened(page, 'ready', 11);
  await show(1);
  for (let round = 0; round < 8; round += 1) {
    await forget(page);
    await show(1e30 * (1 + round));
    await happened(page, 'error', 10);
    for (const [name, detail] of await log(page))
      if (name === 'error') expect(detail).toMatchObject({ code: 'not-finite' });
  }
  await forget(page);
  await page.evaluate(() => {
    const small = document.createElement('self-attention');
    Object.assign(small, { lesson: 'its-snowing', loading: 'eager' });
    document.body.append(small);
  });
  await ready(page);
  expect(await weights(page, 11)).toHaveLength(9);
  await page
    .locator('self-attention')
    .first()
    .evaluate((element) => element.setAttribute('sentence', 'one two three'));
  await expect.poll(async () => (await weights(page)).length).toBe(9);
  expect((await log(page)).filter(([name]) => name === 'error')).toEqual([]);
});

const heavy: Scene = {
  version: 1,
  tokens: Array.from({ length: 300 }, (_, at) => `w${at}`),
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 16 },
  parameters: { kind: 'random', init: 'xavier', seed: 1, dA: 256 },
  attention: { heads: 4, score: 'additive' },
};

test('ten slow scenes each wait for a click, and break nothing', async ({ page, site }) => {
  test.setTimeout(90_000);
  await openHost(page, site, { body: '<self-attention loading="eager"></self-attention>'.repeat(11) });
  await ready(page, 11);
  const all = page.locator('self-attention');
  await all.evaluateAll((elements: PublicElement[], scene) => {
    for (const element of elements.slice(0, 10)) element.scene = scene;
  }, heavy);
  const asking = all.locator('.problem button');
  await expect(asking).toHaveCount(10);
  await expect(all.first().locator('.problem')).toContainText(
    /takes \d+ million operations; above 500 million it is computed only on request/i,
  );
  await asking.first().click({ timeout: 30_000 });
  await expect(asking).toHaveCount(9, { timeout: 30_000 });
  expect(await weights(page, 0)).toHaveLength(300 * 300);
  while ((await asking.count()) > 0) await asking.first().click({ timeout: 30_000 });
  expect(await weights(page, 9)).toHaveLength(300 * 300);
  await all.last().evaluate((element) => element.setAttribute('sentence', 'a small one'));
  await expect.poll(() => weights(page, 10).then(({ length }) => length)).toBe(9);
});
