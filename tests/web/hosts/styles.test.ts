import type { Page } from '@playwright/test';
import { elements, shown, showsLesson } from '../support/element.ts';
import { expect, markup, module, test } from '../support/own-host.ts';
import { keep } from '../support/test.ts';

// A host's style sheets change nothing in the element, except through attributes and custom properties.

const element =
  '<self-attention lesson="its-snowing" show="heatmap arcs" controls="all">each word looks at itself</self-attention>';

/** A picture of the element when everything is drawn. */
async function picture(page: Page): Promise<string> {
  await shown(elements(page).first());
  await page.mouse.move(0, 0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const taken = await elements(page).first().screenshot({ caret: 'initial' });
  return taken.toString('base64');
}

const column = '<style>main { width: 700px; margin: 0; padding: 20px; background: #fff }</style>';

const aggressive = {
  'all: revert on everything': '* { all: revert }',
  'all: unset on everything': 'main * { all: unset }',
  'buttons, tables, figures': `button { all: unset; background: red !important; font-size: 40px; padding: 3em; text-transform: uppercase }
     table, td, th { border: 9px dashed lime !important; background: yellow; padding: 2em; width: 100% }
     p, span, div { color: red; font-size: 40px; margin: 2em; letter-spacing: 0.5em; text-indent: 3em } canvas, svg { filter: invert(1); max-width: 40px }`,
  'what is inherited': `main { font: italic 40px/3 fantasy; letter-spacing: 9px; word-spacing: 40px; text-transform: uppercase; text-align: right;
     text-indent: 4em; color: red; cursor: wait; visibility: visible; white-space: pre; quotes: none; list-style: square; text-shadow: 2px 2px red }`,
  'the element as an inline box':
    'self-attention { display: inline; float: none; box-sizing: content-box; font-size: 40px; line-height: 3 }',
  'boxes, transitions': '*, *::before, *::after { box-sizing: content-box; transition: all 3s; outline-offset: 9px }',
};

test('no style sheet of a host changes how the element looks', async ({ host, page }) => {
  test.setTimeout(180_000);
  await host(markup(`<main>${element}</main>${module}`, column));
  const expected = await picture(page);
  await keep(page, 'host-style-none');
  for (const [name, css] of Object.entries(aggressive)) {
    await host(markup(`<main>${element}</main>${module}`, `<style>${css}</style>${column}`));
    const same = (await picture(page)) === expected;
    await keep(page, `host-style-${name.replace(/\W+/g, '-')}`);
    expect.soft(same, name).toBe(true);
    await showsLesson(elements(page), 'its-snowing');
  }
});

/** The lightness of background and text, from 0 to 1. */
const lights = (page: Page): Promise<readonly number[]> =>
  elements(page)
    .first()
    .evaluate((it) => {
      const frame = it.shadowRoot?.querySelector('[part~=frame]');
      if (frame === null || frame === undefined) throw new Error('There is no frame.');
      const { backgroundColor, color } = getComputedStyle(frame);
      return [backgroundColor, color].map((text) => {
        const [r = 0, g = 0, b = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
        return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
      });
    });

test('a dark host gets a dark element, whatever the system prefers', async ({ host, page }) => {
  for (const [scheme, css, dark] of [
    ['light', 'body { background: #111; color: #eee }', true],
    ['dark', 'body { background: #fff; color: #111 }', false],
    ['light', 'body { background: #000; color: #eee }', true],
    ['dark', 'body { background: #ff0; color: #111 }', false],
    ['dark', ':root { color-scheme: light dark }', true],
    ['light', ':root { color-scheme: light dark }', false],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await host(markup(`${element}${module}`, `<style>${css}</style>`));
    await showsLesson(elements(page), 'its-snowing');
    const [paper = 0, ink = 0] = await lights(page);
    expect(paper < 0.5, `${scheme}, ${css}`).toBe(dark);
    expect(ink > 0.5, `${scheme}, ${css}`).toBe(dark);
    await keep(page, `host-${dark ? 'dark' : 'light'}`);
  }
});

test('a dark host may choose a light element, and the other way round', async ({ host, page }) => {
  for (const theme of ['light', 'dark']) {
    await host(
      markup(
        `${element.replace('>', ` theme="${theme}">`)}${module}`,
        `<style>body { background: ${theme === 'dark' ? '#fff' : '#111'} }</style>`,
      ),
    );
    await showsLesson(elements(page), 'its-snowing');
    const [paper = 0] = await lights(page);
    expect(paper < 0.5).toBe(theme === 'dark');
  }
});

/** Everything in the element that is outside its box, or wider than it. */
const outside = (page: Page, at: number): Promise<readonly string[]> =>
  elements(page)
    .nth(at)
    .evaluate((it) => {
      const box = it.getBoundingClientRect();
      const found: string[] = [];
      const look = (root: ShadowRoot | Element): void => {
        for (const child of root.children) {
          const { left, right, width, height } = child.getBoundingClientRect();
          // Text for screen readers only has no size.
          const seen = width > 2 && height > 2 && getComputedStyle(child).visibility !== 'hidden';
          if (seen && !(child instanceof SVGElement) && (left < box.left - 1 || right > box.right + 1))
            found.push(`${child.tagName}.${child.className} ${left}…${right} in ${box.left}…${box.right}`);
          look(child);
          if (child.shadowRoot !== null) look(child.shadowRoot);
        }
      };
      if (it.shadowRoot !== null) look(it.shadowRoot);
      return found;
    });

test('a right-to-left host keeps the element in its column', async ({ host, page }) => {
  await host(
    markup(`<main style="width: 600px"><p>מי מסתכל על מי</p>${element}</main>${module}`, '', 'lang="he" dir="rtl"'),
  );
  await showsLesson(elements(page), 'its-snowing');
  await keep(page, 'host-rtl');
  expect(await outside(page, 0)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // Queries are above keys and the heatmap before the arcs, as on every other page.
  const places = (): Promise<readonly number[]> =>
    elements(page)
      .first()
      .evaluate((it) =>
        Array.from(
          it.shadowRoot?.querySelectorAll('sa-heatmap, sa-lines') ?? [],
          (view) => view.getBoundingClientRect().left - it.getBoundingClientRect().left,
        ),
      );
  const found = await places();
  expect(found).toHaveLength(2);
  await host(markup(`<main style="width: 600px"><p>Who</p>${element}</main>${module}`, '', 'lang="en"'));
  await showsLesson(elements(page), 'its-snowing');
  expect(await places()).toEqual(found);
});

for (const width of [320, 240]) {
  test(`a column of ${width} px holds it, in a wide page and in a narrow one`, async ({ host, page }) => {
    const all = [
      element,
      '<self-attention sentence="The animal didn\'t cross the street because it was too tired" show="heatmap arcs"></self-attention>',
      '<self-attention lesson="music-transformer"></self-attention>',
    ].join('');
    for (const viewport of [1280, width]) {
      await page.setViewportSize({ width: viewport, height: 800 });
      await host(
        markup(
          `<main style="display: flex"><div style="width: ${width}px">${all}</div><p>beside</p></main>${module}`,
          '<style>body { margin: 0 } p { position: absolute }</style>',
        ),
      );
      for (const at of [0, 1, 2]) {
        await shown(elements(page).nth(at));
        expect((await elements(page).nth(at).boundingBox())?.width).toBe(width);
        expect(await outside(page, at), `element ${at}`).toEqual([]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await keep(page, `host-${width}-in-${viewport}`, { fullPage: true });
    }
  });
}
