// At a step of a lesson: what the reader's own program prints is compared with the page, cell by cell.
import { findings } from '../../support/axe.ts';
import { openStep, settled } from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

/** As the notebook “Self Attention in Transformers” prints Q·Kᵀ. */
const scores = `array([[-1.70591902, -1.37586814,  1.35979172, -0.84403445],
       [ 1.9056601 ,  1.28581105, -2.38259031, -0.49412577],
       [ 1.9622213 ,  1.83882766,  0.75857093,  4.86142051],
       [-0.07765669,  0.16947995,  0.46103018,  0.03823273]])`;

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test('a printed tensor is compared with that of the page', async ({ page, open }) => {
      await open('#lesson=scaling-and-masks&page=mask');
      await settled(page);
      const step = await openStep(page, 'scores');
      await step.scrollIntoViewIfNeeded();
      await step.getByText('Compare with your own run').click();
      const box = step.getByRole('textbox', { name: /scores, 4 × 4/ });
      await box.fill(scores);
      await step.getByRole('button', { name: 'Compare' }).click();
      await expect(step.locator('sa-own-run')).toContainText(/The largest difference is \de−\d, at /);
      await expect(step.locator('sa-compare')).toContainText('No number differs.');

      await box.fill(scores.replace('4.86142051', '4.5'));
      await step.getByRole('button', { name: 'Compare' }).click();
      await expect(step.locator('sa-own-run')).toContainText(/difference is 0\.3614\d*, at .*sat.*on/);
      await expect(step.locator('sa-compare')).toContainText('1 of 16 numbers differ');
      await expect(step.locator('sa-compare')).toContainText('sat');
      expect(await findings(page)).toEqual([]);
    });
  });
}

test('a text that does not fit is refused beside its box, with both shapes', async ({ page, open }) => {
  await open('#lesson=scaling-and-masks&page=mask');
  const step = await openStep(page, 'scores');
  await step.scrollIntoViewIfNeeded();
  await step.getByText('Compare with your own run').click();
  await step.getByRole('textbox', { name: /scores/ }).fill('[[1, 2], [3, 4]]');
  await step.getByRole('button', { name: 'Compare' }).click();
  await expect(step.locator('.error')).toContainText('2 × 2, but 4 × 4');
});

test('nothing is compared while the answer to a question is among the numbers', async ({ page, open }) => {
  await open('#lesson=scaling-and-masks&page=scores');
  const step = await openStep(page, 'scores');
  await step.scrollIntoViewIfNeeded();
  await step.getByText('Compare with your own run').click();
  await expect(step.locator('sa-own-run')).toContainText('question first');
  await expect(step.getByRole('textbox')).toHaveCount(0);
});
