import type { Page } from '@playwright/test';
import { findings } from '../../support/axe.ts';
import { forget, height, log, openHost, type PublicElement, ready } from '../../support/element-host.ts';
import { atRest, board, caption, moment, scenes, stage } from '../../support/stage.ts';
import { expect, keep, test } from '../../support/test.ts';

const link = '#sentence=it+was+tired&parameters.heads=pronoun&heads=1';
const shows = (more: string, scene = link): string =>
  `<self-attention scene="${scene}" show="stage" ${more}><p>A picture.</p></self-attention>`;

/** Opens a host page with the stage and waits until it is drawn. */
async function openStage(page: Page, site: string, body: string, css = ''): Promise<void> {
  await openHost(page, site, { body: `<main><h1>Host</h1>${body}</main>`, css });
  await ready(page);
  await expect(stage(page).locator('svg.marks rect').first()).toBeVisible();
  await atRest(page);
}

/** The times of the stage in the change events. */
const told = async (page: Page): Promise<unknown[]> =>
  (await log(page)).flatMap(([name, detail]) =>
    name === 'change' ? [(detail as { scene: { view?: { at?: number } } }).scene.view?.at] : [],
  );

test('the stage of an element plays, steps, scrubs and changes its speed, by button and by key', async ({
  page,
  site,
}) => {
  await openStage(page, site, shows(''));
  await expect(caption(page)).toContainText('Press Play');
  await stage(page).getByRole('combobox', { name: 'Speed' }).selectOption('0.5');
  await stage(page).getByRole('button', { name: 'Play' }).click();
  await expect(stage(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => moment(page)).toBeGreaterThan(0.1);
  await stage(page).getByRole('button', { name: 'Pause' }).click();
  const next = Math.floor(await moment(page)) + 1;
  await stage(page).getByRole('button', { name: 'Next chapter' }).click();
  expect(await moment(page)).toBe(next);
  await stage(page).getByRole('button', { name: 'Next chapter' }).click();
  await stage(page).getByRole('button', { name: 'Previous chapter' }).click();
  expect(await moment(page)).toBe(next);
  await stage(page).getByRole('slider').fill('2.5');
  expect(await moment(page)).toBe(2.5);
  await board(page).focus();
  await page.keyboard.press('End');
  expect(await moment(page)).toBe(5);
  await page.keyboard.press('Home');
  expect(await moment(page)).toBe(0);
  await page.keyboard.press('PageDown');
  expect(await moment(page)).toBe(1);
  await expect(scenes(page)).toHaveCount(5);
});

test('a time of the stage is read from the scene, and reported in its changes', async ({ page, site }) => {
  await openStage(page, site, shows('', `${link}&at=2.5`));
  expect(await moment(page)).toBe(2.5);
  await expect(caption(page)).toContainText('The query of “it” is compared with every key');
  await forget(page);
  await scenes(page).nth(3).click();
  await atRest(page);
  expect(await told(page)).toEqual([4]);
  const at = await page.locator('self-attention').evaluate((element: PublicElement) => element.scene.view?.at);
  expect(at).toBe(4);
  // The host sets a time.
  await page.locator('self-attention').evaluate((element, scene) => {
    element.setAttribute('scene', scene);
  }, `${link}&at=1`);
  await expect.poll(() => moment(page)).toBe(1);
});

test('a mistake has its chapter, on the stage and in the animated SVG', async ({ page, site }) => {
  await openStage(page, site, shows('', `${link}&mistake=no-scale&at=5`));
  await expect(caption(page)).toContainText('Scores without ÷ √d_k, on purpose.');
  await expect(scenes(page)).toHaveCount(5);
  const svg = await page
    .locator('self-attention')
    .evaluate(async (element: PublicElement) => (await element.exportImage()).text());
  expect(svg).toContain('Scores without ÷ √d_k, on purpose.');
});

test('with readonly the stage plays, and the scene does not change', async ({ page, site }) => {
  await openStage(page, site, shows('readonly'));
  await forget(page);
  await scenes(page).nth(2).click();
  await atRest(page);
  expect(await moment(page)).toBe(3);
  expect(await told(page)).toEqual([]);
});

test('a time beyond the end is explained', async ({ page, site }) => {
  await openHost(page, site, { body: shows('', `${link}&at=40`) });
  await expect(page.getByText('at is 40, but the stage has 5 chapters; use 0 to 5')).toBeVisible();
  expect((await log(page)).map(([name]) => name)).toEqual(['error']);
});

test('a click on a number shows its arithmetic, and a typed sentence goes on playing', async ({ page, site }) => {
  await openStage(page, site, shows('controls="sentence"', `${link}&at=3`));
  await stage(page).locator('text[data-mark]').last().click();
  await expect(stage(page).locator('sa-arithmetic')).toContainText('(it,');
  await page.locator('self-attention').getByRole('textbox').fill('then it was tired');
  await atRest(page);
  expect(await moment(page)).toBe(3);
  await expect(caption(page)).toContainText('“then”');
});

test('it is in the language of its place in the page', async ({ page, site }) => {
  await openStage(page, site, `<div lang="es">${shows('')}</div>`);
  await expect(stage(page).getByRole('button', { name: 'Reproducir' })).toBeVisible();
});

test('with reduced motion it shows stills, and paper has every chapter', async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page, site, shows(''));
  await stage(page).getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => moment(page)).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(stage(page).locator('.still')).toHaveCount(1);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(stage(page).locator('.still')).toHaveCount(0);
});

test('a swipe goes to the next chapter and back', async ({ page, site }) => {
  await openStage(page, site, shows('', `${link}&at=2`));
  const swipe = (from: number, to: number): Promise<void> =>
    board(page).evaluate(
      (element, [start, end]) => {
        const event = (type: string, clientX: number) =>
          element.dispatchEvent(new PointerEvent(type, { clientX, clientY: 20, pointerType: 'touch', bubbles: true }));
        event('pointerdown', start);
        event('pointerup', end);
      },
      [from, to] as const,
    );
  await swipe(200, 100);
  expect(await moment(page)).toBe(3);
  await swipe(100, 200);
  expect(await moment(page)).toBe(2);
});

for (const width of [320, 390, 700, 1280]) {
  test(`its size does not change, and nothing overflows: ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 844 });
    await openHost(page, site, { body: `${shows('loading="eager"')}<p>After</p>` });
    await page.waitForFunction(() => customElements.get('self-attention') !== undefined);
    const before = await height(page);
    await ready(page);
    await expect(stage(page).locator('svg.marks rect').first()).toBeVisible();
    expect(await height(page)).toBe(before);
    const { inside, whole } = await stage(page).evaluate((element) => ({
      inside: element.shadowRoot?.querySelector('.whole')?.scrollHeight ?? 0,
      whole: element.clientHeight,
    }));
    expect(inside).toBeLessThanOrEqual(whole);
    // Controls do not overlap.
    const [buttons, speed] = [stage(page).locator('.buttons button').last(), stage(page).locator('.speed')];
    const [left, right] = [await buttons.boundingBox(), await speed.boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    for (const at of [1, 3, 5]) {
      await stage(page).evaluate((element, to) => Object.assign(element, { moment: to }), at);
      await atRest(page);
      await keep(page, `element-stage-${width}-${at}`);
    }
  });
}

test('axe finds nothing on it, in light and dark', async ({ page, site }) => {
  for (const theme of ['light', 'dark']) {
    await openStage(page, site, shows(`theme="${theme}"`, `${link}&at=3`));
    expect(await findings(page)).toEqual([]);
    await keep(page, `element-stage-${theme}`);
  }
});

test('its code is loaded for the first element that shows it', async ({ page, site }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openHost(page, site, { body: '<self-attention lesson="its-snowing" show="tokens heatmap"></self-attention>' });
  await ready(page);
  expect(asked.filter((path) => path.includes('/extra-stage-'))).toEqual([]);
  await page.locator('self-attention').evaluate((element) => element.setAttribute('show', 'stage'));
  await expect(stage(page).locator('svg.marks rect').first()).toBeVisible();
  expect(new Set(asked.filter((path) => /\/extra-stage-\w+\.js$/.test(path))).size).toBe(1);
});
