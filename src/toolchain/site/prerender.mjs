// What is written into the pages when they are built.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { inProject } from '../paths.mjs';
import { common } from './bundle.mjs';

const OUTPUT = inProject('build/site/prerendered.mjs');

/** The default scene and the lessons through the built core, here in Node: the numbers shown where no script has run. */
export async function prerender(plugins, siteUrl) {
  const { outputFiles } = await esbuild.build({
    ...common,
    stdin: {
      contents: `
        export { prerenderedPage } from './page/prerender.ts';
        export { embed as embedWords } from './i18n/en/embed.ts';
        export { notFoundPage } from './docs/not-found.ts';
        export { languages } from './i18n/language.ts';
        export { themeColours } from './views/shared/theme-colours.ts';
        export { benchmarksPage, guides } from './docs/benchmarks.ts';
        export { guidePages } from './docs/guides.ts';
        export { loadCore } from './core/index.ts';
        export { lessonFigures } from './export/lesson-figures.ts';
        export { headTitles } from './page/shell/catalogue.ts';
        export { defaultScene } from './scene/index.ts';`,
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
  const { prerenderedPage, loadCore, defaultScene, headTitles, lessonFigures, ...docs } = await import(
    `${pathToFileURL(OUTPUT)}?${Date.now()}`
  );
  const wasm = inProject('build/wasm/core/core-simd.wasm');
  const core = await loadCore(existsSync(wasm) ? { flavour: 'simd', wasmBinary: await readFile(wasm) } : {});
  const trace = core.attend(defaultScene);
  const head = defaultScene.view?.head ?? 0;
  const { shape, data } = trace.tensor('weights');
  const size = shape[1] * shape[2];
  const prerendered = {
    scene: defaultScene,
    tokens: trace.tokens,
    heads: shape[0],
    head,
    headTitle: headTitles(defaultScene)[head] ?? '',
    query: defaultScene.view?.focus ?? 0,
    weights: data.slice(head * size, (head + 1) * size),
  };
  trace.dispose();
  return { prerendered, prerenderedPage, figures: lessonFigures(core, siteUrl), ...docs };
}
