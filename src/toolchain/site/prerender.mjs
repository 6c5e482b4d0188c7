// Text that is written into the pages when they are built.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { inProject } from '../paths.mjs';
import { load } from '../vite.mjs';

/** Computes the page's first scene and the lessons' figures by the built core, here in Node: they are on the page before a script runs. */
export async function prerender(options) {
  const { prerenderedScene, loadCore, lessonFigures, ...docs } = await load('web/site.ts', undefined, options);
  const wasm = inProject('build/wasm/core/core-simd.wasm');
  const core = await loadCore(existsSync(wasm) ? { wasmBinary: await readFile(wasm) } : {});
  return { prerendered: prerenderedScene(core), figures: lessonFigures(core, options.siteUrl), ...docs };
}
