/** The worker that computes gradients and trains. Requests are answered between two slices of a run. */
import { loadSceneCore } from '../../core/load.ts';
import { loadTraining, type Run, type RunArguments } from '../../training/index.ts';
import { yieldToMessages } from '../../views/shared/yield.ts';
import { failureOf } from '../worker/failure.ts';
import { loadOnce } from '../worker/load-once.ts';
import { type Respond, receiveMessages } from '../worker/scope.ts';
import { gradientResponse, stepResponse } from './gradient-requests.ts';
import type { RunFacts, TargetArguments, TrainingRequest, TrainingResponse } from './protocol.ts';
import { snapshotsOf } from './snapshot-schedule.ts';
import { TargetRun } from './target-run.ts';
import { TaskRun } from './task/task-run.ts';
import type { Begin, WorkerRun } from './worker-run.ts';

/** Milliseconds of one pause between slices, so that a request never waits longer. */
const LONGEST_PAUSE = 8;

type Check = Extract<TrainingRequest, { kind: 'check' }>;
type GradientRequest = Extract<TrainingRequest, { kind: 'gradient' }>;
type FailedPart = Extract<TrainingResponse, { kind: 'failed' }>['of'];

const hasTarget = (run: RunArguments): run is TargetArguments => run.loss?.kind === 'weights';

function factsOf(run: Run, given: RunArguments): RunFacts {
  const { bytes, size, symbols } = run;
  const snapshotBytes = run.snapshot().data.byteLength;
  // A run to target weights cannot be stepped back through.
  const kept = hasTarget(given) ? 1 : snapshotsOf(snapshotBytes);
  return { bytes, size, symbols, snapshotBytes, kept, example: run.example() };
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

class TrainingWorker {
  private readonly loadCore = loadOnce(loadSceneCore);
  private readonly loadTraining = loadOnce(loadTraining);
  private readonly requests: TrainingRequest[] = [];
  private run: WorkerRun | null = null;
  private isWorking = false;

  constructor(private readonly respond: Respond<TrainingResponse>) {}

  receive(request: TrainingRequest): void {
    this.requests.push(request);
    if (!this.isWorking) void this.work();
  }

  private async work(): Promise<void> {
    this.isWorking = true;
    while (this.requests.length > 0 || this.run?.isPlaying) {
      const request = this.requests.shift();
      if (request?.kind === 'gradient') await this.computeGradient(request);
      else if (request?.kind === 'check') await this.check(request);
      else if (request?.kind === 'begin') await this.begin(request);
      else this.advance(request);
      const wait = this.requests.length === 0 ? (this.run?.wait ?? 0) : 0;
      if (wait > 1) await pause(Math.min(wait, LONGEST_PAUSE));
      else await yieldToMessages();
    }
    this.isWorking = false;
  }

  /** Only the newest request of a kind is answered. */
  private isOutdated({ kind }: TrainingRequest): boolean {
    return this.requests.some((newer) => newer.kind === kind);
  }

  private async computeGradient(request: GradientRequest): Promise<void> {
    if (this.isOutdated(request)) return;
    let part: FailedPart = 'gradient';
    try {
      const [core, training] = await Promise.all([this.loadCore(), this.loadTraining()]);
      this.respond(gradientResponse(core, training, request));
      part = 'step';
      this.respond(stepResponse(core, training, request));
    } catch (thrown) {
      this.fail(request.requestId, part, thrown);
    }
  }

  private async check(request: Check): Promise<void> {
    if (this.isOutdated(request)) return;
    const { requestId, run: given } = request;
    try {
      const run = (await this.loadTraining()).train(given);
      this.respond({ kind: 'checked', requestId, facts: factsOf(run, given) });
      run.dispose();
    } catch (thrown) {
      this.fail(requestId, 'check', thrown);
    }
  }

  private async begin(begin: Begin): Promise<void> {
    this.endRun();
    const { requestId, run: given } = begin;
    try {
      const training = await this.loadTraining();
      const core = hasTarget(given) ? await this.loadCore() : null;
      const run = training.train(given);
      const facts = factsOf(run, given);
      this.respond({ kind: 'begun', requestId, facts });
      this.run =
        core !== null && hasTarget(given)
          ? new TargetRun(core, given, run, begin, this.respond)
          : new TaskRun(facts.kept, run, begin, this.respond);
      this.run.start(begin.from !== null);
    } catch (thrown) {
      this.endRun();
      this.fail(requestId, 'run', thrown);
    }
  }

  /** A command, or the next slice. */
  private advance(request: TrainingRequest | undefined): void {
    const { run } = this;
    if (run === null) return;
    try {
      if (request === undefined) run.slice();
      else run.handle(request);
    } catch (thrown) {
      this.endRun();
      this.fail(run.requestId, 'run', thrown);
    }
  }

  private endRun(): void {
    this.run?.dispose();
    this.run = null;
  }

  private fail(requestId: number, part: FailedPart, thrown: unknown): void {
    this.respond({ kind: 'failed', requestId, of: part, ...failureOf(thrown) });
  }
}

receiveMessages<TrainingRequest, TrainingResponse>((respond) => new TrainingWorker(respond));
