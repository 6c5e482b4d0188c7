import type { Page } from '@playwright/test';
import { defaultScene } from '../../../../web/scene/defaults.ts';
import { forget, happened, log, openHost, type PublicElement, ready, weights } from '../../support/element-host.ts';
import { atRest } from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

// What frameworks and templates do to an element: they copy it, move it, keep it aside, and write texts into its attributes.

const own = { ...defaultScene, sentence: 'One two three four' };

const openWith = async (page: Page, site: string, attributes: string, more = ''): Promise<void> => {
  await openHost(page, site, {
    body: `<div id="a"><self-attention ${attributes}></self-attention></div><div id="b"></div>${more}`,
  });
  await page.waitForFunction(() => customElements.get('self-attention') !== undefined);
};
const setScene = (page: Page, scene: unknown): Promise<void> =>
  page
    .locator('self-attention')
    .first()
    .evaluate((element: PublicElement, given) => Object.assign(element, { scene: given }) && undefined, scene);
const isSame = (page: Page, count: number, length: number): Promise<void> =>
  expect(async () => {
    const all = await Promise.all(Array.from({ length: count }, (_, index) => weights(page, index)));
    for (const each of all) expect(each).toEqual(all[0]);
    expect(all[0]).toHaveLength(length);
  }).toPass({ timeout: 20_000 });

// ---- Copies ----------------------------------------------------------------------------------------------------------

const copies: Readonly<Record<string, (element: Element) => void>> = {
  'cloneNode(true)': (element) => element.parentElement?.append(element.cloneNode(true)),
  'cloneNode(true) of its parent': (element) => {
    const parent = element.parentElement;
    if (parent !== null) document.body.append(parent.cloneNode(true));
  },
  'cloneNode(false)': (element) => element.parentElement?.append(element.cloneNode(false)),
  importNode: (element) => document.body.append(document.importNode(element, true)),
  'its markup, in a page without Trusted Types': (element) => {
    const copy = new DOMParser().parseFromString(element.outerHTML, 'text/html').body.firstElementChild;
    if (copy !== null) document.body.append(document.importNode(copy, true));
  },
};

for (const [what, copy] of Object.entries(copies))
  for (const when of ['before', 'after'] as const)
    test(`a scene set as an object is in a copy made ${when} it is drawn: ${what}`, async ({ page, site }) => {
      await openHost(page, site, {
        body: '<div id="a"><self-attention loading="eager"></self-attention></div>',
        policy: "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'nonce-host'; style-src 'self' 'nonce-host'",
      });
      await page.waitForFunction(() => customElements.get('self-attention') !== undefined);
      await setScene(page, own);
      if (when === 'after') await expect.poll(() => weights(page)).toHaveLength(16);
      await page.locator('self-attention').evaluate(copy);
      await isSame(page, 2, 16);
      const [first, second] = await page
        .locator('self-attention')
        .evaluateAll((all) => all.map((element) => (element as PublicElement).scene));
      expect(second).toEqual(first);
      expect((await log(page)).filter(([name]) => name === 'error')).toEqual([]);
    });

test('a copy has the scene of the author, not the changes of the reader', async ({ page, site }) => {
  await openWith(page, site, 'controls="sentence" loading="eager"');
  await setScene(page, own);
  await expect.poll(() => weights(page)).toHaveLength(16);
  await page.getByRole('textbox', { name: 'Sentence' }).fill('A cat');
  await expect.poll(() => weights(page)).toHaveLength(4);
  await page.locator('self-attention').evaluate((element) => document.body.append(element.cloneNode(true)));
  await expect.poll(() => weights(page, 1).catch(() => [])).toHaveLength(16);
});

test('the scene that is set last counts, as an object, a text or nothing', async ({ page, site }) => {
  await openWith(page, site, 'loading="eager"');
  const attribute = () => page.locator('self-attention').getAttribute('scene');
  await setScene(page, own);
  await expect.poll(() => weights(page)).toHaveLength(16);
  expect(JSON.parse((await attribute()) ?? '')).toMatchObject({ sentence: own.sentence });
  await setScene(page, '#lesson=its-snowing');
  await expect.poll(() => weights(page)).toHaveLength(9);
  expect(await attribute()).toBe('#lesson=its-snowing');
  await setScene(page, own);
  await expect.poll(() => weights(page)).toHaveLength(16);
  // The same text again is no other scene, as when a page is patched with what it has.
  await page
    .locator('self-attention')
    .evaluate((element) => element.setAttribute('scene', element.getAttribute('scene') ?? ''));
  await page.locator('self-attention').evaluate((element) => element.setAttribute('scene', '#sentence=A+cat'));
  await expect.poll(() => weights(page)).toHaveLength(4);
  await setScene(page, own);
  await setScene(page, null);
  await expect.poll(() => weights(page)).toHaveLength(121);
  expect(await attribute()).toBe(null);
});

test('what cannot be a scene is refused, in a copy too', async ({ page, site }) => {
  await openWith(page, site, 'loading="eager"');
  await page.locator('self-attention').evaluate((element: PublicElement) => {
    const scene: Record<string, unknown> = { version: 1 };
    scene['self'] = scene;
    Object.assign(element, { scene });
    document.body.append(element.cloneNode(true));
  });
  await happened(page, 'error', 2);
  await expect(page.locator('.problem').nth(0)).toContainText('self');
  await expect(page.locator('.problem').nth(1)).toContainText('[object Object]');
});

// ---- Moves -----------------------------------------------------------------------------------------------------------

for (const [what, pattern] of [
  ['its code', '**/assets/renderer-*.js'],
  ['the core', '**/*.wasm'],
  ['its scene', '**/own.json'],
] as const)
  for (const away of [false, true])
    test(`moved${away ? ' out of the document and back' : ''} while ${what} loads, it draws`, async ({
      page,
      site,
      watch,
    }) => {
      // A scene is fetched again.
      watch.expect(/own\.json (net::ERR_ABORTED|NS_BINDING_ABORTED)/);
      let release = (): void => {};
      const released = new Promise<void>((done) => {
        release = done;
      });
      await page.route('**/own.json', (route) => route.fulfill({ json: own }));
      await page.route(pattern, async (route) => {
        await released;
        await route.fallback().catch(() => {});
      });
      const asked = page.waitForRequest(pattern);
      await openWith(page, site, 'scene="own.json" loading="eager"');
      await asked;
      await page.evaluate(async (isAway) => {
        const element = document.querySelector('self-attention');
        if (element === null) return;
        if (isAway) element.remove();
        if (isAway) await new Promise((done) => setTimeout(done));
        document.querySelector('#b')?.append(element);
        document.querySelector('#a')?.append(element);
        document.querySelector('#b')?.append(element);
      }, away);
      release();
      await ready(page);
      expect(await weights(page)).toHaveLength(16);
    });

test('kept aside while its code loads, it draws when it is back', async ({ page, site }) => {
  await openWith(page, site, 'lesson="its-snowing" loading="eager"');
  await page.evaluate(async () => {
    const element = document.querySelector('self-attention');
    element?.remove();
    await new Promise((done) => setTimeout(done, 50));
    Object.assign(window, { element });
  });
  await page.waitForLoadState('networkidle');
  expect(await log(page)).toEqual([]);
  await page.evaluate(() => document.body.append(Object(window).element));
  await ready(page);
  expect(await weights(page)).toHaveLength(9);
});

test('kept aside and put elsewhere, it has what the reader did: edits, place, moment and scroll position', async ({
  page,
  site,
}) => {
  await openWith(page, site, 'show="heatmap stage x0" controls="sentence"');
  await setScene(page, { ...defaultScene, sentence: Array.from({ length: 40 }, (_, index) => `w${index}`).join(' ') });
  await expect.poll(() => weights(page)).toHaveLength(1600);
  await page
    .getByRole('textbox', { name: 'Sentence' })
    .fill(Array.from({ length: 30 }, (_, index) => `v${index}`).join(' '));
  await expect.poll(() => weights(page)).toHaveLength(900);
  const stage = page.locator('sa-stage');
  await stage.getByRole('slider').fill('2');
  const matrix = page.locator('sa-matrix').first();
  await matrix.scrollIntoViewIfNeeded();
  await matrix.locator('.frame').evaluate((box) => box.scrollTo(0, 200));
  const picture = () => matrix.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const caption = () => matrix.locator('.caption').textContent();
  await expect.poll(caption).not.toContain('0 to');
  const seen = async () => [await caption(), await picture()];
  const before = await atRest(seen);
  await page.evaluate(async () => {
    const element = document.querySelector('self-attention');
    element?.remove();
    await new Promise((done) => setTimeout(done, 50));
    document.querySelector('#b')?.append(element ?? '');
  });
  await expect.poll(() => weights(page)).toHaveLength(900);
  await expect.poll(() => matrix.locator('.frame').evaluate((box) => box.scrollTop)).toBe(200);
  await matrix.scrollIntoViewIfNeeded();
  await expect.poll(seen).toEqual(before);
  expect(await stage.evaluate((own) => Object(own).moment)).toBe(2);
  await page.setViewportSize({ width: 600, height: 800 });
  const board = page.locator('sa-stage .room');
  await expect
    .poll(() =>
      board.evaluate((box) => Number(box.querySelector('svg')?.getBoundingClientRect().width) - box.clientWidth),
    )
    .toBeLessThan(1);
});

test('moved while it trains, it trains on', async ({ page, site }) => {
  await openWith(
    page,
    site,
    'lesson="its-snowing" show="training" training="#target=previous&amp;rate=0.0001&amp;steps=100000"',
  );
  await ready(page);
  await page.getByRole('button', { name: 'Train' }).click();
  const step = async (): Promise<number> =>
    Number.parseInt(
      (await page.locator('sa-element-training dd').first().textContent())?.replaceAll(',', '') ?? '',
      10,
    );
  await expect.poll(step).toBeGreaterThan(5);
  await page.evaluate(() => document.querySelector('#b')?.append(document.querySelector('self-attention') ?? ''));
  const before = await step();
  await expect.poll(step).toBeGreaterThan(before + 20);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.locator('self-attention').evaluate((element) => element.remove());
});

// ---- Texts in place of values ----------------------------------------------------------------------------------------

type Written = readonly [attributes: string, message: RegExp];

const written: readonly Written[] = [
  ['scene="[object Object]"', /scene is "\[object Object\]".*property/],
  ['scene="[object Promise]"', /scene is "\[object Promise\]"/],
  ['scene="undefined"', /scene is "undefined".*missing value/],
  ['scene="null"', /scene is "null"/],
  ['scene="NaN"', /scene is "NaN"/],
  ['scene="true"', /scene is "true"/],
  ['scene="false"', /scene is "false"/],
  ['scene="{{scene}}"', /scene is "\{\{scene\}\}".*template/],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a template left behind.
  ['scene="${scene}"', /scene is "\$\{scene\}".*template/],
  ['scene="{% scene %}"', /template/],
  ['scene="<%= scene %>"', /template/],
  ['scene="() => scene"', /function/],
  ['scene="async function load() { return 1 }"', /function/],
  ['scene=""', /scene is empty/],
  ['scene="[1, 2]"', /must be an object|array/],
  [`scene='"{}"'`, /must be an object|must be/],
  ['sentence="undefined"', /sentence is "undefined"/],
  ['sentence="[object Object]"', /sentence is "\[object Object\]"/],
  ['sentence="{{ page.sentence }}"', /sentence is .*template/],
  ['lesson="undefined"', /lesson names "undefined"/],
  ['lesson=""', /lesson names ""/],
  ['show=""', /show names ""/],
  ['show="undefined"', /show names "undefined"/],
  ['show="[object Object]"', /show names "\[object"/],
  ['controls="null"', /controls names "null"/],
  ['theme="undefined"', /theme names "undefined"/],
  ['theme=""', /theme names ""/],
  ['loading="{{loading}}"', /loading names "\{\{loading\}\}"/],
  ['training="undefined" show="training"', /training names undefined/],
  ['readonly="false"', /readonly is "false".*remove/],
  ['readonly="undefined"', /readonly is "undefined"/],
  ['readonly="{{readonly}}"', /readonly is "\{\{readonly\}\}"/],
];

test.describe('a text that a framework writes is named, and nothing is fetched for it:', () => {
  for (const [attributes, message] of written)
    test(attributes, async ({ page, site }) => {
      const requests: string[] = [];
      await openHost(page, site, { body: `<self-attention ${attributes}><p>A picture.</p></self-attention>` });
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await happened(page, 'error');
      const [[, detail] = ['', null]] = await log(page);
      expect(detail).toMatchObject({ code: expect.stringMatching(/^(attribute|scene-form)$/) });
      await expect(page.locator('.problem')).toHaveText(message);
      await expect(page.getByText('A picture.')).toBeVisible();
      expect(requests.filter((path) => !/^\/assets\//.test(path))).toEqual([]);
    });
});

for (const attributes of ['readonly', 'readonly=""', 'readonly="readonly"', 'readonly="true"'])
  test(`${attributes}: readers can change nothing`, async ({ page, site }) => {
    await openWith(page, site, `lesson="its-snowing" controls="mask" ${attributes}`);
    await ready(page);
    await expect(page.locator('.frame .controls')).toHaveCount(0);
  });

for (const sentence of ['true', 'x => y', 'function words', '{ a } and { b }', 'null and void'])
  test(`a sentence may be: ${sentence}`, async ({ page, site }) => {
    await openWith(page, site, `sentence="${sentence}"`);
    await ready(page);
    expect((await weights(page)).length).toBeGreaterThan(0);
  });

test('a property gets what a framework has, and says what it cannot be', async ({ page, site }) => {
  await openWith(page, site, 'lesson="its-snowing" controls="mask"');
  await ready(page);
  const element = page.locator('self-attention');
  const set = (name: string, value: unknown): Promise<void> =>
    element.evaluate(
      (one, [key, given]) => {
        Reflect.set(one, key, given === 'a function' ? () => given : given);
      },
      [name, value] as const,
    );
  for (const [value, isReadonly] of [
    [true, true],
    [false, false],
    ['', true],
    [null, false],
    [undefined, false],
  ] as const) {
    await set('readonly', value);
    expect(await element.evaluate((one) => one.hasAttribute('readonly')), String(value)).toBe(isReadonly);
  }
  await forget(page);
  await set('readonly', 'false');
  await happened(page, 'error');
  await expect(page.locator('.problem')).toContainText('readonly is "false"');
  await set('readonly', false);
  await expect(page.locator('.problem')).toHaveText('');
  await set('lesson', null);
  for (const [value, message] of [
    ['a function', /function/],
    [false, /"false"/],
    [[], /version|array|object/],
  ] as const) {
    await forget(page);
    await set('scene', value);
    await happened(page, 'error');
    await expect(page.locator('.problem')).toHaveText(message);
  }
  await set('scene', undefined);
  await expect(page.locator('.problem')).toHaveText('');
});

test('a playground that is no address gets no link', async ({ page, site }) => {
  for (const playground of ['', 'undefined', '{{ playground }}', '[object Object]', 'false']) {
    await openWith(page, site, `lesson="its-snowing" playground="${playground}"`);
    await ready(page);
    await expect(page.locator('.playground')).toContainText('playground is');
    await expect(page.getByRole('link')).toHaveCount(0);
  }
});
