import { readFile } from 'node:fs/promises';
import { findings } from '../../support/axe.ts';
import { engine } from '../../support/engine.ts';
import { press, rows, settled, workersEnder } from '../../support/page.ts';
import { expect, keep, test } from '../../support/test.ts';
import { begun, descent, FRAGMENT, learn, learnPainted, panel, target } from './learn-panel.ts';
import { longestTask } from './main-thread.ts';

// "Learn…": many steps, to the weights that are wanted.

test('painted weights are learned in sight, kept, and taken back', async ({ page, open }) => {
  await open(FRAGMENT);
  await learn(page);
  const before = await rows(page, 'weights');
  await target(page, 'Painted weights');
  await press(page, 'The token before');
  await press(page, 'Train');
  await expect(panel(page).getByText('Done: the loss is below 0.01.')).toBeVisible(begun);
  for (const name of ['Steps', 'Loss', 'Steps per second', 'Time', 'Estimated time left'])
    await expect(descent(page).getByText(name, { exact: true })).toBeVisible();
  await expect(panel(page).getByRole('img', { name: /^Loss after each step.*: loss 0\.0/ })).toBeVisible();
  await keep(page, 'training-run', { fullPage: true });
  expect(await findings(page)).toEqual([]);
  await press(page, 'Keep what was learned');
  const learned = await rows(page, 'weights');
  for (const [row, line] of learned.entries()) expect(line[Math.max(0, row - 1)]).toBeGreaterThan(0.98);
  await expect(panel(page).getByText('“Undo” goes back.')).toBeVisible();
  await press(page, 'Undo');
  await expect.poll(() => rows(page, 'weights')).toEqual(before);
});

test('what was learned is taken along: as .npz, its loss and its first steps as programs', async ({ page, open }) => {
  await open(FRAGMENT);
  await learnPainted(page, 'Itself');
  await press(page, 'Train');
  await expect(panel(page).getByText('Done: the loss is below 0.01.')).toBeVisible(begun);
  const files = panel(page).locator('sa-training-run sa-trained-files');
  const taken = async (kind: string): Promise<Buffer> => {
    await files.getByRole('combobox', { name: 'File' }).selectOption(kind);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      files.getByRole('button', { name: 'Download' }).click(),
    ]);
    await expect(files.getByText(download.suggestedFilename())).toBeVisible();
    return readFile(await download.path());
  };
  expect((await taken('npz')).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  const now = (await taken('loss-numpy')).toString();
  expect(now).toContain('KL(target ‖ weights)');
  expect(now).not.toContain('learning_rate');
  // What it began with, not what it has become.
  const first = (await taken('steps-pytorch')).toString();
  expect(first).toContain('torch.optim.Adam(');
  expect(first).toContain('batches = [None] * 20');
  const numbers = (text: string): string => /\nw_q = [^#]*/.exec(text)?.[0] ?? '';
  expect(numbers(first).replaceAll('torch.tensor', '')).not.toBe(numbers(now).replaceAll('np.array', ''));
  expect(await findings(page)).toEqual([]);
});

test('what is learned in no time is seen all the same: a picture a step to begin with, from before the first', async ({
  page,
  open,
}) => {
  await open(FRAGMENT);
  await learnPainted(page, 'The token before');
  await page.evaluate(() => {
    const seen = new Set<string>();
    Reflect.set(window, 'seenSteps', seen);
    new MutationObserver(() => {
      seen.add(document.querySelector('sa-training-run .training-facts dd')?.textContent ?? '');
    }).observe(document.querySelector('sa-training-run') ?? document.body, {
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  await press(page, 'Train');
  await expect(panel(page).getByText('Done: the loss is below 0.01.')).toBeVisible(begun);
  const steps = await page.evaluate(() => Array.from(Reflect.get(window, 'seenSteps') as Set<string>, Number));
  const last = Math.max(...steps);
  expect(last).toBeGreaterThan(10);
  // A busy machine draws fewer pictures.
  expect(steps.length).toBeGreaterThan(last / 4);
  await expect(
    panel(page)
      .getByRole('img', { name: /^Loss after each step/ })
      .locator('.w path'),
  ).toHaveAttribute('d', /^M.*L/);
});

test('a worker that is killed leaves the last state that was kept, and one press goes on', async ({ page, open }) => {
  test.setTimeout(60_000);
  const endWorkers = await workersEnder(page);
  await open(FRAGMENT);
  await learnPainted(page, 'Itself');
  await page.locator('#run-rate-input').fill('0.00002');
  const steps = async (): Promise<number> =>
    Number((await descent(page).locator('.training-facts dd').first().textContent()) ?? '');
  await press(page, 'Train');
  await expect.poll(steps, begun).toBeGreaterThan(100);
  await endWorkers();
  await expect(descent(page).getByText(/^What trained was ended by the browser/)).toBeVisible({ timeout: 15_000 });
  const kept = await steps();
  expect(kept).toBeGreaterThan(0);
  await expect(descent(page).getByRole('button', { name: 'Keep what was learned' })).toBeEnabled();
  await descent(page).getByRole('button', { name: 'Go on' }).click();
  await expect(descent(page).getByText('Training.', { exact: true })).toBeVisible(begun);
  await expect.poll(steps).toBeGreaterThan(kept);
});

test('a run pauses, goes step by step, pauses when the tab is left, and ends with the panel', async ({
  page,
  open,
}) => {
  await open(FRAGMENT);
  await learnPainted(page, 'Itself');
  // It would go on for long.
  await page.locator('#run-rate-input').fill('0.00002');
  const steps = async (): Promise<number> =>
    Number((await panel(page).locator('.training-facts dd').first().textContent()) ?? '');
  const once = descent(page).getByRole('button', { name: 'One step' });
  await once.click();
  await expect.poll(steps, begun).toBe(1);
  await once.click();
  await expect.poll(steps).toBe(2);
  await expect(panel(page).getByText('Paused.', { exact: true })).toBeVisible();
  await press(page, 'Go on');
  await press(page, 'Pause');
  await expect(panel(page).getByText('Paused.', { exact: true })).toBeVisible();
  await settled(page);
  const paused = await steps();
  expect(paused).toBeGreaterThan(2);
  await page.waitForTimeout(300);
  expect(await steps()).toBe(paused);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }));
  await press(page, 'Go on');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(panel(page).getByText('Paused, because you left the tab.')).toBeVisible();
  await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'));
  expect(page.workers().length).toBeGreaterThan(1);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Learn…' })).toBeFocused();
  await expect.poll(() => page.workers().length).toBe(0);
});

test('what cannot be learned gets stuck, and the page says why', async ({ page, open }) => {
  test.setTimeout(60_000);
  await open(
    '#sentence=we+read+we+read&embedding=random.normal&seed=1&d=8&parameters=random.xavier&parameters.seed=3&heads=1',
  );
  await learnPainted(page, 'Itself');
  await press(page, 'Train');
  await expect(panel(page).getByText('Stopped: the loss no longer falls.')).toBeVisible({ timeout: 40_000 });
  await expect(panel(page).locator('.training-reasons')).toContainText('“we, read” appears more than once');
});

test('no frame takes longer than 50 ms while it trains', async ({ page, open }) => {
  test.skip(engine !== 'chromium', 'Only Chromium tells how long its tasks took.');
  await open(
    '#sentence=We+read+a+book+and+then+it+rained&embedding=random.normal&seed=1&d=8&parameters=random.xavier&parameters.seed=3&heads=1',
  );
  await learnPainted(page, 'The token before');
  // What is fetched with the first press is not the run.
  await descent(page).getByRole('button', { name: 'One step' }).click();
  await expect(panel(page).getByText('Paused.', { exact: true })).toBeVisible(begun);
  const longest = await longestTask(page, 'sa-training-run', 'Go on', 'Done: the loss is below 0.01.');
  expect(longest).toBeLessThan(50);
});

test('in Spanish, on 320 px, by touch', async ({ browser, site }) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(`${site}?lang=es${FRAGMENT}`);
  await page.locator('sa-attention sa-heatmap').waitFor();
  await page.getByRole('button', { name: 'Aprender…' }).tap();
  await expect(panel(page).getByText(/^pérdida .* → /)).toBeVisible(begun);
  await panel(page).getByRole('radio', { name: 'Pesos pintados' }).check();
  await page.locator('sa-target-painter').getByRole('gridcell', { name: 'read → we' }).tap();
  await expect(panel(page).getByText('Cuenta 1 de 4 filas.')).toBeVisible();
  await expect(page.getByText(/^pérdida = /)).toBeVisible(begun);
  await descent(page).getByRole('button', { name: 'Entrenar' }).tap();
  await expect(panel(page).getByText('Hecho: la pérdida es menor que 0.01.')).toBeVisible(begun);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await findings(page)).toEqual([]);
  await keep(page, 'training-narrow', { fullPage: true });
  await context.close();
});
