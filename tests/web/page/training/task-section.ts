/** "Train a task" as its tests find it. */
import type { Locator, Page } from '@playwright/test';
import { press } from '../../support/page.ts';
import { expect } from '../../support/test.ts';

const FRAGMENT =
  '#sentence=We+read+a+book&embedding=random.normal&seed=1&d=8&parameters=random.xavier&parameters.seed=3&heads=1';
/** Two modules are fetched and begun first, beside whatever else the machine does. */
export const begun = { timeout: 20_000 };
export const section = (page: Page): Locator => page.locator('sa-train-task');
export const button = (page: Page, name: string | RegExp): Locator =>
  section(page).getByRole('button', { name, exact: true });
export const field = (page: Page, key: string, run = 'a'): Locator => page.locator(`#task-${run}-${key}-input`);
export const trouble = (page: Page, key: string): Locator => page.locator(`#task-a-${key}-error`);
export const fact = (page: Page, name: string): Locator =>
  section(page).locator('.training-facts div', { hasText: name }).first().locator('dd');
export const said = (page: Page, text: string | RegExp): Locator => section(page).getByText(text);

export async function opened(page: Page, open: (fragment: string) => Promise<void>): Promise<void> {
  await open(FRAGMENT);
  await press(page, 'Learn…');
  await section(page).scrollIntoViewIfNeeded(begun);
  await expect(said(page, /numbers to train, about .* of memory/)).toBeVisible(begun);
}

export const stepOf = async (page: Page): Promise<number> =>
  Number((await fact(page, 'Step').textContent())?.split(' ')[0]);
export const accuracyOf = async (page: Page): Promise<number> =>
  Number.parseFloat((await fact(page, 'Accuracy').textContent())?.replace(/^[<>]/, '') ?? '');
