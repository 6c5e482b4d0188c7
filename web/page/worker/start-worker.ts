import attention from '../large-scene/worker.ts?worker&url';
import matrices from './import-worker.ts?worker&url';
import { trusted } from './policy.ts';
import type { WorkerName } from './scope.ts';

const addresses: Readonly<Record<WorkerName, string>> = { attention, import: matrices };

let start = (name: WorkerName): Worker => new Worker(trusted(addresses[name]), { type: 'module', name });

/** Starts one of the site's workers. */
export const startWorker = (name: WorkerName): Worker => start(name);

/** Starts all workers with `override` instead. */
export function overrideWorkers(override: typeof start): void {
  start = override;
}
