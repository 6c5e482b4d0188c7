import { trusted } from '../worker/policy.ts';
import address from './worker.ts?worker&url';

/** Starts the worker that trains. It is apart from the other workers so that a first visit does not load it. */
export const startTrainingWorker = (): Worker => new Worker(trusted(address), { type: 'module', name: 'training' });
