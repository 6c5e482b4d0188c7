import type { Locator, Page } from '@playwright/test';
import { findings } from '../../support/axe.ts';
import { expect, keep, test } from '../../support/test.ts';
import { begun, button, fact, field, opened, said, section } from './task-section.ts';

// "Train a task": predictions for a sequence, and the heads.

const sequence = (page: Page): Locator => page.locator('#task-a-sequence-input');
const predictions = (page: Page): Locator => section(page).getByRole('list', { name: /^Predictions/ });
const heads = (page: Page): Locator => section(page).getByRole('listbox', { name: 'What each head looks at' });
const plot = (page: Page, name: string): Locator =>
  section(page).getByRole('slider', { name: `${name} after each step` });

test('an induction head forms, as maps, predictions and measures show', async ({ page, open }) => {
  await opened(page, open);
  await button(page, 'Train the task').click();
  await expect(said(page, 'Done: 500 steps.')).toBeVisible({ timeout: 20_000 });
  await expect(heads(page).getByRole('option')).toHaveCount(4);
  await expect(
    heads(page)
      .getByRole('option', { name: /^2\.\d induction \d\d %/ })
      .first(),
  ).toBeVisible();
  await expect(
    heads(page)
      .getByRole('option', { name: /^1\.\d previous \d\d %/ })
      .first(),
  ).toBeVisible();
  // The curves follow a pressed head.
  await said(page, 'What the heads have become').click();
  await heads(page).getByRole('option', { name: /^1\.1/ }).click();
  await expect(plot(page, 'Previous token')).toHaveAttribute('aria-valuetext', /^step 500: head 1\.1 \d/);
  await expect(plot(page, 'Induction')).toHaveAttribute('aria-valuetext', /^step 500: head 1\.1 \d\./);
  await plot(page, 'Induction').focus();
  await page.keyboard.press('Home');
  await expect(plot(page, 'Induction')).toHaveAttribute('aria-valuetext', /^step 0: head 1\.1/);
  // Right and wrong have marks as well as colours.
  await expect(predictions(page).getByRole('button')).toHaveCount(24);
  await expect(
    predictions(page)
      .getByRole('button', { name: /right$/ })
      .first(),
  ).toContainText('✓');
  await expect(said(page, /^\d+ of \d+ right\.$/)).toBeVisible();
  await predictions(page).getByRole('button').nth(5).click();
  await expect(predictions(page).getByRole('button').nth(5)).toHaveAttribute('aria-pressed', 'true');
  await keep(page, 'task-heads', { fullPage: true });
  expect(await findings(page)).toEqual([]);
});

test('a sequence is drawn or typed, and an unknown symbol is explained beside the box', async ({ page, open }) => {
  await opened(page, open);
  await button(page, 'One step').click();
  await expect(sequence(page)).toHaveValue(/^\w( \w){23}$/, begun);
  const drawn = await sequence(page).inputValue();
  await button(page, 'Draw another').click();
  await expect(sequence(page)).not.toHaveValue(drawn);
  await sequence(page).fill('a b c d a b');
  await expect(predictions(page).getByRole('button')).toHaveCount(6);
  // The task answers typed sequences too. The second a and b have an answer; c and d are new.
  await expect(said(page, /^\d of 2 right\.$/)).toBeVisible();
  await expect(
    predictions(page).getByRole('button', { name: /^[ab]: .*(, right|, [bc] expected, .*, wrong)$/ }),
  ).toHaveCount(2);
  await sequence(page).fill('a b c');
  await expect(said(page, /^The task expects no answers for this sequence/)).toBeVisible();
  // Letters need no spaces.
  await sequence(page).fill('abcab');
  await expect(predictions(page).getByRole('button')).toHaveCount(5);
  await sequence(page).fill('ab!');
  await expect(page.locator('#task-a-sequence-error')).toHaveText('The task has no symbol "!"');
  await expect(sequence(page)).toHaveValue('ab!');
  await expect(predictions(page).getByRole('button')).toHaveCount(5);
  await sequence(page).fill('');
  await expect(page.locator('#task-a-sequence-error')).toHaveText(/\S/);
  await sequence(page).fill('ba');
  await expect(page.locator('#task-a-sequence-error')).toHaveText('');
  await expect(predictions(page).getByRole('button')).toHaveCount(2);
  // The typed sequence stays while the run goes on.
  await button(page, 'Go on').click();
  await expect(said(page, 'Done: 500 steps.')).toBeVisible({ timeout: 20_000 });
  await expect(sequence(page)).toHaveValue('ba');
  await expect(predictions(page).getByRole('button')).toHaveCount(2);
  // A sequence with an unknown symbol does not stop a run, even one that begins with it.
  await sequence(page).fill('ab!');
  await button(page, 'Restart').click();
  await expect(said(page, 'Training.')).toBeVisible(begun);
  await expect(said(page, 'Done: 500 steps.')).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('#task-a-sequence-error')).toHaveText('The task has no symbol "!"');
  await expect(sequence(page)).toHaveValue('ab!');
  await expect(predictions(page).getByRole('button')).not.toHaveCount(0);
});

test('a wrong prediction has a cross and the right symbol; short sequences have no induction', async ({
  page,
  open,
}) => {
  await opened(page, open);
  await field(page, 'task').selectOption('Modular addition');
  await expect(said(page, /add them/)).toBeVisible();
  await button(page, 'One step').click();
  await expect(predictions(page).getByRole('button')).toHaveCount(3, begun);
  await said(page, 'What the heads have become').click();
  // Neither induction nor the same token can be measured.
  await expect(said(page, /Sequences of fewer than four tokens/)).toHaveCount(2);
  // The untrained model does not know all sums.
  const wrong = predictions(page).getByRole('button', { name: /, \d expected, .*, wrong$/ });
  for (let draw = 0; draw < 20 && (await wrong.count()) === 0; draw += 1) {
    const before = await sequence(page).inputValue();
    await button(page, 'Draw another').click();
    await expect(sequence(page)).not.toHaveValue(before);
  }
  await expect(wrong).toContainText('✗');
  // The wrong symbol is struck out, beside the right one.
  const [, right = ''] = /, (\d) expected, .*, wrong$/.exec((await wrong.getAttribute('aria-label')) ?? '') ?? [];
  await expect(wrong.locator('s')).toHaveText(/^\S+$/);
  await expect(wrong.locator('span')).toHaveText(new RegExp(`^\\S+ ${right}$`));
});

test('a speed limits the steps a second', async ({ page, open }) => {
  await opened(page, open);
  await field(page, 'steps').fill('10');
  await section(page).getByRole('combobox', { name: 'Speed' }).selectOption('10 steps/second');
  await button(page, 'Train the task').click();
  await expect(said(page, 'Done: 10 steps.')).toBeVisible(begun);
  // Nine intervals of 0.1 s, by the page's clock. The page may have started it a little late.
  expect(Number.parseFloat((await fact(page, 'Time').textContent()) ?? '')).toBeGreaterThan(0.5);
});
