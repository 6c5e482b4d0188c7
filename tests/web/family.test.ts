import type { Locator, Page } from '@playwright/test';
import type { Scene } from '../../web/scene/types.ts';
import { bits, numbers, problems, rows, scene, settled } from './support/page.ts';
import { drawn, whole } from './support/scenes.ts';
import { expect, keep, test } from './support/test.ts';

const controls = (page: Page): Locator => page.locator('sa-controls');
const box = (page: Page, name: string | RegExp): Locator => controls(page).getByRole('textbox', { name, exact: true });
const choice = (page: Page, name: string): Locator => controls(page).getByRole('combobox', { name, exact: true });
const check = (page: Page, name: string | RegExp): Locator =>
  controls(page).getByRole('checkbox', { name, exact: true });
const radio = (page: Page, group: string, name: string): Locator =>
  controls(page).getByRole('group', { name: group, exact: true }).getByRole('radio', { name, exact: true });
const names = async (page: Page): Promise<readonly string[]> => Object.keys((await numbers(page)).tensors);

async function openGroup(page: Page, id: string): Promise<void> {
  const group = page.locator(`#group-${id}`);
  if ((await group.getAttribute('open')) === null) await group.locator('summary').click();
  await settled(page);
}

interface Control {
  readonly name: string;
  /** The group that it is in; without it, it is in sight. */
  readonly group?: string;
  readonly from?: Scene;
  readonly act: (page: Page) => Promise<unknown>;
  /** Steps that are there afterwards, and were not. */
  readonly steps?: readonly string[];
  /** What differs afterwards. */
  readonly changes: string;
  readonly part: (made: Scene) => unknown;
  readonly becomes: unknown;
}

const position = (kind: string, changes: string, steps: readonly string[]): Control => ({
  name: `positions ${kind}`,
  group: 'positions',
  act: (page) => choice(page, 'Kind of positions').selectOption(kind),
  changes,
  steps,
  part: (made) => made.positions?.kind,
  becomes: kind,
});

const score = (value: string, steps: readonly string[]): Control => ({
  name: `score ${value}`,
  act: (page) => choice(page, 'Score function, how a query is compared with a key').selectOption(value),
  changes: 'weights',
  steps,
  part: (made) => made.attention.score,
  becomes: value,
});

const mask = (name: string, becomes: unknown): Control => ({
  name: `mask ${name}`,
  act: (page) => radio(page, 'Mask', name).check(),
  changes: 'weights',
  steps: ['blocked', 'mask', 'masked'],
  part: (made) => made.attention.mask,
  becomes,
});

const family: readonly Control[] = [
  score('dot', []),
  score('additive', ['q_a', 'k_a']),
  score('general', ['q_a']),
  score('cosine', []),
  position('sinusoidal', 'q', ['p', 'x']),
  position('learned', 'q', ['x']),
  position('rope', 'scores', ['q_rotated', 'k_rotated']),
  position('alibi', 'weights', ['biased']),
  position('relative', 'weights', ['qe', 'skewed', 'relative', 'related']),
  mask('Padding', { kind: 'padding', length: 5 }),
  mask('Window', { kind: 'window', before: 1, after: 1 }),
  mask('Prefix', { kind: 'prefix', length: 2 }),
  {
    name: 'sparsemax',
    group: 'weights',
    act: (page) => radio(page, 'Normalizer', 'Sparsemax').check(),
    changes: 'weights',
    steps: ['support', 'threshold'],
    part: (made) => made.attention.normalizer,
    becomes: 'sparsemax',
  },
  {
    name: 'rounded weights',
    group: 'weights',
    act: (page) => choice(page, 'Round the weights before they are used, digits after the point').selectOption('1'),
    changes: 'z',
    steps: ['rounded'],
    part: (made) => made.attention.roundWeights,
    becomes: 1,
  },
  {
    name: 'residual',
    group: 'block',
    act: (page) => check(page, 'Residual: the input is added to the output').check(),
    changes: 'y',
    steps: ['y'],
    part: (made) => made.block?.residual,
    becomes: true,
  },
  {
    name: 'LayerNorm',
    group: 'block',
    act: (page) => radio(page, 'Norm', 'Layer').check(),
    changes: 'y',
    steps: ['mean_1', 'variance_1', 'y'],
    part: (made) => made.block?.norm,
    becomes: 'layer',
  },
  {
    name: 'RMSNorm',
    group: 'block',
    act: (page) => radio(page, 'Norm', 'RMS').check(),
    changes: 'y',
    steps: ['mean_square_1', 'y'],
    part: (made) => made.block?.norm,
    becomes: 'rms',
  },
  {
    name: 'feed-forward',
    group: 'block',
    act: (page) => check(page, 'Feed-forward network after attention').check(),
    changes: 'y',
    steps: ['hidden', 'y'],
    part: (made) => made.block?.feedForward,
    becomes: { width: 48, activation: 'relu' },
  },
  {
    name: 'position only',
    act: (page) => choice(page, 'Vectors').selectOption('zero'),
    changes: 'x0',
    steps: ['p', 'x'],
    part: (made) => [made.embedding.kind, made.positions?.kind],
    becomes: ['zero', 'sinusoidal'],
  },
];

test.describe('each control of the family', () => {
  for (const { name, group, from = drawn, act, steps = [], changes, part, becomes } of family) {
    test(`${name}: the scene, its steps and their numbers`, async ({ show }) => {
      const page = await show(whole(from));
      const [before, had] = [await bits(page, changes), await names(page)];
      if (group !== undefined) await openGroup(page, group);
      await act(page);
      await settled(page);
      await expect(problems(page)).toHaveCount(0);
      expect(part(await scene(page))).toEqual(becomes);
      expect(await bits(page, changes)).not.toEqual(before);
      const there = await names(page);
      for (const step of steps) {
        expect(had).not.toContain(step);
        expect(there).toContain(step);
        await expect(page.locator(`#step-${step}`)).toBeAttached();
      }
      // Every step says what it is.
      const texts = await page
        .locator('nav.pipeline a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('title')));
      expect(texts).not.toContain('A step of the computation.');
      await page.keyboard.press('Control+z');
      await settled(page);
      expect(await bits(page, changes)).toEqual(before);
    });
  }

  test('a mask’s numbers act at once', async ({ show }) => {
    const page = await show(
      whole({ ...drawn, attention: { heads: 2, mask: { kind: 'window', before: 1, after: 1 } } }),
    );
    const seen = async (): Promise<readonly number[]> => (await rows(page, 'blocked'))[2] ?? [];
    expect(await seen()).toEqual([1, 0, 0, 0, 1, 1]);
    await box(page, 'How many tokens before its own a query sees').fill('0');
    await settled(page);
    expect(await seen()).toEqual([1, 1, 0, 0, 1, 1]);
    await controls(page)
      .getByRole('button', { name: /^More: How many tokens after/ })
      .click();
    await settled(page);
    expect(await seen()).toEqual([1, 1, 0, 0, 0, 1]);
  });

  test('a painted mask begins with the mask on show, and follows the sentence', async ({ show }) => {
    const page = await show(whole({ ...drawn, attention: { heads: 2, mask: { kind: 'causal' } } }));
    const causal = await rows(page, 'blocked');
    await radio(page, 'Mask', 'Painted').check();
    await settled(page);
    expect(await rows(page, 'blocked')).toEqual(causal);
    const painter = page.locator('sa-mask-painter').getByRole('grid');
    await painter.getByRole('gridcell').nth(1).click();
    await settled(page);
    expect((await rows(page, 'blocked'))[0]).toEqual([0, 0, 1, 1, 1, 1]);
    await page.getByRole('textbox', { name: 'Sentence', exact: true }).fill('the cat sat on the mat again');
    await settled(page);
    await expect(problems(page)).toHaveCount(0);
    const followed = await rows(page, 'blocked');
    expect(followed[0]).toEqual([0, 0, 1, 1, 1, 1, 0]);
    expect(followed[6]).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  test('layers are added one by one, and end at six', async ({ show }) => {
    const page = await show(whole(drawn));
    await openGroup(page, 'block');
    const more = controls(page).getByRole('button', { name: 'More: Layers, 1 to 6' });
    for (let layers = 2; layers <= 6; layers += 1) await more.click();
    await settled(page);
    expect((await scene(page)).layers).toBe(6);
    await expect(more).toBeDisabled();
    await expect(page.getByRole('group', { name: 'Layer', exact: true }).first().getByRole('radio')).toHaveCount(6);
  });
});

test.describe('a press takes along what it needs', () => {
  test('RoPE makes an odd d_k even', async ({ show }) => {
    const page = await show(whole({ ...drawn, parameters: { kind: 'random', init: 'xavier', seed: 1, dK: 3, dV: 3 } }));
    await openGroup(page, 'positions');
    await choice(page, 'Kind of positions').selectOption('rope');
    await settled(page);
    await expect(problems(page)).toHaveCount(0);
    expect(await scene(page)).toMatchObject({ parameters: { dK: 4, dV: 3 }, positions: { kind: 'rope' } });
  });

  test('a residual brings w_o where the widths differ', async ({ show }) => {
    const page = await show(whole({ ...drawn, parameters: { kind: 'random', init: 'xavier', seed: 1, dK: 3, dV: 3 } }));
    await openGroup(page, 'block');
    await check(page, 'Residual: the input is added to the output').check();
    await settled(page);
    await expect(problems(page)).toHaveCount(0);
    await expect(check(page, 'w_o, the output projection')).toBeChecked();
  });

  test('a head that goes by places brings its positions', async ({ show }) => {
    const page = await show();
    await check(page, 'previous token').check();
    await settled(page);
    await expect(problems(page)).toHaveCount(0);
    expect((await scene(page)).positions).toMatchObject({ kind: 'sinusoidal', join: 'concat' });
    await expect(page.locator('#group-positions')).toHaveAttribute('open', '');
  });
});

test.describe('a problem stands beside its control, and opens its group', () => {
  const wrong: readonly (readonly [string, Scene, string, string, RegExp])[] = [
    [
      'clip',
      { ...drawn, positions: { kind: 'relative', clip: 2 } },
      'Clip: distances beyond share one row; empty: every distance has its own',
      '0',
      /0/,
    ],
    [
      'base',
      { ...drawn, positions: { kind: 'rope' } },
      'Base of the wavelengths; empty: 10000',
      '0.5',
      /base is 0\.5/i,
    ],
    [
      'padding',
      { ...drawn, attention: { heads: 2, mask: { kind: 'padding', length: 3 } } },
      'Length without padding: keys from here on are hidden',
      '9',
      /9.*6/,
    ],
    ['layers', { ...drawn, layers: 2 }, 'Layers, 1 to 6', '7', /7.*6/],
    [
      'd_ff',
      { ...drawn, block: { feedForward: { width: 8, activation: 'relu' } } },
      'd_ff, width of the feed-forward network',
      '0',
      /0/,
    ],
    [
      'odd d_k',
      { ...drawn, positions: { kind: 'rope' } },
      'd_k, width of a query and a key; empty: d_model / H',
      '3',
      /3/,
    ],
  ];
  for (const [name, from, label, typed, says] of wrong) {
    test(name, async ({ show }) => {
      const page = await show(whole(from));
      const before = await bits(page, 'weights');
      const field = box(page, label);
      await field.fill(typed);
      await settled(page);
      await expect(problems(page)).toHaveCount(1);
      await expect(problems(page)).toHaveText(says);
      await expect(problems(page)).toBeVisible();
      if (name !== 'odd d_k') {
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expect(field).toHaveAttribute('aria-describedby', (await problems(page).getAttribute('id')) ?? '');
      }
      expect(await bits(page, 'weights')).toEqual(before);
    });
  }

  test('a group that was closed opens for it', async ({ show }) => {
    const page = await show(whole({ ...drawn, positions: { kind: 'rope' } }));
    const group = page.locator('#group-positions');
    await group.locator('summary').click();
    await settled(page);
    await expect(group).not.toHaveAttribute('open');
    await box(page, 'd_k, width of a query and a key; empty: d_model / H').fill('3');
    await settled(page);
    await expect(group).toHaveAttribute('open', '');
    await expect(group.locator('.error:not(:empty)')).toBeVisible();
  });
});

test.describe('a second sentence', () => {
  test('gives the keys, and is typed in a box of its own', async ({ show }) => {
    const page = await show();
    await openGroup(page, 'encoder');
    await check(page, /^Cross-attention/).check();
    await settled(page);
    const second = page.getByRole('textbox', { name: 'Second sentence, for keys and values' });
    await expect(second).toHaveValue('The street was too wide');
    await second.fill('a king and his queen');
    await settled(page);
    const { tensors } = await numbers(page);
    expect(tensors['weights']?.shape).toEqual([3, 11, 5]);
    const keys = page.locator('sa-lines').getByRole('listbox', { name: 'keys' }).getByRole('option');
    await expect(keys).toHaveCount(5);
    await expect(keys.nth(4)).toContainText('queen');
    await expect(page.locator('.reading .key').first()).toHaveText(/^(?:a|king|and|his|queen)$/);
    const grid = page.locator('sa-attention sa-heatmap').getByRole('grid');
    await expect(grid).toHaveAttribute('aria-colcount', '5');
    await second.fill('');
    await settled(page);
    await expect(page.locator('#encoder-error')).not.toBeEmpty();
    await expect(second).toHaveAttribute('aria-invalid', 'true');
  });
});

test.describe('layers', () => {
  const stacked: Scene = { ...drawn, layers: 3, block: { residual: true, norm: 'layer' } };
  test('each has its own steps and numbers, by a switch and by links', async ({ show }) => {
    const page = await show(whole(stacked));
    expect(await names(page)).toContain('tokens');
    const first = await bits(page, 'weights');
    const y = await bits(page, 'y');
    await page.getByRole('group', { name: 'Layer', exact: true }).first().getByRole('radio', { name: '2' }).check();
    await settled(page);
    expect((await scene(page)).view?.layer).toBe(1);
    expect(await names(page)).not.toContain('tokens');
    expect((await names(page))[0]).toBe('x');
    // What the layer reads is what the one before gave.
    expect(await bits(page, 'x')).toEqual(y);
    expect(await bits(page, 'weights')).not.toEqual(first);
    const ids = await page.evaluate(() => Array.from(document.querySelectorAll('[id]'), ({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    await page.locator('#step-x .reads a').click();
    await expect(page.locator('#step-y h3')).toBeFocused();
    expect((await scene(page)).view?.layer).toBe(0);
    await page.getByRole('button', { name: 'On to layer 2' }).click();
    await expect(page.locator('#step-x h3')).toBeFocused();
  });

  test('a link names the layer; one that is not there is said', async ({ show }) => {
    const page = await show(whole({ ...stacked, view: { layer: 2 } }));
    await expect(
      page.getByRole('group', { name: 'Layer', exact: true }).first().getByRole('radio', { name: '3' }),
    ).toBeChecked();
    await show(whole({ ...stacked, view: { layer: 4 } }));
    await expect(page.getByRole('alert')).toContainText('layer 4');
  });
});

test.describe('a mistake', () => {
  test('stands beside the right way, counted, said and explained', async ({ show }) => {
    const page = await show(whole({ ...drawn, attention: { heads: 2, mask: { kind: 'causal' } } }));
    await openGroup(page, 'mistakes');
    const right = await bits(page, 'weights');
    await choice(page, 'Mistake to make on purpose').selectOption('mask-after-softmax');
    await settled(page);
    const compare = page.locator('sa-mistake');
    await expect(compare.getByRole('heading', { level: 2 })).toBeVisible();
    await expect(compare.locator('.why-wrong')).toContainText(/softmax/i);
    const weights = compare.locator('sa-compare').first();
    await expect(weights).toContainText('numbers differ');
    await expect(weights.locator('sa-matrix')).toHaveCount(2);
    expect(await bits(page, 'weights')).not.toEqual(right);
    // Rows that see little keep little.
    const sums = compare.getByRole('row');
    await expect(sums.nth(1).getByRole('cell').first()).toHaveText('1.0000');
    expect(Number(await sums.nth(1).getByRole('cell').nth(1).textContent())).toBeLessThan(0.9);
    await compare.getByRole('button', { name: 'Compute it right again' }).click();
    await settled(page);
    await expect(compare).toHaveCount(0);
    expect(await bits(page, 'weights')).toEqual(right);
  });

  test('that cannot be made here is not offered, and says why', async ({ show }) => {
    const page = await show(whole(drawn));
    await openGroup(page, 'mistakes');
    const select = choice(page, 'Mistake to make on purpose');
    const zero = select.locator('option[value="zero-mask"]');
    await expect(zero).toBeDisabled();
    await expect(zero).toContainText('needs a mask');
    await radio(page, 'Mask', 'Causal').check();
    await settled(page);
    await expect(zero).toBeEnabled();
    await select.selectOption('zero-mask');
    await settled(page);
    // Without its mask the mistake is none.
    await radio(page, 'Mask', 'None').check();
    await settled(page);
    await expect(problems(page)).toHaveCount(0);
    expect((await scene(page)).mistake).toBeUndefined();
  });

  test('numbers that are none are shown as such, never as 0', async ({ show }) => {
    const page = await show(
      whole({ ...drawn, attention: { heads: 2, score: 'dot', temperature: 0.005 }, mistake: 'overflow-softmax' }),
    );
    expect((await rows(page, 'weights')).flat().some(Number.isNaN)).toBe(true);
    await expect(page.locator('sa-attention sa-lines')).toContainText('NaN');
    await expect(page.locator('sa-mistake').getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('NaN');
    await expect(page.locator('sa-attention sa-heatmap')).toContainText('not a finite number');
    await keep(page, 'overflow-1280');
  });
});

test('the variances are the core’s, and the curves are there as a table', async ({ show }) => {
  const page = await show(whole(drawn));
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'scaled', exact: true }).click();
  await page.locator('#step-scaled .variances > summary').click();
  const panel = page.locator('#step-scaled sa-variance');
  await expect(panel).toBeVisible();
  const wanted = await page.evaluate(() => {
    const attention = document.querySelector('sa-attention');
    const trace: {
      variance(name: string): number;
      scoreVariances(): { readonly data: Float32Array };
    } = Reflect.get(Reflect.get(Object(attention), 'picture'), 'trace');
    return {
      of: ['q', 'k', 'scores', 'scaled'].map((name) => trace.variance(name).toFixed(2)),
      measured: Array.from(trace.scoreVariances().data, (value) => value.toFixed(2)),
    };
  });
  await expect(panel.locator('dd')).toHaveText(wanted.of);
  await panel.getByText('The curves as a table').click();
  await expect(panel.locator('tbody td:nth-child(2)')).toHaveText(wanted.measured);
  // Divided by √d_k, the variance is divided by d_k = 6.
  const [, , scores = '', scaled = ''] = wanted.of;
  expect(Number(scores) / 6).toBeCloseTo(Number(scaled), 1);
});

test('the weighted values follow the query, and add up to z', async ({ show }) => {
  const page = await show(whole({ ...drawn, attention: { heads: 2, weightedValues: true } }));
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'weighted', exact: true }).click();
  const picture = page.locator('#step-weighted sa-weighted');
  await expect(picture.getByRole('grid')).toHaveAttribute('aria-rowcount', '7');
  await expect(picture).toContainText('the (0)');
  await page.locator('sa-tokens').getByRole('option').nth(2).click();
  await settled(page);
  await expect(picture).toContainText('sat');
});

test('an example opens with what to look for, and leads back', async ({ show }) => {
  const page = await show();
  const before = await bits(page, 'weights');
  await page.getByRole('combobox', { name: 'Gallery' }).selectOption('across');
  await expect(page.getByRole('textbox', { name: 'Second sentence, for keys and values' })).toBeVisible();
  await settled(page);
  await expect(page.locator('.hint-line')).toContainText('puppy');
  await expect(problems(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await settled(page);
  expect(await bits(page, 'weights')).toEqual(before);
});
