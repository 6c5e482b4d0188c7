import type { Locator, Page } from '@playwright/test';
import { findings } from '../../support/axe.ts';
import { atRest, openStage } from '../../support/stage.ts';
import { expect, keep, test } from '../../support/test.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Presentation' });
const presented = (page: Page): Locator => dialog(page).locator('sa-stage');
const present = (page: Page): Promise<void> => page.getByRole('button', { name: 'Present', exact: true }).click();
const at = (page: Page): Promise<string | null> =>
  page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('at'));

/** Heights of the numbers on the screen, and by how much the farthest of them overflows the picture. */
const digits = (page: Page) =>
  presented(page).evaluate((stage) => {
    const picture = stage.shadowRoot?.querySelector('svg.marks');
    if (picture == null) throw new Error('The stage has no picture.');
    const bounds = picture.getBoundingClientRect();
    const numbers = Array.from(picture.querySelectorAll('text'))
      .filter((text) => /^[−\d]/.test(text.textContent ?? ''))
      .map((text) => text.getBoundingClientRect());
    const out = numbers.map(({ left, right, top, bottom, height }) => {
      // A line is higher than its digits.
      const room = height / 6;
      return Math.max(bounds.left - left, right - bounds.right, bounds.top - top - room, bottom - bounds.bottom - room);
    });
    return {
      smallest: Math.min(...numbers.map(({ height }) => height)),
      out: Math.max(...out),
      count: numbers.length,
    };
  });

test.describe('1920 × 1080', () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test('the sentence has its arcs, and a word that is pressed asks', async ({ page, site }) => {
    await openStage(page, site);
    await present(page);
    const sentence = dialog(page).locator('sa-sentence');
    await expect(sentence.locator('path.most')).toBeVisible();
    const words = sentence.getByRole('option');
    await expect(sentence.locator('path')).toHaveCount((await words.count()) - 1);
    await words.filter({ hasText: 'street' }).click();
    await expect(presented(page).locator('.board')).toHaveAccessibleName(/“street”/);
    expect(await findings(page)).toEqual([]);
  });

  test('the arcs are those of the layer that the film is in', async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openStage(page, site);
    await present(page);
    const words = dialog(page).locator('sa-sentence').getByRole('option');
    const isLargest = async (word: string) =>
      expect(words.filter({ hasText: word }).locator('.percent')).toHaveText(/9\d.%/);
    await isLargest('animal');
    await dialog(page).getByRole('slider', { name: 'Moment' }).fill('3');
    await isLargest('tired');
    await page.keyboard.press('End');
    await isLargest('animal');
  });

  test('the stage fills the screen, a remote control works wherever the focus is, and Escape returns to the same place', async ({
    page,
    site,
  }) => {
    await openStage(page, site);
    await present(page);
    await expect(presented(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('HTML');
    for (let scene = 1; scene <= 3; scene += 1) await page.keyboard.press('PageDown');
    await atRest(page);
    await expect.poll(() => at(page)).toBe('3');
    const { smallest, out, count } = await digits(page);
    expect(count).toBeGreaterThan(20);
    expect(smallest).toBeGreaterThan(20);
    expect(out).toBeLessThan(1);
    await keep(page, 'presentation');

    await dialog(page).getByRole('button', { name: 'End the presentation' }).focus();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => at(page)).toBe('1');
    await dialog(page).locator('.board').focus();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBeUndefined();
    await expect(page.getByRole('button', { name: 'Present', exact: true })).toBeFocused();
    await expect(page.locator('#picture sa-stage').getByRole('slider')).toHaveValue('1');
  });

  test('a button switches between light and dark, and another blanks the screen', async ({ page, site }) => {
    await openStage(page, site);
    await present(page);
    const ground = (): Promise<string> => dialog(page).evaluate((shown) => getComputedStyle(shown).backgroundColor);
    const light = await ground();
    await dialog(page).getByRole('button', { name: 'Dark' }).click();
    await expect.poll(ground).not.toBe(light);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('b');
    const inTheMiddle = () => page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.tagName);
    await expect.poll(inTheMiddle).toBe('DIALOG');
    await page.keyboard.press('b');
    await expect.poll(inTheMiddle).toBe('SA-STAGE');
    await dialog(page).getByRole('button', { name: 'Light' }).click();
    await expect.poll(ground).toBe(light);
  });

  test('text at 175 % keeps every number whole', async ({ page, site }) => {
    await openStage(page, site);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '175%';
    });
    await present(page);
    const scenes = await presented(page).evaluate((stage) =>
      Number(stage.shadowRoot?.querySelectorAll('.chapters li').length),
    );
    expect(scenes).toBeGreaterThan(4);
    for (let scene = 1; scene <= scenes; scene += 1) {
      await page.keyboard.press('PageDown');
      await atRest(page);
      expect((await digits(page)).out, `scene ${scene}`).toBeLessThan(1);
    }
  });
});

test('if the browser refuses full screen, the stage fills the window', async ({ page, site }) => {
  await page.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('No.'));
  });
  await openStage(page, site);
  await present(page);
  await expect(presented(page)).toBeVisible();
  expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
});
