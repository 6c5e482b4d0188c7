import { defaultScene } from '../../../../web/scene/defaults.ts';
import { scenes } from '../../../../web/scene/lesson-scenes.ts';
import {
  forget,
  happened,
  height,
  log,
  openHost,
  type PublicElement,
  ready,
  weights,
} from '../../support/element-host.ts';
import { expect, test } from '../../support/test.ts';

const snowing = scenes['its-snowing'];
const json = JSON.stringify(snowing).replaceAll("'", '&#39;');

test('a scene as JSON, as a link’s text, from an address, and as a property', async ({ page, site }) => {
  await page.route('**/mine/scene.json', (route) => route.fulfill({ json: snowing, contentType: 'text/plain' }));
  await openHost(page, site, {
    body: `<self-attention scene='${json}'></self-attention>
      <self-attention scene="#lesson=its-snowing&amp;mask=causal"></self-attention>
      <self-attention scene="mine/scene.json"></self-attention>
      <self-attention id="set"></self-attention>
      <self-attention scene='
        ${json}
      '></self-attention>`.replaceAll('<self-attention', '<self-attention loading="eager"'),
  });
  await page.locator('#set').evaluate((element: PublicElement, scene) => {
    element.scene = scene;
  }, snowing);
  await ready(page, 5);
  const first = await weights(page, 0);
  expect(first).toHaveLength(9);
  expect((await weights(page, 1)).slice(0, 3)).toEqual([1, 0, 0]);
  expect(await weights(page, 2)).toEqual(first);
  expect(await weights(page, 3)).toEqual(first);
  expect(await weights(page, 4)).toEqual(first);
});

type Wrong = readonly [what: string, attributes: string, code: string, message: RegExp];

const wrong: readonly Wrong[] = [
  ['a lesson that there is not', 'lesson="snow"', 'attribute', /"snow".*illustrated, its-snowing/],
  ['a lesson and a scene', 'lesson="illustrated" scene="#"', 'attribute', /both/],
  [
    'a step that there is not',
    'lesson="illustrated" show="heatmap masked"',
    'attribute',
    /show names "masked".*weights/,
  ],
  ['a control that there is not', 'lesson="illustrated" controls="colour"', 'attribute', /"colour".*temperature/],
  [
    'a theme that there is not',
    'lesson="illustrated" theme="blue"',
    'attribute',
    /"blue"; use one of: auto, light, dark/,
  ],
  ...['constructor', '__proto__'].flatMap((name) =>
    ['lesson', 'show', 'controls', 'theme'].map(
      (attribute): Wrong => [
        `${attribute} by a name that every object has, ${name}`,
        `${attribute === 'lesson' ? '' : 'lesson="illustrated" '}${attribute}="${name}"`,
        'attribute',
        new RegExp(`"${name}"`),
      ],
    ),
  ),
  ['no scene at all', 'scene=" "', 'attribute', /scene is empty/],
  ["a lesson of an object's own words", 'scene="#lesson=constructor"', 'link', /constructor/],
  ['no JSON', `scene="{ no }"`, 'scene-form', /not JSON: line 1, column 3/],
  ['another form', `scene='{"version":1,"tokens":["a"]}'`, 'scene-form', /embedding is missing/],
  ['a newer version', `scene='{"version":2}'`, 'scene-form', /version/],
  ['a damaged link', 'scene="#maks=causal"', 'link', /no such key/],
  ['another scheme', 'scene="javascript:alert(1)"', 'fetch', /javascript:.*https:/],
  ['an address with nothing behind it', 'scene="nothing.json"', 'fetch', /status 404/],
  ['a scene that is too large', `sentence="${'word '.repeat(600)}"`, 'too-large', /512 tokens/],
];

for (const [what, attributes, code, message] of wrong) {
  test(`${what}: shown in the element and sent as an event, and the fallback stays`, async ({ page, site, watch }) => {
    watch.expect(/404/);
    await openHost(page, site, { body: `<self-attention ${attributes}><p>A picture.</p></self-attention>` });
    await happened(page, 'error');
    const [[, detail] = ['', null]] = await log(page);
    expect(detail).toMatchObject({ code });
    expect((detail as { message: string }).message).toMatch(message);
    await expect(page.locator('.problem')).toHaveText(message);
    await expect(page.getByText('A picture.')).toBeVisible();
    expect((await log(page)).map(([name]) => name)).not.toContain('ready');
  });
}

const lazyParts: readonly (readonly [what: string, attribute: string, value: string, file: string])[] = [
  ['what reads a scene in a link', 'scene', '#lesson=its-snowing', 'scene-text'],
  ['what draws other parts than pictures', 'show', 'reading', 'extra-views'],
  ['its controls', 'controls', 'mask', 'controls'],
];

for (const [what, attribute, value, file] of lazyParts) {
  test(`${what} cannot be loaded: shown in the element and sent as an event, and drawn on the next try`, async ({
    page,
    site,
    watch,
  }) => {
    watch.expect(/request failed|Failed to (load|fetch)|NetworkError|console error: .*assets/);
    let isTaken = true;
    await page.route(`**/assets/${file}-*.js`, (route) => (isTaken ? route.abort() : route.continue()));
    await openHost(page, site, { body: `<self-attention ${attribute}="${value}"><p>A picture.</p></self-attention>` });
    await happened(page, 'error');
    await expect(page.locator('.problem')).toContainText(`${file}-`);
    await expect(page.getByText('A picture.')).toBeVisible();
    isTaken = false;
    await page
      .locator('self-attention')
      .evaluate((one, [name, text]) => one.setAttribute(name, text), [attribute, value] as const);
    await ready(page);
    await expect(page.getByText('A picture.')).toBeHidden();
    await expect(page.locator('.problem')).toHaveText('');
  });
}

test('a wrong attribute leaves the last good picture, and a corrected one is drawn', async ({ page, site }) => {
  await openHost(page, site, { body: '<self-attention lesson="its-snowing"></self-attention>' });
  await ready(page);
  const element = page.locator('self-attention');
  await element.evaluate((one) => one.setAttribute('lesson', 'nothing'));
  await happened(page, 'error');
  await expect(page.locator('.problem')).toContainText('The picture still shows the last scene that worked.');
  expect(await weights(page)).toHaveLength(9);
  await element.evaluate((one) => one.setAttribute('lesson', 'scaling-and-masks'));
  await expect.poll(() => weights(page)).toHaveLength(16);
  await expect(page.locator('.problem')).toHaveText('');
  await element.evaluate((one: PublicElement) => {
    one.show = 'arcs';
  });
  await expect(page.locator('sa-sentence')).toBeVisible();
  await expect(page.locator('sa-heatmap')).toHaveCount(0);
});

test('controls change the scene, send an event, and are undone by reset()', async ({ page, site }) => {
  await openHost(page, site, {
    body: '<self-attention controls="sentence mask temperature digits"></self-attention>',
  });
  await ready(page);
  const before = await weights(page);
  await forget(page);
  await page.getByRole('radio', { name: 'Causal' }).check();
  await expect.poll(async () => (await weights(page))[1]).toBe(0);
  const [[name, detail] = ['', null]] = await log(page);
  expect([name, (detail as { scene: unknown }).scene]).toEqual(['change', expect.objectContaining({ version: 1 })]);
  await page.getByRole('textbox', { name: 'Sentence' }).fill('The cat sat');
  await expect.poll(() => weights(page)).toHaveLength(9);

  const temperature = page.getByRole('textbox', { name: 'Temperature' });
  await temperature.fill('-1');
  await expect(page.locator('#attention-temperature-error')).toContainText('-1');
  await expect(temperature).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('.problem')).toHaveText('');
  expect(await weights(page)).toHaveLength(9);
  await forget(page);
  await page.locator('self-attention').evaluate((one: PublicElement) => one.reset());
  await expect.poll(() => weights(page)).toEqual(before);
  expect(await log(page)).toEqual([]);
  await expect(temperature).toHaveValue('1');
});

test('readonly has no controls, and clicks do not change the scene', async ({ page, site }) => {
  await openHost(page, site, {
    body: '<self-attention lesson="its-snowing" controls="all" readonly show="heatmap arcs"></self-attention>',
  });
  await ready(page);
  await forget(page);
  await page.locator('sa-lines .queries [role=option]').nth(2).click();
  await expect(page.locator('.controls')).toHaveCount(0);
  expect(await log(page)).toEqual([]);
});

test('the control for heads shows the numbers of each head', async ({ page, site }) => {
  await openHost(page, site, { body: '<self-attention scene="#v=1" controls="head"></self-attention>' });
  await ready(page);
  const first = await weights(page);
  await page.getByRole('radio', { name: /^2/ }).check();
  await expect.poll(() => weights(page)).not.toEqual(first);
});

test('a language called like a property of every object is unknown', async ({ page, site }) => {
  const bodies = ['constructor', '__proto__', 'toString-valueOf'].map(
    (lang) => `<self-attention loading="eager" lang="${lang}" lesson="illustrated"></self-attention>`,
  );
  await openHost(page, site, { body: bodies.join('\n') });
  await ready(page, 3);
});

test('all elements of a page use the nearest language', async ({ page, site }) => {
  await openHost(page, site, {
    attributes: 'lang="es-AR"',
    body: '<self-attention lesson="its-snowing" show="reading heatmap scores" controls="mask"></self-attention>',
  });
  await ready(page);
  await expect(page.locator('.frame .reading')).toContainText(/mira|encuentra|da/);
  await expect(page.getByRole('group', { name: 'Máscara' })).toBeVisible();
  await expect(page.getByRole('group', { name: /^Autoatención: It's snowing outside/ })).toBeVisible();
  await page.locator('self-attention').evaluate((one) => one.setAttribute('lang', 'en'));
  await expect(page.getByRole('group', { name: 'Mask' })).toBeVisible();
  await expect(page.locator('.frame .reading')).toContainText(/looks|finds|gives/);
});

test('the same object, changed in place and set again, is drawn again', async ({ page, site }) => {
  await openHost(page, site, { body: '<self-attention></self-attention>' });
  const set = (mask: string): Promise<void> =>
    page.locator('self-attention').evaluate(
      (one: PublicElement, [first, kind]) => {
        const scene = window.ownScene ?? structuredClone(first);
        window.ownScene = scene;
        Object.assign(scene.attention, { mask: { kind } });
        one.scene = scene;
      },
      [snowing, mask] as const,
    );
  await set('none');
  await expect.poll(async () => (await weights(page))[1]).toBeGreaterThan(0);
  await set('causal');
  await expect.poll(async () => (await weights(page))[1]).toBe(0);
  await set('none');
  await expect.poll(async () => (await weights(page))[1]).toBeGreaterThan(0);
});

test('marks that are tokens have room, and so has a scene that is longer than could be known', async ({
  page,
  site,
}) => {
  const long = Array.from({ length: 13 }, (_, at) => `w${at}`).join(' ');
  await page.route('**/long.json', (route) =>
    route.fulfill({
      // Not of the word table: naming the words that have no row in it takes a line more.
      json: {
        ...defaultScene,
        sentence: long,
        embedding: { kind: 'oneHot' },
        parameters: { kind: 'identity' },
        attention: { heads: 1 },
      },
    }),
  );
  await openHost(page, site, {
    body: `<self-attention scene="#sentence=Wait,+what?+No,+really!&amp;punctuation=yes&amp;embedding=oneHot" show="lines"></self-attention>
      <self-attention scene="long.json" show="lines" loading="eager"></self-attention>`,
    css: 'self-attention { --sa-lines-max: 60rem }',
  });
  const before = await height(page);
  await ready(page, 2);
  expect(await height(page)).toBe(before);
  for (const at of [0, 1]) {
    const boxes = await page
      .locator('sa-lines')
      .nth(at)
      .evaluate((view) => {
        const box = view.shadowRoot?.querySelector('.box');
        return [box?.scrollHeight, box?.clientHeight, view.shadowRoot?.querySelectorAll('.keys [role=option]').length];
      });
    expect(boxes[0]).toBe(boxes[1]);
    expect(boxes[2]).toBe(at === 0 ? 8 : 13);
  }
});

test('words that the table lacks are named under the picture and marked among the tokens', async ({ page, site }) => {
  await openHost(page, site, {
    body: `<self-attention sentence="The blorp sat" show="heatmap tokens"></self-attention>
      <self-attention sentence="The cat sat" show="heatmap tokens"></self-attention>`,
  });
  await ready(page, 2);
  const [strange, known] = [page.locator('self-attention').first(), page.locator('self-attention').last()];
  await expect(strange).toContainText('blorp (not in the table: random vector)');
  await expect(strange.getByRole('option', { name: /blorp/ }).and(page.locator('.marked'))).toHaveCount(1);
  await expect(known.locator('.missing, .marked')).toHaveCount(0);
});

test('words that are refused leave the scene on show what it is', async ({ page, site }) => {
  await openHost(page, site, { body: '<self-attention sentence="The cat sat"></self-attention>' });
  await ready(page);
  const element = page.locator('self-attention');
  for (const sentence of ['', '?!', 'word '.repeat(600)]) {
    await forget(page);
    await element.evaluate((own, text) => own.setAttribute('sentence', text), sentence);
    await happened(page, 'error');
    expect(await element.evaluate((own: PublicElement) => own.scene.sentence)).toBe('The cat sat');
  }
});

test('a link below the picture and in its SVG opens the scene in the playground that is named', async ({
  page,
  site,
}) => {
  await openHost(page, site, {
    body: `<self-attention id="linked" sentence="A cat sat" controls="sentence" playground="${site}?lang=es#old"></self-attention>
      <self-attention id="without" lesson="its-snowing"></self-attention>
      <self-attention id="none" lesson="its-snowing" playground="none"></self-attention>`,
  });
  const linked = page.locator('#linked');
  const link = linked.getByRole('link', { name: 'Open in the playground' });
  const isOf = (address: string) => address.startsWith(`${site}?lang=es#sentence=A+dog+sat&`);
  await expect(link).toHaveAttribute('href', /\?lang=es#sentence=A\+cat\+sat&/, { timeout: 20_000 });
  await linked.getByRole('textbox').fill('A dog sat');
  await expect.poll(() => link.getAttribute('href').then((href) => isOf(href ?? ''))).toBe(true);
  const svg = await linked.evaluate(async (element: PublicElement) => (await element.exportImage()).text());
  const [, inPicture = ''] = /<a href="([^"]+)" target="_blank">/.exec(svg) ?? [];
  expect(isOf(inPicture)).toBe(true);
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await expect(opened.getByRole('textbox', { name: 'Frase' })).toHaveValue('A dog sat');
  await opened.close();
  for (const id of ['without', 'none']) await expect(page.locator(`#${id}`).getByRole('link')).toHaveCount(0);
});

test('the link keeps its room, leads to what an element refuses to compute, and refuses what is no page', async ({
  page,
  site,
}) => {
  const words = 'word '.repeat(600).trim();
  await openHost(page, site, {
    body: `<self-attention lesson="its-snowing" playground="/play/"></self-attention>
      <self-attention id="long" sentence="${words}" playground="/play/"></self-attention>
      <self-attention id="script" lesson="its-snowing" playground="javascript:alert(1)"></self-attention>`,
  });
  const before = await height(page);
  await ready(page);
  await expect(page.locator('self-attention').first().getByRole('link')).toBeVisible();
  expect(await height(page)).toBe(before);
  await expect(page.locator('#long').getByText('too many for a picture')).toBeVisible({ timeout: 20_000 });
  const { origin } = new URL(site);
  await expect(page.locator('#long').getByRole('link')).toHaveAttribute('href', new RegExp(`^${origin}/play/#`));
  const script = page.locator('#script');
  await expect(
    script.getByText('playground is "javascript:alert(1)"; it must be an http: or https: address'),
  ).toBeVisible();
  await expect(script.getByRole('link')).toHaveCount(0);
});
