import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { scenes } from '../../../../web/scene/lesson-scenes.ts';
import type { Scene } from '../../../../web/scene/types.ts';
import { findings } from '../../support/axe.ts';
import { height, log, openHost, type PublicElement, ready, weights } from '../../support/element-host.ts';
import { traceInNode } from '../../support/package.ts';
import { settled } from '../../support/page.ts';
import { expect, keep, test } from '../../support/test.ts';

const snowing = '<self-attention lesson="its-snowing" show="heatmap arcs"><p>A picture.</p></self-attention>';

async function expected(scene: Scene): Promise<number[]> {
  const trace = await traceInNode(scene);
  const { data } = trace.tensor('weights', { head: 0 });
  trace.dispose();
  return [...data];
}

const close = (found: readonly number[], wanted: readonly number[]): void => {
  expect(found.length).toBe(wanted.length);
  for (const [at, number] of found.entries()) expect(number).toBeCloseTo(wanted[at] ?? Number.NaN, 5);
};

test('one line draws a lesson with the numbers of the core, under the strictest policy', async ({ page, site }) => {
  await openHost(page, site, { body: snowing });
  await ready(page);
  close(await weights(page), await expected(scenes['its-snowing']));
  expect(await log(page)).toEqual([['ready', { scene: scenes['its-snowing'] }]]);
  await expect(page.getByText('A picture.')).toBeHidden();
  await expect(page.getByRole('group', { name: /^Self-attention: It's snowing outside/ })).toBeVisible();
  await keep(page, 'element-light');
});

test('only 6.4 kB of script are loaded before it nears the viewport', async ({ page, site }) => {
  const scripts: Buffer[] = [];
  const asked: string[] = [];
  page.on('response', async (response) => {
    asked.push(new URL(response.url()).pathname);
    if (response.url().endsWith('.js')) scripts.push(await response.body());
  });
  await openHost(page, site, { body: `<div class="high"></div>${snowing}`, css: '.high { height: 5000px }' });
  await page.waitForLoadState('networkidle');
  const size = scripts.reduce(
    (sum, script) => sum + brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
    0,
  );
  expect(size).toBeLessThanOrEqual(6400);
  expect(asked.filter((path) => path.endsWith('.wasm'))).toEqual([]);
  const before = await height(page);
  await page.evaluate(() => scrollTo(0, 5000));
  await ready(page);
  expect(await height(page)).toBe(before);
});

test('loading="eager" loads at once, anywhere on the page', async ({ page, site }) => {
  await openHost(page, site, {
    body: `<div class="high"></div><self-attention lesson="illustrated" loading="eager"></self-attention>`,
    css: '.high { height: 5000px }',
  });
  await ready(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

for (const width of [320, 700, 1280]) {
  test(`its size does not change, and nothing moves: ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 700 });
    await openHost(page, site, {
      body: `<self-attention lesson="scaling-and-masks" show="tokens reading heatmap arcs arithmetic"></self-attention>
        <p>After</p>`,
      css: 'self-attention:not(:defined) { display: block; height: 2000px }',
    });
    await page.waitForFunction(() => customElements.get('self-attention') !== undefined);
    const [before, defined] = [await height(page), await page.evaluate(() => performance.now())];
    await ready(page);
    await settled(page);
    expect(await height(page)).toBe(before);
    const shifts = await page.evaluate(() => window.shifts);
    expect(shifts.filter(([, at]) => at > defined)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test('axe finds nothing, in light and dark, with everything shown', async ({ page, site }) => {
  for (const theme of ['light', 'dark']) {
    await openHost(page, site, {
      body: `<main><h1>Host</h1><h2>Picture</h2><self-attention lesson="its-snowing" theme="${theme}" controls="all"
        show="sentence tokens reading heatmap arcs arithmetic steps"></self-attention></main>`,
    });
    await ready(page);
    expect(await findings(page)).toEqual([]);
    await keep(page, `element-all-${theme}`, { fullPage: true });
  }
});

test('the hovered cell is highlighted in every view, and its arithmetic is shown', async ({ page, site }) => {
  await openHost(page, site, {
    body: '<self-attention lesson="its-snowing" show="reading heatmap arcs arithmetic weights"></self-attention>',
  });
  await ready(page);
  await page.locator('sa-lines .queries [role=option]').nth(1).click();
  await expect(page.locator('[part=reading]')).toContainText('“snowing” finds');
  const grid = page.locator('sa-heatmap').getByRole('grid');
  await grid.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('sa-arithmetic')).toContainText('weights(');
  // The first click changed the scene's token.
  expect((await log(page)).map(([name]) => name)).toContain('change');
});

test('it never takes the focus or scrolls the page, and the wheel and swipes scroll the page', async ({
  page,
  site,
}) => {
  await openHost(page, site, {
    body: `<input id="own" autofocus>${snowing}<div class="high"></div>`,
    css: '.high { height: 3000px } self-attention { --sa-lines-max: 5rem }',
  });
  await page.locator('#own').focus();
  await ready(page);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('own');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const canceled = await page.locator('sa-heatmap').evaluate((view) => {
    const events = ['wheel', 'touchstart', 'touchmove'].map((name) =>
      name === 'wheel'
        ? new WheelEvent(name, { deltaY: 10, bubbles: true, composed: true, cancelable: true })
        : new Event(name, { bubbles: true, composed: true, cancelable: true }),
    );
    return events.map((event) => !view.shadowRoot?.querySelector('.view')?.dispatchEvent(event));
  });
  expect(canceled).toEqual([false, false, false]);
  await page.locator('sa-heatmap').hover();
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
});

test('twenty share one core and one style sheet', async ({ page, site }) => {
  const wasm: string[] = [];
  page.on('request', (request) => request.url().endsWith('.wasm') && wasm.push(request.url()));
  await openHost(page, site, {
    body: Array.from(
      { length: 20 },
      () => '<self-attention lesson="its-snowing" loading="eager"></self-attention>',
    ).join(''),
  });
  await ready(page, 20);
  expect(wasm.length).toBe(1);
  const shared = await page.evaluate(() => {
    const roots = [...document.querySelectorAll('self-attention')].map(({ shadowRoot }) => shadowRoot);
    const first = roots[0]?.adoptedStyleSheets ?? [];
    return roots.every((root) => root?.adoptedStyleSheets.every((sheet, at) => sheet === first[at]));
  });
  expect(shared).toBe(true);
});

test('a thousand elements are added and removed, and nothing of them stays', async ({ page, site }) => {
  test.slow();
  await openHost(page, site, { body: snowing });
  await ready(page);
  const session = await page.context().newCDPSession(page);
  const round = (count: number): Promise<void> =>
    page.evaluate(async (many) => {
      for (let done = 0; done < many; done += 20) {
        const all = Array.from({ length: 20 }, () => {
          const element = document.createElement('self-attention');
          element.setAttribute('lesson', 'its-snowing');
          element.setAttribute('loading', 'eager');
          return element;
        });
        const drawn = all.map((element) => new Promise((resolve) => element.addEventListener('ready', resolve)));
        document.body.append(...all);
        await Promise.all(drawn);
        for (const element of all) element.remove();
        await new Promise((resolve) => setTimeout(resolve));
      }
    }, count);
  const measured = async (): Promise<Record<string, number>> => {
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };
  await session.send('Performance.enable');
  await round(100);
  const before = await measured();
  await round(1000);
  const after = await measured();
  expect(after['Nodes']).toBeLessThan((before['Nodes'] ?? 0) + 500);
  expect(after['JSEventListeners']).toBeLessThan((before['JSEventListeners'] ?? 0) + 200);
  expect(after['JSHeapUsedSize']).toBeLessThan((before['JSHeapUsedSize'] ?? 0) + 2e6);
});

test('it keeps drawing when it is moved, and keeps the reader’s changes when it is removed and put back', async ({
  page,
  site,
}) => {
  await openHost(page, site, { body: `<div id="a">${snowing}</div><div id="b"></div>` });
  await ready(page);
  await page.evaluate(() => document.querySelector('#b')?.append(document.querySelector('self-attention') ?? ''));
  expect(await weights(page)).toHaveLength(9);
  await page.locator('sa-lines .queries [role=option]').nth(2).click();
  await page.evaluate(async () => {
    const element = document.querySelector('self-attention');
    element?.remove();
    await new Promise((resolve) => setTimeout(resolve, 50));
    document.querySelector('#a')?.append(element ?? '');
  });
  await expect.poll(() => weights(page)).toHaveLength(9);
  const scene = await page.locator('self-attention').evaluate((own: PublicElement) => own.scene);
  expect(scene.view?.focus).toBe(2);
  expect((await log(page)).filter(([name]) => name === 'ready')).toHaveLength(1);
});

test('defined twice, in two versions, it warns once and works', async ({ page, site, watch }) => {
  watch.expect(/is there already, in version/);
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));
  // The same files in another folder, as if they were another version's.
  await page.route('**/again/**', async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('/again/', '/') });
    const text = await response.text();
    await route.fulfill({ response, body: text.replace(/(?<=this\.version=)\w+/, '"98.7.6"') });
  });
  await openHost(page, site, {
    body: `${snowing}<script type="module" src="again/self-attention.js" nonce="host"></script>`,
  });
  await ready(page);
  expect(warnings.filter((text) => text.includes('is there already'))).toHaveLength(1);
  expect(warnings.join()).toContain(`in version ${version}; this one, 98.7.6, leaves`);
});

test('attributes and properties that were set before it was defined apply', async ({ page, site }) => {
  await openHost(page, site, {
    body: '<self-attention id="one"></self-attention><self-attention id="two"></self-attention>',
    script: `addEventListener('DOMContentLoaded', () => {
      document.querySelector('#one').lesson = 'scaling-and-masks';
      document.querySelector('#one').show = 'arcs heatmap';
      document.querySelector('#two').scene = ${JSON.stringify(scenes['its-snowing'])};
    }, { once: true, capture: true });`,
  });
  await ready(page, 2);
  expect(await weights(page)).toHaveLength(16);
  close(await weights(page, 1), await expected(scenes['its-snowing']));
  expect(await page.locator('#one').getAttribute('show')).toBe('arcs heatmap');
});

test('if its script does not load, its children stay', async ({ page, site, watch }) => {
  watch.expect(/body-|chunk-|status 404|failed|404/i);
  // Firefox reports the type of a module that is not there.
  watch.expect(/disallowed MIME type/);
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }));
  const missing = page.waitForResponse((response) => response.status() === 404);
  await openHost(page, site, { body: snowing.replace('lesson', 'loading="eager" lesson') });
  await missing;
  await settled(page);
  await expect(page.getByText('A picture.')).toBeVisible();
});

test('the picture is printed without controls', async ({ page, site }) => {
  await openHost(page, site, { body: snowing.replace('show=', 'controls="mask" show=') });
  await ready(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.frame .controls')).toBeHidden();
  await expect(page.locator('sa-heatmap')).toBeVisible();
  await keep(page, 'element-print');
});

test('printed before it was drawn, paper has its children, and the next time the picture', async ({ page, site }) => {
  await openHost(page, site, {
    body: `<div class="high"></div>${snowing}`,
    css: '.high { height: 5000px }',
  });
  await page.waitForFunction(() => customElements.get('self-attention') !== undefined);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('A picture.')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByText('A picture.')).toBeVisible();
  await ready(page);
  await expect(page.locator('sa-heatmap')).toBeVisible();
  await expect(page.getByText('A picture.')).toBeHidden();
});

test('each element is in the language of its place', async ({ page, site }) => {
  const parts = 'show="reading scores" controls="mask"';
  await openHost(page, site, {
    body: `<self-attention lesson="its-snowing" ${parts}></self-attention>
      <div lang="es"><self-attention lesson="its-snowing" ${parts}></self-attention></div>
      <self-attention lang="es" theme="sepia" loading="eager"></self-attention>`,
  });
  await ready(page, 2);
  const at = (place: number) => page.locator('self-attention').nth(place);
  const speak = async (first: RegExp, second: RegExp): Promise<void> => {
    await expect(at(0)).toContainText(first);
    await expect(at(1)).toContainText(second);
  };
  await speak(/finds no clear answer/, /no encuentra aquí una respuesta clara/);
  await speak(/Mask/, /Máscara/);
  await expect(at(2)).toContainText(/theme nombra "sepia"/);
  // Changes are in that language too, and the other way round.
  await page.evaluate(() => {
    const [first, second] = document.querySelectorAll('self-attention');
    first?.setAttribute('lang', 'es');
    second?.setAttribute('lang', 'en');
  });
  await speak(/no encuentra aquí una respuesta clara/, /finds no clear answer/);
  await speak(/Máscara/, /Mask/);
});
