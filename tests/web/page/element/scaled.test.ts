import type { Locator, Page } from '@playwright/test';
import { edit, editor, painter } from '../../support/editor.ts';
import { openHost, type PublicElement, ready } from '../../support/element-host.ts';
import { allSteps, atRest, scene, settled } from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

// Slide tools scale, zoom, rotate and mirror what they show. Then a pixel of the viewport is not one of the element.

const slides: Readonly<Record<string, string>> = {
  'at full size': '',
  'transform: scale(0.5)': '.outer { transform: scale(0.5) }',
  'transform: scale(2)': '.outer { transform: scale(2); transform-origin: 0 0 }',
  'scale: 0.75 0.5': '.outer { scale: 0.75 0.5 }',
  'zoom: 2': '.outer { zoom: 2 }',
  'zoom: 0.5': '.outer { zoom: 0.5 }',
  'zoom in a scaled box': '.outer { transform: scale(0.5); transform-origin: 0 0 } .inner { zoom: 1.5 }',
  'a scaled box in a zoomed one': '.outer { zoom: 1.5 } .inner { transform: scale(0.7); transform-origin: 0 0 }',
  'the element itself scaled': 'self-attention { transform: scale(0.5) }',
  'transform: rotate(90deg)': '.outer { transform: rotate(90deg); margin: 250px }',
  'rotate: 20deg, with a zoom': '.outer { rotate: 20deg } .inner { zoom: 0.8 }',
  mirrored: '.outer { transform: scaleX(-1) }',
};

async function openSlide(page: Page, site: string, css: string, attributes: string): Promise<void> {
  await page.setViewportSize({ width: 1300, height: 1300 });
  await openHost(page, site, {
    body: `<div class="outer"><div class="inner"><self-attention ${attributes}></self-attention></div></div>`,
    css: `body { margin: 0 } .outer { width: 600px; margin: 20px } ${css}`,
    script: `addEventListener('sa-focus', ({ detail }) => { log.push(['focus', detail]); }, true);`,
  });
  await ready(page);
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const boxOf = (locator: Locator): Promise<Box> =>
  locator.evaluate((item) => {
    const { left, right, top, bottom } = item.getBoundingClientRect();
    return { left, right, top, bottom };
  });
const middleOf = ({ left, right, top, bottom }: Box): readonly [number, number] => [
  (left + right) / 2,
  (top + bottom) / 2,
];

/** Where a cell is on the screen: the browser places the active one. */
async function cellBox(page: Page, row: number, column: number): Promise<Box> {
  const grid = page.locator('sa-heatmap').getByRole('grid');
  await grid.focus();
  await page.keyboard.press('Control+Home');
  for (let index = 0; index < row; index += 1) await page.keyboard.press('ArrowDown');
  for (let index = 0; index < column; index += 1) await page.keyboard.press('ArrowRight');
  const box = await boxOf(grid.getByRole('gridcell'));
  await page.keyboard.press('Control+Home');
  await grid.blur();
  return box;
}

const lastFocus = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.log.filter(([name]) => name === 'focus').at(-1)?.[1] ?? null);

for (const [name, css] of Object.entries(slides)) {
  test(`a click and a hover find their cell and their line: ${name}`, async ({ page, site }) => {
    await openSlide(page, site, css, 'scene="#lesson=its-snowing&amp;mask=causal" show="heatmap arcs"');
    for (const [row, column] of [
      [2, 0],
      [1, 1],
      [2, 2],
    ] as const) {
      const [x, y] = middleOf(await cellBox(page, row, column));
      await page.mouse.move(x, y);
      await expect
        .poll(() => lastFocus(page))
        .toMatchObject({ focus: { query: row, key: column, cell: { index: [0, row, column] } }, pinned: false });
      await page.mouse.click(x, y);
      expect(await lastFocus(page)).toMatchObject({ focus: { query: row, key: column }, pinned: true });
      const shown = await page.locator('self-attention').evaluate((own: PublicElement) => own.scene);
      expect(shown.view?.focus).toBe(row);
    }
    // Only the first word looks at itself alone: its line is straight.
    const first = middleOf(await boxOf(page.locator('sa-lines .queries [role=option]').first()));
    const other = middleOf(await boxOf(page.locator('sa-lines .keys [role=option]').first()));
    const between = middleOf(await boxOf(page.locator('sa-lines svg')));
    const share =
      Math.abs(other[0] - first[0]) > Math.abs(other[1] - first[1])
        ? (between[0] - first[0]) / (other[0] - first[0])
        : (between[1] - first[1]) / (other[1] - first[1]);
    await page.mouse.move(first[0] + share * (other[0] - first[0]), first[1] + share * (other[1] - first[1]));
    await expect.poll(() => lastFocus(page)).toMatchObject({ focus: { query: 0, key: 0 }, pinned: false });
  });
}

for (const [name, scale] of [
  ['transform: scale(0.5)', 0.5],
  ['transform: scale(2)', 2],
  ['zoom: 2', 2],
] as const) {
  test(`a picture fills its box, and a tooltip is beside its cell: ${name}`, async ({ page, site }) => {
    const open = (css: string) =>
      openSlide(page, site, css, 'sentence="internationalization looks away" show="heatmap"');
    const canvas = page.locator('sa-heatmap canvas');
    const ownWidth = () => canvas.evaluate((own: HTMLElement) => Number.parseFloat(own.style.width));
    await open('');
    await expect.poll(ownWidth).toBeGreaterThan(0);
    const width = await ownWidth();
    await open(slides[name] ?? '');
    await expect.poll(ownWidth).toBeCloseTo(width, 0);
    const [picture, frame] = [await boxOf(canvas), await boxOf(page.locator('sa-heatmap .frame'))];
    expect(picture.right - picture.left).toBeCloseTo(width * scale, 0);
    expect(frame.right - frame.left).toBeCloseTo(width * scale, 0);
    const cell = await cellBox(page, 0, 0);
    await page.mouse.move(...middleOf(cell));
    const tip = page.locator('sa-heatmap .tip');
    await expect(tip).toBeVisible();
    const place = await boxOf(tip);
    expect(place.left - cell.right).toBeCloseTo(4 * scale, 0);
    expect(place.top - cell.bottom).toBeCloseTo(4 * scale, 0);
  });
}

const pages = ['', 'transform: scale(0.5)', 'zoom: 1.5', 'zoom: 0.5'] as const;

for (const style of pages) {
  test(`a stroke over the mask or the heatmap paints its cells: ${style || 'at full size'}`, async ({ page, open }) => {
    await open('#sentence=We+read+a+book&mask=causal&parameters=identity&heads=1');
    await page.evaluate((text) => {
      const [property = '', value = ''] = text.split(': ');
      document.body.style.setProperty(property, value);
    }, style);
    await settled(page);
    await edit(page, 'blocked');
    const visible = async () => {
      const { mask } = (await scene(page)).attention;
      return mask?.kind === 'painted' ? mask.visible.map((line) => line.join('')) : mask?.kind;
    };
    const cell = (name: string) => painter(page).getByRole('gridcell', { name });
    const stroke = async (from: Box, to: Box): Promise<void> => {
      await page.mouse.move(...middleOf(from));
      await page.mouse.down();
      await page.mouse.move(...middleOf(to), { steps: 8 });
      await page.mouse.up();
    };
    // What is in sight is drawn when the page is at rest, and moves what is below it.
    await allSteps(page);
    await cell('book → we: visible').scrollIntoViewIfNeeded();
    await atRest(() => boxOf(cell('book → we: visible')));
    await cell('book → we: visible').hover();
    await page.mouse.down();
    await page.mouse.move(...middleOf(await boxOf(cell('book → a: visible'))), { steps: 8 });
    await page.mouse.up();
    await expect.poll(visible).toEqual(['1000', '1100', '1110', '0001']);
    await editor(page).getByRole('button', { name: 'None' }).click();
    await page.locator('sa-attention sa-heatmap').scrollIntoViewIfNeeded();
    await cellBox(page, 0, 0);
    await stroke(await cellBox(page, 1, 1), await cellBox(page, 1, 3));
    await expect.poll(visible).toEqual(['1111', '1000', '1111', '1111']);
  });

  test(`the viewport of a large scene goes where the overview is pressed: ${style || 'at full size'}`, async ({
    page,
    site,
  }) => {
    // Zoomed, three columns leave little room in a smaller window.
    if (style === 'zoom: 1.5') await page.setViewportSize({ width: 1920, height: 1200 });
    await page.goto(`${site}#sentence=${Array.from({ length: 600 }, (_, index) => `w${index}`).join('+')}`);
    const box = page.locator('sa-overview .box');
    await box.waitFor();
    await page.evaluate((text) => {
      const [property = '', value = ''] = text.split(': ');
      document.body.style.setProperty(property, value);
    }, style);
    await settled(page);
    await box.scrollIntoViewIfNeeded();
    const lens = page.locator('sa-overview .lens');
    for (const [across, down] of [
      [0.8, 0.7],
      [0.4, 0.5],
    ] as const) {
      const { left, right, top, bottom } = await boxOf(page.locator('sa-overview canvas'));
      const [x, y] = [left + across * (right - left), top + down * (bottom - top)];
      await page.mouse.click(x, y);
      await expect
        .poll(async () => {
          const [middleX, middleY] = middleOf(await boxOf(lens));
          return Math.hypot(middleX - x, middleY - y);
        })
        .toBeLessThan(3);
    }
  });
}
