import { edit, editor, painter } from '../support/editor.ts';
import { alive, rows, scene, settled } from '../support/page.ts';
import { expect, keep, test } from '../support/test.ts';

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
  await expect(cell('we → we: visible')).toBeFocused();
  await cell('we → book: hidden').click();
  expect(await visible()).toEqual(['1001', '1100', '1110', '1111']);
  const from = await cell('book → we: visible').boundingBox();
  const to = await cell('book → a: visible').boundingBox();
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
  // A stroke is one undo step, with the mouse and by keyboard.
  for (let presses = 0; presses < 2; presses += 1) await editor(page).getByRole('button', { name: 'Undo' }).click();
  expect(await visible()).toEqual(['1001', '1100', '1110', '1111']);
});

test('while the mask is edited a click on the heatmap paints, and afterwards it pins again', async ({ show }) => {
  const page = await show('#sentence=We+read+a+book&mask=causal&parameters=identity&heads=1');
  await edit(page, 'blocked');
  const heatmap = page.locator('sa-attention sa-heatmap');
  const grid = heatmap.getByRole('grid');
  const cell = (row: number, column: number) =>
    heatmap.evaluate(
      (map, at) => {
        const { layout, view } = Object(map);
        const { left, top } = view.getBoundingClientRect();
        return {
          x: left + layout.left + (at.column + 0.5) * layout.cellWidth,
          y: top + layout.top + (at.row + 0.5) * layout.cellHeight,
        };
      },
      { row, column },
    );
  const visible = async () => {
    const { mask } = (await scene(page)).attention;
    return mask?.kind === 'painted' ? mask.visible.map((line) => line.join('')) : mask?.kind;
  };
  await expect(heatmap).toBeInViewport({ ratio: 0.95 });
  const [from, to] = [await cell(0, 1), await cell(0, 3)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  await expect.poll(visible).toEqual(['1111', '1100', '1110', '1111']);
  await expect(page.getByRole('button', { name: 'Deselect the cell' })).toHaveCount(0);
  await expect(grid).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press(' ');
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(visible).toEqual(['0111', '0100', '1110', '1111']);
  await expect(editor(page).locator('[role=status]', { hasText: 'read → we: hidden' })).toHaveCount(1);
  await editor(page).getByRole('button', { name: 'Undo' }).click();
  await editor(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(visible).toBe('causal');
  await page.keyboard.press('Escape');
  await expect(editor(page)).toHaveCount(0);
  // The focus and the scroll position return to the button that opened the editor.
  await heatmap.evaluate((map) => map.scrollIntoView());
  const last = await cell(3, 0);
  await page.mouse.click(last.x, last.y);
  await expect(page.getByRole('button', { name: 'Deselect the cell' })).toBeVisible();
  expect(await visible()).toBe('causal');
});

for (const [name, width, height, hasTouch] of [
  ['a wide screen', 1100, 800, false],
  ['a phone', 390, 844, true],
] as const) {
  test(`the editor leaves the heatmap in sight on ${name}`, async ({ browser, site }) => {
    const context = await browser.newContext({ viewport: { width, height }, hasTouch });
    const page = await context.newPage();
    await page.goto(`${site}#sentence=We+read+a+book&mask=causal&parameters=identity&heads=1`);
    await alive(page);
    await edit(page, 'blocked');
    await settled(page);
    const heatmap = await page.locator('sa-attention sa-heatmap canvas').boundingBox();
    const own = await editor(page).boundingBox();
    expect(heatmap?.y ?? -1).toBeGreaterThanOrEqual(0);
    const [right, bottom] = [(heatmap?.x ?? 0) + (heatmap?.width ?? 0), (heatmap?.y ?? 0) + (heatmap?.height ?? 0)];
    expect(right <= (own?.x ?? 0) || bottom <= (own?.y ?? 0)).toBe(true);
    await keep(page, `painter-${width}`);
    await context.close();
  });
}

test('a mask can be pasted as NumPy prints it', async ({ show }) => {
  const page = await show('#sentence=We+read+it&mask=causal&parameters=identity&heads=1');
  await edit(page, 'blocked');
  await editor(page)
    .getByRole('textbox', { name: /Replace mask/ })
    .fill('array([[0., -inf, 0.],\n [0., 0., 0.],\n [0., 0., -inf]])');
  await editor(page).getByRole('button', { name: 'Insert' }).click();
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

test('the reader says what 1 means in a pasted mask of ones and zeros', async ({ show }) => {
  const page = await show('#sentence=We+read+it&mask=causal&parameters=identity&heads=1');
  await edit(page, 'blocked');
  const box = editor(page).getByRole('textbox', { name: /Replace mask/ });
  const put = editor(page).getByRole('button', { name: 'Insert' });
  const question = editor(page).getByRole('group', { name: /What does 1 mean/ });
  // As np.triu(np.ones((3, 3)), k=1) is printed: 1 is hidden.
  await box.fill('array([[0., 1., 1.],\n [0., 0., 1.],\n [0., 0., 0.]])');
  await put.click();
  await expect(page.locator('.editor-status')).toHaveText(/What does 1 mean/);
  expect((await scene(page)).attention.mask?.kind).toBe('causal');
  await question.getByRole('button', { name: /hidden/ }).press('Enter');
  const causal = [
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 1],
  ];
  await expect(question).toHaveCount(0);
  expect((await scene(page)).attention.mask).toEqual({ kind: 'painted', visible: causal });
  // The same question again, and the other answer.
  await box.fill('1 0 0\n1 1 0\n1 1 0');
  await put.click();
  await question.getByRole('button', { name: '1: visible' }).click();
  expect((await scene(page)).attention.mask).toEqual({
    kind: 'painted',
    visible: [
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 0],
    ],
  });
  // Pasting something else removes the question.
  await put.click();
  await expect(question).toBeVisible();
  await box.fill('[[1, 2], [3, 4]]');
  await put.click();
  await expect(page.locator('#editor-error')).not.toHaveText('');
  await expect(question).toHaveCount(0);
});

test('eleven tokens are painted without scrolling', async ({ show }) => {
  const page = await show('#sentence=The+animal+did+not+cross+the+street+because+it+was+tired&mask=causal');
  await edit(page, 'blocked');
  const grid = painter(page);
  await expect(grid).toHaveAttribute('aria-rowcount', '12');
  expect(await grid.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
});

test('all columns of a sentence of eleven words fit beside the picture', async ({ show }) => {
  const page = await show();
  await page.getByRole('radio', { name: 'Painted' }).check();
  const grid = page.locator('sa-controls sa-mask-painter').getByRole('grid');
  await expect(grid).toBeVisible();
  await expect.poll(() => grid.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
});
