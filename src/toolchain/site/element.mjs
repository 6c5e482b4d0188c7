// What other people's pages take from the site: the element as a module with its chunks, the same as one classic script, and
// the page for a frame.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import * as esbuild from 'esbuild';
import { inProject } from '../paths.mjs';
import { bundled, DIST, fetchedFirst, hashedName, inlined, oneScript, wasmAddressesFrom } from './bundle.mjs';

/** The element as a module with chunks. The name without a hash is what authors write into their pages. */
const elementBundle = (plugins) =>
  esbuild.build({
    ...bundled,
    entryPoints: { 'self-attention': 'web/element/define.ts' },
    outdir: DIST,
    entryNames: '[name]',
    chunkNames: 'assets/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
    plugins: [...plugins, wasmAddressesFrom('assets/')],
  });

/** The element as one classic script, in memory: esbuild's result. */
export const classicScript = (plugins) =>
  esbuild.build({
    ...oneScript,
    entryPoints: { 'self-attention.classic': 'web/element/classic.ts' },
    outdir: DIST,
    globalName: 'SelfAttention',
    plugins: [...plugins, inlined],
  });

/** The files, by their names in dist/. `words` are what embed.html says before any script runs. */
export async function elementFiles({ plugins, words }) {
  const [element, scripts, style] = await Promise.all([
    elementBundle(plugins),
    classicScript(plugins),
    esbuild.build({
      ...oneScript,
      entryPoints: {
        'embed-resize': 'web/element/embed-resize.ts',
        embed: 'web/element/embed.ts',
        'embed-style': 'web/element/embed.css',
      },
      outdir: DIST,
      plugins,
    }),
  ]);
  const files = new Map();
  for (const { path, contents } of [...fetchedFirst(element), ...scripts.outputFiles, ...style.outputFiles]) {
    files.set(relative(DIST, path), contents);
  }
  // Another nonce for other files.
  const own = ['embed.js', 'embed-style.css', 'self-attention.classic.js'].map((name) => files.get(name));
  const nonce = createHash('sha256').update(Buffer.concat(own)).digest('base64');
  const places = {
    ...words,
    nonce,
    policy: policy(nonce),
    script: hashed(files, 'embed.js'),
    style: hashed(files, 'embed-style.css'),
  };
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

// Moves a file that only embed.html names to assets/, under a name that changes with its contents.
function hashed(files, name) {
  const contents = files.get(name);
  const target = `assets/${hashedName(name, contents)}`;
  files.delete(name);
  files.set(target, contents);
  return target;
}
