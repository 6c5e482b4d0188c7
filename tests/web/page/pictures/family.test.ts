import type { Scene } from '../../../../web/scene/types.ts';
import { check, choice, names, openGroup, radio } from '../../support/controls.ts';
import { traceInNode } from '../../support/package.ts';
import { bits, numbers, openStep, press, problems, rows, scene, settled } from '../../support/page.ts';
import { drawn, whole } from '../../support/scenes.ts';
import { expect, keep, test } from '../../support/test.ts';

test.describe('a second sentence', () => {
  test('gives the keys, and has its own box', async ({ show }) => {
    const page = await show();
    // Both pictures are in sight.
    await page.setViewportSize({ width: 1440, height: 900 });
    await openGroup(page, 'encoder');
    await check(page, /^Cross-attention/).check();
    await settled(page);
    const second = page.getByRole('textbox', { name: 'Second sentence, for keys and values' });
    await expect(second).toHaveValue('The street was too wide');
    await second.fill('a king and his queen');
    await settled(page);
    const { tensors } = await numbers(page);
    expect(tensors['weights']?.shape).toEqual([3, 11, 5]);
    const keys = page.locator('sa-lines').getByRole('listbox', { name: 'keys' }).getByRole('option');
    await expect(keys).toHaveCount(5);
    await expect(keys.nth(4)).toContainText('queen');
    await expect(page.locator('.reading .key').first()).toHaveText(/^“(?:a|king|and|his|queen)”$/);
    const grid = page.locator('sa-attention sa-heatmap').getByRole('grid');
    await expect(grid).toHaveAttribute('aria-colcount', '5');
    await second.fill('');
    await settled(page);
    await expect(page.locator('#encoder-error')).not.toBeEmpty();
    await expect(second).toHaveAttribute('aria-invalid', 'true');
  });
});

test.describe('layers', () => {
  const stacked: Scene = { ...drawn, layers: 3, block: { residual: true, norm: 'layer' } };
  test('each has its steps and numbers, by its thumbnails and by links', async ({ show }) => {
    const page = await show(whole(stacked));
    expect(await names(page)).toContain('tokens');
    const first = await bits(page, 'weights');
    const y = await bits(page, 'y');
    await page
      .locator('#all-heads')
      .getByRole('option', { name: /^Layer 2/ })
      .first()
      .click();
    await settled(page);
    expect((await scene(page)).view?.layer).toBe(1);
    expect(await names(page)).not.toContain('tokens');
    expect((await names(page))[0]).toBe('x');
    // The layer reads the output of the previous one.
    expect(await bits(page, 'x')).toEqual(y);
    expect(await bits(page, 'weights')).not.toEqual(first);
    const ids = await page.evaluate(() => Array.from(document.querySelectorAll('[id]'), ({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    await openStep(page, 'x');
    await page.locator('#step-x .reads a').click();
    await expect(page.locator('#step-y h3')).toBeFocused();
    expect((await scene(page)).view?.layer).toBe(0);
  });

  test('a link names the layer, and an unknown layer is reported', async ({ show }) => {
    const page = await show(whole({ ...stacked, view: { layer: 2 } }));
    await expect(
      page
        .locator('#all-heads')
        .getByRole('option', { name: /^Layer 3/ })
        .first(),
    ).toHaveAttribute('aria-selected', 'true');
    await show(whole({ ...stacked, view: { layer: 4 } }));
    await expect(page.getByRole('alert')).toContainText('layer 4');
  });
});

test.describe('a mistake', () => {
  test('is shown beside the correct result, counted and explained', async ({ show }) => {
    const page = await show(whole({ ...drawn, attention: { heads: 2, mask: { kind: 'causal' } } }));
    await openGroup(page, 'mistakes');
    const right = await bits(page, 'weights');
    await choice(page, 'Mistake to make on purpose').selectOption('mask-after-softmax');
    await settled(page);
    const compare = page.locator('sa-mistake');
    await expect(compare.getByRole('heading', { level: 2 })).toBeVisible();
    await expect(compare.locator('.why-wrong')).toContainText(/softmax/i);
    const weights = compare.locator('sa-compare').first();
    await expect(weights).toContainText('numbers differ');
    await expect(weights.locator('sa-matrix')).toHaveCount(2);
    expect(await bits(page, 'weights')).not.toEqual(right);
    // Rows that see few keys keep little weight.
    const sums = compare.getByRole('row');
    await expect(sums.nth(1).getByRole('cell').first()).toHaveText('1.0000');
    expect(Number(await sums.nth(1).getByRole('cell').nth(1).textContent())).toBeLessThan(0.9);
    await compare.getByRole('button', { name: 'Undo the mistake' }).click();
    await settled(page);
    await expect(compare).toHaveCount(0);
    expect(await bits(page, 'weights')).toEqual(right);
  });

  test('that does not apply is disabled, and says why', async ({ show }) => {
    const page = await show(whole(drawn));
    await openGroup(page, 'mistakes');
    const select = choice(page, 'Mistake to make on purpose');
    const zero = select.locator('option[value="zero-mask"]');
    await expect(zero).toBeDisabled();
    await expect(zero).toContainText('needs a mask');
    await radio(page, 'Mask', 'Causal').check();
    await settled(page);
    await expect(zero).toBeEnabled();
    await select.selectOption('zero-mask');
    await settled(page);
    // Without a mask the mistake changes nothing.
    await radio(page, 'Mask', 'None').check();
    await settled(page);
    await expect(problems(page)).toHaveCount(0);
    expect((await scene(page)).mistake).toBeUndefined();
  });

  test('NaN is shown as NaN, never as 0', async ({ show }) => {
    const page = await show(
      whole({ ...drawn, attention: { heads: 2, score: 'dot', temperature: 0.005 }, mistake: 'overflow-softmax' }),
    );
    expect((await rows(page, 'weights')).flat().some(Number.isNaN)).toBe(true);
    await expect(page.locator('.inspector .cell-sentence')).toContainText('NaN');
    await expect(page.locator('sa-mistake').getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('NaN');
    await expect(page.locator('sa-attention sa-heatmap').first()).toContainText('not a finite number');
    await keep(page, 'overflow-1280');
  });
});

test('the variances are the core’s, and the curves are there as a table', async ({ show }) => {
  const page = await show(whole(drawn));
  await openStep(page, 'scaled');
  await page.locator('#step-scaled .variances > summary').click();
  const panel = page.locator('#step-scaled sa-variance');
  await expect(panel).toBeVisible();
  const trace = await traceInNode(drawn);
  const wanted = {
    of: ['q', 'k', 'scores', 'scaled'].map((name) => trace.variance(name).toFixed(2)),
    measured: Array.from(trace.scoreVariances().data, (value) => value.toFixed(2)),
  };
  trace.dispose();
  await expect(panel.locator('dd')).toHaveText(wanted.of);
  await panel.getByText('The curves as a table').click();
  await expect(panel.locator('tbody td:nth-child(2)')).toHaveText(wanted.measured);
  // Divided by √d_k, the variance is divided by d_k = 6.
  const [, , scores = '', scaled = ''] = wanted.of;
  expect(Number(scores) / 6).toBeCloseTo(Number(scaled), 1);
});

test('the weighted values follow the query, and add up to z', async ({ show }) => {
  const page = await show(whole({ ...drawn, attention: { heads: 2, weightedValues: true } }));
  await openStep(page, 'weighted');
  const picture = page.locator('#step-weighted sa-weighted');
  await expect(picture.getByRole('grid')).toHaveAttribute('aria-rowcount', '7');
  await expect(picture).toContainText('the (0)');
  await page.locator('sa-tokens').getByRole('option').nth(2).click();
  await settled(page);
  await expect(picture).toContainText('sat');
});

test('an example opens with what to look for, and leads back', async ({ show }) => {
  const page = await show();
  const before = await bits(page, 'weights');
  await page.getByRole('combobox', { name: 'Gallery' }).selectOption('across');
  await expect(page.getByRole('textbox', { name: 'Second sentence, for keys and values' })).toBeVisible();
  await settled(page);
  await expect(page.locator('.hint-line')).toContainText('puppy');
  await expect(problems(page)).toHaveCount(0);
  await press(page, 'Undo');
  await settled(page);
  expect(await bits(page, 'weights')).toEqual(before);
});
