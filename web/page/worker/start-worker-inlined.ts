import { trusted } from './policy.ts';
import type { Scope, WorkerName } from './scope.ts';

/** All that runs here is one script; a worker is that script once more. It has to be asked for while the script begins. */
const source = typeof document === 'undefined' ? '' : (document.currentScript?.textContent ?? '');

let address = '';

const modules: Readonly<Record<WorkerName, () => Promise<{ runWorker: (scope: Scope<unknown, unknown>) => void }>>> = {
  attention: () => import('../large-scene/worker.ts'),
  import: () => import('../matrix-editor/import-worker.ts'),
};

/** Runs the worker that this script was started as. */
export const beWorker = (name: string): unknown => Object.hasOwn(modules, name) && modules[name as WorkerName]();

/**
 * Takes the place of start-worker.ts in the page of one file. Where the browser starts no worker from a blob, what it would
 * have done is done on this thread, in its slices.
 */
export function startWorker(name: WorkerName): Worker {
  try {
    address ||= URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    return new Worker(trusted(address), { name });
  } catch {
    return workHere(name);
  }
}

/** What a page sees of a worker, without one. */
function workHere(name: WorkerName): Worker {
  const { port1, port2 } = new MessageChannel();
  const scope: Scope<unknown, unknown> = {
    postMessage: (response, { transfer }) => port2.postMessage(response, transfer),
    onmessage: null,
  };
  const asked: MessageEvent[] = [];
  port2.onmessage = (event) => (scope.onmessage === null ? asked.push(event) : scope.onmessage(event));
  void modules[name]().then(({ runWorker }) => {
    runWorker(scope);
    for (const event of asked) scope.onmessage?.(event);
  });
  const stand: Pick<Worker, 'postMessage' | 'onmessage' | 'onerror' | 'terminate'> = {
    postMessage: (message: unknown) => port1.postMessage(message),
    onmessage: null,
    onerror: null,
    terminate: () => port1.close(),
  };
  port1.onmessage = (event) => stand.onmessage?.call(stand as Worker, event);
  return stand as Worker;
}
