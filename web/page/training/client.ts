import type { TrainingRequest, TrainingResponse } from './protocol.ts';
import { startTrainingWorker } from './start-training-worker.ts';

/** A training worker as the page sees it. The first request starts it; after an error or `close` the next request starts a new one. */
export class TrainingClient {
  private worker: Worker | null = null;

  constructor(
    private readonly receive: (response: TrainingResponse) => void,
    private readonly lose: (message: string) => void,
  ) {}

  post(request: TrainingRequest): void {
    this.worker ??= this.start();
    this.worker.postMessage(request);
  }

  /** Ends the worker and everything that it is doing. */
  close(): void {
    this.worker?.terminate();
    this.worker = null;
  }

  private start(): Worker {
    const worker = startTrainingWorker();
    worker.onmessage = ({ data }: MessageEvent<TrainingResponse>) => this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.close();
      this.lose(event.message);
    };
    return worker;
  }
}
