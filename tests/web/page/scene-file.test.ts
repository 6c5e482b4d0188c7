import type { Page } from '@playwright/test';
import { findings } from '../support/axe.ts';
import { file } from '../support/editor.ts';
import { chooseLanguage } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

const matrix = (seed: number, rows = 8, columns = 8) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => Math.round(8 * Math.sin(seed + 8 * row + column)) / 8),
  );
const scene = {
  version: 1,
  tokens: ['uno', 'dos', 'tres'],
  embedding: { kind: 'given', x: matrix(1, 3) },
  parameters: { kind: 'given', wQ: matrix(2), wK: matrix(3), wV: matrix(4), wO: matrix(5) },
  attention: { heads: 4, temperature: 0.5, mask: { kind: 'causal' } },
  view: { screen: 'experiment' },
};
const packed = (seed: number) => ({
  float32: Buffer.from(Float32Array.from(matrix(seed, 3, 4).flat()).buffer).toString('base64'),
  shape: [3, 4],
});
/** As the notebook's `save` writes it. */
const ofNotebook = {
  version: 1,
  tokens: ['uno', 'dos', 'tres'],
  embedding: { kind: 'qkv', layers: [{ q: packed(1), k: packed(2), v: packed(3) }] },
  parameters: { kind: 'none' },
  attention: { heads: 2 },
  view: { screen: 'experiment' },
};

const dialog = (page: Page) => page.getByRole('dialog', { name: /^(?:Attention of your own|La atención de tu)/ });

async function drop(page: Page, name: string, value: unknown): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([name, text]) => {
      const made = new DataTransfer();
      made.items.add(new File([text], name));
      return made;
    },
    [name, JSON.stringify(value)] as const,
  );
  const target = (await dialog(page).count()) > 0 ? dialog(page).locator('input[type=file]') : page.locator('main');
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

test('a scene that is dropped opens with its heads, mask and temperature, and undo returns', async ({ show }) => {
  const page = await show('#screen=experiment');
  const before = (await page.locator('.reading').first().textContent()) ?? '';
  await drop(page, 'mine.json', scene);
  await expect(page.locator('sa-head-maps [role=option]')).toHaveCount(4);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'mine.json' })).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: /^Temperature/ })).toHaveValue('0.5');
  await expect(page.locator('sa-tokens')).toContainText('tres');
  await expect(page).toHaveURL(/causal/);
  await page.keyboard.press('Control+z');
  await expect(page.locator('.reading').first()).toHaveText(before);
});

test('a scene of a notebook with packed numbers opens, and a wrong one stays in the dialog', async ({ show }) => {
  const page = await show('#screen=experiment');
  const before = (await page.locator('.reading').first().textContent()) ?? '';
  await drop(page, 'wrong.json', { ...scene, attention: { heads: 4, temperature: -1 } });
  const alert = dialog(page).getByRole('alert');
  await expect(alert).toContainText('wrong.json');
  await expect(alert).toContainText('-1');
  await drop(page, 'heads.json', { ...scene, attention: { heads: 3 } });
  await expect(alert).toContainText('heads.json');
  await drop(page, 'head.json', { ...scene, view: { ...scene.view, head: 7 } });
  await expect(alert).toContainText('head.json');
  await expect(alert).toContainText('4 heads');
  expect(await findings(page)).toEqual([]);
  await expect(page.locator('.reading').first()).toHaveText(before);
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles(file('nb.json', JSON.stringify(ofNotebook)));
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator('sa-head-maps [role=option]')).toHaveCount(2);
  await expect(page.locator('sa-tokens')).toContainText('tres');
});

test('what is wrong with a scene is said in Spanish', async ({ show }) => {
  const page = await show('#screen=experiment');
  await chooseLanguage(page, 'es');
  await drop(page, 'mal.json', { ...scene, attention: { heads: 4, temperature: -1 } });
  const alert = dialog(page).getByRole('alert');
  await expect(alert).toContainText('mal.json');
  await expect(alert).toContainText('-1');
  await expect(alert).not.toContainText(/must be|temperature is/);
  await page.keyboard.press('Escape');
  await chooseLanguage(page, 'en');
});
