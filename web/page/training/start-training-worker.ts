import { trusted } from '../worker/policy.ts';

const address = new URL('./worker.ts', import.meta.url).href;

/** Starts the worker that trains. It is not among the other workers, so that a first visit does not fetch it. */
export const startTrainingWorker = (): Worker => new Worker(trusted(address), { type: 'module', name: 'training' });
