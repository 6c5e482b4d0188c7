/**
 * The entry of self-attention.html, which holds everything in one script. Where there is no document, it runs in a worker
 * that the page has started from the same text.
 */
import { beWorker } from './page/worker/start-worker-inlined.ts';

void (typeof document === 'undefined' ? beWorker(self.name) : import('./main.ts'));
