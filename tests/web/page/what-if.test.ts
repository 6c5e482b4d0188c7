import { openStep, press, rows, scene, settled, showScreen } from '../support/page.ts';
import { whole } from '../support/scenes.ts';
import { expect, keep, test } from '../support/test.ts';

// Questions beside the picture: each previews one change, and makes it when it is pressed.

test('a question under the pointer shows the heatmap before and after, and changes nothing', async ({ page, open }) => {
  await open('#parameters.heads=pronoun&heads=1');
  const before = await scene(page);
  const panel = page.getByRole('region', { name: 'What if …' });
  const preview = panel.locator('.what-if-preview');
  await expect(preview.locator('sa-matrix')).toHaveCount(0);
  await panel.getByRole('button', { name: 'it had to decide harder?' }).hover();
  await expect(preview.locator('sa-matrix')).toHaveCount(2);
  const sentences = await preview.locator('figure p').allTextContents();
  expect(sentences[0]).toContain('“it” looks');
  expect(sentences[1]).not.toBe(sentences[0]);
  await keep(page, 'what-if');
  expect(await scene(page)).toEqual(before);
});

test('the numbers after a press are those of the preview, and a second press returns', async ({ page, open }) => {
  await open('#parameters.heads=pronoun&heads=1');
  const question = page.getByRole('button', { name: 'later words were hidden?' });
  await question.focus();
  const promised = await page
    .locator('.what-if-preview sa-matrix')
    .last()
    .evaluate((view) => {
      const { tensor } = Object(view);
      return Array.from<number>(tensor.data.slice(0, tensor.shape[1]));
    });
  const before = await rows(page, 'weights');
  await question.click();
  await settled(page);
  await expect(question).toHaveAttribute('aria-pressed', 'true');
  expect((await scene(page)).attention.mask).toEqual({ kind: 'causal' });
  expect((await rows(page, 'weights'))[0]).toEqual(promised);
  await question.click();
  await settled(page);
  expect(await rows(page, 'weights')).toEqual(before);
  await expect(question).toHaveAttribute('aria-pressed', 'false');
});

test('a mask that is not causal has its own question, and returns at the second press', async ({ show }) => {
  const start = await scene(await show());
  const visible = Array.from({ length: 11 }, () => Array.from({ length: 11 }, (_, key) => (key === 1 ? 0 : 1)));
  const mask = { kind: 'painted', visible } as const;
  const page = await show(whole({ ...start, attention: { ...start.attention, mask } }));
  await expect(page.getByRole('button', { name: 'later words were hidden?' })).toHaveCount(0);
  const question = page.getByRole('button', { name: 'no words were hidden?' });
  await expect(question).toHaveAttribute('aria-pressed', 'false');
  await question.click();
  await expect(question).toHaveAttribute('aria-pressed', 'true');
  expect((await scene(page)).attention.mask ?? { kind: 'none' }).toEqual({ kind: 'none' });
  await question.click();
  await expect(question).toHaveAttribute('aria-pressed', 'false');
  expect((await scene(page)).attention.mask).toEqual(mask);
});

test('every question can be asked of the first scene, and undone', async ({ show }) => {
  const page = await show();
  const before = await scene(page);
  const questions = page.getByRole('region', { name: 'What if …' }).getByRole('button');
  const count = await questions.count();
  expect(count).toBeGreaterThanOrEqual(6);
  for (let index = 0; index < count; index += 1) {
    await questions.nth(index).click();
    await settled(page);
    expect(await scene(page)).not.toEqual(before);
    await expect(page.locator('.error:not(:empty)')).toHaveCount(0);
    await press(page, 'Undo');
    expect(await scene(page)).toEqual(before);
  }
});

test('nobody asks for a harder decision at a temperature that is lower still', async ({ page, open }) => {
  await open('#temperature=0.2');
  const panel = page.getByRole('region', { name: 'What if …' });
  await expect(panel.getByRole('button', { name: 'later words were hidden?' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'it had to decide harder?' })).toHaveCount(0);
});

test('a word that was removed returns at the second press', async ({ show }) => {
  const page = await show();
  const before = await scene(page);
  const question = page.getByRole('button', { name: '“animal” were missing?' });
  await question.click();
  await expect(question).toHaveAttribute('aria-pressed', 'true');
  expect((await scene(page)).sentence).toBe("The didn't cross the street because it was too tired");
  await question.click();
  await expect(question).toHaveAttribute('aria-pressed', 'false');
  expect((await scene(page)).sentence).toBe(before.sentence);
});

for (const [width, height] of [
  [1280, 800],
  [1440, 900],
] as const)
  test(`the heatmap and all heads stay whole above an opened step, ${width} × ${height}`, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    await open('#v=1');
    await press(page, 'later words were hidden?');
    await openStep(page, 'weights');
    const isWhole = () =>
      page.evaluate(() => {
        const [map, column] = ['#picture sa-heatmap', 'sa-attention'].map((name) =>
          document.querySelector(name)?.getBoundingClientRect(),
        );
        const list = document.querySelector('sa-head-maps')?.shadowRoot?.querySelector('[role=listbox]');
        if (map === undefined || column === undefined || list == null) return false;
        return map.height > 100 && map.bottom <= column.bottom + 1 && list.scrollWidth <= list.clientWidth;
      });
    await expect.poll(isWhole).toBe(true);
    await page.getByRole('radio', { name: 'Before', exact: true }).check({ force: true });
    await expect(page.locator('#picture sa-heatmap.before')).toBeVisible();
    await expect.poll(isWhole).toBe(true);
  });

test('Escape closes an opened step', async ({ page, open }) => {
  await open('#v=1');
  await openStep(page, 'weights');
  await page.getByRole('button', { name: 'Close', exact: true }).press('Escape');
  await expect(page.locator('.steps.opened')).toHaveCount(0);
  await expect(page.locator('#step-weights button').first()).toBeFocused();
});

test('of eight heads the one on show is in sight', async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('');
  await showScreen(page, 'Experiment');
  const heads = page.getByRole('listbox', { name: 'All layers and heads' }).getByRole('option');
  await page.getByRole('button', { name: 'four heads looked at once?' }).click();
  await expect(heads).toHaveCount(8);
  await expect(heads.and(page.locator('[aria-selected="true"]'))).toBeInViewport({ ratio: 1 });
  // Of the layer that it was switched on in.
  await page.getByRole('checkbox', { name: 'first token' }).check();
  await expect(heads.filter({ hasText: 'Layer 1' }).filter({ hasText: 'first token' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(heads.and(page.locator('[aria-selected="true"]'))).toBeInViewport({ ratio: 1 });
});

test('the right weights are beside those of a mistake', async ({ page, open }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open('');
  await showScreen(page, 'Experiment');
  await page.getByRole('button', { name: 'softmax ran over the whole matrix by mistake?' }).click();
  const maps = page.locator('#picture sa-heatmap');
  await expect(maps).toHaveCount(2);
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const map of await maps.all()) await expect(map.getByRole('grid')).toBeInViewport({ ratio: 1 });
  }
});

test('the question of positions is asked by a change that one head shows, and is taken back', async ({
  page,
  open,
}) => {
  await open('');
  await showScreen(page, 'Experiment');
  await settled(page);
  await expect.poll(async () => (await rows(page, 'weights')).length).toBe(11);
  const before = await rows(page, 'weights');
  const question = page.getByRole('button', { name: 'the place of a word counted too?' });
  await question.click();
  await settled(page);
  await expect(question).toHaveAttribute('aria-pressed', 'true');
  const after = await rows(page, 'weights');
  const changes = after.flatMap((row, query) =>
    row.map((weight, key) => Math.abs(weight - (before[query]?.[key] ?? 0))),
  );
  expect(Math.max(...changes)).toBeGreaterThan(0.2);
  await question.click();
  await settled(page);
  expect(await rows(page, 'weights')).toEqual(before);
});

test('Before shows a heatmap, also after the lines were shown', async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('#v=1');
  await page.getByRole('radio', { name: 'Lines', exact: true }).check({ force: true });
  await press(page, 'later words were hidden?');
  await page.getByRole('radio', { name: 'Before', exact: true }).check({ force: true });
  await expect(page.locator('#picture sa-heatmap.before')).toBeVisible();
});

test('the inspector counts equal terms of softmax, and has the code of a cell under the pointer', async ({
  page,
  open,
}) => {
  await open('#v=1');
  const inspector = page.locator('.inspector');
  await expect(inspector.getByRole('button', { name: /^… \+ 7 × / })).toBeVisible();
  await page.locator('#picture sa-heatmap').hover({ position: { x: 200, y: 200 } });
  await expect(inspector.locator('.step-code')).toContainText('softmax');
});

test('on a phone the questions are above the picture, which shows the change', async ({ browser, site }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(`${site}#screen=experiment`);
  const question = page.getByRole('button', { name: 'later words were hidden?' });
  await expect(question).toBeInViewport({ ratio: 1 });
  await question.tap();
  await expect(question).toHaveAttribute('aria-pressed', 'true');
  await settled(page);
  expect((await rows(page, 'weights'))[0]?.[0]).toBe(1);
  await expect(page.locator('sa-attention sa-heatmap')).toBeInViewport({ ratio: 0.9 });
  await expect(page.locator('.what-if-preview')).toHaveCount(0);
  await keep(page, 'what-if-phone');
  await context.close();
});
