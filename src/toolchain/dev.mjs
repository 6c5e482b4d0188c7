// `npm run dev`: Vite serves the page from its sources and reloads it after each edit, also after one of the C++ core.
import { createServer, mergeConfig } from 'vite';
import { buildWasm } from './build.mjs';
import { say } from './command.mjs';
import { inProject } from './paths.mjs';
import { settings } from './vite.mjs';

/** Serves the page until the process is asked to end. `tools` is what `setup` returned. Throws what Vite throws. */
export async function serveSources(tools, port) {
  const server = await createServer(
    mergeConfig(settings(), {
      logLevel: 'info',
      cacheDir: inProject('build/vite'),
      server: { port, fs: { allow: [inProject()] }, watch: { ignored: [inProject('build/**')] } },
      plugins: [unprerenderedPage, reloadedCore(tools)],
    }),
  );
  await server.listen();
  server.printUrls();
  await new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, done);
  });
  await server.close();
  return true;
}

/** index.html with its texts, but without the picture that the built page has before a script runs. */
const unprerenderedPage = {
  name: 'unprerendered-page',
  transformIndexHtml: {
    order: 'pre',
    async handler(html, { server }) {
      const { prerenderedPage } = await server.ssrLoadModule('/page/prerender.ts');
      const names = { firstPaint: '/page/first-paint.ts', schema: '', licence: '', version: 'dev' };
      return prerenderedPage(html.replace('<script vite-ignore', '<script type="module"'), names, null);
    },
  },
};

/** Builds the core again when one of its sources changes, then reloads the page. An error of the compiler is shown on the page. */
const reloadedCore = (tools) => ({
  name: 'reloaded-core',
  configureServer(server) {
    let isBuilding = false;
    let isStale = false;
    const build = async () => {
      while (isStale) {
        isStale = false;
        // The page needs the first; training follows.
        for (const target of ['core-simd', 'training-simd']) {
          await buildWasm(tools, [target]);
          if (isStale) break;
          server.moduleGraph.invalidateAll();
          server.ws.send({ type: 'full-reload' });
        }
      }
    };
    const onChange = async (file) => {
      if (!/\.(cpp|hpp|cmake)$/.test(file)) return;
      isStale = true;
      if (isBuilding) return;
      isBuilding = true;
      try {
        await build();
      } catch (error) {
        say(error.message);
        server.ws.send({ type: 'error', err: { message: error.message, stack: '' } });
      }
      isBuilding = false;
    };
    server.watcher.add(inProject('src'));
    server.watcher.on('change', onChange);
  },
});
