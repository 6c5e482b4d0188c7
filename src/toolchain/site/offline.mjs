// The service worker of the offline copy (web/offline/service-worker.ts), which knows the files that it copies.
import { createHash } from 'node:crypto';
import * as esbuild from 'esbuild';
import { oneScript } from './bundle.mjs';

/** The script that keeps a copy of `files`: pairs of a name in dist/ and its contents. */
export async function serviceWorker(files, plugins) {
  const hash = createHash('sha256');
  for (const [name, contents] of files) hash.update(`${name}\0`).update(contents);
  const names = files.map(([name]) => name.replace(/(^|\/)index\.html$/, '$1'));
  const { outputFiles } = await esbuild.build({
    ...oneScript,
    entryPoints: ['web/offline/service-worker.ts'],
    define: {
      COPIED_FILES: JSON.stringify(names),
      COPY_VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
    },
    plugins,
  });
  return outputFiles[0].contents;
}
