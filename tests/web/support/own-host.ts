import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test as base } from './engine.ts';
import { dist } from './test.ts';
import { type Watch, watched, watching } from './watch.ts';

/** A host's page, and its headers. */
interface HostPage {
  readonly markup: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Server {
  readonly url: string;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Serves a host's pages by their paths, and the built site beside them with the headers `files`, without the site's own headers. */
export async function serveHost(
  pages: Readonly<Record<string, HostPage>>,
  files: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const page = pages[path];
    if (page !== undefined) {
      const type = types[extname(path)] ?? types['.html'];
      response.writeHead(200, { 'Content-Type': type, ...page.headers }).end(page.markup);
      return;
    }
    try {
      const body = await readFile(join(dist, normalize(path)));
      response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'text/plain', ...files }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A whole document around `body`, with an empty icon, because browsers request one. */
export const markup = (body: string, head = '', html = 'lang="en"'): string =>
  `<!doctype html><html ${html}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A host</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;

/** The element’s module, as a host includes it. */
export const module = '<script type="module" src="/self-attention.js"></script>';
export const classic = '<script src="/self-attention.classic.js"></script>';

interface Fixtures {
  /** Opens a host's page and returns it. Complaints fail the test when it is over. */
  readonly host: (page: HostPage | string, more?: Readonly<Record<string, HostPage>>) => Promise<Page>;
  readonly watch: Watch;
}

export const test = base.extend<Fixtures>({
  // Only servers of this machine may receive requests. A policy without images refuses the pages' empty icon.
  context: ({ context }, use) => watched(context, 'http://127.0.0.1:', use, /data:,|img-src data/),
  watch: watching,
  host: async ({ page }, use) => {
    const servers: Server[] = [];
    await use(async (given, more = {}) => {
      const server = await serveHost({ '/': typeof given === 'string' ? { markup: given } : given, ...more });
      servers.push(server);
      await page.goto(server.url);
      return page;
    });
    for (const server of servers) await server.close();
  },
});

export { expect };
