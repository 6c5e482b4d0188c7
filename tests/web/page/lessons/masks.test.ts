import type { Page } from '@playwright/test';
import { next, pageTitle, panel, showControls } from '../../support/lesson.ts';
import { rows, settled } from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

const button = (page: Page) => page.getByRole('button', { name: /^Mask lab/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Mask lab' });

test('a page of the lesson on masks leads to the mask lab, which shows the same weights', async ({ page, open }) => {
  await open('#lesson=masks&page=true-or-false');
  await expect(page.locator('[data-pointed]')).toContainText('Mask lab');
  await button(page).click();
  await dialog(page).getByRole('checkbox', { name: 'Pass the array' }).check();
  const line = dialog(page).getByRole('table', { name: 'The weights' }).locator('tbody tr').first().locator('td');
  await expect(line.first()).toHaveText('0');
  const shown = (await line.allTextContents()).slice(0, -1).map(Number);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  await panel(page).getByRole('button', { name: 'Just show it' }).click();
  await settled(page);
  expect((await rows(page, 'weights'))[0]?.map((weight) => Number(weight.toFixed(2)))).toEqual(shown);
});

test('other lessons have no button for the mask lab', async ({ page, open }) => {
  await open('#lesson=scaling-and-masks&page=mask');
  await expect(page.getByRole('radio', { name: 'Causal' })).toBeVisible();
  await expect(button(page)).toHaveCount(0);
});

test('the triangle is moved to the other corner, and the page says so', async ({ page, open }) => {
  await open('#lesson=masks&page=corner');
  const corner = page.getByRole('combobox', { name: /^Alignment/ });
  await corner.selectOption('bottomRight');
  await expect(panel(page).locator('.todo.is-done')).toBeVisible();
  expect((await rows(page, 'weights'))[1]?.[4]).toBeGreaterThan(0.2);
});

test('the packed sequences are parted by painting six cells', async ({ page, open }) => {
  await open('#lesson=masks&page=padding');
  await next(page).click();
  await expect(pageTitle(page)).toHaveText('Two sequences in one row');
  await showControls(page);
  await page.getByRole('radio', { name: 'Painted' }).check();
  const cells = page.locator('sa-controls sa-mask-painter').getByRole('grid').getByRole('gridcell');
  await expect(cells).toHaveCount(25);
  await expect(panel(page).locator('.todo.is-done')).toHaveCount(0);
  for (const query of [3, 4]) for (const key of [0, 1, 2]) await cells.nth(query * 5 + key).click();
  await expect(panel(page).locator('.todo.is-done')).toBeVisible();
});
