// Builds the npm package into build/package/: ES modules with their types, the .wasm files beside them, the classic script, the
// command and a package.json.
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MODULES as WASM_MODULES } from './build.mjs';
import { buildInfo } from './build-info.mjs';
import { optionOf, run } from './command.mjs';
import { customData, frameworkNames, frameworkTypes, webTypes } from './editor-data.mjs';
import { licences, packedReadme, schemas } from './made-files.mjs';
import { inProject } from './paths.mjs';
import { siteUrlOf } from './site/discovery.mjs';
import { classicScript } from './site/element.mjs';
import { buildModules, deflated } from './vite.mjs';

const PACKAGE = inProject('build/package');
/** The package is assembled here and then moved, so that nobody reads half of it. */
const STAGE = inProject('build/package.new');

/**
 * The modules: name after `self-attention/` ('.' is the package itself), file, source, and the WebAssembly that it loads.
 */
const MODULES = [
  { name: '.', file: 'index', source: 'index.ts', loads: 'core' },
  { name: './core', file: 'core', source: 'core/index.ts', loads: 'core' },
  { name: './define', file: 'define', source: 'element/define.ts', loads: 'core' },
  { name: './training', file: 'training', source: 'training/index.ts', loads: 'training' },
  { name: './inline', file: 'inline', source: 'element/inline.ts' },
  { name: './lessons', file: 'lessons', source: 'export/lessons.ts' },
  { name: './scene', file: 'scene', source: 'scene/index.ts' },
  { name: './export', file: 'export', source: 'export/index.ts' },
];

/**
 * Modules that make the others take the WebAssembly from a script, by WebAssembly. Under the condition `development`, a module
 * imports one of them first.
 */
const DEVELOPMENT = {
  core: { file: 'development/wasm', source: 'core/embedded-core.ts' },
  training: { file: 'development/training-wasm', source: 'core/embedded-training.ts' },
};

/** The WebAssembly in a script, for those modules and for `./inline`. The classic script contains its own copy. */
const wasmScriptOf = (name) => `development/${name}-simd.wasm.js`;

/** The classic script, with the global `SelfAttention`. */
const CLASSIC = 'self-attention.classic.js';
const CLI = 'cli.js';

/** Other published files. `core.wasm` is for pages that serve it from a place of their choice. */
const FILES = {
  './core.wasm': 'core-simd.wasm',
  './scene.schema.json': 'scene.schema.json',
  './lesson.schema.json': 'lesson.schema.json',
  './custom-elements.json': 'custom-elements.json',
  './web-types.json': 'web-types.json',
  './vscode.html-custom-data.json': 'vscode.html-custom-data.json',
  './package.json': 'package.json',
};

const own = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
const siteUrl = siteUrlOf(optionOf(process.argv, 'site-url') ?? own.homepage);
const options = { siteUrl };

const typesOf = ({ source }) => `types/${source.replace(/\.ts$/, '.d.ts')}`;

// White space stays, and with it the comments that tell bundlers which import to leave alone.
const output = {
  entryFileNames: '[name].js',
  chunkFileNames: 'chunk-[hash].js',
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  comments: { legal: true, annotation: true, jsdoc: false },
};

/** Builds the package. Throws Vite's errors and, as CommandFailed, the type checker's. */
async function buildPackage() {
  await rm(STAGE, { recursive: true, force: true });
  await mkdir(STAGE, { recursive: true });
  await mkdir(join(STAGE, 'development'));
  await Promise.all([modules(), developmentModules(), inlineModule(), classic(), types(), copies()]);
  await writeFile(join(STAGE, 'package.json'), manifest());
  await rm(PACKAGE, { recursive: true, force: true });
  await rename(STAGE, PACKAGE);
}

const entriesOf = (chosen) => Object.fromEntries(chosen.map(({ file, source }) => [file, inProject('web', source)]));
const isInline = ({ file }) => file === 'inline';

async function write(files) {
  for (const [name, contents] of files) {
    await mkdir(dirname(join(STAGE, name)), { recursive: true });
    await writeFile(join(STAGE, name), contents);
  }
}

async function modules() {
  const entries = entriesOf([...MODULES.filter((module) => !isInline(module)), ...Object.values(DEVELOPMENT)]);
  await write(
    await buildModules({ ...entries, cli: inProject('web/cli/main.ts') }, options, {
      // The command's; browsers' bundlers never reach it.
      ssr: { external: ['node:fs/promises', 'node:http', 'node:path', 'node:url', 'node:util'] },
      plugins: [wasmBeside, wasmScripts((name) => `./${basename(wasmScriptOf(name))}`)],
      build: { rolldownOptions: { output } },
    }),
  );
  await chmod(join(STAGE, CLI), 0o755);
}

async function developmentModules() {
  for (const name of Object.keys(DEVELOPMENT)) {
    const base64 = await deflated(inProject(`build/wasm/core/${name}-simd.wasm`));
    await writeFile(join(STAGE, wasmScriptOf(name)), `export default '${base64}';\n`);
  }
  for (const { file, loads } of MODULES.filter((module) => module.loads)) {
    const text = `import '../${DEVELOPMENT[loads].file}.js';\nexport * from '../${file}.js';\n`;
    await writeFile(join(STAGE, 'development', `${file}.js`), text);
  }
}

// One module with everything in it but the WebAssembly, which is in a script beside it: for bundlers that leave
// `new URL(…, import.meta.url)` alone and for hosts that allow no fetch.
const inlineModule = async () =>
  write(
    await buildModules(
      entriesOf(MODULES.filter(isInline)),
      { ...options, isOneScript: true },
      {
        define: { 'import.meta.url': '"file:///"' },
        plugins: [wasmScripts((name) => `./${wasmScriptOf(name)}`)],
        build: { rolldownOptions: { output: { ...output, minify: true, codeSplitting: false } } },
      },
    ),
  );

const classic = async () => write(await classicScript(options));

// All modules are in one folder with the .wasm files. Node, browsers and bundlers that know `new URL(…, import.meta.url)` find
// them there.
const wasmBeside = {
  name: 'wasm-beside',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/core\/(training-)?module\.ts$/ },
    handler: (source) => ({ code: source.replaceAll(/'[^']*\/([\w-]+\.wasm)'/g, "'./$1'"), map: null }),
  },
};

/** Imports the WebAssembly from scripts beside the module. */
const wasmScripts = (pathOf) => ({
  name: 'wasm-scripts',
  enforce: 'pre',
  resolveId: {
    filter: { id: /-simd\.wasm\?deflated$/ },
    handler: (source) => ({ id: pathOf(basename(source, '-simd.wasm?deflated')), external: true }),
  },
});

/** The text of package.json. */
function manifest() {
  const { name, version, description, keywords, license, type, engines } = own;
  const modules = MODULES.map((module) => [
    module.name,
    {
      types: `./${typesOf(module)}`,
      ...(module.loads && { development: `./development/${module.file}.js` }),
      default: `./${module.file}.js`,
    },
  ]);
  const { './define': define } = Object.fromEntries(modules);
  const frameworks = frameworkNames.map((framework) => [
    `./${framework}`,
    { ...define, types: `./types/frameworks/${framework}.d.ts` },
  ]);
  const fields = {
    ...{ name, version, description, keywords, license, type, engines },
    main: './index.js',
    types: `./${typesOf(MODULES[0])}`,
    exports: Object.fromEntries([
      ...modules,
      ...frameworks,
      ...Object.entries(FILES).map(([key, file]) => [key, `./${file}`]),
    ]),
    bin: { [name]: `./${CLI}` },
    jsdelivr: `./${CLASSIC}`,
    unpkg: `./${CLASSIC}`,
    customElements: './custom-elements.json',
    'web-types': './web-types.json',
    files: ['*.js', '*.js.map', '*.wasm', '*.json', '*.html', 'development', 'types', 'CHANGELOG.md', '*.svg'],
    // Importing these has an effect: it registers the element, or gives the core its table of meanings. A bundler must keep them.
    sideEffects: [
      './define.js',
      './development/*.js',
      `./${CLASSIC}`,
      `./${CLI}`,
      ...['index', 'core', 'scene', 'inline', 'training', 'chunk-*'].map((file) => `./${file}.js`),
    ],
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

async function copies() {
  for (const file of WASM_MODULES.map((module) => `${module}.wasm`)) {
    await copyFile(inProject('build/wasm/core', file), join(STAGE, file));
    await chmod(join(STAGE, file), 0o644);
  }
  await copyFile(inProject('CHANGELOG.md'), join(STAGE, 'CHANGELOG.md'));
  await writeFile(join(STAGE, 'README.md'), packedReadme(await readFile(inProject('README.md'), 'utf8'), siteUrl));
  const elements = JSON.parse(await readFile(inProject('web/element/custom-elements.json'), 'utf8'));
  // Editors read these. Without indentation they are half as large.
  const write = (file, data) => writeFile(join(STAGE, file), `${JSON.stringify(data)}\n`);
  for (const [name, text] of Object.entries(await schemas())) await write(name, JSON.parse(text));
  await write('custom-elements.json', elements);
  await write('web-types.json', webTypes(elements, own));
  await write('vscode.html-custom-data.json', customData(elements));
  await writeFile(join(STAGE, 'build-info.json'), await buildInfo());
  await writeFile(join(STAGE, 'LICENSE'), await licences());
}

/** Writes the declarations that the entries reach, and no others. */
async function types() {
  const folder = join(STAGE, 'types');
  await run(process.execPath, [
    inProject('node_modules/typescript/bin/tsc'),
    ...['-p', inProject('web/tsconfig.package.json')],
    ...['--outDir', folder],
  ]);
  const reached = new Set();
  const visit = async (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = await readFile(file, 'utf8');
    for (const [, from] of text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']*)\.ts["']/g)) {
      await visit(resolve(dirname(file), `${from}.d.ts`));
    }
  };
  for (const module of MODULES) await visit(join(STAGE, typesOf(module)));
  for (const name of await readdir(folder, { recursive: true })) {
    const file = join(folder, name);
    if (name.endsWith('.d.ts') && !reached.has(file)) await rm(file);
  }
  await removeEmptyFolders(folder);
  const manifest = JSON.parse(await readFile(inProject('web/element/custom-elements.json'), 'utf8'));
  await mkdir(join(folder, 'frameworks'));
  for (const [name, text] of frameworkTypes(manifest)) await writeFile(join(folder, 'frameworks', name), text);
}

async function removeEmptyFolders(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeEmptyFolders(join(folder, entry.name));
  }
  if ((await readdir(folder)).length === 0) await rm(folder, { recursive: true });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildPackage();
