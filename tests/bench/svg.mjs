// The plots of the guide as files of their own, light or dark as the reader's system is.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject } from '../../src/toolchain/paths.mjs';
import { buildForBrowsers, hashed } from '../../src/toolchain/vite.mjs';
import { bundle } from '../node/support/bundle.mjs';

/** Writes a plot of each section that `results` has into `folder`. */
export async function drawPlots(results, folder) {
  const { plots } = await bundle('web/docs/benchmarks.ts');
  const { benchmarks: words } = await bundle('web/i18n/en/docs.ts');
  const files = await buildForBrowsers({ docs: inProject('web/docs/docs.css') });
  const style = `<style>${files
    .get(hashed(files, 'docs', 'css'))
    .toString()
    .trim()}</style>`;
  for (const { name, svg } of plots(results, words)) {
    await writeFile(join(folder, `${name}.svg`), svg.replace('</title>', `</title>${style}`));
  }
}
