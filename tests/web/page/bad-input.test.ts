import type { Page } from '@playwright/test';
import type { Scene } from '../../../web/scene/types.ts';
import { sceneModule } from '../support/package.ts';
import {
  chips,
  fragment,
  notice,
  numbers,
  painted,
  problems,
  reading,
  rows,
  sentence,
  settled,
  typeSentence,
} from '../support/page.ts';
import { expect, keep, test } from '../support/test.ts';

/** The error is under the sentence, and the last result stays, marked as outdated. */
async function refused(page: Page, why: RegExp, act: () => Promise<void>): Promise<void> {
  const before = await numbers(page);
  await act();
  await expect(page.locator('#sentence-error')).toContainText(why);
  await expect(page.locator('#sentence-error')).toContainText('The picture still shows the last scene that worked.');
  await expect(sentence(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(sentence(page)).toHaveAccessibleDescription(why);
  await expect(page.locator('p.outdated')).toBeVisible();
  expect(await numbers(page)).toEqual(before);
  // The text and its error take room from it.
  expect((await painted(page)).heatmap.length).toBeGreaterThan(1000);
}

test('an empty sentence is explained, and the last result stays', async ({ show }) => {
  const page = await show();
  await refused(page, /no tokens|empty/i, () => typeSentence(page, ''));
  await expect(sentence(page)).toHaveValue('');
  await typeSentence(page, 'and on');
  await expect(problems(page)).toHaveCount(0);
  await expect(chips(page)).toHaveCount(2);
});

test('only spaces and punctuation are explained, and the last result stays', async ({ show }) => {
  const page = await show();
  await refused(page, /only punctuation/, () => typeSentence(page, ' … !? '));
});

test('one token looks at itself, 100 %', async ({ show }) => {
  const page = await show();
  await typeSentence(page, 'animal');
  await expect(reading(page)).toContainText(/“animal” is the only token, so it looks at itself \(100\s%\)/);
  expect(await rows(page, 'weights')).toEqual([[1]]);
});

for (const [name, text] of [
  ['a word', 'zebra'],
  ['a letter', 'x'],
  ['an emoji', '👩‍👩‍👧'],
] as const) {
  test(`a sentence with no word in the table works: ${name}`, async ({ show }) => {
    const page = await show(name === 'an emoji' ? '#punctuation=yes' : '');
    await typeSentence(page, text);
    await expect(problems(page)).toHaveCount(0);
    await expect(reading(page)).toContainText('100');
  });
}

test('10 000 tokens: the limit and the number are named, and the text and the last result stay', async ({ show }) => {
  const page = await show();
  const text = 'a '.repeat(10_000);
  await refused(page, /10000.*8192.*381 MiB/, () => typeSentence(page, text));
  await expect(sentence(page)).toHaveValue(text);
  await page.keyboard.press('Control+z');
  await expect(sentence(page)).toHaveValue(/^The animal/);
});

test('as many tokens as the main thread computes are all drawn', async ({ show }) => {
  const page = await show();
  await typeSentence(page, Array.from({ length: 256 }, (_, at) => `w${at}`).join(' '));
  await expect(problems(page)).toHaveCount(0);
  await expect(chips(page)).toHaveCount(256);
  expect((await painted(page)).heatmap.length).toBeGreaterThan(1000);
});

test('200 000 pasted characters are refused with the number and the limit, and the page goes on', async ({
  page,
  context,
  open,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(site).origin });
  await open();
  await page.evaluate((text) => navigator.clipboard.writeText(text), 'x'.repeat(200_000));
  await refused(page, /200000 characters.*100000/, async () => {
    await sentence(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+v');
    await settled(page);
  });
  expect((await sentence(page).inputValue()).length).toBe(200_000);
  expect((await fragment(page)).length).toBeLessThan(1000);
});

for (const [name, text, tokens, options] of [
  ['emoji with joiners', '👩‍👩‍👧‍👦 loves 🏳️‍🌈', ['👩‍👩‍👧‍👦', 'loves', '🏳️‍🌈'], '#punctuation=yes'],
  ['Hebrew', 'שלום עולם', ['שלום', 'עולם'], ''],
  ['Arabic', 'القطة نائمة هنا', ['القطة', 'نائمة', 'هنا'], ''],
  ['Chinese', '我喜欢猫', null, ''],
  ['Japanese', '猫が好きです', null, ''],
  ['Thai', 'แมวนอนหลับ', null, ''],
  // A word that is typed in two ways is one word.
  ['combining accents', 'cafe\u0301 noir', ['caf\u00e9', 'noir'], ''],
] as const) {
  test(`any script works: ${name}`, async ({ show }) => {
    const page = await show(options);
    await typeSentence(page, text);
    await expect(problems(page)).toHaveCount(0);
    const found = (await numbers(page)).tokens;
    if (tokens !== null) expect(found).toEqual(tokens);
    else expect(found.length).toBeGreaterThan(1);
    expect(text.replaceAll(' ', '').normalize()).toBe(found.join('').normalize());
    for (const row of await rows(page, 'weights')) {
      expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
    }
    await expect(reading(page)).toContainText('%');
  });
}

test('many scripts at once are drawn', async ({ page, open }) => {
  await open('#punctuation=yes');
  await typeSentence(page, '👩‍👩‍👧‍👦 loves 🏳️‍🌈 and 我喜欢猫 שלום עולם مرحبا');
  await expect(problems(page)).toHaveCount(0);
  await keep(page, 'scripts');
});

test('a Hebrew sentence runs from right to left', async ({ show }) => {
  const page = await show();
  await typeSentence(page, 'שלום עולם');
  expect(await sentence(page).evaluate((box) => getComputedStyle(box).direction)).toBe('rtl');
});

test('words that the table lacks are named and marked', async ({ show }) => {
  const page = await show();
  await typeSentence(page, 'The blorp and the quxly slept');
  await expect(page.getByText('“blorp” and “quxly” are not in the meaning table')).toBeVisible();
  await expect(chips(page).filter({ hasText: 'blorp' })).toHaveAccessibleName(/not in the table/);
  await expect(chips(page).nth(2)).not.toHaveAccessibleName(/not in the table/);
});

test('a token that the table lacks is named if it may not be random', async ({ show }) => {
  const page = await show('#sentence=the+zebra&missing=error');
  await expect(notice(page)).toContainText('zebra');
  await expect(chips(page)).toHaveCount(11);
});

test('a typed word that such a table lacks is named, and the last result stays', async ({ show }) => {
  const page = await show('#sentence=the+animal&missing=error');
  await typeSentence(page, 'the animal blorp');
  await expect(problems(page)).toContainText('blorp');
  await expect(chips(page)).toHaveCount(2);
});

test('heads that do not divide d_model: both numbers, beside the control', async ({ show }) => {
  const page = await show('#embedding=random.normal&seed=1&d=144&heads=4');
  const before = await numbers(page);
  const box = page.getByRole('textbox', { name: 'Number of heads, H' });
  await box.fill('7');
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(box).toHaveAccessibleDescription(/144.*7|7.*144/);
  const [control, problem] = [await box.boundingBox(), await problems(page).boundingBox()];
  expect((problem?.y ?? 999) - ((control?.y ?? 0) + (control?.height ?? 0))).toBeLessThan(24);
  await expect(page.locator('p.outdated')).toBeVisible();
  expect(await numbers(page)).toEqual(before);
  await box.fill('8');
  await expect(problems(page)).toHaveCount(0);
  await expect(box).toHaveAttribute('aria-invalid', 'false');
});

for (const [name, value, why] of [
  ['Temperature', '0', /0/],
  ['Temperature', '-1', /-1|−1/],
  ['Softcap, 0 is off', '-2', /-2|−2/],
  ['Number of heads, H', '0', /0/],
  ['Number of heads, H', '65', /65/],
  ['Number of heads, H', '1.5', /1\.5/],
  ['d_model, numbers in a vector', '0', /0/],
  ['d_model, numbers in a vector', '1025', /1025.*1024|1024/],
  ['Seed of the vectors', '-1', /-1|−1/],
  ['Seed of the vectors', '4294967296', /4294967296/],
  ['Digits after the point', '9', /9/],
  ['Temperature', '1e39', /1e\+?39/],
] as const) {
  test(`${name} ${value}: explained beside the control, and not clamped`, async ({ show }) => {
    const page = await show('#embedding=random.normal&seed=1&d=16&heads=4');
    const before = await numbers(page);
    const box = page.getByRole('textbox', { name, exact: true });
    await box.fill(value);
    await expect(box).toHaveAttribute('aria-invalid', 'true');
    await expect(box).toHaveAccessibleDescription(why);
    await expect(box).toHaveValue(value);
    expect(await numbers(page)).toEqual(before);
  });
}

/** A link to a scene of two tokens with given matrices. */
async function linkTo(x: readonly (readonly number[])[], more: Partial<Scene['attention']> = {}): Promise<string> {
  const { encodeScene } = await sceneModule();
  const eye = x.map((_, row) => x.map((__, column) => Number(row === column)));
  return `#${encodeScene({
    version: 1,
    tokens: ['a', 'b'],
    embedding: { kind: 'given', x },
    parameters: { kind: 'given', wQ: eye, wK: eye, wV: eye },
    attention: { heads: 1, ...more },
  })}`;
}

test('scores of ±10 000 give finite weights that add up to 1', async ({ show }) => {
  const page = await show(
    await linkTo(
      [
        [100, 0],
        [0, -100],
      ],
      { score: 'dot' },
    ),
  );
  await expect(notice(page)).toHaveCount(0);
  expect(await rows(page, 'scores')).toEqual([
    [10_000, 0],
    [0, 10_000],
  ]);
  expect(await rows(page, 'weights')).toEqual([
    [1, 0],
    [0, 1],
  ]);
});

test('1e38 in a matrix is computed, or refused with its place, but never shown as NaN', async ({ show }) => {
  const page = await show(
    await linkTo([
      [1e38, 1e38],
      [-1e38, 1e38],
    ]),
  );
  const weights = (await rows(page, 'weights')).flat();
  expect(weights.filter((weight) => !Number.isFinite(weight))).toEqual([]);
  await expect(page.locator('sa-attention')).not.toContainText('NaN');
  await expect(reading(page)).not.toContainText('NaN');
});

test('3.5e38 in a matrix does not fit float32, and its place is named', async ({ show }) => {
  const link = (
    await linkTo([
      [1, 2],
      [3, 4],
    ])
  ).replace('3', '3.5e38');
  const page = await show(link);
  await expect(notice(page)).toContainText('3.5e+38');
  await expect(chips(page)).toHaveCount(11);
});
