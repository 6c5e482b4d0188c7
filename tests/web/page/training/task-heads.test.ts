import type { Locator, Page } from '@playwright/test';
import { findings } from '../../support/axe.ts';
import { expect, keep, test } from '../../support/test.ts';
import { begun, button, fact, field, opened, said, section, stepOf } from './task-section.ts';

// "Train a task": what the model makes of a sequence, and what its heads become.

const sequence = (page: Page): Locator => page.locator('#task-a-sequence-input');
const predictions = (page: Page): Locator => section(page).getByRole('list', { name: /^Predictions/ });
const heads = (page: Page): Locator => section(page).getByRole('listbox', { name: 'What each head looks at' });
const plot = (page: Page, name: string): Locator =>
  section(page).getByRole('slider', { name: `${name} after each step` });

test('an induction head forms: maps, predictions and measures say so', async ({ page, open }) => {
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
  // A head that is pressed is followed in the curves.
  await heads(page).getByRole('option', { name: /^1\.1/ }).click();
  await expect(plot(page, 'Previous token')).toHaveAttribute('aria-valuetext', /^step 500: head 1\.1 \d/);
  await expect(plot(page, 'Induction')).toHaveAttribute('aria-valuetext', /^step 500: head 1\.1 \d\./);
  await plot(page, 'Induction').focus();
  await page.keyboard.press('Home');
  await expect(plot(page, 'Induction')).toHaveAttribute('aria-valuetext', /^step 0: head 1\.1/);
  // Right and wrong have marks, not colours alone.
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

test('a sequence is drawn anew, or typed; what the task does not have is said beside the box', async ({
  page,
  open,
}) => {
  await opened(page, open);
  await button(page, 'One step').click();
  await expect(sequence(page)).toHaveValue(/^\w( \w){23}$/, begun);
  const drawn = await sequence(page).inputValue();
  await button(page, 'Draw another').click();
  await expect(sequence(page)).not.toHaveValue(drawn);
  await sequence(page).fill('a b c d a b');
  await expect(predictions(page).getByRole('button')).toHaveCount(6);
  // The task knows the answers to what is typed too: a and b have been there, c and d come for the first time.
  await expect(said(page, /^\d of 2 right\.$/)).toBeVisible();
  await expect(
    predictions(page).getByRole('button', { name: /^[ab]: .*(, right|[bc] is right, .*, wrong)$/ }),
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
  // What was typed stays while it trains on.
  await button(page, 'Go on').click();
  await expect(said(page, 'Done: 500 steps.')).toBeVisible({ timeout: 20_000 });
  await expect(sequence(page)).toHaveValue('ba');
  await expect(predictions(page).getByRole('button')).toHaveCount(2);
  // What cannot be looked at is no reason for a run to end, not for one that begins with it either.
  await sequence(page).fill('ab!');
  await button(page, 'Restart').click();
  await expect(said(page, 'Training.')).toBeVisible(begun);
  await expect(said(page, 'Done: 500 steps.')).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('#task-a-sequence-error')).toHaveText('The task has no symbol "!"');
  await expect(sequence(page)).toHaveValue('ab!');
  await expect(predictions(page).getByRole('button')).not.toHaveCount(0);
});

test('a wrong prediction has a cross and names what was asked for; short sequences have no induction', async ({
  page,
  open,
}) => {
  await opened(page, open);
  await field(page, 'task').selectOption('Modular addition');
  await expect(said(page, /their sum/)).toBeVisible();
  await button(page, 'One step').click();
  await expect(predictions(page).getByRole('button')).toHaveCount(3, begun);
  await expect(said(page, /Sequences of less than four tokens/)).toBeVisible();
  // Untrained, it does not know all sums.
  const wrong = predictions(page).getByRole('button', { name: /\d is right, .*, wrong$/ });
  for (let draw = 0; draw < 20 && (await wrong.count()) === 0; draw += 1) {
    const before = await sequence(page).inputValue();
    await button(page, 'Draw another').click();
    await expect(sequence(page)).not.toHaveValue(before);
  }
  await expect(wrong).toContainText('✗');
  // What was predicted is struck out, and what is right stands beside it.
  const [, right = ''] = /, (\d) is right, .*, wrong$/.exec((await wrong.getAttribute('aria-label')) ?? '') ?? [];
  await expect(wrong.locator('s')).toHaveText(/^\S+$/);
  await expect(wrong.locator('span')).toHaveText(new RegExp(`^\\S+ ${right}$`));
});

test('a speed lets every step be seen', async ({ page, open }) => {
  await opened(page, open);
  await page.locator('#task-pace-input').selectOption('10 steps per second');
  await button(page, 'Train the task').click();
  await expect(said(page, 'Training.')).toBeVisible(begun);
  await page.waitForTimeout(2000);
  await button(page, 'Pause').click();
  await expect(said(page, 'Paused.')).toBeVisible();
  const steps = await stepOf(page);
  expect(steps).toBeGreaterThan(5);
  // By the page's own clock, which a busy machine does not make faster.
  const seconds = Number.parseFloat((await fact(page, 'Time').textContent()) ?? '');
  expect(steps).toBeLessThanOrEqual(10 * (seconds + 0.1) + 1);
});
