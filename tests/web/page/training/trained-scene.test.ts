import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { findings } from '../../support/axe.ts';
import { press, rows, showScreen } from '../../support/page.ts';
import { expect, keep, test } from '../../support/test.ts';
import { LEFT } from '../../support/watch.ts';
import { begun, button, field, opened, said } from './task-section.ts';

// A trained model is a scene: as a link, an element or a file.

async function trained(
  page: Page,
  open: (fragment: string) => Promise<void>,
  sizes: readonly (readonly [string, string])[],
) {
  await opened(page, open);
  for (const [key, value] of sizes) await field(page, key).fill(value);
  await field(page, 'steps').fill('30');
  await button(page, 'Train the task').click();
  await expect(said(page, 'Done: 30 steps.')).toBeVisible(begun);
  await button(page, 'Open the model in the page').click();
  await expect(said(page, /The model is now the scene of the page/)).toBeVisible(begun);
  await showScreen(page, 'Experiment');
  await expect.poll(async () => (await rows(page, 'weights')).length).toBe(24);
  return rows(page, 'weights');
}

const share = (page: Page) => page.getByRole('dialog', { name: 'Share this scene' });
const kind = (page: Page, name: string): Promise<void> => share(page).getByRole('radio', { name, exact: true }).check();
const file = async (page: Page): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    share(page)
      .getByRole('button', { name: /^Download/ })
      .click(),
  ]);
  return (await readFile(await download.path())).toString();
};
/** The weights that an element in another page draws. */
const drawn = (page: Page): Promise<number[]> =>
  page
    .locator('self-attention sa-heatmap')
    .evaluate((heatmap: HTMLElement & { readonly weights: Float32Array }) => Array.from(heatmap.weights));

test('a link to a trained scene opens it with the same numbers', async ({ page, open }) => {
  test.setTimeout(60_000);
  const weights = await trained(page, open, [['dModel', '16']]);
  await press(page, 'Share');
  await kind(page, 'Link');
  await expect(share(page).getByRole('textbox', { name: 'Link' })).toHaveValue(/#z=1\./, begun);
  const link = await share(page).getByRole('textbox', { name: 'Link' }).inputValue();
  await page.goto('about:blank');
  await page.goto(link);
  await page.locator('sa-attention sa-heatmap').waitFor();
  expect(await rows(page, 'weights')).toEqual(weights);
});

test('a scene that is too large for a link is shared as a file, which opens and is embedded', async ({
  page,
  open,
  site,
  watch,
}) => {
  test.setTimeout(90_000);
  // The page that is left was still loading parts.
  watch.expect(LEFT);
  const weights = await trained(page, open, [
    ['dModel', '64'],
    ['heads', '4'],
    ['feedForward', '256'],
  ]);
  await press(page, 'Copy link');
  await expect(page.getByText(/^This scene has \d{7} characters as a link; the limit is 200000$/)).toBeVisible(begun);
  await press(page, 'Share');
  await kind(page, 'Link');
  await expect(share(page).getByRole('alert')).toHaveText(
    /has \d{7} characters as a link; the limit is 200000.*HTML file/,
    begun,
  );
  await kind(page, 'HTML element');
  const snippet = await share(page).getByRole('textbox', { name: 'HTML element' }).inputValue();
  const [, name = ''] = /scene="([^"#]+\.json)"/.exec(snippet) ?? [];
  expect(name).toMatch(/^attention-/);
  await keep(page, 'share-too-large');
  expect(await findings(page)).toEqual([]);
  await share(page).getByRole('button', { name: 'Scene, JSON' }).click();
  await expect(share(page).getByRole('radio', { name: 'Scene, JSON' })).toBeFocused();
  const scene = await file(page);
  await kind(page, 'Link');
  await share(page).getByRole('button', { name: 'One HTML file' }).click();
  const whole = await file(page);
  // In another page, with the file beside it.
  await page.route(`**/${name}`, (route) => route.fulfill({ contentType: 'application/json', body: scene }));
  await page.route('**/blog.html', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: `<!doctype html><title>A post</title>${snippet}` }),
  );
  await page.route('**/whole.html', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: whole }));
  await page.goto(`${site}blog.html`);
  expect(await drawn(page)).toEqual(weights.flat());
  // As a separate page.
  await page.goto(`${site}whole.html`);
  await page.locator('sa-attention sa-heatmap').waitFor();
  expect(await rows(page, 'weights')).toEqual(weights);
});
