import type { Page } from '@playwright/test';
import type { Overview, Tensor } from '../../../../web/core/types.ts';
import { findings } from '../../support/axe.ts';
import { callsDuring } from '../../support/calls.ts';
import { engine } from '../../support/engine.ts';
import {
  drawn,
  lens,
  options,
  overview,
  pasteText,
  regions,
  sceneOf,
  seenFromAfar,
  text,
  underLens,
  where,
} from '../../support/far.ts';
import { traceInNode } from '../../support/package.ts';
import { chips, openStep, problems, reading, sentence, settled } from '../../support/page.ts';
import { expect, keep, test } from '../../support/test.ts';

const long = 2000;
const spoken = (page: Page) => page.locator('sa-overview').getByRole('gridcell');

test('2 000 pasted tokens have an overview, and all numbers under the lens', async ({ show }) => {
  const page = await show(options);
  await pasteText(page, text(long));
  await expect(problems(page)).toHaveCount(0);
  await expect(overview(page)).toHaveAccessibleName(/2\s000 queries × 2\s000 keys/);
  await expect(overview(page)).toHaveAttribute('aria-rowcount', '2000');
  await expect(where(page)).toHaveText(/of 2\s000, keys .* of 2\s000\./);
  await expect(page.locator('sa-heatmap')).toHaveCount(0);
  // In a row of so many random numbers no key stands out.
  await expect(reading(page)).toContainText('finds no clear answer');
  await expect(page.locator('#step-scores')).toHaveCount(1);
  await expect(page.locator('.large-excerpt')).toContainText('under the lens: Queries');
  await keep(page, 'far-2000');
});

test('every number under the lens and of the overview is the one that Node computes', async ({ show }) => {
  const page = await show(options);
  const own = text(long);
  await pasteText(page, own);
  await page.locator('sa-overview').getByRole('radio', { name: 'maximum' }).check({ force: true });
  const { origin, shape, bits } = await underLens(page);
  const [head = 0, row = 0, column = 0] = origin;
  const [, rows = 0, columns = 0] = shape;
  expect([head, rows, columns]).toEqual([0, 32, 32]);
  const trace = await traceInNode(sceneOf(own));
  const part: Tensor = trace.tensor('weights', { head, rows: [row, row + rows], columns: [column, column + columns] });
  expect(bits).toEqual(Array.from(new Uint32Array(part.data.slice().buffer)));
  const far = await seenFromAfar(page);
  const even = Math.floor(long / far.rowsPer);
  const { width } = far;
  const theirs: Overview = trace.overview('weights', { head, rows: [0, even * far.rowsPer], height: even, width });
  for (const name of ['mean', 'max', 'hidden'] as const) {
    expect(
      far[name]
        .split(',')
        .slice(0, even * width)
        .join() === theirs[name].join(),
      name,
    ).toBe(true);
  }
  trace.dispose();
});

test('keys move the lens, and the overview says where it is', async ({ page, open }) => {
  await open(options);
  await pasteText(page, text(long));
  await overview(page).focus();
  await page.keyboard.press('Control+Home');
  await expect(where(page)).toHaveText(/^Queries 0–31 of .*, keys 0–31 of/);
  await page.keyboard.press('ArrowDown');
  await expect(where(page)).toHaveText(/^Queries 16–47 of .*, keys 0–31 of/);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(where(page)).toHaveText(/keys 1–32 of/);
  await expect(spoken(page)).toHaveAccessibleName(
    /^lens on queries 16 .*to 47 and keys 1 .*to 32; at its middle: queries/,
  );
  await page.keyboard.press('End');
  await expect(where(page)).toHaveText(/^Queries 16–47 .*, keys 1\s968–1\s999 of/);
  await expect(spoken(page)).toHaveAccessibleName(/masked$/);
  await page.keyboard.press('PageDown');
  await expect(where(page)).toHaveText(/^Queries 516–547 of/);
  await page.keyboard.press('Control+End');
  await expect(where(page)).toHaveText(/^Queries 1\s968–1\s999 /);
  expect((await regions(page)).region).toEqual({ rows: [0, long], columns: [0, long] });
  for (const key of ['+', '+']) await page.keyboard.press(key);
  await drawn(page, long);
  expect((await regions(page)).region).toEqual({ rows: [1500, long], columns: [1500, long] });
  // The region follows the lens.
  for (let at = 0; at < 40; at += 1) await page.keyboard.press('ArrowUp');
  await expect(where(page)).toHaveText(/^Queries 1\s328–/);
  expect((await regions(page)).region?.rows).toEqual([1328, 1828]);
  await page.keyboard.press('-');
  expect((await regions(page)).region?.rows[0]).toBeLessThan(1328);
  await page.keyboard.press('0');
  expect((await regions(page)).region).toEqual({ rows: [0, long], columns: [0, long] });
});

test('mouse and wheel move and zoom the overview, and the wheel alone scrolls the page', async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 1100 });
  await open(options);
  await pasteText(page, text(long));
  const box = await overview(page).boundingBox();
  if (box === null) throw new Error('There is no overview.');
  const at = (across: number, down: number): [number, number] => [
    box.x + 46 + across * (box.width - 47),
    box.y + 36 + down * (box.height - 37),
  ];
  await page.mouse.click(...at(0.25, 0.5));
  await expect(where(page)).toHaveText(/^Queries 9[78]\d–1\s01\d of .*, keys 48\d–51\d of/);
  await page.mouse.move(...at(0.25, 0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.3, 0.6), { steps: 3 });
  await page.mouse.up();
  await expect(where(page)).toHaveText(/^Queries 1\s1[78]\d–/);
  await page.mouse.move(...at(0.31, 0.61));
  await expect(page.locator('sa-overview .summary')).toContainText(/^queries 1\d\d\d–1\d\d\d, keys .*mean/);
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -240);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await regions(page)).region?.rows[0]).toBeGreaterThan(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const near = (await regions(page)).region;
  // Dragging beside the lens moves the magnified region.
  await page.mouse.move(...at(0.9, 0.1));
  await page.mouse.down();
  await page.mouse.move(...at(0.9, 0.3), { steps: 3 });
  await page.mouse.up();
  expect((await regions(page)).region?.rows[0]).toBeLessThan(near?.rows[0] ?? 0);
  await page.getByRole('button', { name: 'Show all' }).click();
  expect((await regions(page)).region?.rows).toEqual([0, long]);
  await expect(page.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'true');
});

test('the lens follows the keyboard in its numbers', async ({ show }) => {
  const page = await show(options);
  await pasteText(page, text(long));
  await overview(page).focus();
  await page.keyboard.press('Control+Home');
  await expect(where(page)).toHaveText(/^Queries 0–31/);
  await lens(page).focus();
  await page.keyboard.press('Control+End');
  await expect(where(page)).toHaveText(/^Queries 1\s968–1\s999 of .*, keys 1\s968–1\s999 of/);
  const cell = page.locator('.large-lens sa-matrix').getByRole('gridcell');
  await expect(cell).toHaveAttribute('aria-colindex', '2000');
  await expect(cell).toHaveAccessibleName(/\(?.* → .*: /);
  await page.keyboard.press('Control+ArrowUp');
  await expect(where(page)).toHaveText(/^Queries 0–31 of .*, keys 1\s968–/);
  await expect(cell).toHaveAccessibleName(/masked$/);
});

test('only the tokens nearby are drawn, and keys and buttons lead to the others', async ({ show }) => {
  const page = await show(options);
  await pasteText(page, text(long));
  expect(await chips(page).count()).toBeLessThan(200);
  await expect(chips(page).first()).toHaveAttribute('aria-setsize', '2000');
  await page.locator('sa-tokens, sa-long-tokens').getByRole('option').locator('visible=true').first().focus();
  await page.keyboard.press('End');
  await expect(chips(page).last()).toBeFocused();
  await expect(chips(page).last()).toHaveAttribute('aria-posinset', '2000');
  await expect(reading(page)).toContainText('(1999)');
  await page.keyboard.press('Home');
  await expect(chips(page).first()).toHaveAttribute('aria-posinset', '1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(reading(page)).toContainText('%');
  await page.getByRole('button', { name: /later →/ }).click();
  await expect(page.getByRole('button', { name: /earlier/ })).toBeEnabled();
});

test('the lens follows the typing, and the last key wins', async ({ page, open }) => {
  // After a pause, an edit is a separate undo step.
  await page.clock.install();
  await open(options);
  await pasteText(page, text(long));
  await page.clock.fastForward(1300);
  await sentence(page).press('Control+End');
  await page.keyboard.type(' whatever', { delay: 8 });
  await drawn(page, long + 1);
  await expect(where(page)).toHaveText(/–2\s000 of 2\s001, keys .*–2\s000 of 2\s001\./);
  await expect(chips(page).last()).toContainText('whatever');
  const { origin, bits } = await underLens(page);
  const own = `${text(long)} whatever`;
  const trace = await traceInNode(sceneOf(own));
  const [, row = 0, column = 0] = origin;
  const part = trace.tensor('weights', { head: 0, rows: [row, row + 32], columns: [column, column + 32] });
  expect(bits).toEqual(Array.from(new Uint32Array(part.data.slice().buffer)));
  trace.dispose();
  await page.keyboard.press('Control+z');
  await drawn(page, long);
  await expect(sentence(page)).toHaveValue(text(long));
});

test('a paste and a key take the main thread hardly more work with 2 000 tokens than with 500', async ({
  page,
  open,
}) => {
  await open(options);
  const workFor = async (tokens: number): Promise<readonly number[]> => {
    await pasteText(page, text(tokens));
    const paste = await callsDuring(page, () => pasteText(page, text(tokens + 1)));
    await sentence(page).press('Control+End');
    const key = await callsDuring(page, async () => {
      await page.keyboard.type('s');
      await settled(page);
    });
    return [paste, key];
  };
  const few = await workFor(500);
  const many = await workFor(2000);
  for (const [index, calls] of many.entries()) {
    expect(few[index]).toBeGreaterThan(100);
    // There are sixteen times as many weights.
    expect(calls).toBeLessThan(2 * (few[index] ?? 0));
  }
});

test('with a causal mask keys and values are a cache, and the page says so', async ({ show }) => {
  const page = await show(options);
  await pasteText(page, text(600));
  await sentence(page).press('Control+End');
  await page.keyboard.type(' cat');
  await drawn(page, 601);
  await expect(page.locator('.large-cache')).toHaveText(
    /computed 1 of 601 rows of k and v, and 1 of z\. .*the cache\./,
  );
});

test('the arithmetic of a number has the core’s numbers, beyond the lens too', async ({ show }) => {
  // Without a mask no term is 0.
  const page = await show(options.replace('&mask=causal', ''));
  await pasteText(page, text(long));
  await openStep(page, 'z');
  const grid = page.locator('#step-z sa-matrix').getByRole('grid');
  await expect(grid).toBeVisible();
  // A number that is chosen before the pasted text is computed is one of the picture before.
  await settled(page);
  await grid.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const said = page.locator('sa-arithmetic');
  const more = said.getByRole('button', { name: /more terms$/ });
  await expect(more).toHaveText(/1984 more terms/);
  const first = said.locator('.number').first();
  await expect(first).toHaveAccessibleName(/weights\[.*\(?/);
  await more.click();
  await expect(said.getByRole('button', { name: /960 more terms$/ })).toBeVisible();
  expect(await said.locator('.number').count()).toBe(2 * 1040);
  await expect(said).not.toContainText('NaN');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test('axe finds nothing in the overview or in the lines', async ({ page, open }) => {
      await open(options);
      await pasteText(page, text(600));
      expect(await findings(page)).toEqual([]);
      await page.locator('#lens-shown').getByRole('radio', { name: 'Lines' }).check({ force: true });
      await settled(page);
      expect(await findings(page)).toEqual([]);
      await keep(page, `far-${colorScheme}`);
    });
  });
}

test.describe('390 × 844', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('nothing overlaps or scrolls sideways, and a tap moves the lens', async ({ page, open }) => {
    test.skip(
      engine === 'firefox',
      'Firefox calls its pointer fine, whatever presses: the buttons are large for a coarse one.',
    );
    await open(options);
    await pasteText(page, text(long));
    const { wide, seen } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      seen: document.documentElement.clientWidth,
    }));
    expect(wide).toBeLessThanOrEqual(seen);
    const parts = ['sa-long-tokens', '.reading', '.picture-bar', 'sa-overview', '.large-progress', '.large-lens'];
    let foot = 0;
    for (const part of parts) {
      const box = await page.locator(part).first().boundingBox();
      expect(box?.y ?? 0, part).toBeGreaterThanOrEqual(foot - 1);
      foot = (box?.y ?? 0) + (box?.height ?? 0);
    }
    for (const name of ['Zoom in', 'Zoom out', 'Show all']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44);
    }
    await overview(page).scrollIntoViewIfNeeded();
    const box = await overview(page).boundingBox();
    if (box === null) throw new Error('There is no overview.');
    await page.touchscreen.tap(box.x + 46 + (box.width - 47) * 0.25, box.y + 36 + (box.height - 37) * 0.75);
    await expect(where(page)).toHaveText(/^Queries 1\s4[789]\d–/);
    await keep(page, 'far-390');
  });
});

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' });
  test('all of it is said', async ({ page, site }) => {
    await page.goto(site + options);
    await page.locator('sa-attention sa-heatmap').waitFor();
    await page.locator('#sentence').fill(text(600));
    await expect(where(page)).toHaveText(/^Consultas .* de 600, claves .* de 600\./);
    await expect(page.getByRole('button', { name: 'Acercar' })).toBeVisible();
    await page.locator('#sentence').fill(text(9000));
    await expect(page.locator('#sentence-error')).toContainText(/9000 tokens; el límite es 8192 .*309 MiB/);
  });
});
