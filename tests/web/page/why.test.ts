import type { Page } from '@playwright/test';
import type { Scene } from '../../../web/scene/types.ts';
import { findings } from '../support/axe.ts';
import { chooseLanguage, scene as current, openStep, problems, ready, settled } from '../support/page.ts';
import { whole } from '../support/scenes.ts';
import { expect, test } from '../support/test.ts';

/** Two layers with places, biases and a causal mask. */
const scene: Scene = {
  version: 1,
  tokens: ['the', 'cat', 'saw', 'it'],
  embedding: { kind: 'random', distribution: 'normal', seed: 3, dModel: 8 },
  positions: { kind: 'learned', seed: 2 },
  parameters: { kind: 'random', init: 'normal', seed: 4, biases: true, output: true },
  attention: { heads: 2, mask: { kind: 'causal' } },
  block: { residual: true },
  layers: 2,
  view: { screen: 'experiment', layer: 0, head: 1, focus: 3 },
};

const button = (page: Page) => page.getByRole('button', { name: 'Why this weight?' });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Why/ });
const parts = (page: Page) => dialog(page).getByRole('list', { name: 'The parts of the score' }).getByRole('listitem');
const radio = (page: Page, name: string) => dialog(page).getByRole('radio', { name, exact: true });

/** A number as it is printed on the page. */
const numberOf = (text: string | null): number => Number((text ?? '').replace('−', '-').replace('e−', 'e-'));

/** The parts as they are read, and the score below them. */
async function values(page: Page): Promise<{ readonly parts: readonly number[]; readonly score: number }> {
  const texts = await parts(page).locator('.value').allTextContents();
  const all = texts.map(numberOf);
  return { parts: all.slice(0, -1), score: all.at(-1) ?? Number.NaN };
}

test('a weight is taken apart in every way that its layer has, and the parts add up', async ({ show }) => {
  const page = await show(whole({ ...scene, view: { ...scene.view, digits: 6 } }));
  await button(page).click();
  for (const way of ['Words and places', 'Features', 'Dimensions']) {
    await radio(page, way).check();
    const shown = await values(page);
    expect(shown.parts.length).toBeGreaterThan(1);
    const sum = shown.parts.reduce((all, part) => all + part, 0);
    expect(Math.abs(sum - shown.score)).toBeLessThan(1e-4);
  }
  await expect(radio(page, 'The layer before')).toHaveCount(0);
});

test('in the second layer, parts lead to the first layer', async ({ show }) => {
  const page = await show(whole({ ...scene, view: { ...scene.view, layer: 1 } }));
  await button(page).click();
  await expect(radio(page, 'Words and places')).toHaveCount(0);
  await radio(page, 'Words behind the query').check();
  await expect(parts(page).filter({ hasText: 'head 1 from “cat”' })).toHaveCount(1);
  await dialog(page).getByRole('button', { name: 'Show the cell of head 1 from “cat”' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('.inspector .step-name')).toHaveText('weights');
  await expect(page.locator('.inspector .cell-sentence')).toContainText('“cat”');
});

test('what the query carries adds up from those who gave it', async ({ show }) => {
  const page = await show(whole({ ...scene, view: { ...scene.view, digits: 6 } }));
  await button(page).click();
  await radio(page, 'The result').check();
  const rows = dialog(page).locator('tbody tr');
  await expect(rows.last().getByRole('rowheader')).toHaveText('Together');
  const table = await rows.evaluateAll((all) =>
    all.map((row) => Array.from(row.querySelectorAll('td'), ({ textContent }) => textContent)),
  );
  // The first column has the weights.
  const numbers = table.map((row) => row.slice(1).map((text) => numberOf(text.trim())));
  const total = numbers.at(-1) ?? [];
  expect(total.length).toBeGreaterThan(1);
  for (const [column, number] of total.entries()) {
    const sum = numbers.slice(0, -1).reduce((all, row) => all + (row[column] ?? 0), 0);
    expect(Math.abs(sum - number)).toBeLessThan(1e-4);
  }
});

test('a feature of the handmade table is named, and the keyboard opens and closes the panel', async ({ show }) => {
  const page = await show('#v=1');
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expect(parts(page).first()).toContainText('pronoun × animal');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();
});

test('the result is named by features, and all heads add up through the output matrix', async ({ show }) => {
  const page = await show('#v=1');
  await button(page).click();
  await radio(page, 'The result').check();
  await expect(dialog(page).getByRole('columnheader', { name: 'animal' })).toHaveCount(1);
  await expect(radio(page, 'head 1')).toHaveCount(0);
  await show(whole({ ...scene, view: { ...scene.view, digits: 6 } }));
  await button(page).click();
  await radio(page, 'The result').check();
  await expect(radio(page, 'head 2')).toBeChecked();
  const total = () => dialog(page).locator('tr.total td').allTextContents();
  const ofHead = await total();
  await radio(page, 'all 2 heads together').check();
  await expect(dialog(page).getByRole('rowheader', { name: 'bias' })).toHaveCount(1);
  expect(await total()).not.toEqual(ofHead);
});

test('numbers that are equally large are named together', async ({ show }) => {
  const x = [
    [0, 2, 2],
    [0, 2, 2],
  ];
  const page = await show(
    whole({
      ...scene,
      ...{ tokens: ['the', 'cat'], embedding: { kind: 'given', x }, parameters: { kind: 'identity' }, layers: 1 },
      ...{ attention: { heads: 1 }, positions: { kind: 'none' }, view: { screen: 'experiment', focus: 1 } },
    }),
  );
  await button(page).click();
  await radio(page, 'The result').check();
  await expect(dialog(page).locator('sa-why-gave p').first()).toContainText('is in number 2 and number 3.');
});

test('parts that are all 0 are not called the largest', async ({ show }) => {
  const { positions, ...bare } = scene;
  const page = await show(whole({ ...bare, embedding: { kind: 'zero', dModel: 8 }, parameters: { kind: 'identity' } }));
  await button(page).click();
  await expect(dialog(page)).toContainText('All 64 parts are 0.');
  await expect(dialog(page)).not.toContainText('largest');
});

test('it stays open when the window gets narrower or wider', async ({ show }) => {
  const page = await show(whole(scene));
  await button(page).click();
  await radio(page, 'The result').check();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(dialog(page).getByRole('columnheader')).toHaveCount(5);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(dialog(page).getByRole('columnheader')).toHaveCount(10);
  await expect(radio(page, 'The result')).toBeChecked();
});

test('a pair that the mask hides is explained in a sentence', async ({ show }) => {
  const page = await show(whole(scene));
  const grid = page.locator('#picture sa-heatmap').getByRole('grid');
  await ready(grid);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await button(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText('mask hides');
  await expect(parts(page)).toHaveCount(0);
  await radio(page, 'Remove a part').check();
  await expect(removed(page)).toHaveCount(4);
  await chooseRemoval(page, 'dimension');
  await expect(dialog(page).getByRole('status').first()).toContainText('mask hides');
  await expect(removed(page)).toHaveCount(0);
});

const removed = (page: Page) => dialog(page).locator('.removals tbody tr:not(.as-it-is)');
const chooseRemoval = (page: Page, kind: string) =>
  dialog(page).getByLabel('Remove', { exact: true }).selectOption(kind);

test('every part is removed, and the weight and the result are shown without it', async ({ show }) => {
  const page = await show(whole({ ...scene, view: { ...scene.view, layer: 1 } }));
  await button(page).click();
  await radio(page, 'Remove a part').check();
  await expect(removed(page)).toHaveCount(4);
  const asItIs = await dialog(page).locator('.as-it-is td').first().textContent();
  for (const [kind, count] of [
    ['head', 4],
    ['layer', 2],
    ['dimension', 4],
    ['feature', 8],
    ['positions', 1],
  ] as const) {
    await chooseRemoval(page, kind);
    await expect(removed(page)).toHaveCount(count);
    await expect(removed(page).locator('.problem')).toHaveCount(0);
    await expect(removed(page).first().locator('td')).toHaveCount(3);
  }
  expect(await removed(page).first().locator('td').first().textContent()).not.toBe(asItIs);
  await chooseRemoval(page, 'layer');
  await expect(removed(page).nth(1)).toContainText('its layer is gone');
  await chooseRemoval(page, 'word');
  await expect(removed(page)).toHaveCount(4);
  expect(await findings(page)).toEqual([]);
});

test('a part can be removed from the scene, and one undo brings it back', async ({ show }) => {
  const page = await show(whole({ ...scene, view: { ...scene.view, layer: 1 } }));
  const before = await current(page);
  for (const kind of ['word', 'head', 'layer', 'feature']) {
    await button(page).click();
    await radio(page, 'Remove a part').check();
    await chooseRemoval(page, kind);
    await removed(page)
      .nth(1)
      .getByRole('button', { name: /^Remove .+ from the scene$/ })
      .click();
    await expect(dialog(page)).toBeHidden();
    await settled(page);
    expect(await current(page)).not.toEqual(before);
    await expect(problems(page)).toHaveCount(0);
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
    await page.keyboard.press('Control+z');
    await settled(page);
    expect(await current(page)).toEqual(before);
  }
});

/** “the” gets two fifths. With a residual, what a head gives is added to what a word has. */
const withSink = (value: number): Scene => ({
  version: 1,
  tokens: ['the', 'cat', 'it'],
  embedding: {
    kind: 'given',
    x: [
      [0, 3],
      [2, 0],
      [2, 0],
    ],
  },
  parameters: {
    kind: 'given',
    wQ: [
      [0, 0],
      [0, 0],
    ],
    wK: [
      [0, 0],
      [0, 0],
    ],
    wV: [
      [0.01, 0],
      [0, value],
    ],
  },
  attention: { heads: 1 },
  block: { residual: true },
  view: { screen: 'experiment', focus: 2 },
});

test('a sentence says when a weight and its effect disagree', async ({ show }) => {
  const page = await show(whole(withSink(0)));
  await button(page).click();
  await radio(page, 'Remove a part').check();
  await expect(removed(page)).toHaveCount(3);
  await expect(dialog(page).getByRole('status').first()).toContainText(/“the” gets 33.% .* its value is nearly 0/);
  await show(whole(withSink(5)));
  await button(page).click();
  await radio(page, 'Remove a part').check();
  await expect(dialog(page).getByRole('status').first()).toContainText('Without “the”, the result changes most');
});

test('every part of the panel shows the rounded weight where the scene rounds', async ({ show }) => {
  const address =
    '#sentence=We+read+a+book&embedding=random.normal&seed=1&d=16&heads=2&round=1&screen=experiment&focus=1';
  const page = await show(address);
  await button(page).click();
  const onward = dialog(page).locator('.onward .value');
  const [unrounded, weight] = (await onward.allTextContents()).slice(-2);
  expect(weight).not.toBe(unrounded);
  const key =
    /^Why .*“(.+)”\D*$/.exec((await dialog(page).getByRole('heading').first().textContent()) ?? '')?.[1] ?? '';
  await radio(page, 'The result').check();
  const row = (name: string) => dialog(page).locator('tbody tr').filter({ hasText: name });
  await expect(row(key).locator('td').first()).toHaveText(weight ?? '');
  await radio(page, 'Remove a part').check();
  await expect(removed(page)).toHaveCount(4);
  await expect(dialog(page).locator('.as-it-is td').first()).toContainText(weight ?? '');
  await expect(row(`“${key}”`).locator('th .soft')).toHaveText(weight ?? '');
  await radio(page, 'The head’s matrices').check();
  await expect(dialog(page).getByRole('status').first()).toContainText(weight ?? '');
});

test('the only word cannot be removed, and a word that sees nothing else sees nothing', async ({ show }) => {
  const page = await show(whole({ ...scene, tokens: ['the'], view: { screen: 'experiment', layer: 0 } }));
  await button(page).click();
  await radio(page, 'Remove a part').check();
  await expect(removed(page).locator('.problem')).toContainText('only one word');
  await expect(dialog(page).locator('.as-it-is')).toContainText('100');
  await page.keyboard.press('Escape');
  await expect(page.locator('#picture sa-heatmap').getByRole('gridcell').first()).toBeVisible();
  await show(whole({ ...scene, view: { ...scene.view, focus: 0 } }));
  await button(page).click();
  await radio(page, 'Remove a part').check();
  await expect(removed(page).first()).toContainText('sees nothing');
});

test('the matrices of a head say what asks for what, and rotating q and k changes no weight', async ({ show }) => {
  const given = {
    kind: 'given',
    wQ: [
      [0.1, 0.2],
      [0.3, 0.4],
    ],
    wK: [
      [0.5, 0.6],
      [0.7, 0.8],
    ],
    wV: [
      [1, 0],
      [0, 2],
    ],
    wO: [
      [1, 1],
      [0, 3],
    ],
  } as const;
  const page = await show(whole({ ...withSink(0), parameters: given }));
  await button(page).click();
  await radio(page, 'The head’s matrices').check();
  await expect(dialog(page)).toContainText('feature 2 asks for feature 2 (0.53)');
  await expect(dialog(page)).toContainText('feature 2 is moved to feature 2 (6.00)');
  const [q, k] = [0, 1].map((row) => dialog(page).getByRole('table').locator('tr').nth(row));
  const said = dialog(page).getByRole('status').first();
  const [before, asItIs] = [await q?.textContent(), (await said.textContent())?.split('.')[1]];
  await radio(page, '90°').check();
  await expect(said).toContainText('Before the rotation');
  expect(await q?.textContent()).not.toBe(before);
  await expect(k ?? said).not.toHaveText('');
  expect((await said.textContent())?.split('.')[1]).toBe(asItIs);
  const [, change = ''] = /by more than (\S+)\.$/.exec((await said.textContent())?.trim() ?? '') ?? [];
  expect(numberOf(change)).toBeLessThan(1e-6);
  await expect(dialog(page)).toContainText('feature 2 asks for feature 2 (0.53)');
  expect(await findings(page)).toEqual([]);
});

test('the identity has no largest number', async ({ show }) => {
  const page = await show(whole({ ...withSink(0), parameters: { kind: 'identity' } }));
  await button(page).click();
  await radio(page, 'The head’s matrices').check();
  await expect(dialog(page)).toContainText('every feature asks for itself (1.00)');
  await expect(dialog(page)).toContainText('every feature keeps its place (1.00)');
  await expect(dialog(page)).not.toContainText('asks for feature');
});

test('scenes without such matrices say why', async ({ show }) => {
  const page = await show(whole({ ...scene, attention: { heads: 2, score: 'additive' } }));
  await button(page).click();
  await radio(page, 'The head’s matrices').check();
  await expect(dialog(page)).toContainText('do not meet in one matrix');
  await page.keyboard.press('Escape');
  await show(whole({ ...scene, positions: { kind: 'relative' } }));
  await button(page).click();
  await radio(page, 'The head’s matrices').check();
  await expect(dialog(page)).toContainText('cannot be rotated alone');
});

test('axe finds nothing in it, and it speaks Spanish', async ({ page, open }) => {
  await open(whole(scene));
  await button(page).click();
  await expect(parts(page).first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await chooseLanguage(page, 'Español');
  await page.getByRole('button', { name: '¿Por qué este peso?' }).click();
  await expect(page.getByRole('dialog', { name: /^Por qué/ })).toContainText('Puntuación');
});

test('on a narrow screen it opens from the strip of a pinned cell, and nothing scrolls sideways', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(whole(scene));
  await openStep(page, 'scaled');
  const grid = page.locator('#step-scaled sa-matrix').getByRole('grid').first();
  await ready(grid);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  // The arithmetic has the whole width.
  const strip = page.locator('.strip-body');
  const widthOf = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().width);
  await expect.poll(() => widthOf('.strip-body > sa-arithmetic')).toBe(await widthOf('.strip-body'));
  expect((await button(page).boundingBox())?.y).toBe((await strip.locator('.release').boundingBox())?.y);
  await button(page).click();
  await expect(parts(page).first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const beyond = (selector: string) =>
    page.locator(selector).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await beyond('dialog.why')).toBe(0);
  await radio(page, 'The result').check();
  expect(await beyond('dialog.why')).toBe(0);
  expect(await beyond('dialog.why .gave')).toBe(0);
  await radio(page, 'Remove a part').check();
  await expect(removed(page)).toHaveCount(4);
  expect(await beyond('dialog.why')).toBe(0);
  expect(await beyond('dialog.why .gave')).toBe(0);
  await radio(page, 'The head’s matrices').check();
  expect(await beyond('dialog.why')).toBe(0);
  expect(await beyond('dialog.why .gave')).toBe(0);
});
