import type { Locator, Page } from '@playwright/test';
import { findings } from '../../support/axe.ts';
import { pageTitle, panel } from '../../support/lesson.ts';
import { expect, test } from '../../support/test.ts';

const menu = (page: Page): Locator => page.locator('#lessons-menu');
const found = (list: Locator): Locator => list.locator('sa-questions').getByRole('link');

async function openMenu(page: Page, name: string): Promise<Locator> {
  await page.getByRole('navigation', { name }).getByRole('button').click();
  await menu(page).locator('.all-questions > summary').click();
  await expect(found(menu(page))).toHaveCount(25);
  return menu(page);
}

test('a question is found by its words with the keyboard, and opens at its own address', async ({ page, open }) => {
  await open('#v=1');
  const list = await openMenu(page, 'Lessons');
  await list.getByRole('searchbox', { name: 'Search the questions' }).fill('xylophone softmax');
  await expect(list.locator('sa-questions [role=status]')).toHaveText('0 of 25 questions');
  // As people type them.
  for (const [words, title] of [
    ['square root', /√dₖ/],
    ['sqrt(d_k)', /√dₖ/],
    ['KV cache', /cache K and V/],
    ['INFINITY softmax', /−∞/],
  ] as const) {
    await list.getByRole('searchbox').fill(words);
    await expect(found(list).filter({ hasText: title }).first()).toBeVisible();
  }
  await list.getByRole('searchbox').fill('−∞ before');
  await expect(list.locator('sa-questions [role=status]')).toHaveText(/^\d+ of 25 questions$/);
  const link = list.getByRole('link', { name: 'Why −∞ before softmax, and not ×0 after it?' });
  await expect(link).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(found(list).first()).toBeFocused();
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#lesson=questions&page=minus-infinity$/);
  await expect(pageTitle(page)).toHaveText('Why −∞ before softmax, and not ×0 after it?');
  await expect(menu(page)).toBeHidden();
});

test('the list of questions is beside each of them, and its answer has three sentences and sources', async ({
  page,
  open,
}) => {
  await open('#lesson=questions&page=cache-k-v');
  await expect(panel(page).getByText('Question 19 of 25')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Just show it' }).click();
  await expect(panel(page).getByRole('status')).toContainText('The answer is 0.00');
  await expect(panel(page).getByText(/Their keys and values are needed again/)).toBeVisible();
  await expect(panel(page).locator('.sources').getByRole('link')).toHaveCount(3);
  await panel(page).getByText('All questions').click();
  await expect(found(panel(page))).toHaveCount(25);
  await expect(panel(page).locator('sa-questions [aria-current="true"]')).toHaveText('Why cache K and V, and not Q?');
  expect(await findings(page)).toEqual([]);
  await found(panel(page)).filter({ hasText: 'W_O' }).click();
  await expect(pageTitle(page)).toHaveText('What is W_O for?');
  await expect(found(panel(page)).first()).toBeHidden();
});

test.describe('in Spanish', () => {
  test.use({ locale: 'es' });

  test('accents and capitals do not matter to the search', async ({ page, open }) => {
    await open('#v=1');
    const list = await openMenu(page, 'Lecciones');
    await list.getByRole('searchbox', { name: 'Buscar en las preguntas' }).fill('mascara CAUSAL esquina');
    await expect(found(list).first()).toHaveText('Máscara causal con menos consultas que claves: ¿qué esquina?');
  });
});
