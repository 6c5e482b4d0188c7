import type { Locator, Page } from '@playwright/test';
import { engine } from '../support/engine.ts';
import { cellNames, fragment, numbers, painted, press, problems, scene, sentence, settled } from '../support/page.ts';
import { expect, test } from '../support/test.ts';
import { TAKEN_AWAY } from '../support/watch.ts';

const box = (page: Page, name: string | RegExp): Locator =>
  page.locator('sa-controls').getByRole('textbox', { name, exact: true });
const choice = (page: Page, name: string): Locator => page.locator('sa-controls').getByRole('combobox', { name });
const check = (page: Page, name: string): Locator =>
  page.locator('sa-controls').getByRole('checkbox', { name, exact: true });
const button = (page: Page, name: string): Locator => page.locator('sa-controls').getByRole('button', { name });

interface Control {
  readonly name: string;
  /** Where to start. By default, the default scene. */
  readonly from?: string;
  readonly act: (page: Page) => Promise<unknown>;
  /** The tensors that the change changes. */
  readonly changes: 'tokens' | 'x0' | 'q' | 'v' | 'weights' | 'output';
}

const drawn = '#embedding=random.normal&seed=7&d=16&heads=4';
const heads = 'Number of heads, H';

const controls: readonly Control[] = [
  { name: 'number of heads, typed', act: (page) => box(page, heads).fill('2'), changes: 'weights' },
  { name: 'one head less', act: (page) => button(page, `Decrease: ${heads}`).click(), changes: 'weights' },
  { name: 'one head more', from: drawn, act: (page) => button(page, `Increase: ${heads}`).click(), changes: 'weights' },
  {
    name: 'a head made by hand',
    act: (page) => page.getByRole('group', { name: 'Heads made by hand' }).getByRole('checkbox').first().uncheck(),
    changes: 'weights',
  },
  {
    name: 'key/value heads',
    from: drawn,
    act: (page) => choice(page, 'K/V heads: key and value heads, each shared by a group of heads').selectOption('2'),
    changes: 'weights',
  },
  {
    name: 'division by √d_k',
    act: (page) => choice(page, 'Score function, how a query is compared with a key').selectOption('dot'),
    changes: 'weights',
  },
  { name: 'mask', act: (page) => page.getByRole('radio', { name: 'Causal' }).check(), changes: 'weights' },
  { name: 'temperature, typed', act: (page) => box(page, 'Temperature').fill('0.5'), changes: 'weights' },
  {
    name: 'temperature, dragged',
    act: (page) => page.getByRole('slider', { name: 'Temperature' }).press('ArrowRight'),
    changes: 'weights',
  },
  { name: 'softcap', act: (page) => box(page, 'Softcap, 0 is off').fill('1'), changes: 'weights' },
  ...['oneHot', 'normal', 'uniform'].map(
    (kind): Control => ({
      name: `embedding ${kind}`,
      act: (page) => choice(page, 'Vectors').selectOption(kind),
      changes: 'x0',
    }),
  ),
  {
    name: 'embedding by the meaning table',
    from: drawn,
    act: (page) => choice(page, 'Vectors').selectOption('table'),
    changes: 'x0',
  },
  {
    name: 'seed of the embedding',
    from: drawn,
    act: (page) => box(page, 'Seed of the vectors').fill('8'),
    changes: 'x0',
  },
  {
    name: 're-roll of the embedding',
    from: drawn,
    act: (page) => button(page, 'Re-roll the vectors').click(),
    changes: 'x0',
  },
  { name: 'd_model', from: drawn, act: (page) => box(page, 'd_model, numbers in a vector').fill('32'), changes: 'x0' },
  ...['identity', 'xavier', 'kaiming', 'normal', 'uniform'].map(
    (kind): Control => ({
      name: `parameters ${kind}`,
      act: (page) => choice(page, 'Source').selectOption(kind),
      changes: 'weights',
    }),
  ),
  {
    name: 'parameters made by hand',
    from: '#parameters=identity&heads=1',
    act: (page) => choice(page, 'Source').selectOption('handmade'),
    changes: 'weights',
  },
  {
    name: 'seed of the parameters',
    from: drawn,
    act: (page) => box(page, 'Seed of the parameters').fill('8'),
    changes: 'weights',
  },
  {
    name: 're-roll of the parameters',
    from: drawn,
    act: (page) => button(page, 'Re-roll the parameters').click(),
    changes: 'weights',
  },
  { name: 'd_k', from: drawn, act: (page) => box(page, /^d_k/).fill('5'), changes: 'q' },
  { name: 'd_v', from: drawn, act: (page) => box(page, /^d_v/).fill('5'), changes: 'v' },
  {
    name: 'biases',
    from: '#embedding=random.normal&seed=7&d=16&biases=no',
    act: (page) => check(page, 'Biases').check(),
    changes: 'q',
  },
  {
    name: 'w_o',
    from: drawn,
    act: (page) => check(page, 'w_o, the output projection').check(),
    changes: 'output',
  },
  { name: 'lower-casing', act: (page) => check(page, 'Lower-case the words').uncheck(), changes: 'tokens' },
  {
    name: 'punctuation',
    from: '#sentence=It,+and+that.',
    act: (page) => check(page, 'Keep punctuation as tokens').check(),
    changes: 'tokens',
  },
];

for (const { name, from, act, changes } of controls) {
  test(`${name} acts at once`, async ({ show }) => {
    const page = await show(from);
    const before = await numbers(page);
    await act(page);
    await settled(page);
    const after = await numbers(page);
    if (changes === 'tokens') expect(after.tokens).not.toEqual(before.tokens);
    else expect(after.tensors[changes]).not.toEqual(before.tensors[changes]);
    await expect(problems(page)).toHaveCount(0);
  });
}

test('digits change what is shown and no number', async ({ show }) => {
  const page = await show('#sentence=We+read+a+book');
  const before = await numbers(page);
  await box(page, 'Digits after the point').fill('5');
  await settled(page);
  expect(await numbers(page)).toEqual(before);
  const names = await cellNames(page, page.locator('sa-heatmap').getByRole('grid'));
  expect(names[0]?.[0]).toMatch(/: 0\.\d{5}$/);
});

test('choosing a head shows it and computes nothing', async ({ show }) => {
  const page = await show();
  const [before, shown] = [await numbers(page), await painted(page)];
  await page.locator('#all-heads').getByRole('option').nth(1).click();
  await settled(page);
  expect(await numbers(page)).toEqual(before);
  const after = await painted(page);
  expect(after.heatmap).not.toBe(shown.heatmap);
  expect(after.lines).not.toBe(shown.lines);
});

test('a causal mask hides every later key, exactly', async ({ show }) => {
  const page = await show('#mask=causal');
  const hidden = await page.evaluate(() => {
    const panel = document.querySelector<import('../support/page.ts').AttentionElement>('sa-attention');
    const { shape, data } = panel?.result.tensor('weights') ?? { shape: [0, 0, 0], data: [] };
    const [size = 0] = shape.slice(-1);
    return Array.from(data).every((value, at) => at % size <= Math.floor(at / size) % size || value === 0);
  });
  expect(hidden).toBe(true);
});

test('a choice never lands in an error: each embedding with each source', async ({ show }) => {
  const page = await show();
  for (const vectors of ['table', 'oneHot', 'normal', 'uniform']) {
    await choice(page, 'Vectors').selectOption(vectors);
    for (const source of ['handmade', 'identity', 'xavier', 'kaiming', 'normal', 'uniform']) {
      await choice(page, 'Source').selectOption(source);
      await settled(page);
      await expect(problems(page), `${vectors}, ${source}`).toHaveCount(0);
    }
  }
});

test('Start again returns to the start', async ({ show }) => {
  const page = await show();
  const [start, picture, controlsText] = [
    await numbers(page),
    await painted(page),
    await page.locator('sa-controls').ariaSnapshot(),
  ];
  await choice(page, 'Vectors').selectOption('normal');
  await box(page, heads).fill('2');
  await box(page, 'Temperature').fill('3');
  await page.getByRole('radio', { name: 'Causal' }).check();
  await sentence(page).fill('Something else entirely');
  expect(await fragment(page)).not.toBe('');
  await press(page, 'Start again');
  await page.mouse.move(0, 0);
  await settled(page);
  expect(await numbers(page)).toEqual(start);
  expect(await painted(page)).toEqual(picture);
  expect(await page.locator('sa-controls').ariaSnapshot()).toBe(controlsText);
  expect(await fragment(page)).toBe('#v=1');
});

test('a number box keeps the typed text and explains what is not a number', async ({ show }) => {
  const page = await show();
  const before = await scene(page);
  const temperature = box(page, 'Temperature');
  for (const [typed, why] of [
    ['abc', '“abc” is not a number.'],
    ['1,5', 'Write a point instead'],
    ['1e999', 'too large'],
    ['', 'Type a number.'],
  ] as const) {
    await temperature.fill(typed);
    await expect(temperature).toHaveValue(typed);
    await expect(temperature).toHaveAttribute('aria-invalid', 'true');
    await expect(problems(page)).toContainText(why);
    expect(await scene(page)).toEqual(before);
  }
});

test('the arrow keys step a number', async ({ show }) => {
  const page = await show(drawn);
  await box(page, heads).press('ArrowUp');
  await expect(box(page, heads)).toHaveValue('8');
  await box(page, heads).press('ArrowDown');
  await expect(box(page, heads)).toHaveValue('4');
});

test('controls that cannot be loaded say so, and load on the next try', async ({ page, open, watch }) => {
  watch.expect(new RegExp(`request failed: .*mask-painter-.*${TAKEN_AWAY.source}`));
  watch.expect(
    engine === 'firefox' ? /console error: .*(mask-painter-|NS_ERROR_ABORT)/ : /console error: .*ERR_FAILED/,
  );
  await open();
  await page.route(/\/mask-painter-[^/]*\.js$/, (route) => route.abort());
  await page.locator('#mask').getByRole('radio', { name: 'Painted' }).check();
  const controls = page.locator('sa-controls');
  await expect(controls.getByRole('alert')).toHaveText('These controls could not be loaded.');
  await page.unroute(/\/mask-painter-[^/]*\.js$/);
  await controls.getByRole('button', { name: 'Try again' }).click();
  await expect(controls.locator('sa-mask-painter').getByRole('grid')).toBeVisible();
});
