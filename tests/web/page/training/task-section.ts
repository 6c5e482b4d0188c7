/** Locators of "Train a task". */
import type { Locator, Page } from '@playwright/test';
import { showScreen } from '../../support/page.ts';
import { expect } from '../../support/test.ts';
import { begun, FRAGMENT, factOf } from './learn-panel.ts';

export { begun };
export const section = (page: Page): Locator => page.locator('sa-train-task');
export const button = (page: Page, name: string | RegExp): Locator =>
  section(page).getByRole('button', { name, exact: true });
export const field = (page: Page, key: string, run = 'a'): Locator => page.locator(`#task-${run}-${key}-input`);
export const trouble = (page: Page, key: string): Locator => page.locator(`#task-a-${key}-error`);
/** Opens what is behind "More settings" in every run. */
export async function moreSettings(page: Page): Promise<void> {
  const closed = section(page).locator('sa-task-choice details:not([open]) > summary');
  await expect(section(page).locator('sa-task-choice details').first()).toBeVisible(begun);
  while ((await closed.count()) > 0) await closed.first().click();
}
/** Of the first run. */
export const fact = (page: Page, name: string): Locator => factOf(section(page), name).first();
export const said = (page: Page, text: string | RegExp): Locator => section(page).getByText(text);

export async function opened(page: Page, open: (fragment: string) => Promise<void>): Promise<void> {
  await open(FRAGMENT);
  await showScreen(page, 'Train');
  await moreSettings(page);
  await expect(said(page, /numbers to train, about .* of memory/)).toBeVisible(begun);
}

export const stepOf = async (page: Page): Promise<number> =>
  Number((await fact(page, 'Step').textContent())?.split(' ')[0]);
export const accuracyOf = async (page: Page): Promise<number> =>
  Number.parseFloat((await fact(page, 'Accuracy').textContent())?.replace(/^[<>]/, '') ?? '');
