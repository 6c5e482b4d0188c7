import type { Page } from '@playwright/test';
import { happened, log, openHost, type PublicElement, ready } from '../../support/element-host.ts';
import { expect, test } from '../../support/test.ts';

test('exportImage() returns the picture as SVG and PNG', async ({ page, site }) => {
  await openHost(page, site, { body: '<self-attention lesson="its-snowing" show="heatmap arcs"></self-attention>' });
  await ready(page);
  const files = await page.locator('self-attention').evaluate(async (one: PublicElement) => {
    const svg = await one.exportImage({ format: 'svg' });
    const png = await one.exportImage({ format: 'png', scale: 2 });
    return {
      svg: [svg.type, (await svg.text()).slice(0, 400)],
      png: [png.type, ...new Uint8Array(await png.arrayBuffer()).slice(0, 4)],
    };
  });
  expect(files.svg[0]).toBe('image/svg+xml');
  expect(files.svg[1]).toContain('<svg');
  expect(files.png).toEqual(['image/png', 0x89, 0x50, 0x4e, 0x47]);
});

const exported = (page: Page, options?: unknown): Promise<unknown> =>
  page.locator('self-attention').evaluate(async (one: PublicElement, given) => {
    try {
      const blob = await (given === null ? one.exportImage() : one.exportImage(given));
      return blob.type;
    } catch (thrown) {
      const { name, code, path, message } = thrown as Record<string, string>;
      return { name, code, path, message };
    }
  }, options ?? null);

test('exportImage() returns an SVG by default, and rejects unknown options', async ({ page, site }) => {
  await openHost(page, site, { body: '<self-attention lesson="its-snowing" show="reading heatmap"></self-attention>' });
  await ready(page);
  expect(await exported(page)).toBe('image/svg+xml');
  expect(await exported(page, { format: 'gif' })).toMatchObject({
    name: 'AttentionError',
    code: 'range',
    path: 'format',
    message: expect.stringMatching(/gif.*svg or png/),
  });
  expect(await exported(page, { fromat: 'png' })).toMatchObject({ code: 'scene-form', path: 'fromat' });
  for (const format of ['png', 'svg']) {
    const refused = { name: 'AttentionError', code: 'range', path: 'scale', message: expect.stringContaining('3') };
    expect(await exported(page, { format, scale: 3 })).toMatchObject(refused);
  }
  await page.locator('self-attention').evaluate((one) => one.setAttribute('show', 'reading tokens'));
  await expect(page.locator('sa-heatmap')).toHaveCount(0);
  expect(await exported(page)).toMatchObject({
    name: 'AttentionError',
    code: 'unsupported',
    path: 'show',
    message: expect.stringContaining('reading, tokens'),
  });
});

test('exportImage() rejects with the code and path of the scene’s error', async ({ page, site }) => {
  await openHost(page, site, { body: `<self-attention scene='{"version":1,"tokens":["a"]}'></self-attention>` });
  await happened(page, 'error');
  const [[, detail] = ['', null]] = await log(page);
  expect(await exported(page)).toEqual({ name: 'AttentionError', ...(detail as object) });
  await page.locator('self-attention').evaluate((one) => {
    one.removeAttribute('scene');
    one.setAttribute('lesson', 'nothing');
  });
  await happened(page, 'error', 2);
  expect(await exported(page)).toMatchObject({ name: 'AttentionError', code: 'attribute', path: 'lesson' });
});

test('exportImage() rejects if the element is removed', async ({ page, site, watch }) => {
  watch.expect(/never\.json/);
  await page.route('**/never.json', () => {});
  const asked = page.waitForRequest('**/never.json');
  await openHost(page, site, { body: '<self-attention scene="never.json" loading="eager"></self-attention>' });
  await page.waitForFunction(() => customElements.get('self-attention') !== undefined);
  const code = page.locator('self-attention').evaluate((one: PublicElement) =>
    one.exportImage().then(
      () => null,
      (thrown: unknown) => Object(thrown).code,
    ),
  );
  await asked;
  await page.locator('self-attention').evaluate((one) => one.remove());
  expect(await code).toBe('disposed');
});
