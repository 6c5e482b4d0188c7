// What other people's pages take from the site: the element as a module with its chunks, the same as one classic script, and
// the page for a frame.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { inProject } from '../paths.mjs';
import {
  buildWithMaps,
  bundled,
  DIST,
  fetchedFirst,
  importedAfter,
  inlined,
  oneScript,
  outputOf,
  wasmAddressesFrom,
} from './bundle.mjs';

const EMBED = { script: 'web/element/embed/embed.ts', style: 'web/element/embed/embed.css' };

/** The element as a module with chunks. The name without a hash is what authors write into their pages. */
const elementBundle = (plugins) =>
  buildWithMaps({
    ...bundled,
    entryPoints: { 'self-attention': 'web/element/define.ts' },
    outdir: DIST,
    entryNames: '[name]',
    chunkNames: 'assets/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
    plugins: [importedAfter('web/element/renderer.ts'), ...plugins, wasmAddressesFrom('assets/')],
  });

/** The element as one classic script: esbuild's result. */
export const classicScript = (plugins, outdir = DIST) =>
  buildWithMaps({
    ...oneScript,
    entryPoints: { 'self-attention.classic': 'web/element/classic.ts' },
    outdir,
    globalName: 'SelfAttention',
    plugins: [...plugins, inlined],
  });

/** The files, by their names in dist/. `words` are what embed.html says before any script runs. */
export async function elementFiles({ plugins, words }) {
  const alone = { ...oneScript, metafile: true, outdir: DIST, plugins };
  const [element, classic, resize, embed] = await Promise.all([
    elementBundle(plugins),
    classicScript(plugins),
    buildWithMaps({ ...alone, entryPoints: ['web/element/embed/embed-resize.ts'] }),
    buildWithMaps({
      ...alone,
      entryPoints: { embed: EMBED.script, 'embed-style': EMBED.style },
      entryNames: 'assets/[name]-[hash]',
    }),
  ]);
  const outputs = [fetchedFirst(element), ...[classic, resize, embed].map(({ outputFiles }) => outputFiles)].flat();
  const files = new Map(outputs.map(({ path, contents }) => [relative(DIST, path), contents]));
  const [script, style] = [EMBED.script, EMBED.style].map((entry) => outputOf(embed.metafile, entry));
  // Another nonce for other files.
  const own = [script, style, 'self-attention.classic.js'].map((name) => files.get(name));
  const nonce = createHash('sha256').update(Buffer.concat(own)).digest('base64');
  const places = { ...words, nonce, policy: policy(nonce), script, style };
  const html = (await readFile(inProject('web/embed.html'), 'utf8')).replace(/\{\{(\w+)\}\}/g, (_, place) => {
    if (!Object.hasOwn(places, place)) throw new Error(`embed.html has a place {{${place}}} that nothing fills`);
    return places[place];
  });
  files.set('embed.html', Buffer.from(html));
  return files;
}

// The page in the frame may load the files that its own elements name, and nothing else. They are named by a nonce: WebKit
// matches 'self' with nothing in a sandboxed frame, which has no origin, and hashes of files want CORS headers there. It is no
// secret, and need not be one: Trusted Types let no script write an element into the page.
// The core is in the script and the scene in the address, so that nothing is fetched.
const policy = (nonce) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
