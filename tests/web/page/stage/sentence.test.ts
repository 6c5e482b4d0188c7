import type { Page } from '@playwright/test';
import { chips, inMoreMenu, press, sentence, settled } from '../../support/page.ts';
import { atRest, caption, openStage } from '../../support/stage.ts';
import { expect, test } from '../../support/test.ts';

interface Arc {
  readonly width: number;
  /** The horizontal distance of its ends. */
  readonly reach: number;
  /** Whether it leads from line to line. */
  readonly crossesLines: boolean;
}

const arcs = (page: Page): Promise<readonly Arc[]> =>
  page.locator('sa-sentence').evaluate((element) =>
    Array.from(element.shadowRoot?.querySelectorAll('path') ?? [], (path) => {
      const [from, to] = [path.getPointAtLength(0), path.getPointAtLength(path.getTotalLength())];
      return {
        width: Number(path.getAttribute('stroke-width')),
        reach: Math.abs(from.x - to.x),
        crossesLines: Math.abs(from.y - to.y) > 4,
      };
    }),
  );

test('an arc leads from the asking word to every other word, as wide as its weight', async ({ page, site }) => {
  await openStage(page, site);
  await expect(chips(page)).toHaveCount(11);
  const drawn = await arcs(page);
  expect(drawn).toHaveLength(10);
  const [widest, next] = drawn.map(({ width }) => width).toSorted((a, b) => b - a);
  expect(widest).toBeGreaterThan(10 * (next ?? 0));
  await expect(chips(page).nth(1)).toHaveText(/animal.*92/s);
  // Another word asks.
  await chips(page).nth(10).click();
  await expect(chips(page).nth(10)).toHaveAttribute('aria-selected', 'true');
  const reaches = (await arcs(page)).map(({ reach }) => reach);
  expect(Math.max(...reaches)).toBeGreaterThan(Math.max(...drawn.map(({ reach }) => reach)));
});

test('a sentence on two lines has arcs between its lines', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openStage(page, site);
  const drawn = await arcs(page);
  expect(new Set(drawn.map(({ crossesLines }) => crossesLines))).toEqual(new Set([true, false]));
});

/** Where the letters of each word stand: from left to right, and the line. */
const places = (page: Page) =>
  chips(page).evaluateAll((words) =>
    words.map((word) => {
      // The letters, whatever box they are in.
      const letters = document.createRange();
      letters.selectNodeContents(word.querySelector('bdi') ?? word);
      const { left, top } = letters.getBoundingClientRect();
      return { left: Math.round(left), top: Math.round(top) };
    }),
  );

test('the sentence is edited where it stands, and its arcs stay', async ({ page, site }) => {
  await openStage(page, site);
  const before = await places(page);
  await press(page, 'Edit the sentence');
  await expect(sentence(page)).toBeFocused();
  // The text box lies over the words, which hardly move.
  await expect
    .poll(async () =>
      (await places(page))
        .map(({ top }, index) => Math.abs(top - (before[index]?.top ?? 0)))
        .every((moved) => moved < 4),
    )
    .toBe(true);
  expect((await arcs(page)).length).toBe(10);
  await page.keyboard.type(' now.');
  await expect(chips(page)).toHaveCount(12);
  await expect.poll(async () => (await arcs(page)).length).toBe(11);
  // The key leads back to the word that asks.
  await page.keyboard.press('Enter');
  await expect(chips(page).nth(7)).toBeFocused();
  await expect(sentence(page)).toHaveValue(/too tired now\.$/);
});

test('a letter typed at a word replaces it, and a double click selects it in the text', async ({ page, site }) => {
  await openStage(page, site);
  await chips(page).nth(5).dblclick();
  expect(
    await sentence(page).evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart, box.selectionEnd)),
  ).toBe('street');
  await sentence(page).press('Escape');
  await chips(page).nth(10).click();
  await page.keyboard.type('wide');
  await expect(sentence(page)).toBeFocused();
  await expect(sentence(page)).toHaveValue("The animal didn't cross the street because it was too wide");
  await expect(chips(page).nth(5)).toHaveText(/street/);
  // A press at another word of the text asks from it.
  const { x, y, width, height } = (await chips(page).nth(5).locator('bdi').boundingBox()) ?? new DOMRect();
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(sentence(page)).toBeFocused();
  await expect(chips(page).nth(5)).toHaveAttribute('aria-selected', 'true');
});

test('a text that cannot be computed stays in its box, over words that are hidden', async ({ page, site }) => {
  await openStage(page, site);
  const stage = page.locator('sa-stage');
  const before = await stage.boundingBox();
  await sentence(page).fill('…');
  await expect(page.locator('#sentence-error')).not.toBeEmpty();
  await expect(chips(page).first()).toBeHidden();
  await page.getByRole('button', { name: 'Play', exact: true }).focus();
  await expect(sentence(page)).toBeVisible();
  await expect(sentence(page)).toHaveValue('…');
  expect(await stage.boundingBox()).toEqual(before);
});

const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

test('a long sentence shows the words around the asking one, and says what the others get', async ({ page, site }) => {
  await openStage(page, site);
  await sentence(page).fill(words(40));
  await expect(chips(page)).toHaveCount(40);
  await sentence(page).fill(words(60));
  await sentence(page).press('Enter');
  await expect(chips(page)).toHaveCount(24);
  await settled(page);
  const before = page.getByRole('button', { name: /words before/ });
  await chips(page).nth(12).click();
  await expect(chips(page).nth(12)).toHaveAttribute('aria-selected', 'true');
  const arcsAround = (await arcs(page)).length;
  expect(arcsAround).toBe(23);
  // What is drawn and what is said add up to the whole.
  const written = await page
    .locator('sa-sentence')
    .evaluate((element) =>
      Array.from(element.shadowRoot?.querySelectorAll('.percent, .way:enabled') ?? [], ({ textContent }) =>
        Number.parseFloat(/[\d.]+(?=\s*%)/.exec(textContent ?? '')?.[0] ?? ''),
      ).reduce((sum, one) => sum + one, 0),
    );
  expect(written).toBeGreaterThan(75);
  expect(written).toBeLessThan(125);
  // A press at the edge shows other words, and so do the keys.
  const first = await chips(page).first().getAttribute('data-position');
  if (await before.isVisible()) await before.click();
  else await page.getByRole('button', { name: /words after/ }).click();
  await expect(chips(page).first()).not.toHaveAttribute('data-position', first ?? '');
  await chips(page).first().focus();
  await page.keyboard.press('End');
  await expect(chips(page).last()).toBeFocused();
  await expect(chips(page).last()).toHaveText(/word59/);
  await page.keyboard.press('PageUp');
  await expect(page.locator('sa-sentence [role=option]:focus')).toHaveText(/word35/);
});

test('on a phone, the window of a long sentence is smaller', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openStage(page, site);
  await sentence(page).fill(words(41));
  await sentence(page).press('Enter');
  await expect(chips(page)).toHaveCount(12);
});

test('a second sentence and a lesson keep the plain words', async ({ page, site }) => {
  await openStage(page, site, '#lesson=five-minutes&page=question');
  await expect(page.locator('sa-sentence')).toHaveCount(0);
});

test('words of a script without spaces stand alone, and the box shows what was typed', async ({ page, site }) => {
  await openStage(page, site);
  await sentence(page).fill('猫坐在垫子上');
  const found = await page.evaluate(() =>
    Array.from(new Intl.Segmenter('en', { granularity: 'word' }).segment('猫坐在垫子上'), ({ segment }) => segment),
  );
  expect(found.length).toBeGreaterThan(3);
  await expect(chips(page)).toHaveCount(found.length);
  await page.waitForURL(/tokenizer=3/);
  // The link has the words, so the dictionary of another browser does not matter.
  expect(decodeURIComponent(page.url()).split('\u200b')).toHaveLength(found.length + 1);
  await expect(sentence(page)).toHaveValue('猫坐在垫子上');
});

test('a sentence of a link without the ends of words is split by character, and the page says so', async ({
  page,
  site,
}) => {
  await openStage(page, site, '#sentence=猫坐在垫子上&tokenizer=3&at=0');
  await expect(chips(page)).toHaveCount(6);
  await expect(page.getByText(/each character is a token/)).toBeVisible();
});

test('words from right to left stand and move from right to left', async ({ page, site }) => {
  await openStage(page, site);
  await sentence(page).fill('القط جلس على السجادة');
  await expect(chips(page)).toHaveCount(4);
  const first = await chips(page).nth(0).boundingBox();
  const second = await chips(page).nth(1).boundingBox();
  expect(first?.x ?? 0).toBeGreaterThan(second?.x ?? 0);
  await chips(page).nth(0).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chips(page).nth(1)).toBeFocused();
});

test('a sentence of thousands of words has its words, arcs, badge and answer', async ({ page, site }) => {
  await openStage(page, site);
  const rest = 'and the dog saw a cat in the garden '.repeat(230);
  await sentence(page).fill(`The animal didn't cross the street because it was too tired ${rest}`);
  // The worker computes it.
  await expect(page.locator('details.certainty.unclear')).toBeVisible({ timeout: 30_000 });
  await sentence(page).press('Escape');
  await expect(chips(page).nth(7)).toHaveText(/it.*%/s);
  await expect(chips(page).nth(7)).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('sa-stage .lead')).toContainText('it');
  await expect.poll(async () => (await arcs(page)).length).toBeGreaterThan(10);
});

test.describe('until the first touch', () => {
  test.beforeEach(({ page }) => page.clock.install());

  test('the page swaps the word that decides, back and forth, and leaves the scene alone', async ({ page, site }) => {
    await openStage(page, site);
    await page.clock.runFor(4100);
    await expect(chips(page).nth(10)).toHaveText(/wide/);
    await expect(caption(page)).toContainText(/→ street/);
    await expect(sentence(page)).toHaveValue(/tired$/);
    expect(new URL(page.url()).hash).toBe('');
    await expect(await inMoreMenu(page, 'Undo')).toBeDisabled();
    await page.clock.runFor(4000);
    await expect(chips(page).nth(10)).toHaveText(/tired/);
    // It ends by itself.
    await page.clock.runFor(40_000);
    await expect(chips(page).nth(10)).toHaveText(/tired/);
  });

  test('a touch returns to the reader’s own sentence, and nothing swaps any more', async ({ page, site }) => {
    await openStage(page, site);
    await page.clock.runFor(4100);
    await expect(chips(page).nth(10)).toHaveText(/wide/);
    await page.keyboard.press('Shift');
    await expect(chips(page).nth(10)).toHaveText(/tired/);
    await page.clock.runFor(20_000);
    await expect(chips(page).nth(10)).toHaveText(/tired/);
  });

  test('moving the film is a touch', async ({ page, site }) => {
    await openStage(page, site);
    await page.clock.runFor(4100);
    await expect(chips(page).nth(10)).toHaveText(/wide/);
    // Pressed and held: no click has come yet.
    await page.getByRole('slider', { name: 'Moment' }).hover();
    await page.mouse.down();
    await expect(chips(page).nth(10)).toHaveText(/tired/);
    await page.clock.runFor(20_000);
    await expect(chips(page).nth(10)).toHaveText(/tired/);
  });

  test('the button of the swap does what it says at that moment', async ({ page, site }) => {
    await openStage(page, site);
    await page.clock.runFor(4100);
    await page.getByRole('button', { name: /wide → tired/ }).click();
    await expect(sentence(page)).toHaveValue(/tired$/);
    await expect(chips(page).nth(10)).toHaveText(/tired/);
    await press(page, 'Change one word: tired → wide');
    await atRest(page);
    await expect(sentence(page)).toHaveValue(/wide$/);
  });

  test('nothing moves by itself with reduced motion, nor for a scene from a link', async ({ page, site }) => {
    await openStage(page, site, '#sentence=it+sat&at=0');
    await page.clock.runFor(4100);
    await expect(chips(page)).toHaveText([/it/, /sat/]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('about:blank');
    await openStage(page, site);
    await page.clock.runFor(4100);
    await expect(chips(page).nth(10)).toHaveText(/tired/);
  });
});
