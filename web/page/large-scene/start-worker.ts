import { trusted } from './worker-policy.ts';

const address = new URL('./worker.ts', import.meta.url).href;

/** Starts the site's own worker. */
export const startWorker = (): Worker => new Worker(trusted(address), { type: 'module', name: 'attention' });
