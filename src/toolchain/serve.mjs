// A small local server for the built site, with the same headers as in production.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { Stop, say } from './command.mjs';
import { inProject } from './paths.mjs';
import { COMMON_HEADERS, CONTENT_SECURITY_POLICY } from './site/headers.mjs';

const HEADERS = { 'Content-Security-Policy': CONTENT_SECURITY_POLICY, ...COMMON_HEADERS };

/**
 * Pages with their own policy. The site's policy would block the inline scripts of the page in one file. In WebKit it would also
 * block those of embed.html in a sandboxed frame, since a frame without an origin has no 'self'.
 */
const BRINGS_ITS_OWN = /\/(self-attention|embed)\.html$/;

/**
 * Serves the folder `root` on 127.0.0.1. `port` 0 means any port; if a port is taken, the next free one is used. `headers` replaces
 * headers, or removes them with undefined. Returns { url, port, close() }. Throws Node's error if no port is free.
 */
export async function serve({ root, port = 0, headers = {} }) {
  const fixed = Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== undefined);
  // `dev` looks up files at each request, since a build may replace them.
  const files = sirv(root, { dev: true, etag: true });
  const server = createServer((request, response) => {
    const [path] = request.url.split('?');
    for (const [name, value] of fixed) response.setHeader(name, value);
    if (BRINGS_ITS_OWN.test(path)) response.removeHeader('Content-Security-Policy');
    // Relative addresses in a folder's page need the slash.
    if (!/\.|\/$/.test(path)) return response.writeHead(301, { Location: `${path.replace(/^\/+/, '/')}/` }).end();
    files(request, response, () => notFound(root, response));
  });
  const taken = await listen(server, port);
  return {
    url: `http://127.0.0.1:${taken}/`,
    port: taken,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

// Static hosts do the same.
function notFound(root, response) {
  const page = join(root, '404.html');
  const isThere = existsSync(page);
  response.writeHead(404, { 'Content-Type': isThere ? 'text/html; charset=utf-8' : 'text/plain' });
  response.end(isThere ? readFileSync(page) : 'Not found.\n');
}

async function listen(server, port) {
  for (let candidate = port; ; candidate++) {
    try {
      await new Promise((done, failed) => {
        server.once('error', failed);
        server.listen(candidate, '127.0.0.1', () => {
          server.off('error', failed);
          done();
        });
      });
      return server.address().port;
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || port === 0 || candidate >= Math.min(port + 99, 65535)) throw error;
    }
  }
}

/** `npm start`: serves dist/ until the process is told to end. Throws Stop. */
export async function serveSite(port) {
  if (!existsSync(inProject('dist/index.html'))) throw new Stop('The build left no dist/index.html to serve.');
  const server = await serve({ root: inProject('dist'), port });
  say(`\n  ${server.url}\n\n  Ctrl-C ends it.`);
  await new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, done);
  });
  await server.close();
  return true;
}
