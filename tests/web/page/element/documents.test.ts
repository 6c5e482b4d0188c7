import type { FrameLocator, Locator, Page } from '@playwright/test';
import { scenes } from '../../../../web/scene/lesson-scenes.ts';
import { log, openHost, type PublicElement, ready } from '../../support/element-host.ts';
import { expect, test } from '../../support/test.ts';

// A page may put an element into the document of a frame or a pop-up window, and take it back.

type Root = Page | FrameLocator;
interface Heatmap extends Element {
  readonly weights: Float32Array;
}

const everything =
  'show="sentence tokens reading heatmap arcs stage training arithmetic scores" controls="all" loading="eager"';
const host = (attributes: string): string =>
  `<self-attention lesson="its-snowing" ${attributes}><p>A picture.</p></self-attention><iframe title="frame"></iframe>`;
// As wide in the page as in the frame.
const css = 'self-attention { width: 684px } iframe { width: 700px; height: 900px; border: 0 }';

const heatmap = (root: Root): Locator => root.locator('sa-heatmap').first();
const weightsIn = (root: Root): Promise<number[]> =>
  heatmap(root).evaluate((view: HTMLElement & Heatmap) => [...view.weights]);

/** How many colours a heatmap has on its canvas: an unstyled one has no colour of its own. */
const coloursIn = (root: Root): Promise<number> =>
  heatmap(root)
    .locator('canvas')
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const { data } = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? {};
      return new Set(new Uint32Array(data?.buffer ?? new ArrayBuffer(0))).size;
    });

/** What styles do to every element in a `self-attention`, at any depth. */
const looks = (root: Root): Promise<readonly string[]> =>
  root.locator('self-attention').evaluate((element) => {
    const found: string[] = [];
    const look = (inside: ParentNode, path: string): void => {
      for (const child of inside.children) {
        const view = child.ownerDocument.defaultView ?? window;
        const { display, color, paddingTop, fontSize, position } = view.getComputedStyle(child);
        const own = `${path} ${child.localName}.${child.getAttribute('class') ?? ''}`;
        found.push(`${own}: ${display} ${color} ${paddingTop} ${fontSize} ${position}`);
        look(child, own);
        if (child.shadowRoot !== null) look(child.shadowRoot, `${own} #`);
      }
    };
    if (element.shadowRoot !== null) look(element.shadowRoot, '');
    return found;
  });

const intoFrame = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const element = document.querySelector('self-attention');
    if (element !== null) document.querySelector('iframe')?.contentDocument?.body.append(element);
  });
const backIntoPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const element = document.querySelector('iframe')?.contentDocument?.querySelector('self-attention');
    if (element != null) document.body.prepend(element);
  });

async function open(page: Page, site: string, attributes: string): Promise<FrameLocator> {
  await openHost(page, site, { body: host(attributes), css });
  await page.waitForFunction(() => customElements.get('self-attention') !== undefined);
  return page.frameLocator('iframe');
}

test('one that has drawn keeps its styles, its numbers and its reader’s choices in a frame, and back', async ({
  page,
  site,
}) => {
  const frame = await open(page, site, everything);
  await ready(page);
  await page.locator('sa-lines .queries [role=option]').nth(1).click();
  const [before, numbers] = [await looks(page), await weightsIn(page)];
  expect(before.length).toBeGreaterThan(200);
  await intoFrame(page);
  await expect.poll(() => looks(frame)).toEqual(before);
  expect(await weightsIn(frame)).toEqual(numbers);
  await expect.poll(() => coloursIn(frame)).toBeGreaterThan(10);
  await backIntoPage(page);
  await expect.poll(() => looks(page)).toEqual(before);
  const scene = await page.locator('self-attention').evaluate((own: PublicElement) => own.scene);
  expect(scene.view?.focus).toBe(1);
  expect((await log(page)).filter(([name]) => name === 'error')).toEqual([]);
});

test('one that is created in the page and appended to a frame draws there', async ({ page, site }) => {
  await openHost(page, site, { body: '<iframe title="frame"></iframe>', css });
  await page.waitForFunction(() => customElements.get('self-attention') !== undefined);
  await page.evaluate((scene) => {
    const element = document.createElement('self-attention') as PublicElement;
    element.scene = scene;
    element.show = 'heatmap arcs reading scores';
    element.addEventListener('ready', () => window.log.push(['ready', null]));
    document.querySelector('iframe')?.contentDocument?.body.append(element);
  }, scenes['its-snowing']);
  await ready(page);
  const frame = page.frameLocator('iframe');
  expect(await weightsIn(frame)).toHaveLength(9);
  await expect.poll(() => coloursIn(frame)).toBeGreaterThan(10);
  await expect(frame.locator('sa-lines svg path').first()).toBeVisible();
});

test('in a frame its controls, keys and pointers work', async ({ page, site }) => {
  const frame = await open(page, site, 'show="heatmap arcs stage" controls="sentence mask temperature score digits"');
  await ready(page);
  await intoFrame(page);
  await frame.getByRole('radio', { name: 'Causal' }).check();
  await expect.poll(async () => (await weightsIn(frame))[1]).toBe(0);
  const before = await weightsIn(frame);
  await frame.getByRole('slider', { name: 'Temperature' }).fill('20');
  await expect.poll(() => weightsIn(frame)).not.toEqual(before);
  await frame.getByRole('combobox').first().selectOption({ index: 1 });
  await frame.getByRole('textbox', { name: 'Sentence' }).fill('The cat sat down');
  await expect.poll(async () => (await weightsIn(frame)).length).toBe(16);
  const lines = frame.locator('sa-lines .queries [role=option]');
  await lines.nth(2).click();
  await page.keyboard.press('ArrowDown');
  await expect(lines.nth(3)).toBeFocused();
  await heatmap(frame)
    .locator('.view')
    .click({ position: { x: 5, y: 5 } });
  const stage = frame.locator('sa-stage');
  await stage.getByRole('slider').fill('1');
  await expect.poll(() => stage.evaluate((own) => Object(own).moment)).toBe(1);
  await stage.locator('.board').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => stage.evaluate((own) => Object(own).moment)).toBe(2);
  await stage.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => stage.evaluate((own) => Object(own).moment)).toBeGreaterThan(2.1);
});

test('in a frame it follows that frame: its size, its colours and its print', async ({ page, site }) => {
  const frame = await open(page, site, 'show="heatmap stage"');
  await ready(page);
  await intoFrame(page);
  const width = () =>
    heatmap(frame)
      .locator('canvas')
      .evaluate((canvas) => canvas.getBoundingClientRect().width);
  await expect.poll(width).toBeGreaterThan(300);
  await page.locator('iframe').evaluate((own: HTMLElement) => own.style.setProperty('width', '250px'));
  await expect.poll(width).toBeLessThan(250);
  const paper = () =>
    frame.locator('self-attention').evaluate((own) => {
      const inner = own.shadowRoot?.querySelector('.frame') ?? own;
      return (own.ownerDocument.defaultView ?? window).getComputedStyle(inner).backgroundColor;
    });
  const light = await paper();
  await frame.locator('body').evaluate((body) => body.style.setProperty('background-color', 'black'));
  await expect.poll(paper).not.toBe(light);
  const stills = frame.locator('sa-stage .still');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(stills).toHaveCount(0);
  await frame
    .locator('body')
    .evaluate((body) => body.ownerDocument.defaultView?.dispatchEvent(new Event('beforeprint')));
  expect(await stills.count()).toBeGreaterThan(0);
  await frame
    .locator('body')
    .evaluate((body) => body.ownerDocument.defaultView?.dispatchEvent(new Event('afterprint')));
  await expect(stills).toHaveCount(0);
});

test('in a frame it loads when it nears the viewport of the frame', async ({ page, site }) => {
  await openHost(page, site, { body: '<iframe title="frame"></iframe>', css });
  await page.waitForFunction(() => customElements.get('self-attention') !== undefined);
  await page.evaluate(() => {
    const inner = document.querySelector('iframe')?.contentDocument;
    const high = document.createElement('div');
    high.style.setProperty('height', '5000px');
    const element = document.createElement('self-attention');
    element.addEventListener('ready', () => window.log.push(['ready', null]));
    inner?.body.append(high, element);
  });
  await page.waitForLoadState('networkidle');
  expect(await log(page)).toEqual([]);
  await page
    .frameLocator('iframe')
    .locator('body')
    .evaluate((body) => body.ownerDocument.defaultView?.scrollTo(0, 5000));
  await ready(page);
});

test('in a pop-up window it draws, and it survives the end of the window', async ({ page, site }) => {
  await open(page, site, 'show="heatmap arcs reading"');
  await ready(page);
  const before = await looks(page);
  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => {
      const opened = window.open('', '', 'width=700,height=800');
      const element = document.querySelector('self-attention');
      if (element !== null) opened?.document.body.append(element);
      Object.assign(window, { moved: element });
    }),
  ]);
  await expect.poll(() => coloursIn(other)).toBeGreaterThan(10);
  expect((await looks(other)).length).toBe(before.length);
  await other.locator('sa-lines .queries [role=option]').nth(2).click();
  await expect(other.locator('.frame .reading')).toContainText('outside');
  await other.mouse.move(0, 0);
  const after = await looks(other);
  await other.close();
  await page.evaluate(() => document.body.prepend(Object(window).moved));
  await expect.poll(() => looks(page)).toEqual(after);
  await expect.poll(() => coloursIn(page)).toBeGreaterThan(10);
  await expect.poll(() => weightsIn(page)).toHaveLength(9);
  expect((await log(page)).filter(([name]) => name === 'error')).toEqual([]);
});

test('it survives the removal of its frame', async ({ page, site }) => {
  await open(page, site, 'show="heatmap arcs"');
  await ready(page);
  const before = await looks(page);
  await intoFrame(page);
  await page.evaluate(async () => {
    const element = document.querySelector('iframe')?.contentDocument?.querySelector('self-attention');
    document.querySelector('iframe')?.remove();
    await new Promise((done) => setTimeout(done, 50));
    if (element != null) document.body.append(element);
  });
  await expect.poll(() => looks(page)).toEqual(before);
  await expect.poll(() => coloursIn(page)).toBeGreaterThan(10);
});

for (const [what, make] of [
  ['a document without a window', 'new document'],
  ['a template', 'template'],
] as const)
  test(`from ${what} it comes to the page, and back from there`, async ({ page, site }) => {
    await openHost(page, site, { body: '<p>Before</p>' });
    await page.waitForFunction(() => customElements.get('self-attention') !== undefined);
    const move = (inside: boolean): Promise<void> =>
      page.evaluate(
        ([kind, isInside]) => {
          const own = Object(window);
          own.element ??= Object.assign(document.createElement('self-attention'), { loading: 'eager' });
          own.other ??=
            kind === 'template'
              ? document.createElement('template').content
              : document.implementation.createHTMLDocument().body;
          if (isInside) own.other.append(own.element);
          else document.body.append(own.element);
        },
        [make, inside] as const,
      );
    await move(true);
    await move(false);
    await ready(page);
    const before = await looks(page);
    await move(true);
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    await move(false);
    await expect.poll(() => looks(page)).toEqual(before);
    expect((await log(page)).filter(([name]) => name === 'error')).toEqual([]);
  });

test('another theme is drawn in the canvases too', async ({ page, site }) => {
  await openHost(page, site, {
    body: '<self-attention lesson="its-snowing" show="heatmap scores scaled" theme="light"></self-attention>',
  });
  await ready(page);
  const corner = () =>
    page
      .locator('sa-heatmap canvas, sa-matrix canvas')
      .evaluateAll((all) => all.map((canvas) => (canvas as HTMLCanvasElement).toDataURL()));
  const light = await corner();
  await page.locator('self-attention').evaluate((own) => own.setAttribute('theme', 'dark'));
  await expect.poll(async () => (await corner()).every((picture, index) => picture !== light[index])).toBe(true);
});
