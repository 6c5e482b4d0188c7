// The plots of the guide as files of their own, light or dark as the reader's system is.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { inProject } from '../../src/toolchain/paths.mjs';
import { bundle } from '../node/support/bundle.mjs';

/** Writes a plot of each section that `results` has into `folder`. */
export async function drawPlots(results, folder) {
  const { plots } = await bundle('web/docs/benchmarks.ts');
  const { benchmarks: words } = await bundle('web/i18n/en/docs.ts');
  const { outputFiles } = await build({
    entryPoints: [inProject('web/docs/docs.css')],
    bundle: true,
    minify: true,
    write: false,
  });
  const style = `<style>${outputFiles[0].text.trim()}</style>`;
  for (const { name, svg } of plots(results, words)) {
    await writeFile(join(folder, `${name}.svg`), svg.replace('</title>', `</title>${style}`));
  }
}
