import type { Page } from '@playwright/test';
import { chips, fragment, openStep, press, reading, ready, settled } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

interface Stop {
  readonly name: string;
  readonly tag: string;
  /** It has an outline. Another test checks that nothing has one without the focus. */
  readonly marked: boolean;
  /** Its middle, or its marked part, is visible and not covered. */
  readonly seen: boolean;
}

/** Presses a key and returns the element that has the focus. */
async function stopAfter(page: Page, key: string): Promise<Stop | null> {
  await page.keyboard.press(key);
  await settled(page);
  return page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return null;
    const look = (element: Element): string => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle === 'none' || outlineWidth === '0px' ? 'none' : outlineStyle;
    };
    // The ring may be drawn by the element, by the text beside a radio button, or by the grid's active cell.
    const candidates = [at, at.nextElementSibling, at.querySelector('.active')].filter((item) => item !== null);
    const looks = candidates.map(look);
    const shown = at.querySelector('.active') ?? at;
    const box = shown.getBoundingClientRect();
    const [x, y] = [box.left + Math.min(box.width / 2, 40), box.top + Math.min(box.height / 2, 12)];
    let top = document.elementFromPoint(x, y);
    while (top?.shadowRoot?.elementFromPoint(x, y) && top !== top.shadowRoot.elementFromPoint(x, y)) {
      top = top.shadowRoot.elementFromPoint(x, y);
    }
    // The topmost element may be in a shadow tree inside the element.
    let within = false;
    for (let node: Node | null = top; node !== null; node = node instanceof ShadowRoot ? node.host : node.parentNode) {
      within ||= node === at;
    }
    const seen = top !== null && (within || top.contains(at) || at.parentElement === top.parentElement);
    const label = 'labels' in at && at.labels instanceof NodeList ? at.labels[0] : undefined;
    const name = at.getAttribute('aria-label') ?? (label ?? at).textContent ?? '';
    const marked = at.matches(':focus-visible') && looks.some((look) => look !== 'none');
    return { name: name.replace(/\s+/g, ' ').trim(), tag: at.tagName.toLowerCase(), marked, seen };
  });
}

/** The walk ends here if it does not return to its start. */
const MOST_STOPS = 140;

async function walk(page: Page, most = MOST_STOPS): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (let i = 0; i < most; i += 1) {
    const stop = await stopAfter(page, 'Tab');
    // If the browser has no toolbar, Tab leads from the end of the page to its start.
    if (stop === null || (stop.name === stops[0]?.name && stop.tag === stops[0].tag)) break;
    stops.push(stop);
  }
  return stops;
}

/** The names occur in this order, with others between them. */
function inOrder(found: readonly string[], wanted: readonly (string | RegExp)[]): void {
  let from = 0;
  for (const name of wanted) {
    const at = found.findIndex(
      (text, index) => index >= from && (typeof name === 'string' ? text === name : name.test(text)),
    );
    expect(at, `${name} after ${found[from - 1] ?? 'the start'} in ${found.join(' | ')}`).toBeGreaterThanOrEqual(from);
    from = at + 1;
  }
}

test('Tab reaches everything in reading order, with a visible focus', async ({ page, open }) => {
  test.slow();
  await open();
  const stops = await walk(page);
  inOrder(
    stops.map(({ name }) => name),
    [
      'Skip to the attention picture',
      'Watch',
      'Lessons',
      'Share',
      'More',
      'Sentence',
      /, token \d+/,
      /^1/,
      /^weights of head 1/,
      'Number of heads, H',
      'Score function, how a query is compared with a key',
      'None',
      'Temperature',
      'Softcap, 0 is off',
      'Vectors',
      'Source',
      'Digits after the point',
      /tokens/,
      /x0/,
      /^q/,
      /scores/,
      /weights/,
      /output/,
    ],
  );
  expect(stops.filter(({ marked }) => !marked).map(({ name }) => name)).toEqual([]);
  expect(stops.filter(({ seen }) => !seen).map(({ name }) => name)).toEqual([]);
  // Nothing traps the focus.
  expect(stops.length).toBeLessThan(MOST_STOPS);
});

test('only the element with the focus has an outline', async ({ page, open }) => {
  await open();
  const outlined = await page.evaluate(() => {
    const all = (root: Document | ShadowRoot): Element[] =>
      Array.from(root.querySelectorAll('*')).flatMap((item) => [
        item,
        ...(item.shadowRoot ? all(item.shadowRoot) : []),
      ]);
    return all(document)
      .filter((item) => getComputedStyle(item).outlineStyle !== 'none')
      .map(({ tagName, className }) => `${tagName} ${className}`);
  });
  expect(outlined).toEqual([]);
});

test('Shift+Tab goes back the way Tab came', async ({ page, open }) => {
  await open();
  // A key's name ends with its weight, which follows the focus.
  const name = async (key: string) => ((await stopAfter(page, key))?.name ?? '').replace(/: .*/, '');
  const forth: string[] = [];
  for (let i = 0; i < 12; i += 1) forth.push(await name('Tab'));
  const back: string[] = [];
  for (let i = 0; i < 11; i += 1) back.push(await name('Shift+Tab'));
  expect(back).toEqual(forth.slice(0, -1).reverse());
});

test('the skip link leads to the picture and keeps the scene', async ({ page, open }) => {
  await open('#mask=causal');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the attention picture' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(page.getByRole('radio', { name: 'Causal' })).toBeChecked();
  expect(await fragment(page)).toBe('#mask=causal');
  const next = await stopAfter(page, 'Tab');
  expect(next?.name).toBe('weights of head 1');
});

test('arrow keys move through the tokens, Enter pins one and Escape unpins it', async ({ show }) => {
  const page = await show('#sentence=one+two+three+four');
  await chips(page).first().focus();
  await expect(reading(page)).toContainText(/“one” (looks|finds|gives)/);
  await page.keyboard.press('ArrowRight');
  await expect(chips(page).nth(1)).toBeFocused();
  await expect(reading(page)).toContainText(/“two” (looks|finds|gives)/);
  await page.keyboard.press('End');
  await expect(chips(page).nth(3)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await settled(page);
  await expect(chips(page).nth(2)).toHaveAttribute('aria-selected', 'true');
  await chips(page).nth(2).focus();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Sentence' }).focus();
  await settled(page);
  // Without a pinned token the word that asks is highlighted, and the sentence is about it.
  const asking = await page.locator('sa-tokens [aria-selected=true] bdi').textContent();
  await expect(reading(page)).toContainText(`“${asking}” `);
});

test('arrow keys move through the heatmap, and each cell has a name', async ({ show }) => {
  const page = await show();
  const grid = page.locator('sa-heatmap').getByRole('grid');
  const cell = grid.getByRole('gridcell');
  await ready(grid);
  await page.keyboard.press('Control+Home');
  await expect(cell).toHaveAttribute('aria-label', /^the → the: 0\.\d\d$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(cell).toHaveAttribute('aria-label', /^animal → didn't: /);
  await expect(reading(page)).toContainText(/“animal” (looks|finds|gives)/);
  await page.keyboard.press('End');
  await expect(cell).toHaveAttribute('aria-label', /^animal → tired: /);
  await page.keyboard.press('Control+End');
  await expect(cell).toHaveAttribute('aria-label', /^tired → tired: /);
  await expect(cell).toHaveAttribute('aria-colindex', '11');
});

test('the name of a masked cell says so', async ({ show }) => {
  const page = await show('#mask=causal');
  const grid = page.locator('sa-heatmap').getByRole('grid');
  await ready(grid);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await expect(grid.getByRole('gridcell')).toHaveAttribute('aria-label', 'the → animal: masked');
});

test('the skip link leads to the picture, and from there the keyboard to the token in focus', async ({
  page,
  open,
}) => {
  await open();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#picture')).toBeFocused();
  const focused = Number(await page.locator('sa-tokens [aria-selected=true]').getAttribute('data-position'));
  expect(focused).toBeGreaterThan(0);
  await page.keyboard.press('Tab');
  const cell = page.locator('sa-heatmap').getByRole('gridcell');
  await expect(cell).toHaveAttribute('id', `cell-${focused}-0`);
  // The controls for pinning, all heads (two of them), and the head are before it.
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Shift+Tab');
  await expect(page.locator('sa-tokens :focus')).toHaveAttribute('data-position', String(focused));
});

test('arrow keys move through the lines: down the queries, across to the keys and back', async ({ show }) => {
  const page = await show();
  await page.setViewportSize({ width: 1440, height: 900 });
  const lines = page.locator('sa-lines');
  await lines.getByRole('listbox', { name: 'queries' }).getByRole('option').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(lines.getByRole('option', { name: /^animal ?, query/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(lines.getByRole('listbox', { name: 'keys' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(lines.getByRole('option', { name: /^animal ?, query/ })).toBeFocused();
});

test('arithmetic opens with the keyboard, leads to the numbers it uses, and closes', async ({ show }) => {
  const page = await show();
  await openStep(page, 'scaled');
  const matrix = page.locator('#step-scaled sa-matrix').getByRole('grid');
  await ready(matrix);
  await page.keyboard.press('Control+Home');
  for (let i = 0; i < 7; i += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const strip = page.locator('.strip');
  await expect(strip.locator('sa-arithmetic')).toContainText('scaled(it, animal)');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await settled(page);
  await page.keyboard.press('Enter');
  const letGo = strip.getByRole('button', { name: 'Deselect the cell' });
  await expect(letGo).toBeVisible();
  const number = strip.locator('sa-arithmetic').getByRole('button').first();
  const label = await number.getAttribute('aria-label');
  await number.focus();
  await page.keyboard.press('Enter');
  const [, name] = /, (\w+)\[/.exec(label ?? '') ?? [];
  await expect(strip.locator('sa-arithmetic .head')).toContainText(`${name}(`);
  await letGo.focus();
  await page.keyboard.press('Enter');
  await expect(letGo).toHaveCount(0);
});

test('on a narrow screen the arithmetic covers neither the pinned cell nor the next one', async ({ page, open }) => {
  await page.setViewportSize({ width: 900, height: 800 });
  await open();
  await openStep(page, 'scaled');
  const grid = page.locator('#step-scaled sa-matrix').getByRole('grid');
  await ready(grid);
  // Its middle row is then at the bottom of the window, under the arithmetic. Content that came into view may move it.
  const fromFoot = () =>
    grid.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect();
      const left = top + height / 2 + 100 - innerHeight;
      scrollBy({ top: left, behavior: 'instant' });
      return Math.abs(left);
    });
  await expect.poll(fromFoot).toBeLessThan(1);
  const clearance = () =>
    page.evaluate(() => {
      const matrix = document.querySelector('#step-scaled sa-matrix');
      const cell = matrix?.shadowRoot?.querySelector('[role=gridcell].active');
      const strip = document.querySelector('.strip-body');
      return Number(strip?.getBoundingClientRect().top) - Number(cell?.getBoundingClientRect().bottom);
    });
  const box = await grid.boundingBox();
  if (box === null) throw new Error('The grid is not drawn.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.locator('.strip sa-arithmetic')).toContainText('scaled(');
  await expect.poll(clearance).toBeGreaterThanOrEqual(0);
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowDown');
  await expect.poll(clearance).toBeGreaterThanOrEqual(0);
});

test('the arithmetic of a cell highlights its inputs, with their numbers', async ({ show }) => {
  const page = await show('#lesson=illustrated');
  await openStep(page, 'scores');
  const matrix = page.locator('#step-scores sa-matrix').getByRole('grid');
  await ready(matrix);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const text = page.locator('sa-arithmetic');
  // q of Input 2 is [2, 2, 2], k is [4, 4, 0].
  await expect(text).toContainText(/scores\(Input.2, Input.2\)/);
  await expect(text.locator('.result')).toHaveText('16.00');
  await page.keyboard.press('Enter');
  await expect(text.getByRole('button')).toHaveText(['2.00', '4.00', '2.00', '4.00', '2.00', '0.00']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the sheet of controls opens, takes the focus, and returns it when closed', async ({ page, open }) => {
    await open();
    const opener = page.getByRole('button', { name: 'Controls', exact: true });
    const sheet = page.getByRole('dialog', { name: 'Controls' });
    await expect(sheet).toBeHidden();
    await opener.focus();
    for (const close of ['Escape', 'button']) {
      await page.keyboard.press('Enter');
      await expect(sheet).toBeVisible();
      await expect(opener).toHaveAttribute('aria-expanded', 'true');
      await expect(sheet).toBeFocused();
      if (close === 'Escape') await page.keyboard.press('Escape');
      else await press(page, 'Close');
      await expect(sheet).toBeHidden();
      await expect(opener).toBeFocused();
    }
  });

  test('the picture stays in view while the sheet is open, and changes at once', async ({ page, open }) => {
    await open();
    await page.getByRole('button', { name: 'Controls', exact: true }).tap();
    await settled(page);
    const sheet = await page.getByRole('dialog', { name: 'Controls' }).boundingBox();
    const picture = await page.locator('sa-attention').boundingBox();
    expect(picture?.y ?? 999).toBeLessThan((sheet?.y ?? 0) - 150);
    await page.getByRole('radio', { name: 'Causal' }).check();
    await expect(reading(page)).toContainText('%');
  });

  test('a lesson opens in the sheet, and closing the sheet shows the picture', async ({ page, open }) => {
    await open('#lesson=its-snowing');
    await expect(page.getByRole('dialog', { name: 'Lesson' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Lesson', exact: true })).toBeFocused();
  });
});
