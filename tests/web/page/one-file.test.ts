import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { serve } from '../../../src/toolchain/serve.mjs';
import type { Scene } from '../../../web/scene/types.ts';
import { findings } from '../support/axe.ts';
import { test as base } from '../support/engine.ts';
import { drawn, options, sceneOf, text, underLens } from '../support/far.ts';
import { lessonsModule, numbersInNode, sceneModule, traceInNode } from '../support/package.ts';
import {
  alive,
  chips,
  chooseLanguage,
  chooseLesson,
  fragment,
  notice,
  numbers,
  press,
  reading,
  sentence,
  showScreen,
} from '../support/page.ts';
import { dist, expect } from '../support/test.ts';
import { Watch } from '../support/watch.ts';

// The page in one file, alone in a folder, without a network or a server.

// The file is a megabyte, and everything in it is read at once.
const published = join(dist, 'self-attention.html');

interface Fixtures {
  readonly folder: string;
  /** Opens the file alone, from its folder, and waits until the page is live. */
  readonly open: (fragment?: string) => Promise<void>;
  /** The same file with a scene in it, as the share dialog saves it. */
  readonly openWith: (scene: string, fragment?: string) => Promise<void>;
}

const test = base.extend<Fixtures>({
  offline: true,
  context: async ({ context }, use) => {
    const watch = await Watch.over(context, 'file://');
    await use(context);
    expect(await watch.complaints()).toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'one file ñ '));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  open: async ({ page, folder }, use) => {
    await use(async (hash = '#v=1') => {
      const file = join(folder, 'Self attention (1).html');
      await copyFile(published, file);
      await page.goto(pathToFileURL(file).href + hash);
      await alive(page);
    });
  },
  openWith: async ({ page, folder }, use) => {
    await use(async (scene, hash = '') => {
      const file = join(folder, 'scene.html');
      await writeFile(file, withScene(await readFile(published, 'utf8'), scene));
      await page.goto(pathToFileURL(file).href + hash);
      await alive(page);
    });
  },
});

const place = '<script type="application/json" id="scene"></script>';

function withScene(html: string, scene: string): string {
  expect(html.split(place)).toHaveLength(2);
  return html.replace(place, () => place.replace('><', () => `>${scene.replaceAll('<', '\\u003c')}<`));
}

test('it works from its folder, without a network, with the numbers of Node', async ({ open, page }) => {
  const { defaultScene } = await sceneModule();
  await open();
  expect(await numbers(page)).toEqual(await numbersInNode(defaultScene));
  await expect(reading(page)).toContainText('animal');
  await sentence(page).fill('We read a book');
  await expect(chips(page)).toHaveCount(4);
  expect(await fragment(page)).toBe('#sentence=We+read+a+book&embedding.version=2');
  await page.reload();
  await alive(page);
  await expect(chips(page)).toHaveCount(4);
  await chooseLanguage(page, 'es');
  await expect(page.getByRole('textbox', { name: 'Frase' })).toBeVisible();
  // A wide window has no footer on Experiment.
  await page.locator('.screens button').first().click();
  await page.getByText('Licencia MIT').click();
  await expect(page.locator('.foot')).toContainText('WITHOUT WARRANTY OF ANY KIND');
});

test('its first sentence in Spanish is made by hand, too', async ({ open, page }) => {
  await open('');
  await chooseLanguage(page, 'es');
  await expect(chips(page).nth(5)).toHaveText(/puente/);
  await expect(page.locator('details.certainty.clear')).toBeVisible();
});

test('saved with a scene, it does not start with the picture of another one', async ({ page, folder }) => {
  // The last script is the page's. Without it the prerendered page stays.
  const whole = await readFile(published, 'utf8');
  const html = whole.slice(0, whole.lastIndexOf('<script>'));
  for (const [name, scene, shown] of [
    ['saved', '{"version":1}', 0],
    ['plain', '', 2],
  ] as const) {
    const file = join(folder, `${name}.html`);
    await writeFile(file, withScene(html, scene));
    await page.goto(pathToFileURL(file).href);
    await expect(page.locator('.static .promise')).toBeVisible();
    const pictures = page.locator('.static .caption, .static svg.marks').filter({ visible: true });
    expect(await pictures.count(), name).toBe(shown);
  }
});

test('every lesson opens, with its pages and its numbers', async ({ open, page }) => {
  const { lessons } = await lessonsModule();
  await open();
  for (const { id, title, scene } of Object.values(lessons)) {
    // Its sentence is Spanish, and the file has no Spanish words, so only its link opens it.
    if (id === 'five-minutes-es') await page.evaluate(`location.hash = 'lesson=${id}'`);
    else await chooseLesson(page, title);
    await expect(page.locator('sa-lesson-pages')).toBeVisible();
    if (scene.view?.at !== undefined) await showScreen(page, 'Experiment');
    // A lesson hides the answers to its questions.
    await press(page, 'Close the lesson');
    // The workbench is drawn in parts.
    const expected = await numbersInNode(scene);
    await expect.poll(() => numbers(page), title).toEqual(expected);
  }
});

test('axe finds nothing in it', async ({ open, page }) => {
  await open();
  expect(await findings(page)).toEqual([]);
});

const hostile: Scene = {
  version: 1,
  tokens: ['</script>', '<!--', '<script>', '"', '猫'],
  embedding: { kind: 'oneHot' },
  parameters: { kind: 'identity' },
  attention: { heads: 1, mask: { kind: 'causal' } },
};

test('a scene that was put into it opens, with any tokens', async ({ openWith, page }) => {
  await openWith(JSON.stringify(hostile));
  await expect(chips(page)).toHaveCount(5);
  await expect(notice(page)).toHaveCount(0);
  expect(await numbers(page)).toEqual(await numbersInNode(hostile));
  expect(await fragment(page)).toBe('');
});

test('a scene in the address takes precedence over one that was put into it', async ({ openWith, page }) => {
  await openWith(JSON.stringify(hostile), '#sentence=One+two');
  await expect(chips(page)).toHaveCount(2);
});

test('a wrong scene that was put into it is explained', async ({ openWith, page }) => {
  await openWith(JSON.stringify({ ...hostile, version: 2 }));
  await expect(notice(page)).toContainText(/Version is 2/);
  await expect(chips(page)).toHaveCount(11);
});

async function sameAsNode(page: Page, own: string): Promise<void> {
  await drawn(page, own.split(' ').length);
  const { origin, shape, bits } = await underLens(page);
  const [head = 0, row = 0, column = 0] = origin;
  const [, rows = 0, columns = 0] = shape;
  const trace = await traceInNode(sceneOf(own));
  const part = trace.tensor('weights', { head, rows: [row, row + rows], columns: [column, column + columns] });
  expect(bits.length).toBeGreaterThan(0);
  expect(bits).toEqual(Array.from(new Uint32Array(part.data.slice().buffer)));
}

test('it has no training, and says where to find it', async ({ open, page }) => {
  await open(options);
  await showScreen(page, 'Train');
  await expect(page.getByText('The online page can also train')).toBeVisible();
  await expect(page.locator('sa-training section')).toHaveCount(0);
});

test('long sentences are computed in a worker, which is the same file', async ({ open, page }) => {
  await open(options);
  const own = text(1200);
  await sentence(page).fill(own);
  await sameAsNode(page, own);
  expect(page.workers()).toHaveLength(1);
});

test('without a worker, long sentences are computed on the main thread', async ({ open, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'Worker', {
      value: class {
        constructor() {
          throw new DOMException('no workers here', 'SecurityError');
        }
      },
    });
  });
  await open(options);
  const own = text(1200);
  await sentence(page).fill(own);
  await sameAsNode(page, own);
  expect(page.workers()).toHaveLength(0);
});

base('it works in a sandboxed frame of a host that gives it no origin', async ({ browser }) => {
  const root = await mkdtemp(join(tmpdir(), 'one-file-host-'));
  const server = await serve({ root, headers: { 'Content-Security-Policy': undefined } });
  const context = await browser.newContext();
  const watch = await Watch.over(context, server.url);
  try {
    await mkdir(join(root, 'files'));
    await copyFile(published, join(root, 'files/self-attention.html'));
    await writeFile(
      join(root, 'index.html'),
      '<!doctype html><link rel="icon" href="data:,"><iframe sandbox="allow-scripts" width="900" height="700" src="files/self-attention.html#lesson=its-snowing"></iframe>',
    );
    const page = await context.newPage();
    await page.goto(server.url);
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('sa-attention sa-heatmap')).toBeVisible();
    await expect(frame.getByRole('listbox').first().getByRole('option')).toHaveCount(3);
    expect(await watch.complaints()).toEqual([]);
  } finally {
    await context.close();
    await server.close();
    await rm(root, { recursive: true, force: true });
  }
});

base('on the site it works under its own policy', async ({ browser }) => {
  const server = await serve({ root: dist });
  const context = await browser.newContext();
  const watch = await Watch.over(context, server.url);
  try {
    const page = await context.newPage();
    const response = await page.goto(`${server.url}self-attention.html`);
    expect(await response?.headerValue('content-security-policy')).toBeNull();
    await alive(page);
    await expect(chips(page)).toHaveCount(11);
    expect(await watch.complaints()).toEqual([]);
  } finally {
    await context.close();
    await server.close();
  }
});

base('it names no other file, allows only what it needs, and has the documented size', async () => {
  const html = await readFile(published, 'utf8');
  const outside = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '');
  expect(outside).not.toMatch(/\b(src|href)="(?!#|data:)/);
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  expect(policy.replaceAll(/'sha256-[^']{44}'/g, 'HASH')).toBe(
    "default-src 'none'; script-src HASH HASH 'wasm-unsafe-eval'; style-src HASH; img-src data:; worker-src blob:; " +
      "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html self-attention-worker",
  );
  const size = { raw: Buffer.byteLength(html), brotli: brotliCompressSync(html).length };
  console.log(size);
  expect(size.raw).toBeLessThanOrEqual(1_850_000);
  expect(size.brotli).toBeLessThanOrEqual(546_000);
});
