import { readdirSync, readFileSync } from 'node:fs';
import { CONTENT_SECURITY_POLICY } from '../../../../src/toolchain/site/headers.mjs';
import { fits, frameOf, heatmap, heightOf, test } from '../../support/embed-host.ts';
import { expect, test as own } from '../../support/test.ts';

// embed.html in other people's pages, which are of another origin and may not read the site's files.

for (const sandbox of ['', ' sandbox="allow-scripts"']) {
  test.describe(sandbox === '' ? 'in a frame' : 'in a sandboxed frame', () => {
    test('draws the scene of its hash, and the frame gets its height', async ({ embed, page, site }) => {
      await embed(
        `<iframe${sandbox} title="its snowing" width="700" src="${site}embed.html#show=heatmap+arcs&amp;theme=dark&amp;lang=es&amp;readonly=1&amp;lesson=its-snowing"></iframe>
         <script src="${site}embed-resize.js"></script>`,
      );
      const frame = frameOf(page);
      await expect(heatmap(frame)).toBeVisible();
      await expect(heatmap(frame)).toHaveAttribute('aria-rowcount', '3');
      const element = frame.locator('self-attention');
      await expect(element).toHaveAttribute('show', 'heatmap arcs');
      await expect(element).toHaveAttribute('theme', 'dark');
      await expect(element).toHaveAttribute('lang', 'es');
      await expect(element).toHaveAttribute('readonly', '');
      await expect(element).toHaveAttribute('scene', '#lesson=its-snowing');
      await expect.poll(() => fits(page)).toBe(true);
      expect(await heightOf(page)).toBeGreaterThan(200);
      expect(await heightOf(page)).toBeLessThan(800);
    });
  });
}

test('a link below the picture leads to the playground with the current scene', async ({ embed, page, site }) => {
  await embed(
    `<iframe width="600" height="700" src="${site}embed.html#controls=sentence&amp;sentence=A+cat+sat"></iframe>`,
  );
  const frame = frameOf(page);
  const link = frame.getByRole('link', { name: 'Open in the playground' });
  await expect(link).toHaveAttribute('href', `${site}#sentence=A+cat+sat`);
  await frame.getByRole('textbox').fill('A dog sat');
  await expect(link).toHaveAttribute('href', `${site}#sentence=A+dog+sat`);
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  // Firefox reports the window before it has navigated.
  await expect.poll(() => opened.url()).toBe(`${site}#sentence=A+dog+sat`);
  expect(await opened.evaluate(() => opener)).toBeNull();
  await opened.close();
});

test('the link to the playground is in the frame’s language, can be left out, and shows its address if it may not open a window', async ({
  embed,
  page,
  site,
  watch,
}) => {
  // The browser reports the window that the sandbox refuses.
  watch.expect(/allow-popups|popup/i);
  await embed(`<iframe sandbox="allow-scripts" width="600" src="${site}embed.html#lang=es&amp;lesson=its-snowing"></iframe>
    <iframe width="600" src="${site}embed.html#playground=0&amp;lesson=its-snowing"></iframe>`);
  const link = frameOf(page).getByRole('link');
  await expect(link).toHaveText('Abrir en la aplicación');
  await link.click();
  await expect(link).toHaveText(`${site}#lesson=its-snowing`);
  await expect(heatmap(frameOf(page, 1))).toBeVisible();
  await expect(frameOf(page, 1).getByRole('link')).toHaveCount(0);
});

test('without the host’s script the frame keeps its height, and scrolls', async ({ embed, page, site }) => {
  await embed(`<iframe sandbox="allow-scripts" width="500" height="300" src="${site}embed.html"></iframe>`);
  await expect(heatmap(frameOf(page))).toBeVisible();
  expect(await heightOf(page)).toBeLessThan(310);
  const scrolled = await page.frames()[1]?.evaluate(() => {
    scrollTo(0, 10_000);
    return [scrollY > 0, getComputedStyle(document.documentElement).overflowY];
  });
  expect(scrolled).toEqual([true, 'visible']);
});

test('content above the maximal height of a frame scrolls in it', async ({ embed, page, site }) => {
  await embed(
    `<iframe width="600" src="${site}embed.html#sentence=A+cat"></iframe><script src="${site}embed-resize.js"></script>`,
  );
  await expect(heatmap(frameOf(page))).toBeVisible();
  await expect.poll(() => fits(page)).toBe(true);
  const inside = page.frames()[1];
  if (inside === undefined) throw new Error('There is no frame.');
  const given = (): Promise<boolean> =>
    inside.evaluate(() => getComputedStyle(document.documentElement).overflowY === 'hidden');
  expect(await given()).toBe(true);
  const highBy = (height: string): Promise<void> =>
    inside.evaluate((wanted) => {
      document.body.style.minBlockSize = wanted;
    }, height);
  await highBy('9000px');
  await expect.poll(() => heightOf(page)).toBeGreaterThanOrEqual(8000);
  expect(await heightOf(page)).toBeLessThan(8010);
  expect(await given()).toBe(false);
  // To its end, which is further down than the frame is high.
  const left = await inside.evaluate(() => {
    scrollTo(0, 20_000);
    return [scrollY > 0, Math.abs(document.body.getBoundingClientRect().bottom - innerHeight) <= 1];
  });
  expect(left).toEqual([true, true]);
  await highBy('0px');
  await expect.poll(() => heightOf(page)).toBeLessThan(1000);
  await expect.poll(given).toBe(true);
  await expect.poll(() => fits(page)).toBe(true);
});

test('a frame that is added later gets its height too', async ({ embed, page, site }) => {
  await embed(`<script src="${site}embed-resize.js"></script><div id="place"></div>`);
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    frame.src = src;
    frame.width = '600';
    document.querySelector('#place')?.append(frame);
  }, `${site}embed.html#sentence=A+cat`);
  await expect(heatmap(frameOf(page))).toBeVisible();
  await expect.poll(() => fits(page)).toBe(true);
  await expect.poll(() => heightOf(page)).not.toBe(154);
});

test('another hash in the same frame shows another scene, and its height', async ({ embed, page, site }) => {
  await embed(
    `<iframe width="600" src="${site}embed.html#sentence=A+cat"></iframe><script src="${site}embed-resize.js"></script>`,
  );
  await expect(heatmap(frameOf(page))).toHaveAttribute('aria-rowcount', '2');
  await expect.poll(() => fits(page)).toBe(true);
  const before = await heightOf(page);
  await page.locator('iframe').evaluate((frame, src) => {
    if (frame instanceof HTMLIFrameElement) frame.src = src;
  }, `${site}embed.html#sentence=One+two+three+four&show=heatmap+arcs`);
  await expect(heatmap(frameOf(page))).toHaveAttribute('aria-rowcount', '4');
  await expect.poll(() => fits(page)).toBe(true);
  expect(await heightOf(page)).not.toBe(before);
});

test('the host accepts messages only from the frame, and only valid heights', async ({ embed, page, site }) => {
  // The frame's script does nothing here. The test sends its messages.
  await page.route('**/assets/embed-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  // Another frame of the host that sends the same messages.
  const forged = `<script>parent.postMessage({ type: 'self-attention:resize', version: 1, height: 777 }, '*')</script>`;
  await embed(
    `<iframe id="ours" width="600" src="${site}embed.html#sentence=A+cat"></iframe>
     <iframe id="theirs" srcdoc="${forged.replaceAll('"', '&quot;')}"></iframe>
     <script src="${site}embed-resize.js"></script>`,
  );
  await expect(frameOf(page).locator('self-attention')).toBeAttached();
  const before = await heightOf(page);
  expect(await heightOf(page, 1)).toBeLessThan(200);
  await page.evaluate(async () => {
    const ours = document.querySelector<HTMLIFrameElement>('#ours');
    const theirs = document.querySelector<HTMLIFrameElement>('#theirs');
    const good = { type: 'self-attention:resize', version: 1, height: 777 };
    const origin = new URL(ours?.src ?? '').origin;
    // In Firefox a script cannot make a message with a source of another origin, but the source is read anyway.
    const say = (data: unknown, source: Window | null | undefined, from = origin): boolean => {
      const message = new MessageEvent('message', { data, origin: from });
      Object.defineProperty(message, 'source', { value: source ?? null });
      return dispatchEvent(message);
    };
    say(good, null);
    say(good, window);
    say(good, theirs?.contentWindow);
    say(good, ours?.contentWindow, 'https://example.org');
    say(good, ours?.contentWindow, 'null');
    for (const height of [
      39,
      8001,
      777.5,
      -1,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      '777',
      null,
      { valueOf: () => 777 },
    ]) {
      say({ ...good, height }, ours?.contentWindow);
    }
    for (const data of [
      { ...good, version: 2 },
      { ...good, type: 'resize' },
      'self-attention:resize',
      null,
      777,
      [good],
    ]) {
      say(data, ours?.contentWindow);
    }
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  });
  expect(await heightOf(page)).toBe(before);
  expect(await heightOf(page, 1)).toBeLessThan(200);
  // The correct message is accepted, so the checks refused the others.
  await page.evaluate(() => {
    const ours = document.querySelector<HTMLIFrameElement>('#ours');
    const { origin } = new URL(ours?.src ?? '');
    const data = { type: 'self-attention:resize', version: 1, height: 777 };
    const message = new MessageEvent('message', { data, origin });
    Object.defineProperty(message, 'source', { value: ours?.contentWindow ?? null });
    dispatchEvent(message);
  });
  expect(await heightOf(page)).toBeCloseTo(781, -1);
});

for (const sandbox of ['', 'sandbox="allow-scripts"']) {
  const kind = sandbox === '' ? 'a frame' : 'a sandboxed frame';
  test(`${kind} that navigated by itself is not accepted, and one that the host navigated is`, async ({
    embed,
    page,
    site,
  }) => {
    const address = `${site}embed.html#sentence=A+cat`;
    await page.route('**/elsewhere.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>elsewhere</title><script>
          const say = () => parent.postMessage({ type: 'self-attention:resize', version: 1, height: 777 }, '*');
          addEventListener('message', ({ ports }) => {
            say();
            ports[0]?.postMessage({ type: 'self-attention:resize', version: 1, height: 777 });
          });
          say();
          setInterval(say, 50);
        </script>`,
      }),
    );
    await embed(
      `<iframe width="600" ${sandbox} src="${address}"></iframe><script src="${site}embed-resize.js"></script>`,
    );
    await expect(heatmap(frameOf(page))).toBeVisible();
    await expect.poll(() => fits(page)).toBe(true);
    const before = await heightOf(page);
    await page.evaluate(() => {
      document.title = '0';
      addEventListener('message', ({ data }) => {
        if (data?.height === 777) document.title = `${Number(document.title) + 1}`;
      });
    });
    const inside = page.frames()[1];
    await inside?.evaluate((where) => {
      location.href = where;
    }, `${site}elsewhere.html`);
    await expect.poll(() => page.frames()[1]?.title()).toBe('elsewhere');
    // The host has received its messages.
    await expect.poll(async () => Number(await page.title())).toBeGreaterThan(3);
    expect(await heightOf(page)).toBe(before);
    await page.locator('iframe').evaluate((frame, src) => {
      if (frame instanceof HTMLIFrameElement) frame.src = src;
    }, `${site}embed.html?again#sentence=One+two+three+four&show=heatmap+arcs`);
    await expect(heatmap(frameOf(page))).toHaveAttribute('aria-rowcount', '4');
    await expect.poll(() => fits(page)).toBe(true);
    expect(await heightOf(page)).not.toBe(before);
  });
}

test('the frame answers only its host', async ({ embed, page, site }) => {
  await embed(`<iframe width="600" height="500" src="${site}embed.html#sentence=A+cat"></iframe>`);
  await expect(heatmap(frameOf(page))).toBeVisible();
  const answers = (hello: unknown): Promise<readonly unknown[]> =>
    page.evaluate(async (data) => {
      const heard: unknown[] = [];
      const listen = ({ data: said }: MessageEvent) => heard.push(said);
      addEventListener('message', listen);
      document.querySelector('iframe')?.contentWindow?.postMessage(data, '*');
      await new Promise((done) => setTimeout(done, 150));
      removeEventListener('message', listen);
      return heard;
    }, hello);
  for (const wrong of [
    null,
    'self-attention:hello',
    { type: 'self-attention:hello' },
    { type: 'self-attention:hello', version: 2 },
  ]) {
    expect(await answers(wrong)).toEqual([]);
  }
  // From the frame itself, which is not the page around it.
  await page.frames()[1]?.evaluate(() => postMessage({ type: 'self-attention:hello', version: 1 }, '*'));
  expect(await answers(null)).toEqual([]);
  const [answer, ...more] = await answers({ type: 'self-attention:hello', version: 1 });
  expect(more).toEqual([]);
  expect(answer).toEqual({ type: 'self-attention:resize', version: 1, height: expect.any(Number) });
  expect(Object(answer).height).toBe(
    await page.frames()[1]?.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height)),
  );
});

for (const [hash, said] of [
  ['#show=heatmap&show=arcs', 'The address has “show” twice.'],
  ['#theme=', 'The address has “theme=” without a value.'],
  ['#readonly=yes', 'The address’s readonly is “yes”. It must be 0 or 1.'],
  ['#show=%E0%A4', 'The address’s show is “%E0%A4”, whose % signs cannot be decoded.'],
  ['#lang=es&readonly=2', 'El readonly de la dirección es «2». Tiene que ser 0 o 1.'],
] as const) {
  test(`a wrong hash is explained, and nothing is drawn: ${hash}`, async ({ page, site }) => {
    await page.goto(`${site}embed.html${hash}`);
    await expect(page.getByRole('alert')).toHaveText(said);
    await expect(page.locator('self-attention')).toBeHidden();
    // A picture stays while a later hash is wrong.
    await page.goto(`${site}embed.html#sentence=A+cat`);
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
    await expect(page.getByRole('alert')).toBeHidden();
    await page.goto(`${site}embed.html${hash}`);
    await expect(page.getByRole('alert')).toHaveText(said);
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
  });
}

test('an unknown key of a scene is refused by name', async ({ page, site }) => {
  await page.goto(`${site}embed.html#sentence=A+cat&colour=red`);
  await expect(page.getByText(/there is no such key/)).toBeVisible();
});

own('its policy allows no requests: its scripts hold everything it needs', async ({ page, site, watch }) => {
  watch.expect(/policy violated|Content Security Policy|Refused to connect|Fetch API cannot load/i);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${site}embed.html#lesson=its-snowing&show=heatmap+arcs`);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
  expect(
    asked.filter(
      (path) => !/^\/(embed\.html|self-attention\.classic\.js|assets\/embed-[\w-]+\.(js|css)|favicon.*)$/.test(path),
    ),
  ).toEqual([]);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('connect-src');
  const refused = page.evaluate(() =>
    fetch('embed.html').then(
      () => false,
      () => true,
    ),
  );
  expect(await refused).toBe(true);
});

const goldenFolder = new URL('../../../golden/embeds/', import.meta.url);
for (const file of readdirSync(goldenFolder)) {
  own(`every address of embed.html from a release is drawn: ${file}`, async ({ page, site }) => {
    own.setTimeout(120_000);
    const made: readonly { readonly hash: string; readonly attributes: Readonly<Record<string, string>> }[] =
      JSON.parse(readFileSync(new URL(file, goldenFolder), 'utf8'));
    for (const { hash, attributes } of made) {
      // A new document each, as for a reader.
      await page.goto('about:blank');
      await page.goto(`${site}embed.html${hash}`);
      const element = page.locator('self-attention');
      await expect(element.locator('[part~=frame]'), hash).toBeVisible();
      await expect(page.getByRole('alert'), hash).toHaveCount(0);
      for (const [name, value] of Object.entries(attributes)) {
        await expect(element, hash).toHaveAttribute(name, value);
      }
    }
  });
}

own('it works with and without the policy of the site', async ({ page, site }) => {
  await page.route('**/embed.html', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': CONTENT_SECURITY_POLICY };
    await route.fulfill({ response, headers });
  });
  const drawn = async (): Promise<void> => {
    await page.goto(`${site}embed.html#lesson=illustrated&show=heatmap`);
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
  };
  await drawn();
  await page.unroute('**/embed.html');
  await page.goto('about:blank');
  await drawn();
});
