import type { Page } from '@playwright/test';
import type { Scene } from '../../../web/scene/types.ts';
import { findings } from '../support/axe.ts';
import { whole } from '../support/scenes.ts';
import { expect, test } from '../support/test.ts';

/** Four tokens, twice. A head puts nine tenths of its weight on one key, which `key` says for a query. */
const tokens = ['the', 'cat', 'saw', 'dogs', 'the', 'cat', 'saw', 'dogs'];
const looking = (key: (query: number) => number) =>
  tokens.map((_, query) => tokens.map((__, at) => (at === key(query) ? 0.9 : 0.1 / 7)));
const previous = looking((query) => Math.max(0, query - 1));
const first = looking(() => 0);
const same = looking((query) => query % 4);
const induction = looking((query) => (query < 4 ? query : query - 3));
const nowhere = tokens.map(() => tokens.map(() => 1 / 8));

const model: Scene = {
  version: 1,
  tokens,
  embedding: {
    kind: 'qkv',
    layers: [
      { weights: [previous, nowhere], v: tokens.map((_, at) => [at, 0, 0, at]) },
      { weights: [first, same], v: tokens.map(() => [1, 1, 1, 1]) },
      { weights: [induction, previous], v: tokens.map(() => [1, 2, 3, 4]) },
    ],
  },
  parameters: { kind: 'none' },
  attention: { heads: 2, score: 'weights' },
  view: { screen: 'experiment' },
};

const dialog = (page: Page) => page.getByRole('dialog', { name: 'All heads' });
const heads = (page: Page) => dialog(page).locator('sa-head-grid').getByRole('option');
const openAll = (page: Page) => page.getByRole('button', { name: 'All heads', exact: true }).click();

test('every head of every layer is named by what it does, and one press opens it', async ({ show }) => {
  const page = await show(whole(model));
  await openAll(page);
  await expect(heads(page)).toHaveCount(6);
  await expect(heads(page).nth(4)).toContainText('induction');
  await expect(heads(page).nth(1)).not.toContainText(/previous|first|same|induction/);
  // The strongest first.
  await dialog(page).getByLabel('Heads', { exact: true }).selectOption('previousToken');
  await expect(heads(page)).toHaveCount(2);
  await heads(page).filter({ hasText: '3.2' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('sa-head-maps [role=option]').nth(5)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'All heads', exact: true })).toBeFocused();
});

test('the arrow keys go through layers and heads', async ({ show }) => {
  const page = await show(whole(model));
  await openAll(page);
  await heads(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(heads(page).nth(3)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('sa-head-maps [role=option]').nth(3)).toHaveAttribute('aria-selected', 'true');
});

test('a picture is painted when it is in view, again for weight × length, and all heads are one', async ({ show }) => {
  const page = await show(whole(model));
  await openAll(page);
  const pixels = () =>
    heads(page)
      .first()
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const empty = await heads(page)
    .first()
    .locator('canvas')
    .evaluate(({ width, height }: HTMLCanvasElement) =>
      Object.assign(document.createElement('canvas'), { width, height }).toDataURL(),
    );
  await expect.poll(pixels).not.toBe(empty);
  const weights = await pixels();
  await dialog(page).getByRole('radio', { name: 'Weight × length of the value' }).check();
  await expect.poll(pixels).not.toBe(weights);
  const one = dialog(page).getByRole('grid');
  const cell = one.getByRole('gridcell').first();
  // Five heads with 0.9 there, and one with an eighth.
  await expect(cell).toHaveAttribute('aria-label', /0\.77$/);
  await dialog(page).getByRole('radio', { name: 'Largest' }).check();
  await expect(cell).toHaveAttribute('aria-label', /0\.90$/);
});

test('heads without room take several rows, and weights far below 1 have strong colours', async ({ page, open }) => {
  const keys = Array.from({ length: 16 }, (_, at) => at);
  // One weight is three times the others, which are all far below 1.
  const faint = (own: number) => keys.map((query) => keys.map((key) => (key === (query + own) % 16 ? 3 : 1) / 18));
  const layer = { weights: Array.from({ length: 7 }, (_, head) => faint(head)) };
  await open(
    whole({
      ...model,
      tokens: keys.map((key) => `t${key}`),
      embedding: { kind: 'qkv', layers: [layer, layer] },
      attention: { heads: 7, score: 'weights' },
    }),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await openAll(page);
  await expect(heads(page)).toHaveCount(14);
  const boxes = await Promise.all((await heads(page).all()).map((head) => head.boundingBox()));
  for (const box of boxes) expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  // The second layer begins a row.
  expect(boxes[7]?.x).toBe(boxes[0]?.x);
  await heads(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(heads(page).nth(8)).toBeFocused();
  const darkest = () =>
    heads(page)
      .first()
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [255] };
        return Math.min(
          ...Array.from({ length: data.length / 4 }, (_, at) =>
            data[4 * at + 3] === 255 ? (data[4 * at + 1] ?? 255) : 255,
          ),
        );
      });
  await expect.poll(darkest).toBeLessThan(80);
});

test('axe finds nothing in it, wide or narrow, and nothing scrolls sideways', async ({ page, open }) => {
  await open(whole(model));
  await openAll(page);
  await expect(heads(page)).toHaveCount(6);
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await findings(page)).toEqual([]);
  const beyond = await dialog(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(beyond).toBe(0);
});
