import { expect, type Locator, type Page } from '@playwright/test';
import type { Tensor } from '../../../web/core/types.ts';
import { lessonsModule, traceInNode } from './package.ts';

/** The heatmap in an element. */
export interface Heatmap extends Element {
  readonly weights: Float32Array;
  readonly head: number;
}

/** Scrolls to the element and waits until its picture is drawn. */
export async function shown(element: Locator): Promise<void> {
  // Content that is drawn on the way may move it.
  await expect(async () => {
    await element.scrollIntoViewIfNeeded();
    expect(
      await element.evaluate((it) => it.shadowRoot?.querySelector<Heatmap>('sa-heatmap')?.weights.length ?? 0),
    ).toBeGreaterThan(0);
  }).toPass({ intervals: [50, 100, 250], timeout: 25_000 });
}

/** The bits of the element's weights. */
export const shownBits = (element: Locator): Promise<readonly number[]> =>
  element.evaluate((it) => {
    const { weights } = it.shadowRoot?.querySelector<Heatmap>('sa-heatmap') ?? {};
    return Array.from(new Uint32Array((weights ?? new Float32Array()).slice().buffer));
  });

const bitsOf = ({ data }: Tensor): readonly number[] => Array.from(new Uint32Array(data.slice().buffer));

/** The bits of a lesson's weights for its first head, as the core computes them in Node. */
export async function lessonBits(id: string): Promise<readonly number[]> {
  const { lessons } = await lessonsModule();
  const scene = lessons[id]?.scene;
  if (scene === undefined) throw new Error(`There is no lesson ${id}.`);
  const trace = await traceInNode(scene);
  const bits = bitsOf(trace.tensor('weights', { head: scene.view?.head ?? 0 }));
  trace.dispose();
  return bits;
}

/** The element shows exactly the numbers of the core. */
export async function showsLesson(element: Locator, id: string): Promise<void> {
  await shown(element);
  expect(await shownBits(element)).toEqual(await lessonBits(id));
}

export const elements = (page: Page): Locator => page.locator('self-attention');
