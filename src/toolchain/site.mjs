// Builds the static site into dist/: the page's script and styles, the core's WebAssembly, index.html with the default scene's
// picture already in it, the same in one file, the lessons' pictures, and docs/ with the plots of what was measured. Addresses
// are relative, so the site works under any path; only what is told to others needs the site's own (--site-url, or "homepage" in
// package.json).
import { realpathSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildInfo } from './build-info.mjs';
import { optionOf, say } from './command.mjs';
import { licences, schemas } from './made-files.mjs';
import { inProject } from './paths.mjs';
import {
  buildWithMaps,
  bundled,
  DIST,
  FIRST_PAINT,
  fetchedFirst,
  hashedName,
  importedAfter,
  importsOf,
  outputOf,
  playgroundAt,
  wasmAddresses,
  workerAddresses,
} from './site/bundle.mjs';
import { socialCard } from './site/card.mjs';
import { addDiscovery, siteUrlOf } from './site/discovery.mjs';
import { elementFiles } from './site/element.mjs';
import { globImports } from './site/glob-imports.mjs';
import { guideSources } from './site/guides.mjs';
import { headersFile } from './site/headers.mjs';
import { addIntegrity } from './site/integrity.mjs';
import { serviceWorker } from './site/offline.mjs';
import { oneFile } from './site/one-file.mjs';
import { prerender } from './site/prerender.mjs';

const WORKERS = {
  worker: 'web/page/large-scene/worker.ts',
  'import-worker': 'web/page/matrix-editor/import-worker.ts',
  'training-worker': 'web/page/training/worker.ts',
};

/**
 * Builds the site. `plugins` are esbuild's, ahead of the site's own; `siteUrl` is where it will stand, in place of package.json's
 * homepage. Throws esbuild's errors, what the core throws on the default scene, and Stop over an address that is none. Writes
 * dist/ only when everything has been built.
 */
export async function buildSite({ plugins: given = [], siteUrl: givenUrl } = {}) {
  const { version, homepage } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  const siteUrl = siteUrlOf(givenUrl ?? homepage);
  const plugins = [...given, globImports, playgroundAt(siteUrl)];
  // Bundles of their own: code that they share with the page would be cut out of what it begins with, and Firefox says nothing
  // where a worker's script comes and one that it imports does not.
  const workerBundles = await Promise.all(
    Object.entries(WORKERS).map(([name, module]) =>
      buildWithMaps({ ...bundled, entryPoints: { [name]: module }, plugins: [...plugins, wasmAddresses] }),
    ),
  );
  const workers = Object.fromEntries(
    Object.values(WORKERS).map((module, at) => [module, basename(outputOf(workerBundles[at].metafile, module))]),
  );
  const bundle = await buildWithMaps({
    ...bundled,
    entryPoints: { main: 'web/main.ts', page: 'web/page/styles.css', docs: 'web/docs/docs.css' },
    plugins: [importedAfter('web/main.ts'), ...plugins, wasmAddresses, workerAddresses(workers)],
  });
  // No module: it runs before what follows it is read.
  const firstPaint = await buildWithMaps({
    ...bundled,
    ...{ splitting: false, format: 'iife' },
    entryPoints: { 'first-paint': FIRST_PAINT },
  });
  const outputs = [...workerBundles, firstPaint, bundle].flatMap(fetchedFirst);
  const files = new Map(outputs.map(({ path, contents }) => [relative(DIST, path), contents]));
  const icon = await readFile(inProject('web/page/favicon.svg'));
  const copied = {
    icon: `assets/${hashedName('favicon.svg', icon)}`,
    schema: 'scene.schema.json',
    licence: 'LICENSE.txt',
  };
  files.set(copied.icon, icon);
  files.set(copied.licence, Buffer.from(await licences()));
  for (const [name, text] of Object.entries(await schemas())) files.set(name, Buffer.from(text));
  const { prerendered, prerenderedPage, figures, languages, notFoundPage, themeColours, ...docs } = await prerender(
    plugins,
    siteUrl,
  );
  const { benchmarksPage, guides, guidePages, languagesOf, embedWords } = docs;
  const html = prerenderedPage(
    await readFile(inProject('web/index.html'), 'utf8'),
    {
      ...copied,
      version,
      script: outputOf(bundle.metafile, 'web/main.ts'),
      firstPaint: outputOf(firstPaint.metafile, FIRST_PAINT),
      chunks: importsOf(bundle.metafile, outputOf(bundle.metafile, 'web/main.ts')),
      style: outputOf(bundle.metafile, 'web/page/styles.css'),
    },
    prerendered,
  );
  files.set('index.html', Buffer.from(html));
  for (const { id, svg } of figures) files.set(`lessons/${id}.svg`, Buffer.from(svg));
  const results = JSON.parse(await readFile(inProject('web/docs/data/benchmarks.json'), 'utf8'));
  const docsStyle = outputOf(bundle.metafile, 'web/docs/docs.css');
  const filesFrom = (root) => ({ style: root + docsStyle, icon: root + copied.icon, page: root });
  const beside = filesFrom('../');
  for (const { words, name } of guides) files.set(`docs/${name}`, Buffer.from(benchmarksPage(results, words, beside)));
  const forOthers = await elementFiles({ plugins, words: embedWords });
  const page = (template, names) => prerenderedPage(template, names, prerendered);
  const wholePage = Buffer.from(await oneFile({ page, version, plugins }));
  const sources = await guideSources({
    'self-attention.classic.js': forOthers.get('self-attention.classic.js'),
    'self-attention.html': wholePage,
  });
  const guideFiles = guidePages(sources, beside);
  for (const [name, guide] of guideFiles) files.set(`docs/${name}`, Buffer.from(guide));

  const languagesOfPage = Object.fromEntries(languages.map(({ code }) => [code, code === 'en' ? '' : `?lang=${code}`]));
  const benchmarkLanguages = Object.fromEntries(guides.map(({ words, name }) => [words.lang, `docs/${name}`]));
  const card = socialCard(prerendered, themeColours.light);
  const cardName = `assets/${hashedName('card.png', card)}`;
  const discovered = [
    { name: 'index.html', languages: languagesOfPage },
    ...guides.map(({ name }) => ({ name: `docs/${name}`, languages: benchmarkLanguages })),
    ...sources.pages.map(([name]) => ({
      name: `docs/${name}.html`,
      languages: addressesOf(languagesOf(sources, name)),
    })),
  ];
  addIntegrity(
    files,
    discovered.map(({ name }) => name),
  );
  addDiscovery(files, { siteUrl, pages: discovered, card: cardName, ...copied, colours: themeColours.light });
  // What is in the map by now is what the playground and its guides are made of, but for what is for search engines; the rest is
  // for others.
  const ofThePage = [...files].filter(([name]) => !['robots.txt', 'sitemap.xml'].includes(name) && !isMap(name));
  // What trains is as large as all the rest, and few ask for it: it is fetched when they do.
  const offline = ofThePage.filter(([name]) => !name.startsWith('assets/training-'));
  files.set('service-worker.js', await serviceWorker(offline, plugins));
  files.set(cardName, card);
  // A host shows it under any address: at the root of a host where nothing else is known.
  files.set('build-info.json', Buffer.from(await buildInfo()));
  const root = siteUrl === '' ? '/' : new URL(siteUrl).pathname;
  files.set('404.html', Buffer.from(notFoundPage(filesFrom(root))));
  files.set('_headers', Buffer.from(headersFile(root)));
  files.set('self-attention.html', wholePage);
  for (const [name, contents] of forOthers) files.set(name, contents);

  await rm(DIST, { recursive: true, force: true });
  for (const [name, contents] of files) {
    const place = join(DIST, name);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, contents);
  }
  return files;
}

const isMap = (name) => name.endsWith('.map');

/** Where a guide's files are, by language: the index of a folder is the folder. */
const addressesOf = (files) =>
  Object.fromEntries(Object.entries(files).map(([code, file]) => [code, `docs/${file.replace(/^index\.html$/, '')}`]));

/** A table of what is downloaded, raw and as brotli at full strength, in bytes. */
export function sizes(files) {
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
  const files = await buildSite({ siteUrl: optionOf(process.argv, 'site-url') });
  say('  + dist/: bytes, and bytes as brotli');
  for (const row of sizes(files)) say(row);
  say(`  + site: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
