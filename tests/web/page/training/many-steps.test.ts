import { readFile } from 'node:fs/promises';
import { findings } from '../../support/axe.ts';
import { atRest, press, rows, showScreen, workersEnder } from '../../support/page.ts';
import { expect, keep, test } from '../../support/test.ts';
import {
  begun,
  cell,
  descent,
  descentRate,
  drawingsInAFrame,
  FRAGMENT,
  learn,
  learnPainted,
  panel,
  pausedStep,
  stepsOf,
  target,
} from './learn-panel.ts';

// Many steps, to target weights.

test('a run reaches painted weights, is kept, and is undone', async ({ page, open }) => {
  await open(FRAGMENT);
  await learn(page);
  const before = await rows(page, 'weights');
  await target(page, 'Painted weights');
  await press(page, 'The token before');
  await descent(page).getByRole('button', { name: 'Train', exact: true }).click();
  await expect(panel(page).getByText('Done: the loss is below 0.01.')).toBeVisible(begun);
  for (const name of ['Steps', 'Loss', 'Steps per second', 'Time', 'Estimated time left'])
    await expect(descent(page).getByText(name, { exact: true })).toBeVisible();
  await expect(panel(page).getByRole('img', { name: /^Loss after each step.*: loss 0\.0/ })).toBeVisible();
  await keep(page, 'training-run', { fullPage: true });
  expect(await findings(page)).toEqual([]);
  await press(page, 'Keep what was learned');
  await expect(panel(page).getByText('“Undo” goes back.')).toBeVisible();
  await expect.poll(() => rows(page, 'weights')).not.toEqual(before);
  const learned = await rows(page, 'weights');
  for (const [row, line] of learned.entries()) expect(line[Math.max(0, row - 1)]).toBeGreaterThan(0.98);
  await press(page, 'Undo');
  await expect.poll(() => rows(page, 'weights')).toEqual(before);
});

test('a trained model is downloaded: as .npz, and its loss and first steps as programs', async ({ page, open }) => {
  await open(FRAGMENT);
  await learnPainted(page, 'Itself');
  await descent(page).getByRole('button', { name: 'Train', exact: true }).click();
  await expect(panel(page).getByText('Done: the loss is below 0.01.')).toBeVisible(begun);
  const files = panel(page).locator('sa-training-run sa-trained-files');
  const taken = async (kind: string): Promise<Buffer> => {
    await files.getByRole('combobox', { name: 'File' }).selectOption(kind);
    const button = files.getByRole('button', { name: 'Download' });
    await button.scrollIntoViewIfNeeded();
    // The matrices above are drawn as they come into view, and move it.
    await atRest(() => button.boundingBox());
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    await expect(files.getByText(download.suggestedFilename())).toBeVisible();
    return readFile(await download.path());
  };
  expect((await taken('npz')).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  const now = (await taken('loss-numpy')).toString();
  expect(now).toContain('KL(target ‖ weights)');
  expect(now).not.toContain('learning_rate');
  // The parameters before the run.
  const first = (await taken('steps-pytorch')).toString();
  expect(first).toContain('torch.optim.Adam(');
  expect(first).toContain('batches = [None] * 20');
  const numbers = (text: string): string => /\nw_q = [^#]*/.exec(text)?.[0] ?? '';
  expect(numbers(first).replaceAll('torch.tensor', '')).not.toBe(numbers(now).replaceAll('np.array', ''));
  expect(await findings(page)).toEqual([]);
});

test('the first steps of a short run are drawn one by one, from before the first', async ({ page, open }) => {
  await open(FRAGMENT);
  await learnPainted(page, 'The token before');
  await descent(page).getByRole('button', { name: 'Train', exact: true }).click();
  await expect(panel(page).getByText('Done: the loss is below 0.01.')).toBeVisible(begun);
  const steps = await stepsOf(page);
  expect(steps).toBeGreaterThan(10);
  const curve = panel(page)
    .getByRole('img', { name: /^Loss after each step/ })
    .locator('.w path');
  // A point for each of the first 60 steps and for the start. Later slices have more steps.
  const points = async (): Promise<number> => ((await curve.getAttribute('d')) ?? '').split(/[ML]/).length - 1;
  await expect.poll(points).toBeGreaterThanOrEqual(Math.min(steps, 60) + 1);
});

test('after a lost worker the last snapshot is shown, and “Go on” continues from it', async ({ page, open }) => {
  test.setTimeout(60_000);
  const endWorkers = await workersEnder(page);
  await open(FRAGMENT);
  await learnPainted(page, 'Itself');
  await descentRate(page).fill('0.00002');
  await descent(page).getByRole('button', { name: 'Train', exact: true }).click();
  await expect.poll(() => stepsOf(page), begun).toBeGreaterThan(100);
  await endWorkers();
  await expect(descent(page).getByText(/^The browser ended the training/)).toBeVisible({ timeout: 15_000 });
  const kept = await stepsOf(page);
  expect(kept).toBeGreaterThan(0);
  await expect(descent(page).getByRole('button', { name: 'Keep what was learned' })).toBeEnabled();
  await descent(page).getByRole('button', { name: 'Go on' }).click();
  await expect(descent(page).getByText('Training.', { exact: true })).toBeVisible(begun);
  await expect.poll(() => stepsOf(page)).toBeGreaterThan(kept);
});

test('a run pauses, takes single steps, pauses when the tab is hidden, and ends with the screen', async ({
  page,
  open,
}) => {
  await open(FRAGMENT);
  await learnPainted(page, 'Itself');
  // At this rate it would take very long.
  await descentRate(page).fill('0.00002');
  const steps = () => stepsOf(page);
  const once = descent(page).getByRole('button', { name: 'One step' });
  await once.click();
  await expect.poll(steps, begun).toBe(1);
  await once.click();
  await expect.poll(steps).toBe(2);
  await expect(panel(page).getByText('Paused.', { exact: true })).toBeVisible();
  await press(page, 'Go on');
  await expect.poll(steps).toBeGreaterThan(2);
  await press(page, 'Pause');
  await expect(panel(page).getByText('Paused.', { exact: true })).toBeVisible();
  const paused = await pausedStep(steps);
  await once.click();
  await expect.poll(steps).toBe(paused + 1);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }));
  await press(page, 'Go on');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(panel(page).getByText('Paused, because you left the tab.')).toBeVisible();
  expect(page.workers().length).toBeGreaterThan(1);
  await showScreen(page, 'Experiment');
  await expect(panel(page)).toHaveCount(0);
  await expect.poll(() => page.workers().length).toBe(0);
});

test('an impossible target gets stuck, and the panel gives the reason', async ({ page, open }) => {
  test.setTimeout(60_000);
  await open(
    '#sentence=we+read+we+read&embedding=random.normal&seed=1&d=8&parameters=random.xavier&parameters.seed=3&heads=1',
  );
  await learnPainted(page, 'Itself');
  // “Train” would add positions.
  await descent(page).getByRole('button', { name: 'One step', exact: true }).click();
  await descent(page).getByRole('button', { name: 'Go on', exact: true }).click(begun);
  await expect(panel(page).getByText('Stopped: the loss no longer falls.')).toBeVisible({ timeout: 40_000 });
  await expect(panel(page).locator('.training-reasons')).toContainText('“we, read” appears more than once');
});

test('a running panel is drawn at most once a frame', async ({ page, open }) => {
  await open(FRAGMENT);
  await learnPainted(page, 'The token before');
  expect(await drawingsInAFrame(descent(page), 'Train', 'Done: the loss is below 0.01.')).toBe(1);
});

test('what was learned can be kept after the target has changed', async ({ page, open }) => {
  await open(FRAGMENT);
  const before = await rows(page, 'weights');
  await learnPainted(page, 'Itself');
  await descent(page).getByRole('button', { name: 'Train', exact: true }).click();
  await expect(panel(page).getByText('Done: the loss is below 0.01.')).toBeVisible(begun);
  await press(page, 'The first token');
  await expect(descent(page).getByText(/^The scene or the target has changed/)).toBeVisible();
  await press(page, 'Keep what was learned');
  await expect.poll(() => rows(page, 'weights')).not.toEqual(before);
  for (const [row, line] of (await rows(page, 'weights')).entries()) expect(line[row]).toBeGreaterThan(0.98);
});

test('in Spanish, on 320 px, by touch', async ({ browser, site }) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(`${site}?lang=es${FRAGMENT}`);
  await page.locator('sa-attention sa-heatmap').waitFor();
  await page.getByRole('navigation', { name: 'Pantallas' }).getByRole('button', { name: 'Entrenar' }).tap();
  await page.getByRole('radio', { name: 'La atención que pintes' }).check({ force: true });
  await page.getByText('Mirar dentro de un paso').tap();
  await expect(panel(page).getByText(/^pérdida .* → /)).toBeVisible(begun);
  await panel(page).getByRole('radio', { name: 'Pesos pintados' }).check();
  await panel(page).getByRole('button', { name: 'Nada' }).tap();
  await cell(page, 'read → we').tap();
  await expect(panel(page).getByText('Cuenta 1 de 4 filas.')).toBeVisible();
  await expect(page.getByText(/^pérdida = /)).toBeVisible(begun);
  await descent(page).getByRole('button', { name: 'Entrenar' }).tap();
  await expect(panel(page).getByText('Hecho: la pérdida es menor que 0.01.')).toBeVisible(begun);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await findings(page)).toEqual([]);
  await keep(page, 'training-narrow', { fullPage: true });
  await context.close();
});
