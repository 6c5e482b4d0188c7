import type { Locator } from '@playwright/test';
import { findings } from '../../support/axe.ts';
import { press, ready, rows, scene, settled } from '../../support/page.ts';
import { expect, keep, test } from '../../support/test.ts';
import { LEFT } from '../../support/watch.ts';
import { begun, cell, descent, FRAGMENT, learn, loss, panel, rate, stepped, target } from './learn-panel.ts';

// Target weights, the gradient, and one step.

test('one target weight: loss, gradients back to w_q and w_k, the Jacobian, and one step', async ({ page, open }) => {
  await open(FRAGMENT);
  await learn(page);
  await expect(loss(page)).toHaveText(/^loss = \d+\.\d{4}$/);
  const names = await panel(page).locator('.gradients figcaption').allTextContents();
  expect(names.map((name) => name.replace('∂loss / ∂', ''))).toEqual(
    expect.arrayContaining(['weights', 'scaled', 'scores', 'q', 'k', 'w_q', 'w_k']),
  );
  expect(names.indexOf('∂loss / ∂weights')).toBeLessThan(names.indexOf('∂loss / ∂scores'));
  expect(names.indexOf('∂loss / ∂q')).toBeLessThan(names.indexOf('∂loss / ∂w_q'));
  expect(names).not.toContain('∂loss / ∂v');
  await page.locator('#target-query-input').selectOption('3');
  await page.locator('#target-key-input').selectOption('0');
  await expect(panel(page).getByRole('heading', { name: /Jacobian of the row of “book”/ })).toBeVisible();
  const gradients = panel(page).locator('.gradients').getByRole('grid');
  await ready(gradients.last());
  await page.keyboard.press('Enter');
  await expect(panel(page).locator('.training-cell')).toHaveText(/∂loss \/ ∂\w+\[.*\] = .*: /);
  // Its arithmetic, number by number, back to the weights.
  const arithmetic = panel(page).getByRole('group', { name: 'Arithmetic of the gradient' });
  const head = arithmetic.locator('.head');
  await expect(head).toHaveText(/^∂wk\(0, 0\)$/);
  await expect(arithmetic).toBeInViewport();
  await arithmetic
    .getByRole('button', { name: /^-?[\d.−]+, ∂k\[/ })
    .first()
    .click();
  await expect(head).toHaveText(/^∂k\(we, 0\)$/);
  await arithmetic
    .getByRole('button', { name: /∂scores\[/ })
    .first()
    .click();
  await arithmetic
    .getByRole('button', { name: /∂scaled\[/ })
    .first()
    .click();
  await expect(head).toHaveText(/^∂scaled\(/);
  await arithmetic
    .getByRole('button', { name: /^[\d.]+, weights\[/ })
    .first()
    .click();
  await expect(head).toHaveText(/^weights\(/);
  await arithmetic.getByRole('button', { name: 'Deselect the gradient' }).click();
  await expect(arithmetic).toHaveCount(0);
  // The page's own focus does not change: a gradient is not a cell of the trace.
  await expect(page.getByRole('button', { name: 'Deselect the cell' })).toHaveCount(0);
  await expect(stepped(page)).toHaveText(/\(smaller\)/);
  await keep(page, 'training-gradient', { fullPage: true });
  expect(await findings(page)).toEqual([]);
});

test('a cell of the softmax Jacobian shows its arithmetic, with the keyboard too', async ({ page, open }) => {
  await open(`${FRAGMENT.replace('heads=1', 'heads=2')}&temperature=0.5`);
  await learn(page);
  await page.locator('#target-query-input').selectOption('3');
  const title = panel(page).getByRole('heading', { name: /Jacobian of the row of “book”/ });
  await expect(title).toBeVisible();
  const jacobian = panel(page).getByRole('grid', { name: /Jacobian of the row of book/ });
  await expect(panel(page).getByRole('group', { name: 'Formula of the softmax Jacobian' })).toBeVisible();
  await ready(jacobian);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const arithmetic = panel(page).getByRole('group', { name: 'Arithmetic of the gradient' });
  const [head, names, result] = ['.head', '.names', '.result'].map((part) => arithmetic.locator(part)) as [
    Locator,
    Locator,
    Locator,
  ];
  // How much “we” grows with the score of “read”: w·(0 − w′), divided by the temperature.
  await expect(head).toHaveText('∂weights/∂scaled(book, we, read)');
  await expect(names).toHaveText(/weights·\(\[j = j′\] − weights′\).*temperature/);
  const weights = arithmetic.getByRole('button', { name: /, weights\[/ });
  await expect(weights).toHaveCount(2);
  const numbers = await weights.allTextContents();
  const [one = Number.NaN, other = Number.NaN] = numbers.map(Number);
  const value = Number((await result.textContent())?.replace('−', '-'));
  expect(Math.abs(value - (one * (0 - other)) / 0.5)).toBeLessThan(0.001);
  await expect(panel(page).locator('.training-cell')).toHaveText(/^∂weight\(we\) \/ ∂score\(read\) = −0\.\d+/);
  await keep(page, 'training-jacobian', { fullPage: true });
  // On the diagonal the 0 is a 1.
  await ready(jacobian);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(head).toHaveText('∂weights/∂scaled(book, we, we)');
  await expect(arithmetic.locator('[role="group"]')).toHaveText(/\(1 − /);
  await weights.last().focus();
  await page.keyboard.press('Enter');
  await expect(head).toHaveText('weights(book, we)');
  // Another row has another Jacobian, so the cell is deselected.
  await ready(jacobian);
  await page.keyboard.press('Enter');
  await expect(head).toHaveText(/^∂weights\/∂scaled/);
  await page.locator('#target-query-input').selectOption('2');
  await expect(arithmetic).toHaveCount(0);
  expect(await findings(page)).toEqual([]);
});

test('a kept step is an ordinary scene, and in the link', async ({ page, open, watch }) => {
  // A reload aborts the requests of the page before it.
  watch.expect(LEFT);
  await open(FRAGMENT);
  await learn(page);
  const before = await rows(page, 'weights');
  const said = (await stepped(page).textContent()) ?? '';
  const [, after = ''] = /→ (\S+)/.exec(said) ?? [];
  await press(page, 'Keep this step');
  await expect(loss(page)).toHaveText(`loss = ${after}`, begun);
  const { parameters, embedding } = await scene(page);
  expect(parameters.kind).toBe('given');
  expect(embedding.kind).not.toBe('given');
  const kept = await rows(page, 'weights');
  expect(kept).not.toEqual(before);
  // The link contains it.
  await expect.poll(() => page.url()).toContain('#scene=');
  await page.reload();
  await page.getByRole('radio', { name: 'Attention that you paint' }).check({ force: true, ...begun });
  await page.locator('.run-weights sa-heatmap').waitFor();
  await settled(page);
  expect(await rows(page, 'weights')).toEqual(kept);
});

test('one undo takes a kept step back', async ({ page, open }) => {
  // The panel computes three scenes, one after the other.
  test.setTimeout(60_000);
  await open(FRAGMENT);
  await learn(page);
  const before = await rows(page, 'weights');
  const [, from = '', to = ''] = /^loss (\S+) → (\S+)/.exec((await stepped(page).textContent()) ?? '') ?? [];
  await press(page, 'Keep this step');
  // The panel and the picture show the new scene now.
  await expect(loss(page)).toHaveText(`loss = ${to}`, begun);
  await settled(page);
  expect(await rows(page, 'weights')).not.toEqual(before);
  await press(page, 'Undo');
  await expect(loss(page)).toHaveText(`loss = ${from}`, begun);
  await settled(page);
  expect(await rows(page, 'weights')).toEqual(before);
});

test('a refused value is explained beside its control, and the last result stays', async ({ page, open }) => {
  await open(`${FRAGMENT}&mask=causal`);
  await learn(page);
  const good = (await stepped(page).textContent()) ?? '';
  for (const [typed, why] of [
    ['0', /0; it must be greater than 0/],
    ['-1', /-1; it must be greater than 0/],
    ['1e6', /1000000; it must be .* at most 100/],
    ['fast', /fast/],
  ] as const) {
    await rate(page).fill(typed);
    await expect(page.locator('#step-rate-error')).toHaveText(why, begun);
    await expect(stepped(page)).toHaveText(good);
  }
  await expect(page.getByRole('button', { name: 'Keep this step' })).toBeDisabled();
  await rate(page).fill('0.5');
  await expect(page.locator('#step-rate-error')).toHaveText('');
  await expect(page.getByRole('button', { name: 'Keep this step' })).toBeEnabled(begun);
  await page.locator('#target-weight-input').fill('1.2');
  await expect(page.locator('#target-weight-error')).toHaveText(/between 0 and 1, but this is 1\.20/);
  await page.locator('#target-weight-input').fill('0.8');
  await expect(page.locator('#target-weight-error')).toHaveText('');
  // The causal mask hides the last key from the first query.
  await page.locator('#target-query-input').selectOption('0');
  await page.locator('#target-key-input').selectOption('3');
  await expect(page.locator('#target-weight-error')).toHaveText(/The mask hides book from we/);
  await expect(loss(page)).toBeVisible();
});

test('weights are painted by keyboard, and empty rows do not count', async ({ page, open }) => {
  await open(`${FRAGMENT}&mask=causal`);
  await learn(page);
  await target(page, 'Painted weights');
  await press(page, 'Nothing');
  await expect(panel(page).getByText('No row is painted yet')).toBeVisible();
  await cell(page, 'we → we').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await expect(cell(page, 'read → we: 1')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('3');
  await expect(cell(page, 'read → read: .75')).toBeFocused();
  await expect(cell(page, 'read → we: .25')).toHaveAttribute('aria-selected', 'true');
  await expect(panel(page).getByText('1 of 4 rows counts. A row of zeros has no target')).toBeVisible();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(cell(page, 'a → read: 1')).toBeFocused();
  await cell(page, 'we → book').click();
  await expect(panel(page).getByText('we should look at book, which the mask hides from it')).toBeVisible();
  await expect(descent(page).getByRole('button', { name: 'Train', exact: true })).toBeDisabled();
  await press(page, 'The token before');
  await expect(panel(page).getByText('Every row counts.')).toBeVisible();
  await expect(descent(page).getByRole('button', { name: 'Train', exact: true })).toBeEnabled();
  expect(await findings(page)).toEqual([]);
});

test('a rounding has no gradient, as the panel explains', async ({ page, open }) => {
  await open(FRAGMENT);
  await learn(page);
  const mistaken = { ...(await scene(page)), mistake: 'whole-matrix-softmax' };
  await page.locator('sa-training').evaluate((element, changed) => {
    const detail = { scene: changed, controlId: 'mistake' };
    element.dispatchEvent(new CustomEvent('sa-edit', { detail, bubbles: true }));
  }, mistaken);
  await expect(panel(page).getByText('has no gradient in this scene')).toBeVisible(begun);
  await expect(panel(page).getByText('have jumps instead of slopes')).toBeVisible();
  await expect(loss(page)).toBeVisible();
});
