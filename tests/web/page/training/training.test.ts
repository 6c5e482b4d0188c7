import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { findings } from '../../support/axe.ts';
import { engine } from '../../support/engine.ts';
import { press, ready, rows, scene, settled, workersEnder } from '../../support/page.ts';
import { expect, keep, test } from '../../support/test.ts';
import { longestTask } from './main-thread.ts';

// "Learn…": what the weights should be, the gradient, one step, many.

const FRAGMENT =
  '#sentence=We+read+a+book&embedding=random.normal&seed=1&d=8&parameters=random.xavier&parameters.seed=3&heads=1';
const panel = (page: Page): Locator => page.locator('sa-training section');
/** The part that trains to the target; the one that trains a task has buttons of the same names. */
const descent = (page: Page): Locator => page.locator('sa-training-run');
const target = (page: Page, name: string): Promise<void> =>
  panel(page).getByRole('group', { name: 'Target' }).getByRole('radio', { name }).check();
const cell = (page: Page, name: string): Locator =>
  page.locator('sa-target-painter').getByRole('gridcell', { name, exact: false });
const loss = (page: Page): Locator => panel(page).getByText(/^loss = /);
const stepped = (page: Page): Locator => panel(page).getByText(/^loss .* → /);
const rate = (page: Page): Locator => page.locator('#step-rate-input');
/** Two modules are fetched and begun first, beside whatever else the machine does. */
const begun = { timeout: 20_000 };

async function learn(page: Page): Promise<void> {
  await press(page, 'Learn…');
  await expect(stepped(page)).toBeVisible(begun);
}

test('one weight should be higher: loss, gradients back to w_q and w_k, the Jacobian, and one step', async ({
  page,
  open,
}) => {
  await open(FRAGMENT);
  await learn(page);
  const title = panel(page).getByRole('heading', { level: 2 });
  await expect(title).toBeInViewport();
  await expect(title).toBeFocused();
  await expect(loss(page)).toHaveText(/^loss = \d+\.\d{4}$/);
  const names = await panel(page).locator('.gradients figcaption').allTextContents();
  expect(names.map((name) => name.replace('∂loss / ∂', ''))).toEqual(
    expect.arrayContaining(['weights', 'scaled', 'scores', 'q', 'k', 'w_q', 'w_k']),
  );
  expect(names.indexOf('∂loss / ∂weights')).toBeLessThan(names.indexOf('∂loss / ∂scores'));
  expect(names.indexOf('∂loss / ∂q')).toBeLessThan(names.indexOf('∂loss / ∂w_q'));
  expect(names).not.toContain('∂loss / ∂v');
  // The row of the target adds up to 1, and only the wanted weight was set.
  await page.locator('#target-query-input').selectOption('3');
  await page.locator('#target-key-input').selectOption('0');
  await expect(panel(page).getByRole('heading', { name: /Jacobian of the row of “book”/ })).toBeVisible();
  const gradients = panel(page).locator('.gradients').getByRole('grid');
  await ready(gradients.last());
  await page.keyboard.press('Enter');
  await expect(panel(page).locator('.training-cell')).toHaveText(/∂loss \/ ∂\w+\[.*\] = .*: /);
  // How it came about, number by number, and so back to the weights.
  const arithmetic = panel(page).getByRole('group', { name: 'Arithmetic of the gradient' });
  const head = arithmetic.locator('.head');
  await expect(head).toHaveText(/^∂wk\(0, 0\)$/);
  await expect(arithmetic).toBeInViewport();
  await arithmetic
    .getByRole('button', { name: /^-?[\d.−]+, ∂k\[/ })
    .first()
    .click();
  await expect(head).toHaveText(/^∂k\(we, 0\)$/);
  await arithmetic
    .getByRole('button', { name: /∂scores\[/ })
    .first()
    .click();
  await arithmetic
    .getByRole('button', { name: /∂scaled\[/ })
    .first()
    .click();
  await expect(head).toHaveText(/^∂scaled\(/);
  await arithmetic
    .getByRole('button', { name: /^[\d.]+, weights\[/ })
    .first()
    .click();
  await expect(head).toHaveText(/^weights\(/);
  await arithmetic.getByRole('button', { name: 'Let go of the gradient' }).click();
  await expect(arithmetic).toHaveCount(0);
  // The page's own focus stays where it is: what was pressed is no cell of the trace.
  await expect(page.getByRole('button', { name: 'Let go of the cell' })).toHaveCount(0);
  await expect(stepped(page)).toHaveText(/\(smaller\)/);
  await keep(page, 'training-gradient', { fullPage: true });
  expect(await findings(page)).toEqual([]);
});

test('a cell of the softmax Jacobian shows its arithmetic, number by number, with the keyboard too', async ({
  page,
  open,
}) => {
  await open(`${FRAGMENT.replace('heads=1', 'heads=2')}&temperature=0.5`);
  await learn(page);
  await page.locator('#target-query-input').selectOption('3');
  const title = panel(page).getByRole('heading', { name: /Jacobian of the row of “book”/ });
  await expect(title).toBeVisible();
  const jacobian = panel(page).getByRole('grid', { name: /Jacobian of the row of book/ });
  await expect(panel(page).getByRole('group', { name: 'Formula of the softmax Jacobian' })).toBeVisible();
  await ready(jacobian);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const arithmetic = panel(page).getByRole('group', { name: 'Arithmetic of the gradient' });
  const [head, names, result] = ['.head', '.names', '.result'].map((part) => arithmetic.locator(part)) as [
    Locator,
    Locator,
    Locator,
  ];
  // By how much “we” grows with the score of “read”: w·(0 − w′), divided by the temperature.
  await expect(head).toHaveText('∂weights/∂scaled(book, we, read)');
  await expect(names).toHaveText(/weights·\(\[j = j′\] − weights′\).*temperature/);
  const weights = arithmetic.getByRole('button', { name: /, weights\[/ });
  await expect(weights).toHaveCount(2);
  const numbers = await weights.allTextContents();
  const [one = Number.NaN, other = Number.NaN] = numbers.map(Number);
  const value = Number((await result.textContent())?.replace('−', '-'));
  expect(Math.abs(value - (one * (0 - other)) / 0.5)).toBeLessThan(0.001);
  await expect(panel(page).locator('.training-cell')).toHaveText(/^∂weight\(we\) \/ ∂score\(read\) = −0\.\d+/);
  await keep(page, 'training-jacobian', { fullPage: true });
  // On the diagonal the 1 stands in its place.
  await ready(jacobian);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(head).toHaveText('∂weights/∂scaled(book, we, we)');
  await expect(arithmetic.locator('[role="group"]')).toHaveText(/\(1 − /);
  await weights.last().focus();
  await page.keyboard.press('Enter');
  await expect(head).toHaveText('weights(book, we)');
  // Another row has a Jacobian of its own: what was pressed of this one is let go.
  await ready(jacobian);
  await page.keyboard.press('Enter');
  await expect(head).toHaveText(/^∂weights\/∂scaled/);
  await page.locator('#target-query-input').selectOption('2');
  await expect(arithmetic).toHaveCount(0);
  expect(await findings(page)).toEqual([]);
});

test('a step is kept as an ordinary scene, and taken back', async ({ page, open }) => {
  await open(FRAGMENT);
  await learn(page);
  const before = await rows(page, 'weights');
  const said = (await stepped(page).textContent()) ?? '';
  const [, after = ''] = /→ (\S+)/.exec(said) ?? [];
  await press(page, 'Keep this step');
  await expect(loss(page)).toHaveText(`loss = ${after}`, begun);
  const { parameters, embedding } = await scene(page);
  expect(parameters.kind).toBe('given');
  expect(embedding.kind).not.toBe('given');
  const kept = await rows(page, 'weights');
  expect(kept).not.toEqual(before);
  // A link has it.
  await expect.poll(() => page.url()).not.toContain('parameters=random');
  await page.reload();
  await page.locator('sa-attention sa-heatmap').waitFor();
  await settled(page);
  expect(await rows(page, 'weights')).toEqual(kept);
});

test('a kept step is undone by one press', async ({ page, open }) => {
  // The panel looks at three scenes, one after the other.
  test.setTimeout(60_000);
  await open(FRAGMENT);
  await learn(page);
  const before = await rows(page, 'weights');
  const [, from = '', to = ''] = /^loss (\S+) → (\S+)/.exec((await stepped(page).textContent()) ?? '') ?? [];
  await press(page, 'Keep this step');
  // The panel has the new scene by then, and so has the picture, which may be asked for nothing while it gives way to another.
  await expect(loss(page)).toHaveText(`loss = ${to}`, begun);
  await settled(page);
  expect(await rows(page, 'weights')).not.toEqual(before);
  await press(page, 'Undo');
  await expect(loss(page)).toHaveText(`loss = ${from}`, begun);
  await settled(page);
  expect(await rows(page, 'weights')).toEqual(before);
});

test('what cannot be is said beside its control, and the last picture stays', async ({ page, open }) => {
  await open(`${FRAGMENT}&mask=causal`);
  await learn(page);
  const good = (await stepped(page).textContent()) ?? '';
  for (const [typed, why] of [
    ['0', /0; it must be greater than 0/],
    ['-1', /-1; it must be greater than 0/],
    ['1e6', /1000000; it must be .* at most 100/],
    ['fast', /fast/],
  ] as const) {
    await rate(page).fill(typed);
    await expect(page.locator('#step-rate-error')).toHaveText(why, begun);
    await expect(stepped(page)).toHaveText(good);
  }
  await expect(page.getByRole('button', { name: 'Keep this step' })).toBeDisabled();
  await rate(page).fill('0.5');
  await expect(page.locator('#step-rate-error')).toHaveText('');
  await expect(page.getByRole('button', { name: 'Keep this step' })).toBeEnabled(begun);
  await page.locator('#target-weight-input').fill('1.2');
  await expect(page.locator('#target-weight-error')).toHaveText(/between 0 and 1; 1\.20 is not/);
  await page.locator('#target-weight-input').fill('0.8');
  await expect(page.locator('#target-weight-error')).toHaveText('');
  // The causal mask hides the last key from the first query.
  await page.locator('#target-query-input').selectOption('0');
  await page.locator('#target-key-input').selectOption('3');
  await expect(page.locator('#target-weight-error')).toHaveText(/The mask hides book from we/);
  await expect(loss(page)).toBeVisible();
});

test('weights are painted by keyboard; rows that are not painted do not count', async ({ page, open }) => {
  await open(`${FRAGMENT}&mask=causal`);
  await learn(page);
  await target(page, 'Painted weights');
  await expect(panel(page).getByText('No row is painted yet')).toBeVisible();
  await cell(page, 'we → we').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await expect(cell(page, 'read → we: 1')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('3');
  await expect(cell(page, 'read → read: .75')).toBeFocused();
  await expect(cell(page, 'read → we: .25')).toHaveAttribute('aria-selected', 'true');
  await expect(panel(page).getByText('1 of 4 rows counts. A row of zeros says nothing')).toBeVisible();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(cell(page, 'a → read: 1')).toBeFocused();
  await cell(page, 'we → book').click();
  await expect(panel(page).getByText('we is to look at book, which the mask hides from it')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeDisabled();
  await press(page, 'The token before');
  await expect(panel(page).getByText('Every row counts.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeEnabled();
  expect(await findings(page)).toEqual([]);
});

test('a rounding has no gradient, and the panel says so', async ({ page, open }) => {
  await open(FRAGMENT);
  await learn(page);
  await page.locator('sa-playground').evaluate((playground) => {
    const controls = playground.querySelector('sa-controls');
    const { scene: now } = Object(controls);
    const detail = { scene: { ...now, mistake: 'whole-matrix-softmax' }, key: 'mistake' };
    controls?.dispatchEvent(new CustomEvent('sa-edit', { detail, bubbles: true }));
  });
  await expect(panel(page).getByText('has no gradient in this scene')).toBeVisible(begun);
  await expect(panel(page).getByText('has jumps in place of a slope')).toBeVisible();
  await expect(loss(page)).toBeVisible();
});

test('painted weights are learned in sight, kept, and taken back', async ({ page, open }) => {
  await open(FRAGMENT);
  await learn(page);
  const before = await rows(page, 'weights');
  await target(page, 'Painted weights');
  await press(page, 'The token before');
  await press(page, 'Train');
  await expect(panel(page).getByText('Done: the loss is below 0.01.')).toBeVisible(begun);
  for (const name of ['Steps', 'Loss', 'Steps a second', 'Time', 'Time left, estimated'])
    await expect(descent(page).getByText(name, { exact: true })).toBeVisible();
  await expect(panel(page).getByRole('img', { name: /^Loss after each step.*: loss 0\.0/ })).toBeVisible();
  await keep(page, 'training-run', { fullPage: true });
  expect(await findings(page)).toEqual([]);
  await press(page, 'Keep what was learned');
  const learned = await rows(page, 'weights');
  for (const [row, line] of learned.entries()) expect(line[Math.max(0, row - 1)]).toBeGreaterThan(0.98);
  await expect(panel(page).getByText('“Undo” goes back to before.')).toBeVisible();
  await press(page, 'Undo');
  await expect.poll(() => rows(page, 'weights')).toEqual(before);
});

test('what was learned is taken along: as .npz, its loss and its first steps as programs', async ({ page, open }) => {
  await open(FRAGMENT);
  await learn(page);
  await target(page, 'Painted weights');
  await press(page, 'Itself');
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
  await learn(page);
  await target(page, 'Painted weights');
  await press(page, 'The token before');
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
  await learn(page);
  await target(page, 'Painted weights');
  await press(page, 'Itself');
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
  await learn(page);
  await target(page, 'Painted weights');
  await press(page, 'Itself');
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
  await expect(panel(page).getByText('Paused, because the tab was left.')).toBeVisible();
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
  await learn(page);
  await target(page, 'Painted weights');
  await press(page, 'Itself');
  await press(page, 'Train');
  await expect(panel(page).getByText('Stopped: the loss no longer falls.')).toBeVisible({ timeout: 40_000 });
  await expect(panel(page).locator('.training-reasons')).toContainText('“we, read” stands there more than once');
});

test('no frame takes longer than 50 ms while it trains', async ({ page, open }) => {
  test.skip(engine !== 'chromium', 'Only Chromium tells how long its tasks took.');
  await open(
    '#sentence=We+read+a+book+and+then+it+rained&embedding=random.normal&seed=1&d=8&parameters=random.xavier&parameters.seed=3&heads=1',
  );
  await learn(page);
  await target(page, 'Painted weights');
  await press(page, 'The token before');
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
