// What is written into the pages when they are built.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { inProject } from '../paths.mjs';
import { common } from './bundle.mjs';

const OUTPUT = inProject('build/site/prerendered.mjs');

/** What the page opens with and the lessons through the built core, here in Node: the numbers shown where no script has run. */
export async function prerender(plugins, siteUrl) {
  const { outputFiles } = await esbuild.build({
    ...common,
    stdin: {
      contents: `
        export { prerenderedPage, prerenderedScene } from './page/prerender.ts';
        export { embed as embedWords } from './i18n/en/element/embed.ts';
        export { notFoundPage } from './docs/not-found.ts';
        export { languages } from './i18n/language.ts';
        export { themeColours } from './views/shared/theme-colours.ts';
        export { benchmarksPage, guides } from './docs/benchmarks.ts';
        export { guidePages, languagesOf } from './docs/guides.ts';
        export { loadCore } from './core/index.ts';
        export { lessonFigures } from './export/lesson-figures.ts';`,
      resolveDir: inProject('web'),
      loader: 'ts',
    },
    loader: { '.wasm': 'file' },
    outfile: OUTPUT,
    platform: 'node',
    plugins,
  });
  await mkdir(dirname(OUTPUT), { recursive: true });
  for (const { path, contents } of outputFiles) await writeFile(path, contents);
  const { prerenderedScene, loadCore, lessonFigures, ...docs } = await import(`${pathToFileURL(OUTPUT)}?${Date.now()}`);
  const wasm = inProject('build/wasm/core/core-simd.wasm');
  const core = await loadCore(existsSync(wasm) ? { wasmBinary: await readFile(wasm) } : {});
  return { prerendered: prerenderedScene(core), figures: lessonFigures(core, siteUrl), ...docs };
}
