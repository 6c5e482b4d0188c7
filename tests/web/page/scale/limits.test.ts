import type { Page } from '@playwright/test';
import { drawn, options, overview, pasteText, text, underLens, where } from '../../support/far.ts';
import { chips, fragment, inMoreMenu, press, problems, sentence, settled, workersEnder } from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

const long = 2000;

/** The numbers under the lens, and the pixels of the overview. */
const onShow = async (page: Page) => ({
  lens: await underLens(page),
  overview: await page
    .locator('sa-overview canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()),
});

test('over the limit: the limit, the number and the memory are named, and the text and the result stay', async ({
  page,
  open,
}) => {
  // After a pause, an edit is a separate undo step.
  await page.clock.install();
  await open(options);
  await pasteText(page, text(600));
  const before = await underLens(page);
  const much = text(9000);
  await page.clock.fastForward(1300);
  await sentence(page).fill(much);
  await expect(page.locator('#sentence-error')).toContainText(/9000 tokens.*limit is 8192.*309 MiB/);
  await expect(sentence(page)).toHaveValue(much);
  expect(await underLens(page)).toEqual(before);
  await expect(page.locator('p.outdated')).toBeVisible();
  // The last result still responds.
  await overview(page).focus();
  await page.keyboard.press('Control+End');
  await expect(where(page)).toHaveText(/^Queries 568–599 of 600/);
  await sentence(page).press('Control+z');
  await expect(problems(page)).toHaveCount(0);
  await drawn(page, 600);
});

test('8 192 tokens are drawn, and drawn again without the mask', async ({ page, open }) => {
  test.setTimeout(90_000);
  await open(options);
  await sentence(page).fill(text(8192));
  await page.locator('sa-large-scene').waitFor({ timeout: 30_000 });
  await drawn(page, 8192, 30_000);
  await page.getByRole('radio', { name: 'None' }).check({ force: true });
  await expect(page.locator('sa-overview .legend')).not.toContainText('masked', { timeout: 30_000 });
  await expect(where(page)).toHaveText(/of 8\s192, keys/);
  await expect(problems(page)).toHaveCount(0);
});

test('a long computation shows its progress, and the next key cancels it', async ({ page, open }) => {
  test.setTimeout(90_000);
  await open(`${options}&layers=4&layer=3`);
  await pasteText(page, text(500));
  const bar = page.locator('.large-progress').getByRole('progressbar');
  const place = await page.locator('.large-lens').boundingBox();
  await page.evaluate(() => {
    const seen: string[] = [];
    window.seen = seen;
    new MutationObserver(() => {
      const shown = document.querySelector('.large-progress progress');
      if (shown !== null) seen.push(`${shown.getAttribute('value')}`);
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await sentence(page).fill(text(8000));
  await expect(bar).toBeVisible();
  await expect(bar).toHaveAccessibleName('Computing …');
  // Nothing moves when the bar appears, and the last result stays in the meantime.
  expect(await page.locator('.large-lens').boundingBox()).toEqual(place);
  await expect(where(page)).toHaveText(/of 500, keys/);
  const seen = () => page.evaluate(() => new Set(window.seen).size);
  await expect.poll(seen, { timeout: 20_000 }).toBeGreaterThan(2);
  // The next key does not wait for three layers of that many tokens.
  await sentence(page).fill('the cat sat');
  await expect(page.locator('sa-attention sa-heatmap')).toBeVisible();
  await expect(page.locator('sa-large-scene')).toHaveCount(0);
  await sentence(page).fill(text(600));
  await drawn(page, 600, 30_000);
  await expect(bar).toHaveCount(0);
  const shares = await page.evaluate(() => window.seen.map(Number));
  expect(shares.every((share) => share >= 0 && share <= 100)).toBe(true);
});

/** Lets the memory of the worker's first core fail to grow if `condition` holds for its bytes `after` and its largest growth so far, `most`. */
const refuseMemory = (page: Page, condition: string) =>
  page.route(/large-scene-worker-\w+\.js$/, async (route) => {
    const response = await route.fetch();
    const refusing = `const { grow } = WebAssembly.Memory.prototype;
      let first;
      let most = 0;
      WebAssembly.Memory.prototype.grow = function (pages) {
        first ??= this;
        const after = this.buffer.byteLength + pages * 65536;
        if (this === first && ${condition}) throw new RangeError('no more');
        if (this === first) most = Math.max(most, pages * 65536);
        return grow.call(this, pages);
      };`;
    await route.fulfill({ response, body: `${refusing}\n${await response.text()}` });
  });

test('a scene that needs too much memory is refused before it is computed, and the last result still responds', async ({
  page,
  open,
}) => {
  // The few hundred tokens before it need two to four million bytes, depending on how fast they came.
  await refuseMemory(page, 'after > 12e6');
  await open(options);
  await pasteText(page, text(600));
  const before = await onShow(page);
  await sentence(page).fill(text(8000));
  await expect(page.locator('#sentence-error')).toContainText(/needs 11 MiB, and there is no memory left/);
  expect(await onShow(page)).toEqual(before);
  await overview(page).focus();
  await page.keyboard.press('Control+End');
  await expect(where(page)).toHaveText(/^Queries 568–599 of 600/);
  await sentence(page).fill('the cat sat');
  await expect(page.locator('sa-attention sa-heatmap')).toBeVisible();
  await expect(problems(page)).toHaveCount(0);
});

test('a core that runs out of memory while it computes is replaced, and the last result still responds', async ({
  page,
  open,
  watch,
}) => {
  watch.expect(/RuntimeError|Aborted/);
  // It grows by 11 MiB, less what is free of at most 4, for the numbers of the long sentence, by less than 4 for any before, and then
  // no more: not for the overview of so many tokens.
  await refuseMemory(page, 'most > 5e6');
  await open(options);
  await pasteText(page, text(600));
  const before = await onShow(page);
  await sentence(page).fill(text(8000));
  await expect(page.locator('#sentence-error')).toContainText(/ran out of memory/);
  // The lens had moved to the long sentence. It is back at the overview.
  await expect.poll(() => onShow(page)).toEqual(before);
  await overview(page).focus();
  await page.keyboard.press('Control+End');
  await expect(where(page)).toHaveText(/^Queries 568–599 of 600/);
  await sentence(page).fill(text(8001));
  await drawn(page, 8001, 30_000);
  await expect(problems(page)).toHaveCount(0);
});

test('a worker that the browser ended is reported, and started again with the next change', async ({ page, open }) => {
  const endWorkers = await workersEnder(page);
  await page.addInitScript(() => {
    // What waits half a minute waits three seconds: long enough for the bar to be seen meanwhile.
    const { setTimeout: later } = window;
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => later(run, ms === 30_000 ? 3000 : ms) });
  });
  await open(options);
  await pasteText(page, text(600));
  const before = await onShow(page);
  await endWorkers();
  await sentence(page).fill(text(700));
  const bar = page.locator('.large-progress').getByRole('progressbar');
  await expect(bar).toBeVisible();
  await expect(page.locator('#sentence-error')).toContainText('has stopped responding');
  await expect(bar).toHaveCount(0);
  expect(await onShow(page)).toEqual(before);
  await sentence(page).fill(text(701));
  await drawn(page, 701);
  await expect(problems(page)).toHaveCount(0);
});

const anyway = (page: Page) => page.getByRole('button', { name: 'Compute anyway' });

test('a scene that takes minutes waits for a click beside the last result', async ({ page, open }) => {
  await open(`${options}&score=additive&dA=1024`);
  await pasteText(page, text(200));
  const before = await onShow(page);
  await sentence(page).fill(text(2000));
  await expect(page.locator('p.outdated')).toContainText(
    /takes \d+ million operations; above 60000 million it is computed only on request/,
  );
  expect(await onShow(page)).toEqual(before);
  await anyway(page).click();
  await expect(where(page)).toHaveText(/of 2\s000, keys/);
  await expect(page.locator('.large-progress').getByRole('progressbar')).toBeVisible();
  await expect(anyway(page)).toHaveCount(0);
  // The next key cancels it.
  await sentence(page).fill('the cat sat');
  await expect(page.locator('sa-attention sa-heatmap')).toBeVisible();
  await expect(problems(page)).toHaveCount(0);
});

test('a link to a scene that takes minutes waits for a click too, beside the first result', async ({ page, open }) => {
  const words = text(2000).replaceAll(' ', '+');
  await open(`#sentence=${words}&${options.slice(1)}&score=additive&dA=1024`);
  await expect(chips(page)).toHaveCount(11);
  await expect(sentence(page)).toHaveValue(text(2000));
  await expect(anyway(page)).toBeVisible();
  await anyway(page).click();
  await expect(where(page)).toHaveText(/of 2\s000, keys/);
  await expect(problems(page)).toHaveCount(0);
});

test('a mistake is named with thousands of tokens too', async ({ page, open }) => {
  await open(`${options}&mistake=mask-after-softmax`);
  await sentence(page).fill(text(600));
  await page.locator('sa-large-scene').waitFor();
  await drawn(page, 600);
  await expect(page.locator('p.mistaken')).toBeVisible();
  await expect(page.locator('sa-mistake')).toHaveCount(0);
  await expect(problems(page)).toHaveCount(0);
});

test('after a small sentence everything is drawn as before', async ({ page, open }) => {
  await open(options);
  await pasteText(page, text(600));
  await sentence(page).fill('the cat sat');
  await expect(page.locator('sa-attention sa-heatmap')).toBeVisible();
  await expect(page.locator('sa-large-scene')).toHaveCount(0);
  await expect(chips(page)).toHaveCount(3);
  await pasteText(page, text(700));
  await expect(where(page)).toHaveText(/of 700/);
});

test('a link to a long sentence opens it, and a text that is too long has no link', async ({
  page,
  context,
  open,
  site,
}) => {
  await context.grantPermissions(['clipboard-write'], { origin: new URL(site).origin });
  await open(options);
  await pasteText(page, text(long));
  await settled(page);
  const hash = await fragment(page);
  expect(hash.length).toBeGreaterThan(5000);
  await page.goto('about:blank');
  await page.goto(site + hash);
  await page.locator('sa-large-scene').waitFor();
  await drawn(page, long);
  await expect(sentence(page)).toHaveValue(text(long));
  await expect(await inMoreMenu(page, 'Undo')).toBeDisabled();
  await sentence(page).fill(Array.from({ length: 4000 }, () => '猫😀犬').join(' '));
  await expect(page.locator('sa-large-scene')).toBeVisible();
  await press(page, 'Copy link');
  await expect(page.getByText(/Link copied|does not fit in a link/)).toBeVisible();
});

test('a matrix of a long sentence can be edited', async ({ page, open }) => {
  await open(options);
  await pasteText(page, text(600));
  await page.getByRole('button', { name: 'Edit w_q' }).first().click();
  await expect(page.locator('sa-matrix-editor')).toBeVisible();
  await expect(page.locator('sa-matrix-editor')).toContainText('Edit w_q, 64×64');
});

test('steps of several layers, with another head, follow the lens', async ({ page, open }) => {
  await open(`${options}&layers=2`);
  await pasteText(page, text(600));
  await page.locator('#head').getByRole('radio', { name: '3' }).check({ force: true });
  await page.locator('#layer').getByRole('radio', { name: '2' }).check({ force: true });
  await expect.poll(async () => (await underLens(page)).origin[0]).toBe(2);
  await expect(page.locator('.steps h2')).toBeVisible();
  await expect(problems(page)).toHaveCount(0);
});
