import { controls, openGroup, radio } from '../support/controls.ts';
import { closeMenu, openMenu, reading, rows, scene, settled } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

// The settings of Experiment: each says what it does, and a painted mask is painted on the heatmap.

/** The controls that no text describes. A check box of a group is described by the group, and a slider by its box. */
const undescribed = (root: Element): string[] =>
  Array.from(root.querySelectorAll('select, fieldset.segmented, input:not([type=radio], [type=range])'))
    .filter((control) => {
      const described = control.closest('.checks') ?? control;
      const ids = described.getAttribute('aria-describedby')?.split(' ') ?? [];
      return !ids.some((id) => (root.querySelector(`#${CSS.escape(id)}`)?.textContent ?? '').trim().length > 10);
    })
    .map((control) => control.id || control.outerHTML.slice(0, 80));

for (const fragment of [
  '#v=1',
  '#embedding=random.normal&seed=1&d=8&parameters=random.xavier&parameters.seed=1&heads=2&mask=window&before=1&after=1&positions=sinusoidal&norm=layer&ff=16&layers=2',
  '#positions=relative&mask=prefix&mask.length=2',
])
  test(`each setting says in a line what it does: ${fragment}`, async ({ show }) => {
    const page = await show(fragment);
    for (const group of ['weights', 'positions', 'encoder', 'block', 'mistakes']) await openGroup(page, group);
    await expect.poll(() => controls(page).evaluate(undescribed)).toEqual([]);
  });

test('a causal mask between two sequences is aligned at either corner', async ({ show }) => {
  const page = await show('#sentence=a+b&encoder=c+d+e&mask=causal&parameters=identity&heads=1');
  const align = controls(page).getByLabel(/^Alignment/);
  const mask = async () => (await scene(page)).attention.mask;
  await expect(align).toHaveValue('topLeft');
  expect(await rows(page, 'blocked')).toEqual([
    [0, 1, 1],
    [0, 0, 1],
  ]);
  await align.selectOption('bottomRight');
  await expect.poll(mask).toEqual({ kind: 'causal', align: 'bottomRight' });
  await expect
    .poll(() => rows(page, 'blocked'))
    .toEqual([
      [0, 0, 1],
      [0, 0, 0],
    ]);
  await align.selectOption('topLeft');
  await expect.poll(mask).toEqual({ kind: 'causal' });
});

test('an alignment is offered where keys are of another sequence only', async ({ show }) => {
  const page = await show('#sentence=a+b&mask=causal&parameters=identity&heads=1');
  await expect(radio(page, 'Mask', 'Causal')).toBeChecked();
  await expect(controls(page).getByLabel(/^Alignment/)).toHaveCount(0);
});

test('the scores are divided by √d_k with one control', async ({ show }) => {
  const page = await show();
  const naming = controls(page).locator('label, option').filter({ hasText: '√d_k' });
  await expect(naming).toHaveCount(1);
});

test('a painted mask is painted on the heatmap, and one Undo takes a stroke back', async ({ show }) => {
  const page = await show('#sentence=We+read+a+book&parameters=identity&heads=1');
  await page.getByRole('radio', { name: 'Painted' }).check();
  const visible = async () => {
    const { mask } = (await scene(page)).attention;
    return mask?.kind === 'painted' ? mask.visible.map((line) => line.join('')) : mask?.kind;
  };
  await expect.poll(visible).toEqual(['1111', '1111', '1111', '1111']);
  await expect(page.locator('sa-heatmap.painted-on')).toBeVisible();
  await settled(page);
  // From the second row's third cell to its last.
  const [from, to] = await page.locator('sa-attention sa-heatmap').evaluate((view) => {
    const { layout } = Object(view);
    const box = Object(view).view.getBoundingClientRect();
    return [2, 3].map((column) => ({
      x: box.x + layout.left + (column + 0.5) * layout.cellWidth,
      y: box.y + layout.top + 1.5 * layout.cellHeight,
    }));
  });
  if (from === undefined || to === undefined) throw new Error('The heatmap is not laid out.');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(visible).toEqual(['1111', '1100', '1111', '1111']);
  await (await openMenu(page)).getByRole('button', { name: 'Undo', exact: true }).click();
  await closeMenu(page);
  await expect.poll(visible).toEqual(['1111', '1111', '1111', '1111']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('an empty sentence says its error once', async ({ page, open }) => {
    await open();
    await page.getByRole('textbox', { name: 'Sentence' }).fill('');
    await expect(page.locator('#sentence-error')).toContainText('The sentence is empty');
    await expect(page.locator('p.outdated')).toBeVisible();
    await expect(page.locator('p.outdated .why')).toBeHidden();
    await expect(reading(page)).toBeVisible();
  });

  test('all thumbnails of heads are in sight, and the heatmap while a setting is tried', async ({ page, open }) => {
    await open();
    const row = page.locator('#all-heads').getByRole('listbox');
    await expect.poll(() => row.evaluate((list) => list.scrollWidth - list.clientWidth)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Controls', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Controls' });
    await sheet.getByRole('radio', { name: 'Causal' }).check({ force: true });
    await expect.poll(async () => (await scene(page)).attention.mask?.kind).toBe('causal');
    const heatmap = page.locator('sa-attention sa-heatmap');
    const isWhole = async (): Promise<boolean> => {
      const [above, below] = [await heatmap.boundingBox(), await sheet.boundingBox()];
      return above !== null && below !== null && above.y >= -1 && above.y + above.height <= below.y + 1;
    };
    await expect.poll(isWhole).toBe(true);
  });
});

test.describe('at 1280 × 800', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the heatmap has its numbers, and three thumbnails are in sight', async ({ page, open }) => {
    await open();
    const heatmap = page.locator('sa-attention sa-heatmap');
    await expect.poll(() => heatmap.evaluate((view) => Object(view).layout?.values)).toBe(true);
    const row = page.locator('#all-heads').getByRole('listbox');
    await expect.poll(() => row.evaluate((list) => list.scrollWidth - list.clientWidth)).toBeLessThanOrEqual(0);
  });
});
