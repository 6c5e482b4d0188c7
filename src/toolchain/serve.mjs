// A small server for the built site, on this machine only, with the headers the site is meant to be served with.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { Stop, say } from './command.mjs';
import { inProject } from './paths.mjs';
import { COMMON_HEADERS, CONTENT_SECURITY_POLICY } from './site/headers.mjs';

const HEADERS = { 'Content-Security-Policy': CONTENT_SECURITY_POLICY, ...COMMON_HEADERS };

/**
 * Pages that bring their own policy. The site's would refuse the scripts of the page in one file, which are in it; and in WebKit
 * those of embed.html too, where it is in a sandboxed frame: a frame without an origin has no 'self'.
 */
const BRINGS_ITS_OWN = /\/(self-attention|embed)\.html$/;

/**
 * Serves the folder `root` on 127.0.0.1. `port` 0 means any; one that is taken is passed over for the next free one.
 * `headers` replaces or, with undefined, removes single headers. Returns { url, port, close() }.
 * Throws Node's error when no port can be had.
 */
export async function serve({ root, port = 0, headers = {} }) {
  const fixed = Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== undefined);
  // `dev`: what is in the folder is looked up for every request, since a build may replace it.
  const files = sirv(root, { dev: true, etag: true });
  const server = createServer((request, response) => {
    const [path] = request.url.split('?');
    for (const [name, value] of fixed) response.setHeader(name, value);
    if (BRINGS_ITS_OWN.test(path)) response.removeHeader('Content-Security-Policy');
    // Relative addresses in the page of a folder need the slash.
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

// As static hosts do.
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

/** `npm start`: serves dist/ until the process is asked to end. Throws Stop. */
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
