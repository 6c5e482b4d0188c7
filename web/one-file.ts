/**
 * The entry of self-attention.html, which holds everything in one script. Where there is no document, it runs in a worker
 * that the page has started from the same text.
 */
import './core/embedded-core.ts';
import { beWorker, startFromSameScript } from './page/worker/same-script.ts';
import { overrideWorkers } from './page/worker/start-worker.ts';

overrideWorkers(startFromSameScript);
void (typeof document === 'undefined' ? beWorker(self.name) : import('./main.ts'));
