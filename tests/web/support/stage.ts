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

/** The weights in percent, as written, by the key's word. */
export const shares = (page: Page): Promise<Record<string, number>> =>
  stage(page).evaluate((element) => {
    const texts = Array.from(element.shadowRoot?.querySelectorAll('svg.marks text') ?? []);
    // The row of the asking word itself stands above those of the keys.
    const rows = texts.filter(
      (text) => text.matches('.k, .q.bold, .soft') && text.getAttribute('text-anchor') === 'end',
    );
    const shares = texts.filter((text) => text.matches('[data-mark]') && text.textContent?.endsWith('%'));
    const middle = (mark: Element): number => {
      const { top, height } = mark.getBoundingClientRect();
      return top + height / 2;
    };
    return Object.fromEntries(
      shares.map((share) => {
        const near = rows.find((row) => Math.abs(middle(row) - middle(share)) < 6 && !row.matches('[data-mark]'));
        return [
          near?.textContent ?? '',
          Number.parseFloat(share.textContent?.replace('<', '0.').replace('>', '') ?? ''),
        ];
      }),
    );
  });
