import { trusted } from '../worker/policy.ts';

/**
 * Has the browser keep a copy of the site for when there is no network (web/offline/service-worker.ts). A page in a frame
 * keeps nothing, nor does one that `npm run dev` serves. Where the browser allows no copy, the page works as it does without one.
 */
export async function keepOfflineCopy(): Promise<void> {
  if (import.meta.env.DEV || parent !== window || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  try {
    const address = trusted(new URL('service-worker.js', document.baseURI).href);
    // Asked for anew at each visit, whatever the host says of caching.
    await serviceWorker.register(address, { updateViaCache: 'none' });
    const { active } = await serviceWorker.ready;
    active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
  } catch {
    // Nothing of the page needs the copy.
  }
}
