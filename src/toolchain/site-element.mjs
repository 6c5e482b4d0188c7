// The custom element as the site gives it to other people's pages.
import * as esbuild from 'esbuild';
import { bundled, DIST, wasmAddressesFrom } from './site-bundle.mjs';

/** The element, in a build of its own: its pages have nothing of the site's. The core's modules are in a chunk, beside the wasm. */
export const elementBundle = (plugins) =>
  esbuild.build({
    ...bundled,
    entryPoints: { 'self-attention': 'web/element/define.ts' },
    outdir: DIST,
    entryNames: '[name]',
    chunkNames: 'assets/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
    plugins: [...plugins, wasmAddressesFrom('assets/')],
  });
