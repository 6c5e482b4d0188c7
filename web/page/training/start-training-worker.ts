import { trusted } from '../worker/policy.ts';

/** One that learns what a reader wants of the page's scene, and one that learns a task. */
const addresses = {
  training: new URL('./worker.ts', import.meta.url).href,
  'training-task': new URL('./task/worker.ts', import.meta.url).href,
};

/** Starts a worker that trains: one of the site's own, apart from the others so that a first visit does not know of it. */
export const startTrainingWorker = (name: keyof typeof addresses): Worker =>
  new Worker(trusted(addresses[name]), { type: 'module', name });
