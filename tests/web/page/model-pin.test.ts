import type { Page } from '@playwright/test';
import { findings } from '../support/axe.ts';
import { file } from '../support/editor.ts';
import { expect, test } from '../support/test.ts';

/** Two heads of so many tokens that a worker computes them. */
function model(tokens: number, width: number, shift: number): string {
  const rows = Array.from({ length: tokens }, (_, token) =>
    Array.from({ length: width }, (_, at) => Number(Math.sin(shift + token * (at + 1)).toFixed(2))),
  );
  return JSON.stringify({ q: [rows, rows.toReversed()], k: [rows, rows], v: [rows, rows] });
}

async function openModel(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Open your model’s attention' }).click();
  const dialog = page.getByRole('dialog', { name: 'Attention of your own model' });
  await dialog.locator('input[type=file]').setInputFiles(file(name, text));
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(dialog).toHaveCount(0);
}

const both = (page: Page) => page.getByRole('region', { name: 'Pinned and current' });
const titles = (page: Page) => both(page).locator('figcaption');

test('two heads of a long text, then two models, are side by side with the names of their files', async ({ show }) => {
  const page = await show('#screen=experiment');
  await openModel(page, 'first.json', model(200, 200, 0));
  await expect(page.locator('sa-large-scene')).toBeVisible();
  await page.getByRole('button', { name: 'Pin to compare' }).press('Enter');
  await expect(both(page).locator('p')).toContainText('No number differs.');
  await expect(page.getByRole('button', { name: 'Unpin A' }).first()).toBeFocused();
  await page.locator('#head').getByRole('radio', { name: '2' }).check({ force: true });
  await expect(both(page).locator('p')).toContainText(/of 40000/);
  await expect(titles(page).first()).toContainText(/head 1.*first\.json/);
  await expect(titles(page).last()).toContainText(/head 2.*first\.json/);
  // Among so many keys, the strongest colour is the largest weight.
  const shades = await both(page)
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      return new Set(Array.from({ length: data.length / 4 }, (_, at) => data.slice(4 * at, 4 * at + 3).join())).size;
    });
  expect(shades).toBeGreaterThan(40);
  expect(await findings(page)).toEqual([]);
  await openModel(page, 'second.json', model(200, 200, 1));
  await expect(titles(page).last()).toContainText('second.json');
  await expect(titles(page).first()).toContainText('first.json');
  await page.getByRole('button', { name: 'Unpin A' }).first().click();
  await expect(page.locator('sa-large-scene')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pin to compare' })).toBeFocused();
});

test('a text too long to be pinned says so', async ({ show }) => {
  const page = await show('#screen=experiment');
  await openModel(page, 'long.json', model(600, 32, 0));
  await expect(page.locator('sa-large-scene')).toBeVisible();
  await expect(page.locator('.no-pin')).toContainText('512');
  await expect(page.getByRole('button', { name: 'Pin to compare' })).toHaveCount(0);
});
