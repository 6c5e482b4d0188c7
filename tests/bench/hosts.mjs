// The engines that are measured: Node in a process of its own, and Chromium.
import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { inProject } from '../../src/toolchain/paths.mjs';
import { serve } from '../../src/toolchain/serve.mjs';
import { findTools } from '../../src/toolchain/system.mjs';
import { buildModules, bundleForNode } from '../../src/toolchain/vite.mjs';
import { wasmFolders } from './installed.mjs';

/** The same for every use of the browser here: nothing of its own goes on beside what is measured. */
export async function launch() {
  const { browser } = await findTools(['browser']);
  // Without one on this machine, Playwright looks for one of its own.
  return chromium.launch({
    ...(browser === undefined ? {} : { executablePath: browser.path }),
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--js-flags=--expose-gc'],
    ],
  });
}

/** { name, version, measure(asked), close() }; `asked` is what `measure` of inside.mjs takes. */
export async function host(name, withPeers) {
  return name === 'node' ? inNode(withPeers) : inChromium(withPeers);
}

function inNode(withPeers) {
  const bundled = withPeers && bundleForNode('tests/bench/peers/gradients.mjs', inProject('build/bench/node'));
  return {
    name: 'node',
    version: `Node ${process.versions.node}`,
    // A process for each section: nothing that one leaves behind is there for the next.
    async measure({ report, ...asked }) {
      const gradients = await bundled;
      const peers = withPeers ? { gradients: pathToFileURL(gradients).href } : undefined;
      return new Promise((resolve, reject) => {
        const child = fork(fileURLToPath(new URL('in-node.mjs', import.meta.url)), { execArgv: ['--expose-gc'] });
        child.on('message', (message) => {
          if ('line' in message) report(message.line);
          else if ('result' in message) resolve(message.result);
          else reject(new Error(message.error));
        });
        child.on('exit', (code) => reject(new Error(`the process that measures ended with ${code}`)));
        child.send({ ...asked, peers });
      });
    },
    close: async () => {},
  };
}

async function inChromium(withPeers) {
  const folder = inProject('build/bench/page');
  await bundled(folder, withPeers);
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Benchmark</title>');
  const browser = await launch();
  // Isolated from other origins, a page has the finer clock. The libraries make code of strings, which the site forbids.
  const server = await serve({
    root: inProject(),
    headers: {
      'Content-Security-Policy': undefined,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  });
  const address = (path) => `/${relative(inProject(), path)}/`;
  const peers = withPeers
    ? Object.fromEntries(Object.entries(wasmFolders).map(([name, path]) => [name, address(path)]))
    : undefined;
  return {
    name: 'chromium',
    version: `Chromium ${browser.version()}`,
    async measure({ report, ...asked }) {
      const page = await browser.newPage();
      try {
        await page.exposeFunction('report', report);
        await page.goto(`${server.url}${relative(inProject(), folder)}/`);
        return await page.evaluate(
          async (given) => {
            const { measure } = await import('./inside.js');
            if (!crossOriginIsolated) throw new Error('the page is not isolated: its clock is too coarse');
            return measure({ ...given, report: globalThis.report });
          },
          { ...asked, peers },
        );
      } finally {
        await page.close();
      }
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

// The package and ONNX Runtime stay as they are published; the rest becomes one file a module that is imported later.
async function bundled(folder, withPeers) {
  const published = {
    'self-attention/core': '/build/package/core.js',
    'self-attention/lessons': '/build/package/lessons.js',
    'self-attention/training': '/build/package/training.js',
    'onnxruntime-web/wasm': `/${relative(inProject(), wasmFolders.onnx)}/ort.wasm.min.mjs`,
  };
  const asPublished = {
    name: 'as-published',
    enforce: 'pre',
    resolveId(source) {
      if (Object.hasOwn(published, source)) return { id: published[source], external: true };
      // Without the libraries nothing imports their modules, which stay outside.
      return !withPeers && source.startsWith('./peers/') ? { id: source, external: true } : undefined;
    },
  };
  const output = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' };
  await buildModules({ inside: inProject('tests/bench/inside.mjs') }, undefined, {
    plugins: [asPublished],
    build: { write: true, outDir: folder, emptyOutDir: true, rolldownOptions: { output } },
  });
}
