// Builds the npm package into build/package/: the core, the scene and the lessons as ES modules with their types, the
// wasm files beside them, and a package.json that says where each is.
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { run } from './command.mjs';
import { inProject } from './paths.mjs';

const PACKAGE = inProject('build/package');
/** Where it is put together: whoever reads the package meanwhile reads the one before. */
const STAGE = inProject('build/package.new');
const FLAVOURS = ['simd', 'relaxed-simd'];
/** What can be imported: the name after `self-attention/`, and the source it comes from. */
const ENTRIES = { core: 'web/core/index.ts', scene: 'web/scene/index.ts', lessons: 'web/lessons/index.ts' };

/** Builds the package. Throws esbuild's errors and, as CommandFailed, the type checker's. */
export async function buildPackage() {
  await rm(STAGE, { recursive: true, force: true });
  await mkdir(STAGE, { recursive: true });
  const bundle = esbuild.build({
    absWorkingDir: inProject(),
    entryPoints: ENTRIES,
    outdir: STAGE,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    chunkNames: 'chunk-[hash]',
    tsconfig: 'web/tsconfig.json',
    plugins: [wasmBeside],
    logLevel: 'warning',
  });
  await Promise.all([bundle, types(), manifest()]);
  for (const flavour of FLAVOURS) {
    const file = `core-${flavour}.wasm`;
    await copyFile(inProject('build/wasm/core', file), join(STAGE, file));
  }
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) await copyFile(inProject(file), join(STAGE, file));
  await copyFile(inProject('web/scene/scene.schema.json'), join(STAGE, 'scene.schema.json'));
  await rm(PACKAGE, { recursive: true, force: true });
  await rename(STAGE, PACKAGE);
}

// All modules are in one folder with the wasm files, so that whichever names them finds them beside itself: in Node, in a
// browser, and through a bundler that knows `new URL(…, import.meta.url)`.
const wasmBeside = {
  name: 'wasm-beside',
  setup(build) {
    build.onLoad({ filter: /[/\\]web[/\\]core[/\\]modules(-whole)?\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replaceAll(/'[^']*\/([\w-]+\.wasm)'/g, "'./$1'"), loader: 'ts' };
    });
  },
};

// Declarations of what the entries export; the generated module's own types stay inside.
const types = () =>
  run(process.execPath, [
    inProject('node_modules/typescript/bin/tsc'),
    ...['-p', inProject('web/tsconfig.package.json')],
    ...['--outDir', join(STAGE, 'types')],
  ]);

async function manifest() {
  const { name, version, description, license, type, engines } = JSON.parse(
    await readFile(inProject('package.json'), 'utf8'),
  );
  const exports = Object.fromEntries(
    Object.entries(ENTRIES).map(([entry, source]) => [
      `./${entry}`,
      { types: `./types/${source.replace(/^web\//, '').replace(/\.ts$/, '.d.ts')}`, default: `./${entry}.js` },
    ]),
  );
  exports['./scene.schema.json'] = './scene.schema.json';
  exports['./package.json'] = './package.json';
  const fields = { name, version, description, license, type, engines, sideEffects: false, exports };
  await writeFile(join(STAGE, 'package.json'), `${JSON.stringify(fields, null, 2)}\n`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildPackage();
