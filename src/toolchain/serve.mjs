// A small server for the built site, on this machine only, with the headers the site is meant to be served with.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, extname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The policy the page keeps: own files only, no code from strings, and no markup except through Lit. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "object-src 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html self-attention-worker',
].join('; ');

/** The page in one file brings its own policy, with the hashes of what is in it: the site's would refuse its script. */
const BRINGS_ITS_OWN = 'self-attention.html';

/** The headers of every response. */
export const HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const WORTH_COMPRESSING = /^(text\/|application\/(json|wasm|manifest)|image\/svg)/;

/**
 * Serves the folder `root` on 127.0.0.1. `port` 0 means any; one that is taken is passed over for the next free one.
 * `headers` replaces or, with undefined, removes single headers; `compressed` false sends files as they are. Returns { url, port, close() }.
 * Throws Node's error when no port can be had.
 */
export async function serve({ root, port = 0, headers = {}, compressed = true }) {
  const folder = await realpath(root);
  const fixed = Object.fromEntries(
    Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== undefined),
  );
  const cache = new Map();
  const server = createServer((request, response) => {
    answer(request, response, folder, fixed, compressed ? cache : undefined).catch((error) => {
      if (!response.headersSent) response.writeHead(500, { ...fixed, 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(`${error.message}\n`);
    });
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

async function answer(request, response, folder, fixed, cache) {
  const plain = (status, text, more = {}) => {
    response.writeHead(status, { ...fixed, ...more, 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(request.method === 'HEAD' ? undefined : `${text}\n`);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return plain(405, 'Only GET and HEAD.', { Allow: 'GET, HEAD' });
  const asked = pathOf(request.url);
  if (asked === undefined) return plain(400, 'This address cannot be read.');
  let [status, file] = [200, await within(folder, asked)];
  if (file && (await stat(file)).isDirectory()) {
    // Relative addresses in the page need the slash.
    if (!asked.endsWith('/')) return plain(301, 'Moved.', { Location: `${encodeURI(asked).replace(/^\/+/, '/')}/` });
    file = await within(folder, `${asked}index.html`);
  }
  if (!file) {
    [status, file] = [404, await within(folder, '/404.html')];
    if (!file) return plain(404, `There is no ${asked} here.`);
  }
  await send(request, response, status, file, fixed, cache);
}

function pathOf(url) {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

// The real place of a file decides whether it is inside: neither `..` nor a link leads out.
async function within(folder, path) {
  const place = resolve(join(folder, path));
  const real = await realpath(place).catch(() => undefined);
  return real === folder || real?.startsWith(folder + sep) ? real : undefined;
}

async function send(request, response, status, file, fixed, cache) {
  const info = await stat(file);
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  const encoding = cache && WORTH_COMPRESSING.test(type) ? preferred(request.headers['accept-encoding']) : undefined;
  const tag = createHash('sha256')
    .update(`${file} ${info.size} ${info.mtimeMs} ${encoding}`)
    .digest('base64url')
    .slice(0, 22);
  const { 'Content-Security-Policy': policy, ...others } = fixed;
  const headers = {
    ...others,
    ...(policy === undefined || basename(file) === BRINGS_ITS_OWN ? {} : { 'Content-Security-Policy': policy }),
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    ETag: `"${tag}"`,
    Vary: 'Accept-Encoding',
  };
  if (status === 200 && request.headers['if-none-match'] === headers.ETag) {
    response.writeHead(304, headers);
    return response.end();
  }
  if (!encoding) {
    response.writeHead(status, { ...headers, 'Content-Length': info.size });
    if (request.method === 'HEAD') return response.end();
    return createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  }
  if (!cache.has(tag)) cache.set(tag, compress(encoding, await readFile(file)));
  const body = await cache.get(tag);
  response.writeHead(status, { ...headers, 'Content-Encoding': encoding, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function preferred(accepted = '') {
  const allowed = accepted
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  return ['br', 'gzip'].find((name) => allowed.includes(name));
}

// At full strength, as a static host stores them: the byte counts of the tests are the visitors'.
const compress = (encoding, body) =>
  encoding === 'br'
    ? promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    : promisify(gzip)(body, { level: 9 });
