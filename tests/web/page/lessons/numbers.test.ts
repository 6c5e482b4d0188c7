import { readFileSync } from 'node:fs';
import { cellNames, openStep, press, rows, settled } from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

type Printed = Readonly<Record<string, readonly (readonly string[])[]>>;
interface Golden {
  readonly tolerance?: number;
  readonly printed: Printed;
  readonly continued: Printed;
}

const golden = (name: string): Golden =>
  JSON.parse(readFileSync(new URL(`../../../golden/${name}.json`, import.meta.url), 'utf8'));

/** Half a unit of the last printed digit, or float32's error if a number is exact. */
function allowed(text: string, exact: number): number {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const decimals = mantissa.split('.')[1]?.length ?? 0;
  return decimals === 0 ? exact : Math.max(exact, 0.5000001 * 10 ** (Number(exponent) - decimals));
}

for (const id of ['illustrated', 'its-snowing']) {
  test(`a link to the lesson shows the document's numbers: ${id}`, async ({ show }) => {
    const page = await show(`#lesson=${id}`);
    // The lesson hides the weights that a later page asks for.
    await press(page, 'Close the lesson');
    await settled(page);
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
}

test('the lesson shows the scores as numbers in cells: illustrated', async ({ show }) => {
  const page = await show('#lesson=illustrated');
  await openStep(page, 'scores');
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
  await openStep(page, 'q');
  const names = await cellNames(page, page.locator('#step-q sa-matrix').first().getByRole('grid'));
  const numbers = names.map((row) => row.map((name) => (name.split(': ')[1] ?? '').replace('−', '-')));
  expect(numbers).toEqual([
    ['0.105', '-0.138'],
    ['-0.267', '-0.135'],
    ['0.390', '0.374'],
  ]);
});
