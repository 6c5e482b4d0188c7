import type { Locator, Page } from '@playwright/test';
import { chips, openStep, reading, sentence, settled } from '../support/page.ts';
import { families, whole } from '../support/scenes.ts';
import { expect, keep, test } from '../support/test.ts';

const picture = (page: Page): Locator => page.locator('sa-heatmap canvas');

/** All of it is on the screen, without scrolling. */
async function onScreen(page: Page, locator: Locator, name: string): Promise<void> {
  const box = await locator.boundingBox();
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box, name).not.toBeNull();
  if (box === null) return;
  expect(box.x, name).toBeGreaterThanOrEqual(0);
  expect(box.y, name).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width, name).toBeLessThanOrEqual(size.width + 0.5);
  expect(box.y + box.height, name).toBeLessThanOrEqual(size.height + 0.5);
}

async function noSidewaysScroll(page: Page): Promise<void> {
  const { wide, seen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    seen: document.documentElement.clientWidth,
  }));
  expect(wide).toBeLessThanOrEqual(seen);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`1280 × 800, ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('the first screen holds the sentence, its tokens, the picture and the main controls', async ({
      page,
      open,
    }) => {
      await open();
      for (const [name, locator] of Object.entries({
        sentence: sentence(page),
        'first token': chips(page).first(),
        'last token': chips(page).last(),
        reading: reading(page),
        heatmap: picture(page),
        steps: page.locator('sa-step').last(),
        inspector: page.locator('.inspector sa-arithmetic'),
        questions: page.getByRole('region', { name: 'What if …' }),
        heads: page.getByRole('textbox', { name: 'Number of heads, H' }),
        share: page.getByRole('button', { name: 'Share' }),
        more: page.getByRole('button', { name: 'More', exact: true }),
      })) {
        await onScreen(page, locator, name);
      }
      await noSidewaysScroll(page);
      await settled(page);
      await keep(page, `first-screen-1280-${colorScheme}`);
    });

    test('the page does not scroll, with or without a lesson', async ({ page, open }) => {
      for (const from of ['#mask=causal', '#lesson=its-snowing']) {
        await open(from);
        await expect(page.locator('.inspector')).toBeVisible();
        for (const size of [
          { width: 1440, height: 900 },
          { width: 1280, height: 800 },
        ]) {
          await page.setViewportSize(size);
          const left = () =>
            page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
          await expect.poll(left).toBeLessThanOrEqual(0);
        }
      }
    });

    test('a press on a step opens it in view, with its numbers, and closing it returns the row', async ({
      page,
      open,
    }) => {
      await open();
      await openStep(page, 'scores');
      await expect(page.locator('#step-scores .formula')).toBeInViewport();
      await expect(page.locator('#step-scores h3')).toBeFocused();
      await page.mouse.move(300, 500);
      const colours = (): Promise<number> =>
        page.evaluate(() => {
          const canvas = document.querySelector('#step-scores sa-matrix')?.shadowRoot?.querySelector('canvas');
          const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
          return new Set(
            Array.from(
              { length: data.length / 4 },
              (_, at) => `${data[4 * at]} ${data[4 * at + 1]} ${data[4 * at + 2]}`,
            ),
          ).size;
        });
      await expect.poll(colours).toBeGreaterThan(20);
      await keep(page, `steps-1280-${colorScheme}`);
      await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Close' }).click();
      await expect(page.locator('#step-scores h3 button')).toBeFocused();
      await expect(page.locator('sa-step').first()).toBeVisible();
    });
  });

  test.describe(`390 × 844, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    test('the first screen holds the sentence, its tokens and the picture', async ({ page, open }) => {
      await open();
      for (const [name, locator] of Object.entries({
        sentence: sentence(page),
        'first token': chips(page).first(),
        reading: reading(page),
        heatmap: picture(page),
        controls: page.getByRole('button', { name: 'Controls', exact: true }),
      })) {
        await onScreen(page, locator, name);
      }
      const bar = await page.locator('.bottom-bar').boundingBox();
      const canvas = await picture(page).boundingBox();
      expect((canvas?.y ?? 0) + (canvas?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
      await noSidewaysScroll(page);
      await keep(page, `first-screen-390-${colorScheme}`);
    });

    test('the sheet leaves the picture in view', async ({ page, open }) => {
      await open();
      await page.getByRole('button', { name: 'Controls', exact: true }).tap();
      const height = async (): Promise<number> => (await page.getByRole('dialog').boundingBox())?.height ?? 999;
      await expect.poll(height).toBeLessThan(844 * 0.62);
      await keep(page, `sheet-390-${colorScheme}`);
    });
  });
}

test('whoever scrolls in an opened step stays there', async ({ page, open }) => {
  await open();
  const step = await openStep(page, 'scores');
  const box = page.locator('.explanation');
  await box.hover();
  const top = (): Promise<number> => box.evaluate(({ scrollTop }) => scrollTop);
  await page.mouse.wheel(0, -500);
  await expect.poll(top).toBe(0);
  await page.mouse.wheel(0, 150);
  await expect.poll(top).toBeGreaterThan(100);
  // More frames than the page follows a section for.
  for (let frame = 0; frame < 40; frame += 1) await settled(page);
  expect(await top()).toBeGreaterThan(100);
  await expect(step.locator('h3')).toBeFocused();
});

// 320 px is also a window of 1280 px at 400 %; 640 px is one at 200 %.
for (const [width, height] of [
  [320, 640],
  [640, 400],
] as const) {
  test.describe(`${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    test('nothing scrolls sideways, whatever the scene', async ({ page, open }) => {
      for (const [name, from] of Object.entries({
        'the default scene': '',
        'a lesson': '#lesson=illustrated',
        'a long sentence': `#sentence=${Array.from({ length: 40 }, (_, at) => `word${at}`).join('+')}`,
        'one very long word': `#sentence=${'supercalifragilistic'.repeat(8)}+the`,
        '16 heads of 64': '#embedding=random.normal&seed=1&d=64&heads=16',
        ...Object.fromEntries(Object.entries(families).map(([title, made]) => [title, whole(made)])),
      })) {
        await test.step(name, async () => {
          await open(from);
          await page.evaluate(() => scrollTo(0, 0));
          await noSidewaysScroll(page);
          await keep(page, `${width}-${name.replaceAll(' ', '-')}`);
          await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
          await settled(page);
          await noSidewaysScroll(page);
        });
      }
    });

    test('every control can be reached and used', async ({ page, open }) => {
      await open();
      await reachAll(page, width);
      await page.getByRole('radio', { name: 'Causal' }).check();
      await page.getByRole('textbox', { name: 'Temperature' }).fill('2');
      await noSidewaysScroll(page);
    });

    test('so can those of the whole family', async ({ page, open }) => {
      for (const made of Object.values(families)) {
        await open(whole(made));
        await reachAll(page, width);
      }
    });
  });
}

/** Opens the sheet and scrolls to every control in it. */
async function reachAll(page: Page, width: number): Promise<void> {
  await page.getByRole('button', { name: 'Controls', exact: true }).click();
  const beyond = await page.locator('sa-controls').evaluate((panel, most) => {
    const all = Array.from(panel.querySelectorAll<HTMLElement>('input, select, button, summary'));
    return all.flatMap((control) => {
      control.scrollIntoView({ block: 'nearest' });
      const { left, right, top, bottom, width: size } = control.getBoundingClientRect();
      const inside = left >= 0 && right <= most && top >= 0 && bottom <= innerHeight;
      return size === 0 || inside
        ? []
        : [`${control.nodeName} ${control.id} ${control.ariaLabel ?? ''} at ${left} to ${right}`];
    });
  }, width);
  expect(beyond).toEqual([]);
}

test.describe('touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('every target is at least 24 px high and wide', async ({ page, open }) => {
    await open();
    await page.getByRole('button', { name: 'Controls', exact: true }).tap();
    const small = await page.evaluate(() => {
      const all = (root: Document | ShadowRoot): Element[] =>
        Array.from(root.querySelectorAll('*')).flatMap((item) => [
          item,
          ...(item.shadowRoot ? all(item.shadowRoot) : []),
        ]);
      return all(document)
        .filter((item) => item.matches('button, select, input, textarea, a[href], summary, [role=option], [role=grid]'))
        .flatMap((item) => {
          // A link in a line of text may be as high as the line. A radio button or check box is as large as its label.
          if (item.matches('p a, li a, .skip')) return [];
          const { width, height } = (item.closest('label') ?? item).getBoundingClientRect();
          const name = item.getAttribute('aria-label') ?? item.textContent?.trim() ?? item.tagName;
          return width === 0 || (width >= 23.5 && height >= 23.5)
            ? []
            : [`${item.tagName} ${name}: ${width} × ${height}`];
        });
    });
    expect(small).toEqual([]);
  });

  test('a tap on a cell pins it, and its arithmetic stays', async ({ page, open }) => {
    await open();
    const box = await picture(page).boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) * 0.6, (box?.y ?? 0) + (box?.height ?? 0) * 0.6);
    await expect(page.getByRole('button', { name: 'Deselect the cell' })).toBeVisible();
    await expect(page.locator('sa-arithmetic .head')).toContainText('weights(');
    await keep(page, 'tapped-390');
  });
});
