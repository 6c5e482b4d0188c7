/**
 * Keeps a copy of the playground and its guides, so that they open without a network. With one, pages always come from the
 * network: a release arrives at the next visit. Only the page of the playground registers it; what other sites embed is no part of the copy.
 */

declare const self: ServiceWorkerGlobalScope;

export type {};

/** What the build fills in: the files of the copy by their names in the site, '' for its index.html, and a hash of them all. */
declare const COPIED_FILES: readonly string[];
declare const COPY_VERSION: string;

const { scope } = self.registration;
const page = scope;
const addresses = new Set(COPIED_FILES.map((name) => new URL(name, scope).href));

/** Copies of other folders of the same origin are none of this one's business. */
const prefix = `self-attention ${scope} `;
const cacheName = prefix + COPY_VERSION;

/** A name with a hash of its contents: what was once kept under it is right for ever. */
const isHashed = (address: string): boolean => /-[0-9A-Z]{8}\.\w+$/.test(address);

/** The address under which a file is kept: a page is the same file whatever its ? and # say. */
const addressOf = (url: string): string => url.replace(/[?#].*$/s, '').replace(/\/index\.html$/, '/');

/** Adds files to this release's copy. Rejects where one does not come; what has come by then stays. */
async function keep(wanted: Iterable<string>): Promise<void> {
  const cache = await caches.open(cacheName);
  const keepOne = async (address: string): Promise<void> => {
    if ((await cache.match(address)) !== undefined) return;
    const kept = isHashed(address) ? await caches.match(address) : undefined;
    const response = kept ?? (await fetch(address, { cache: isHashed(address) ? 'default' : 'no-cache' }));
    if (!response.ok) throw new Error(`${address}: status ${response.status}`);
    // A page that a host has redirected could not be shown from the copy: what it led to can.
    await cache.put(address, response.redirected ? new Response(response.body, response) : response);
  };
  await Promise.all([...wanted].map(keepOne));
}

/** A first visit costs what it costs without a copy; a release takes the place of the one before it as a whole. */
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

/** Where the network fails, the next visit tries again. */
const whereItCan = (work: Promise<void>): Promise<void> => work.catch(() => undefined);

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(removeOtherReleases()));

// What the page has fetched by now, which the browser's own cache still has.
self.addEventListener('message', (event) => {
  const fetched: readonly string[] = event.data;
  event.waitUntil(whereItCan(keep(fetched.filter((address) => addresses.has(address)))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = addressOf(request.url);
  if (request.method !== 'GET' || !addresses.has(address)) return;
  event.respondWith(isHashed(address) ? fixedFile(request, address) : newestFile(request, address));
  // Somebody has come back: the rest of the copy is worth fetching.
  if (request.mode === 'navigate') event.waitUntil(whereItCan(keep(addresses)));
});
