import type { Page } from '@playwright/test';
import type { LessonPage, LessonText } from '../../../../web/lessons/types.ts';
import { findings } from '../../support/axe.ts';
import { back, next, pageTitle, panel, showControls } from '../../support/lesson.ts';
import { lessonsModule } from '../../support/package.ts';
import {
  chooseLanguage,
  chooseLesson,
  fragment,
  press,
  problems,
  reading,
  rows,
  scene,
  sentence,
  settled,
} from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';
import { TAKEN_AWAY } from '../../support/watch.ts';

const { lessons } = await lessonsModule();
const all = Object.values(lessons);

const pointed = (page: Page) => page.locator('[data-pointed]');

/** A step needs no mark while the stage shows it. */
const isPointedAt = ({ points, at }: Partial<LessonPage> = {}): boolean =>
  points !== undefined && (at === undefined || points.startsWith('control:'));

/** The titles of all pages and challenges, in order. */
const titles = ({ pages, challenges }: LessonText): readonly string[] =>
  [...Object.values(pages), ...Object.values(challenges)].map(({ title }) => title);

for (const { id, texts, pages, challenges, source } of all) {
  test(`the lesson opens from the first screen: ${id}`, async ({ page, open }) => {
    // The first lesson's sentence is in the language of the page.
    const language = id === 'five-minutes-es' ? 'es' : 'en';
    const text = texts[language] ?? texts.en;
    await open(`?lang=${language}`);
    await chooseLesson(page, text.title);
    await expect(page.getByRole('heading', { name: text.title })).toBeInViewport();
    await expect(pageTitle(page)).toHaveText(titles(text)[0] ?? '');
    await expect(page.locator('#lessons-menu')).toBeHidden();
    expect(await fragment(page)).toBe(`#lesson=${id}`);
    expect(await problems(page).count()).toBe(0);
  });

  for (const [language, text] of Object.entries(texts)) {
    test(`every page of the lesson can be opened, in ${language}: ${id}`, async ({ page, open }) => {
      test.slow();
      await open(`?lang=${language}#lesson=${id}`);
      await expect(page.getByRole('heading', { name: text.title, exact: true })).toBeVisible();
      const found: string[] = [];
      for (let at = 0; at < pages.length + challenges.length; at += 1) {
        found.push((await pageTitle(page).textContent()) ?? '');
        expect(await problems(page).count(), found.at(-1)).toBe(0);
        // Its task is not done yet.
        await expect(panel(page).locator('.is-done'), found.at(-1)).toHaveCount(0);
        // The page's target exists and is marked.
        if (at < pages.length) await expect(pointed(page), found.at(-1)).toHaveCount(isPointedAt(pages[at]) ? 1 : 0);
        if (at < pages.length + challenges.length - 1) {
          await next(page).click();
          await expect(pageTitle(page)).toHaveText(titles(text)[at + 1] ?? '');
        }
      }
      expect(found).toEqual(titles(text));
      await expect(next(page)).toBeDisabled();
      await panel(page).locator('details.source summary').click();
      await expect(panel(page).locator('details.source summary')).toContainText(source.title);
      await expect(panel(page).getByText(text.credit)).toBeVisible();
      await expect(panel(page).locator('details.source')).toContainText(source.licence);
      for (const link of await panel(page).locator('details.source a').all()) {
        expect(await link.getAttribute('rel')).toContain('noopener');
      }
    });
  }
}

test('a lesson can be changed, started again and left', async ({ show }) => {
  const page = await show('#lesson=illustrated');
  await showControls(page);
  const before = await rows(page, 'weights');
  await page.getByRole('slider', { name: 'Temperature' }).press('ArrowRight');
  await settled(page);
  expect(await rows(page, 'weights')).not.toEqual(before);
  await press(page, 'Start the lesson again');
  await settled(page);
  expect(await rows(page, 'weights')).toEqual(before);
  await press(page, 'Close the lesson');
  await expect(panel(page)).toHaveCount(0);
  // In the lesson the first row is hidden, because a later page asks for it.
  expect((await rows(page, 'weights')).slice(1)).toEqual(before.slice(1));
});

test('a word typed into a lesson keeps the vectors of the others and is named as new', async ({ show }) => {
  const page = await show('#lesson=illustrated');
  const before = await rows(page, 'x0');
  await sentence(page).press('End');
  await page.keyboard.type(' and more');
  await settled(page);
  expect((await rows(page, 'x0')).slice(0, 3)).toEqual(before);
  await showControls(page);
  await expect(page.getByText('are not in the table of this lesson')).toBeVisible();
  await expect(reading(page)).toContainText(/looks|finds|gives/);
});

test('the page of a lesson is part of the link, and its scene too', async ({ page, context, open }) => {
  await open('#lesson=illustrated');
  await next(page).click();
  await next(page).click();
  expect(await fragment(page)).toBe('#lesson=illustrated&page=inputs');
  const title = 'Step 6: Multiply scores with values';
  await panel(page)
    .getByRole('button', { name: `Page 8: ${title}` })
    .click();
  await expect(pageTitle(page)).toHaveText(title);
  await settled(page);
  expect((await scene(page)).attention.weightedValues).toBe(true);
  const link = await fragment(page);
  const fresh = await context.newPage();
  await open(link, fresh);
  await expect(pageTitle(fresh)).toHaveText(title);
  expect(await scene(fresh)).toEqual(await scene(page));
});

test('a link that names only a page opens that page with its scene', async ({ show }) => {
  const page = await show('#lesson=illustrated&page=sum');
  await expect(pageTitle(page)).toHaveText('Step 7: Sum weighted values');
  await settled(page);
  expect((await scene(page)).attention.weightedValues).toBe(true);
  await show('#lesson=illustrated&page=6');
  await expect(pageTitle(page)).toHaveText('Step 7: Sum weighted values');
  await show('#lesson=illustrated&page=40');
  await expect(panel(page).getByRole('alert')).toContainText('page “40”');
  await show('#lesson=illustrated&page=sums');
  await expect(panel(page).getByRole('alert')).toContainText('page “sums”');
  await panel(page).getByRole('button', { name: 'Go to the first page' }).click();
  await expect(pageTitle(page)).toHaveText('What BERT and its family share');
});

test('opening a page is an undo step', async ({ show }) => {
  const page = await show('#lesson=illustrated&page=softmax');
  const before = await scene(page);
  await next(page).click();
  await settled(page);
  expect((await scene(page)).attention.roundWeights).toBe(1);
  await press(page, 'Undo');
  await settled(page);
  expect(await scene(page)).toEqual(before);
  await expect(pageTitle(page)).toHaveText('Step 5: Calculate softmax');
  await press(page, 'Redo');
  await expect(pageTitle(page)).toHaveText('Step 6: Multiply scores with values');
});

test('a page marks a finished task, says so, and waits for Next', async ({ page, open }) => {
  await page.clock.install();
  await open('#lesson=its-snowing&page=scaled');
  const { title = '' } = lessons['its-snowing']?.texts.en.pages['scaled'] ?? {};
  const temperature = page.getByRole('textbox', { name: 'Temperature' });
  await expect(panel(page).getByText('Your turn:')).toBeVisible();
  await temperature.fill('0.1');
  await expect(panel(page).getByText('Done.')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: `Page 4: ${title}, done` })).toBeVisible();
  await expect(page.locator('.action-status')).toHaveText(`Done: ${title}. Press Next when you are ready.`);
  await page.clock.fastForward(2500);
  await expect(pageTitle(page)).toHaveText(title);
  await expect(temperature).toBeFocused();
  // It stays marked when the change is undone.
  await temperature.fill('0.5');
  await expect(panel(page).getByText('Done.')).toBeVisible();
});

test('a slider that is dragged past a page’s goal changes only the scene of that page', async ({ page, open }) => {
  await page.clock.install();
  await open('#lesson=its-snowing&page=scaled');
  const slider = page.getByRole('slider', { name: 'Temperature' });
  await slider.scrollIntoViewIfNeeded();
  const box = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 1, y, { steps: 5 });
  await expect(panel(page).getByText('Done.')).toBeVisible();
  await page.clock.fastForward(2500);
  await page.mouse.move(box.x + 3, y);
  await page.mouse.up();
  await expect(panel(page).getByText('Page 4 of 7')).toBeVisible();
  await next(page).click();
  await settled(page);
  expect((await scene(page)).attention.temperature ?? 1).toBe(1);
});

test('Back and Next are at the same place on every page', async ({ page, open }) => {
  test.slow();
  await open('#lesson=scaling-and-masks');
  const place = await next(page).boundingBox();
  for (let at = 1; at < 14; at += 1) {
    await next(page).click();
    await expect(panel(page).locator('.turn')).toContainText(at < 11 ? `Page ${at + 1} ` : `Challenge ${at - 10} `);
    // The page scrolls to what it is about in the meantime.
    await expect
      .poll(() => next(page).boundingBox(), `page ${at}`)
      .toMatchObject({ x: expect.closeTo(place?.x ?? 0, 0), y: expect.closeTo(place?.y ?? 0, -1) });
    expect(await panel(page).locator('.turn').boundingBox()).toMatchObject({ y: expect.closeTo(place?.y ?? 0, -1) });
  }
});

test('a page that asks for another sentence leads to the sentence’s box', async ({ show }) => {
  const page = await show('#lesson=music-transformer&page=lookup');
  await panel(page).getByRole('button', { name: 'Go to the control' }).press('Enter');
  await expect(sentence(page)).toBeFocused();
});

test('a page that points at a parameter opens it', async ({ show }) => {
  const page = await show('#lesson=music-transformer&page=distances');
  await panel(page).getByRole('button', { name: 'Go to the step E_rel' }).press('Enter');
  await expect(page.locator('#step-qe details.parameters')).toHaveAttribute('open');
  await expect(page.locator('#step-qe details.parameters sa-matrix')).toBeVisible();
});

test('the picture does not move while a page leads to a control', async ({ page, open }) => {
  await open('#lesson=illustrated&page=repeat');
  await panel(page).getByRole('button', { name: 'Go to the control' }).press('Enter');
  await expect(pointed(page)).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a page points at its step and control, and its button scrolls there', async ({ page, open }) => {
  await open('#lesson=its-snowing');
  await expect(pointed(page)).toHaveAttribute('id', 'step-x0');
  await expect(page.locator('body')).toBeFocused();
  await panel(page).getByRole('button', { name: 'Go to the step x0' }).press('Enter');
  await expect(page.locator('#step-x0 h3')).toBeFocused();
  await expect(page.locator('#step-x0 h3')).toBeInViewport();
  await panel(page)
    .getByRole('button', { name: /^Page 4/ })
    .click();
  await panel(page).getByRole('button', { name: 'Go to the control' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Temperature' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Temperature' })).toBeInViewport();
  await panel(page)
    .getByRole('button', { name: /^Page 2/ })
    .click();
  await panel(page).getByRole('button', { name: 'Go to the cell in q' }).press('Enter');
  // Else the focus may leave the next button between its focus and its key.
  await expect(page.locator('#step-q h3')).toBeFocused();
  await expect(page.locator('sa-arithmetic output')).toHaveText('?');
  await panel(page).getByRole('button', { name: 'Just show it' }).press('Enter');
  await expect(page.locator('sa-arithmetic output')).toHaveText('0.105');
  await press(page, 'Close the lesson');
  await expect(pointed(page)).toHaveCount(0);
});

test('a page about the plot of variances leads to it', async ({ show }) => {
  const page = await show('#lesson=scaling-and-masks&page=variance');
  await panel(page).getByRole('button', { name: 'Go to the step scaled' }).press('Enter');
  await expect(pointed(page).locator('sa-variance')).toBeInViewport();
});

test('a term opens the glossary with the keyboard, and the focus returns', async ({ page, open }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await open('#lesson=illustrated&page=inputs');
  expect(fetched.filter((url) => /glossary/.test(url))).toEqual([]);
  const term = panel(page).getByRole('button', { name: 'dmodel' });
  await term.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'dmodel' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'dmodel' })).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'embedding' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'embedding' }).getByRole('heading')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(term).toBeFocused();
});

test('the list of lessons opens and closes by keyboard', async ({ page, open }) => {
  await open();
  const button = page.getByRole('button', { name: 'Lessons' });
  await button.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /^0\. Attention in five minutes/ })).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.locator('#lessons-menu')).toBeHidden();
  await expect(button).toBeFocused();
  await expect(reading(page)).toContainText(/“it” (looks|finds|gives)/);
});

test('a lesson that does not load says so, and loads on the next try', async ({ page, open, watch }) => {
  watch.expect(/its-snowing-\w+\.js/, TAKEN_AWAY);
  await page.route('**/its-snowing-*.js', (route) => route.abort());
  await open('#lesson=its-snowing');
  await expect(panel(page)).toContainText('The lesson could not be loaded.');
  await page.unroute('**/its-snowing-*.js');
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(pageTitle(page)).toHaveText(
    titles(lessons['its-snowing']?.texts.en ?? { title: '', summary: '', credit: '', pages: {}, challenges: {} })[0] ??
      '',
  );
});

test('changing the language keeps the page of the lesson', async ({ page, open }) => {
  await open('#lesson=illustrated&page=scores');
  await panel(page).getByRole('textbox', { name: 'Your guess' }).fill('4');
  await panel(page).getByRole('button', { name: 'Reveal' }).click();
  await chooseLanguage(page, 'es');
  await expect(pageTitle(page)).toHaveText(lessons['illustrated']?.texts['es']?.pages['scores']?.title ?? '');
  await expect(panel(page).locator('sa-prediction')).toContainText('Dijiste 4.');
  expect(await findings(page)).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a lesson is in the sheet, and leads to a control in it', async ({ page, open }) => {
    await open('#lesson=its-snowing&page=scaled');
    await expect(page.getByRole('dialog', { name: 'Lesson' })).toBeVisible();
    await expect(pageTitle(page)).toBeVisible();
    expect(await findings(page)).toEqual([]);
    // The next page starts at its top.
    for (const turn of [back, next]) {
      await turn(page).click();
      await expect(panel(page).locator('.lesson-page')).toBeFocused();
      await expect(pageTitle(page)).toBeInViewport();
    }
    // The button that opens the controls leads to the one that the page is about.
    const temperature = page.getByRole('textbox', { name: 'Temperature' });
    await page.locator('[data-sheet="controls"]').click();
    await expect(temperature).toBeInViewport();
    await page.getByRole('button', { name: 'Lesson', exact: true }).click();
    await expect(pageTitle(page)).toBeInViewport();
    await panel(page).getByRole('button', { name: 'Go to the control' }).press('Enter');
    await expect(temperature).toBeFocused();
    await temperature.fill('0.1');
    await expect(page.locator('.action-status')).toContainText('Done: ');
    await expect(page.locator('.action-status')).toBeInViewport();
    await page.getByRole('button', { name: 'Lesson', exact: true }).click();
    await expect(panel(page).getByText('Page 4 of 7')).toBeVisible();
    await expect(panel(page).getByText('Done.')).toBeVisible();
  });

  test('the lessons are offered on the first screen', async ({ page, open }) => {
    await open();
    await expect(page.getByRole('button', { name: 'Lessons' })).toBeInViewport();
    await page.getByRole('button', { name: 'Lessons' }).click();
    // In another language the first lesson has a sentence in that language.
    for (const { title } of all.filter(({ id }) => id !== 'five-minutes-es'))
      await expect(page.getByRole('link', { name: title })).toBeVisible();
    const { width } = (await page.locator('#lessons-menu').boundingBox()) ?? { width: 999 };
    expect(width).toBeLessThanOrEqual(390);
  });
});
