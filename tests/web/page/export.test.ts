// Exported pictures in a browser, under the site's policy: the canvas draws the same as the SVG, and every text fits the room that was
// reserved without knowing the font.
import type { Page } from '@playwright/test';
import type { Figure } from '../../../web/export/drawing.ts';
import type { FigureOptions } from '../../../web/export/figure.ts';
import { defaultScene } from '../../../web/scene/defaults.ts';
import { scenes } from '../../../web/scene/lesson-scenes.ts';
import type { Scene } from '../../../web/scene/types.ts';
import { exportModule, traceInNode } from '../support/package.ts';
import { browserModule } from '../support/pictures.ts';
import { expect, test } from '../support/test.ts';

const awkward: Scene = {
  version: 1,
  tokens: ['שלום', 'cafe\u0301', 'WWWWiiii', 'Donaudampfschifffahrtsgesellschaftskapitän', ' ', 'مرحبا', 'ЖЩЮ', '<&"'],
  embedding: { kind: 'random', distribution: 'normal', seed: 5, dModel: 8 },
  parameters: { kind: 'random', init: 'xavier', seed: 2 },
  attention: { heads: 2, mask: { kind: 'causal' }, temperature: 0.5 },
};

const cases: readonly (readonly [string, Scene, FigureOptions])[] = [
  ['small', scenes['its-snowing'], { pictures: ['heatmap'] }],
  ['light', defaultScene, { pictures: ['heatmap', 'arcs'] }],
  ['dark', awkward, { pictures: ['heatmap', 'arcs', 'masked'], theme: 'dark', lang: 'es' }],
  ['heads', scenes['music-transformer'], { pictures: ['heatmap'], head: 'all' }],
  ['narrow', awkward, { pictures: ['heatmap', 'arcs', 'scores'], width: 320 }],
];

async function figure(scene: Scene, options: FigureOptions): Promise<Figure> {
  const trace = await traceInNode(scene);
  try {
    const { figureOf } = await exportModule();
    return figureOf(scene, trace, options);
  } finally {
    trace.dispose();
  }
}

let script = '';
test.beforeAll(async () => {
  script = await browserModule('web/export/image.ts');
});

/** An empty page under the site's policy, with the module. */
async function quiet(page: Page, site: string): Promise<void> {
  await page.route('**/export-png.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.goto(`${site}docs/benchmarks.html`);
}

/** The PNG as bytes. */
const png = async (page: Page, of: Figure, scale: number): Promise<Buffer> => {
  const text = await page.evaluate(
    async ([drawn, pixels]) => {
      const { pngOf } = await import(new URL('/export-png.js', location.href).href);
      const blob: Blob = await pngOf(drawn, pixels);
      if (blob.type !== 'image/png') throw new Error(blob.type);
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    [of, scale] as const,
  );
  return Buffer.from(text, 'base64');
};

/** How two PNGs differ: the mean over all channels, and the fraction that differs by more than 64 of 255. */
const difference = (page: Page, one: Buffer, other: Buffer) =>
  page.evaluate(
    async ([a, b]) => {
      const pixels = async (text: string): Promise<ImageData> => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('There is no canvas.');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      };
      const [first, second] = [await pixels(a), await pixels(b)];
      const sizes = [first.width, first.height, second.width, second.height];
      let [sum, far] = [0, 0];
      for (let at = 0; at < first.data.length; at += 1) {
        const off = Math.abs((first.data[at] ?? 0) - (second.data[at] ?? 0));
        sum += off;
        if (off > 64) far += 1;
      }
      return { sizes, mean: sum / first.data.length, far: far / first.data.length };
    },
    [one.toString('base64'), other.toString('base64')] as const,
  );

for (const [name, scene, options] of cases) {
  // One figure tests the scale, the others that everything is drawn.
  for (const scale of name === 'small' ? ([1, 2, 4] as const) : ([1] as const)) {
    test(`${name}, ${scale}×: the PNG is the SVG, pixel by pixel`, async ({ page, site, browser }) => {
      // It compares millions of pixels.
      test.slow();
      const drawn = await figure(scene, options);
      const { svgOf } = await exportModule();
      const svg = svgOf(drawn);
      const viewport = { width: drawn.width, height: drawn.height };
      const context = await browser.newContext({ viewport, deviceScaleFactor: scale });
      const own = await context.newPage();
      await own.route('**/picture.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }));
      await own.goto(`${site}picture.svg`);
      const shown = await own.screenshot();
      await context.close();
      await quiet(page, site);
      const { sizes, mean, far } = await difference(page, await png(page, drawn, scale), shown);
      console.log(`${name} ${scale}×: mean ${mean.toFixed(3)}, far ${(far * 100).toFixed(3)} %`);
      expect(sizes).toEqual([drawn.width * scale, drawn.height * scale, drawn.width * scale, drawn.height * scale]);
      // A canvas smooths letters differently.
      expect(mean).toBeLessThan(1);
      expect(far).toBeLessThan(0.005);
    });
  }

  test(`${name}: no text is wider than its reserved room`, async ({ page, site }) => {
    const drawn = await figure(scene, options);
    const { svgOf } = await exportModule();
    await page.route('**/picture.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: svgOf(drawn) }));
    // Browsers request an icon beside a picture that is opened alone.
    await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
    await page.goto(`${site}picture.svg`);
    const widths = await page.evaluate(() =>
      Array.from(document.querySelectorAll('text'), (text) => text.getComputedTextLength()),
    );
    const labels = drawn.items.filter((item) => item.kind === 'text');
    expect(widths).toHaveLength(labels.length);
    const over = labels.filter(({ room }, at) => (widths[at] ?? 0) > room + 0.5).map(({ text }) => text);
    expect(over).toEqual([]);
  });
}

test('a picture too large for any canvas is refused, with the size and the limit', async ({ page, site }) => {
  const drawn = { ...(await figure(defaultScene, { pictures: ['heatmap'] })), height: 5000 };
  await quiet(page, site);
  await expect(png(page, drawn, 4)).rejects.toThrow(/× 20000 pixels; the limit is 16384 a side/);
  await expect(png(page, drawn, 3)).rejects.toThrow(/scale is 3; it must be 1, 2 or 4/);
});

test('the site has a picture of each lesson', async ({ page, site }) => {
  for (const [id, scene] of Object.entries(scenes)) {
    const response = await page.request.get(`${site}lessons/${id}.svg`);
    expect(response.headers()['content-type']).toContain('image/svg+xml');
    const { svgOf } = await exportModule();
    expect(await response.text()).toBe(svgOf(await figure(scene, { pictures: ['heatmap', 'arcs'] })));
  }
});
