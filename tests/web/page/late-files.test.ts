import type { Page } from '@playwright/test';
import type { Scene } from '../../../web/scene/types.ts';
import { scene, sentence, settled } from '../support/page.ts';
import { drawn, whole } from '../support/scenes.ts';
import { expect, test } from '../support/test.ts';

const painted: Scene = {
  ...drawn,
  attention: {
    heads: 2,
    mask: { kind: 'painted', visible: Array.from({ length: 6 }, (_, i) => [1, 0, 1, 1, i % 2, 1]) },
  },
};

// The controls are drawn with the next frame. The result that they were drawn with last is gone by then.
test('a part whose file arrives between a change and its frame shows the new scene', async ({ page, open }) => {
  const holdFrames = await frames(page);
  let deliver = (): void => {};
  const held = new Promise<void>((done) => {
    deliver = done;
  });
  await page.route(/assets\/mask-painter-/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/assets\/mask-painter-/);
  await open(whole(painted));
  await asked;
  await holdFrames(true);
  await page.evaluate(
    (hash) =>
      new Promise((navigated) => {
        addEventListener('hashchange', navigated, { once: true });
        location.hash = hash;
      }),
    whole({ ...painted, sentence: 'the dog sat on the mat' }),
  );
  const finished = page.waitForEvent('requestfinished', (request) => /assets\/mask-painter-/.test(request.url()));
  deliver();
  await finished;
  // The module has run once a later import of it is done.
  await page.evaluate((url) => import(url), (await asked).url());
  await holdFrames(false);
  const painter = page.locator('sa-mask-painter');
  await expect(painter.getByRole('columnheader').filter({ hasText: 'dog' })).toBeVisible();
});

test('a press between a change and its frame keeps that change', async ({ page, open }) => {
  const holdFrames = await frames(page);
  await open();
  await holdFrames(true);
  await sentence(page).fill('the cat sat');
  const choose = (name: string | RegExp, value: string): Promise<void> =>
    page.getByRole('combobox', { name }).evaluate((select, chosen) => {
      (select as HTMLSelectElement).value = chosen;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }, value);
  await choose('Vectors', 'uniform');
  await choose('Source', 'kaiming');
  await holdFrames(false);
  await settled(page);
  expect(await scene(page)).toMatchObject({
    sentence: 'the cat sat',
    embedding: { kind: 'random', distribution: 'uniform' },
    parameters: { kind: 'random', init: 'kaiming' },
  });
});

/** Prepares a page whose frames can be held back. Returns what holds or releases them. */
async function frames(page: Page): Promise<(isHolding: boolean) => Promise<void>> {
  await page.addInitScript(() => {
    const frames: FrameRequestCallback[] = [];
    const request = window.requestAnimationFrame.bind(window);
    let holds = false;
    window.requestAnimationFrame = (callback) => (holds ? frames.push(callback) : request(callback));
    Object.assign(window, {
      holdFrames: (isHolding: boolean) => {
        holds = isHolding;
        if (!holds) for (const callback of frames.splice(0)) request(callback);
      },
    });
  });
  return (isHolding) =>
    page.evaluate((value) => (window as unknown as { holdFrames(value: boolean): void }).holdFrames(value), isHolding);
}
