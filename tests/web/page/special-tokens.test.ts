import type { Page } from '@playwright/test';
import type { Scene } from '../../../web/scene/types.ts';
import { sceneModule } from '../support/package.ts';
import { alive, bits, chips, command, rows, scene, sentence, settled } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

const linkTo = async (scene: Scene): Promise<string> => `#${(await sceneModule()).encodeScene(scene)}`;

const tokens = ['[CLS]', 'it', '[SEP]', 'is'];
const model = (layer: object, attention: Partial<Scene['attention']> = {}): Scene =>
  ({
    version: 1,
    tokens,
    embedding: { kind: 'qkv', layers: [layer] },
    parameters: { kind: 'none' },
    attention: { heads: 1, ...attention },
    view: { screen: 'experiment', focus: 3 },
  }) as Scene;
const box = (page: Page) => page.getByRole('checkbox', { name: /special tokens: \[CLS\] \[SEP\]/ });
const close = (found: readonly (readonly number[])[], expected: readonly (readonly number[])[]): void => {
  expect(found.map((row) => row.length)).toEqual(expected.map((row) => row.length));
  for (const [at, row] of expected.entries())
    for (const [index, value] of row.entries()) expect(found[at]?.[index]).toBeCloseTo(value, 6);
};

test('special tokens of a model are marked, left out and put back', async ({ show }) => {
  const page = await show(
    await linkTo(
      model(
        {
          weights: [
            [1, 0, 0, 0],
            [0.5, 0.25, 0, 0.25],
            [0.25, 0.25, 0.25, 0.25],
            [0.4, 0.1, 0.2, 0.3],
          ],
        },
        { score: 'weights' },
      ),
    ),
  );
  await alive(page);
  await expect(page.locator('sa-tokens .special')).toHaveText([/\[CLS\].*special token/, /\[SEP\].*special token/]);
  // The chips are the tokens of the model: no other sentence has its numbers.
  await expect(sentence(page)).toHaveCount(0);
  const before = await bits(page, 'weights');
  await box(page).check();
  await expect(chips(page)).toHaveText([/^it/, /^is/]);
  await settled(page);
  close(await rows(page, 'weights'), [
    [0.5, 0.5],
    [0.25, 0.75],
  ]);
  expect((await scene(page)).view?.focus).toBe(1);
  await expect(box(page)).toBeChecked();
  await box(page).uncheck();
  await expect(chips(page)).toHaveCount(4);
  await settled(page);
  expect(await bits(page, 'weights')).toEqual(before);
  expect((await scene(page)).view?.focus).toBe(3);
});

test('softmax runs over the tokens that are left, and a painted mask keeps its cells', async ({ show }) => {
  const visible = [
    [1, 0, 0, 0],
    [0, 1, 1, 1],
    [1, 1, 1, 1],
    [1, 1, 0, 1],
  ];
  const layer = {
    q: [[1], [0.5], [-1], [2]],
    k: [[0.1], [0.2], [0.3], [0.4]],
    v: [[1], [2], [3], [4]],
  };
  const page = await show(await linkTo(model(layer, { mask: { kind: 'painted', visible: visible as (0 | 1)[][] } })));
  await alive(page);
  const before = await bits(page, 'weights');
  await box(page).check();
  await expect(chips(page)).toHaveCount(2);
  await settled(page);
  const softmax = (row: readonly number[]): readonly number[] => {
    const sum = row.reduce((total, score) => total + Math.exp(score), 0);
    return row.map((score) => Math.exp(score) / sum);
  };
  close(await rows(page, 'weights'), [softmax([0.5 * 0.2, 0.5 * 0.4]), softmax([2 * 0.2, 2 * 0.4])]);
  await page.getByRole('textbox', { name: /^Temperature/ }).fill('2');
  await settled(page);
  close(await rows(page, 'weights'), [softmax([0.25 * 0.2, 0.25 * 0.4]), softmax([0.2, 0.4])]);
  // The temperature stays when the tokens return.
  await box(page).uncheck();
  await expect(chips(page)).toHaveCount(4);
  await settled(page);
  const { attention } = await scene(page);
  expect(attention.temperature).toBe(2);
  expect(attention.mask).toEqual({ kind: 'painted', visible });
  expect(await bits(page, 'weights')).not.toEqual(before);
  await command(page, 'Undo');
  await expect(chips(page)).toHaveCount(2);
});

test('without special tokens there is nothing to leave out', async ({ show }) => {
  const given = model({ weights: [[1]] }, { score: 'weights' });
  const page = await show(await linkTo({ ...given, tokens: ['[CLS]'], view: { screen: 'experiment' } }));
  await alive(page);
  await expect(page.locator('sa-tokens .special')).toHaveCount(1);
  await expect(page.getByRole('combobox', { name: 'Vectors' })).toBeVisible();
  await settled(page);
  await expect(page.getByRole('checkbox', { name: /special tokens/ })).toHaveCount(0);
});
