import { findings } from '../../support/axe.ts';
import { atRest, cellNames, painted, press, rows, scene, sentence, settled, showScreen } from '../../support/page.ts';
import { expect, keep, test } from '../../support/test.ts';

// Every head at once, and the pinned result beside the current one.

test('all heads are side by side, describe their row in focus, and one is chosen by click and by keyboard', async ({
  page,
  open,
}) => {
  await open('#mask=causal');
  const heads = page.getByRole('listbox', { name: 'All heads' }).getByRole('option');
  await expect(heads).toHaveCount(3);
  await expect(heads.nth(0)).toHaveAccessibleName(/1 · pronoun → noun\s*\. “it” looks mostly at “animal” \(\d+\s%\)/);
  await expect(heads.nth(0)).toHaveAttribute('aria-selected', 'true');
  await settled(page);
  const colours = (at: number) =>
    heads.nth(at).evaluate((option) => {
      const canvas = option.querySelector('canvas');
      const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      return Array.from({ length: data.length / 4 }, (_, pixel) => data.slice(4 * pixel, 4 * pixel + 4).join());
    });
  const [first, second] = [await colours(0), await colours(1)];
  expect(new Set(first).size).toBeGreaterThan(10);
  expect(first).not.toEqual(second);
  await heads.nth(1).click();
  expect((await scene(page)).view?.head).toBe(1);
  await expect(heads.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(heads.nth(2)).toBeFocused();
  await page.keyboard.press('Enter');
  expect((await scene(page)).view?.head).toBe(2);
  await keep(page, 'all-heads');
  expect(await findings(page)).toEqual([]);
});

test('heads of all layers are together, and one of another layer is chosen by click', async ({ show }) => {
  const page = await show(
    '#embedding=random.normal&seed=1&d=4&parameters=random.xavier&parameters.seed=1&heads=2&layers=2&residual=yes',
  );
  const heads = page.getByRole('listbox', { name: 'All layers and heads' }).getByRole('option');
  await expect(heads).toHaveCount(4);
  for (const [index, place] of [
    { layer: 0, head: 1 },
    { layer: 1, head: 0 },
  ].entries()) {
    await heads.nth(index + 1).click();
    await expect(heads.nth(index + 1)).toHaveAttribute('aria-selected', 'true');
    expect((await scene(page)).view).toMatchObject(place);
  }
});

test('a head that is switched on becomes the one on show', async ({ page, open }) => {
  await open('#mask=causal');
  await page.getByRole('checkbox', { name: 'previous token' }).check();
  const heads = page.getByRole('listbox', { name: 'All heads' }).getByRole('option');
  await expect(heads.filter({ hasText: 'previous token' })).toHaveAttribute('aria-selected', 'true');
});

test('a single head of a single layer has no thumbnails', async ({ show }) => {
  const page = await show('#parameters=identity&heads=1');
  await expect(page.locator('#all-heads')).toHaveCount(0);
});

test('the pinned result is beside the current one, with differing cells marked and counted', async ({ show }) => {
  const page = await show();
  const before = (await rows(page, 'weights'))[7]?.[1] ?? 0;
  await press(page, 'Pin to compare');
  const both = page.getByRole('region', { name: 'Pinned and current' });
  await expect(both.getByText('A, pinned:')).toBeVisible();
  await expect(both).toBeInViewport();
  await expect(both.locator('p')).toContainText('No number differs.');
  await page.getByRole('textbox', { name: 'Temperature' }).fill('3');
  await settled(page);
  const grids = both.getByRole('grid');
  await expect(both.locator('p')).toContainText(/\d+ of 121/);
  await expect(grids).toHaveCount(2);
  const marked = await grids.nth(1).evaluate((grid) => {
    const view = grid.getRootNode();
    const { model } = view instanceof ShadowRoot ? Object(view.host) : { model: null };
    return model.remark(7, 1);
  });
  expect(marked).toContain(before.toFixed(2));
  await keep(page, 'pinned');
  await sentence(page).fill('The animal slept');
  await expect(both.getByText('B, now:')).toBeVisible();
  await expect(both.locator('p')).toContainText('3 × 3');
  await both.getByRole('button', { name: 'Unpin A' }).click();
  await expect(both).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pin to compare' })).toBeFocused();
});

test('the heatmap before the last change, and the difference, are one press away', async ({ page, open }) => {
  // Every cell is read three times, by keyboard.
  await open('#mask=causal&sentence=We+read+a+book');
  const moments = page.getByRole('group', { name: 'Last change' });
  await expect(moments).toHaveCount(0);
  const before = await atRest(() => painted(page));
  await page.getByRole('textbox', { name: 'Temperature' }).fill('3');
  await settled(page);
  const after = await atRest(() => painted(page));
  expect(after.heatmap).not.toBe(before.heatmap);
  await moments.getByRole('radio', { name: 'Difference' }).check();
  const difference = page.getByRole('grid', { name: /^Difference: / });
  await expect(difference).toBeInViewport({ ratio: 1 });
  expect((await cellNames(page, difference)).flat()).toContainEqual(expect.stringMatching(/[−-]0\.\d+/));
  await page.keyboard.press('Escape');
  await moments.getByRole('radio', { name: 'Before' }).check();
  await expect(page.locator('sa-heatmap.before')).toBeVisible();
  const names = await cellNames(page, page.locator('sa-heatmap.before').getByRole('grid'));
  await page.keyboard.press('Escape');
  await moments.getByRole('radio', { name: 'Before' }).press('ArrowLeft');
  const now = await cellNames(page, page.locator('sa-heatmap').getByRole('grid'));
  expect(now).not.toEqual(names);
});

// The next two are not on the shared page, where the scene of the test before would be the last change.
test('the difference follows to another head', async ({ page, open }) => {
  await open();
  await page.getByRole('button', { name: 'it had to decide harder?' }).click();
  const moments = page.getByRole('group', { name: 'Last change' });
  await moments.getByRole('radio', { name: 'Difference' }).check();
  const heads = page.getByRole('listbox', { name: 'All heads' });
  await heads.getByRole('option').nth(1).click();
  await expect(page.getByRole('grid', { name: /^Difference: .*head 2/ })).toBeInViewport({ ratio: 1 });
});

test('words that do not correspond are compared side by side', async ({ page, open }) => {
  await open();
  await page.getByRole('button', { name: '“animal” were missing?' }).click();
  await page.getByRole('group', { name: 'Last change' }).getByRole('radio', { name: 'Difference' }).check();
  await expect(page.locator('.difference sa-compare').locator('p')).toContainText('11 × 11');
});

test('the pinned result stays pinned after a change on the stage', async ({ page, open }) => {
  await open('#mask=causal');
  await press(page, 'Pin to compare');
  const both = page.getByRole('region', { name: 'Pinned and current' });
  await expect(both.locator('p')).toContainText('No number differs.');
  await showScreen(page, 'Watch');
  await expect(page.locator('sa-stage svg.marks rect').first()).toBeVisible();
  await expect(both).toHaveCount(0);
  await sentence(page).fill('The animal slept');
  await showScreen(page, 'Experiment');
  await expect(both.getByText('A, pinned:')).toBeVisible();
  await expect(both.locator('p')).toContainText('3 × 3');
  await both.getByRole('button', { name: 'Unpin A' }).click();
  await showScreen(page, 'Watch');
  await showScreen(page, 'Experiment');
  await expect(page.getByRole('button', { name: 'Pin to compare' })).toBeVisible();
  await expect(both).toHaveCount(0);
});
