// The settings of Vite that all builds share: the site, the package, the tests and the development server.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import zopfli from '@gfx/zopfli';
import { mergeConfig, build as viteBuild } from 'vite';
import { inProject } from './paths.mjs';

export const DIST = inProject('dist');

/** `siteUrl` is the address that the site will have, or ''. `isOneScript`: everything goes into one script. */
export const settings = ({ siteUrl = '', isOneScript = false } = {}) => ({
  root: inProject('web'),
  configFile: false,
  base: './',
  publicDir: false,
  logLevel: 'warn',
  define: { PLAYGROUND: JSON.stringify(siteUrl || 'none'), IS_ONE_SCRIPT: String(isOneScript) },
});

const names = {
  entryFileNames: 'assets/[name]-[hash].js',
  chunkFileNames: 'assets/[name]-[hash].js',
  assetFileNames: 'assets/[name]-[hash][extname]',
  hashCharacters: 'hex',
};

/** In every build; the result is returned, not written. */
const always = {
  plugins: [deflatedFiles()],
  build: {
    write: false,
    outDir: DIST,
    target: 'es2022',
    // Left as written: light-dark() follows the color-scheme of an element, which its older replacement does not.
    cssTarget: 'esnext',
    sourcemap: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      preserveEntrySignatures: 'exports-only',
      checks: { pluginTimings: false },
      output: { ...names, comments: { legal: false } },
    },
  },
};

/** Scripts and styles that browsers load. */
const forBrowsers = {
  plugins: [fetchFirst()],
  worker: {
    format: 'es',
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        ...names,
        // training/task/worker.ts becomes training-task-worker.
        entryFileNames: ({ facadeModuleId }) =>
          `assets/${relative(inProject('web/page'), dirname(facadeModuleId)).replaceAll(/\W/g, '-')}-[name]-[hash].js`,
        // One file each: Firefox reports no error if a script that a worker imports is missing.
        codeSplitting: false,
      },
    },
  },
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false, resolveDependencies: filesToFetch } },
};

/** Modules that Node can import too. Vite leaves `import()` and the addresses of files beside a module as they are. */
const asModules = { ssr: { target: 'webworker', noExternal: true }, build: { ssr: true } };

/** One script that holds all it needs. It runs wherever a script runs. */
const inOneScript = {
  ...asModules,
  define: { 'import.meta.url': '"file:///"' },
  build: { ssr: true, minify: 'oxc', rolldownOptions: { output: { format: 'iife', codeSplitting: false } } },
};

/** For Node only: one module that holds its packages. */
const forNode = {
  ssr: { noExternal: true },
  build: { ssr: true, rolldownOptions: { external: /^node:/, output: { codeSplitting: false } } },
};

/**
 * The files that browsers load of `input` (modules, by name): their contents by their names. `config` is merged into Vite's.
 * Throws what Vite throws.
 */
export const buildForBrowsers = (input, options, config = {}) => filesOf(input, options, forBrowsers, config);

/** The same as modules of a package. */
export const buildModules = (input, options, config = {}) => filesOf(input, options, asModules, config);

/** A module of web/ as one script of the name `file`, which may have [hash] in it. Returns [name, contents] and its source map's. */
export const buildScript = (file, module, options, config = {}) =>
  filesOf(
    inProject(module),
    { ...options, isOneScript: true },
    ...[inOneScript, { build: { rolldownOptions: { output: { entryFileNames: file } } } }, config],
  );

async function filesOf(input, options, ...configs) {
  const all = [always, ...configs, { build: { rolldownOptions: { input } } }];
  const { output } = await viteBuild(all.reduce((merged, next) => mergeConfig(merged, next), settings(options)));
  const files = output.map(({ type, fileName, code, source }) => {
    const contents = type === 'chunk' ? code : source;
    return [fileName, Buffer.from(fileName.endsWith('.map') ? publishedMap(fileName, contents) : contents)];
  });
  return new Map(files);
}

/** Bundles a module into `folder` as one file for Node, and returns its path. */
export async function bundleForNode(module, folder, options) {
  const files = await filesOf(inProject(module), options, forNode, { build: { sourcemap: 'inline' } });
  const [contents] = files.values();
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${module.replace(/\.ts$/, '').replaceAll(/\W/g, '-')}.mjs`);
  // Several processes may want the same module: none may read what another has half written.
  await writeFile(`${file}.${process.pid}`, contents);
  await rename(`${file}.${process.pid}`, file);
  return file;
}

/** Imports a module of this project (a path from its root) into Node. */
export const load = async (module, folder = inProject('build/site'), options = {}) =>
  import(pathToFileURL(await bundleForNode(module, folder, options)).href);

/** The name of the file in `files` that `name` became: assets/name-HASH.ending. */
export function hashed(files, name, ending) {
  const found = [...files.keys()].find((file) => new RegExp(`^assets/${name}-[0-9a-f]{8}\\.${ending}$`).test(file));
  if (found === undefined) throw new Error(`Vite built no ${name}.${ending}.`);
  return found;
}

/** Whether a person wrote it to be read as code. Texts and data are in the script as they are; generated files have no author. */
const isSource = (path) => !/\.(txt|json|wasm)$|^build\/|^web\/i18n\/[a-z]{2}\//.test(path);

/** A source map whose sources have the paths of the repository. It holds their texts, since they are not published beside it. */
function publishedMap(name, text) {
  const map = JSON.parse(text);
  const paths = map.sources.map((source) => relative(inProject(), resolve(DIST, dirname(name), source)));
  const sources = paths.map((path) => path.replaceAll('\\', '/').replace(/\?.*$/, ''));
  const sourcesContent = sources.map((source, index) => (isSource(source) ? map.sourcesContent[index] : null));
  // Without a source to read, a map leads nowhere.
  const own = sources.some(isSource)
    ? { sources, sourcesContent }
    : { sources: [], sourcesContent: [], names: [], mappings: '' };
  return JSON.stringify({ ...map, ...own });
}

/** `import base64 from './file?deflated'`. Zopfli takes seconds, and its output is 5 % smaller than zlib's. */
function deflatedFiles() {
  return {
    name: 'deflated-files',
    enforce: 'pre',
    load: {
      filter: { id: /\?deflated$/ },
      handler: async (id) => `export default '${await deflated(id.replace(/\?deflated$/, ''))}';`,
    },
  };
}

const deflations = new Map();

/** A file compressed and in base64. */
export function deflated(file) {
  if (!deflations.has(file)) deflations.set(file, deflate(file));
  return deflations.get(file);
}

const deflate = async (file) =>
  Buffer.from(await zopfli.deflateAsync(await readFile(file), { numiterations: 3 })).toString('base64');

/** The files of a dynamic import. By default Vite names none if the script imports no other. */
function filesToFetch(file, files, { hostType }) {
  return hostType === 'js' && files.length === 0 ? [file] : files;
}

/**
 * Fetches a script and its imports before it is imported. If an import fails, Firefox keeps the failure until the page is closed;
 * a failed fetch can be repeated. Vite passes the files of each dynamic import to a function of its own, which this one replaces.
 */
function fetchFirst() {
  return {
    name: 'fetch-first',
    enforce: 'pre',
    apply: 'build',
    load: { filter: { id: /^\0vite\/preload-helper\.js$/ }, handler: () => FETCH_FIRST },
  };
}

// The message is Chromium's for an import that failed.
const FETCH_FIRST = `
const fetched = new Set();
async function fetchOnce(url) {
  if (fetched.has(url)) return;
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) throw new TypeError('Failed to fetch dynamically imported module: ' + url);
  await response.arrayBuffer();
  fetched.add(url);
}
export const __vitePreload = async (load, files = [], importer) => {
  await Promise.all(files.map((file) => fetchOnce(new URL(file, importer).href)));
  return load();
};
`;
