import { trusted } from '../../worker/policy.ts';

const address = new URL('./worker.ts', import.meta.url).href;

/** Starts a worker that trains on a task: one of the site's own, which a first visit does not know of. */
export const startTaskWorker = (): Worker => new Worker(trusted(address), { type: 'module', name: 'training-task' });
