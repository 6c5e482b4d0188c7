import { findings } from '../../support/axe.ts';
import { expect, test } from '../../support/test.ts';

test('a trained model writes, from a seed, greedily and in a window, up to the places that it has learned', async ({
  show,
}) => {
  test.slow();
  const page = await show('#run=task:text+steps:60+length:12+layers:1&screen=train');
  await page.getByRole('button', { name: 'Train the task' }).click();
  const write = page.getByRole('button', { name: 'Write with this model' });
  await expect(page.getByText('Done: 60 steps.')).toBeVisible({ timeout: 60_000 });
  await write.click();
  const dialog = page.getByRole('dialog', { name: 'Write with the model' });
  const next = dialog.getByRole('button', { name: 'Next token' });
  const text = dialog.locator('.text');
  const chosen = dialog.locator('.bars .chosen b');
  const seed = dialog.getByRole('textbox', { name: /^Seed/ });
  await expect(chosen).toHaveCount(1);
  await seed.fill('41');

  /** Writes to the end, and goes back to the prompt. */
  const written = async (): Promise<string> => {
    for (let count = 9; count <= 12; count += 1) {
      await expect(chosen).toHaveCount(1);
      await next.click();
      await expect(dialog.locator('.player > span')).toHaveText(`Token ${count} of ${count}`);
      await expect(dialog).toContainText(`computed 1 of ${count} rows`);
      await expect(dialog.locator('.same')).toBeVisible();
    }
    return (await text.textContent()) ?? '';
  };
  const first = await written();
  expect(Array.from(first)).toHaveLength(12);
  await expect(chosen).toHaveCount(1);
  await next.click();
  await expect(dialog.getByRole('alert')).toContainText('learned 12 places');
  expect(await findings(page)).toEqual([]);

  // The same seed writes the same text, and typing the prompt again begins again.
  const prompt = dialog.getByRole('textbox', { name: /^Prompt/ });
  const given = await prompt.inputValue();
  await prompt.fill('?');
  await expect(dialog).toContainText('The model does not know ?');
  await expect(text).toHaveText(first);
  await prompt.fill(given);
  await expect(dialog.locator('.player > span')).toHaveText('Token 8 of 8');
  expect(await written()).toBe(first);

  await prompt.fill(`${given} `);
  await prompt.fill(given);
  await dialog.getByRole('radio', { name: 'Greedy' }).check();
  await expect(dialog.locator('.bars li')).toHaveCount(1);
  await dialog.getByRole('radio', { name: 'Drawing' }).check();
  await dialog.getByRole('textbox', { name: /^Top k/ }).fill('2');
  await expect(dialog.locator('.bars li')).toHaveCount(2);
  await dialog.getByRole('textbox', { name: /^Temperature/ }).fill('0.001');
  await expect(dialog).toContainText(/temperature is 0\.001/i);
  await dialog.getByRole('textbox', { name: /^Temperature/ }).fill('1');
  await dialog.getByRole('radio', { name: 'Window', exact: true }).check();
  await expect(dialog.locator('.tokens td.k.gone')).toHaveCount(4);
  await expect(chosen).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(write).toBeFocused();
});

test('a model that predicts something else than the next token does not offer to write', async ({ show }) => {
  const page = await show('#run=task:count&screen=train');
  // The button waits for the module of training.
  await expect(page.getByRole('button', { name: 'Train the task' })).toBeEnabled({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Open the model in the page' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Write with this model' })).toHaveCount(0);
});
