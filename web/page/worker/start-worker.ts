import { trusted } from './policy.ts';
import type { WorkerName } from './scope.ts';

const addresses: Readonly<Record<WorkerName, string>> = {
  attention: new URL('../large-scene/worker.ts', import.meta.url).href,
  import: new URL('../matrix-editor/import-worker.ts', import.meta.url).href,
};

/** Starts one of the site's own workers. */
export const startWorker = (name: WorkerName): Worker => new Worker(trusted(addresses[name]), { type: 'module', name });
