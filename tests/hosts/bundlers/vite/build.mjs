// node build.mjs FOLDER
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

await build({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  logLevel: 'warn',
  build: { outDir: process.argv[2], emptyOutDir: true, target: 'es2022' },
});
