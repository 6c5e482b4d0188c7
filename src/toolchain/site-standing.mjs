// What is written into the pages when they are built.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { inProject } from './paths.mjs';
import { common } from './site-bundle.mjs';

const STANDING = inProject('build/site/standing.mjs');

/** The default scene and the lessons through the built core, here in Node: the numbers shown where no script has run. */
export async function standingPicture(plugins) {
  const { outputFiles } = await esbuild.build({
    ...common,
    stdin: {
      contents: `
        export { standingPage } from './page/prerender.ts';
        export { embed as embedWords } from './i18n/en/page.ts';
        export { benchmarksPage, guides } from './docs/benchmarks.ts';
        export { guidePages } from './docs/guides.ts';
        export { loadCore } from './core/index.ts';
        export { lessonFigures } from './export/lesson-figures.ts';
        export { catalogue, headTitles } from './page/shell/catalogue.ts';`,
      resolveDir: inProject('web'),
      loader: 'ts',
    },
    loader: { '.wasm': 'file' },
    outfile: STANDING,
    platform: 'node',
    plugins,
  });
  await mkdir(dirname(STANDING), { recursive: true });
  for (const { path, contents } of outputFiles) await writeFile(path, contents);
  const { standingPage, loadCore, catalogue, headTitles, lessonFigures, ...docs } = await import(
    `${pathToFileURL(STANDING)}?${Date.now()}`
  );
  const wasm = inProject('build/wasm/core/core-simd.wasm');
  const core = await loadCore(existsSync(wasm) ? { flavour: 'simd', wasmBinary: await readFile(wasm) } : {});
  const scene = catalogue.start;
  const trace = core.attend(scene);
  const head = scene.view?.head ?? 0;
  const { shape, data } = trace.tensor('weights');
  const size = shape[1] * shape[2];
  const standing = {
    scene,
    tokens: trace.tokens,
    heads: shape[0],
    head,
    headTitle: headTitles(scene)[head] ?? '',
    query: scene.view?.focus ?? 0,
    weights: data.slice(head * size, (head + 1) * size),
  };
  trace.dispose();
  return { standing, standingPage, figures: lessonFigures(core), ...docs };
}
