import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { findings } from '../../support/axe.ts';
import { next, pageTitle, panel } from '../../support/lesson.ts';
import {
  chooseLesson,
  fragment,
  notice,
  press,
  problems,
  reading,
  rows,
  settled,
  typeSentence,
} from '../../support/page.ts';
import { expect, keep, test } from '../../support/test.ts';

const exampleText = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../${name}`, import.meta.url)), 'utf8');
const example = exampleText('web/docs/data/lessons/two-colours.json');

const menu = (page: Page): Locator => page.locator('#lessons-menu');
const trouble = (page: Page): Locator => menu(page).getByRole('alert');

async function openMenu(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: /^(Lessons|Lecciones)$/ })
    .getByRole('button')
    .first()
    .click();
  await expect(menu(page).locator('input[type=file]')).toBeAttached();
}

/** Chooses a file of that text, as the file picker does. */
const choose = (page: Page, text: string | Buffer, name = 'mine.json'): Promise<void> =>
  menu(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

async function openFile(page: Page, text = example): Promise<void> {
  await openMenu(page);
  await choose(page, text);
  await expect(panel(page)).toBeVisible();
  await settled(page);
}

test('a lesson in a file opens and works like any other', async ({ page, open }) => {
  await open();
  await openFile(page);
  await expect(menu(page)).toBeHidden();
  await expect(panel(page).getByRole('heading', { name: 'Two colours' })).toBeVisible();
  await expect(pageTitle(page)).toHaveText('Each word is two numbers');
  expect(await findings(page)).toEqual([]);
  await panel(page).getByRole('button', { name: 'tokens' }).click();
  await expect(page.getByRole('dialog')).toContainText('token');
  await page.keyboard.press('Escape');

  await next(page).click();
  await expect(pageTitle(page)).toHaveText('Blue meets itself');
  // The answer is hidden until the reader has guessed.
  const asked = async (): Promise<number | undefined> => (await rows(page, 'scores'))[1]?.[1];
  expect(await asked()).not.toBe(5);
  await panel(page).getByLabel('Your guess').fill('5');
  await panel(page).getByRole('button', { name: 'Reveal' }).click();
  await expect(panel(page)).toContainText('That is right.');
  expect(await asked()).toBe(5);

  await next(page).click();
  await expect(panel(page).locator('.is-done')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Causal' }).check();
  await expect(panel(page).locator('.todo.is-done')).toContainText('Done.');

  await next(page).click();
  await expect(pageTitle(page)).toHaveText('An even row');
  await page.getByRole('textbox', { name: 'Temperature' }).fill('9');
  await settled(page);
  await expect(panel(page).locator('.todo.is-done')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Temperature' }).fill('900');
  await expect(panel(page).locator('.todo.is-done')).toContainText('Solved.');
  await expect(next(page)).toBeDisabled();
  expect(await problems(page).count()).toBe(0);

  await openMenu(page);
  await expect(menu(page).getByRole('button', { name: /^Two colours/ })).toContainText('4 of 4 read, 2 done');
  await expect(menu(page).getByRole('link').first()).not.toContainText('read');
});

test('progress is kept under the lesson’s name, and Back returns to the previous lesson', async ({ page, open }) => {
  await open('#v=1');
  await openFile(page, example.replace('"two-colours"', '"illustrated"'));
  const kept = await page.evaluate(() =>
    Object.keys(JSON.parse(localStorage.getItem('self-attention-lessons') ?? '{}')),
  );
  expect(kept).toEqual(['file:illustrated']);
  await page.goBack();
  await settled(page);
  await expect(panel(page)).toHaveCount(0);
  await page.goForward();
  await expect(panel(page).getByRole('heading', { name: 'Two colours' })).toBeVisible();
  await press(page, 'Close the lesson');
  await expect(panel(page)).toHaveCount(0);
});

test('after a reload the page names the file to open again, beside the control that opens it', async ({
  page,
  open,
}) => {
  await open();
  await openFile(page);
  await next(page).click();
  await expect(pageTitle(page)).toHaveText('Blue meets itself');
  const address = await fragment(page);
  await page.reload();
  const missing = page.getByRole('region', { name: 'This is a page of “Two colours”' });
  await expect(missing).toContainText('This is a page of “Two colours”, a lesson from a file.');
  await expect(missing).toContainText('Open the file again');
  await expect(panel(page)).toHaveCount(0);
  await expect(missing).toBeInViewport();
  expect(await findings(page)).toEqual([]);
  await keep(page, 'missing-lesson-1280');
  // Another lesson does not count, and a damaged file is refused beside the control.
  const file = missing.locator('input[type=file]');
  await file.setInputFiles({ name: 'no.json', mimeType: 'application/json', buffer: Buffer.from('[]') });
  await expect(missing.getByRole('alert')).toContainText('no.json was not opened');
  await file.setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(example) });
  await expect(pageTitle(page)).toHaveText('Blue meets itself');
  await expect(missing).toHaveCount(0);
  expect(await fragment(page)).toBe(address);
  // If it was never opened, the address only has its id.
  await page.evaluate(() => localStorage.clear());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${page.url().replace(/#.*/, '')}?lang=es${address}`);
  const enEspanol = page.getByRole('region', { name: 'Esta es una página de «two-colours»' });
  await expect(enEspanol).toContainText('Vuelve a abrirlo');
  await expect(enEspanol.locator('input[type=file]')).toBeAttached();
  await keep(page, 'missing-lesson-390-es');
  await enEspanol.getByRole('button', { name: 'Continuar sin ella' }).click();
  await expect(enEspanol).toHaveCount(0);
  await expect.poll(() => fragment(page)).not.toContain('two-colours');
});

test('a corrected file replaces the one that was opened before', async ({ page, open }) => {
  await open();
  await openFile(page);
  await openMenu(page);
  await choose(page, example.replace('Each word is two numbers', 'Numbers for words'));
  await expect(pageTitle(page)).toHaveText('Numbers for words');
  await openMenu(page);
  await expect(menu(page).getByRole('button', { name: /^Two colours/ })).toHaveCount(1);
});

test('a file is opened with the keyboard and by dropping it', async ({ page, open }) => {
  await open();
  await openMenu(page);
  const chosen = page.waitForEvent('filechooser');
  await menu(page).locator('input[type=file]').focus();
  await page.keyboard.press('Enter');
  await (await chosen).setFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(example) });
  await expect(pageTitle(page)).toHaveText('Each word is two numbers');
  await press(page, 'Close the lesson');

  await openMenu(page);
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'b.json'));
    const target = document.querySelector('sa-lesson-file section');
    for (const type of ['dragover', 'drop'])
      target?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, example);
  await expect(pageTitle(page)).toHaveText('Each word is two numbers');
});

test('a file that is not a lesson is refused beside the control, and the result stays', async ({ page, open }) => {
  await open('#v=1&mask=causal');
  const [before, address] = [await reading(page).textContent(), await fragment(page)];
  await openMenu(page);
  const wrong: readonly [string | Buffer, RegExp][] = [
    ['not JSON', /mine\.json was not opened: the text is not JSON: line 1, column 1/],
    ['{"version": 1, "tokens": ["a"]}', /a lesson has no key "tokens"/i],
    [
      example.replace('"digits": 0', '"digits": 9'),
      /digits is 9; it must be a whole number from 0 to 8 \(\/pages\/1\/predict\/digits\)/i,
    ],
    [
      example.replace('"heads": 1', '"heads": 3'),
      /d_model 2 is not divisible by 3 heads \(\/scene\/attention\/heads\)/,
    ],
    [example.replace('"points": "step:x0"', '"points": "step:x0", "at": 99'), /\(\/pages\/0\)/],
    [`{"__proto__": ${example}}`, /a lesson has no key "__proto__"/i],
    [Buffer.alloc(262_145, 0x20), /262,145 bytes, but the limit is 262,144/],
    [Buffer.from([0xff, 0xfe, 0x00]), /not UTF-8 text/],
  ];
  for (const [text, said] of wrong) {
    await choose(page, text);
    await expect(trouble(page)).toHaveText(said);
  }
  await expect(menu(page).locator('input[type=file]')).toHaveAccessibleDescription(/not UTF-8 text/);
  await expect(panel(page)).toHaveCount(0);
  expect(await reading(page).textContent()).toBe(before);
  expect(await fragment(page)).toBe(address);
  await expect(notice(page)).toHaveCount(0);
  // A correct one still opens.
  await choose(page, example);
  await expect(pageTitle(page)).toHaveText('Each word is two numbers');
  await openMenu(page);
  await expect(trouble(page)).toHaveText('');
});

test('a built-in lesson is saved as a file, which opens as the same lesson', async ({ page, open }) => {
  await open('#lesson=scaling-and-masks');
  await openMenu(page);
  const saving = page.waitForEvent('download');
  await menu(page).getByRole('button', { name: 'Save “Scaling and masks” as a file' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('scaling-and-masks.json');
  const text = readFileSync(await download.path(), 'utf8');
  const first = await pageTitle(page).textContent();
  const picture = await reading(page).textContent();
  await choose(page, text);
  await expect(menu(page)).toBeHidden();
  await settled(page);
  expect(await fragment(page)).toContain('file:scaling-and-masks');
  await expect(pageTitle(page)).toHaveText(first ?? '');
  expect(await reading(page).textContent()).toBe(picture);
  await expect(panel(page).locator('details.source summary')).toContainText('Self Attention in Transformers');
});

test('in a lesson from a file, the controls have the button of a dialog only if a page points at it', async ({
  page,
  open,
}) => {
  const lab = page.getByRole('button', { name: /^Mask lab/ });
  const decode = page.getByRole('button', { name: /^Decode with a cache/ });
  await open();
  for (const name of ['attention.mask', 'attention.mask.lab', 'decode'])
    await test.step(name, async () => {
      await openFile(page, example.replace('control:attention.mask"', `control:${name}"`));
      for (const title of ['Blue meets itself', 'Hide the future']) {
        await next(page).click();
        await expect(pageTitle(page)).toHaveText(title);
      }
      await expect(page.getByRole('radio', { name: 'Causal' })).toBeVisible();
      await expect(lab).toHaveCount(name === 'attention.mask.lab' ? 1 : 0);
      await expect(decode).toHaveCount(name === 'decode' ? 1 : 0);
      if (name !== 'attention.mask') await expect(page.locator('[data-pointed]')).toContainText(/Mask lab|Decode/);
    });
  await decode.click();
  await expect(page.getByRole('dialog', { name: 'Decode with a cache' })).toBeVisible();
});

test('the open lesson is saved as a notebook, for the chosen library', async ({ page, open }) => {
  await open('#lesson=scaling-and-masks');
  await openMenu(page);
  await menu(page).getByRole('combobox', { name: 'for' }).selectOption('pytorch');
  const saving = page.waitForEvent('download');
  await menu(page).getByRole('button', { name: 'Save “Scaling and masks” as a notebook' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('scaling-and-masks-pytorch.ipynb');
  const notebook = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(notebook.cells[0].source[0]).toBe('# Scaling and masks\n');
  expect(JSON.stringify(notebook)).toContain('import torch');
  // A lesson from a file too. The menu closes when it opens.
  await choose(page, example);
  await expect(panel(page).getByRole('heading', { name: 'Two colours' })).toBeVisible();
  await openMenu(page);
  const savingOwn = page.waitForEvent('download');
  await menu(page)
    .getByRole('button', { name: /as a notebook/ })
    .click();
  expect(readFileSync(await (await savingOwn).path(), 'utf8')).toContain('Each word is two numbers');
});

test('everything is in Spanish, and the lesson keeps its language', async ({ page, open }) => {
  await open('?lang=es#v=1');
  await openMenu(page);
  await choose(page, '[]');
  await expect(trouble(page)).toHaveText(
    /mine\.json no se ha abierto: El archivo contiene una lista de 0; una lección es un objeto\./i,
  );
  await choose(page, exampleText('tests/web/support/dos-colores.json'));
  await expect(pageTitle(page)).toHaveText('Cada palabra son dos números');
  await expect(panel(page).locator('.lesson-page')).toHaveAttribute('lang', 'es');
  await openMenu(page);
  await choose(page, example);
  await expect(pageTitle(page)).toHaveText('Each word is two numbers');
  await expect(panel(page).locator('.lesson-page')).toHaveAttribute('lang', 'en');
  await panel(page).getByRole('button', { name: 'tokens' }).click();
  await expect(page.getByRole('dialog')).toHaveAttribute('lang', 'es');
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  [320, 640],
] as const) {
  test(`the list of lessons has room for it at ${width} pixels`, async ({ page, open }) => {
    await page.setViewportSize({ width, height });
    await open();
    await openMenu(page);
    await choose(
      page,
      example
        .replace('"title": "Two colours"', '"title": "Two colours and a title that is rather long for a lesson"')
        .replace('"digits": 0', '"digits": 9'),
    );
    await expect(trouble(page)).toContainText('digits');
    await trouble(page).scrollIntoViewIfNeeded();
    expect(await menu(page).evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    await keep(page, `lesson-file-${width}`);
    await choose(page, example);
    await expect(pageTitle(page)).toHaveText('Each word is two numbers');
    await expect(panel(page)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}

test('a lesson from a file is in the list after another was chosen', async ({ page, open }) => {
  await open();
  await openFile(page);
  await chooseLesson(page, 'Illustrated self-attention');
  await expect(panel(page).getByRole('heading', { name: 'Illustrated self-attention' })).toBeVisible();
  await openMenu(page);
  await menu(page)
    .getByRole('button', { name: /^Two colours/ })
    .click();
  await expect(pageTitle(page)).toHaveText('Each word is two numbers');
});

test('a scene with too many numbers to check is named beside the challenge, with the limit', async ({ page, open }) => {
  const even = { tensor: 'weights', is: 'uniform', within: 1e-9 };
  const lesson = JSON.parse(example);
  lesson.scene = {
    version: 1,
    sentence: 'red or blue',
    embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 8 },
    parameters: { kind: 'identity' },
    attention: { heads: 1 },
  };
  lesson.pages = [{ id: 'words', title: 'Words', body: 'Three words.' }];
  lesson.challenges[0] = {
    ...lesson.challenges[0],
    check: { any: new Array(17).fill({ any: new Array(20).fill(even) }) },
  };
  delete lesson.challenges[0].forbid;
  await open();
  await openFile(page, JSON.stringify(lesson));
  await next(page).click();
  await expect(pageTitle(page)).toHaveText('An even row');
  const why = panel(page).locator('.error');
  await expect(why).toBeEmpty();
  await typeSentence(page, Array.from({ length: 90 }, (_, index) => `w${index % 10}`).join(' '));
  await expect(why).toHaveText(/^This cannot be checked: .* 2,\d{3},\d{3} numbers .* limit is 2,000,000\./);
  await typeSentence(page, 'red or green');
  await expect(why).toBeEmpty();
});
