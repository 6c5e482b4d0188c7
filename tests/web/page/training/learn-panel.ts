/** "Learn…" as its tests find it. */
import type { Locator, Page } from '@playwright/test';
import { press } from '../../support/page.ts';
import { expect } from '../../support/test.ts';

export const FRAGMENT =
  '#sentence=We+read+a+book&embedding=random.normal&seed=1&d=8&parameters=random.xavier&parameters.seed=3&heads=1';
export const panel = (page: Page): Locator => page.locator('sa-training section');
/** The part that trains to the target; the one that trains a task has buttons of the same names. */
export const descent = (page: Page): Locator => page.locator('sa-training-run');
export const target = (page: Page, name: string): Promise<void> =>
  panel(page).getByRole('group', { name: 'Target' }).getByRole('radio', { name }).check();
export const cell = (page: Page, name: string): Locator =>
  page.locator('sa-target-painter').getByRole('gridcell', { name, exact: false });
export const loss = (page: Page): Locator => panel(page).getByText(/^loss = /);
export const stepped = (page: Page): Locator => panel(page).getByText(/^loss .* → /);
export const rate = (page: Page): Locator => page.locator('#step-rate-input');
/** Two modules are fetched and begun first, beside whatever else the machine does. */
export const begun = { timeout: 20_000 };

export async function learn(page: Page): Promise<void> {
  await press(page, 'Learn…');
  await expect(stepped(page)).toBeVisible(begun);
}

/** With all weights as the target, painted by one of the buttons. */
export async function learnPainted(page: Page, by: string): Promise<void> {
  await learn(page);
  await target(page, 'Painted weights');
  await press(page, by);
}
