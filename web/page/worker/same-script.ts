/**
 * The workers of the one-file page. Everything is in one script, so a worker runs that script again. If the browser
 * starts no worker from a blob, the worker's code runs on the page's thread, in slices.
 */
import { trusted } from './policy.ts';
import type { Scope, WorkerName } from './scope.ts';

/** `currentScript` is set only while the script first runs. */
const source = typeof document === 'undefined' ? '' : (document.currentScript?.textContent ?? '');

let address = '';

const modules: Readonly<Record<WorkerName, () => Promise<{ runWorker: (scope: Scope<unknown, unknown>) => void }>>> = {
  attention: () => import('../large-scene/worker.ts'),
  import: () => import('./import-worker.ts'),
};

/** Runs the worker that this script was started as. */
export const beWorker = (name: string): unknown => Object.hasOwn(modules, name) && modules[name as WorkerName]();

export function startFromSameScript(name: WorkerName): Worker {
  try {
    address ||= URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    return new Worker(trusted(address), { name });
  } catch {
    return startOnThisThread(name);
  }
}

/** An object with the interface of a worker. */
function startOnThisThread(name: WorkerName): Worker {
  const { port1, port2 } = new MessageChannel();
  const scope: Scope<unknown, unknown> = {
    postMessage: (response, { transfer }) => port2.postMessage(response, transfer),
    onmessage: null,
  };
  const early: MessageEvent[] = [];
  port2.onmessage = (event) => (scope.onmessage === null ? early.push(event) : scope.onmessage(event));
  void modules[name]().then(({ runWorker }) => {
    runWorker(scope);
    for (const event of early) scope.onmessage?.(event);
  });
  const worker: Pick<Worker, 'postMessage' | 'onmessage' | 'onerror' | 'terminate'> = {
    postMessage: (message: unknown) => port1.postMessage(message),
    onmessage: null,
    onerror: null,
    terminate: () => port1.close(),
  };
  port1.onmessage = (event) => worker.onmessage?.call(worker as Worker, event);
  return worker as Worker;
}
