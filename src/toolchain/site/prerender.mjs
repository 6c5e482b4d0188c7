// Runs web/site.ts in Node, which writes the text of the pages.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { inProject } from '../paths.mjs';
import { load } from '../vite.mjs';

/** Computes the page's first scene and the lessons' figures with the built core. Readers see them before a script runs. */
export async function prerender(options) {
  const { prerenderedScene, loadCore, lessonFigures, ...docs } = await load('web/site.ts', undefined, options);
  const wasm = inProject('build/wasm/core/core-simd.wasm');
  const core = await loadCore(existsSync(wasm) ? { wasmBinary: await readFile(wasm) } : {});
  return { prerendered: prerenderedScene(core), figures: lessonFigures(core, options.siteUrl), ...docs };
}
