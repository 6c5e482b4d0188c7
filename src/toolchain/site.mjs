// Builds the static site into dist/: the page with the default scene's picture already in it, the same in one file, the element
// for other people's pages, the lessons' pictures, and the guides in docs/. Addresses are relative, so the site works under any
// path. Only its card, sitemap and canonical links need its own address (--site-url, or "homepage" in package.json).
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildInfo } from './build-info.mjs';
import { optionOf, say } from './command.mjs';
import { licences, schemas } from './made-files.mjs';
import { inProject } from './paths.mjs';
import { socialCard } from './site/card.mjs';
import { addDiscovery, siteUrlOf } from './site/discovery.mjs';
import { elementFiles } from './site/element.mjs';
import { guideSources } from './site/guides.mjs';
import { headersFile } from './site/headers.mjs';
import { addIntegrity } from './site/integrity.mjs';
import { serviceWorker } from './site/offline.mjs';
import { oneFile } from './site/one-file.mjs';
import { prerender } from './site/prerender.mjs';
import { buildForBrowsers, buildScript, DIST, hashed } from './vite.mjs';

/**
 * Builds the site. `siteUrl` is the address that it will have, in place of package.json's homepage. Throws Vite's errors, those of
 * the core for the default scene, and Stop for an address that is none. Writes dist/ once everything has been built.
 */
export async function buildSite(givenUrl) {
  const { version, homepage } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  const siteUrl = siteUrlOf(givenUrl ?? homepage);
  const options = { siteUrl };
  const texts = await prerender(options);
  const { prerendered, figures, themeColours } = texts;
  const fill = (template, names) => texts.prerenderedPage(template, { version, ...names }, prerendered);

  const files = await pageFiles(options, fill);
  for (const [name, text] of Object.entries(await schemas())) files.set(name, Buffer.from(text));
  for (const { id, svg } of figures) files.set(`lessons/${id}.svg`, Buffer.from(svg));
  const forOthers = await filesForOthers(options, { files, fill, words: texts.embedWords });
  const icon = hashed(files, 'favicon', 'svg');
  const filesFrom = (root) => ({ style: root + hashed(files, 'docs', 'css'), icon: root + icon, page: root });
  const pages = [
    { name: 'index.html', languages: languagesOfPage(texts) },
    ...(await addGuides(files, texts, forOthers, filesFrom('../'))),
  ];
  addIntegrity(
    files,
    pages.map(({ name }) => name),
  );
  const card = socialCard(prerendered, themeColours.light);
  const cardName = `assets/card-${createHash('sha256').update(card).digest('hex').slice(0, 8)}.png`;
  addDiscovery(files, { siteUrl, pages, card: cardName, icon, colours: themeColours.light });

  files.set('service-worker.js', await serviceWorker(offlineFiles(files), options));
  files.set(cardName, card);
  files.set('build-info.json', Buffer.from(await buildInfo()));
  // A host shows 404.html under any address: its links start at the root of the site, or of the host if that is not known.
  const root = siteUrl === '' ? '/' : new URL(siteUrl).pathname;
  files.set('404.html', Buffer.from(texts.notFoundPage(filesFrom(root))));
  files.set('_headers', Buffer.from(headersFile(root)));
  for (const [name, contents] of forOthers) files.set(name, contents);
  await write(files);
  return files;
}

const LICENCE = 'LICENSE.txt';

/** index.html with its scripts and styles, the style sheets of the guides and of embed.html, and the licence. */
async function pageFiles(options, fill) {
  // It runs before the rest of the page is read, so it is no module.
  const firstPaint = await buildScript('assets/first-paint-[hash].js', 'web/page/first-paint.ts', options);
  const names = { firstPaint: hashed(firstPaint, 'first-paint', 'js'), schema: 'scene.schema.json', licence: LICENCE };
  const built = await buildForBrowsers(
    {
      main: inProject('web/index.html'),
      docs: inProject('web/docs/docs.css'),
      'embed-style': inProject('web/element/embed/embed.css'),
    },
    options,
    {
      plugins: [
        { name: 'prerendered-page', transformIndexHtml: { order: 'pre', handler: (html) => fill(html, names) } },
      ],
      // One file for everything that the page begins with.
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'main', tags: ['$initial'], test: /(?<!\.css)$/ }] } },
        },
      },
    },
  );
  return new Map([...firstPaint, ...built, [LICENCE, Buffer.from(await licences())]]);
}

/** The element, the page for a frame and the page in one file. Moves the style sheet of the frame from `files` to them. */
async function filesForOthers(options, { files, fill, words }) {
  const frameStyle = hashed(files, 'embed-style', 'css');
  const element = await elementFiles(options, { words, style: frameStyle, styleText: files.get(frameStyle) });
  element.set(frameStyle, files.get(frameStyle));
  files.delete(frameStyle);
  const style = String(files.get(hashed(files, 'main', 'css'))).trim();
  return element.set('self-attention.html', Buffer.from(await oneFile({ fill, style, options })));
}

const languagesOfPage = ({ languages }) =>
  Object.fromEntries(languages.map(({ code }) => [code, code === 'en' ? '' : `?lang=${code}`]));

/** Adds the guides to `files` and returns their names with the addresses of their translations. */
async function addGuides(files, { benchmarksPage, guides, guidePages, languagesOf }, forOthers, beside) {
  const results = JSON.parse(await readFile(inProject('web/docs/data/benchmarks.json'), 'utf8'));
  for (const { words, name } of guides) files.set(`docs/${name}`, Buffer.from(benchmarksPage(results, words, beside)));
  const wholes = ['self-attention.classic.js', 'self-attention.html'].map((name) => [name, forOthers.get(name)]);
  const sources = await guideSources(Object.fromEntries(wholes));
  for (const [name, guide] of guidePages(sources, beside)) files.set(`docs/${name}`, Buffer.from(guide));
  const benchmarkLanguages = Object.fromEntries(guides.map(({ words, name }) => [words.lang, `docs/${name}`]));
  return [
    ...guides.map(({ name }) => ({ name: `docs/${name}`, languages: benchmarkLanguages })),
    ...sources.pages.map(([name]) => ({
      name: `docs/${name}.html`,
      languages: addressesOf(languagesOf(sources, name)),
    })),
  ];
}

/** The addresses of a guide by language. The index of a folder has the folder's address. */
const addressesOf = (names) =>
  Object.fromEntries(Object.entries(names).map(([code, name]) => [code, `docs/${name.replace(/^index\.html$/, '')}`]));

/** Files of the page and its guides. Training is as large as the rest and rarely used: its files are fetched on demand. */
const offlineFiles = (files) =>
  [...files].filter(
    ([name]) => !['robots.txt', 'sitemap.xml'].includes(name) && !isMap(name) && !name.startsWith('assets/training-'),
  );

async function write(files) {
  await rm(DIST, { recursive: true, force: true });
  for (const [name, contents] of files) {
    await mkdir(dirname(join(DIST, name)), { recursive: true });
    await writeFile(join(DIST, name), contents);
  }
}

const isMap = (name) => name.endsWith('.map');

/** A table of the published files in bytes, raw and compressed by brotli at full strength. */
function sizes(files) {
  const downloaded = [...files].filter(([name]) => !isMap(name));
  const rows = downloaded.map(([name, contents]) => [
    name,
    contents.length,
    brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
  ]);
  rows.sort(([a], [b]) => (a < b ? -1 : 1));
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(
    ([name, raw, small]) => `    ${name.padEnd(width)} ${String(raw).padStart(8)} ${String(small).padStart(8)}`,
  );
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const start = performance.now();
  const files = await buildSite(optionOf(process.argv, 'site-url'));
  say(`  + site: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  if (process.argv.includes('--sizes')) for (const row of sizes(files)) say(row);
}
