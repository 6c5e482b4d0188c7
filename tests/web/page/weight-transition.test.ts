import type { Page } from '@playwright/test';
import { sentence, settled } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

// From the old numbers to the new: what the heatmap paints, and what lines are drawn, frame by frame.

interface Heatmap extends Element {
  readonly weights: Float32Array;
  readonly transition: Float32Array | null;
}

/** Replaces the sentence and gives what is painted of one cell in every frame, until it is what the core computed. */
const watched = (page: Page, text: string, cell: number) =>
  page.evaluate(
    async ([written, at]) => {
      const box = document.querySelector<HTMLTextAreaElement>('#sentence');
      const heatmap = document.querySelector<Heatmap>('sa-attention sa-heatmap');
      if (box === null || heatmap === null) throw new Error('There is no heatmap.');
      const before = heatmap.weights;
      // A change that follows another too soon is not gone through.
      const clock = performance.now.bind(performance);
      performance.now = () => clock() + 1000;
      box.value = written;
      box.dispatchEvent(new Event('input', { bubbles: true }));
      const painted: number[] = [];
      const lines = new Set<string>();
      for (let frames = 0; frames < 600; frames += 1) {
        await new Promise(requestAnimationFrame);
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

/** The row of "it", the column of "animal", among eleven words and in two layers: one word turns it. */
const turning = '#parameters.heads=cue&parameters.later=cued&heads=1&layers=2&layer=1&residual=yes';
const tired = "The animal didn't cross the street because it was too tired";
const CELL = 7 * 11 + 1;

test('weights and lines go from the old numbers to the new, and stand there', async ({ page, open }) => {
  await open(turning);
  const { painted, lines, from, to } = await watched(page, tired.replace('tired', 'wide'), CELL);
  expect(from).toBeGreaterThan(0.8);
  expect(to).toBeLessThan(0.2);
  const between = painted.filter((value) => value < from && value > to);
  expect(between.length).toBeGreaterThan(0);
  expect(painted).toEqual([...painted].sort((a, b) => b - a));
  expect(painted.at(-1)).toBe(to);
  expect(lines).toBeGreaterThan(1);
  // What is said of the cell is true from the first frame on.
  await expect(sentence(page)).toHaveValue(/wide/);
});

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the new numbers stand there at once', async ({ page, open }) => {
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

test('what is printed on its way is what the core computed', async ({ page, open }) => {
  await open(turning);
  const going = await page.evaluate(
    async (text) => {
      const box = document.querySelector<HTMLTextAreaElement>('#sentence');
      const panel = document.querySelector<Element & { updateComplete: Promise<boolean> }>('sa-attention');
      const heatmap = document.querySelector<Heatmap>('sa-attention sa-heatmap');
      if (box === null || panel === null) throw new Error('There is no panel.');
      const before = heatmap?.weights;
      // Time stands still, or a slow frame would be the last; long after the change before, or this one would not be gone through.
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
