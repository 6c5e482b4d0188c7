// How esbuild is asked for what the site is made of, and what it cannot do by itself.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import zopfli from '@gfx/zopfli';
import * as esbuild from 'esbuild';
import { inProject } from '../paths.mjs';

export const DIST = inProject('dist');

/** What the page's head runs. */
export const FIRST_PAINT = 'web/page/first-paint.ts';

export const common = {
  absWorkingDir: inProject(),
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  tsconfig: 'web/tsconfig.json',
};

/** For what a browser fetches file by file. */
export const bundled = {
  ...common,
  // One folder for all: esbuild gives a file's address relative to outdir, the browser reads it relative to the script.
  outdir: join(DIST, 'assets'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.wasm': 'file' },
  splitting: true,
  minify: true,
  metafile: true,
  platform: 'browser',
};

/** For one script that holds all it needs. It runs anywhere a script runs: no module, nothing fetched. */
export const oneScript = {
  ...common,
  format: 'iife',
  // What the generated module would look for beside itself is never fetched.
  define: { 'import.meta.url': '"file:///"' },
  minify: true,
  platform: 'browser',
};

/** The name of a file that changes with its contents, as esbuild's own do. */
export function hashedName(name, contents) {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase();
  return name.replace(/\.\w+$/, `-${hash}$&`);
}

/** The hashed file that an entry became. */
export function outputOf(metafile, entry) {
  const [path] = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entry) ?? [];
  if (path === undefined) throw new Error(`esbuild made nothing of ${entry}`);
  return relative('dist', path);
}

/** What a script cannot begin without, and what that cannot: fetched beside it, not after it. */
export function importsOf({ outputs }, script, found = new Set()) {
  for (const { path, kind } of outputs[`dist/${script}`].imports) {
    const name = relative('dist', path);
    if (kind !== 'import-statement' || found.has(name)) continue;
    found.add(name);
    importsOf({ outputs }, name, found);
  }
  return [...found];
}

/** Whether somebody wrote it, to be read as code: words and data are in the script as they are, and what a build made has no author. */
const isSource = (path) => !/\.(txt|json)$|^build\/|^web\/i18n\/[a-z]{2}\//.test(path);

/**
 * esbuild's result for scripts and styles that are given out, with their source maps. Those name sources by their paths in the
 * repository and hold their texts: where the maps are read, the sources are not.
 */
export async function buildWithMaps(options) {
  const result = await esbuild.build({ ...options, sourcemap: 'linked', write: false });
  for (const file of result.outputFiles.filter(({ path }) => path.endsWith('.map'))) {
    const map = JSON.parse(file.text);
    const inRepository = (source) => relative(inProject(), resolve(dirname(file.path), source)).replaceAll('\\', '/');
    const sources = map.sources.map(inRepository);
    const sourcesContent = map.sourcesContent.map((text, at) => (isSource(sources[at]) ? text : null));
    // Where nothing was written to be read there is nothing to lead to.
    const own = sources.some(isSource)
      ? { sources, sourcesContent }
      : { sources: [], sourcesContent: [], names: [], mappings: '' };
    file.contents = Buffer.from(JSON.stringify({ ...map, ...own }));
  }
  return result;
}

/**
 * esbuild cuts a file out of `entry` for every set of later imports that share some of it. Each of them imports `entry` as well,
 * which is there by then: so all of them share the same, and it stays in one file.
 */
export const importedAfter = (entry) => ({
  name: 'imported-after',
  setup(build) {
    const resolving = Symbol('resolving');
    build.onResolve({ filter: /^[./]/ }, async ({ path, kind, pluginData, ...place }) => {
      if (kind !== 'dynamic-import' || pluginData === resolving) return undefined;
      const resolved = await build.resolve(path, { ...place, kind, pluginData: resolving });
      // What is generated shares nothing with the page.
      return resolved.path.endsWith('.ts') ? { path: resolved.path, suffix: LATER } : resolved;
    });
    build.onLoad({ filter: /./ }, ({ path, suffix }) => {
      if (suffix !== LATER) return undefined;
      const [first, own] = [inProject(entry), path].map((file) => JSON.stringify(file));
      return { contents: `import ${first};\nexport * from ${own};`, resolveDir: dirname(path) };
    });
  },
});

const LATER = '?later';

/**
 * esbuild's output files, in which each script that is imported later is fetched first, with all that it begins with: Firefox
 * keeps an import that failed for as long as the page is open, so that trying again would never ask the server again. What was
 * fetched is in the browser's cache when it is imported.
 */
export function fetchedFirst({ metafile, outputFiles }) {
  const { outputs } = metafile;
  const laterOf = ({ imports = [] } = {}) => imports.filter(({ kind }) => kind === 'dynamic-import');
  // What a page begins with has the function in itself: it would have to wait for another file.
  const imported = new Set(Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path)));
  const sharing = Object.keys(outputs).filter((name) => imported.has(name) && laterOf(outputs[name]).length > 0);
  const shared = `dist/${FETCH_SCRIPTS_FILE}`;
  for (const name of sharing) outputs[name].imports.push({ path: shared, kind: 'import-statement' });
  if (sharing.length > 0) outputs[shared] = { imports: [] };
  // The one script of a bundle that no other imports, and what it cannot begin without, are there before anything is imported later.
  const [entry] = Object.keys(outputs).filter((name) => name.endsWith('.js') && !imported.has(name));
  const begun = [relative('dist', entry), ...importsOf(metafile, relative('dist', entry))];
  const files = outputFiles.map(({ path, contents }) => {
    const own = relative('dist', relative(inProject(), path));
    const later = laterOf(outputs[`dist/${own}`]);
    if (later.length === 0) return { path, contents };
    const loaded = new Set([...begun, own, ...importsOf(metafile, own)]);
    const beside = (name) => `./${relative(dirname(own), name)}`;
    const filesOf = {};
    let text = Buffer.from(contents).toString();
    for (const script of new Set(later.map((each) => relative('dist', each.path)))) {
      const address = beside(script);
      filesOf[address] = [script, ...importsOf(metafile, script)].filter((name) => !loaded.has(name)).map(beside);
      const parts = text.split(`import(${JSON.stringify(address)})`);
      if (parts.length === 1) throw new Error(`${own} does not import ${script} in the way that is expected`);
      // As long as what it replaces, so that the source map goes on fitting.
      text = parts.join(`loader(${JSON.stringify(address)})`);
    }
    const importing = `import{fetchScripts}from${JSON.stringify(beside(FETCH_SCRIPTS_FILE))};`;
    const fetching = sharing.includes(`dist/${own}`) ? importing : FETCH_SCRIPTS;
    const loading = `function loader(s){return fetchScripts(${JSON.stringify(filesOf)}[s]).then(()=>import(s))}`;
    return { path, contents: Buffer.from(`${text}${fetching}${loading}\n`) };
  });
  if (sharing.length === 0) return files;
  return [...files, { path: join(DIST, FETCH_SCRIPTS_FILE), contents: Buffer.from(`export ${FETCH_SCRIPTS}`) }];
}

// It refuses with the words that Chromium has for an import that failed.
const FETCH_SCRIPTS = esbuild.transformSync(
  `function fetchScripts(files) {
    return Promise.all(files.map(async (file) => {
      const url = new URL(file, import.meta.url);
      const response = await fetch(url).catch(() => null);
      if (!response?.ok) throw new TypeError('Failed to fetch dynamically imported module: ' + url);
      await response.arrayBuffer();
    }));
  }`,
  { target: common.target, minifyWhitespace: true, minifySyntax: true },
).code;

const FETCH_SCRIPTS_FILE = `assets/${hashedName('fetch-scripts.js', FETCH_SCRIPTS)}`;

/**
 * esbuild leaves `new URL('x.wasm', import.meta.url)` alone; as an import, it copies the file and gives its address from the
 * entry's folder; `folder` is where the scripts that name it are, seen from there.
 */
export const wasmAddressesFrom = (folder) => ({
  name: 'wasm-addresses',
  setup(build) {
    build.onLoad({ filter: /[/\\]web[/\\]core[/\\][\w-]+\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const imports = [];
      const contents = source.replace(/new URL\(\s*'([^']+\.wasm)',\s*import\.meta\.url,?\s*\)/g, (_, file) => {
        const name = `wasmAddress${imports.length}`;
        imports.push(`import ${name} from '${file}';`);
        const beside = folder === '' ? name : `${name}.replace('${folder}', '')`;
        return `new URL(${beside}, import.meta.url)`;
      });
      return { contents: `${imports.join('\n')}\n${contents}`, loader: 'ts' };
    });
  },
});
export const wasmAddresses = wasmAddressesFrom('');

/** Tells the element and the command where their playground is (web/element/own-playground.ts). `siteUrl`: '' where it is not known. */
export const playgroundAt = (siteUrl) => ({
  name: 'playground',
  setup({ initialOptions }) {
    initialOptions.define = { ...initialOptions.define, PLAYGROUND: JSON.stringify(siteUrl || 'none') };
  },
});

/** The workers' addresses where they are started: esbuild leaves `new URL('../worker.ts', import.meta.url)` alone. `files`: by module. */
export const workerAddresses = (files) => ({
  name: 'worker-addresses',
  setup(build) {
    build.onLoad({ filter: /[/\\]start-(training-)?worker\.ts$/ }, async ({ path }) => {
      const addressOf = (whole, module) => {
        const file = files[relative(inProject(), join(dirname(path), module))];
        return file === undefined ? whole : `new URL('./${file}'`;
      };
      const source = await readFile(path, 'utf8');
      return { contents: source.replace(/new URL\('([^']+\.ts)'/g, addressOf), loader: 'ts' };
    });
  },
});

const inflatable = new Map();

/** A file as web/core/module-inlined.ts inflates it: by Zopfli, which takes seconds for what is 5 % shorter than zlib's. */
export function deflated(path) {
  if (!inflatable.has(path)) inflatable.set(path, deflate(path));
  return inflatable.get(path);
}

const deflate = async (path) => Buffer.from(await zopfli.deflateAsync(await readFile(path), { numiterations: 3 }));

/**
 * The core, and the page's workers, from inside the script instead of from files beside it; word lists, videos, notebooks and lessons
 * from files not at all.
 */
export const inlined = {
  name: 'inlined',
  setup(build) {
    const filter =
      /\/(module|start-worker|word-lists|video-download|notebook-download|opened-lessons|lesson-file-part|training-panel|training-part)\.ts$/;
    build.onResolve({ filter }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/\.ts$/, '-inlined.ts')),
    }));
    build.onLoad({ filter: /\.wasm$/ }, async ({ path }) => ({ contents: await deflated(path), loader: 'base64' }));
  },
};
