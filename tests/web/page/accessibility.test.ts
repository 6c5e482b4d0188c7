import { findings } from '../support/axe.ts';
import { allSteps, openStep, problems, ready, sentence, settled } from '../support/page.ts';
import { families, whole } from '../support/scenes.ts';
import { expect, keep, test } from '../support/test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme}: axe finds nothing`, () => {
    // Only the colours differ in the dark.
    const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined;
    const phone = { width: 390, height: 844 };

    test.beforeEach(({ shared: { page } }) => page.emulateMedia({ colorScheme }));
    test('on the page as it opens', async ({ show }) => {
      const page = await show();
      expect(await findings(page, rules)).toEqual([]);
    });

    test('with problems beside the sentence and a control', async ({ show }) => {
      const page = await show();
      await page.getByRole('textbox', { name: 'Number of heads, H' }).fill('5');
      await expect(problems(page)).toHaveCount(1);
      expect(await findings(page, rules)).toEqual([]);
      await page.getByRole('textbox', { name: 'Number of heads, H' }).fill('3');
      await sentence(page).fill('');
      await expect(problems(page)).toHaveCount(1);
      expect(await findings(page, rules)).toEqual([]);
    });

    test('on a damaged link', async ({ show }) => {
      const page = await show('#scene=%');
      expect(await findings(page, rules)).toEqual([]);
    });

    test('with a lesson open', async ({ show }) => {
      const page = await show('#lesson=illustrated');
      expect(await findings(page, rules)).toEqual([]);
    });

    for (const [title, made] of Object.entries(families)) {
      test(`with ${title}`, async ({ show }) => {
        const page = await show(whole(made));
        expect(await findings(page, rules)).toEqual([]);
        await page.setViewportSize(phone);
        await page.getByRole('button', { name: 'Controls', exact: true }).click();
        expect(await findings(page, rules)).toEqual([]);
      });
    }

    test('at the steps, with the arithmetic of a cell pinned', async ({ show }) => {
      const page = await show('#mask=causal&softcap=2');
      await openStep(page, 'weights');
      const grid = page.locator('#step-weights sa-matrix').getByRole('grid');
      await ready(grid);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Deselect the cell' })).toBeVisible();
      expect(await findings(page, rules)).toEqual([]);
    });

    test('with the words that the table lacks marked', async ({ show }) => {
      const page = await show('#sentence=The+zebra+crossed');
      expect(await findings(page, rules)).toEqual([]);
    });

    test('on a phone, with the sheet open', async ({ show }) => {
      const page = await show();
      await page.setViewportSize(phone);
      await page.evaluate(() => {
        location.hash = '#lesson=its-snowing';
      });
      await expect(page.getByRole('dialog', { name: 'Lesson' })).toBeVisible();
      expect(await findings(page, rules)).toEqual([]);
      await page.getByRole('button', { name: 'Controls', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Controls' })).toBeVisible();
      expect(await findings(page, rules)).toEqual([]);
    });
  });
}

test.describe('before the page is live', () => {
  test.use({ javaScriptEnabled: false });

  test('the prerendered page has its language, a title, one heading of the first level and a main part', async ({
    page,
    site,
    watch,
  }) => {
    // Chromium reports that a policy forbids the script.
    watch.expect(/request failed: .*\.js csp/);
    await page.goto(site);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page).toHaveTitle('Self-attention, live');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('main')).toHaveCount(1);
  });
});

test('axe finds nothing on the prerendered page that stays when the core is missing', async ({ page, site, watch }) => {
  watch.expect(/\.wasm/, /404/);
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(site);
  await expect(page.getByRole('alert')).toContainText('did not start');
  expect(await findings(page)).toEqual([]);
});

test('nothing moves with reduced motion', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open();
  const moving = await page.evaluate(() => {
    const all = (root: Document | ShadowRoot): Element[] =>
      Array.from(root.querySelectorAll('*')).flatMap((item) => [
        item,
        ...(item.shadowRoot ? all(item.shadowRoot) : []),
      ]);
    return all(document).flatMap((item) => {
      const { transitionDuration, animationName } = getComputedStyle(item);
      return /^(0s(, )?)+$/.test(transitionDuration) && animationName === 'none' ? [] : [item.tagName];
    });
  });
  expect(moving).toEqual([]);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await openStep(page, 'output');
  await settled(page);
  await expect(page.locator('#step-output h3')).toBeInViewport();
});

test('with forced colours the chosen button is marked, and the heatmap keeps its colours', async ({ page, open }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open('#mask=causal');
  const none = page.getByRole('radio', { name: 'None' });
  await none.check();
  // The text beside the radio button draws the button. The system's colours replace its own, but not its weight.
  const weight = (name: string): Promise<string> =>
    page.getByRole('radio', { name }).evaluate(({ nextElementSibling: text }) => {
      if (text === null) throw new Error('The radio button has no text.');
      return getComputedStyle(text).fontWeight;
    });
  expect(Number(await weight('None'))).toBeGreaterThan(Number(await weight('Causal')));
  const colours = await page.locator('sa-heatmap canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    return new Set(new Uint32Array(data?.buffer ?? new ArrayBuffer(0))).size;
  });
  expect(colours).toBeGreaterThan(10);
  await keep(page, 'forced-colours');
});

test('the page can be printed', async ({ page, open }) => {
  await open();
  await allSteps(page);
  await page.emulateMedia({ media: 'print' });
  await settled(page);
  await expect(page.locator('sa-heatmap')).toBeVisible();
  await expect(page.locator('#step-output section')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
  expect((await page.pdf()).length).toBeGreaterThan(20_000);
  await keep(page, 'print', { fullPage: true });
});

test('a formula that is cut off is a tab stop at once, and others are not', async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // Checked in the task in which a formula is drawn, as axe could.
  await page.addInitScript(() => {
    const missed: string[] = [];
    window.seen = missed;
    const look = (): void => {
      for (const box of document.querySelectorAll('sa-step .formula')) {
        if (box.scrollWidth > box.clientWidth && !box.hasAttribute('tabindex')) missed.push(box.ariaLabel ?? '');
      }
    };
    new MutationObserver(() => queueMicrotask(look)).observe(document, { childList: true, subtree: true });
  });
  await open('#positions=relative');
  const boxes: (readonly [boolean, string | null])[] = [];
  const ids = await page.locator('sa-step').evaluateAll((steps) => steps.map(({ id }) => id.replace('step-', '')));
  for (const name of ids) {
    await openStep(page, name);
    await settled(page);
    boxes.push(
      ...(await page
        .locator('sa-step .formula')
        .evaluateAll((all) =>
          all.map((box) => [box.scrollWidth > box.clientWidth, box.getAttribute('tabindex')] as const),
        )),
    );
  }
  expect(boxes.filter(([cut]) => cut).length).toBeGreaterThan(0);
  for (const [cut, stop] of boxes) expect(stop).toBe(cut ? '0' : null);
  expect(await page.evaluate(() => window.seen)).toEqual([]);
});
