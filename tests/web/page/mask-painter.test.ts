import { edit, editor, painter } from '../support/editor.ts';
import { alive, rows, scene } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

test('a finger paints a mask that is all in sight', async ({ browser, site }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${site}#sentence=We+read+it&mask=causal&parameters=identity&heads=1`);
  await alive(page);
  await edit(page, 'blocked');
  await painter(page).getByRole('gridcell', { name: 'we → it: hidden' }).tap();
  expect((await scene(page)).attention.mask).toEqual({
    kind: 'painted',
    visible: [
      [1, 0, 1],
      [1, 1, 0],
      [1, 1, 1],
    ],
  });
  await context.close();
});

test('the mask is painted by pressing, dragging and by keyboard', async ({ show }) => {
  const page = await show('#sentence=We+read+a+book&mask=causal&parameters=identity&heads=1');
  await edit(page, 'blocked');
  const visible = async () => {
    const { mask } = (await scene(page)).attention;
    return mask?.kind === 'painted' ? mask.visible.map((line) => line.join('')) : mask?.kind;
  };
  const cell = (name: string) => painter(page).getByRole('gridcell', { name });
  await expect(cell('we → we: seen')).toBeFocused();
  await cell('we → book: hidden').click();
  expect(await visible()).toEqual(['1001', '1100', '1110', '1111']);
  const from = await cell('book → we: seen').boundingBox();
  const to = await cell('book → a: seen').boundingBox();
  await page.mouse.move((from?.x ?? 0) + 5, (from?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 5, (to?.y ?? 0) + 5, { steps: 6 });
  await page.mouse.up();
  expect(await visible()).toEqual(['1001', '1100', '1110', '0001']);
  await expect(cell('book → a: hidden')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press(' ');
  expect(await visible()).toEqual(['1001', '1100', '1100', '0001']);
  await expect(cell('a → a: hidden')).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Shift+ArrowLeft');
  expect(await visible()).toEqual(['1001', '1100', '1000', '0001']);
  expect((await rows(page, 'weights'))[2]).toEqual([1, 0, 0, 0]);
  await editor(page).getByRole('button', { name: 'Invert' }).click();
  expect(await visible()).toEqual(['0110', '0011', '0111', '1110']);
  await editor(page).getByRole('button', { name: 'Causal' }).click();
  expect(await visible()).toEqual(['1000', '1100', '1110', '1111']);
  await editor(page).getByRole('button', { name: 'None' }).click();
  expect(await visible()).toEqual(['1111', '1111', '1111', '1111']);
  await editor(page).getByRole('button', { name: 'Undo' }).click();
  await editor(page).getByRole('button', { name: 'Undo' }).click();
  await editor(page).getByRole('button', { name: 'Undo' }).click();
  // A stroke is one step back, with the mouse and by keyboard.
  for (let presses = 0; presses < 2; presses += 1) await editor(page).getByRole('button', { name: 'Undo' }).click();
  expect(await visible()).toEqual(['1001', '1100', '1110', '1111']);
});

test('a mask can be pasted as NumPy prints it', async ({ show }) => {
  const page = await show('#sentence=We+read+it&mask=causal&parameters=identity&heads=1');
  await edit(page, 'blocked');
  await editor(page)
    .getByRole('textbox', { name: /In place of mask/ })
    .fill('array([[0., -inf, 0.],\n [0., 0., 0.],\n [0., 0., -inf]])');
  await editor(page).getByRole('button', { name: 'Put in' }).click();
  await expect(page.locator('.editor-status')).toContainText('3×3');
  expect((await scene(page)).attention.mask).toEqual({
    kind: 'painted',
    visible: [
      [1, 0, 1],
      [1, 1, 1],
      [1, 1, 0],
    ],
  });
});

test('eleven tokens are painted without scrolling', async ({ show }) => {
  const page = await show('#sentence=The+animal+did+not+cross+the+street+because+it+was+tired&mask=causal');
  await edit(page, 'blocked');
  const grid = painter(page);
  await expect(grid).toHaveAttribute('aria-rowcount', '12');
  expect(await grid.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
});
