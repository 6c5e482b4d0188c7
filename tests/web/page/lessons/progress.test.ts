import type { Page } from '@playwright/test';
import { findings } from '../../support/axe.ts';
import { next, pageTitle, panel } from '../../support/lesson.ts';
import { chooseLesson, sentence } from '../../support/page.ts';
import { caption } from '../../support/stage.ts';
import { expect, test } from '../../support/test.ts';

const kept = (page: Page) => page.evaluate(() => ({ ...localStorage }));
const menu = (page: Page) => page.locator('#lessons-menu');
const listed = (page: Page, title: string) => menu(page).getByRole('link', { name: title });
const openMenu = (page: Page) => page.getByRole('navigation', { name: 'Lessons' }).getByRole('button').first().click();
const title = 'Attention in five minutes';

test('progress is kept in the browser, is shown, and can be deleted', async ({ page, context, open }) => {
  await open();
  expect(await kept(page)).toEqual({});
  await chooseLesson(page, title);
  for (let at = 1; at < 7; at += 1) {
    await next(page).click();
    await expect(panel(page)).toContainText(`Page ${at + 1} of 7`);
  }
  await sentence(page).fill("The animal didn't cross the street because it was too wide");
  await expect(panel(page).getByText('Done.')).toBeVisible();
  expect(Object.keys(await kept(page))).toEqual(['self-attention-lessons']);

  const later = await context.newPage();
  await open('', later);
  await openMenu(later);
  await expect(listed(later, title)).toContainText('7 of 9 read, 1 done');
  await expect(menu(later)).toContainText('stored in this browser only');
  expect(await findings(later)).toEqual([]);
  await menu(later).getByRole('button', { name: 'Delete progress' }).click();
  await expect(later.locator('.action-status')).toHaveText('Your progress was deleted.');
  expect(await kept(later)).toEqual({});
  await openMenu(later);
  await expect(listed(later, title)).not.toContainText('read');
});

test('finished tasks are marked when a lesson is opened again', async ({ page, context, open }) => {
  await open('#lesson=its-snowing&page=scaled');
  await page.getByRole('textbox', { name: 'Temperature' }).fill('0.1');
  await expect(panel(page).getByText('Done.')).toBeVisible();
  const later = await context.newPage();
  await open('#lesson=its-snowing&page=scaled', later);
  await expect(panel(later).getByText('Done.')).toBeVisible();
});

for (const [what, spoil] of [
  [
    'refuses to keep anything',
    () =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('no', 'SecurityError');
        },
      }),
  ],
  // Firefox also runs it in the empty document before the page, which has no origin and no storage.
  [
    'has something else there',
    () => {
      if (origin === 'null') return;
      localStorage.setItem('self-attention-lessons', '{"five-minutes":{"read":"all"},"illustrated":7}');
    },
  ],
  [
    'has there what is no JSON',
    () => {
      if (origin !== 'null') localStorage.setItem('self-attention-lessons', '{');
    },
  ],
] as const) {
  test(`lessons work where the browser ${what}`, async ({ page, open }) => {
    await page.addInitScript(spoil);
    await open();
    await chooseLesson(page, title);
    await expect(pageTitle(page)).toHaveText('What does “it” refer to?');
    await next(page).click();
    await expect(panel(page)).toContainText('Page 2 of 7');
    await openMenu(page);
    await expect(listed(page, title)).toContainText('2 of 9 read');
  });
}

test('the first lesson shows how one word turns the answer', async ({ page, open }) => {
  await open('#lesson=five-minutes');
  await expect(caption(page)).toContainText('animal');
  await open('#lesson=five-minutes&page=score');
  await panel(page).getByRole('textbox', { name: 'Your guess' }).fill('15');
  await panel(page).getByRole('button', { name: 'Reveal' }).click();
  await expect(panel(page).locator('sa-prediction')).toContainText('That is right.');
  await open('#lesson=five-minutes&page=change');
  await sentence(page).fill("The animal didn't cross the street because it was too wide");
  await expect(caption(page)).toContainText('street');
  await expect(page.locator('.action-status')).toHaveText('Done: Change one word. Press Next when you are ready.');
});

test('in Spanish it does so with a Spanish sentence, and says where to go next', async ({ page, open }) => {
  await open('?lang=es');
  await chooseLesson(page, 'La atención en cinco minutos');
  await expect(pageTitle(page)).toHaveText('¿A qué se refiere «se»?');
  await expect(caption(page)).toContainText('animal');
  await open('?lang=es#lesson=five-minutes-es&page=score');
  await panel(page).getByRole('textbox', { name: 'Tu predicción' }).fill('15');
  await panel(page).getByRole('button', { name: 'Descubrir' }).click();
  await expect(panel(page).locator('sa-prediction')).toContainText('Correcto.');
  await open('?lang=es#lesson=five-minutes-es&page=change');
  await page
    .getByRole('textbox', { name: 'Frase' })
    .fill('El animal no cruzó el puente porque se veía demasiado estrecho');
  await expect(caption(page)).toContainText('puente');
  await expect(page.locator('.action-status')).toContainText('Cambia una palabra');
  await open('?lang=es#lesson=five-minutes-es&page=deaf');
  await expect(panel(page).locator('a[href="#lesson=meaning-from-company"]')).toBeVisible();
});

test('a link to the lesson with the English sentence opens it on a Spanish page, explained in Spanish', async ({
  page,
  open,
}) => {
  await open('?lang=es#lesson=five-minutes&page=share');
  await expect(pageTitle(page)).toHaveText('Un cien por cien que repartir');
  await expect(panel(page)).toContainText('En la fila de «it»');
  await expect(page.locator('sa-stage').first()).toContainText('tired');
});
