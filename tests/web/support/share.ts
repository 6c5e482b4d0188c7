import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const panel = (page: Page): Locator => dialog(page).locator('.share-panel');
export const text = (page: Page): Locator => panel(page).getByRole('textbox').first();
export const trouble = (page: Page): Locator => panel(page).locator('.error').filter({ hasText: /./ });
export const told = (page: Page): Locator => panel(page).getByRole('status').filter({ hasText: /./ }).first();

/** Opens the dialog by its button and chooses a kind. */
export async function share(page: Page, kind = 'Link', button = 'Share'): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog(page)).toBeVisible();
  await choose(page, kind);
}

export async function choose(page: Page, kind: string): Promise<void> {
  // The text beside the radio button draws its mark.
  await dialog(page).locator('.share-kinds label', { hasText: kind }).click();
  await expect(dialog(page).getByRole('radio', { name: kind, exact: true })).toBeChecked();
}

export interface Kept {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Chooses card, figure or film in “Picture”. */
export const choosePicture = (page: Page, name: 'Card' | 'Heatmap and matrices' | 'Film' | 'Película'): Promise<void> =>
  panel(page).locator('#share-picture label', { hasText: name }).click();

/** Clicks the download button (not that of a notebook) and reads the file. */
export async function kept(page: Page, name = /^Download (?!.*\.ipynb$)/, timeout = 15_000): Promise<Kept> {
  const coming = page.waitForEvent('download', { timeout });
  await panel(page).getByRole('button', { name }).click();
  return read(await coming);
}

async function read(download: Download): Promise<Kept> {
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
