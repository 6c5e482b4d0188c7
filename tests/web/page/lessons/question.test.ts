import type { Page } from '@playwright/test';
import { next, pageTitle } from '../../support/lesson.ts';
import { lessonsModule } from '../../support/package.ts';
import { settled } from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

const { lessons } = await lessonsModule();

const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;

/** What is wrong with the lesson's page on show, as a reader sees it. */
const faults = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const visible = (element: Element): number => {
      const box = element.getBoundingClientRect();
      const rows = Array.from({ length: Math.floor(box.height) }, (_, row) => box.top + row + 0.5);
      const isHit = (y: number): boolean => {
        const hit = document.elementFromPoint(box.left + box.width / 2, y);
        return hit !== null && (element.contains(hit) || hit === element);
      };
      return rows.filter(isHit).length;
    };
    for (const asked of document.querySelectorAll('sa-lesson .asked')) {
      const [seen, all] = [visible(asked), Math.floor(asked.getBoundingClientRect().height)];
      if (all === 0 || seen < all - 2) found.push(`of the question ${seen} of ${all} pixels are in sight`);
    }
    if (document.querySelector('.sidebar')?.getAttribute('role') === 'dialog') {
      // A sheet has room for the beginning of the text, and scrolls to the rest.
      const text = document.querySelector('.lesson-page > p');
      if (text === null) return [...found, 'the page has no text'];
      const seen = visible(text);
      const twoLines = 2 * Number.parseFloat(getComputedStyle(text).lineHeight);
      if (seen < Math.min(twoLines, Math.floor(text.getBoundingClientRect().height)) - 2)
        found.push(`of the text ${seen} pixels are in sight`);
      return found;
    }
    const column = document.querySelector('.sidebar');
    if ((column?.getBoundingClientRect().width ?? 0) < 380) found.push('the column is narrower than 380 px');
    const scrolling = Array.from(column?.querySelectorAll(':not(textarea)') ?? []).filter(
      (element) =>
        element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY),
    );
    for (const { tagName } of scrolling) found.push(`${tagName} scrolls inside the column`);
    const picture = document.querySelector(
      'sa-attention sa-heatmap, sa-attention sa-large-scene, sa-stage, .task-heads',
    );
    if (picture === null || visible(picture) < 100) found.push('the picture is out of sight');
    const rows = document.querySelector('sa-attention sa-heatmap')?.shadowRoot?.querySelector('canvas');
    const edge = document.querySelector('.columns sa-attention')?.getBoundingClientRect().bottom ?? innerHeight;
    const cut = Math.ceil((rows?.getBoundingClientRect().bottom ?? 0) - edge);
    if (cut > 1) found.push(`of the heatmap ${cut} pixels are cut`);
    // A task has sequences of its own.
    if (document.querySelector('.train-screen') !== null) return found;
    const sentence = document.querySelector('.sentence textarea, sa-tokens');
    if (sentence === null || visible(sentence) < 20) found.push('the sentence is out of sight');
    return found;
  });

for (const locale of ['en', 'es']) {
  test.describe(locale, () => {
    test.use({ locale });

    for (const { id, pages, challenges, texts } of Object.values(lessons)) {
      const text = texts[locale] ?? texts.en;
      test(`every question of ${id} is in sight, beside the sentence and the picture`, async ({ page, open }) => {
        test.slow();
        for (const { width, height } of sizes) {
          await page.setViewportSize({ width, height });
          await page.goto('about:blank');
          await open(`#lesson=${id}`);
          await expect(pageTitle(page)).toBeVisible();
          for (const [index, item] of [...pages, ...challenges].entries()) {
            if (index > 0) await next(page).click();
            await expect(pageTitle(page)).toHaveText((text.pages[item.id] ?? text.challenges[item.id])?.title ?? '');
            await settled(page);
            await expect.poll(() => faults(page), `${item.id} at ${width} × ${height}`).toEqual([]);
          }
        }
      });
    }
  });
}
