import { expect, type Locator, type Page } from '@playwright/test';
import { settled } from './page.ts';

export const stage = (page: Page): Locator => page.locator('sa-stage');
export const board = (page: Page): Locator => stage(page).locator('.board');
export const caption = (page: Page): Locator => stage(page).locator('.caption');
export const scenes = (page: Page): Locator => stage(page).getByRole('list', { name: 'Chapters' }).getByRole('button');
export const moment = async (page: Page): Promise<number> =>
  Number(await stage(page).first().getByRole('slider').inputValue());

/** Loads the stage and waits until something is drawn on it. */
export async function openStage(page: Page, site: string, fragment = ''): Promise<void> {
  await page.goto(site + fragment);
  await drawn(page);
}

/** Opens a scene on the stage of the shared page, and returns that page. */
export async function showStage(show: (fragment: string) => Promise<Page>, fragment = '#'): Promise<Page> {
  const page = await show(fragment);
  await drawn(page);
  return page;
}

/** Waits until something is drawn on the stage. */
async function drawn(page: Page): Promise<void> {
  await expect(stage(page).locator('svg.marks rect').first()).toBeVisible();
  await atRest(page);
}

/** Waits until the stage no longer moves: it is the same in four frames. */
export async function atRest(page: Page): Promise<void> {
  await settled(page);
  await stage(page)
    .first()
    .evaluate(async ({ shadowRoot }) => {
      const drawn = (): string => shadowRoot?.querySelector('svg.marks')?.outerHTML ?? '';
      let before = '';
      for (let same = 0; same < 3; ) {
        await new Promise(requestAnimationFrame);
        same = drawn() === before ? same + 1 : 0;
        before = drawn();
      }
    });
}

/** The widths of the weights' bars, by the key's word. */
export const shares = (page: Page): Promise<Record<string, number>> =>
  stage(page).evaluate((element) => {
    const rows = Array.from(element.shadowRoot?.querySelectorAll('text.k, text.q.bold') ?? []);
    const bars = Array.from(element.shadowRoot?.querySelectorAll('rect.bar.w[data-mark]') ?? []);
    const middle = (mark: Element): number => {
      const { top, height } = mark.getBoundingClientRect();
      return top + height / 2;
    };
    return Object.fromEntries(
      bars.map((bar) => {
        const near = rows.find((row) => Math.abs(middle(row) - middle(bar)) < 6);
        return [near?.textContent ?? '', Number(bar.getAttribute('width'))];
      }),
    );
  });
