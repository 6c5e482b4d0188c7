import type { Locator, Page } from '@playwright/test';
import { next, pageTitle, panel } from '../../support/lesson.ts';
import { press, rows } from '../../support/page.ts';
import { expect, keep, test } from '../../support/test.ts';
import { begun, button, field, moreSettings, said } from '../training/task-section.ts';

// The lesson "How it learns". Its pages wait for training in the panel that they point at.

const done = { timeout: 30_000 };
/** The visible page or challenge, if it is done. */
const isDone = (page: Page): Locator => panel(page).locator('[aria-current="step"].is-done');

test('a page is done when the painted weights were learned and kept', async ({ page, open }) => {
  await open('#lesson=how-it-learns&page=paint');
  await expect(pageTitle(page)).toHaveText('Paint what you want');
  await expect(page.locator('[data-pointed]')).toContainText('Learn…');
  await press(page, 'Learn…');
  await page.getByRole('group', { name: 'Target' }).getByRole('radio', { name: 'Painted weights' }).check(begun);
  await press(page, 'The token before');
  await press(page, 'Train');
  await expect(page.getByText('Done: the loss is below 0.01.')).toBeVisible(begun);
  await expect(isDone(page)).toHaveCount(0);
  await press(page, 'Keep what was learned');
  await expect(isDone(page)).toBeVisible();
  expect((await rows(page, 'weights'))[2]?.[1]).toBeGreaterThan(0.9);
});

test('pages and challenges check a run: one layer fails, two find it, few numbers are enough', async ({
  page,
  open,
}) => {
  test.setTimeout(120_000);
  await open('#lesson=how-it-learns&page=one-layer');
  await moreSettings(page);
  await field(page, 'layers').fill('1');
  await button(page, 'Train the task').click(begun);
  await expect(isDone(page)).toBeVisible(done);
  await expect(said(page, 'Done: 500 steps.')).toBeVisible(done);
  await next(page).click();
  await expect(pageTitle(page)).toHaveText('Two layers find it');
  await expect(isDone(page)).toHaveCount(0);
  await field(page, 'layers').fill('2');
  // More steps would be those of the old model.
  await button(page, 'Train the task').click();
  await expect(isDone(page)).toBeVisible(done);
  await keep(page, 'lesson-how-it-learns', { fullPage: true });
  // The first of the challenges.
  for (const title of ['Take the mask away', 'Take the positions away', 'With the fewest numbers']) {
    await next(page).click();
    await expect(pageTitle(page)).toHaveText(title);
  }
  await expect(isDone(page)).toHaveCount(0);
  await field(page, 'task').selectOption('previous');
  await field(page, 'dModel').fill('8');
  await button(page, 'Restart').click();
  await expect(isDone(page)).toBeVisible(done);
});
