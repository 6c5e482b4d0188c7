import type { Page } from '@playwright/test';
import type { Scene } from '../../../web/scene/types.ts';
import { findings } from '../support/axe.ts';
import { chooseLanguage } from '../support/page.ts';
import { whole } from '../support/scenes.ts';
import { expect, test } from '../support/test.ts';

/** Eight heads and two layers, of which keys can be shared. */
const scene: Scene = {
  version: 1,
  tokens: ['the', 'cat', 'sat', 'on', 'a', 'mat', 'and', 'slept'],
  embedding: { kind: 'random', distribution: 'normal', seed: 3, dModel: 32 },
  parameters: { kind: 'random', init: 'xavier', seed: 4, output: true },
  attention: { heads: 8, mask: { kind: 'causal' } },
  layers: 2,
  view: { screen: 'experiment' },
};

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Decode with a cache' });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name });
const radio = (page: Page, name: string) => dialog(page).getByRole('radio', { name, exact: true });
const place = (page: Page) => dialog(page).locator('.player > span');
const cells = (page: Page, kind: string) => dialog(page).locator(`.tokens td.${kind}`);
const numbers = async (page: Page, index: number): Promise<readonly number[]> =>
  (await dialog(page).locator('.meter').nth(index).locator('b').allTextContents()).map(Number);

const open = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Decode with a cache' }).click();
  await expect(place(page)).toHaveText('Token 4 of 8');
};

test('each token computes one row, keeps keys and values, and drops its query', async ({ show }) => {
  const page = await show(whole(scene));
  await open(page);
  for (const count of [5, 6]) {
    await button(page, 'Next token').click();
    await expect(place(page)).toHaveText(`Token ${count} of 8`);
    await expect(dialog(page)).toContainText(`computed 1 of ${count} rows`);
    await expect(dialog(page).locator('.same')).toBeVisible();
    await expect(cells(page, 'q.new')).toHaveCount(1);
    await expect(cells(page, 'q.gone')).toHaveCount(count - 1);
    await expect(cells(page, 'k.kept')).toHaveCount(count - 1);
    await expect(cells(page, 'v.kept')).toHaveCount(count - 1);
  }
  const [cached = 0, whole_ = 0] = await numbers(page, 0);
  expect(cached).toBe(2 * (4 * 32 * 32 + 2 * 6 * 32));
  expect(whole_).toBe(2 * (6 * 4 * 32 * 32 + 2 * 21 * 32));
});

test('the keyboard steps, goes back and plays, and the last token ends it', async ({ show }) => {
  const page = await show(whole(scene));
  await open(page);
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toHaveText('Token 5 of 8');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(place(page)).toHaveText('Token 3 of 8');
  await expect(dialog(page)).toContainText('computed 1 of 3 rows');
  await page.keyboard.press('Home');
  await expect(button(page, 'Back')).toBeDisabled();
  await button(page, 'Play').click();
  await expect(place(page)).toHaveText('Token 8 of 8', { timeout: 20_000 });
  await expect(button(page, 'Play')).toBeVisible();
  await expect(button(page, 'Next token')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Decode with a cache' })).toBeFocused();
});

test('shared keys, a window and sinks keep fewer bytes', async ({ show }) => {
  const page = await show(whole(scene));
  await open(page);
  const all = 2 * 4 * 32 * 2 * 4;
  expect(await numbers(page, 1)).toEqual([all, all]);
  await radio(page, 'GQA').check();
  expect(await numbers(page, 1)).toEqual([all / 2, all]);
  await radio(page, 'MQA').check();
  expect(await numbers(page, 1)).toEqual([all / 8, all]);
  await radio(page, 'MHA').check();
  await radio(page, 'Window and sinks').check();
  const window = dialog(page).getByRole('textbox', { name: /^Window/ });
  await window.fill('2');
  await expect(cells(page, 'k.gone')).toHaveCount(1);
  expect(await numbers(page, 1)).toEqual([(all * 3) / 4, all]);
  await expect(dialog(page).locator('.same')).toBeVisible();
  // What is wrong is explained, and the picture stays.
  await window.fill('0');
  await expect(dialog(page)).toContainText('Window is 0; it must be a whole number from 1');
  await expect(cells(page, 'k.gone')).toHaveCount(1);
});

test('it opens with the key/value heads of the scene, which GQA then means', async ({ show }) => {
  const page = await show(whole({ ...scene, attention: { ...scene.attention, kvHeads: 2 } }));
  await open(page);
  const all = 2 * 4 * 32 * 2 * 4;
  await expect(radio(page, 'GQA')).toBeChecked();
  await expect(dialog(page)).toContainText('Query heads: 8. Key/value heads: 2.');
  expect(await numbers(page, 1)).toEqual([all / 4, all]);
  await radio(page, 'MHA').check();
  expect(await numbers(page, 1)).toEqual([all, all]);
  await radio(page, 'GQA').check();
  expect(await numbers(page, 1)).toEqual([all / 4, all]);
});

test('it opens with the window and the sinks of the scene', async ({ show }) => {
  const mask = { kind: 'window', before: 1, after: 0 } as const;
  const page = await show(whole({ ...scene, attention: { heads: 8, mask: { ...mask, sinks: 1 } } }));
  await open(page);
  await expect(radio(page, 'Window and sinks')).toBeChecked();
  await expect(dialog(page).getByRole('textbox', { name: /^Window/ })).toHaveValue('2');
  await expect(dialog(page).getByRole('textbox', { name: /^Attention sinks/ })).toHaveValue('1');
  await expect(cells(page, 'k.gone')).toHaveCount(1);
  await expect(dialog(page).locator('.same')).toBeVisible();
  await show(whole({ ...scene, attention: { heads: 8, mask: { ...mask, after: 1 } } }));
  await open(page);
  await expect(radio(page, 'Window')).toBeChecked();
  await expect(cells(page, 'k.gone')).toHaveCount(2);
});

test('a cache beyond its limit is refused with the number and the limit', async ({ show }) => {
  const page = await show(whole(scene));
  await open(page);
  await dialog(page)
    .getByRole('textbox', { name: /most keys/ })
    .fill('5');
  await button(page, 'Next token').click();
  await expect(place(page)).toHaveText('Token 5 of 8');
  await button(page, 'Next token').click();
  await expect(dialog(page).getByRole('alert')).toContainText('6 keys; its limit is 5');
  await expect(place(page)).toHaveText('Token 5 of 8');
});

test('heads that cannot be shared are replaced only on request', async ({ show }) => {
  const page = await show('#screen=experiment');
  await page.getByRole('button', { name: 'Decode with a cache' }).click();
  await expect(radio(page, 'This scene')).toBeChecked();
  await expect(dialog(page).locator('.same')).toBeVisible();
  await radio(page, 'MQA').check();
  await expect(dialog(page)).toContainText('random parameters');
  await expect(dialog(page)).toContainText('Query heads: 8. Key/value heads: 1.');
});

test('a scene of given weights, which has no keys, does not offer it', async ({ show }) => {
  const qkv: Scene = {
    version: 1,
    tokens: ['a', 'b'],
    embedding: {
      kind: 'qkv',
      layers: [
        {
          weights: [
            [
              [1, 0],
              [0.5, 0.5],
            ],
          ],
        },
      ],
    },
    parameters: { kind: 'none' },
    attention: { heads: 1, score: 'weights' },
    view: { screen: 'experiment' },
  };
  const page = await show(whole(qkv));
  await expect(page.getByRole('button', { name: 'Mask lab' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Decode with a cache' })).toHaveCount(0);
});

test('the panel has no findings, on a phone and in Spanish too', async ({ page, open: visit }) => {
  await visit(whole(scene));
  await open(page);
  await radio(page, 'Window and sinks').check();
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  const wide = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
  await chooseLanguage(page, 'Español');
  await page.getByRole('button', { name: 'Controles', exact: true }).click();
  await page.getByRole('button', { name: 'Decodificar con caché' }).click();
  await expect(page.getByRole('dialog', { name: 'Decodificar con caché' })).toContainText(
    'Las claves y los valores anteriores se guardan',
  );
});
