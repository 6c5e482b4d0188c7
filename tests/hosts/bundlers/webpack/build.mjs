// node build.mjs FOLDER
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import webpack from 'webpack';

const here = fileURLToPath(new URL('.', import.meta.url));
const [, , folder] = process.argv;

const stats = await promisify(webpack)({
  context: here,
  mode: 'production',
  entry: './src/main.js',
  output: { path: folder, filename: 'main.js', clean: true },
  // What is tried is what it makes of the package's files; making them small takes most of its time.
  optimization: { minimize: false },
  // It has an opinion of how much a page should load.
  performance: { hints: false },
});
if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString({ colors: false }));
await copyFile(join(here, 'index.html'), join(folder, 'index.html'));
