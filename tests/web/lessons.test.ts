import { readFileSync } from 'node:fs';
import { cellNames, chips, fragment, press, reading, rows, sentence, settled } from './support/page.ts';
import { expect, test } from './support/test.ts';

type Printed = Readonly<Record<string, readonly (readonly string[])[]>>;
interface Golden {
  readonly tolerance?: number;
  readonly printed: Printed;
  readonly continued: Printed;
}

const golden = (name: string): Golden =>
  JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), 'utf8'));

/** Half a unit of the last digit that is printed, or float32's own error where a number is exact. */
function allowed(text: string, exact: number): number {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const decimals = mantissa.split('.')[1]?.length ?? 0;
  return decimals === 0 ? exact : Math.max(exact, 0.5000001 * 10 ** (Number(exponent) - decimals));
}

const lessons = [
  { id: 'illustrated', title: 'Illustrated self-attention', tokens: 3 },
  { id: 'its-snowing', title: 'It’s snowing outside', tokens: 3 },
];

for (const { id, title, tokens } of lessons) {
  test(`a link to the lesson shows the document's numbers: ${id}`, async ({ show }) => {
    const page = await show(`#lesson=${id}`);
    const { printed, continued, tolerance = 1e-6 } = golden(id);
    for (const [name, expected] of [...Object.entries(printed), ...Object.entries(continued)]) {
      const found = await rows(page, name);
      expect(found.length, name).toBe(expected.length);
      for (const [row, line] of expected.entries()) {
        for (const [column, text] of line.entries()) {
          const difference = Math.abs((found[row]?.[column] ?? Number.NaN) - Number(text));
          expect(difference, `${name}[${row}, ${column}] = ${text}`).toBeLessThanOrEqual(allowed(text, tolerance));
        }
      }
    }
  });

  test(`the lesson opens from the first screen: ${id}`, async ({ page, open }) => {
    await open();
    await page.getByRole('navigation', { name: 'Lessons' }).getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { name: title })).toBeInViewport();
    await expect(chips(page)).toHaveCount(tokens);
    await expect(page.getByRole('link', { name: title })).toHaveAttribute('aria-current', 'true');
    expect(await fragment(page)).toBe(`#lesson=${id}`);
  });

  test(`the lesson's text can be read from its first page to its last: ${id}`, async ({ show }) => {
    const page = await show(`#lesson=${id}`);
    const panel = page.locator('sa-lesson');
    const titles = new Set<string>();
    for (;;) {
      titles.add((await panel.getByRole('heading', { level: 3 }).textContent()) ?? '');
      const next = panel.getByRole('button', { name: 'Next' });
      if (await next.isDisabled()) break;
      await next.click();
    }
    expect(titles.size).toBe(5);
    await panel.getByText('Source:').click();
    await expect(panel.getByText('CC BY 4.0')).toBeVisible();
  });
}

test('the lesson shows the scores as numbers in cells: illustrated', async ({ show }) => {
  const page = await show('#lesson=illustrated');
  const names = await cellNames(page, page.locator('#step-scores sa-matrix').getByRole('grid'));
  const numbers = names.map((row) => row.map((name) => Number(name.split(': ')[1])));
  expect(numbers).toEqual([
    [2, 4, 4],
    [4, 16, 12],
    [4, 12, 10],
  ]);
});

test('the lesson shows the queries as numbers in cells: its-snowing', async ({ show }) => {
  const page = await show('#lesson=its-snowing');
  const names = await cellNames(page, page.locator('#step-q sa-matrix').first().getByRole('grid'));
  const numbers = names.map((row) => row.map((name) => (name.split(': ')[1] ?? '').replace('−', '-')));
  expect(numbers).toEqual([
    ['0.105', '-0.138'],
    ['-0.267', '-0.135'],
    ['0.390', '0.374'],
  ]);
});

test('a lesson can be changed, started again and left', async ({ show }) => {
  const page = await show('#lesson=illustrated');
  const before = await rows(page, 'weights');
  await page.getByRole('checkbox', { name: /√d_k/ }).check();
  await settled(page);
  expect(await rows(page, 'weights')).not.toEqual(before);
  await press(page, 'Start the lesson again');
  await settled(page);
  expect(await rows(page, 'weights')).toEqual(before);
  await press(page, 'Close the lesson');
  await expect(page.locator('sa-lesson')).toHaveCount(0);
  expect(await rows(page, 'weights')).toEqual(before);
});

test('a word typed into a lesson keeps the vectors of the others and is named as new', async ({ show }) => {
  const page = await show('#lesson=illustrated');
  const before = await rows(page, 'x0');
  await sentence(page).press('End');
  await page.keyboard.type(' and more');
  await settled(page);
  expect((await rows(page, 'x0')).slice(0, 3)).toEqual(before);
  await expect(page.getByText('are not in the lesson’s own table')).toBeVisible();
  await expect(reading(page)).toContainText('looks');
});
