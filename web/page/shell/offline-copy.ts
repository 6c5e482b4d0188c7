import { trusted } from '../worker/policy.ts';

/**
 * Asks the browser to keep a copy of the site for offline use (web/offline/service-worker.ts). A framed page does
 * not, nor does one served by `npm run dev` or in one file. If the browser refuses, the page works without a copy.
 */
export async function keepOfflineCopy(): Promise<void> {
  if (import.meta.env.DEV || IS_ONE_SCRIPT || parent !== window || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  try {
    const address = trusted(new URL('service-worker.js', document.baseURI).href);
    // Checked at each visit, whatever the host's cache headers say.
    await serviceWorker.register(address, { updateViaCache: 'none' });
    const { active } = await serviceWorker.ready;
    active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
  } catch {
    // The page does not depend on the copy.
  }
}
