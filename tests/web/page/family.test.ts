import type { Page } from '@playwright/test';
import type { Scene } from '../../../web/scene/types.ts';
import { box, check, choice, controls, names, openGroup, radio } from '../support/controls.ts';
import { bits, problems, rows, scene, settled } from '../support/page.ts';
import { drawn, whole } from '../support/scenes.ts';
import { expect, test } from '../support/test.ts';

interface Control {
  readonly name: string;
  /** The group of the control. Without it, the control is visible. */
  readonly group?: string;
  readonly from?: Scene;
  readonly act: (page: Page) => Promise<unknown>;
  /** Steps that the change adds. */
  readonly steps?: readonly string[];
  /** The tensors that the change changes. */
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
      .getByRole('button', { name: /^Increase: How many tokens after/ })
      .click();
    await settled(page);
    expect(await seen()).toEqual([1, 1, 0, 0, 0, 1]);
  });

  test('a painted mask starts as the current mask, and follows the sentence', async ({ show }) => {
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

  test('layers are added one by one, up to six', async ({ show }) => {
    const page = await show(whole(drawn));
    await openGroup(page, 'block');
    const more = controls(page).getByRole('button', { name: 'Increase: Layers, 1 to 6' });
    for (let layers = 2; layers <= 6; layers += 1) await more.click();
    await settled(page);
    expect((await scene(page)).layers).toBe(6);
    await expect(more).toBeDisabled();
    await expect(page.locator('#all-heads').getByRole('option', { name: /^Layer \d/ })).toHaveCount(12);
  });
});

test.describe('a choice also sets what it needs', () => {
  test('RoPE and ALiBi have two conventions each, and the default is left out of the scene', async ({ show }) => {
    const page = await show(whole({ ...drawn, positions: { kind: 'rope' } }));
    await openGroup(page, 'positions');
    await radio(page, 'Pairs', 'Halves').check();
    expect(await scene(page)).toMatchObject({ positions: { kind: 'rope', pairs: 'halves' } });
    await radio(page, 'Pairs', 'Adjacent').check();
    expect((await scene(page)).positions).toEqual({ kind: 'rope' });
    await choice(page, 'Kind of positions').selectOption('alibi');
    await radio(page, 'Slopes', 'Paper’s code').check();
    expect((await scene(page)).positions).toEqual({ kind: 'alibi', slopes: 'reference' });
  });
  test('RoPE makes an odd d_k even', async ({ show }) => {
    const page = await show(whole({ ...drawn, parameters: { kind: 'random', init: 'xavier', seed: 1, dK: 3, dV: 3 } }));
    await openGroup(page, 'positions');
    await choice(page, 'Kind of positions').selectOption('rope');
    await settled(page);
    await expect(problems(page)).toHaveCount(0);
    expect(await scene(page)).toMatchObject({ parameters: { dK: 4, dV: 3 }, positions: { kind: 'rope' } });
  });

  test('a residual adds w_o if the widths differ', async ({ show }) => {
    const page = await show(whole({ ...drawn, parameters: { kind: 'random', init: 'xavier', seed: 1, dK: 3, dV: 3 } }));
    await openGroup(page, 'block');
    await check(page, 'Residual: the input is added to the output').check();
    await settled(page);
    await expect(problems(page)).toHaveCount(0);
    await expect(check(page, 'w_o, the output projection')).toBeChecked();
  });

  test('a head that needs positions adds them', async ({ show }) => {
    const page = await show();
    await check(page, 'previous token').check();
    await settled(page);
    await expect(problems(page)).toHaveCount(0);
    expect((await scene(page)).positions).toMatchObject({ kind: 'sinusoidal', join: 'concat' });
    await expect(page.locator('#group-positions')).toHaveAttribute('open', '');
  });
});

test.describe('an error is beside its control, and opens its group', () => {
  const wrong: readonly (readonly [string, Scene, string, string, RegExp])[] = [
    [
      'clip',
      { ...drawn, positions: { kind: 'relative', clip: 2 } },
      'Clip: larger distances share one row; empty: every distance has a row',
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
        // Beside its explanation.
        const described = (await field.getAttribute('aria-describedby'))?.split(' ');
        expect(described).toContain(await problems(page).getAttribute('id'));
      }
      expect(await bits(page, 'weights')).toEqual(before);
    });
  }

  test('a closed group opens for it', async ({ show }) => {
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
