import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { elements, showsLesson } from '../support/element.ts';
import type { PublicElement } from '../support/element-host.ts';
import { classic, expect, markup, module, serveHost, test } from '../support/own-host.ts';
import { dist } from '../support/test.ts';

// With every kind of headers and loading the element shows the core's numbers.

const lesson = '<self-attention lesson="its-snowing" show="heatmap arcs">each word looks at itself</self-attention>';
const strict = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'";
const trusted = "require-trusted-types-for 'script'; trusted-types lit-html";

for (const [name, script] of [
  ['module', module],
  ['classic script', classic],
] as const) {
  test(`strict Content-Security-Policy: the ${name}`, async ({ host, page }) => {
    await host({ markup: markup(`${lesson}${script}`), headers: { 'Content-Security-Policy': strict } });
    await showsLesson(elements(page), 'its-snowing');
  });

  test(`Trusted Types enforced: the ${name}`, async ({ host, page, watch }) => {
    await host({
      markup: markup(`${lesson}${script}`),
      headers: { 'Content-Security-Policy': `${strict}; ${trusted}` },
    });
    await showsLesson(elements(page), 'its-snowing');
    // This must throw, and the element works anyway.
    watch.expect(/'TrustedHTML' assignment|policy violated require-trusted-types-for/);
    expect(
      await page.evaluate(() => {
        try {
          document.createElement('p').innerHTML = '<b>';
          return false;
        } catch {
          return true;
        }
      }),
    ).toBe(true);
  });
}

test('where a page may connect to nothing, the classic script still computes', async ({ host, page }) => {
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'none'";
  await host({ markup: markup(`${lesson}${classic}`), headers: { 'Content-Security-Policy': policy } });
  await showsLesson(elements(page), 'its-snowing');
});

test('a sandboxed frame of a server that sends no CORS header: the classic script', async ({ host, page }) => {
  await host(
    markup('<iframe title="inner" sandbox="allow-scripts" src="/inner.html" width="700" height="500"></iframe>'),
    {
      '/inner.html': { markup: markup(`${lesson}${classic}`) },
    },
  );
  const frame = page.frameLocator('iframe');
  expect(await frame.locator('body').evaluate(() => self.origin)).toBe('null');
  await showsLesson(frame.locator('self-attention'), 'its-snowing');
});

test('a file that is opened from a folder: the classic script', async ({ page, context, watch }) => {
  const folder = await mkdtemp(join(tmpdir(), 'self-attention-file-'));
  watch.expect(/another origin: file:/);
  try {
    await cp(`${dist}/self-attention.classic.js`, join(folder, 'self-attention.classic.js'));
    await writeFile(join(folder, 'a page.html'), markup(`${lesson}${classic.replace('"/', '"')}`));
    await context.setOffline(true);
    await page.goto(pathToFileURL(join(folder, 'a page.html')).href);
    await showsLesson(elements(page), 'its-snowing');
  } finally {
    await rm(folder, { recursive: true });
  }
});

for (const coep of ['require-corp', 'credentialless']) {
  const headers = { 'Cross-Origin-Embedder-Policy': coep, 'Cross-Origin-Opener-Policy': 'same-origin' };
  const isolated = (): boolean => crossOriginIsolated;

  test(`an isolated page (${coep}) with the files beside it`, async ({ host, page }) => {
    await host({ markup: markup(`${lesson}${module}`), headers });
    expect(await page.evaluate(isolated)).toBe(true);
    await showsLesson(elements(page), 'its-snowing');
  });

  test(`an isolated page (${coep}) with the files of another origin, which allows it`, async ({ host, page }) => {
    const files = await serveHost({}, { 'Access-Control-Allow-Origin': '*' });
    try {
      const script = `<script type="module" src="${files.url}self-attention.js"></script>`;
      await host({ markup: markup(`${lesson}${script}`), headers });
      expect(await page.evaluate(isolated)).toBe(true);
      await showsLesson(elements(page), 'its-snowing');
    } finally {
      await files.close();
    }
  });
}

test('a page with <base href>: its own addresses follow it, the element’s files do not', async ({ host, page }) => {
  const scene = {
    version: 1,
    tokens: ['a', 'b'],
    embedding: { kind: 'oneHot' },
    parameters: { kind: 'identity' },
    attention: { heads: 1 },
  };
  await host(
    markup(
      `${lesson}<self-attention scene="two.json"></self-attention><script type="module" src="/self-attention.js"></script>`,
      '<base href="/far/away/">',
    ),
    { '/far/away/two.json': { markup: JSON.stringify(scene) } },
  );
  await showsLesson(elements(page).first(), 'its-snowing');
  await expect.poll(() => elements(page).nth(1).evaluate(tokensOf)).toEqual(['a', 'b']);
});

const tokensOf = (element: PublicElement): unknown => element.scene?.tokens;

const requirejs = createRequire(new URL('../../hosts/package.json', import.meta.url)).resolve('requirejs/require.js');
for (const [name, script] of [
  ['module', module],
  ['classic script', classic],
] as const) {
  test(`a page with RequireJS: the ${name} is no anonymous module`, async ({ host, page }) => {
    await host(
      markup(`<script src="/require.js"></script>${script}<script src="/app.js"></script>${lesson}<p id="said"></p>`),
      {
        '/require.js': { markup: await readFile(requirejs, 'utf8') },
        '/app.js': {
          markup:
            "define('name', [], () => 'RequireJS'); require(['name'], (name) => { document.getElementById('said').textContent = name; });",
        },
      },
    );
    await showsLesson(elements(page), 'its-snowing');
    await expect(page.locator('#said')).toHaveText('RequireJS');
  });
}

test('it adds only the classic script’s global to the window, and stores nothing', async ({ host, page }) => {
  await page.addInitScript(() => {
    window.namesBefore = [...Object.getOwnPropertyNames(window), 'namesBefore'];
  });
  const added = (): Promise<readonly string[]> =>
    page.evaluate(() => {
      const known = new Set(window.namesBefore);
      // Lit adds its versions, Playwright its scripts.
      return Object.getOwnPropertyNames(window).filter(
        (name) => !known.has(name) && !/^((lit|reactive)[A-Z]|__pw_)/.test(name),
      );
    });
  await host(markup(`${lesson}${module}`));
  await showsLesson(elements(page), 'its-snowing');
  expect(await added()).toEqual([]);
  await host(markup(`${lesson}${classic}`));
  await showsLesson(elements(page), 'its-snowing');
  expect(await added()).toEqual(['SelfAttention']);
});
