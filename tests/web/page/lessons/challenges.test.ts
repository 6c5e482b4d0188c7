import { next, pageTitle, panel } from '../../support/lesson.ts';
import { lessonsModule } from '../../support/package.ts';
import { rows, scene, settled } from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

const { lessons } = await lessonsModule();

test('the message of a challenge disappears with it', async ({ page, open }) => {
  await open('#lesson=its-snowing&page=no-future');
  await page.getByRole('radio', { name: 'Causal' }).check();
  await expect(page.locator('.action-status')).toContainText('Challenge solved');
  await next(page).click();
  await expect(panel(page).getByText('Not solved yet.')).toBeVisible();
  await expect(page.locator('.action-status')).toHaveText('');
});

test('a challenge checks itself, says so, and can be started again', async ({ page, open }) => {
  await page.clock.install();
  await open('#lesson=its-snowing&page=no-future');
  const { title, done, hint } = lessons['its-snowing']?.texts.en.challenges['no-future'] ?? {
    title: '',
    done: '',
    hint: '',
  };
  await expect(pageTitle(page)).toHaveText(title);
  await expect(panel(page).getByText('Challenge 2 of 3', { exact: true })).toBeVisible();
  await expect(panel(page).getByText('Not solved yet.')).toBeVisible();
  await expect(panel(page).getByText(hint)).toBeHidden();
  await panel(page).getByText('Hint', { exact: true }).click();
  await expect(panel(page).getByText(hint)).toBeVisible();
  const before = await scene(page);
  const again = panel(page).getByRole('button', { name: 'Reset this challenge' });
  await expect(again).toBeDisabled();
  await page.getByRole('radio', { name: 'Causal' }).check();
  await expect(panel(page).locator('.is-done.todo')).toContainText(
    done.replaceAll(/`|\[\[[^\]]*\|?|\]\]/g, '').slice(0, 20),
  );
  await expect(page.locator('.action-status')).toHaveText(`Challenge solved: ${title}`);
  await expect(panel(page).getByRole('button', { name: `Challenge 2: ${title}, solved` })).toBeVisible();
  // The next page does not open by itself.
  await page.clock.fastForward(2500);
  await expect(pageTitle(page)).toHaveText(title);
  await again.click();
  await settled(page);
  expect(await scene(page)).toEqual(before);
});

test('a challenge’s scale can be set', async ({ page, open }) => {
  await open('#lesson=scaling-and-masks&page=calm');
  await page.getByRole('textbox', { name: 'Scale instead of 1/√d_k' }).fill('0.18');
  await expect(panel(page).locator('.todo.is-done')).toBeVisible();
});

test('a forbidden change does not solve a challenge', async ({ page, open }) => {
  // "Make outside give 0.9 to itself" without a change of the mask.
  await open('#lesson=its-snowing&page=own-way');
  await expect(panel(page).getByText('Not solved yet.')).toBeVisible();
  await page.getByRole('radio', { name: 'Causal' }).check();
  await page.getByRole('textbox', { name: 'Temperature' }).fill('0.01');
  await settled(page);
  expect((await rows(page, 'weights'))[2]?.[2]).toBeGreaterThan(0.9);
  await expect(panel(page).getByText('Not solved yet.')).toBeVisible();
  await page.getByRole('radio', { name: 'None' }).check();
  await expect(panel(page).getByText('Solved.')).toBeVisible();
});
