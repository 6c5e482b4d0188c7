import type { Locator, Page } from '@playwright/test';
import type { Tensor } from '../../../web/core/types.ts';
import type { Scene } from '../../../web/scene/types.ts';
import type { Region } from '../../../web/trace/region.ts';
import type { Pixels } from '../../../web/views/overview/paint.ts';
import { sentence, settled } from './page.ts';

/** Elements of the page with a large scene. */
export interface LensElement extends Element {
  readonly tensor: Tensor | null;
  readonly excerpt: { readonly origin: readonly number[]; readonly whole: readonly number[] } | null;
}
interface OverviewElement extends Element {
  readonly pixels: Pixels | null;
  readonly region: Region;
  readonly lens: Region;
}

const few =
  'the animal did not cross street because it was too tired and dog saw a big red house king queen river bank'.split(
    ' ',
  );

/** A text of this many words, in an order that does not repeat soon. */
export const text = (tokens: number): string =>
  Array.from({ length: tokens }, (_, at) => few[(at * 7 + Math.floor(at / 5)) % few.length]).join(' ');

export const options = '#embedding=random.normal&seed=1&d=64&heads=4&mask=causal';

/** The scene of a page at `options` with this text. */
export const sceneOf = (sentenceText: string): Scene => ({
  version: 1,
  sentence: sentenceText,
  tokenizer: { lowercase: true },
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: 64 },
  parameters: { kind: 'random', init: 'xavier', seed: 1 },
  attention: { heads: 4, mask: { kind: 'causal' } },
});

export const overview = (page: Page): Locator => page.locator('sa-overview').getByRole('grid');
export const lens = (page: Page): Locator => page.locator('.large-lens sa-matrix').getByRole('grid');
export const where = (page: Page): Locator => page.locator('.large-where');

/** Replaces the sentence and waits until it is drawn. */
export async function pasteText(page: Page, pasted: string): Promise<void> {
  await sentence(page).fill(pasted);
  await page.locator('sa-large-scene').waitFor();
  await drawn(page, pasted.split(' ').length);
}

/** Waits until this many tokens are drawn, with the overview. */
export async function drawn(page: Page, tokens: number, timeout = 15_000): Promise<void> {
  await page.waitForFunction(
    (count) => {
      const { pixels, region } = document.querySelector<OverviewElement>('sa-overview') ?? {};
      const { excerpt } = document.querySelector<LensElement>('.large-lens sa-matrix') ?? {};
      return (
        excerpt?.whole.at(-2) === count &&
        pixels != null &&
        pixels.region.rows[1] === region?.rows[1] &&
        pixels.region.rows[0] === region.rows[0] &&
        (pixels.region.rows[0] > 0 || pixels.region.rows[1] <= count)
      );
    },
    tokens,
    { timeout },
  );
  await settled(page);
}

/** The numbers under the lens, and their place. */
export const underLens = (page: Page) =>
  page.evaluate(() => {
    const { tensor, excerpt } = document.querySelector<LensElement>('.large-lens sa-matrix') ?? {};
    return {
      origin: [...(excerpt?.origin ?? [])],
      shape: [...(tensor?.shape ?? [])],
      bits: Array.from(new Uint32Array(tensor?.data.slice().buffer ?? new ArrayBuffer(0))),
    };
  });

/** The overview as it was computed. Numbers are strings, because JSON has no NaN. */
export const seenFromAfar = (page: Page) =>
  page.evaluate(() => {
    const { pixels } = document.querySelector<OverviewElement>('sa-overview') ?? {};
    if (pixels == null) throw new Error('There is no overview.');
    const { region, rowsPer, height, width, mean, max, hidden } = pixels;
    return { region, rowsPer, height, width, mean: mean.join(), max: max.join(), hidden: hidden.join() };
  });

export const regions = (page: Page) =>
  page.evaluate(() => {
    const { region, lens: own } = document.querySelector<OverviewElement>('sa-overview') ?? {};
    return { region, lens: own };
  });
