// The views of all attention variants, each alone on a page under the site's policy, with the core's numbers.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { test as base } from '../../support/engine.ts';
import { asked, attend, mount, picturesSite, sent } from '../../support/pictures.ts';
import { Watch } from '../../support/watch.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const test = base.extend<{ pictures: Page }, { address: string }>({
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const site = await picturesSite();
      await use(site.url);
      await site.close();
    },
    { scope: 'worker' },
  ],
  pictures: async ({ page, context, address }, use) => {
    const watch = await Watch.over(context, address);
    await page.goto(address);
    await use(page);
    expect(await watch.complaints()).toEqual([]);
  },
});

const words = ['the', 'animal', 'slept'];
const labels = { T: words, T_q: words, T_k: words };
const scene = (changes: object) => ({
  version: 1,
  tokens: words,
  embedding: { kind: 'random', distribution: 'uniform', seed: 3, dModel: 6 },
  parameters: { kind: 'random', init: 'normal', seed: 4 },
  attention: { heads: 2 },
  ...changes,
});
const causal = { heads: 2, mask: { kind: 'causal' } };

/** A number as a view writes it, with two digits and a real minus sign. */
const written = (value: number): string => value.toFixed(2).replace('-', '−');

const cell = (page: Page, grid = 0) => page.locator('[role=gridcell]').nth(grid);

async function mountCompare(page: Page, mistake: string, attention: object = causal, name = 'weights') {
  const [right, wrong] = [await attend(scene({ attention })), await attend(scene({ attention, mistake }))];
  const side = (title: string, trace: typeof right) => ({
    title,
    tensor: sent(trace.tensor(name)),
    axes: trace.steps.find((step) => step.name === name)?.axes,
    masked: trace.steps.some((step) => step.name === 'masked') ? sent(trace.tensor('masked')) : null,
  });
  const sides = { first: side('Right', right), second: side('Wrong', wrong) };
  await mount(page, 'sa-compare', { ...sides, name, accent: 'weights', labels });
  return { right, wrong };
}

test('two results side by side: differences are marked, counted and described with both numbers', async ({
  pictures: page,
}) => {
  const { right, wrong } = await mountCompare(page, 'mask-after-softmax');
  const [own, other] = [right.tensor('weights').data, wrong.tensor('weights').data];
  const differing = Array.from(own.subarray(0, 9)).filter((value, at) => Math.abs(value - (other[at] ?? 0)) > 1e-5);
  expect(differing.length).toBeGreaterThan(2);
  await expect(page.getByText(`${differing.length} of 9 numbers differ`)).toBeVisible();
  await page.getByRole('grid', { name: 'weights, Right' }).focus();
  await expect(cell(page)).toHaveAccessibleName(
    new RegExp(`^the → the: 1\\.00; Wrong: ${written(other[0] ?? 0)}, difference \\+`),
  );
  await page.keyboard.press('ArrowRight');
  await expect(cell(page)).toHaveAccessibleName('the → animal: masked');
  expect((await asked(page))[0]).toEqual({ query: 0, key: 1, cell: { name: 'weights', index: [0, 0, 1], layer: 0 } });
});

test('NaN differs, and is written as NaN', async ({ pictures: page }) => {
  await mountCompare(page, 'overflow-softmax', { heads: 2, scale: 1000 });
  await expect(page.getByText(/The largest difference is at .*: Right .*, Wrong NaN\./)).toBeVisible();
  await expect(page.getByText('not a finite number')).toBeVisible();
});

test('different shapes are reported, and nothing is marked', async ({ pictures: page }) => {
  await mount(page, 'sa-compare', {
    first: { title: 'A', tensor: { shape: [1, 2], data: ['1', '2'] }, axes: ['T_q', 'd_v'] },
    second: { title: 'B', tensor: { shape: [2, 1], data: ['1', '3'] }, axes: ['T_q', 'd_v'] },
    name: 'z',
  });
  await expect(page.getByText('The shapes differ (1 × 2 and 2 × 1)')).toBeVisible();
  await page.getByRole('grid', { name: 'z, B' }).focus();
  await expect(cell(page, 1)).toHaveAccessibleName(/: 1\.00$/);
});

test('weighted values: weights at the rows, z below, each its own cell', async ({ pictures: page }) => {
  const trace = await attend(scene({ attention: { heads: 2, weightedValues: true } }));
  const tensors = Object.fromEntries(['weights', 'weighted', 'z'].map((name) => [name, sent(trace.tensor(name))]));
  await mount(page, 'sa-weighted', { ...tensors, head: 1, query: 2, queryLabels: words, keyLabels: words });
  await page.getByRole('grid', { name: 'weighted values of slept' }).focus();
  const weight = trace.tensor('weights', { head: 1 }).data[6] ?? 0;
  await expect(cell(page)).toHaveAccessibleName(`the → weight: ${written(weight)}`);
  expect((await asked(page))[0]).toMatchObject({ cell: { name: 'weights', index: [1, 2, 0] }, query: 2, key: 0 });
  await page.keyboard.press('ArrowRight');
  expect((await asked(page))[0]).toMatchObject({ cell: { name: 'weighted', index: [1, 2, 0, 0] } });
  await page.keyboard.press('Control+ArrowDown');
  expect((await asked(page))[0]).toEqual({ query: 2, cell: { name: 'z', index: [1, 2, 0], layer: 0 } });
  await expect(cell(page)).toHaveAccessibleName(`sum → 0: ${written(trace.tensor('z', { head: 1 }).data[6] ?? 0)}`);
  await page.keyboard.press('Home');
  await expect(cell(page)).toHaveAccessibleName('nothing here');
});

test('the growing variance: a slider with the measured and the expected value', async ({ pictures: page }) => {
  await mount(page, 'sa-variance-plot', {
    measured: [1, 2.5, 2.75, 4],
    theory: [1, 2, 3, 4],
    scaled: [1, 1.25, 0.92, 1],
  });
  const plot = page.getByRole('slider', { name: 'Variance of q·k as more of the 4 products are summed' });
  await expect(plot).toHaveAttribute('aria-valuetext', '4 summed: theory 4.00, these numbers 4.00, after ÷ √d_k 1.00');
  await plot.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(plot).toHaveAttribute('aria-valuetext', '3 summed: theory 3.00, these numbers 2.75, after ÷ √d_k 0.92');
  await page.keyboard.press('Home');
  await expect(plot).toHaveAttribute('aria-valuenow', '1');
  const box = await plot.boundingBox();
  if (box) await page.mouse.move(box.x + 44 + ((box.width - 56) * 1) / 3, box.y + 50);
  await expect(plot).toHaveAttribute('aria-valuenow', '2');
});

for (const [property, value] of [
  ['transform', 'scale(0.5)'],
  ['transform', 'scale(1.4)'],
  ['transform', 'rotate(-30deg)'],
  ['zoom', '2'],
] as const)
  test(`a plot reads its values where the pointer is: ${property}: ${value}`, async ({ pictures: page }) => {
    await mount(page, 'sa-variance-plot', { measured: [1, 2, 3, 4, 5, 6, 7], theory: [], scaled: [] });
    await page.locator('#here').evaluate((box, style) => box.style.setProperty(...style), [property, value] as const);
    const plot = page.getByRole('slider');
    for (const index of [2, 5]) {
      await plot.focus();
      await page.keyboard.press('Home');
      for (let step = 1; step < index; step += 1) await page.keyboard.press('ArrowRight');
      const dot = await page.locator('sa-variance-plot .dot').first().boundingBox();
      await page.keyboard.press('End');
      await expect(plot).toHaveAttribute('aria-valuenow', '7');
      await page.mouse.move((dot?.x ?? 0) + (dot?.width ?? 0) / 2, (dot?.y ?? 0) + (dot?.height ?? 0) / 2);
      await expect(plot).toHaveAttribute('aria-valuenow', String(index));
    }
  });

test('waves: the column in focus as a curve, with its pair', async ({ pictures: page }) => {
  const trace = await attend(scene({ positions: { kind: 'sinusoidal', base: 100 } }));
  await mount(page, 'sa-position-curves', { tensor: sent(trace.tensor('p')), axes: ['T', 'd_p'], labels, pairs: true });
  await page.getByRole('grid', { name: 'p' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('column 2', { exact: true })).toBeVisible();
  await expect(page.getByText('column 3, its pair')).toBeVisible();
  const column = [0, 1, 2].map((row) => trace.tensor('p').data[row * 6 + 2] ?? 0);
  const [low, high] = [Math.min(...column), Math.max(...column)].map(written);
  await expect(
    page.getByRole('img', { name: `Curve of column 2 along 3 positions, from ${low} to ${high}` }),
  ).toBeVisible();
});

test('skewing: the same number in all three grids', async ({ pictures: page }) => {
  const trace = await attend(scene({ positions: { kind: 'relative' } }));
  await mount(page, 'sa-distance', { qe: sent(trace.tensor('qe')), keys: 3, queryLabels: words, keyLabels: words });
  const grids = page.locator('sa-grid');
  await page.getByRole('grid', { name: '3. Cut into rows of 5' }).focus();
  await page.keyboard.press('ArrowDown');
  const skewed = written(trace.tensor('skewed').data[3] ?? 0);
  await expect(cell(page, 2)).toHaveAccessibleName(`animal → the: ${skewed}`);
  expect((await asked(page))[0]).toEqual({ query: 1, key: 0, cell: { name: 'skewed', index: [0, 1, 0], layer: 0 } });
  const lit = () =>
    grids.evaluateAll((all: (HTMLElement & { readonly blocks: unknown })[]) => all.map(({ blocks }) => blocks));
  const block = (row: number, column: number) => [
    { rows: { start: row, end: row + 1 }, columns: { start: column, end: column + 1 } },
  ];
  // The key before: distance −1 stands in the column before the middle, padded one further.
  expect(await lit()).toEqual([block(1, 1), block(1, 2), block(1, 0)]);
  await page.getByRole('grid', { name: '2. Padded' }).focus();
  await expect(cell(page, 1)).toHaveAccessibleName('the → pad: dropped');
});

test('a matrix: a slice of rank 4, a vector, and what is no number', async ({ pictures: page }) => {
  const trace = await attend(scene({ attention: { heads: 2, weightedValues: true } }));
  const weighted = trace.tensor('weighted', { head: 1 });
  const axes = ['H', 'T_q', 'T_k', 'd_v'];
  const about = { tensor: sent(trace.tensor('weighted')), axes, head: 1, query: 2, labels, name: 'weighted' };
  await mount(page, 'sa-matrix', { ...about, label: 'weighted' });
  await expect(page.getByText('of slept')).toBeVisible();
  await page.getByRole('grid').focus();
  await expect(cell(page)).toHaveAccessibleName(`the, 0: ${written(weighted.data[2 * 3 * 3] ?? 0)}`);
  expect((await asked(page))[0]).toEqual({
    query: 2,
    key: 0,
    cell: { name: 'weighted', index: [1, 2, 0, 0], layer: 0 },
  });
  const vector = { shape: [3], data: ['0.5', 'NaN', 'Infinity'] };
  await mount(page, 'sa-matrix', { tensor: vector, axes: ['T_q'], labels, name: 'mean_1', label: 'mean_1' });
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page)).toHaveAccessibleName('animal: NaN');
  await page.keyboard.press('ArrowRight');
  await expect(cell(page)).toHaveAccessibleName('slept: ∞');
});

test('a heatmap with the sums of its rows, and keys of another sentence', async ({ pictures: page }) => {
  await mount(page, 'sa-heatmap', {
    weights: { data: ['1', '0', '0.25', '0.25', '0', '0.5'] },
    queryLabels: ['a', 'b', 'c'],
    keyLabels: ['x', 'y'],
    sums: [1, 0.5, 0.5],
    label: 'weights',
  });
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await expect(cell(page)).toHaveAccessibleName('b → x: 0.25; row sum: 0.50');
});

test('lines between sentences of different lengths', async ({ pictures: page }) => {
  await mount(page, 'sa-lines', {
    weights: { data: ['1', '0', '0.25', '0.75', '0', '1'] },
    queryLabels: ['a', 'b', 'c'],
    keyLabels: ['x', 'y'],
    focusOn: { query: 1 },
  });
  await expect(page.getByRole('listbox', { name: 'queries' }).getByRole('option')).toHaveCount(3);
  const keys = page.getByRole('listbox', { name: 'keys' }).getByRole('option');
  await expect(keys).toHaveCount(2);
  await expect(keys.last()).toHaveAccessibleName(/^y ?, key 1: 75/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in any of them, ${colorScheme}, on a phone`, async ({ pictures: page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe);
    const clean = async () => {
      // It is drawn in the frame after the next one.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const found: readonly { readonly id: string; readonly nodes: readonly { readonly target: unknown }[] }[] =
        await page.evaluate("axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)");
      expect(found.flatMap(({ id, nodes }) => nodes.map(({ target }) => [id, target]))).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    };
    await mountCompare(page, 'overflow-softmax', { heads: 2, scale: 1000, mask: { kind: 'causal' } });
    await clean();
    const trace = await attend(
      scene({ positions: { kind: 'relative' }, attention: { heads: 2, weightedValues: true } }),
    );
    const of = (name: string) => sent(trace.tensor(name));
    await mount(page, 'sa-weighted', {
      weights: of('weights'),
      weighted: of('weighted'),
      z: of('z'),
      queryLabels: words,
      keyLabels: words,
    });
    await clean();
    await mount(page, 'sa-distance', { qe: of('qe'), keys: 3, queryLabels: words, keyLabels: words });
    await clean();
    await mount(page, 'sa-variance-plot', { measured: [1, 2.5, 3], theory: [1, 2, 3], scaled: [1, 1.25, 1] });
    await clean();
    await mount(page, 'sa-position-curves', { tensor: of('x0'), axes: ['T', 'd_model'], name: 'x0', labels });
    await clean();
  });
}
