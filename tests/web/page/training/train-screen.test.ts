import { findings } from '../../support/axe.ts';
import { press, showScreen } from '../../support/page.ts';
import { expect, keep, test } from '../../support/test.ts';
import { LEFT } from '../../support/watch.ts';
import { descent, panel, target } from './learn-panel.ts';
import { begun, button, section } from './task-section.ts';

// The Train screen as a visitor meets it, who has opened no other screen before.

for (const [width, height] of [
  [1440, 900],
  [1280, 800],
] as const)
  test(`plan, heads, curves and predictions are in one view, ${width} × ${height}`, async ({ page, site }) => {
    await page.setViewportSize({ width, height });
    await page.goto(site);
    await showScreen(page, 'Train');
    for (const name of ['Layers', 'Heads', 'Learning rate'])
      await expect(section(page).getByRole('textbox', { name })).toBeInViewport({ ...begun, ratio: 1 });
    await button(page, 'Train the task').click(begun);
    await expect(section(page).getByText('Done: 500 steps.')).toBeVisible({ timeout: 30_000 });
    const heads = section(page).locator('sa-head-maps').getByRole('option');
    await expect(heads).toHaveCount(4);
    for (const head of await heads.all()) {
      await expect(head.locator('canvas')).toBeInViewport({ ratio: 0.99 });
      expect((await head.locator('canvas').boundingBox())?.width).toBe(240);
    }
    await expect(section(page).getByRole('slider', { name: /^Loss/ })).toBeInViewport({ ratio: 0.99 });
    await expect(section(page).getByRole('slider', { name: /^Accuracy/ })).toBeInViewport();
    await expect(section(page).getByRole('list', { name: /^Predictions/ })).toBeInViewport({ ratio: 0.99 });
    const left = () =>
      page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
    expect(await left()).toBeLessThanOrEqual(0);
    await keep(page, `train-${width}`);
    expect(await findings(page)).toEqual([]);
  });

for (const [width, height] of [
  [1440, 900],
  [1280, 800],
] as const)
  test(`two runs are in one view without a scroll box, ${width} × ${height}`, async ({ page, site }) => {
    await page.setViewportSize({ width, height });
    await page.goto(site);
    await showScreen(page, 'Train');
    await button(page, 'Compare with a second run').click(begun);
    await button(page, 'with one layer').click();
    await button(page, 'Train the task').click(begun);
    await expect(section(page).getByText('Done: 500 steps.')).toHaveCount(2, { timeout: 60_000 });
    await expect(section(page).locator('sa-head-maps').getByRole('option')).toHaveCount(6);
    const boxes = ['.task-start', '.task-setup', '.task-heads', '.task-curves', '.task-sequences', '.task-screen'];
    const left = () =>
      page.evaluate(
        (parts) =>
          [document.documentElement, ...parts.map((part) => document.querySelector(part))].map((box) =>
            box === null
              ? Number.NaN
              : Math.max(box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth),
          ),
        boxes,
      );
    await expect.poll(left).toEqual([0, ...boxes.map(() => 0)]);
    await expect(section(page).getByText('What the heads have become')).toBeInViewport({ ratio: 1 });
    await expect(section(page).getByText('Save, or make a link')).toBeInViewport({ ratio: 1 });
    await keep(page, `train-two-${width}`);
    expect(await findings(page)).toEqual([]);
  });

for (const [width, height] of [
  [1024, 768],
  [390, 844],
] as const)
  test(`heads and the beginning of the curve are in one view, ${width} × ${height}`, async ({ page, site }) => {
    await page.setViewportSize({ width, height });
    await page.goto(site);
    await showScreen(page, 'Train');
    await button(page, 'Train the task').click(begun);
    await expect(section(page).getByText('Done: 500 steps.')).toBeVisible({ timeout: 30_000 });
    await expect(section(page).locator('sa-head-maps').getByRole('option')).toHaveCount(4);
    for (const head of await section(page).locator('sa-head-maps canvas').all())
      await expect(head).toBeInViewport({ ratio: 0.99 });
    await expect(section(page).getByRole('slider', { name: /^Loss/ })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await keep(page, `train-${width}`);
  });

test('the moment when heads form is marked and said, and a head can be switched off', async ({ page, site }) => {
  await page.goto(site);
  await showScreen(page, 'Train');
  await button(page, 'Train the task').click(begun);
  await expect(section(page).getByText('Done: 500 steps.')).toBeVisible({ timeout: 30_000 });
  const loss = section(page).getByRole('slider', { name: /^Loss/ });
  const mark = loss.locator('.mark text').filter({ hasText: 'induction' });
  await expect(mark).toBeVisible();
  const head = ((await mark.textContent()) ?? '').split(/[ ,]/)[0] ?? '';
  await expect(section(page).getByText(`head ${head} becomes “induction”`)).toBeVisible();
  await expect(loss).toHaveAttribute('aria-valuetext', /0\.00\d+$/);
  // Both heads of the second layer copy what followed: without them the task is lost.
  for (const name of ['2.1', '2.2'])
    await section(page)
      .getByRole('checkbox', { name: `Measure without head ${name}` })
      .check();
  await expect(loss).toHaveAttribute('aria-valuetext', /without 2\.1, 2\.2 [1-9]\./);
  await section(page).getByRole('checkbox', { name: 'Measure without head 2.1' }).uncheck();
  await section(page).getByRole('checkbox', { name: 'Measure without head 2.2' }).uncheck();
  await expect(loss).not.toHaveAttribute('aria-valuetext', /without/);
});

test('the target that attention begins with is learned at the first try', async ({ page, site }) => {
  await page.goto(`${site}#screen=train&training=paint`);
  const train = descent(page).getByRole('button', { name: 'Train', exact: true });
  await train.click(begun);
  await expect(panel(page).getByText('Done: the loss is below 0.01.')).toBeVisible(begun);
});

test('a target that equal words cannot reach is said before the run, and positions let it learn', async ({
  page,
  site,
}) => {
  await page.goto(site);
  await showScreen(page, 'Train');
  await page.getByRole('radio', { name: 'Attention that you paint' }).check({ force: true });
  await press(page, 'The token before');
  await expect(panel(page).getByText(/^“the” appears more than once/)).toBeVisible(begun);
  await press(page, 'Add positions and train');
  await expect(panel(page).getByText(/appears more than once/)).toHaveCount(0);
  await expect(panel(page).getByText('Done: the loss is below 0.01.')).toBeVisible(begun);
});

test('the link names what Train shows, and a wrong name is refused', async ({ page, site, watch }) => {
  // It reloads while the worker and the core may still be loading.
  watch.expect(new RegExp(`request failed: .*\\.(js|wasm) ${LEFT.source}`));
  await page.goto(`${site}#screen=train&training=step`);
  const inside = page.locator('.one-step > summary');
  await expect(inside).toBeInViewport(begun);
  await expect(page.locator('sa-gradients')).toBeVisible(begun);
  await inside.click();
  await expect.poll(() => new URL(page.url()).hash).toContain('training=paint');
  await page.getByRole('radio', { name: 'A model on a task' }).check({ force: true });
  await expect.poll(() => new URL(page.url()).hash).not.toContain('training');
  await expect(section(page).getByRole('button', { name: 'Train the task' })).toBeVisible();
  await page.goto(`${site}#screen=train&training=paint`);
  await page.reload();
  await expect(descent(page)).toBeVisible(begun);
  await expect(page.locator('sa-gradients')).toHaveCount(0);
  await page.goto(`${site}#screen=train&training=gradients`);
  await page.reload();
  await expect(page.getByText(/training.*gradients|gradients.*training/).first()).toBeVisible(begun);
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  test(`one step shows every column before and after, ${width} × ${height}`, async ({ page, site }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${site}#screen=train&training=step`);
    const frames = page.locator('sa-gradient-step sa-matrix .frame');
    await expect(frames).toHaveCount(2, begun);
    const hidden = () => frames.evaluateAll((all) => all.map((frame) => frame.scrollWidth - frame.clientWidth));
    await expect.poll(hidden).toEqual([0, 0]);
  });

for (const [width, height] of [
  [1280, 800],
  [1440, 900],
] as const)
  test(`target, weights and curve are in one view, ${width} × ${height}`, async ({ page, site }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${site}#screen=train&training=paint`);
    await target(page, 'Painted weights');
    await press(page, 'Itself');
    await press(page, 'Add positions and train');
    const curve = page.locator('sa-training-run sa-run-plot');
    await expect(curve).toBeVisible(begun);
    const views = [page.locator('sa-target-painter .mask-cells'), page.locator('.run-weights sa-heatmap'), curve];
    for (const view of views) {
      await expect
        .poll(() =>
          view.evaluate((own) => {
            const [box, column] = [own.getBoundingClientRect(), own.closest('sa-training-target, .run-plan')];
            const bottom = Math.min(innerHeight, column?.getBoundingClientRect().bottom ?? innerHeight);
            return box.height > 100 && box.top >= 0 && box.bottom <= bottom + 1;
          }),
        )
        .toBe(true);
    }
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  });
