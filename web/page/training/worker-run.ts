/** In the worker: a run, which advances in slices so that a command never waits long, and reports to the page. */
import type { Scene } from '../../scene/types.ts';
import type { HeadPlace, NextSymbol, Run, SamplingOptions, Snapshot } from '../../training/index.ts';
import { type Failure, failureOf } from '../worker/failure.ts';
import type { Respond } from '../worker/scope.ts';
import type {
  InspectedSequence,
  Inspection,
  Measured,
  RestingStatus,
  RunStatus,
  TrainingRequest,
  TrainingResponse,
} from './protocol.ts';

/** Steps of one slice at most. */
const MOST_AT_ONCE = 1000;

export type Begin = Extract<TrainingRequest, { kind: 'begin' }>;

/** The two kinds of runs are subclasses: to target weights (target-run.ts), and a task (task/task-run.ts). */
export abstract class WorkerRun {
  /** The step at which it stops; null: it is not running. */
  until: number | null;
  readonly requestId: number;
  commandId: number;
  pace: number | null;
  protected inspected: InspectedSequence;
  private leftOut: readonly HeadPlace[];
  protected measured: Measured[] = [];
  protected snapshots: Snapshot[] = [];
  private status: RestingStatus = 'paused';
  private failure: Failure | null = null;
  private stepsAtOnce = 1;
  private stepsPerSecond = 0;
  /** The begin of the last slice; null: the next slice does not wait. */
  private slicedAt: number | null = null;
  private reportedAt = 0;
  private reportedStep = 0;

  /** Milliseconds of a slice. */
  protected abstract readonly sliceTime: number;
  /** Milliseconds between reports; 0: every slice is reported. */
  protected abstract readonly reportInterval: number;

  constructor(
    protected readonly run: Run,
    begin: Begin,
    protected readonly respond: Respond<TrainingResponse>,
  ) {
    this.requestId = begin.requestId;
    this.commandId = begin.commandId;
    this.until = begin.until;
    this.pace = begin.pace;
    this.inspected = begin.inspected;
    this.leftOut = begin.leftOut;
    if (begin.from !== null) run.restore(begin.from);
  }

  /** Milliseconds from the begin of one slice to the next; 0: they follow each other. */
  protected abstract readonly sliceInterval: number;
  /** Steps of the next slice at most, however fast they are. */
  protected abstract readonly stepLimit: number;
  /** Measures and keeps what is due. Returns why the run ends here, or null. */
  protected abstract afterSteps(): RestingStatus | null;
  /** Null: nothing to inspect now. */
  protected abstract inspect(isRunning: boolean): Inspection | null;
  protected abstract scene(): Scene;

  /** The first report. */
  start(isRestored: boolean): void {
    if (!isRestored) this.keep();
    this.report();
  }

  get isPlaying(): boolean {
    return this.until !== null;
  }

  /** Milliseconds until the next slice is due. */
  get wait(): number {
    return this.isPlaying && this.slicedAt !== null ? this.slicedAt + this.sliceInterval - performance.now() : 0;
  }

  handle(request: TrainingRequest): void {
    if ('commandId' in request) this.commandId = request.commandId;
    if (request.kind === 'play') this.play(request.until);
    else if (request.kind === 'pause') this.stop('paused');
    else if (request.kind === 'once') this.stop(this.advance(1) ?? 'paused');
    else if (request.kind === 'restore') this.restore(request.snapshot);
    else if (request.kind === 'pace') this.pace = request.pace;
    else if (request.kind === 'inspect') {
      this.inspected = request.inspected;
      this.report();
    } else if (request.kind === 'leaveOut') {
      this.leftOut = request.heads;
      this.measure();
      this.report();
    } else if (request.kind === 'scene')
      this.respond({ kind: 'scene', requestId: this.requestId, scene: this.scene() });
    else if (request.kind === 'next') {
      const { askId, tokens, options } = request;
      this.respond({ kind: 'next', requestId: this.requestId, askId, answer: this.next(tokens, options) });
    }
  }

  private next(tokens: readonly string[], options: SamplingOptions): NextSymbol | Failure {
    try {
      return this.run.next(tokens, options);
    } catch (thrown) {
      return failureOf(thrown);
    }
  }

  /** As many steps as fit into a slice. */
  slice(): void {
    const { run, until } = this;
    if (until === null) return;
    const count = this.wait > 0 ? 0 : Math.min(this.stepsAtOnce, this.stepLimit, until - run.steps);
    if (count > 0) {
      const began = performance.now();
      this.slicedAt = began;
      const end = this.advance(count);
      const took = Math.max(performance.now() - began, 0.1);
      this.stepsAtOnce = Math.max(1, Math.min(2 * count, MOST_AT_ONCE, Math.floor((count * this.sliceTime) / took)));
      if (end !== null) {
        this.stop(end);
        return;
      }
    }
    const { reportInterval } = this;
    if (run.steps >= until) this.stop('done');
    else if (reportInterval === 0 ? count > 0 : performance.now() - this.reportedAt > reportInterval) this.report();
  }

  dispose(): void {
    this.run.dispose();
  }

  private play(until: number): void {
    this.until = until;
    this.slicedAt = null;
    this.reportedAt = performance.now();
    this.reportedStep = this.run.steps;
  }

  private stop(status: RestingStatus): void {
    this.until = null;
    this.status = status;
    this.keep();
    this.report();
  }

  private restore(snapshot: Snapshot): void {
    this.until = null;
    this.status = 'paused';
    this.run.restore(snapshot);
    this.report();
  }

  /** Returns why the run ends after these steps, or null. When the loss is not finite, the parameters are those before it. */
  private advance(count: number): RestingStatus | null {
    try {
      this.run.step(count);
    } catch (thrown) {
      this.failure = failureOf(thrown);
      if (this.failure.code === 'not-finite') return 'notFinite';
      throw thrown;
    }
    return this.afterSteps();
  }

  /** Measures and keeps the current state. */
  private keep(): void {
    const { steps } = this.run;
    if (this.measured.at(-1)?.step !== steps) this.measure();
    if (this.snapshots.at(-1)?.step !== steps) this.snapshots.push(this.run.snapshot());
  }

  protected measure(): void {
    try {
      const { run, leftOut } = this;
      const measured = { step: run.steps, ...run.evaluate() };
      if (leftOut.length === 0) this.measured.push(measured);
      else {
        const { loss, accuracy } = run.evaluate({ without: leftOut });
        this.measured.push({ ...measured, without: { heads: leftOut, loss, accuracy } });
      }
    } catch (thrown) {
      // Numbers that are finite for the batch may overflow for other sequences.
      if (failureOf(thrown).code !== 'not-finite') throw thrown;
    }
  }

  protected report(): void {
    const { measured, snapshots, run, requestId, commandId, isPlaying } = this;
    const status: RunStatus = isPlaying ? 'running' : this.status;
    const inspection = this.inspect(isPlaying);
    this.updateSpeed();
    this.measured = [];
    this.snapshots = [];
    const buffers = [
      ...snapshots.map(({ data }) => data.buffer),
      ...(inspection?.weights ? [inspection.weights.buffer] : []),
    ];
    const failure = status === 'notFinite' ? this.failure : null;
    const { stepsPerSecond } = this;
    this.respond(
      {
        kind: 'run',
        requestId,
        commandId,
        status,
        step: run.steps,
        stepsPerSecond,
        measured,
        snapshots,
        inspection,
        failure,
      },
      buffers as ArrayBuffer[],
    );
  }

  private updateSpeed(): void {
    const now = performance.now();
    const steps = this.run.steps - this.reportedStep;
    if (this.isPlaying && steps > 0) {
      const speed = (1000 * steps) / Math.max(1, now - this.reportedAt);
      this.stepsPerSecond = this.stepsPerSecond === 0 ? speed : 0.8 * this.stepsPerSecond + 0.2 * speed;
    }
    this.reportedAt = now;
    this.reportedStep = this.run.steps;
  }
}
