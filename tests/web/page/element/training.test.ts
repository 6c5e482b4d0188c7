import type { Locator, Page } from '@playwright/test';
import { findings } from '../../support/axe.ts';
import { forget, log, openHost, ready } from '../../support/element-host.ts';
import { expect, keep, test } from '../../support/test.ts';

// `show="training"`: a scene that a reader can train in another page.

const link =
  '#sentence=We+read+a+book&embedding=random.normal&seed=1&d=8&parameters=random.xavier&parameters.seed=3&heads=1';
const model = JSON.stringify({
  version: 1,
  tokens: ['a', 'b', 'c', 'd'],
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 16, std: 0.3 },
  positions: { kind: 'learned', std: 0.3 },
  parameters: { kind: 'random', init: 'xavier', seed: 2, output: true },
  attention: { heads: 2, mask: { kind: 'causal' } },
  block: { residual: true },
});
const shows = (more: string, scene = link): string =>
  `<self-attention scene='${scene}' show="heatmap training" ${more}><p>A picture.</p></self-attention>`;
const element = (page: Page): Locator => page.locator('self-attention');
const button = (page: Page, name: string): Locator => element(page).getByRole('button', { name });
const status = (page: Page): Locator => element(page).locator('sa-element-training').getByRole('status');
/** The training module loads first. */
const begun = { timeout: 20_000 };

async function openTraining(page: Page, site: string, body: string): Promise<void> {
  await openHost(page, site, { body: `<main><h1>Host</h1>${body}</main>` });
  await ready(page);
  await expect(element(page).locator('sa-element-training')).toBeVisible();
}

/** The rows of the weights. */
const weights = (page: Page): Promise<string[][]> =>
  element(page)
    .getByRole('grid')
    .first()
    .evaluate((grid) =>
      Array.from(grid.querySelectorAll('[role="row"]'), (row) =>
        Array.from(row.querySelectorAll('[role="gridcell"]'), (cell) => cell.getAttribute('aria-label') ?? ''),
      ),
    );

test('it loads nothing until Train is pressed, and then shows what it learns', async ({ page, site }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await openTraining(page, site, shows(''));
  expect(fetched.filter((url) => /training-simd/.test(url))).toEqual([]);
  await forget(page);
  await button(page, 'Train').click();
  await expect(status(page)).toHaveText('Done: the weights match the target.', begun);
  expect(fetched.some((url) => /training-simd.*\.wasm/.test(url))).toBe(true);
  // The page gets one event, at the end.
  const told = (await log(page)).filter(([name]) => name === 'change');
  expect(told).toHaveLength(1);
  expect(told[0]?.[1]).toMatchObject({ scene: { sentence: 'We read a book', parameters: { kind: 'given' } } });
  await expect(element(page).getByRole('img', { name: /^Loss after each step/ })).toBeVisible();
  await keep(page, 'element-training', { fullPage: true });
  expect(await findings(page)).toEqual([]);
  await button(page, 'Restart').click();
  await expect(button(page, 'Train')).toBeEnabled();
  expect((await log(page)).filter(([name]) => name === 'change')).toHaveLength(2);
});

test('it trains the scene’s model on a task', async ({ page, site }) => {
  await openTraining(page, site, shows('training="#task=previous&length=6&vocabulary=6&steps=300"', model));
  await button(page, 'Train').click();
  await expect(status(page)).toHaveText('Done: all steps are taken.', begun);
  await expect(element(page).getByText('300 of 300')).toBeVisible();
  const right = await element(page).locator('sa-element-training dd').last().textContent();
  expect(Number.parseInt(right ?? '', 10)).toBeGreaterThan(90);
});

test('it pauses and goes on', async ({ page, site }) => {
  await openTraining(page, site, shows('training="#task=copy&steps=100000"', model));
  await button(page, 'Train').click();
  await button(page, 'Pause').click(begun);
  await expect(status(page)).toHaveText('Paused.');
  const step = element(page).getByText(/^\d+ of 100000$/);
  const before = await step.textContent();
  await button(page, 'Go on').click();
  await expect(step).not.toHaveText(before ?? '');
  await button(page, 'Pause').click();
  await expect(status(page)).toHaveText('Paused.');
});

test('a wrong attribute is explained, and the picture stays', async ({ page, site }) => {
  for (const [value, said] of [
    ['#tusk=copy', 'training names tusk; use one of: target, head'],
    ['#target=left', 'training names left; use one of: previous, itself, first'],
    ['#rate=fast', 'training: rate is fast; it must be a number'],
    ['#steps=0', 'training: steps is 0; it must be a whole number from 1 to 100000'],
    ['#rate=1=2', 'training: rate is 1=2; it must be a number'],
    ['#seed=2', 'training: seed has no effect with target; leave one out'],
    ['#batch=4', 'training: batch has no effect with target; leave one out'],
    ['#task=copy&head=1', 'training: head has no effect with task; leave one out'],
    ['#length=4', 'training: length has no effect with target; leave one out'],
    ['{', 'training is not JSON: {'],
    [
      '{"steps": {"toString": null}}',
      'training: steps is {"toString":null}; it must be a whole number from 1 to 100000',
    ],
    ['{"steps": 3, "steps": 4}', 'training has steps twice; give one'],
  ] as const) {
    await openHost(page, site, { body: shows(`training='${value}'`) });
    await expect(page.getByText(said)).toBeVisible();
    expect((await log(page)).map(([name]) => name)).toEqual(['error']);
  }
  // The core refuses this when training starts.
  await openTraining(page, site, shows('training="#rate=-1"'));
  await button(page, 'Train').click();
  await expect(status(page)).toContainText('the learning rate is -1', begun);
});

test('another scene ends the training, and readonly disables it', async ({ page, site }) => {
  await openTraining(page, site, shows('training="#rate=0.00001&steps=100000"'));
  await button(page, 'Train').click();
  await expect(button(page, 'Pause')).toBeEnabled(begun);
  await element(page).evaluate((one) => one.setAttribute('sentence', 'We wrote a book'));
  await expect(button(page, 'Train')).toBeEnabled();
  expect((await weights(page)).length).toBeGreaterThan(0);
  await element(page).evaluate((one) => one.toggleAttribute('readonly', true));
  await expect(button(page, 'Train')).toBeDisabled();
});

test('it is in Spanish in a Spanish text', async ({ page, site }) => {
  await openTraining(page, site, `<div lang="es">${shows('')}</div>`);
  await expect(button(page, 'Entrenar')).toBeVisible();
});
