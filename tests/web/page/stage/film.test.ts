import type { Page } from '@playwright/test';
import { atRest, press, problems, sentence, settled } from '../../support/page.ts';
import { shiftsOf, watchShifts } from '../../support/shifts.ts';
import { board, caption, openStage, stage } from '../../support/stage.ts';
import { expect, test } from '../../support/test.ts';

const twoLayers = 'parameters.heads=cue&parameters.later=cued&heads=1&residual=yes&layers=2&at=0';
const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

/** What is typed into the first screen. */
const typed: readonly (readonly [string, string])[] = [
  ['emoji', '🐶 likes 👩‍👩‍👧‍👦 because it ❤️ them'],
  ['words from right to left', 'القط جلس على السجادة'],
  ['sixty words', words(60)],
  ['two thousand words', words(2000)],
  ['one word', 'it'],
  ['nothing', ''],
];

/** Plays the film, and expects its end in 40 seconds. `from`: of many words only the last part is played, since each frame is slow. */
async function playToTheEnd(page: Page, from = 0): Promise<void> {
  const slider = stage(page).getByRole('slider');
  const end = (await slider.getAttribute('max')) ?? '';
  if (from > 0) await slider.fill(String(from));
  await press(page, 'Play');
  await page.clock.runFor(from > 0 ? 8000 : 41_000);
  await expect(slider).toHaveValue(end);
  await expect(stage(page).getByRole('button', { name: 'Play again' })).toBeVisible();
}

for (const [what, text] of typed)
  test(`the film plays to its end, and typing moves nothing: ${what}`, async ({ page, site }) => {
    await page.clock.install();
    await watchShifts(page);
    await openStage(page, site);
    await sentence(page).focus();
    await page.clock.runFor(1000);
    const place = () => page.locator('.stage-head').boundingBox();
    const before = await place();
    await sentence(page).fill(text);
    await page.clock.runFor(2000);
    await settled(page);
    // What is wrong is said once, beside the sentence.
    await expect(problems(page)).toHaveCount(text === '' ? 1 : 0);
    await page.clock.runFor(1000);
    // So many words have another screen, which has the text box beside them.
    const isLarge = what === 'two thousand words';
    if (!isLarge) expect(await place()).toEqual(before);
    // The words return to the places that they have without the text box.
    await sentence(page).blur();
    await settled(page);
    const shifted = (await atRest(() => shiftsOf(page))).length;
    await playToTheEnd(page, isLarge ? 11 : 0);
    if (!isLarge) expect((await shiftsOf(page)).slice(shifted)).toEqual([]);
  });

for (const [what, options] of [
  ['numbers that are not numbers', 'mistake=overflow-softmax&temperature=0.02'],
  ['a mistake', 'mistake=no-scale'],
  ['a mask that hides the words that follow', 'mask=causal'],
] as const)
  test(`the film plays to its end: ${what}`, async ({ page, site }) => {
    await page.clock.install();
    await openStage(page, site, `#sentence=the+animal+is+tired+because+it+ran&${options}&${twoLayers}`);
    await playToTheEnd(page);
  });

test('a click on the last chapter while the first screen shows another word leads to the end', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.clock.install();
  await openStage(page, site);
  await page.clock.runFor(4100);
  await stage(page).getByRole('button', { name: 'Layer 2 · Collect' }).click();
  await page.clock.runFor(1000);
  await expect(caption(page)).toContainText('So “it” means the animal.');
  await expect(caption(page).getByRole('button', { name: /tired to wide/ })).toBeVisible();
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  [1920, 1080],
] as const)
  test(`the arithmetic is whole, and the text large enough, ${width} × ${height}`, async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await openStage(page, site);
    const last = Number(await stage(page).getByRole('slider').getAttribute('max'));
    await board(page).focus();
    for (let chapter = 0; chapter <= last; chapter += 1) {
      const seen = await stage(page).evaluate(({ shadowRoot }) => {
        const cut = ['.arithmetic', '.caption'].filter((name) => {
          const box = shadowRoot?.querySelector(name);
          return box != null && (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1);
        });
        // A subscript is smaller than its letter.
        const texts = Array.from(shadowRoot?.querySelectorAll('svg.marks text, button, .caption *, .left-out') ?? []);
        const smallest = Math.min(...texts.map((text) => Number.parseFloat(getComputedStyle(text).fontSize)));
        const marks = Array.from(shadowRoot?.querySelectorAll('svg.marks > :is(rect, text, path)') ?? [], (mark) =>
          mark.getBoundingClientRect(),
        ).filter((mark) => mark.width > 0);
        const room = shadowRoot?.querySelector('.room')?.getBoundingClientRect() ?? new DOMRect();
        const wide = Math.max(...marks.map(({ right }) => right)) - Math.min(...marks.map(({ left }) => left));
        const high = Math.max(...marks.map(({ bottom }) => bottom)) - Math.min(...marks.map(({ top }) => top));
        return { cut, smallest, used: (wide * high) / (room.width * room.height) };
      });
      expect(seen.cut, `chapter ${chapter}`).toEqual([]);
      expect(seen.smallest, `chapter ${chapter}`).toBeGreaterThanOrEqual(13);
      expect(seen.used, `chapter ${chapter}`).toBeGreaterThan(0.75);
      await page.keyboard.press('ArrowRight');
      await settled(page);
    }
  });

test('on a low screen, the film comes into sight with its arithmetic', async ({ page, site }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page, site, '#at=3');
  const arithmetic = page.locator('sa-stage .arithmetic');
  await expect(arithmetic).not.toBeInViewport({ ratio: 1 });
  await press(page, 'Play');
  await expect(arithmetic).toBeInViewport({ ratio: 1 });
});

test('on a screen lower than the stage, the film begins with its caption and its picture in sight', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page, site, '#at=3');
  await caption(page).scrollIntoViewIfNeeded();
  const play = page.locator('sa-stage').getByRole('button', { name: 'Play', exact: true });
  await play.evaluate((button: HTMLElement) => button.click());
  await expect(page.locator('sa-stage').getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(page.locator('sa-stage .board')).toBeInViewport({ ratio: 0.5 });
  await expect(caption(page)).toBeInViewport();
});
