import { expect, type Locator, type Page } from '@playwright/test';
import { settled, type UpdatingElement } from './page.ts';

interface StageElement extends UpdatingElement {
  readonly moment: number;
}

export const stage = (page: Page): Locator => page.locator('sa-stage');
export const board = (page: Page): Locator => stage(page).locator('.board');
export const caption = (page: Page): Locator => stage(page).locator('.caption');
export const scenes = (page: Page): Locator => stage(page).getByRole('list', { name: 'Chapters' }).getByRole('button');
export const moment = (page: Page): Promise<number> =>
  stage(page).evaluate((element) => (element as unknown as StageElement).moment);

/** Loads the stage and waits until something is drawn on it. */
export async function openStage(page: Page, site: string, fragment = ''): Promise<void> {
  await page.goto(site + fragment);
  await drawn(page);
}

/** Brings a scene onto the stage of the page that the worker's tests share, and gives that page. */
export async function showStage(show: (fragment: string) => Promise<Page>, fragment = '#'): Promise<Page> {
  const page = await show(fragment);
  await drawn(page);
  return page;
}

/** Waits until something is drawn on the stage. */
async function drawn(page: Page): Promise<void> {
  await expect(stage(page).locator('svg.marks rect').first()).toBeVisible({ timeout: 10_000 });
  await atRest(page);
}

/** Waits until the picture is where it was going. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForTimeout(260);
  await settled(page);
}

/** The widths of the bars of shares, by the word that gets them. */
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
