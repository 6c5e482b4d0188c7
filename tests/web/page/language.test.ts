import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { findings } from '../support/axe.ts';
import {
  alive,
  askForLanguage,
  chips,
  chooseLanguage,
  chooseLesson,
  fragment,
  inMoreMenu,
  numbers,
  openMenu,
  press,
  reading,
  ready,
  settled,
  showScreen,
} from '../support/page.ts';
import { openStage } from '../support/stage.ts';
import { dist, expect, test } from '../support/test.ts';
import { TAKEN_AWAY } from '../support/watch.ts';

const html = (page: Page) => page.locator('html');
const choice = (page: Page) => page.locator('select.language');

/** The scripts of the site with the Spanish texts. */
const spanish = readdirSync(`${dist}/assets`).filter(
  (name) => name.endsWith('.js') && readFileSync(`${dist}/assets/${name}`, 'utf8').includes('Autoatención, en vivo'),
);
const isSpanish = ({ pathname }: URL): boolean => spanish.some((name) => pathname.endsWith(name));

/** All visible texts and accessible names on the page, in shadow roots too. */
const everything = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const said: string[] = [];
    const visit = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll('*')) {
        if (element.matches('script, style')) continue;
        for (const name of ['aria-label', 'title', 'placeholder']) said.push(element.getAttribute(name) ?? '');
        for (const node of element.childNodes) if (node instanceof Text) said.push(node.data);
        if (element.shadowRoot !== null) visit(element.shadowRoot);
      }
    };
    visit(document);
    return said.join('\n');
  });

/** English words of the interface that are neither Spanish nor in the scene. */
const english =
  /\b(queries|keys|values|heads?|mask|softmax turns|Lessons|Undo|Redo|Copy|Sentence|looks|Parameters|Steps|colour|embeddings of|computed|Temperature|Digits)\b/i;

test.describe('a browser that prefers Spanish', () => {
  test.use({ locale: 'es-MX' });

  test('gets the whole page in Spanish', async ({ page, open }) => {
    await open();
    await expect(html(page)).toHaveAttribute('lang', 'es');
    await expect(page).toHaveTitle('Autoatención, en vivo');
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /Una aplicación de autoatención/);
    await expect(page.getByRole('textbox', { name: 'Frase' })).toBeVisible();
    await expect(reading(page)).toHaveText(/«it» mira sobre todo a «animal» \(\d+\s%\)\./);
    await expect(page.locator('sa-step > section')).toHaveCount(await page.locator('sa-step').count());
    const found = (await everything(page)).split('\n').filter((text) => english.test(text));
    expect(found).toEqual([]);
    expect(await everything(page)).not.toContain('[object ');
    expect(new URL(page.url()).search).toBe('');
  });

  test('starts with a Spanish sentence, in which one word changes the answer, and with Spanish examples', async ({
    page,
    site,
  }) => {
    await page.goto(site);
    await alive(page);
    const box = page.getByRole('textbox', { name: 'Frase' });
    await expect(box).toHaveValue('El animal no cruzó el puente porque se veía demasiado cansado');
    const weight = (key: number) =>
      page.evaluate(
        (column) => Object(document.querySelector('sa-stage')).source.reader.value('weights', [0, 7, column], 1),
        key,
      );
    expect(await weight(1)).toBeGreaterThan(0.8);
    await page.getByRole('button', { name: 'Cambia una palabra: cansado → estrecho' }).click();
    await expect(box).toHaveValue(/estrecho$/);
    await expect.poll(() => weight(5)).toBeGreaterThan(0.8);
    await press(page, 'Empezar de nuevo');
    await press(page, 'Empezar de nuevo');
    await expect(box).toHaveValue(/cansado$/);
    await page.getByRole('combobox', { name: 'Galería' }).selectOption('she');
    await expect(box).toHaveValue('El rey llamó a la reina; ella estaba triste');
    const note = page.locator('.hint-line');
    await expect(note).toContainText('mira a «reina»');
    // The sentence stays, and the text about another one disappears.
    await chooseLanguage(page, 'en');
    await expect(page.getByRole('textbox', { name: 'Sentence' })).toHaveValue(/^El rey/);
    await expect(note).toHaveCount(0);
  });

  test('gets the page in the language that the address names', async ({ page, open }) => {
    await open('?lang=en#mask=causal');
    await expect(html(page)).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('textbox', { name: 'Sentence' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Scores and weights' })).toBeVisible();
    expect(await everything(page)).not.toContain('[object ');
    expect(await fragment(page)).toBe('#mask=causal');
  });

  test('gets its own language if the address names an unknown one', async ({ page, open }) => {
    await open('?lang=tlh');
    await expect(html(page)).toHaveAttribute('lang', 'es');
  });

  test('gets the page in English if the Spanish does not load', async ({ page, open, watch }) => {
    watch.expect(new RegExp(spanish.join('|')), TAKEN_AWAY);
    await page.route(isSpanish, (route) => route.abort());
    await open();
    await expect(html(page)).toHaveAttribute('lang', 'en');
    await expect(choice(page)).toHaveValue('en');
  });

  test('gets a Spanish message if the core does not load', async ({ page, site, watch }) => {
    watch.expect(/scenes-[\w-]+\.wasm/, TAKEN_AWAY);
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto(site);
    await expect(page.getByRole('alert')).toContainText('La página interactiva no ha arrancado.');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Autoatención, en vivo');
  });

  test('and axe finds nothing', async ({ page, open }) => {
    await open();
    expect(await findings(page)).toEqual([]);
  });
});

test('an English visit does not load the Spanish', async ({ page, open }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const fetchedSpanish = () => fetched.filter((url) => isSpanish(new URL(url)));
  await open();
  expect(fetchedSpanish()).toEqual([]);
  await chooseLanguage(page, 'es');
  // One file. It is asked for twice: fetched ahead, for Firefox keeps an import that failed, then imported from the browser's cache.
  expect(new Set(fetchedSpanish()).size).toBe(1);
});

test('the switch changes every word, and no number', async ({ page, open }) => {
  await open('#mask=causal');
  const grid = page.locator('#step-masked sa-matrix').getByRole('grid');
  const cell = grid.getByRole('gridcell');
  await ready(grid);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await expect(cell).toHaveAttribute('aria-label', /masked$/);
  await ready(page.locator('#step-tokens sa-matrix').getByRole('grid'));
  await page.keyboard.press('Enter');
  await expect(page.locator('sa-arithmetic')).toContainText('of the vocabulary');
  // Screen readers get the sentence after a pause.
  await expect(page.locator('sa-announcer')).toContainText('can see only itself');
  await settled(page);
  const before = await numbers(page);
  const english = await everything(page);

  await openMenu(page);
  await choice(page).focus();
  await choice(page).selectOption('es');
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible();
  await settled(page);
  await expect(choice(page)).toBeFocused();
  await expect(html(page)).toHaveAttribute('lang', 'es');
  await expect(page.locator('sa-arithmetic')).toContainText('del vocabulario');
  await expect(cell).toHaveAttribute('aria-label', /oculta$/);
  await expect(page.locator('.inspector h2')).toContainText('tokens');
  await expect(page.locator('.foot')).toContainText('todos los números');
  expect(await numbers(page)).toEqual(before);
  expect(await fragment(page)).toContain('#mask=causal');

  await chooseLanguage(page, 'en');
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  // Steps out of view are drawn when the page is at rest.
  await expect.poll(() => everything(page)).toBe(english);
});

test('the first sentence is in the chosen language, until it is changed', async ({ page, site }) => {
  await openStage(page, site);
  await chooseLanguage(page, 'es');
  await expect(chips(page).nth(5)).toHaveText(/puente/);
  // Its words are made by hand, so it is no guess. Its swap is there.
  await expect(page.locator('details.certainty.clear')).toBeVisible();
  await expect(page.locator('sa-sentence .swap')).toBeVisible();
  expect(await fragment(page)).toBe('');
  await chooseLanguage(page, 'en');
  await expect(chips(page).nth(5)).toHaveText(/street/);
  await page.locator('sa-sentence .swap').click();
  await expect(chips(page).nth(10)).toHaveText(/wide/);
  await chooseLanguage(page, 'es');
  await expect(chips(page).nth(5)).toHaveText(/street/);
});

test('the first sentence is in the chosen language on Experiment too', async ({ page, site }) => {
  await openStage(page, site);
  await showScreen(page, 'Experiment');
  await expect(reading(page)).toContainText('“animal”');
  await chooseLanguage(page, 'es');
  await expect(chips(page).nth(5)).toHaveText(/puente/);
  await expect(reading(page)).toContainText('«animal»');
  await page.getByRole('textbox', { name: 'Frase' }).fill('El animal duerme');
  await chooseLanguage(page, 'en');
  await expect(chips(page)).toHaveText([/el/, /animal/, /duerme/]);
});

test('a sentence in the chosen language is still there after a reload, and Redo does not bring the earlier one', async ({
  page,
  site,
}) => {
  await openStage(page, site);
  await page.locator('sa-sentence .swap').click();
  await expect(chips(page).nth(10)).toHaveText(/wide/);
  await press(page, 'Undo');
  await expect(chips(page).nth(10)).toHaveText(/tired/);
  await chooseLanguage(page, 'es');
  await expect(chips(page).nth(5)).toHaveText(/puente/);
  await expect(await inMoreMenu(page, 'Rehacer')).toBeDisabled();
  await fragment(page);
  await page.reload();
  await expect(chips(page).nth(5)).toHaveText(/puente/);
});

test('the chosen language is in the address, beside the scene, and in a copied link', async ({
  page,
  open,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('#mask=causal');
  await chooseLanguage(page, 'es');
  await expect(page).toHaveURL(/\?lang=es#mask=causal$/);
  await page.locator('#mask input[value=none]').check();
  await press(page, 'Copiar enlace');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).search).toBe('?lang=es');
  expect(new URL(link).hash).toBe('#v=1');
  await page.goto(link);
  await alive(page);
  await expect(html(page)).toHaveAttribute('lang', 'es');
});

test('going back keeps the chosen language', async ({ page, open }) => {
  await open();
  await chooseLesson(page, 'Illustrated self-attention');
  await chooseLanguage(page, 'es');
  await expect(page.getByRole('heading', { name: 'Autoatención ilustrada' })).toBeVisible();
  await page.goBack();
  await expect(page.locator('sa-lesson')).toHaveCount(0);
  await expect(html(page)).toHaveAttribute('lang', 'es');
  await expect(page).toHaveURL(/\?lang=es#v=1$/);
});

test('a language that does not load is reported, and the page stays as it is', async ({ page, open, watch }) => {
  watch.expect(new RegExp(spanish.join('|')), TAKEN_AWAY);
  await page.route(isSpanish, (route) => route.abort());
  await open();
  await askForLanguage(page, 'es');
  await expect(page.getByText('That language could not be loaded.')).toBeVisible();
  await expect(choice(page)).toHaveValue('en');
  await expect(html(page)).toHaveAttribute('lang', 'en');
  expect(new URL(page.url()).search).toBe('');
});

test('nothing scrolls sideways in Spanish, whose words are longer, at any width', async ({ page, open }) => {
  for (const width of [1085, 1100, 1180, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await open('?lang=es#lesson=illustrated');
    await expect(page.getByRole('button', { name: 'Compartir' })).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      `${width}`,
    ).toBeLessThanOrEqual(0);
  }
});
