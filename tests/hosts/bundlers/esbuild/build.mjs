// node build.mjs FOLDER
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const [, , folder] = process.argv;

await mkdir(folder, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: ['src/main.js'],
  outdir: folder,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
});
await copyFile(join(here, 'index.html'), join(folder, 'index.html'));
