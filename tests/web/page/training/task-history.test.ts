import type { Locator, Page } from '@playwright/test';
import { findings } from '../../support/axe.ts';
import { press, rows, scene, sentence, settled, showScreen } from '../../support/page.ts';
import { expect, keep, test } from '../../support/test.ts';
import { begun, button, fact, field, moreSettings, opened, said, section, stepOf } from './task-section.ts';

// "Train a task": snapshots, two runs side by side, the model as a scene, and links.

const slider = (page: Page): Locator => page.locator('#task-history-input');
const predictions = (page: Page): Promise<string[]> =>
  section(page)
    .getByRole('list', { name: /^Predictions/ })
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label') ?? ''));

test('the slider goes back to the same numbers, and the run continues with the same bits', async ({ page, open }) => {
  await opened(page, open);
  await field(page, 'steps').fill('100');
  await button(page, 'Train the task').click();
  await expect(said(page, 'Done: 100 steps.')).toBeVisible(begun);
  await settled(page);
  const then = { predictions: await predictions(page), loss: await fact(page, 'Loss').textContent() };
  await button(page, '100 more steps').click();
  await expect(said(page, 'Done: 200 steps.')).toBeVisible(begun);
  await settled(page);
  const later = { predictions: await predictions(page), loss: await fact(page, 'Loss').textContent() };
  expect(later).not.toEqual(then);
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'step 200');
  await slider(page).focus();
  await page.keyboard.press('Home');
  await expect(fact(page, 'Step')).toHaveText('0 of 200');
  await expect(said(page, /^41 states are kept, 4\.\d MB in total/)).toBeVisible();
  for (let step = 0; step < 100; step += 5) await page.keyboard.press('ArrowRight');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'step 100');
  await expect.poll(() => predictions(page)).toEqual(then.predictions);
  expect(await fact(page, 'Loss').textContent()).toBe(then.loss);
  await expect(section(page).getByRole('slider', { name: /^Loss after/ })).toHaveAttribute('aria-valuenow', '100');
  // The same bits: the same run.
  await button(page, 'Go on').click();
  await expect(said(page, 'Done: 200 steps.')).toBeVisible(begun);
  await expect.poll(() => predictions(page)).toEqual(later.predictions);
  expect(await fact(page, 'Loss').textContent()).toBe(later.loss);
});

test('two runs side by side: two layers learn induction, one does not', async ({ page, open }) => {
  test.setTimeout(60_000);
  await opened(page, open);
  await button(page, 'Compare with a second run').click();
  await expect(field(page, 'layers', 'b')).toHaveValue('2');
  await button(page, 'without positions').click();
  await expect(field(page, 'positions', 'b')).toHaveValue('none');
  await button(page, 'with one layer').click();
  await expect(field(page, 'layers', 'b')).toHaveValue('1');
  await expect(field(page, 'positions', 'b')).toHaveValue('learned');
  await expect(said(page, /numbers to train/)).toHaveCount(2);
  await button(page, 'Train the task').click();
  await expect(said(page, 'Done: 500 steps.')).toHaveCount(2, { timeout: 30_000 });
  const accuracy = section(page).getByRole('slider', { name: /^Accuracy after/ });
  const text = (await accuracy.getAttribute('aria-valuetext')) ?? '';
  const [, a = '', b = ''] = /run A >?([\d.]+)\s%, run B >?([\d.]+)\s%/.exec(text) ?? [];
  expect(Number(a)).toBeGreaterThan(95);
  expect(Number(b)).toBeLessThan(60);
  // Not only colours differ: the second curve is dashed, and both have names at their ends.
  await expect(accuracy.locator('path.dashed')).toHaveCount(1);
  await expect(accuracy.locator('text.end')).toHaveText(['B', 'A'].sort());
  // Both inspect the same sequence, side by side. A pressed head is followed in its own run.
  const heads = section(page).getByRole('listbox');
  await expect(heads.first().getByRole('option')).toHaveCount(4);
  await expect(heads.nth(1).getByRole('option')).toHaveCount(2);
  const [left, right] = [await heads.first().boundingBox(), await heads.nth(1).boundingBox()];
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0) / 2);
  expect(Math.abs((right?.y ?? 0) - (left?.y ?? 0))).toBeLessThan(2);
  await heads.nth(1).getByRole('option', { name: /^1\.2/ }).click();
  await expect(heads.nth(1).getByRole('option', { name: /^1\.2/ })).toHaveAttribute('aria-selected', 'true');
  await expect(heads.first().getByRole('option', { name: /^2\.1/ })).toHaveAttribute('aria-selected', 'true');
  await page.locator('#task-b-sequence-input').fill('abcab');
  await expect(page.locator('#task-a-sequence-input')).toHaveValue('abcab');
  await expect(section(page).getByText(/^\d of 2 right\.$/)).toHaveCount(2);
  await keep(page, 'task-two-runs', { fullPage: true });
  expect(await findings(page)).toEqual([]);
  // One slider takes both back.
  await slider(page).focus();
  await page.keyboard.press('Home');
  await expect(section(page).locator('.training-facts dd', { hasText: '0 of 500' })).toHaveCount(2);
  const both = page.workers().length;
  await button(page, 'One run alone').click();
  await expect(section(page).locator('sa-task-choice')).toHaveCount(1);
  await expect.poll(() => page.workers().length).toBeLessThan(both);
});

test('the model opens as the page’s scene; undo goes back to before the training', async ({ page, open }) => {
  await opened(page, open);
  const before = await scene(page);
  await button(page, 'Train the task').click();
  await expect(said(page, 'Done: 500 steps.')).toBeVisible({ timeout: 20_000 });
  await button(page, 'Open the model in the page').click();
  await expect(said(page, /The model is now the scene of the page/)).toBeVisible(begun);
  await expect.poll(async () => (await scene(page)).layers, begun).toBe(2);
  const opened_ = await scene(page);
  expect(opened_.parameters.kind).toBe('stack');
  expect(opened_.tokens).toHaveLength(24);
  // The panel stays, and so does the run.
  expect(await stepOf(page)).toBe(500);
  await press(page, 'Undo');
  await expect.poll(() => scene(page)).toEqual(before);
  await press(page, 'Redo');
  await expect.poll(() => scene(page)).toEqual(opened_);
  // The picture is that of the run.
  await showScreen(page, 'Experiment');
  await expect.poll(async () => (await rows(page, 'weights')).length).toBe(24);
});

test('in Spanish, on 320 px, by touch', async ({ browser, site }) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(
    `${site}?lang=es#sentence=We+read&embedding=random.normal&seed=1&d=8&parameters=random.xavier&heads=1`,
  );
  await page.locator('sa-attention sa-heatmap').waitFor();
  await page.getByRole('button', { name: 'Entrenar', exact: true }).tap();
  await moreSettings(page);
  await expect(said(page, /números que entrenar/)).toBeVisible(begun);
  await button(page, 'Comparar con otro entrenamiento').tap();
  await field(page, 'learningRate').fill('1e6');
  await expect(page.locator('#task-a-learningRate-error')).toHaveText(
    /1000000; tiene que ser mayor que 0 y como mucho 100/,
  );
  await field(page, 'learningRate').fill('0.01');
  await expect(button(page, 'Entrenar la tarea')).toBeEnabled(begun);
  await button(page, 'Entrenar la tarea').tap();
  await expect(said(page, 'Hecho: 500 pasos.')).toHaveCount(2, { timeout: 30_000 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await findings(page)).toEqual([]);
  await keep(page, 'task-narrow', { fullPage: true });
  await context.close();
});

test('a link to runs on an open page leads to them, wherever the focus was', async ({ page, open }) => {
  await open('#v=1');
  await sentence(page).focus();
  await page.evaluate(() => {
    location.hash = '#sentence=We+read&embedding=random.normal&seed=1&d=8&run=task:copy';
  });
  await expect(page.locator('#task-title')).toBeFocused(begun);
  await expect(button(page, 'Train the task')).toBeInViewport();
});

test('a link to two runs opens the page at them, and the same seed learns the same', async ({ page, open }) => {
  test.setTimeout(60_000);
  await opened(page, open);
  await field(page, 'task').selectOption('Copy');
  await field(page, 'steps').fill('20');
  await field(page, 'seed').fill('9');
  await button(page, 'Compare with a second run').click();
  await button(page, 'without positions').click();
  await button(page, 'Train the task').click();
  await expect(said(page, 'Done: 20 steps.')).toHaveCount(2, begun);
  const losses = await section(page).locator('.training-facts dd').allTextContents();
  await said(page, 'Save, or make a link').click();
  await button(page, 'Make a link').click();
  const link = await section(page).getByRole('textbox', { name: 'Link to the run' }).inputValue();
  expect(link).toContain('&run=task:copy+seed:9+steps:20,task:copy+positions:none+seed:9+steps:20');
  expect(await findings(page)).toEqual([]);
  await page.goto('about:blank');
  await page.goto(link);
  await expect(button(page, 'Train the task')).toBeInViewport(begun);
  await expect(page.locator('#task-title')).toBeFocused();
  await expect(field(page, 'positions', 'b')).toHaveValue('none', begun);
  await expect(field(page, 'task', 'a')).toHaveValue('copy');
  await button(page, 'Train the task').click();
  await expect(said(page, 'Done: 20 steps.')).toHaveCount(2, begun);
  const again = await section(page).locator('.training-facts dd').allTextContents();
  // The run, the step, the loss and the accuracy. The times depend on the machine.
  expect(again.slice(0, 4)).toEqual(losses.slice(0, 4));
});

test('a damaged link to a run names the wrong part and opens the page', async ({ page, open }) => {
  test.setTimeout(60_000);
  for (const [run, why] of [
    ['task:cpoy', /“cpoy” for task, which is not valid/],
    ['layers:2', /“layers:2” names no task\. The tasks are: copy, reverse/],
    ['task:copy+layres:2', /unknown choice “layres”\. The choices are: task, length/],
    ['task:copy+seed:1+seed:2', /“seed” twice, the second time as “2”/],
    ['task:copy,task:sort+layers:two', /“two” for layers, which is not valid/],
    ['task:text+text:%25E0%25A4', /“%E0%A4” for text, which is not valid/],
  ] as const) {
    await page.goto('about:blank');
    await open(`#sentence=We+read&embedding=random.normal&seed=1&d=8&run=${run}`);
    await expect(page.locator('#task-link')).toHaveText(why, begun);
    // No part of a wrong link is applied.
    await expect(section(page).locator('sa-task-choice')).toHaveCount(1);
    await expect(field(page, 'task')).toHaveValue('induction');
    await expect(button(page, 'Train the task')).toBeEnabled(begun);
  }
  // A number that the core refuses is explained beside its control.
  await page.goto('about:blank');
  await open('#sentence=We+read&embedding=random.normal&seed=1&d=8&run=task:copy+layers:9');
  await expect(page.locator('#task-a-layers-error')).toHaveText(/9.*6/, begun);
});

test('the address of the Train screen names its run and seed from the first choice on', async ({ page, open }) => {
  await open('#screen=train');
  await expect(field(page, 'seed')).toHaveValue('3', begun);
  const runs = () => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('run'));
  expect(await runs()).toBe(null);
  await field(page, 'layers').fill('1');
  await expect.poll(runs).toBe('task:induction layers:1 seed:3');
  await page.reload();
  await expect(field(page, 'layers')).toHaveValue('1', begun);
  await moreSettings(page);
  await field(page, 'seed').fill('9');
  await expect.poll(runs).toBe('task:induction layers:1 seed:9');
  await showScreen(page, 'Experiment');
  await expect.poll(runs).toBe('task:induction layers:1 seed:9');
});

test('an undo on the Train screen takes the first choice back', async ({ page, open }) => {
  await open('#screen=train');
  await expect(field(page, 'layers')).toHaveValue('2', begun);
  await field(page, 'layers').fill('1');
  const runs = () => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('run'));
  await expect.poll(runs).toContain('layers:1');
  await page.locator('#task-title').focus();
  await page.keyboard.press('Control+z');
  await expect(field(page, 'layers')).toHaveValue('2');
  await expect.poll(runs).toBe(null);
});

test('the address of a link to runs follows the choices, and undo takes them back', async ({ page, open }) => {
  test.setTimeout(60_000);
  await open('#sentence=We+read&embedding=random.normal&seed=1&d=8&run=task:copy+seed:4');
  await expect(field(page, 'seed')).toHaveValue('4', begun);
  const runs = () => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('run'));
  const visits = await page.evaluate(() => history.length);
  await field(page, 'layers').fill('2');
  await expect.poll(runs).toBe('task:copy layers:2 seed:4');
  await button(page, 'Compare with a second run').click();
  await button(page, 'without positions').click();
  await expect.poll(runs).toBe('task:copy layers:2 seed:4,task:copy layers:2 positions:none seed:4');
  expect(await page.evaluate(() => history.length)).toBe(visits);
  // It is the same after a reload.
  await page.reload();
  await expect(field(page, 'positions', 'b')).toHaveValue('none', begun);
  await expect(field(page, 'layers', 'a')).toHaveValue('2');
  // A wrong choice is not in the link.
  await field(page, 'layers', 'a').fill('');
  await expect(page.locator('#task-a-layers-error')).not.toBeEmpty();
  await field(page, 'layers', 'a').fill('1');
  await expect.poll(runs).toContain('task:copy seed:4,');
  await page.locator('#task-title').focus();
  await page.keyboard.press('Control+z');
  await expect(field(page, 'layers', 'a')).toHaveValue('2');
  await expect.poll(runs).toContain('task:copy layers:2 seed:4,');
  // Another screen keeps them.
  await showScreen(page, 'Experiment');
  await expect(page.locator('sa-controls')).toBeVisible();
  await expect.poll(runs).toContain('positions:none');
  await showScreen(page, 'Train');
  await expect(field(page, 'positions', 'b')).toHaveValue('none', begun);
});
