import { back, next, panel } from '../../support/lesson.ts';
import { rows } from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

test('a prediction is asked before the number is shown, and compared with the trace', async ({ show }) => {
  const page = await show('#lesson=illustrated&page=3');
  const asked = panel(page).locator('sa-prediction');
  const guess = asked.getByRole('textbox', { name: 'Your guess' });
  await expect(asked).not.toContainText('It is');
  await guess.fill('1,5');
  await guess.press('Enter');
  await expect(asked.locator('.error')).toContainText('point instead of the comma');
  await expect(guess).toHaveAttribute('aria-invalid', 'true');
  await guess.fill('3');
  await guess.press('Enter');
  await expect(asked.getByRole('status')).toContainText('It is 4');
  await expect(asked.getByRole('status')).toContainText('You said 3.');
  await expect(asked.getByRole('status')).not.toContainText('That is it');
  await expect(asked.locator('.revealed')).toBeFocused();
  await asked.getByRole('button', { name: 'Guess again' }).click();
  await expect(guess).toBeFocused();
  await guess.fill('4');
  await asked.getByRole('button', { name: 'Reveal' }).click();
  await expect(asked.getByRole('status')).toContainText('That is it.');
  // It is the live number: with another scene it is another.
  await page.getByRole('slider', { name: 'Temperature' }).press('ArrowRight');
  await expect(asked.getByRole('status')).toContainText('It is 4');
  // The answer is still there when the reader comes back to the page.
  await next(page).click();
  await expect(panel(page).getByRole('radio')).toHaveCount(4);
  await panel(page).getByRole('radio', { name: '0.47' }).check();
  await asked.getByRole('button', { name: 'Reveal' }).click();
  const now = (await rows(page, 'weights'))[0]?.[1] ?? 0;
  expect(now).not.toBeCloseTo(0.4683, 3);
  await expect(asked.getByRole('status')).toContainText(`It is ${now.toFixed(4)}`);
  await back(page).click();
  await expect(asked.getByRole('status')).toContainText('You said 4.');
});

test('what is asked and what is revealed are of the same cell, in the lesson of forty notes', async ({ show }) => {
  const page = await show('#lesson=music-transformer&page=2');
  await panel(page).getByRole('button', { name: 'Just show it' }).click();
  await expect(panel(page).locator('sa-prediction').getByRole('status')).toContainText('It is 1.00');
  expect((await rows(page, 'weights'))[0]?.[39]).toBeCloseTo(1, 5);
});
