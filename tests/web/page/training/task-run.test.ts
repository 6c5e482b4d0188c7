import { findings } from '../../support/axe.ts';
import { showScreen, workersEnder } from '../../support/page.ts';
import { expect, keep, test } from '../../support/test.ts';
import { drawingsInAFrame, pausedStep } from './learn-panel.ts';
import { accuracyOf, begun, button, fact, field, opened, said, section, stepOf, trouble } from './task-section.ts';

// "Train a task": choices, runs, and refused choices.

test('induction: two layers reach over 95 % within 20 s, one layer does not', async ({ page, open }) => {
  test.setTimeout(90_000);
  await opened(page, open);
  await expect(field(page, 'layers')).toHaveValue('2');
  await expect(field(page, 'dModel')).toHaveValue('32');
  await expect(field(page, 'length')).toHaveValue('24');
  await button(page, 'Train the task').click();
  await expect.poll(() => accuracyOf(page), { timeout: 20_000 }).toBeGreaterThan(95);
  await expect(said(page, 'Done: 500 steps.')).toBeVisible({ timeout: 20_000 });
  for (const name of ['Step', 'Loss', 'Accuracy', 'Steps per second', 'Time', 'Estimated time left'])
    await expect(section(page).getByText(name, { exact: true }).first()).toBeVisible();
  await expect(section(page).getByRole('slider', { name: /^Loss after each step/ })).toHaveAttribute(
    'aria-valuetext',
    /^step 500: .*0\.0/,
  );
  await expect(fact(page, 'Step')).toHaveText('500 of 500');
  await keep(page, 'task-run', { fullPage: true });
  expect(await findings(page)).toEqual([]);
  await field(page, 'layers').fill('1');
  await expect(said(page, /The controls have changed/)).toBeVisible();
  await button(page, 'Restart').click();
  await expect(said(page, 'Done: 500 steps.')).toBeVisible({ timeout: 20_000 });
  expect(await accuracyOf(page)).toBeLessThan(60);
});

test('a refused value is explained beside its control, with the value and the limit', async ({ page, open }) => {
  test.setTimeout(90_000);
  await opened(page, open);
  const wrong = async (key: string, value: string, why: RegExp): Promise<void> => {
    const before = await field(page, key).inputValue();
    await field(page, key).fill(value);
    await expect(trouble(page, key)).toHaveText(why, begun);
    await expect(button(page, 'Train the task')).toBeDisabled();
    await field(page, key).fill(before);
    await expect(trouble(page, key)).toHaveText('');
    await expect(button(page, 'Train the task')).toBeEnabled();
  };
  await wrong('learningRate', '0', /is 0; it must be greater than 0 and at most 100/);
  await wrong('learningRate', '-1', /is -1; it must be greater than 0 and at most 100/);
  await wrong('learningRate', '1e6', /is 1000000; it must be .* at most 100/);
  await wrong('heads', '3', /d_model 32.*3 heads/);
  await wrong('length', '600', /600.*512/);
  await wrong('length', '2', /2.*4/);
  await wrong('vocabulary', '5', /24.*12.*5/);
  await wrong('layers', '7', /7.*6/);
  await wrong('dModel', '0', /0/);
  await wrong('feedForward', '1.5', /1\.5/);
  await wrong('batch', '2000', /2000.*1024/);
  await wrong('seed', '-1', /-1/);
  await wrong('steps', '0', /0.*whole number from 1 to 1000000/);
  await wrong('clip', '0', /0; it must be a number greater than 0/);
  await wrong('warmup', '-2', /-2/);
  await wrong('weightDecay', '2', /2; it must be from 0 to 1/);
  await section(page)
    .getByRole('checkbox', { name: /cosine/ })
    .check();
  await wrong('warmup', '500', /^Warm-up steps is 500; with cosine decay it must be less than Steps, which is 500$/);
  // A text that is not a number changes nothing.
  await field(page, 'learningRate').fill('fast');
  await expect(trouble(page, 'learningRate')).toHaveText(/fast/);
});

test('every task has a description, an example and a run; its choices come back with it', async ({ page, open }) => {
  test.setTimeout(90_000);
  await opened(page, open);
  const tasks = [
    ['Copy', /repeat them after/],
    ['Reverse', /backwards/],
    ['Previous token', /the one before it/],
    ['Induction', /followed last time/],
    ['Sort', /alphabetical/],
    ['Count', /how many times/],
    ['Brackets', /closes the open bracket/],
    ['Modular addition', /add them/],
    ['Recall', /its number/],
    ['Text', /the next/],
  ] as const;
  await field(page, 'length').fill('20');
  for (const [name, about] of tasks) {
    await field(page, 'task').selectOption(name);
    await expect(section(page).locator('.task-about')).toHaveText(about);
    await expect(section(page).locator('.task-example')).toBeVisible(begun);
    await field(page, 'steps').fill('3');
    const restart = button(page, 'Restart');
    await (name === 'Copy' ? button(page, 'Train the task') : restart).click();
    await expect(said(page, 'Done: 3 steps.')).toBeVisible(begun);
  }
  await field(page, 'task').selectOption('Induction');
  await expect(field(page, 'length')).toHaveValue('20');
});

test('a text of one character is too short, and one of too many too long', async ({ page, open }) => {
  await opened(page, open);
  await field(page, 'task').selectOption('Text');
  await field(page, 'text').fill('x');
  await expect(trouble(page, 'text')).toHaveText(/The text has 1 characters; length 24 needs at least 25/, begun);
  await field(page, 'text').fill('ab '.repeat(33_334));
  await expect(trouble(page, 'text')).toHaveText(/100002 characters; the limit is 100000/, begun);
  await field(page, 'text').fill('ab '.repeat(33_333));
  await expect(trouble(page, 'text')).toHaveText('', begun);
  await field(page, 'steps').fill('50');
  await button(page, 'Train the task').click();
  await expect(said(page, 'Done: 50 steps.')).toBeVisible(begun);
  expect(await accuracyOf(page)).toBeGreaterThan(60);
});

test('a run pauses, takes single steps, restarts with another seed, and pauses when the tab is hidden', async ({
  page,
  open,
}) => {
  await opened(page, open);
  await field(page, 'steps').fill('100000');
  await button(page, 'One step').click();
  await expect.poll(() => stepOf(page), begun).toBe(1);
  const first = await fact(page, 'Loss').textContent();
  await button(page, 'One step').click();
  await expect.poll(() => stepOf(page)).toBe(2);
  await button(page, 'Go on').click();
  await expect.poll(() => stepOf(page)).toBeGreaterThan(20);
  await button(page, 'Pause').click();
  await expect(said(page, 'Paused.')).toBeVisible();
  const paused = await pausedStep(() => stepOf(page));
  await button(page, 'One step').click();
  await expect.poll(() => stepOf(page)).toBe(paused + 1);
  await button(page, 'Another seed').click();
  await expect(field(page, 'seed')).toHaveValue('4');
  // The new run begins at step 0.
  await expect.poll(() => stepOf(page), { ...begun, intervals: [20] }).toBeLessThan(paused);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(said(page, 'Paused, because you left the tab.')).toBeVisible();
  await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'));
  // The same seed begins the same run.
  await field(page, 'seed').fill('3');
  await button(page, 'Restart').click();
  await button(page, 'Pause').click();
  await field(page, 'steps').fill('1');
  await button(page, 'Restart').click();
  await expect(said(page, 'Done: 1 step.')).toBeVisible(begun);
  expect(await fact(page, 'Loss').textContent()).toBe(first);
  await showScreen(page, 'Watch');
  await expect.poll(() => page.workers().length).toBe(0);
});

test('a loss that is not finite stops the run, with the reason and the last finite state', async ({ page, open }) => {
  await opened(page, open);
  await field(page, 'feedForward').fill('32');
  await field(page, 'optimizer').selectOption('SGD with momentum');
  await field(page, 'learningRate').fill('100');
  await field(page, 'clip').fill('');
  await field(page, 'warmup').fill('0');
  await button(page, 'Train the task').click();
  await expect(said(page, /^Stopped: .*the loss is no number; the learning rate is 100/)).toBeVisible(begun);
  await expect(fact(page, 'Loss')).toHaveText(/\d/);
  await expect(fact(page, 'Loss')).not.toHaveText(/NaN/);
  await expect(button(page, 'Open the model in the page')).toBeEnabled();
});

test('after a lost worker the last snapshot is shown, and “Go on” continues from it', async ({ page, open }) => {
  test.setTimeout(60_000);
  const endWorkers = await workersEnder(page);
  await opened(page, open);
  await field(page, 'steps').fill('100000');
  await button(page, 'Train the task').click();
  await expect.poll(() => stepOf(page), begun).toBeGreaterThan(100);
  await endWorkers();
  await expect(said(page, /^The browser ended the training/)).toBeVisible({ timeout: 15_000 });
  const kept = await stepOf(page);
  expect(kept).toBeGreaterThan(50);
  await button(page, 'Go on').click();
  await expect.poll(() => stepOf(page), begun).toBeGreaterThan(kept);
  await expect(said(page, 'Training.')).toBeVisible();
});

test('a refused choice keeps the run, even if “Restart” is pressed before the answer', async ({ page, open }) => {
  await opened(page, open);
  await field(page, 'steps').fill('30');
  await button(page, 'Train the task').click();
  await expect(said(page, 'Done: 30 steps.')).toBeVisible(begun);
  const loss = await fact(page, 'Loss').textContent();
  const heads = field(page, 'heads');
  await heads.focus();
  // In one task of the page, so that the button is pressed before the check is answered.
  await button(page, 'Restart').evaluate((restart) => {
    const input = document.querySelector('#task-a-heads-input');
    if (!(input instanceof HTMLInputElement) || !(restart instanceof HTMLButtonElement))
      throw new Error('No such controls.');
    input.value = '3';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    restart.click();
  });
  await expect(trouble(page, 'heads')).toHaveText(/d_model 32.*3 heads/, begun);
  await expect(said(page, 'Done: 30 steps.')).toBeVisible();
  expect(await fact(page, 'Loss').textContent()).toBe(loss);
  await heads.fill('4');
  await button(page, 'Restart').click();
  await expect.poll(() => fact(page, 'Loss').textContent(), begun).not.toBe(loss);
  await expect(said(page, 'Done: 30 steps.')).toBeVisible(begun);
});

test('each of two running models is drawn at most once a frame', async ({ page, open }) => {
  await opened(page, open);
  await field(page, 'steps').fill('200');
  await button(page, 'Compare with a second run').click();
  await expect(said(page, /numbers to train/)).toHaveCount(2, begun);
  expect(await drawingsInAFrame(section(page), 'Train the task', 'Done: 200 steps.')).toBeLessThanOrEqual(2);
});
