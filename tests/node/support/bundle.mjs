// The rooms under web/ are TypeScript, which Node 20 does not read: each test bundles the room it is about.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { globImports } from '../../../src/toolchain/site/glob-imports.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'build/test');

/** Bundles a module of this project (a path from its root) and imports it. */
export async function bundle(entry) {
  const { outputFiles } = await build({
    entryPoints: [join(root, entry)],
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    tsconfig: join(root, 'web/tsconfig.json'),
    sourcemap: 'inline',
    logLevel: 'warning',
    plugins: [globImports],
  });
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${entry.replace(/\.ts$/, '').replaceAll('/', '-')}.mjs`);
  // Test files run side by side and may want the same module: none may read what another has half written.
  const own = `${file}.${process.pid}`;
  await writeFile(own, outputFiles[0].text);
  await rename(own, file);
  return import(pathToFileURL(file).href);
}
