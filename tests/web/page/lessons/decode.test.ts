import type { Locator, Page } from '@playwright/test';
import { next, pageTitle, panel } from '../../support/lesson.ts';
import { lessonsModule } from '../../support/package.ts';
import { sentence } from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

// The lesson "Decode with a cache". One page points at the panel, and pages count what the cache keeps.

const { lessons } = await lessonsModule();
const { pages = {} } = lessons['decode-with-a-cache']?.texts.en ?? {};

/** The visible page or challenge, if it is done. */
const isDone = (page: Page): Locator => panel(page).locator('[aria-current="step"].is-done');
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name });

test('a page points at the panel, whose numbers are those of its text', async ({ page, open }) => {
  await open('#lesson=decode-with-a-cache&page=kept-and-saved');
  await expect(page.locator('[data-pointed]')).toContainText('Decode with a cache');
  await page.locator('[data-pointed] button').click();
  const dialog = page.getByRole('dialog', { name: 'Decode with a cache' });
  await expect(dialog.locator('.player > span')).toHaveText('Token 3 of 5');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.locator('.player > span')).toHaveText('Token 5 of 5');
  const said = (pages['kept-and-saved']?.body ?? '').replaceAll(',', '');
  const numbers = await dialog.locator('.meter b').allTextContents();
  expect(new Set(numbers).size).toBe(3);
  for (const number of numbers) expect(said).toContain(number);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(isDone(page)).toHaveCount(0);
  await sentence(page).fill('The cat sat on the mat and');
  await expect(panel(page).locator('.is-done.todo')).toHaveCount(0);
  await sentence(page).fill('The cat sat on the mat and slept');
  await expect(isDone(page)).toBeVisible();
});

for (const language of ['en', 'es'])
  test.describe(language, () => {
    test.use({ viewport: { width: 1280, height: 800 }, locale: language });

    test('a page opens its step at its first line, below the names of the steps', async ({ page, open }) => {
      await open('#lesson=decode-with-a-cache&page=used-once');
      await expect(pageTitle(page)).toBeVisible();
      const step = page.locator('.opened sa-step[data-pointed]');
      await expect(step.locator('.about-step')).toBeVisible();
      const bottom = () =>
        page.locator('.pipeline').evaluate((names) => Math.round(names.getBoundingClientRect().bottom));
      const top = () => step.locator('h3').evaluate((title) => Math.round(title.getBoundingClientRect().top));
      await expect.poll(async () => (await top()) - (await bottom())).toBeGreaterThanOrEqual(0);
      await expect(step.locator('sa-matrix').first()).toBeInViewport();
    });

    test('all words, heads and steps are whole beside a page', async ({ page, open }) => {
      await open('#lesson=decode-with-a-cache&page=window');
      await expect(pageTitle(page)).toBeVisible();
      for (const list of [
        page.locator('.first sa-tokens').getByRole('listbox'),
        page.locator('sa-head-maps').getByRole('listbox'),
        page.locator('.step-row'),
      ]) {
        await expect(list).toBeVisible();
        const hidden = () =>
          list.evaluate((box) => Math.max(box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight));
        await expect.poll(hidden).toBeLessThanOrEqual(0);
      }
    });
  });

test('pages are done when heads share keys, and when a window has sinks', async ({ page, open }) => {
  await open('#lesson=decode-with-a-cache&page=shared-keys');
  const shared = page.getByRole('combobox', { name: 'K/V heads' });
  await shared.selectOption('2');
  await expect(shared).toHaveValue('2');
  await expect(isDone(page)).toHaveCount(0);
  await shared.selectOption('1');
  await expect(isDone(page)).toBeVisible();
  await next(page).click();
  await expect(pageTitle(page)).toHaveText(pages['window']?.title ?? '');
  await page.getByRole('radio', { name: 'Window' }).check();
  // The panel opens with that window.
  await page.getByRole('button', { name: 'Decode with a cache' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decode with a cache' });
  await expect(dialog.getByRole('radio', { name: 'Window', exact: true })).toBeChecked();
  await page.keyboard.press('Escape');
  for (const [name, value] of [
    ['How many tokens after its own a query sees', '0'],
    ['How many tokens before its own a query sees', '4'],
  ] as const)
    await field(page, name).fill(value);
  await expect(isDone(page)).toHaveCount(0);
  await field(page, 'How many tokens before its own a query sees').fill('3');
  await field(page, 'How many of the first tokens every later query sees').fill('1');
  await expect(isDone(page)).toBeVisible();
});
