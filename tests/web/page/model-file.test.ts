import type { Page } from '@playwright/test';
import { findings } from '../support/axe.ts';
import { file } from '../support/editor.ts';
import { expect, test } from '../support/test.ts';

/** Two layers of two heads; each query sees itself and those before. */
const tokens = 3;
const weights = [0, 1].map((layer) =>
  [0, 1].map((head) =>
    Array.from({ length: tokens }, (_, query) =>
      Array.from({ length: tokens }, (_, key) => (key === (layer + head) % (query + 1) ? 1 : 0)),
    ),
  ),
);

const json = (value: unknown) => file('model.json', JSON.stringify(value));
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Attention of your own model' });
const chooser = (page: Page) => dialog(page).locator('input[type=file]');

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Open your model’s attention' }).click();
  await expect(dialog(page)).toBeVisible();
}

test('weights of a file are shown, head by head and layer by layer, and survive a reload', async ({ show }) => {
  const page = await show('#screen=experiment');
  await openDialog(page);
  await chooser(page).setInputFiles(json(weights));
  await dialog(page).getByLabel('Tokens', { exact: true }).fill('The Ġcat Ġsat');
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('sa-head-maps [role=option]')).toHaveCount(4);
  // There is no embedding and no head with queries, and the sentence before is no earlier state of the model.
  await expect(page.locator('.fact .value')).toHaveText(['–', '–', '–']);
  await expect(page.getByText('Before', { exact: true })).toHaveCount(0);
  const grid = page.getByRole('grid').first();
  await expect(grid).toHaveAttribute('aria-rowcount', '3');
  await page.locator('sa-head-maps [role=option]').nth(3).click();
  await expect(page).toHaveURL(/'head':1/);
  await page.reload();
  await expect(page.locator('sa-head-maps [role=option]').nth(3)).toHaveAttribute('aria-selected', 'true');
});

test('the tokens of a file fill the field, and go with another file', async ({ show }) => {
  const page = await show('#screen=experiment');
  await openDialog(page);
  const field = dialog(page).getByLabel('Tokens', { exact: true });
  const about = dialog(page).locator('#model-tokens-about');
  await chooser(page).setInputFiles(json({ input_tokens: ['The', 'Ġcat', 'Ġsat'], attentions: weights }));
  await expect(field).toHaveValue('The Ġcat Ġsat');
  await expect(about).toContainText('“input_tokens”');
  await expect(about).toContainText('Ġ');
  await field.fill('The cat sat down');
  await expect(about).not.toContainText('input_tokens');
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('4 tokens for 3 queries');
  await chooser(page).setInputFiles(json({ tokens: ['a', 'b c', 'd'], attentions: weights }));
  await expect(field).toHaveValue('["a","b c","d"]');
  await chooser(page).setInputFiles(json({ attentions: weights }));
  await expect(field).toHaveValue('');
  expect(await findings(page)).toEqual([]);
});

test('q, k and v of a file are computed with: another temperature changes the weights', async ({ show }) => {
  const page = await show('#screen=experiment');
  await openDialog(page);
  const part = (scale: number) => [0, 1].map((head) => [0, 1, 2].map((row) => [scale * (row + head), scale - row]));
  await chooser(page).setInputFiles(json({ q: part(1), k: part(2), v: part(3) }));
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(dialog(page)).toHaveCount(0);
  const reading = page.locator('.reading').first();
  const before = await reading.textContent();
  await page.getByRole('textbox', { name: /^Temperature/ }).fill('9');
  await expect(reading).not.toHaveText(before ?? '');
  await expect(page.getByText('Before', { exact: true })).toBeVisible();
});

test('parameters of a layer become those of the scene, whose words get rows as wide, and undo returns', async ({
  show,
}) => {
  const page = await show('#screen=experiment');
  const reading = page.locator('.reading').first();
  const before = (await reading.textContent()) ?? '';
  await openDialog(page);
  const matrix = (seed: number) =>
    Array.from({ length: 4 }, (_, row) => Array.from({ length: 4 }, (_, column) => Math.sin(seed + 4 * row + column)));
  const layer = (index: number) =>
    ['query', 'key', 'value'].map((name) => [`layer.${index}.attention.self.${name}.weight`, matrix(index)] as const);
  await chooser(page).setInputFiles(json(Object.fromEntries([...layer(5), ...layer(6)])));
  await dialog(page).locator('.more select').first().selectOption({ label: 'layer.6' });
  await dialog(page)
    .getByLabel(/^Heads/)
    .fill('3');
  await expect(dialog(page).locator('.note')).toContainText('16');
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('3 heads');
  await dialog(page)
    .getByLabel(/^Heads/)
    .fill('2');
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('sa-head-maps [role=option]')).toHaveCount(2);
  await expect(reading).not.toHaveText(before);
  await page.keyboard.press('Control+z');
  await expect(reading).toHaveText(before);
});

test('tensors without a role are named, and one that gets a role is not', async ({ show }) => {
  const page = await show('#screen=experiment');
  await openDialog(page);
  const square = [
    [0.5, 0.25],
    [1, 2],
  ];
  await chooser(page).setInputFiles(json({ other: square, hidden: square, w_q: square, w_k: square, w_v: square }));
  const notes = dialog(page).locator('.note');
  await expect(notes.first()).toContainText('other, hidden');
  await dialog(page).getByLabel('Role of hidden').selectOption({ label: 'W_O of the output' });
  await expect(notes.first()).not.toContainText('hidden');
});

test('rows of tokens beside parameters are shown with their tokens, and can be left out', async ({ show }) => {
  const page = await show('#screen=experiment');
  await openDialog(page);
  const w = [
    [1, 0],
    [0, 1],
  ];
  await chooser(page).setInputFiles(
    json({ x: [...w, [2, 3]], tokens: ['uno', 'dos', 'tres'], w_q: w, w_k: w, w_v: w }),
  );
  const role = dialog(page).getByLabel('Role of x');
  await expect(role).toHaveValue('x');
  const notes = dialog(page).locator('.note');
  await expect(notes.filter({ hasText: 'row of x' })).toHaveCount(1);
  await role.selectOption({ label: 'not used' });
  await expect(notes.filter({ hasText: 'random numbers' })).toHaveCount(1);
  await role.selectOption({ label: 'x, the rows of the tokens' });
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('sa-tokens [role=option]')).toHaveCount(3);
  await expect(page.locator('sa-tokens')).toContainText('tres');
});

test('a first axis may be layers or a batch, of which one sequence is opened', async ({ show }) => {
  const page = await show('#screen=experiment');
  await openDialog(page);
  await chooser(page).setInputFiles(json(weights));
  await dialog(page).locator('.more select').selectOption({ index: 1 });
  const sequence = dialog(page).getByRole('textbox', { name: /Sequence/ });
  await sequence.fill('3');
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('from 1 to 2');
  await sequence.fill('2');
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('sa-head-maps [role=option]')).toHaveCount(2);
});

test('three axes may be a batch of sequences with heads side by side', async ({ show }) => {
  const page = await show('#screen=experiment');
  await openDialog(page);
  const batch = (width: number) =>
    [0, 1].map((sequence) =>
      [0, 1, 2].map((row) => Array.from({ length: width }, (_, at) => Math.sin(sequence + row * at))),
    );
  const order = dialog(page).getByLabel('Axes of q, k and v');
  const [wide, part] = [batch(128), batch(4)];
  await chooser(page).setInputFiles(json({ q: wide, k: wide, v: wide }));
  await order.selectOption({ label: 'batch, tokens, heads · numbers' });
  await expect(dialog(page).getByRole('textbox', { name: /^Heads/ })).toHaveValue('2');
  await chooser(page).setInputFiles(json({ q: part, k: part, v: part }));
  await expect(dialog(page).getByRole('textbox', { name: /Sequence/ })).toHaveCount(0);
  await order.selectOption({ label: 'batch, tokens, heads · numbers' });
  await dialog(page)
    .getByRole('textbox', { name: /^Heads/ })
    .fill('4');
  await dialog(page)
    .getByRole('textbox', { name: /Sequence/ })
    .fill('2');
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('sa-head-maps [role=option]')).toHaveCount(4);
});

test('reading a file shows progress and can be cancelled, and what was there stays', async ({ show }) => {
  const page = await show('#screen=experiment');
  await openDialog(page);
  await chooser(page).setInputFiles(json({ attentions: weights }));
  await expect(dialog(page).getByRole('row')).toHaveCount(2);
  // The worker never starts, as if the file took for ever.
  await page.route(/import-worker/, () => {});
  await chooser(page).setInputFiles(file('other.json', JSON.stringify({ a: weights, b: weights })));
  await expect(dialog(page).getByRole('progressbar', { name: /other\.json/ })).toBeVisible();
  await expect(dialog(page).getByRole('status')).toContainText('other.json');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page).getByRole('progressbar')).toHaveCount(0);
  await expect(dialog(page).getByRole('row')).toHaveCount(2);
  await page.unroute(/import-worker/);
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(page.locator('sa-head-maps [role=option]')).toHaveCount(4);
});

test('what is missing or wrong is said in the dialog, which keeps what was chosen', async ({ show }) => {
  const page = await show('#screen=experiment');
  await openDialog(page);
  const alert = dialog(page).getByRole('alert');
  await chooser(page).setInputFiles(file('notes.pdf', '%PDF'));
  await expect(alert).toContainText('notes.pdf');
  await chooser(page).setInputFiles(file('second.npz', 'no archive'));
  await expect(alert).toContainText('second.npz');
  await chooser(page).setInputFiles(json({ attentions: [[0.5, 0.4]], q: [[1]] }));
  await expect(dialog(page).getByRole('row', { name: 'attentions' })).toContainText('row 1 adds up to 0.9');
  await chooser(page).setInputFiles(json({ q: [[1]], v: [[1]] }));
  await expect(dialog(page).getByRole('row', { name: 'attentions' })).toHaveCount(0);
  await expect(dialog(page).getByRole('row')).toHaveCount(3);
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(alert).toContainText('k is missing');
  await expect(dialog(page).getByRole('row')).toHaveCount(3);
  await chooser(page).setInputFiles(
    json([
      [
        [0.5, 0.4],
        [0, 1],
      ],
    ]),
  );
  await expect(dialog(page).getByRole('row')).toHaveCount(2);
  await dialog(page).getByRole('combobox').first().selectOption('weights');
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(alert).toContainText('within 0.01');
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('.reading').first()).toContainText('animal');
});

test('special tokens are left out if somebody asks for it, and the page says so', async ({ show }) => {
  const page = await show('#screen=experiment');
  await openDialog(page);
  await chooser(page).setInputFiles(json({ tokens: ['[CLS]', 'it', 'is'], weights }));
  const leaveOut = dialog(page).getByRole('checkbox', { name: /special tokens: \[CLS\]/ });
  await expect(leaveOut).not.toBeChecked();
  await leaveOut.check();
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('sa-tokens [role=option]')).toHaveCount(2);
  await expect(page.getByRole('status').filter({ hasText: 'special tokens are left out' })).toHaveCount(1);
  // The file need not be opened again to put them back.
  const settings = page.getByRole('checkbox', { name: /special tokens: \[CLS\]/ });
  await expect(settings).toBeChecked();
  await settings.uncheck();
  await expect(page.locator('sa-tokens [role=option]')).toHaveCount(3);
});

test('scores with a mask added get the mask, q and k without v get weights, and the settings say what was given', async ({
  show,
}) => {
  const page = await show('#screen=experiment');
  await openDialog(page);
  await chooser(page).setInputFiles(
    file('python.json', '{"tokens": ["a", "b"], "scores": [[0.5, -Infinity], [1, 2]]}'),
  );
  await expect(dialog(page).locator('.note')).toContainText('−∞');
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('#mask').getByRole('radio', { name: 'Causal' })).toBeChecked();
  await expect(page.getByLabel('Vectors').locator('option:checked')).toHaveText('Given scores');

  await openDialog(page);
  const q = [
    [1, 2],
    [3, 4],
  ];
  await chooser(page).setInputFiles(json({ q, k: q }));
  await expect(dialog(page).locator('.note')).toContainText('v is missing');
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(dialog(page)).toHaveCount(0);
  const reading = page.locator('.reading').first();
  const before = await reading.textContent();
  await page.getByRole('textbox', { name: /^Temperature/ }).fill('9');
  await expect(reading).not.toHaveText(before ?? '');

  await openDialog(page);
  await chooser(page).setInputFiles(json(weights));
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(page.getByLabel('Vectors').locator('option:checked')).toHaveText('Given weights');
});

test('the button and what is wrong stay in sight on a phone', async ({ show }) => {
  const page = await show('#screen=experiment');
  await page.setViewportSize({ width: 390, height: 844 });
  await openDialog(page);
  await chooser(page).setInputFiles(json({ a: weights, b: weights, c: weights, tokens: ['[CLS]', 'b', 'c'] }));
  const button = dialog(page).getByRole('button', { name: 'Show' });
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.click();
  await expect(dialog(page).getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(button).toBeInViewport({ ratio: 1 });
  // What has the focus is not behind them.
  for (const box of await dialog(page).locator('input:visible, select, textarea').all()) {
    await box.focus();
    const [bottom, top] = await box.evaluate((element) => [
      element.getBoundingClientRect().bottom,
      element.closest('dialog')?.querySelector('footer')?.getBoundingClientRect().top ?? 0,
    ]);
    expect(bottom).toBeLessThanOrEqual(top ?? 0);
  }
});

test('a file of several views of BertViz asks which, and each has its own tokens', async ({ show }) => {
  const page = await show('#screen=experiment');
  await openDialog(page);
  const view = (name: string, left: readonly string[], right: readonly string[]) => ({
    ...{ name, left_text: left, right_text: right },
    attn: [0, 1].map(() => [left.map(() => right.map(() => 1 / right.length))]),
  });
  const [source, target] = [
    ['a', 'b', 'c'],
    ['x', 'y'],
  ];
  await chooser(page).setInputFiles(
    json({
      attention: [view('Encoder', source, source), view('Decoder', target, target), view('Cross', target, source)],
    }),
  );
  const tokens = dialog(page).getByLabel('Tokens', { exact: true });
  await expect(tokens).toHaveValue('a b c');
  await dialog(page).getByRole('combobox', { name: /^View/ }).selectOption('Cross');
  await expect(tokens).toHaveValue('x y');
  await expect(dialog(page).getByLabel('Key tokens, if different')).toHaveValue('a b c');
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('sa-head-maps [role=option]')).toHaveCount(2);
});

test('a long sentence of a model says which numbers are its heads and which its layers', async ({ show }) => {
  const page = await show('#screen=experiment');
  await openDialog(page);
  // So large that a worker computes it.
  const numbers = Array.from({ length: 16 }, (_, index) => index / 16);
  const part = [0, 1].map(() =>
    Array.from({ length: 1000 }, (_, token) => numbers.map((shift) => ((token % 7) - shift) / 7)),
  );
  const layers = [part, part];
  await chooser(page).setInputFiles(json({ q: layers, k: layers, v: layers }));
  await dialog(page).getByRole('button', { name: 'Show' }).click();
  await expect(page.locator('sa-large-scene')).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [id, text] of [
      ['head', 'Head'],
      ['layer', 'Layer'],
    ]) {
      const legend = page.locator(`#${id} legend > span`);
      await expect(legend).toHaveText(text ?? '');
      expect((await legend.boundingBox())?.width).toBeGreaterThan(20);
    }
  }
});
