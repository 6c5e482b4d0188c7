import type { Locator, Page } from '@playwright/test';

export const panel = (page: Page): Locator => page.locator('sa-lesson');
export const pageTitle = (page: Page): Locator => panel(page).getByRole('heading', { level: 3 });
export const next = (page: Page): Locator => panel(page).getByRole('button', { name: /^(Next|Siguiente)$/ });
export const back = (page: Page): Locator => panel(page).getByRole('button', { name: 'Back', exact: true });

/** Shows the controls beside the picture, in place of the explanation. */
export const showControls = (page: Page): Promise<void> =>
  page
    .locator('.beside')
    .getByRole('radio', { name: /^(Controls|Controles)$/ })
    .check();
