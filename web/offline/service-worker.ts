/**
 * Keeps a copy of the playground and its guides, so that they open without a network. With a network, pages always
 * come from it, so a release arrives at the next visit. Only the playground's page registers this worker, and files
 * for other sites are not part of the copy.
 */

declare const self: ServiceWorkerGlobalScope;

export type {};

/** Filled in by the build: the names of the copied files ('' for index.html), and a hash of them all. */
declare const COPIED_FILES: readonly string[];
declare const COPY_VERSION: string;

const { scope } = self.registration;
const page = scope;
const addresses = new Set(COPIED_FILES.map((name) => new URL(name, scope).href));

/** Caches of other folders on the same origin are left alone. */
const prefix = `self-attention ${scope} `;
const cacheName = prefix + COPY_VERSION;

/** A name with a content hash, whose file never changes. */
const isHashed = (address: string): boolean => /-[0-9a-f]{8}\.\w+$/.test(address);

/** The address under which a file is cached: ? and # do not change a page. */
const addressOf = (url: string): string => url.replace(/[?#].*$/s, '').replace(/\/index\.html$/, '/');

/** Adds files to this release's copy. Rejects if one fails. The others stay. */
async function keep(wanted: Iterable<string>): Promise<void> {
  const cache = await caches.open(cacheName);
  const keepOne = async (address: string): Promise<void> => {
    if ((await cache.match(address)) !== undefined) return;
    const kept = isHashed(address) ? await caches.match(address) : undefined;
    const response = kept ?? (await fetch(address, { cache: isHashed(address) ? 'default' : 'no-cache' }));
    if (!response.ok) throw new Error(`${address}: status ${response.status}`);
    // A redirected response cannot be served for a page, but its content can.
    await cache.put(address, response.redirected ? new Response(response.body, response) : response);
  };
  await Promise.all([...wanted].map(keepOne));
}

/** A first visit downloads nothing extra. A new release replaces the old one as a whole. */
async function install(): Promise<void> {
  await keep(self.registration.active === null ? [page] : addresses);
  await self.skipWaiting();
}

async function removeOtherReleases(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
  }
}

async function fixedFile(request: Request, address: string): Promise<Response> {
  return (await caches.match(address)) ?? fetch(request);
}

async function newestFile(request: Request, address: string): Promise<Response> {
  try {
    return await fetch(request, { cache: 'no-cache' });
  } catch (offline) {
    const kept = await caches.match(address);
    if (kept === undefined) throw offline;
    return kept;
  }
}

/** If the network fails, the next visit tries again. */
const ignoringFailure = (work: Promise<void>): Promise<void> => work.catch(() => undefined);

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(removeOtherReleases()));

// Files that the page has already fetched are still in the browser's own cache.
self.addEventListener('message', (event) => {
  const fetched: readonly string[] = event.data;
  event.waitUntil(ignoringFailure(keep(fetched.filter((address) => addresses.has(address)))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = addressOf(request.url);
  if (request.method !== 'GET' || !addresses.has(address)) return;
  event.respondWith(isHashed(address) ? fixedFile(request, address) : newestFile(request, address));
  // The reader returned, so the rest of the copy is worth fetching.
  if (request.mode === 'navigate') event.waitUntil(ignoringFailure(keep(addresses)));
});
