// The built site as a visitor has it: how soon it lives, what it downloads, and how long a key takes to be seen.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { inProject } from '../../src/toolchain/paths.mjs';
import { serve } from '../../src/toolchain/serve.mjs';
import { quantile, summary } from './clock.mjs';
import { launch } from './hosts.mjs';

const DIST = inProject('dist');
const LENGTHS = [6, 32, 128, 512, 2048];
/** Longer than this nobody waits for a key. */
const PATIENCE = 3000;

/** Runs `work(browser, address)` with the site served as it is meant to be. */
async function visited(work) {
  const browser = await launch();
  const server = await serve({ root: DIST });
  try {
    return await work(browser, server.url);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** One page in a context of its own, so that nothing is cached; it is closed afterwards. */
async function fresh(browser, work) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/**
 * { painted, interactive, visits }: milliseconds from the beginning of a first visit to the first contents on the screen, and to the
 * frame in which the live page has taken the place of the standing one.
 */
export const load = ({ quick = false, report = () => {} } = {}) =>
  visited(async (browser, address) => {
    const times = { painted: [], interactive: [] };
    const visits = quick ? 2 : 9;
    for (let visit = -1; visit < visits; visit += 1) {
      report(`page load ${visit + 1}`);
      const once = await fresh(browser, async (page) => {
        await page.addInitScript(noteWhenAlive);
        await page.goto(address);
        await page.waitForFunction(() => document.sinceStart !== undefined);
        return page.evaluate(() => ({
          painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
          interactive: document.sinceStart,
        }));
      });
      // The first visit of all also starts the server's compression and the browser itself.
      if (visit < 0) continue;
      for (const name of Object.keys(times)) times[name].push(once[name]);
    }
    return { painted: summary(times.painted), interactive: summary(times.interactive), visits };
  });

function noteWhenAlive() {
  const look = () => {
    // The first screen is the stage.
    if (!document.querySelector('sa-stage')?.shadowRoot?.querySelector('svg.marks rect'))
      return requestAnimationFrame(look);
    // A message is handled after the frame has been painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      document.sinceStart = performance.now();
    };
    port2.postMessage(null);
  };
  requestAnimationFrame(look);
}

const KINDS = { wasm: 'wasm', js: 'scripts', css: 'styles' };

/**
 * { first: { scripts, wasm, styles, rest }, later }: bytes, compressed with brotli, of what a first visit downloads, by kind, and of all
 * other files of the site.
 */
export async function bytes() {
  const asked = await visited((browser, address) =>
    fresh(browser, async (page) => {
      const found = new Set();
      page.on('request', (request) => found.add(new URL(request.url()).pathname.slice(1) || 'index.html'));
      await page.goto(address);
      await page.locator('sa-stage svg.marks rect').first().waitFor();
      await page.waitForLoadState('networkidle');
      // A headless browser leaves the icon out; a visitor's does not.
      found.add(await page.locator('link[rel=icon]').getAttribute('href'));
      return found;
    }),
  );
  const entries = await readdir(DIST, { recursive: true, withFileTypes: true });
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const found = { first: { scripts: 0, wasm: 0, styles: 0, rest: 0 }, later: 0 };
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const { length } = brotliCompressSync(await readFile(path), { params });
    if (asked.has(relative(DIST, path))) found.first[KINDS[extname(path).slice(1)] ?? 'rest'] += length;
    else found.later += length;
  }
  return found;
}

/**
 * [{ T, median, high, keys }]: milliseconds from a key that adds or takes a token to the end of the frame that shows the new picture, and
 * the 95th percentile of them; median null where the page does not get there.
 */
export const keys = ({ quick = false, report = () => {} } = {}) =>
  visited(async (browser, address) => {
    const points = [];
    for (const T of quick ? LENGTHS.slice(0, 2) : LENGTHS) {
      report(`keys ${T}`);
      points.push({ T, ...(await fresh(browser, (page) => typed(page, address, T, quick))) });
    }
    return points;
  });

async function typed(page, address, T, quick) {
  const words = Array.from({ length: T - 1 }, (_, at) => `w${at}`).join('+');
  const notThere = { median: null, high: null, keys: 0 };
  await page.addInitScript(watchPictures);
  await page.goto(`${address}#sentence=${words}&embedding=random.normal&seed=1&d=64&heads=4`);
  if ((await page.evaluate(([tokens, most]) => document.shown(tokens, most), [T - 1, 4 * PATIENCE])) === null)
    return notThere;
  const box = page.locator('textarea').first();
  await box.focus();
  await box.press('Control+End');
  await page.keyboard.type(' ');
  // Sections out of sight catch up when the typing has paused.
  await page.waitForTimeout(quick ? 300 : 1500);
  const times = [];
  const [warm, count] = quick ? [2, 6] : T > 512 ? [4, 16] : [10, 40];
  for (let at = 0; at < warm + count; at += 1) {
    // Another word at every second key: no sentence comes again.
    const [key, tokens] = at % 2 === 0 ? [String.fromCharCode(97 + ((at / 2) % 26)), T] : ['Backspace', T - 1];
    await page.evaluate(([wanted, most]) => document.expectKey(wanted, most), [tokens, PATIENCE]);
    await page.keyboard.press(key);
    const time = await page.evaluate(() => document.seen);
    if (time === null) return { ...notThere, keys: at };
    if (at >= warm) times.push(time);
    // Between two keys there is a pause, as at a keyboard: it is not measured.
    await page.waitForTimeout(30);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), high: quantile(sorted, 0.95), keys: count };
}

// Whether the page draws at once or when a worker has answered: the picture is there at the end of the first frame in which
// something is drawn on a canvas while the heatmap, or what stands for it where there are many tokens, holds so many tokens' weights.
function watchPictures() {
  let drawn = false;
  let before = null;
  const holds = (tokens) => {
    const far = document.querySelector('sa-overview');
    if (far !== null) return far.extent.rows === tokens && far.pixels !== null && far.pixels !== before;
    return document.querySelector('sa-attention sa-heatmap')?.weights?.length === tokens * tokens;
  };
  let wanted = -1;
  const context = CanvasRenderingContext2D.prototype;
  for (const name of ['putImageData', 'drawImage', 'fillRect']) {
    const draw = context[name];
    context[name] = function (...given) {
      drawn ||= holds(wanted);
      return draw.apply(this, given);
    };
  }
  const late = (most) => new Promise((resolve) => setTimeout(resolve, most, null));
  const painted = () =>
    new Promise((resolve) => {
      const frame = () => {
        // A message is handled after the frame has been painted, whoever asked for it first.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (drawn ? resolve(performance.now()) : requestAnimationFrame(frame));
        port2.postMessage(null);
      };
      requestAnimationFrame(frame);
    });
  document.shown = (tokens, most) => {
    [wanted, drawn] = [tokens, holds(tokens)];
    return Promise.race([painted(), late(most)]);
  };
  document.expectKey = (tokens, most) => {
    const seen = new Promise((resolve) => {
      const begin = async ({ timeStamp }) => {
        [wanted, drawn, before] = [tokens, false, document.querySelector('sa-overview')?.pixels ?? null];
        resolve((await painted()) - timeStamp);
      };
      addEventListener('keydown', begin, { capture: true, once: true });
    });
    document.seen = Promise.race([seen, late(most)]);
  };
}
