import { openHost, ready } from '../support/element-host.ts';
import { chips, fragment, numbers, reading, scene, sentence, settled, typeSentence } from '../support/page.ts';
import { expect, keep, test } from '../support/test.ts';
import { TAKEN_AWAY } from '../support/watch.ts';

// Words without a handmade row: where their rows come from, and how they are marked.

const LISTS = /\/(english|spanish)-[^/]*\.js$/;
const VECTORS = /\/glove-[^/]*\.js$/;
const learned = /learned from word vectors, not written by hand/;
const random = /not in the table: random vector/;

test('a word list is loaded for the first word that the table lacks, the words are marked, and their link needs no list', async ({
  page,
  open,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => LISTS.test(request.url()) && fetched.push(request.url()));
  await open();
  await typeSentence(page, 'The cat loves the old house');
  expect(fetched).toEqual([]);
  await typeSentence(page, 'My grandmother ate a pie in the blorp');
  await expect(chips(page).nth(1)).toHaveAccessibleName(learned);
  await expect(chips(page).nth(4)).toHaveAccessibleName(learned);
  await expect(chips(page).nth(4)).toContainText('≈');
  await expect(chips(page).nth(7)).toHaveAccessibleName(random);
  await expect(chips(page).nth(2)).not.toHaveAccessibleName(learned);
  await expect(page.getByText('The rows of “grandmother” and “pie” were learned from word vectors')).toBeVisible();
  await expect(page.getByText('“blorp” is not in the meaning table')).toBeVisible();
  expect(new Set(fetched).size).toBe(1);
  await keep(page, 'learned-words');
  const before = await numbers(page);
  expect(await fragment(page)).toMatch(/&embedding\.version=2&learned=grandmother~[\dA]{16},pie~[\dA]{16}/);
  // The link opens without the list.
  await page.route(LISTS, (route) => route.abort());
  await page.reload();
  await settled(page);
  await expect(chips(page).nth(1)).toHaveAccessibleName(learned);
  expect(await numbers(page)).toEqual(before);
});

test('“I love you” is not a third each', async ({ show }) => {
  const page = await show();
  await typeSentence(page, 'I love you');
  await chips(page).first().click();
  await expect(reading(page)).toContainText(/“i” .*itself and “you” .*48\s%/);
});

test('an old link keeps its random vectors until its words are typed', async ({ show }) => {
  const page = await show('#sentence=The+robot+slept');
  await expect(chips(page).nth(1)).toHaveAccessibleName(random);
  await typeSentence(page, 'The robot ate');
  await expect(chips(page).nth(1)).toHaveAccessibleName(learned);
});

test('if the list does not load, that is explained, words stay random, and the next key tries again', async ({
  page,
  open,
  watch,
}) => {
  watch.expect(/english-/, TAKEN_AWAY);
  await page.route(LISTS, (route) => route.abort());
  await open();
  await typeSentence(page, 'Hello robot');
  await expect(page.getByText('The list of words could not be loaded')).toBeVisible();
  await expect(chips(page).nth(1)).toHaveAccessibleName(random);
  await page.unroute(LISTS);
  await typeSentence(page, 'Hello robots');
  await expect(chips(page).nth(1)).toHaveAccessibleName(learned);
});

test('word vectors are fetched when they are chosen, and their link needs no list', async ({ page, open, watch }) => {
  // After the reload, only the panel of the nearest words asks for the list.
  watch.expect(/glove-/, TAKEN_AWAY);
  const fetched: string[] = [];
  page.on('request', (request) => VECTORS.test(request.url()) && fetched.push(request.url()));
  await open('#sentence=The+mouse+ate+the+cheese');
  expect(fetched).toEqual([]);
  await page.getByLabel('Vectors', { exact: true }).selectOption('wordVectors');
  await expect.poll(() => fragment(page)).toMatch(/embedding=wordVectors&/);
  await settled(page);
  // A script is fetched before it is imported.
  expect(new Set(fetched).size).toBe(1);
  await typeSentence(page, 'Click the mouse and the blorp');
  await expect(chips(page).nth(5)).toHaveAccessibleName(random);
  await expect(page.getByText('“blorp” is not in the list of word vectors')).toBeVisible();
  const before = await numbers(page);
  expect(await fragment(page)).toMatch(/&vectors=click~/);
  await page.route(VECTORS, (route) => route.abort());
  await page.reload();
  await settled(page);
  await expect(chips(page).nth(5)).toHaveAccessibleName(random);
  expect(await numbers(page)).toEqual(before);
  await expect(page.locator('sa-nearest').getByRole('status')).toBeVisible();
});

test('a link to word vectors may be written by hand, without the vectors', async ({ page, open }) => {
  await open('#embedding=wordVectors&parameters=identity&sentence=The+cat+sat');
  await expect(page.locator('sa-heatmap').getByRole('grid')).toBeVisible();
  await expect(page.locator('.notice')).toHaveCount(0);
  await expect(chips(page)).toHaveCount(3);
  for (const chip of await chips(page).all()) await expect(chip).not.toHaveAccessibleName(random);
});

test('the words that a token is most like are named before attention and after it, and follow the scene', async ({
  page,
  open,
}) => {
  await open('#lesson=meaning-from-company&page=moves');
  const rows = page.locator('sa-nearest dd');
  const words = () => rows.locator('b').allTextContents();
  await expect.poll(async () => (await words()).length).toBe(10);
  const [before, after] = [await rows.first().textContent(), await rows.last().textContent()];
  expect(before).not.toBe(after);
  expect(await words()).not.toContain('apple');
  await page.getByRole('textbox', { name: 'Temperature' }).fill('3');
  await expect(rows.last()).not.toHaveText(after ?? '');
  await expect(rows.first()).toHaveText(before ?? '');
  await expect(rows.last()).toContainText('fruit');
});

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' });

  test('a sentence has the vectors of its translations, which the page says, and its nearest words are Spanish', async ({
    page,
    open,
  }) => {
    const fetched: string[] = [];
    page.on('request', (request) => LISTS.test(request.url()) && fetched.push(request.url()));
    await open('#embedding=wordVectors&parameters=identity&temperature=2&sentence=Los+gatos+comen+pan&focus=1');
    const panel = page.locator('sa-nearest');
    await expect(panel.locator('dd b')).toHaveCount(10);
    // The list of the table's words is not among them.
    expect(new Set(fetched).size).toBe(1);
    await expect(panel).toContainText('«gatos» tiene el vector de «cat»');
    const near = await panel.locator('dd b').allTextContents();
    expect(near).toContain('perro');
    expect(near).not.toContain('gato');
    await expect(page.getByText('tiene el vector de GloVe de su traducción al inglés')).toHaveCount(1);
    await keep(page, 'spanish-word-vectors');
  });

  test('an English sentence has its own vectors, and English words next to it', async ({ page, open }) => {
    await open('#embedding=wordVectors&parameters=identity&sentence=The+red+cat+sat&focus=2');
    const panel = page.locator('sa-nearest');
    await expect(panel.locator('dd b')).toHaveCount(10);
    await expect(panel.locator('dd b').first()).toHaveText('dog');
    await expect(panel).not.toContainText('tiene el vector');
    await page.getByRole('textbox', { name: 'Frase' }).fill('El gato y la red de pesca');
    await expect(panel).toContainText('«el» tiene el vector de «the»');
    await expect(panel.locator('dd b')).toHaveCount(10);
    await expect.poll(() => fragment(page)).toContain('embedding.language=es');
  });
});

test('if the word vectors do not load, that is explained, and the last picture stays', async ({
  page,
  open,
  watch,
}) => {
  watch.expect(/glove-/, TAKEN_AWAY);
  await page.route(VECTORS, (route) => route.abort());
  await open('#sentence=The+mouse+ate+the+cheese');
  const before = await numbers(page);
  await page.getByLabel('Vectors', { exact: true }).selectOption('wordVectors');
  await expect(page.getByText('The list of words could not be loaded')).toBeVisible();
  expect(await numbers(page)).toEqual(before);
});

test('an element has them for its sentence and for typed words, and names them', async ({ page, site }) => {
  await openHost(page, site, {
    body: `<self-attention sentence="Hello grandmother" show="heatmap tokens" controls="sentence"></self-attention>
      <self-attention sentence="The cat sat" show="heatmap tokens"></self-attention>`,
  });
  await ready(page, 2);
  const [one, other] = [page.locator('self-attention').first(), page.locator('self-attention').last()];
  await expect(one).toContainText('hello, grandmother (learned from word vectors, not written by hand)');
  await expect(one.getByRole('option', { name: /grandmother/ })).toHaveAccessibleName(learned);
  await expect(other.locator('.missing, .marked')).toHaveCount(0);
  await one.getByRole('textbox').fill('Hello grandmother, a pie');
  await expect(one).toContainText('hello, grandmother, pie (learned');
  await keep(page, 'element-learned-words');
});

test('a sentence that is typed while the vectors load is kept', async ({ page, open }) => {
  let deliver = (): void => {};
  const held = new Promise<void>((done) => {
    deliver = done;
  });
  await page.route(VECTORS, async (route) => {
    await held;
    await route.continue();
  });
  await open();
  const asked = page.waitForRequest(VECTORS);
  await page.getByLabel('Vectors', { exact: true }).selectOption('wordVectors');
  await asked;
  await sentence(page).fill('the river bank');
  deliver();
  await expect.poll(() => fragment(page)).toMatch(/embedding=wordVectors&/);
  await settled(page);
  expect(await scene(page)).toMatchObject({ sentence: 'the river bank', embedding: { kind: 'wordVectors' } });
});
