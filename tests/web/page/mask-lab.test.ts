import type { Page } from '@playwright/test';
import { findings } from '../support/axe.ts';
import { chooseLanguage } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

const button = (page: Page) => page.getByRole('button', { name: /^(Mask lab|Laboratorio de máscaras)/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^(Mask lab|Laboratorio de máscaras)$/ });
const grid = (page: Page, name: string) => dialog(page).getByRole('table', { name });
const hides = (page: Page) => grid(page, 'True hides');
const keeps = (page: Page) => grid(page, 'True keeps');
const weights = (page: Page) => grid(page, 'The weights');
const topic = (page: Page, name: string) => dialog(page).getByRole('navigation').getByRole('button', { name });

async function enter(show: (address: string) => Promise<Page>): Promise<Page> {
  const page = await show('#v=1');
  await button(page).click();
  await expect(weights(page)).toBeVisible();
  return page;
}

/** The texts of a grid's cells, row by row. The last one of weights is the sum. */
const texts = (table: ReturnType<typeof grid>): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        Array.from(
          row.querySelectorAll('td'),
          (cell) => (cell.querySelector('.long') ?? cell).textContent?.trim() ?? '',
        ),
      ),
    );

test('the two arrays are opposite, and the weights are where True keeps', async ({ show }) => {
  const page = await enter(show);
  for (const mask of ['Causal', 'Padding', 'Left padding', 'Window', 'Prefix', 'Packed', 'Painted']) {
    await dialog(page).getByRole('radio', { name: mask, exact: true }).check();
    const [hidden, kept, shown] = [await texts(hides(page)), await texts(keeps(page)), await texts(weights(page))];
    for (const [row, line] of kept.entries()) {
      for (const [column, text] of line.entries()) {
        expect(hidden[row]?.[column]).toBe(text === 'True' ? 'False' : 'True');
        if (line.includes('True')) expect(shown[row]?.[column] !== '0').toBe(text === 'True');
      }
      // nn.MultiheadAttention is the first library.
      expect(shown[row]?.at(-1)).toBe(line.includes('True') ? '1.00' : 'NaN');
    }
  }
});

test('another library takes the other array, with its own call, and says whether it was tested', async ({ show }) => {
  const page = await enter(show);
  const code = dialog(page).getByRole('textbox', { name: 'The call' });
  const before = await texts(weights(page));
  await expect(dialog(page).locator('.passed table')).toHaveAccessibleName('True hides');
  await expect(code).toHaveValue(/attn_mask=~visible\)/);
  await expect(dialog(page).getByText(/run this call with PyTorch 1\.13/)).toBeVisible();
  await dialog(page).getByLabel('Library', { exact: true }).selectOption('Keras MultiHeadAttention');
  await expect(dialog(page).locator('.passed table')).toHaveAccessibleName('True keeps');
  await expect(code).toHaveValue(/keras\.layers\.MultiHeadAttention/);
  await expect(dialog(page).getByText(/Not tested here/)).toBeVisible();
  expect(await texts(weights(page))).toEqual(before);
});

test('another question is shown from its first line', async ({ show }) => {
  const page = await enter(show);
  for (const size of [
    { width: 1280, height: 600 },
    { width: 390, height: 600 },
  ]) {
    await page.setViewportSize(size);
    const choose = async (name: string): Promise<void> => {
      if (size.width > 1000) await topic(page, name).click();
      else await dialog(page).getByRole('combobox', { name: 'Question' }).selectOption({ label: name });
    };
    await choose('Does True keep or hide?');
    const section = dialog(page).getByRole('region');
    await section.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
    await expect(dialog(page).locator('.introduction')).not.toBeInViewport();
    await choose('Padding: rows or columns?');
    await expect(dialog(page).locator('.introduction')).toBeInViewport({ ratio: 1 });
  }
});

test('the wrong array shows the future and hides the past', async ({ show }) => {
  const page = await enter(show);
  await dialog(page).getByRole('checkbox', { name: 'Pass the array' }).check();
  const rows = await texts(weights(page));
  for (const [query, row] of rows.slice(0, -1).entries()) {
    for (const [key, text] of row.slice(0, -1).entries()) expect(text !== '0').toBe(key > query);
  }
  expect(rows.at(-1)).toEqual(['NaN', 'NaN', 'NaN', 'NaN', 'NaN', 'NaN']);
});

test('a mask is painted with the mouse and with the keyboard', async ({ show }) => {
  const page = await enter(show);
  const cell = (query: string, key: string, value: string) =>
    keeps(page).getByRole('button', { name: `${query} to ${key}: ${value}`, exact: true });
  await cell('the', 'it', 'False').click();
  await expect(dialog(page).getByRole('radio', { name: 'Painted' })).toBeChecked();
  await expect(cell('the', 'it', 'True')).toBeFocused();
  expect((await texts(weights(page)))[0]?.[4]).not.toBe('0');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(cell('cat', 'it', 'True')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(cell('cat', 'on', 'False')).toBeFocused();
  await expect(dialog(page).getByRole('textbox', { name: 'The call' })).toHaveValue(/True, False, False, False, True/);
});

test('every question has its picture, its mistake and its program', async ({ show }) => {
  const page = await enter(show);
  const expected = {
    'Top left or bottom right?': 2,
    'A row that sees nothing': 3,
    '−∞ before or × 0 after?': 2,
    'Is −10,000 small enough?': 2,
    'Padding: rows or columns?': 2,
  };
  for (const [name, grids] of Object.entries(expected)) {
    await topic(page, name).click();
    await expect(topic(page, name)).toHaveAttribute('aria-current', 'true');
    await expect(dialog(page).getByRole('table')).toHaveCount(grids);
    await expect(dialog(page).getByRole('heading', { name: 'What many got wrong' })).toBeVisible();
    await expect(dialog(page).getByRole('textbox', { name: 'The call' })).toHaveValue(/print\(/);
  }
});

test('it stays open when the window gets narrower', async ({ show }) => {
  const page = await enter(show);
  await dialog(page).getByRole('radio', { name: 'Window' }).check();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(dialog(page).getByRole('combobox', { name: 'Question' })).toBeVisible();
  await expect(dialog(page).getByRole('radio', { name: 'Window' })).toBeChecked();
});

test('the keyboard opens and closes it', async ({ show }) => {
  const page = await show('#v=1');
  await expect(dialog(page)).toHaveCount(0);
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expect(weights(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe has no complaint, and nothing is wider than 320 pixels, in ${colorScheme}`, async ({ page, open }) => {
    await page.emulateMedia({ colorScheme });
    await open('#v=1');
    await chooseLanguage(page, 'Español');
    await button(page).click();
    await expect(dialog(page).getByRole('table')).toHaveCount(3);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('button', { name: 'Controles', exact: true }).click();
    await button(page).click();
    const choice = dialog(page).getByRole('combobox', { name: 'Pregunta' });
    const names = await choice.locator('option').allTextContents();
    expect(names).toHaveLength(6);
    for (const name of names) {
      await choice.selectOption({ label: name.trim() });
      const section = dialog(page).getByRole('region', { name: name.trim() });
      await expect(section.getByRole('table').first()).toBeVisible();
      const beyond = await section.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(beyond, name).toBe(0);
    }
    expect(await findings(page)).toEqual([]);
  });
}
