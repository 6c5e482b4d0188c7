import type { Page } from '@playwright/test';
import { openHost, ready } from '../../support/element-host.ts';
import { sentence, settled } from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

// The transition from old to new numbers in the heatmap and the lines, frame by frame.

interface Heatmap extends Element {
  readonly weights: Float32Array;
  readonly transition: Float32Array | null;
  readonly movement: object | null;
}

/** Replaces the sentence and returns a cell's painted value in every frame, until it is the value that the core computed. */
const watched = (page: Page, text: string, cell: number) =>
  page.evaluate(
    async ([written, at]) => {
      const box = document.querySelector<HTMLTextAreaElement>('#sentence');
      const heatmap = document.querySelector<Heatmap>('sa-attention sa-heatmap');
      if (box === null || heatmap === null) throw new Error('There is no heatmap.');
      const before = heatmap.weights;
      // A change that follows another too soon has no transition. From then on a frame takes 16 ms, however busy the machine is.
      let time = performance.now() + 1000;
      performance.now = () => time;
      box.value = written;
      box.dispatchEvent(new Event('input', { bubbles: true }));
      const painted: number[] = [];
      const lines = new Set<string>();
      for (let frames = 0; frames < 600; frames += 1) {
        await new Promise(requestAnimationFrame);
        time += 16;
        if (heatmap.weights === before) continue;
        painted.push((heatmap.transition ?? heatmap.weights)[at] ?? Number.NaN);
        const paths = document.querySelector('sa-attention sa-lines')?.shadowRoot?.querySelectorAll('path') ?? [];
        lines.add(Array.from(paths, (path) => path.getAttribute('d')).join());
        if (heatmap.transition === null) break;
      }
      return { painted, lines: lines.size, from: before[at] ?? 0, to: heatmap.weights[at] ?? 0 };
    },
    [text, cell] as const,
  );

/** Row “it”, column “animal”, of eleven words. One word of the sentence changes this weight. */
const turning = '#parameters.heads=cue&parameters.later=cued&heads=1&layers=2&layer=1&residual=yes';
const tired = "The animal didn't cross the street because it was too tired";
const CELL = 7 * 11 + 1;

test('weights and lines move from the old numbers to the new and stop there', async ({ page, open }) => {
  await open(turning);
  const { painted, lines, from, to } = await watched(page, tired.replace('tired', 'wide'), CELL);
  expect(from).toBeGreaterThan(0.8);
  expect(to).toBeLessThan(0.2);
  const between = painted.filter((value) => value < from && value > to);
  expect(between.length).toBeGreaterThan(0);
  expect(painted).toEqual([...painted].sort((a, b) => b - a));
  expect(painted.at(-1)).toBe(to);
  expect(lines).toBeGreaterThan(1);
  // The description of the cell is true from the first frame on.
  await expect(sentence(page)).toHaveValue(/wide/);
});

/** Types a sentence and gives, frame by frame, where the cell of its last word begins that looks at itself alone. Device pixels. */
const lastCell = (page: Page, text: string) =>
  page.evaluate(async (written) => {
    const box = document.querySelector<HTMLTextAreaElement>('#sentence');
    const heatmap = document.querySelector<Heatmap>('sa-attention sa-heatmap');
    const canvas = heatmap?.shadowRoot?.querySelector('canvas');
    if (!box || !heatmap || !canvas) throw new Error('There is no heatmap.');
    const begin = (): number => {
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] };
      const isFull = (at: number): boolean => {
        const [red = 255, green = 255, blue = 0] = data.slice(4 * at, 4 * at + 3);
        return green < 80 && red < 120 && blue > red + 20;
      };
      let last = width * height - 1;
      while (last > 0 && !isFull(last)) last -= 1;
      while (isFull(last - 1)) last -= 1;
      return last % width;
    };
    const before = heatmap.weights;
    let time = performance.now() + 1000;
    performance.now = () => time;
    const begins = [begin()];
    box.value = written;
    box.dispatchEvent(new Event('input', { bubbles: true }));
    for (let frames = 0, ended = 0; frames < 600 && ended < 3; frames += 1) {
      await new Promise(requestAnimationFrame);
      time += 16;
      if (heatmap.weights === before) continue;
      begins.push(begin());
      if (heatmap.movement === null) ended += 1;
    }
    return begins;
  }, text);

test('a word’s row and column move when another word is typed before it', async ({ page, open }) => {
  await open('#sentence=cat+sat&mask=window&before=0&after=0');
  const grown = await lastCell(page, 'A cat sat');
  const [first = 0, last = 0] = [grown[0], grown.at(-1)];
  expect(last).toBeGreaterThan(first + 20);
  expect(grown.filter((at) => at > first + 2 && at < last - 2).length).toBeGreaterThan(0);
  expect(grown).toEqual([...grown].sort((a, b) => a - b));
  const shrunk = await lastCell(page, 'cat sat');
  expect(shrunk.filter((at) => at > first + 2 && at < last - 2).length).toBeGreaterThan(0);
  expect(shrunk.at(-1)).toBe(first);
});

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the new numbers are there at once', async ({ page, open }) => {
    await open(turning);
    const { painted, to } = await watched(page, tired.replace('tired', 'wide'), CELL);
    expect(painted).toEqual([to]);
  });
});

test('so do those of more than 32 tokens', async ({ page, open }) => {
  await open();
  const words = Array.from({ length: 33 }, (_, at) => `word${at}`);
  await sentence(page).fill(words.join(' '));
  await settled(page);
  const { painted, to } = await watched(page, [...words.slice(0, -1), 'other'].join(' '), 0);
  expect(painted).toEqual([to]);
});

test('a page printed during the transition has the core’s numbers', async ({ page, open }) => {
  await open(turning);
  const going = await page.evaluate(
    async (text) => {
      const box = document.querySelector<HTMLTextAreaElement>('#sentence');
      const panel = document.querySelector<Element & { updateComplete: Promise<boolean> }>('sa-attention');
      const heatmap = document.querySelector<Heatmap>('sa-attention sa-heatmap');
      if (box === null || panel === null) throw new Error('There is no panel.');
      const before = heatmap?.weights;
      // Time stands still, so that no frame is the last. It is long after the previous change, or there would be no transition.
      const now = performance.now() + 1000;
      performance.now = () => now;
      box.value = text;
      box.dispatchEvent(new Event('input', { bubbles: true }));
      while (heatmap?.weights === before) await new Promise(requestAnimationFrame);
      const isGoing = heatmap?.transition !== null;
      dispatchEvent(new Event('beforeprint'));
      await panel.updateComplete;
      return [isGoing, heatmap?.transition];
    },
    tired.replace('tired', 'wide'),
  );
  expect(going).toEqual([true, null]);
});

/** Gives an element another scene and returns the cell's painted value in every frame, until it is the core's. */
const watchedElement = (page: Page, scene: string) =>
  page.locator('self-attention').evaluate(
    async (element, [link, at]) => {
      const heatmap = () => element.shadowRoot?.querySelector<Heatmap>('sa-heatmap');
      const before = heatmap()?.weights;
      const clock = performance.now.bind(performance);
      performance.now = () => clock() + 1000;
      element.setAttribute('scene', link);
      const painted: number[] = [];
      for (let frames = 0; frames < 600; frames += 1) {
        await new Promise(requestAnimationFrame);
        const now = heatmap();
        if (now == null || now.weights === before) continue;
        painted.push((now.transition ?? now.weights)[at] ?? Number.NaN);
        if (now.transition === null) break;
      }
      return { painted, from: before?.[at] ?? 0, to: heatmap()?.weights[at] ?? 0 };
    },
    [scene, CELL] as const,
  );

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`an element’s cells ${reducedMotion === 'reduce' ? 'are there at once with reduced motion' : 'go from the old numbers to the new'}`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ reducedMotion });
    const body = `<self-attention scene="${turning}" show="heatmap arcs"></self-attention>`;
    await openHost(page, site, { body });
    await ready(page);
    const wide = `${turning}&sentence=${encodeURIComponent(tired.replace('tired', 'wide'))}`;
    const { painted, from, to } = await watchedElement(page, wide);
    expect(from).toBeGreaterThan(0.8);
    expect(to).toBeLessThan(0.2);
    expect(painted.at(-1)).toBe(to);
    const between = painted.filter((value) => value < from && value > to);
    if (reducedMotion === 'reduce') expect(between).toEqual([]);
    else expect(between.length).toBeGreaterThan(0);
    expect(painted).toEqual([...painted].sort((a, b) => b - a));
  });
}
