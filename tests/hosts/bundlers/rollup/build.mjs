// node build.mjs FOLDER
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';

const here = fileURLToPath(new URL('.', import.meta.url));
const [, , folder] = process.argv;

const bundle = await rollup({
  input: join(here, 'src/main.js'),
  plugins: [nodeResolve({ browser: true })],
  onwarn(warning) {
    throw new Error(warning.message);
  },
});
await bundle.write({ dir: folder, format: 'es' });
await bundle.close();
await mkdir(join(folder, 'assets'), { recursive: true });
await copyFile(fileURLToPath(import.meta.resolve('self-attention/core.wasm')), join(folder, 'assets/core.wasm'));
await copyFile(join(here, 'index.html'), join(folder, 'index.html'));
