// Builds the static site into dist/: the page's script and styles, the core's WebAssembly, index.html with the default scene's
// picture already in it, and docs/ with the plots of what was measured. Addresses are relative, so the site works under any path.
import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import * as esbuild from 'esbuild';
import { inProject } from './paths.mjs';
import { say } from './progress.mjs';

const DIST = inProject('dist');
const WORKER = 'web/page/scale/worker.ts';
const STANDING = inProject('build/site/standing.mjs');

const common = {
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

/**
 * Builds the site. `plugins` are esbuild's, ahead of the site's own. Throws esbuild's errors, and what the core throws
 * on the default scene. Writes dist/ only when everything has been built.
 */
export async function buildSite({ plugins = [] } = {}) {
  const bundled = {
    ...common,
    // One folder for all: esbuild gives a file's address relative to outdir, the browser reads it relative to the script.
    outdir: join(DIST, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.wasm': 'file' },
    splitting: true,
    minify: false,
    metafile: true,
    platform: 'browser',
  };
  // A bundle of its own: code that both share would be cut out of what the page begins with.
  const atWork = await esbuild.build({
    ...bundled,
    entryPoints: { worker: WORKER },
    plugins: [...plugins, wasmAddresses],
  });
  const worker = basename(outputOf(atWork.metafile, WORKER));
  const bundle = await esbuild.build({
    ...bundled,
    entryPoints: { main: 'web/main.ts', page: 'web/page/styles.css', docs: 'web/docs/docs.css' },
    plugins: [...plugins, wasmAddresses, workerAddress(worker), oneBeginning],
  });
  const outputs = [...atWork.outputFiles, ...bundle.outputFiles];
  const files = new Map(outputs.map(({ path, contents }) => [relative(DIST, path), contents]));
  const copied = {
    icon: await copy(files, 'web/page/favicon.svg', 'assets/'),
    schema: await copy(files, 'web/scene/scene.schema.json'),
    licence: await copy(files, 'LICENSE', '', 'LICENSE.txt'),
  };
  const { version } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  const { standing, standingPage, benchmarksPage, guides } = await standingPicture(plugins);
  const html = standingPage(
    await readFile(inProject('web/index.html'), 'utf8'),
    {
      ...copied,
      version,
      script: outputOf(bundle.metafile, 'web/main.ts'),
      chunks: importsOf(bundle.metafile, outputOf(bundle.metafile, 'web/main.ts')),
      style: outputOf(bundle.metafile, 'web/page/styles.css'),
    },
    standing,
  );
  files.set('index.html', Buffer.from(html));
  const results = JSON.parse(await readFile(inProject('web/docs/data/benchmarks.json'), 'utf8'));
  const style = `../${outputOf(bundle.metafile, 'web/docs/docs.css')}`;
  for (const { words, name } of guides) {
    const guide = benchmarksPage(results, words, { style, icon: `../${copied.icon}`, page: '../' });
    files.set(`docs/${name}`, Buffer.from(guide));
  }

  await rm(DIST, { recursive: true, force: true });
  for (const [name, contents] of files) {
    const place = join(DIST, name);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, contents);
  }
  return files;
}

// The hashed file that an entry became.
function outputOf(metafile, entry) {
  const [path] = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entry) ?? [];
  if (path === undefined) throw new Error(`esbuild made nothing of ${entry}`);
  return relative('dist', path);
}

// What a script cannot begin without, and what that cannot: fetched beside it, not after it.
function importsOf({ outputs }, script, found = new Set()) {
  for (const { path, kind } of outputs[`dist/${script}`].imports) {
    const name = relative('dist', path);
    if (kind !== 'import-statement' || found.has(name)) continue;
    found.add(name);
    importsOf({ outputs }, name, found);
  }
  return [...found];
}

// Puts a file of the project among the site's; with `folder`, under a name that changes with its contents.
async function copy(files, source, folder = '', name = basename(source)) {
  const contents = await readFile(inProject(source));
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase();
  const target = folder ? `${folder}${basename(name, extname(name))}-${hash}${extname(name)}` : name;
  files.set(target, contents);
  return target;
}

// esbuild leaves `new URL('x.wasm', import.meta.url)` alone; as an import, it copies the file and gives its address.
const wasmAddresses = {
  name: 'wasm-addresses',
  setup(build) {
    build.onLoad({ filter: /[/\\]web[/\\]core[/\\][\w-]+\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const imports = [];
      const contents = source.replace(/new URL\(\s*'([^']+\.wasm)',\s*import\.meta\.url,?\s*\)/g, (_, file) => {
        const name = `wasmAddress${imports.length}`;
        imports.push(`import ${name} from '${file}';`);
        return `new URL(${name}, import.meta.url)`;
      });
      return { contents: `${imports.join('\n')}\n${contents}`, loader: 'ts' };
    });
  },
};

// The worker's address where it is started: esbuild leaves `new URL('./worker.ts', import.meta.url)` alone.
const workerAddress = (file) => ({
  name: 'worker-address',
  setup(build) {
    build.onLoad({ filter: /[/\\]scale[/\\]start-worker\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace("new URL('./worker.ts'", `new URL('./${file}'`),
      loader: 'ts',
    }));
  },
});

// What is fetched later says that it needs all that the page begins with. esbuild cuts code by who needs it, so all of that
// becomes one file; cut finer it compresses 4 kB worse, and each module that is fetched later would cut it finer still.
// Emscripten's modules export a default, the project's own never do.
const oneBeginning = {
  name: 'one-beginning',
  setup(build) {
    const main = JSON.stringify(inProject('web/main.ts'));
    build.onResolve({ filter: /\.m?[jt]s$/ }, ({ kind, namespace, path, resolveDir }) =>
      kind === 'dynamic-import' && namespace === 'file'
        ? { path: join(resolveDir, path), namespace: 'later' }
        : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({
      contents: `import ${main}; export ${path.endsWith('.mjs') ? '{ default }' : '*'} from ${JSON.stringify(path)};`,
      resolveDir: dirname(path),
    }));
  },
};

// The default scene through the built core, here in Node: the numbers that index.html shows before any script runs.
async function standingPicture(plugins) {
  const { outputFiles } = await esbuild.build({
    ...common,
    stdin: {
      contents: `
        export { standingPage } from './page/standing.ts';
        export { benchmarksPage, guides } from './docs/benchmarks.ts';
        export { loadCore } from './core/index.ts';
        export { catalogue, headTitles } from './page/catalogue.ts';`,
      resolveDir: inProject('web'),
      loader: 'ts',
    },
    loader: { '.wasm': 'file' },
    outfile: STANDING,
    platform: 'node',
    plugins,
  });
  await mkdir(dirname(STANDING), { recursive: true });
  for (const { path, contents } of outputFiles) await writeFile(path, contents);
  const { standingPage, loadCore, catalogue, headTitles, ...docs } = await import(
    `${pathToFileURL(STANDING)}?${Date.now()}`
  );
  const wasm = inProject('build/wasm/core/core-simd.wasm');
  const core = await loadCore(existsSync(wasm) ? { flavour: 'simd', wasmBinary: await readFile(wasm) } : {});
  const scene = catalogue.start;
  const trace = core.attend(scene);
  const head = scene.view?.head ?? 0;
  const { shape, data } = trace.tensor('weights');
  const size = shape[1] * shape[2];
  const standing = {
    scene,
    tokens: trace.tokens,
    heads: shape[0],
    head,
    headTitle: headTitles(scene)[head] ?? '',
    query: scene.view?.focus ?? 0,
    weights: data.slice(head * size, (head + 1) * size),
  };
  trace.dispose();
  return { standing, standingPage, ...docs };
}

/** A table of what is downloaded, raw and as brotli at full strength, in bytes. */
export function sizes(files) {
  const rows = [...files].map(([name, contents]) => [
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
  const files = await buildSite();
  say('  + dist/: bytes, and bytes as brotli');
  for (const row of sizes(files)) say(row);
  say(`  + site: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
