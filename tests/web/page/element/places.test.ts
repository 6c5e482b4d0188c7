import type { Page } from '@playwright/test';
import { scenes } from '../../../../web/scene/lesson-scenes.ts';
import { log, openHost, type PublicElement, ready, weights } from '../../support/element-host.ts';
import { expect, test } from '../../support/test.ts';

// What a page does to the place of an element: hidden at first, in closed boxes, at twice the size, beside another copy of the script.

const snowing = '<self-attention lesson="its-snowing" show="heatmap arcs stage"></self-attention>';

/** How many colours the heatmap has. A canvas that was not drawn has one. */
const colours = (page: Page): Promise<number> =>
  page.locator('sa-heatmap canvas').evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    if (width === 0 || height === 0) return 0;
    const { data } = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? {};
    return new Set(new Uint32Array(data?.buffer ?? new ArrayBuffer(0))).size;
  });
/** The stage has marks, and they are inside its board. */
const marks = (page: Page): Promise<boolean> =>
  page.locator('sa-stage .room').evaluate((room) => {
    const own = room.getBoundingClientRect();
    const all = Array.from(room.querySelectorAll('svg :is(rect.box, text)'), (mark) => mark.getBoundingClientRect());
    return all.length > 10 && all.every(({ left, right }) => left >= own.left - 2 && right <= own.right + 2);
  });

const places: Readonly<
  Record<string, { readonly body: string; readonly css?: string; readonly show: string; readonly hide: string }>
> = {
  'the attribute hidden': {
    body: snowing.replace(' ', ' hidden '),
    show: "document.querySelector('self-attention').hidden = false",
    hide: "document.querySelector('self-attention').hidden = true",
  },
  'a tab without a box': {
    body: `<div id="tab">${snowing}</div>`,
    css: '#tab:not(.open) { display: none }',
    show: "document.querySelector('#tab').className = 'open'",
    hide: "document.querySelector('#tab').className = ''",
  },
  'content-visibility: hidden': {
    body: `<div id="tab">${snowing}</div>`,
    css: '#tab:not(.open) { content-visibility: hidden }',
    show: "document.querySelector('#tab').className = 'open'",
    hide: "document.querySelector('#tab').className = ''",
  },
  'visibility: hidden': {
    body: `<div id="tab">${snowing}</div>`,
    css: '#tab:not(.open) { visibility: hidden }',
    show: "document.querySelector('#tab').className = 'open'",
    hide: "document.querySelector('#tab').className = ''",
  },
  'closed details': {
    body: `<details><summary>More</summary>${snowing}</details>`,
    show: "document.querySelector('details').open = true",
    hide: "document.querySelector('details').open = false",
  },
  'a dialog': {
    body: `<dialog>${snowing}</dialog>`,
    css: 'dialog { width: 900px }',
    show: "document.querySelector('dialog').showModal()",
    hide: "document.querySelector('dialog').close()",
  },
  'a slot that is assigned later': {
    body: `<div id="host"></div>${snowing}`,
    show: `const host = document.querySelector('#host');
      if (host.shadowRoot === null) host.attachShadow({ mode: 'open' }).append(document.createElement('slot'));
      host.append(document.querySelector('self-attention'))`,
    hide: "document.querySelector('#host').shadowRoot.querySelector('slot').name = 'none'",
  },
};

for (const [name, { body, css = '', show, hide }] of Object.entries(places))
  test(`it draws in what is opened, closed and opened again: ${name}`, async ({ page, site }) => {
    // A script of the page opens and closes. The policy allows no eval.
    await openHost(page, site, {
      body,
      css,
      script: `Object.assign(window, { open_: () => { ${show} }, close_: () => { ${hide} } });`,
    });
    await page.waitForFunction(() => customElements.get('self-attention') !== undefined);
    await page.evaluate(() => Object(window).open_());
    await ready(page);
    await expect.poll(() => colours(page)).toBeGreaterThan(10);
    await expect.poll(() => marks(page)).toBe(true);
    await page.evaluate(() => Object(window).close_());
    await page
      .locator('self-attention')
      .evaluate((own: PublicElement) => own.setAttribute('lesson', 'scaling-and-masks'));
    await page.setViewportSize({ width: 500, height: 800 });
    if (name.startsWith('a slot'))
      await page.evaluate(() =>
        document.querySelector('#host')?.shadowRoot?.querySelector('slot')?.removeAttribute('name'),
      );
    else await page.evaluate(() => Object(window).open_());
    await expect.poll(() => weights(page)).toHaveLength(16);
    await expect.poll(() => colours(page)).toBeGreaterThan(10);
    await expect.poll(() => marks(page)).toBe(true);
  });

test('content-visibility: auto loads it when it is near, and the page keeps its height', async ({ page, site }) => {
  await openHost(page, site, {
    body: `<div class="high"></div><div class="auto">${snowing}</div><p>After</p>`,
    css: '.high { height: 6000px } .auto { content-visibility: auto; contain-intrinsic-size: auto 300px }',
  });
  await page.waitForLoadState('networkidle');
  expect(await log(page)).toEqual([]);
  await page.evaluate(() => scrollTo(0, 6000));
  await ready(page);
  await expect.poll(() => colours(page)).toBeGreaterThan(10);
});

test('at 200 % the keyboard reaches every part, and what has the focus is in sight', async ({ browser, site }) => {
  const context = await browser.newContext({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await openHost(page, site, { body: snowing.replace('show=', 'controls="mask temperature" show='), css: '' });
  await ready(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
  const seen = new Set<string>();
  for (let press = 0; press < 25; press += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      let item = document.activeElement;
      while (item?.shadowRoot?.activeElement != null) item = item.shadowRoot.activeElement;
      if (item === null || item === document.body) return null;
      const inside = item.getAttribute('role') === 'grid' ? (item.querySelector('.active') ?? item) : item;
      const { top, bottom, left, right } = inside.getBoundingClientRect();
      return {
        name: item.localName + (item.getAttribute('role') ?? ''),
        isSeen: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
      };
    });
    if (focused === null) break;
    expect(focused.isSeen, focused.name).toBe(true);
    seen.add(focused.name);
  }
  for (const part of ['divgrid', 'divoption', 'divgroup', 'button']) expect([...seen]).toContain(part);
  const grid = page.locator('sa-heatmap').getByRole('grid');
  await grid.focus();
  await page.keyboard.press('Control+End');
  await expect(grid.getByRole('gridcell')).toBeInViewport();
  await context.close();
});

test('its scene can be read before it draws and after, and set again', async ({ page, site }) => {
  await openHost(page, site, { body: '<self-attention controls="mask" loading="lazy"></self-attention>' });
  await page.waitForFunction(() => customElements.get('self-attention') !== undefined);
  const element = page.locator('self-attention');
  const read = () => element.evaluate((own: PublicElement) => own.scene);
  await element.evaluate((own: PublicElement, scene) => {
    own.scene = scene;
  }, scenes['its-snowing']);
  expect(await read()).toEqual(scenes['its-snowing']);
  await expect.poll(() => weights(page)).toHaveLength(9);
  const [first, numbers] = [await read(), await weights(page)];
  await page.getByRole('radio', { name: 'Causal' }).check();
  await expect.poll(async () => (await weights(page))[1]).toBe(0);
  const edited = await read();
  expect(edited.attention.mask).toEqual({ kind: 'causal' });
  for (const [scene, isFirst] of [
    [first, true],
    [edited, false],
  ] as const) {
    await element.evaluate((own: PublicElement, text) => {
      own.scene = JSON.parse(text);
    }, JSON.stringify(scene));
    await expect.poll(async () => String(await weights(page)) === String(numbers)).toBe(isFirst);
    expect(await read()).toEqual(scene);
  }
});

test('beside a classic copy of the script it draws, and one of them warns', async ({ page, site, watch }) => {
  watch.expect(/is there already, in version/);
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await openHost(page, site, {
    body: `${snowing}<script src="self-attention.classic.js" nonce="host"></script>`,
  });
  await ready(page);
  expect(await weights(page)).toHaveLength(9);
  await page.locator('sa-lines .queries [role=option]').nth(1).click();
  expect((await page.locator('self-attention').evaluate((own: PublicElement) => own.scene)).view?.focus).toBe(1);
  await expect.poll(() => warnings.filter((text) => text.includes('is there already')).length).toBe(1);
});
