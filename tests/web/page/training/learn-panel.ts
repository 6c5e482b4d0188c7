/** Locators of the weights of the page's sentence, on the Train screen. */
import type { Locator, Page } from '@playwright/test';
import { press, showScreen } from '../../support/page.ts';
import { expect } from '../../support/test.ts';

export const FRAGMENT =
  '#sentence=We+read+a+book&embedding=random.normal&seed=1&d=8&parameters=random.xavier&parameters.seed=3&heads=1';
export const panel = (page: Page): Locator => page.locator('sa-training section');
/** The run to target weights. The runs of tasks have buttons with the same names. */
export const descent = (page: Page): Locator => page.locator('sa-training-run');
export const descentRate = (page: Page): Locator =>
  descent(page).getByRole('textbox', { name: 'Learning rate of the training' });
export const target = (page: Page, name: string): Promise<void> =>
  panel(page).getByRole('group', { name: 'Target' }).getByRole('radio', { name }).check();
/** The gradients have cells of the same names. */
export const cell = (page: Page, name: string): Locator =>
  page.locator('sa-target-painter').getByRole('gridcell', { name, exact: false });
export const loss = (page: Page): Locator => panel(page).getByText(/^loss = /);
export const stepped = (page: Page): Locator => panel(page).getByText(/^loss .* → /);
export const rate = (page: Page): Locator => page.locator('#step-rate-input');
/** A worker loads two modules first, on a machine that may be busy. */
export const begun = { timeout: 20_000 };

/** The value of a fact of a run. */
export const factOf = (part: Locator, name: string): Locator =>
  part.locator('.training-facts div', { has: part.page().getByText(name, { exact: true }) }).locator('dd');
export const stepsOf = async (page: Page): Promise<number> =>
  Number((await factOf(descent(page), 'Steps').textContent()) ?? '');

/** Waits until a paused run has reported its last step, and returns it. */
export async function pausedStep(step: () => Promise<number>): Promise<number> {
  let last = Number.NaN;
  await expect
    .poll(
      async () => {
        const before = last;
        last = await step();
        return last === before;
      },
      { intervals: [150] },
    )
    .toBe(true);
  return last;
}

/**
 * How often the steps of a part's runs are drawn within one frame at most, from a press of a button until a status says `end`. More than one
 * would be work that nobody sees.
 */
export const drawingsInAFrame = (part: Locator, button: string, end: string): Promise<number> =>
  part.evaluate(
    async (own, wanted) => {
      let [inFrame, most, isOver] = [0, 0, false];
      const steps = (): string =>
        Array.from(own.querySelectorAll('.training-facts div'), ({ textContent }) => textContent?.trim() ?? '')
          .filter((text) => /^Steps?\s*\d/.test(text))
          .join();
      let last = steps();
      const observer = new MutationObserver(() => {
        if (steps() === last) return;
        last = steps();
        inFrame += 1;
        most = Math.max(most, inFrame);
      });
      observer.observe(own, { characterData: true, childList: true, subtree: true });
      const buttons = Array.from(own.querySelectorAll('button'));
      buttons.find(({ textContent }) => textContent?.trim() === wanted.button)?.click();
      while (!isOver) {
        await new Promise((done) => requestAnimationFrame(done));
        inFrame = 0;
        const statuses = Array.from(own.querySelectorAll('[role=status]'));
        isOver = statuses.some(({ textContent }) => textContent === wanted.end);
      }
      observer.disconnect();
      return most;
    },
    { button, end },
  );

/** Shows one weight as what is trained, and the inside of one step. */
export async function learn(page: Page): Promise<void> {
  await showScreen(page, 'Train');
  await page.getByRole('radio', { name: 'Attention that you paint' }).check({ force: true });
  await target(page, 'One weight');
  await page.getByText('Look inside one step').click();
  await expect(stepped(page)).toBeVisible(begun);
}

/** Chooses painted weights and paints them with one of the buttons. */
export async function learnPainted(page: Page, by: string): Promise<void> {
  await learn(page);
  await target(page, 'Painted weights');
  await press(page, by);
}
