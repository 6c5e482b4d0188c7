// node serve-sources.mjs NAME CACHE: starts the development server of a Vite (`vite`, `vite-5` …), of Astro or of VitePress on
// the sources here, without any setting for the package, and prints its address. CACHE is the folder for what it bundles ahead.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const [, , name, cacheDir] = process.argv;
const folder = (path) => fileURLToPath(new URL(path, import.meta.url));
const vite = { cacheDir, optimizeDeps: { force: true } };
const server = { host: '127.0.0.1', port: 0 };

const start = {
  astro: async () => {
    const { dev } = await import('astro');
    const { address } = await dev({
      root: folder('astro/'),
      server: { ...server, port: 4399 },
      devToolbar: { enabled: false },
      logLevel: 'error',
      ...{ vite, cacheDir },
    });
    return address.port;
  },
  vitepress: async () => {
    const { createServer } = await import('vitepress');
    // It has a folder of its own for that, and does not ask whether the package has changed.
    await rm(folder('vitepress/.vitepress/cache'), { recursive: true, force: true });
    return listen(await createServer(folder('vitepress/'), server));
  },
};

async function viteServer() {
  const { createServer } = await import(name);
  const root = folder('bundlers/vite/');
  return listen(await createServer({ root, configFile: false, ...vite, server, logLevel: 'error' }));
}

async function listen(made) {
  await made.listen();
  return made.httpServer.address().port;
}

console.log(`http://127.0.0.1:${await (start[name] ?? viteServer)()}/`);
