import type { Locator, Page } from '@playwright/test';
import { bits, command, openStep, problems, rows, scene, settled } from '../support/page.ts';
import { expect, keep, test } from '../support/test.ts';

// Numbers that the scene gives are changed where they are: in their matrix and in the inspector.

const small = '#embedding=random.normal&seed=1&d=4&parameters=random.xavier&parameters.seed=1&heads=2';

/** The opened step's own matrix. */
async function matrix(page: Page, name: string): Promise<Locator> {
  const step = await openStep(page, name);
  const grid = step.locator('.matrices > .editable sa-matrix').first();
  await expect(grid.getByRole('gridcell')).toBeVisible();
  return grid;
}

/** Moves the keyboard to the first cell of a matrix. */
async function enter(grid: Locator): Promise<void> {
  await expect(async () => {
    await grid.evaluate((view: HTMLElement) => view.focus());
    await expect(grid.getByRole('grid')).toBeFocused({ timeout: 500 });
  }).toPass();
  // It may still be where another test left it.
  await grid.page().keyboard.press('Control+Home');
}

/** Drags the first cell of a matrix up by a number of pixels, in two moves. */
async function dragUp(page: Page, grid: Locator, pixels: number): Promise<void> {
  await grid.scrollIntoViewIfNeeded();
  const box = await grid.getByRole('gridcell').boundingBox();
  if (box === null) throw new Error('The cell is not drawn.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 10);
  await settled(page);
  await page.mouse.move(x, y - pixels / 2);
  await page.mouse.move(x, y - pixels);
  await page.mouse.up();
}

test('a cell that is dragged up grows, with everything that follows from it, and one Undo returns', async ({
  show,
}) => {
  const page = await show(small);
  const [before, weights] = [await rows(page, 'x0'), await bits(page, 'weights')];
  const grid = await matrix(page, 'x0');
  await dragUp(page, grid, 60);
  await expect.poll(async () => ((await rows(page, 'x0'))[0]?.[0] ?? 0) - (before[0]?.[0] ?? 0)).toBeGreaterThan(0.1);
  const after = await rows(page, 'x0');
  expect(after.map((row) => row.slice(1))).toEqual(before.map((row) => row.slice(1)));
  expect(after.slice(1)).toEqual(before.slice(1));
  expect(await bits(page, 'weights')).not.toEqual(weights);
  // The cell is explained while it changes.
  await expect(page.locator('.inspector')).toContainText('x0');
  await keep(page, 'dragged');
  await command(page, 'Undo');
  await expect.poll(() => rows(page, 'x0')).toEqual(before);
  await expect(problems(page)).toHaveCount(0);
});

test('plus and minus change the cell that the keyboard is on, and its new number is announced', async ({ show }) => {
  const page = await show(small);
  const before = (await rows(page, 'x0'))[0]?.[1] ?? 0;
  const grid = await matrix(page, 'x0');
  await enter(grid);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('+');
  await expect.poll(async () => (await rows(page, 'x0'))[0]?.[1]).toBeGreaterThan(before);
  const more = (await rows(page, 'x0'))[0]?.[1] ?? 0;
  await expect(grid.getByRole('status')).toHaveText(more.toFixed(2));
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await expect.poll(async () => (await rows(page, 'x0'))[0]?.[1]).toBeLessThan(before);
});

test('a parameter changes in its own column, beside the columns of other heads', async ({ show }) => {
  const page = await show(small);
  const step = await openStep(page, 'q');
  const details = step.locator('.parameters');
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
  const grid = details.locator('sa-matrix').first();
  await expect(grid.getByRole('gridcell')).toBeVisible();
  await enter(grid);
  await page.keyboard.press('End');
  await page.keyboard.press('+');
  await expect.poll(async () => (await scene(page)).parameters.kind).toBe('given');
  const { parameters } = await scene(page);
  const given = parameters.kind === 'given' ? parameters.wQ : undefined;
  expect(given?.[0]).toHaveLength(4);
  const [drawn] = await page.evaluate(() => {
    const { shape, data } = Object(document.querySelector('sa-attention')).result.trace.tensor('w_q');
    return [Array.from<number>(data.slice(0, shape[1]))];
  });
  expect(drawn?.map((value) => value.toFixed(5))).toEqual(given?.[0]?.map((value) => value.toFixed(5)));
});

test('numbers that are computed cannot be dragged', async ({ show }) => {
  const page = await show(small);
  const before = await scene(page);
  for (const name of ['scores', 'weights', 'z']) {
    const grid = await matrix(page, name);
    await expect(grid.getByRole('grid')).toHaveAttribute('aria-readonly', 'true');
    await dragUp(page, grid, 40);
    await enter(grid);
    await page.keyboard.press('+');
  }
  const { view: _, ...after } = await scene(page);
  const { view: __, ...same } = before;
  expect(after).toEqual(same);
});

test('the inspector changes a pinned number with a slider and a box, which refuses what is no number', async ({
  show,
}) => {
  const page = await show(small);
  const grid = await matrix(page, 'x0');
  await enter(grid);
  await page.keyboard.press('Enter');
  const inspector = page.locator('.inspector');
  const slider = inspector.getByRole('slider', { name: 'Change this number' });
  await slider.focus();
  const before = (await rows(page, 'x0'))[0]?.[0] ?? 0;
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await rows(page, 'x0'))[0]?.[0]).toBeGreaterThan(before);
  const box = inspector.getByRole('textbox', { name: 'Change this number' });
  await box.fill('-1.25');
  await expect.poll(async () => (await rows(page, 'x0'))[0]?.[0]).toBe(-1.25);
  // The slider stands at the nearest of its steps.
  await expect.poll(async () => Math.abs(Number(await slider.inputValue()) + 1.25)).toBeLessThan(0.03);
  await box.fill('one');
  await expect(problems(page)).toHaveText('“one” is not a number.');
  expect((await rows(page, 'x0'))[0]?.[0]).toBe(-1.25);
});
