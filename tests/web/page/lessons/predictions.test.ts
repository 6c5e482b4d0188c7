import { findings } from '../../support/axe.ts';
import { back, next, panel, showControls } from '../../support/lesson.ts';
import {
  allSteps,
  cellNames,
  fragment,
  openStep,
  press,
  reading,
  rows,
  settled,
  showScreen,
} from '../../support/page.ts';
import { choose, choosePicture, dialog, kept, share, panel as sharePanel } from '../../support/share.ts';
import { expect, test } from '../../support/test.ts';
import { textsOf, watchTexts } from '../../support/texts.ts';

test('a prediction is made before the number is shown, and compared with the trace', async ({ show }) => {
  const page = await show('#lesson=illustrated&page=scores');
  const asked = panel(page).locator('sa-prediction');
  const guess = asked.getByRole('textbox', { name: 'Your guess' });
  await expect(asked).not.toContainText('The answer is');
  await guess.fill('1,5');
  await guess.press('Enter');
  await expect(asked.locator('.error')).toContainText('Write a point instead');
  await expect(guess).toHaveAttribute('aria-invalid', 'true');
  await guess.fill('3');
  await guess.press('Enter');
  await expect(asked.getByRole('status')).toContainText('The answer is 4');
  await expect(asked.getByRole('status')).toContainText('You said 3.');
  await expect(asked.getByRole('status')).not.toContainText('That is right');
  await expect(asked.locator('.revealed')).toBeFocused();
  await asked.getByRole('button', { name: 'Guess again' }).click();
  await expect(guess).toBeFocused();
  await guess.fill('4');
  await asked.getByRole('button', { name: 'Reveal' }).click();
  await expect(asked.getByRole('status')).toContainText('That is right.');
  // It is the live number and changes with the scene.
  await showControls(page);
  await page.getByRole('slider', { name: 'Temperature' }).press('ArrowRight');
  await expect(asked.getByRole('status')).toContainText('The answer is 4');
  // The answer is still there when the reader returns to the page.
  await next(page).click();
  await expect(panel(page).getByRole('radio')).toHaveCount(4);
  await panel(page).getByRole('button', { name: 'Reveal' }).click();
  await expect(page.locator('#prediction-error')).toHaveText('Choose an answer first.');
  await panel(page).getByRole('radio', { name: '0.47' }).check();
  await asked.getByRole('button', { name: 'Reveal' }).click();
  const now = (await rows(page, 'weights'))[0]?.[1] ?? 0;
  expect(now).not.toBeCloseTo(0.4683, 3);
  await expect(asked.getByRole('status')).toContainText(`The answer is ${now.toFixed(4)}`);
  await back(page).click();
  await expect(asked.getByRole('status')).toContainText('You said 4.');
});

test('the question and the answer are about the same cell, in the lesson of forty notes', async ({ show }) => {
  const page = await show('#lesson=music-transformer&page=scaled');
  await panel(page).getByRole('button', { name: 'Just show it' }).click();
  await expect(panel(page).locator('sa-prediction').getByRole('status')).toContainText('The answer is 1.00');
  expect((await rows(page, 'weights'))[0]?.[39]).toBeCloseTo(1, 5);
});

test('the answer is hidden everywhere until the reader has answered', async ({ page, open }) => {
  test.slow();
  // The weights of Input 1 are 0.0634, 0.4683 and 0.4683.
  await open('#lesson=illustrated&page=softmax');
  await expect(panel(page).locator('sa-prediction')).toBeVisible();
  await openStep(page, 'weights');
  const heatmap = page.locator('sa-attention sa-heatmap').getByRole('grid');
  const shares = page.locator('sa-attention sa-lines .share');
  const weights = page.locator('#step-weights sa-matrix').first().getByRole('grid');
  await expect(reading(page)).toHaveText('Guess the hidden number of “Input 1” to continue.');
  await expect(page.locator('sa-announcer')).not.toContainText('%');
  await expect(shares).toHaveText(['?', '?', '?']);
  for (const grid of [heatmap, weights]) {
    const names = await cellNames(page, grid);
    expect(names[0]).toEqual([
      expect.stringMatching(/: \?$/),
      expect.stringMatching(/Input.2.*: \?$/),
      expect.stringMatching(/: \?$/),
    ]);
    // The other rows do not reveal it.
    expect(names[1]?.[1]).toMatch(/: \d/);
  }
  // Its arithmetic is shown without the result, and a later step that reads it hides it too.
  await heatmap.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await expect(page.locator('sa-arithmetic output')).toHaveText('?');
  await page.keyboard.press('Escape');
  const z = page.locator('#step-z sa-matrix').first().getByRole('grid');
  await openStep(page, 'z');
  await cellNames(page, z);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await expect(page.locator('sa-arithmetic').getByRole('button', { name: /^\?, weights/ })).toHaveCount(3);
  await page.keyboard.press('Escape');
  expect(await findings(page)).toEqual([]);
  // Exports hide it too.
  await share(page, 'Picture');
  for (const kind of ['Card', 'Heatmap and matrices'] as const) {
    await choosePicture(page, kind);
    await sharePanel(page).getByRole('combobox', { name: 'Format' }).selectOption('SVG');
    const drawn = (await kept(page)).bytes.toString();
    expect(drawn).toContain('>?<');
    expect(drawn).not.toMatch(/0\.47|47\u202f%/);
  }
  await choose(page, 'Numbers');
  await expect(sharePanel(page)).toContainText('The lesson asks for one of these numbers.');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await panel(page).getByRole('button', { name: 'Just show it' }).click();
  await expect(reading(page)).toContainText('47');
  await expect(shares).toHaveText([/6/, /47/, /47/]);
  expect((await cellNames(page, heatmap))[0]?.[1]).toMatch(/: 0.47$/);
});

for (const [fragment, asked] of [
  ['#lesson=illustrated&page=softmax', /\b0?\.47|47\s%/],
  ['#lesson=five-minutes&page=share', /\b0?\.97|97\s%/],
] as const) {
  test(`a link to a question never shows its answer, in any frame: ${fragment}`, async ({ page, open }) => {
    await watchTexts(page);
    await open(fragment);
    await expect(panel(page).locator('sa-prediction')).toBeVisible();
    await allSteps(page);
    expect((await textsOf(page)).filter((text) => asked.test(text))).toEqual([]);
    await panel(page).getByRole('button', { name: 'Just show it' }).click();
    await expect.poll(async () => (await textsOf(page)).some((text) => asked.test(text))).toBe(true);
  });
}

test('a page beside the stage shows no number that a later page asks for', async ({ page, open }) => {
  await watchTexts(page);
  await open('#lesson=five-minutes&page=numbers');
  await next(page).click();
  await expect(panel(page).locator('.turn')).toContainText('Page 3 ');
  await next(page).click();
  await panel(page).getByRole('textbox', { name: 'Your guess' }).fill('15');
  const asked = /\b15\.00|97\s%/;
  expect((await textsOf(page)).filter((text) => asked.test(text))).toEqual([]);
  await panel(page).getByRole('button', { name: 'Reveal' }).click();
  await expect.poll(async () => (await textsOf(page)).some((text) => text.includes('15.00'))).toBe(true);
  expect((await textsOf(page)).filter((text) => /97\s%/.test(text))).toEqual([]);
});

test('a hidden cell without room for a number shows a question mark', async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await watchTexts(page);
  await open('#lesson=five-minutes&page=share');
  await showScreen(page, 'Experiment');
  // The lesson scrolls to its step.
  await settled(page);
  await page.locator('sa-heatmap').first().scrollIntoViewIfNeeded();
  await expect.poll(() => textsOf(page)).toContain('sa-heatmap: ?');
  const texts = await textsOf(page);
  expect(texts).not.toContainEqual(expect.stringMatching(/^sa-heatmap: \d/));
});

test('an answer in z is hidden in the output too, which has the same numbers', async ({ page, open }) => {
  await open('#lesson=illustrated&page=sum');
  await expect(panel(page).locator('sa-prediction')).toBeVisible();
  const cells = async (step: string) => {
    await openStep(page, step);
    return (await cellNames(page, page.locator(`#step-${step} sa-matrix`).first().getByRole('grid')))[0];
  };
  for (const step of ['z', 'output']) expect((await cells(step))?.[1], step).toMatch(/: \?$/);
  await panel(page).getByRole('textbox', { name: 'Your guess' }).fill('7');
  await panel(page).getByRole('button', { name: 'Reveal' }).click();
  for (const step of ['z', 'output']) expect((await cells(step))?.[1], step).toMatch(/: 7/);
});

test('nothing stays hidden after the lesson is left or another is opened', async ({ page, open }) => {
  await open('#lesson=illustrated&page=softmax');
  await expect(reading(page)).toContainText('Guess the hidden number');
  await press(page, 'Close the lesson');
  await expect(reading(page)).toContainText('47');
  expect(await fragment(page)).not.toContain('lesson');
  await open('#lesson=illustrated&page=softmax');
  await expect(reading(page)).toContainText('Guess the hidden number');
  await open('#lesson=its-snowing');
  await expect(panel(page).getByRole('heading', { level: 3 })).toBeVisible();
  await expect(reading(page)).not.toContainText('Guess the hidden number');
});
