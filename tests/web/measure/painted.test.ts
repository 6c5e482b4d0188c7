import { press } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

// Attention that somebody paints is learned while they look: eight tokens, one head, each to look at the one before it.

const LINK =
  '#sentence=We+read+a+book+about+old+trees+today&embedding=random.normal&seed=1&d=8&parameters=random.xavier&parameters.seed=3&heads=1';
/** Milliseconds. */
const MOST = 2000;

test('painted attention of eight tokens is learned within two seconds of the press', async ({ page, open }) => {
  await open(LINK);
  await press(page, 'Learn…');
  await page.getByRole('group', { name: 'Target' }).getByRole('radio', { name: 'Painted weights' }).check();
  await press(page, 'The token before');
  // The page takes the time itself: a driver that asks adds its own.
  const took = await page.locator('sa-training-run').evaluate(async (run) => {
    const train = Array.from(run.querySelectorAll('button')).find(({ textContent }) => textContent?.trim() === 'Train');
    const begun = performance.now();
    train?.click();
    while (!run.textContent?.includes('Done: the loss is below 0.01.')) await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  });
  const facts = await page.locator('sa-training-run .training-facts').textContent();
  console.log(`${Math.round(took)} ms from the press to a loss below 0.01: ${facts?.replace(/\s+/g, ' ')}`);
  expect(took).toBeLessThan(MOST);
});
