import { trusted } from '../worker/policy.ts';

const address = new URL('./worker.ts', import.meta.url).href;

/** Starts the worker that trains: one of the site's own, apart from the others so that a first visit does not know of it. */
export const startTrainingWorker = (): Worker => new Worker(trusted(address), { type: 'module', name: 'training' });
