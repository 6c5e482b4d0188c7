import type { Locator, Page } from '@playwright/test';
import { numbers, settled } from './page.ts';

export const controls = (page: Page): Locator => page.locator('sa-controls');
export const box = (page: Page, name: string | RegExp): Locator =>
  controls(page).getByRole('textbox', { name, exact: true });
export const choice = (page: Page, name: string): Locator =>
  controls(page).getByRole('combobox', { name, exact: true });
export const check = (page: Page, name: string | RegExp): Locator =>
  controls(page).getByRole('checkbox', { name, exact: true });
export const radio = (page: Page, group: string, name: string): Locator =>
  controls(page).getByRole('group', { name: group, exact: true }).getByRole('radio', { name, exact: true });
export const names = async (page: Page): Promise<readonly string[]> => Object.keys((await numbers(page)).tensors);

export async function openGroup(page: Page, id: string): Promise<void> {
  const group = page.locator(`#group-${id}`);
  if ((await group.getAttribute('open')) === null) await group.locator('summary').click();
  await settled(page);
}
