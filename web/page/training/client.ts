import { trainingWords } from '../../i18n/training.ts';
import { trainingProblems } from '../../i18n/training-problems.ts';
import { explain, problemOf } from '../../session/problem.ts';
import type { TrainingRequest, TrainingResponse } from './protocol.ts';
import { startTrainingWorker } from './start-training-worker.ts';

type Answer = Exclude<TrainingResponse, { kind: 'failed' }>;
type Turnless<Request> = Request extends { readonly turn: number } ? Omit<Request, 'turn'> : never;

/** Why there is no answer. */
export interface Failed {
  readonly why: string;
  /** As the core's errors have it. */
  readonly code: string;
  /** What there is none of; 'all' where the worker has ended. */
  readonly of: 'gradient' | 'step' | 'run' | 'all';
}

/**
 * A worker that trains, as the page sees it. Only the answers to the newest question come through. It is started with the first
 * question; one that falls over says so, and the next question starts another.
 */
export class TrainingClient {
  private worker: Worker | null = null;
  private turn = 0;

  constructor(
    private readonly answered: (answer: Answer) => void,
    private readonly failed: (failed: Failed) => void,
  ) {}

  ask(question: Turnless<TrainingRequest>): void {
    this.turn += 1;
    this.open().postMessage({ ...question, turn: this.turn });
  }

  press(kind: 'play' | 'pause' | 'once'): void {
    this.worker?.postMessage({ kind } satisfies TrainingRequest);
  }

  /** Nothing of what is under way is wanted any more. */
  close(): void {
    this.turn += 1;
    this.worker?.terminate();
    this.worker = null;
  }

  private open(): Worker {
    if (this.worker !== null) return this.worker;
    const worker = startTrainingWorker('training');
    worker.onmessage = ({ data }: MessageEvent<TrainingResponse>) => this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.close();
      this.failed({ why: event.message || trainingWords.noWorker, code: 'unexpected', of: 'all' });
    };
    this.worker = worker;
    return worker;
  }

  private receive(response: TrainingResponse): void {
    if (response.turn !== this.turn) return;
    if (response.kind !== 'failed') this.answered(response);
    else {
      const { code, of } = response;
      this.failed({ why: explain(problemOf(response), trainingProblems), code, of });
    }
  }
}
