import { createServer, type ServerResponse } from 'node:http';

const HOST = '127.0.0.1';

/** Other sites must neither read the page nor frame it, and nothing of it is stored. */
const fixed = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

interface Served {
  /** The address of the page. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves one page at / on 127.0.0.1, and nothing else. A request for another host is refused, because a name of another site could lead here.
 * Port 0 is any free one. Rejects with Node's error where the port cannot be used.
 */
export async function servePage(page: Uint8Array, policy: string, port: number): Promise<Served> {
  let hosts: ReadonlySet<string> = new Set();
  const headers = { ...fixed, 'Content-Security-Policy': `${policy}; frame-ancestors 'none'` };
  const server = createServer(({ method, url = '', headers: { host = '' } }, response) => {
    const [path] = url.split('?');
    const refuse = (status: number, why: string, more = {}): void => send(response, status, 'text/plain', why, more);
    if (!hosts.has(host.toLowerCase())) refuse(421, 'This address is not served here.\n');
    else if (method !== 'GET') refuse(405, 'Only GET is allowed.\n', { Allow: 'GET' });
    else if (path !== '/') refuse(404, 'There is only one page here.\n');
    else send(response, 200, 'text/html', page);
  });
  const send = (
    response: ServerResponse,
    status: number,
    type: string,
    body: string | Uint8Array,
    more: Readonly<Record<string, string>> = {},
  ): void => {
    const length = { 'Content-Length': Buffer.byteLength(body) };
    response.writeHead(status, { ...headers, ...more, ...length, 'Content-Type': `${type}; charset=utf-8` }).end(body);
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  hosts = new Set([HOST, 'localhost'].flatMap((name) => (taken === 80 ? [name, `${name}:80`] : [`${name}:${taken}`])));
  return {
    url: `http://${HOST}:${taken}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
