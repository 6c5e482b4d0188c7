import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator } from '@playwright/test';
import type { Scene } from '../../../../web/scene/types.ts';
import { numbersInNode, sceneModule } from '../../support/package.ts';
import { alive, numbers, scene, sentence } from '../../support/page.ts';
import { choose, choosePicture, dialog, kept, panel, share, text, told, trouble } from '../../support/share.ts';
import { atRest, openStage, scenes } from '../../support/stage.ts';
import { expect, test } from '../../support/test.ts';

const link = '#sentence=The+cat+%26+%3C%2Fscript%3E+sat&punctuation=yes&mask=causal&temperature=0.5&focus=2';

interface Element extends HTMLElement {
  readonly scene: Scene | string | null;
}

/** An author's page with a snippet in it, at the site's origin but without its policy. */
const host = (snippet: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>An author’s page</title><body>${snippet}</body></html>`;

test('the element’s snippet shows the same scene in another page', async ({ page, open, site }) => {
  await open(link);
  const wanted = await scene(page);
  await share(page, 'HTML element');
  for (const kind of ['HTML element', 'Markdown']) {
    await choose(page, kind);
    await expect(text(page)).toHaveValue(/<self-attention scene="#/);
    const snippet = await text(page).inputValue();
    const other = await page.context().newPage();
    await other.route(`${site}host.html`, (route) => route.fulfill({ contentType: 'text/html', body: host(snippet) }));
    await other.goto(`${site}host.html`);
    const shown = other.locator('self-attention');
    await expect(shown.locator('sa-heatmap')).toBeVisible();
    await expect(shown.locator('sa-sentence')).toBeVisible();
    const { normalScene } = await sceneModule();
    const got = await shown.evaluate((element) => (element as Element).scene);
    if (typeof got !== 'object' || got === null) throw new Error(`no scene but ${got}`);
    expect(normalScene(got)).toEqual(normalScene(wanted));
    await other.close();
  }
});

test('the frame shows the same scene in another page and in the preview', async ({ page, open, site }) => {
  await open(link);
  const wanted = await scene(page);
  await share(page, 'iframe');
  const { normalScene } = await sceneModule();
  const sceneIn = async (frame: ReturnType<typeof page.frameLocator>): Promise<Scene> => {
    await expect(frame.locator('self-attention sa-heatmap')).toBeVisible();
    const got = await frame.locator('self-attention').evaluate((element) => (element as Element).scene);
    if (typeof got !== 'object' || got === null) throw new Error(`no scene but ${got}`);
    return normalScene(got);
  };
  const preview = panel(page).frameLocator('sa-share-preview iframe');
  // The frame is replaced when the choice has changed.
  await expect(async () => expect(await sceneIn(preview)).toEqual(normalScene(wanted))).toPass();
  // It is as high as its content.
  await expect
    .poll(() =>
      panel(page)
        .locator('iframe')
        .evaluate((frame: HTMLIFrameElement) => Number(frame.height)),
    )
    .not.toBe(320);
  await expect(text(page)).toHaveValue(/<iframe src=/);
  const snippet = await text(page).inputValue();
  const other = await page.context().newPage();
  await other.route(`${site}host.html`, (route) => route.fulfill({ contentType: 'text/html', body: host(snippet) }));
  await other.goto(`${site}host.html`);
  await other.locator('iframe').scrollIntoViewIfNeeded();
  expect(await sceneIn(other.frameLocator('iframe'))).toEqual(normalScene(wanted));
});

/**
 * Types with the keyboard and leaves the box, because Firefox sends no change event for fill(). After the last box the browser's toolbar
 * would get the focus, so Shift+Tab leaves the box.
 */
async function typeOver(box: Locator, typed: string): Promise<void> {
  await box.fill('');
  await box.pressSequentially(typed);
  await box.press('Shift+Tab');
}

test('the page in one file opens from a folder with the same numbers', async ({ page, open, browser }) => {
  await open(link);
  const wanted = await numbersInNode(await scene(page));
  await share(page, 'One HTML file');
  const { name, bytes } = await kept(page);
  expect(name).toBe('attention-the-cat-script-sat.html');
  await expect(told(page)).toHaveText(`The download of ${name} has started.`);
  const folder = await mkdtemp(join(tmpdir(), 'self-attention-share-'));
  const context = await browser.newContext({ offline: true });
  try {
    await writeFile(join(folder, name), bytes);
    const there = await context.newPage();
    await there.goto(pathToFileURL(join(folder, name)).href);
    await alive(there);
    expect(await numbers(there)).toEqual(wanted);
    // It can be shared again: its address, and the element of a site with a name.
    await share(there);
    await expect(text(there)).toHaveValue(/^file:.*#sentence=The\+cat/);
    await choose(there, 'HTML element');
    const base = panel(there).getByRole('textbox', { name: /^Address of the site/ });
    await typeOver(base, 'nowhere');
    await expect(trouble(there)).toContainText('“nowhere” is not an address');
    await typeOver(base, 'https://example.org/attention');
    await expect(trouble(there)).toHaveCount(0);
    await expect(text(there)).toHaveValue(/src="https:\/\/example.org\/attention\/self-attention.js"/);
    await choose(there, 'One HTML file');
    await expect(panel(there)).toContainText('This page is already that file.');
  } finally {
    await context.close();
    await rm(folder, { recursive: true });
  }
});

test('a file of the site that does not load is named', async ({ page, open, watch }) => {
  watch.expect(/self-attention\.html/, /Failed to load resource/);
  await page.route('**/self-attention.html', (route) => route.fulfill({ status: 503, body: 'later' }));
  await open();
  await share(page, 'One HTML file');
  await panel(page)
    .getByRole('button', { name: /^Download / })
    .click();
  await expect(trouble(page)).toContainText(/self-attention\.html could not be loaded: 503/);
  await page.unroute('**/self-attention.html');
  await page.route('**/self-attention.html', (route) => route.fulfill({ body: '<title>Welcome</title>' }));
  await panel(page)
    .getByRole('button', { name: /^Download / })
    .click();
  await expect(trouble(page)).toContainText('it has no place for a scene');
});

const pngSize = (bytes: Buffer): readonly [number, number] => {
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

test('the dialog opens on a card of what is on screen, to download as PNG, SVG and LaTeX', async ({ page, open }) => {
  await open('#sentence=The+animal+was+tired&at=0');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog(page).getByRole('radio', { name: 'Picture', exact: true })).toBeFocused();
  const preview = panel(page).getByRole('img', { name: 'Preview of the picture' });
  await expect
    .poll(() => preview.evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height]))
    .toEqual([1200, 630]);
  const png = await kept(page);
  expect(png.name).toBe('attention-the-animal-was-tired-card.png');
  expect(pngSize(png.bytes)).toEqual([1200, 630]);
  const format = panel(page).getByRole('combobox', { name: 'Format' });
  await format.selectOption('SVG');
  const svg = await kept(page);
  expect(svg.name).toBe('attention-the-animal-was-tired-card.svg');
  const drawing = svg.bytes.toString();
  expect(drawing).toContain('width="1200" height="630"');
  // The site's name leads to the scene.
  expect(drawing).toContain(`<a href="${page.url().replaceAll('&', '&#38;')}" target="_blank">`);
  expect(drawing).toContain(`>${new URL(page.url()).host}<`);
  const words = page.locator('sa-sentence [role=option]');
  for (const percent of await words.locator('.percent').allTextContents()) {
    expect(drawing).toContain(`>${percent.replace('<', '&#60;').replace('>', '&#62;')}<`);
  }
  await panel(page).getByRole('checkbox', { name: 'with the address of this page' }).uncheck();
  expect((await kept(page)).bytes.toString()).not.toContain('<a ');
  await format.selectOption('LaTeX (TikZ)');
  await expect(text(page)).toHaveValue(/\\begin\{tikzpicture\}/);
  const tex = await kept(page);
  expect(tex.name).toBe('attention-the-animal-was-tired-card.tex');
  expect(tex.bytes.toString()).toBe(await text(page).inputValue());
  await format.selectOption('PNG');
  await panel(page).getByRole('combobox', { name: 'Size' }).selectOption('2×');
  expect(pngSize((await kept(page)).bytes)).toEqual([2400, 1260]);
});

test('the figure is downloaded as SVG, and as PNG in three sizes', async ({ show }) => {
  const page = await show('#sentence=The+cat+sat');
  await share(page, 'Picture');
  await choosePicture(page, 'Heatmap and matrices');
  await panel(page).getByRole('checkbox', { name: 'lines', exact: true }).check();
  const linked = (await kept(page)).bytes.toString();
  expect(linked).toContain(`<a href="${page.url().replace(/#.*/, '')}#sentence=The+cat+sat" target="_blank">`);
  await panel(page).getByRole('checkbox', { name: 'with the address of this page' }).uncheck();
  const svg = await kept(page);
  expect(svg.bytes.toString()).not.toContain('<a ');
  expect(svg.name).toBe('attention-the-cat-sat-figure.svg');
  const drawing = svg.bytes.toString();
  expect(drawing).toMatch(/^(<\?xml[^>]*>\s*)?<svg /);
  for (const word of ['the', 'cat', 'sat', 'weights', 'MIT']) expect(drawing).toContain(word);
  expect(drawing).not.toContain('<script');
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(drawing) ?? [];

  await panel(page).getByRole('combobox', { name: 'Format' }).selectOption('PNG');
  for (const scale of [1, 2, 4]) {
    await panel(page).getByRole('combobox', { name: 'Size' }).selectOption(`${scale}×`);
    const png = await kept(page);
    expect(png.name).toBe(`attention-the-cat-sat-figure${scale === 1 ? '' : `@${scale}x`}.png`);
    expect(pngSize(png.bytes)).toEqual([Math.ceil(Number(width) * scale), Math.ceil(Number(height) * scale)]);
  }
  // The preview is the picture.
  const preview = panel(page).getByRole('img', { name: 'Preview of the picture' });
  const size = () => preview.evaluate((canvas: HTMLCanvasElement) => canvas.height);
  await expect.poll(size).toBe(Math.ceil(Number(height)));
  await panel(page).getByRole('checkbox', { name: 'scores', exact: true }).check();
  await expect.poll(size).toBeGreaterThan(Math.ceil(Number(height)));
  for (const name of ['heatmap', 'lines', 'scores']) {
    await panel(page).getByRole('checkbox', { name, exact: true }).uncheck();
  }
  await expect(trouble(page)).toHaveText('There is nothing to show. Add a picture.');
});

test('any tensor is downloaded as CSV, NPY and JSON, with the numbers of the page', async ({ show }) => {
  const page = await show('#sentence=The+cat+sat&mask=causal&layers=2');
  const all = await numbers(page);
  await share(page, 'Numbers');
  const format = panel(page).getByRole('combobox', { name: 'Format' });
  const tensor = panel(page).getByRole('combobox', { name: 'Tensor' });
  await tensor.selectOption('masked of layer 1, 3 × 3 × 3');
  const wanted = new Float32Array(new Uint32Array(all.tensors['masked']?.bits ?? []).buffer);

  const csv = await kept(page);
  expect(csv.name).toBe('attention-the-cat-masked-layer-1.csv');
  const lines = csv.bytes.toString().trim().split('\r\n');
  expect(lines[0]).toMatch(/the,cat,sat$/);
  const cells = lines.slice(1).flatMap((line) =>
    line
      .split(',')
      .slice(-3)
      .map((cell) => cell.replace('inf', 'Infinity')),
  );
  expect(cells.map((cell) => Math.fround(Number(cell)))).toEqual(Array.from(wanted));

  await format.selectOption('JSON');
  const json: unknown = JSON.parse((await kept(page)).bytes.toString());
  expect(json).toMatchObject({ name: 'masked', shape: [3, 3, 3] });

  await format.selectOption('NumPy (.npy)');
  const npy = await kept(page);
  expect(npy.name).toMatch(/-masked-layer-1\.npy$/);
  const header = npy.bytes.readUInt16LE(8);
  expect(npy.bytes.toString('latin1', 10, 10 + header)).toContain("'shape': (3, 3, 3)");
  const numbersOf = npy.bytes.subarray(10 + header);
  expect(Array.from(wanted, (_, at) => numbersOf.readFloatLE(at * 4))).toEqual(Array.from(wanted));

  await tensor.selectOption('w_q of layer 2, 16 × 24');
  expect((await kept(page)).name).toMatch(/-w_q-layer-2\.npy$/);
});

test('the scene is downloaded as JSON that opens it', async ({ show }) => {
  const page = await show(link);
  const { normalScene } = await sceneModule();
  const wanted = normalScene(await scene(page));
  await share(page, 'Scene, JSON');
  const { name, bytes } = await kept(page);
  expect(name).toBe('attention-the-cat-script-sat.json');
  expect(normalScene(JSON.parse(bytes.toString()))).toEqual(wanted);
  expect(await text(page).inputValue()).toBe(bytes.toString());
});

test('the scene is downloaded as code in every language, with its values', async ({ show }) => {
  const page = await show('#sentence=The+cat+sat&mask=causal&temperature=0.37');
  await share(page, 'Code');
  const language = panel(page).getByRole('combobox', { name: 'Language' });
  await expect(language).toBeVisible();
  const names = await language.getByRole('option').allTextContents();
  expect(names).toContain('NumPy');
  for (const name of names) {
    await language.selectOption(name);
    const code = await text(page).inputValue();
    expect(code, name).toContain('0.37');
    expect(code, name).toContain('the cat sat');
    const file = await kept(page);
    expect(file.name).toMatch(/^attention-the-cat-sat\.(py|cpp)$/);
    expect(file.bytes.toString()).toBe(code);
  }
});

test('the code is downloaded as a notebook too, except for C++', async ({ show }) => {
  const page = await show('#sentence=The+cat+sat&mask=causal');
  await share(page, 'Code');
  const offer = page.locator('sa-share-notebook').getByRole('button');
  await expect(offer).toHaveText('Download attention-the-cat-sat-numpy.ipynb');
  await panel(page).getByRole('combobox', { name: 'Language' }).selectOption('PyTorch');
  const { name, bytes } = await kept(page, /\.ipynb$/);
  expect(name).toBe('attention-the-cat-sat-pytorch.ipynb');
  const { cells } = JSON.parse(bytes.toString());
  expect(cells.flatMap(({ source }: { source: string[] }) => source).join('')).toContain('import torch');
  await panel(page).getByRole('combobox', { name: 'Language' }).selectOption('C++');
  await expect(offer).toHaveCount(0);
});

test('changes of the page do not change the scene of the open dialog', async ({ show }) => {
  const page = await show('#sentence=The+cat+sat');
  await share(page, 'Numbers');
  const before = await kept(page);
  await page.keyboard.press('Escape');
  await sentence(page).fill('One two three four');
  await share(page, 'Numbers');
  const after = await kept(page);
  expect(before.name).toBe('attention-the-cat-sat-weights.csv');
  expect(after.name).toBe('attention-one-two-three-weights.csv');
});

test('on the stage, Share exports the stage at its current time', async ({ page, site }) => {
  await openStage(page, site, '#sentence=it+sat&heads=1&parameters.heads=pronoun&at=0');
  await scenes(page).nth(1).click();
  await atRest(page);
  await share(page, 'HTML element');
  await expect(text(page)).toHaveValue(/<self-attention scene="#[^"]*at=2[^"]*" show="stage"/);
  await expect(
    panel(page).frameLocator('sa-share-preview iframe').locator('sa-stage svg.marks rect').first(),
  ).toBeVisible();
});

test('the stage is downloaded as an SVG that plays as an image', async ({ page, site }) => {
  await openStage(page, site, '#sentence=it+sat&heads=1&parameters.heads=pronoun&at=0');
  await share(page, 'Picture');
  await choosePicture(page, 'Film');
  const { name, bytes } = await kept(page, /^Download .*-film\.svg$/);
  expect(name).toBe('attention-it-sat-film.svg');
  const other = await page.context().newPage();
  await other.route(`${site}stage.svg`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: bytes }));
  await other.route(`${site}host.html`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><img src="stage.svg" alt="" width="840">' }),
  );
  await other.goto(`${site}host.html`);
  const seen = new Set<string>();
  // Several frames differ: it moves.
  await expect.poll(async () => seen.add((await other.screenshot()).toString('base64')).size).toBeGreaterThan(3);
  await other.close();
});

test('with reduced motion that SVG shows stills', async ({ page, site }) => {
  await openStage(page, site, '#sentence=it+sat&heads=1&parameters.heads=pronoun&at=0');
  await share(page, 'Picture');
  await choosePicture(page, 'Film');
  const { bytes } = await kept(page, /^Download .*-film\.svg$/);
  await page.route(`${site}stage.svg`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: bytes }));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${site}stage.svg`);
  await expect(page.locator('.plays')).toBeHidden();
  await expect(page.locator('.still')).toHaveCount(6);
  await expect(page.locator('.still').filter({ visible: true })).toHaveCount(1);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(page.locator('.stills')).toBeHidden();
});

test('a worksheet is a page to print, with the answers on a separate page', async ({ page, context, open }) => {
  await open('#lesson=illustrated');
  await share(page, 'Worksheet');
  const { name, bytes } = await kept(page);
  expect(name).toMatch(/-worksheet\.html$/);
  const sheet = await context.newPage();
  await sheet.setContent(bytes.toString());
  await sheet.emulateMedia({ media: 'print' });
  await expect(sheet.locator('td.blank').first()).toBeEmpty();
  await expect(sheet.locator('.formula math').first()).toBeVisible();
  await expect(sheet.locator('.answers')).toHaveCSS('break-before', 'page');
  const weights = sheet.locator('.answers section', { has: sheet.locator('code', { hasText: /^weights$/ }) });
  await expect(weights.locator('td', { hasText: '0.47' })).toHaveCount(2);
  await expect(sheet.locator('script')).toHaveCount(0);
});
