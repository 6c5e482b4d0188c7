import { chips, inMoreMenu, numbers, press, reading, sentence, settled, typeSentence } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

test('undo and redo go through every change, one at a time', async ({ show }) => {
  const page = await show();
  const shown = [await numbers(page)];
  await page.getByRole('radio', { name: 'Causal' }).check();
  await settled(page);
  shown.push(await numbers(page));
  await page.getByRole('combobox', { name: 'Vectors' }).selectOption('normal');
  await settled(page);
  shown.push(await numbers(page));
  await typeSentence(page, 'A dog saw a cat');
  shown.push(await numbers(page));
  for (const expected of shown.slice(0, -1).reverse()) {
    await press(page, 'Undo');
    await settled(page);
    expect(await numbers(page)).toEqual(expected);
  }
  for (const expected of shown.slice(1)) {
    await press(page, 'Redo');
    await settled(page);
    expect(await numbers(page)).toEqual(expected);
  }
  await expect(await inMoreMenu(page, 'Redo')).toBeDisabled();
});

test('typing without a pause is one undo step', async ({ page, open }) => {
  await open();
  const before = await sentence(page).inputValue();
  await sentence(page).press('End');
  // In one task: a busy machine could make a pause between two keys.
  await page.evaluate(() => {
    for (const letter of ' and cold') document.execCommand('insertText', false, letter);
  });
  await press(page, 'Undo');
  await expect(sentence(page)).toHaveValue(before);
  await expect(await inMoreMenu(page, 'Undo')).toBeDisabled();
  await press(page, 'Redo');
  await expect(sentence(page)).toHaveValue(`${before} and cold`);
});

test('typing after a pause is a separate step', async ({ page, open }) => {
  await page.clock.install();
  await open();
  await sentence(page).press('End');
  await page.keyboard.type(' one');
  await page.clock.fastForward(1100);
  await page.keyboard.type(' two');
  await press(page, 'Undo');
  await expect(sentence(page)).toHaveValue(/ tired one$/);
  await press(page, 'Undo');
  await expect(sentence(page)).toHaveValue(/ tired$/);
});

test('a dragged slider is one undo step', async ({ show }) => {
  const page = await show();
  const slider = page.getByRole('slider', { name: 'Temperature' });
  await slider.evaluate((input: HTMLInputElement) => {
    for (let i = 0; i < 8; i += 1) {
      input.stepUp();
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await expect(page.getByRole('textbox', { name: 'Temperature' })).not.toHaveValue('1');
  await press(page, 'Undo');
  await expect(page.getByRole('textbox', { name: 'Temperature' })).toHaveValue('1');
});

for (const [back, forward] of [
  ['Control+z', 'Control+Shift+z'],
  ['Meta+z', 'Meta+Shift+z'],
  ['Control+z', 'Control+y'],
] as const) {
  test(`the keyboard undoes and redoes: ${back}, ${forward}`, async ({ show }) => {
    const page = await show();
    await page.getByRole('radio', { name: 'Causal' }).check();
    await page.keyboard.press(back);
    await expect(page.getByRole('radio', { name: 'None' })).toBeChecked();
    await page.keyboard.press(forward);
    await expect(page.getByRole('radio', { name: 'Causal' })).toBeChecked();
  });
}

test('the keyboard undoes inside the sentence, and the picture with it', async ({ show }) => {
  const page = await show();
  await sentence(page).fill('A cat');
  await expect(chips(page)).toHaveCount(2);
  await sentence(page).press('Control+z');
  await expect(sentence(page)).toHaveValue(/^The animal/);
  await expect(chips(page)).toHaveCount(11);
});

test('Undo returns from an error, with the box as before', async ({ show }) => {
  const page = await show();
  const temperature = page.getByRole('textbox', { name: 'Temperature' });
  await temperature.fill('0');
  await expect(temperature).toHaveAttribute('aria-invalid', 'true');
  await press(page, 'Undo');
  await expect(temperature).toHaveValue('1');
  await expect(temperature).toHaveAttribute('aria-invalid', 'false');
});

test('the token in focus is not an undo step', async ({ page, open }) => {
  await open();
  await chips(page).nth(2).click();
  await expect(reading(page)).toContainText(/“didn't” (looks|finds|gives)/);
  await expect(await inMoreMenu(page, 'Undo')).toBeDisabled();
});
