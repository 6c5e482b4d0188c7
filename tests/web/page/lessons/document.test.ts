import { findings } from '../../support/axe.ts';
import { next, panel } from '../../support/lesson.ts';
import { fragment } from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

// A lesson and the document it comes from.

test('with “Names as in the document”, steps have the document’s names, on later pages too', async ({ page, open }) => {
  await open('#lesson=illustrated&page=scores');
  const scores = page.getByRole('heading', { name: /^attn_scores Step 4/ });
  await expect(scores).toHaveCount(0);
  await panel(page)
    .getByRole('checkbox', { name: /Names as in the document/ })
    .check();
  await expect(scores).toBeVisible();
  expect(await fragment(page)).toContain('names=document');
  expect(await findings(page)).toEqual([]);
  const section = page.locator('sa-step').filter({ has: scores });
  // Visible names and names for screen readers.
  await expect(section.getByRole('group', { name: 'Formula of attn_scores' })).toContainText('attn_scores');
  await expect(section.locator('[role=math]')).toHaveAccessibleName(
    /^attn scores at .* equals .* querys at .* keys at/,
  );
  await section.getByRole('gridcell').first().click();
  const arithmetic = page.locator('.strip sa-arithmetic');
  await expect(arithmetic).toContainText(/^\s*attn_scores\(/);
  await expect(arithmetic).toContainText('querys·keys');
  await expect(arithmetic.getByRole('button', { name: /querys\[/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await next(page).click();
  await next(page).click();
  await expect(page.getByRole('heading', { name: /^weighted_values Step 6/ })).toBeVisible();
});

test('kᵀ is a separate grid of the cells of k', async ({ page, open }) => {
  await open('#lesson=illustrated&page=scores');
  await page.getByText('kᵀ: the keys, transposed').click();
  const picture = page.locator('sa-transpose-panel sa-matrix');
  await expect(picture).toContainText('1 × 3 × 3');
  await expect(picture.locator('canvas')).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
