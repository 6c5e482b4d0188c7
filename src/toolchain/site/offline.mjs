// The service worker of the offline copy (web/offline/service-worker.ts), which knows the names of the files that it copies.
import { createHash } from 'node:crypto';
import { buildScript } from '../vite.mjs';

/** The script that keeps a copy of `files`: pairs of a name in dist/ and its contents. */
export async function serviceWorker(files, options) {
  const hash = createHash('sha256');
  for (const [name, contents] of files) hash.update(`${name}\0`).update(contents);
  const names = files.map(([name]) => name.replace(/(^|\/)index\.html$/, '$1'));
  const built = await buildScript('service-worker.js', 'web/offline/service-worker.ts', options, {
    define: {
      COPIED_FILES: JSON.stringify(names),
      COPY_VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
    },
    build: { sourcemap: false, minify: false },
  });
  return built.get('service-worker.js');
}
