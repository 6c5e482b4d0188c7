import type { Locator } from '@playwright/test';
import { next, pageTitle, panel } from '../../support/lesson.ts';
import { lessonsModule } from '../../support/package.ts';
import { sentence, settled } from '../../support/page.ts';
import { board, caption, moment, stage } from '../../support/stage.ts';
import { expect, test } from '../../support/test.ts';

const { lessons } = await lessonsModule();

/** Whether some of an element can be seen: inside the window, and under nothing else. */
const isInSight = (element: Locator): Promise<boolean> =>
  element.evaluate((own) => {
    const box = own.getBoundingClientRect();
    const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
    const [width, height] = [Math.min(innerWidth, box.right) - left, Math.min(innerHeight, box.bottom) - top];
    const root = own.getRootNode();
    const host = root instanceof ShadowRoot ? root.host : own;
    return [0.1, 0.3, 0.5, 0.7, 0.9].some((down) =>
      [0.2, 0.5, 0.8].some((across) => {
        const found = document.elementFromPoint(left + across * width, top + down * height);
        return found !== null && (host.contains(found) || found === host);
      }),
    );
  });

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  test.describe(`${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    for (const { id, pages } of Object.values(lessons)) {
      test(`a page scrolls to what it is about: ${id}`, async ({ page, open }) => {
        test.slow();
        await open(`#lesson=${id}`);
        await expect(pageTitle(page)).toBeVisible();
        for (const [index, { id: own, points, at }] of pages.entries()) {
          if (points !== undefined && (at === undefined || points.startsWith('control:'))) {
            const pointed = page.locator('[data-pointed]');
            await expect(pointed, own).toHaveCount(1);
            await expect.poll(() => isInSight(pointed), `${own}: ${points}`).toBe(true);
          }
          if (at !== undefined) {
            await expect.poll(() => moment(page), own).toBe(at);
            await expect.poll(() => isInSight(board(page)), own).toBe(true);
            const [, step = ''] = points?.split(':') ?? [];
            if (points?.startsWith('step:')) expect(await stepsAt(stage(page), at), own).toContain(step);
          }
          // On a phone the controls have a sheet of their own, one press away.
          const opener = page.locator('[data-pointed][data-sheet="controls"]');
          if ((await opener.count()) > 0) {
            await opener.click();
            const control = page.locator('sa-controls [data-pointed]');
            await expect(control, own).toHaveCount(1);
            await expect.poll(() => isInSight(control), `${own}: ${points}`).toBe(true);
            await page.locator('[data-sheet="lesson"]').click();
          }
          // The page of the lesson is still in view.
          await expect.poll(() => isInSight(pageTitle(page)), own).toBe(true);
          if (index === pages.length - 1) break;
          await next(page).click();
          await expect(panel(page).locator('.lesson-page')).toBeFocused();
        }
      });
    }
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const own of ['why-scale', 'tril-or-triu'])
    test(`the heatmap is above the question ${own} when its link opens`, async ({ page, open }) => {
      await open(`#lesson=questions&page=${own}`);
      await expect(pageTitle(page)).toBeVisible();
      const heatmap = page.locator('sa-attention sa-heatmap');
      const top = () => heatmap.evaluate((element) => Math.round(element.getBoundingClientRect().top));
      await expect.poll(top).toBeGreaterThanOrEqual(0);
      await expect.poll(() => isInSight(heatmap)).toBe(true);
    });
});

/** The steps that are complete at a time of the stage. */
const stepsAt = (element: Locator, at: number): Promise<readonly string[]> =>
  element.evaluate((own, index) => {
    const { journey } = own as unknown as { journey: { chapters: { steps: string[] }[] } };
    return journey.chapters[index - 1]?.steps ?? [];
  }, at);

test('the first lesson is beside the stage, which hides the answer to its question', async ({ page, open }) => {
  await open('#lesson=five-minutes&page=score');
  await expect(caption(page)).toContainText(/hidden number/);
  await panel(page).getByRole('textbox', { name: 'Your guess' }).fill('15');
  await panel(page).getByRole('button', { name: 'Reveal' }).click();
  await expect(caption(page)).toContainText('“tired” fits best: 15.00');
  expect(await moment(page)).toBe(3);
});

test('an opened step makes room for what the next page is about', async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('#lesson=meaning-from-company&page=shares');
  const opened = page.locator('.steps.opened');
  const neighbours = page.locator('.nearest dd');
  for (const title of ['The average moves', 'Why a query and a key', 'What learning adds']) {
    await expect(opened).toBeVisible();
    await next(page).click();
    await expect(pageTitle(page)).toHaveText(title);
    if (title === 'Why a query and a key') continue;
    await expect(opened).toHaveCount(0);
    await expect.poll(() => isInSight(page.locator('[data-pointed]'))).toBe(true);
    for (const list of [neighbours.first(), neighbours.last()]) await expect(list).toBeInViewport({ ratio: 1 });
    if (title === 'The average moves') await page.locator('#step-weights h3 button').click();
  }
});

test('the page does not scroll away from somebody who types', async ({ page, open }) => {
  // In a wider window only its parts scroll.
  await page.setViewportSize({ width: 900, height: 800 });
  await open('#lesson=illustrated&page=softmax');
  await next(page).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  // The page follows a step that moves while it is drawn.
  for (let frames = 0; frames < 24; frames += 2) await settled(page);
  await page.evaluate(() => scrollTo(0, 0));
  await sentence(page).focus();
  await page.keyboard.press('Control+z');
  await expect(pageTitle(page)).toHaveText('Step 5: Calculate softmax');
  await expect(page.locator('[data-pointed]')).toHaveAttribute('id', 'step-weights');
  await expect(sentence(page)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a control stays in view when content above it moves it', async ({ page, open }) => {
  await open('#lesson=illustrated&page=beyond');
  const pointed = page.locator('[data-pointed]');
  await expect.poll(() => isInSight(pointed)).toBe(true);
  for (let frames = 0; frames < 6; frames += 2) await settled(page);
  await page.locator('.beside sa-controls').evaluate((controls) => {
    // Not every engine anchors the scroll position.
    for (const column of document.querySelectorAll<HTMLElement>('sa-controls')) column.style.overflowAnchor = 'none';
    const late = document.createElement('div');
    late.className = 'late';
    controls.prepend(late);
    late.style.height = '2000px';
  });
  await settled(page);
  await expect.poll(() => isInSight(pointed)).toBe(true);
});
