/** A run as the page sees it: what it was begun with, its state, what is kept of it, and its worker. */
import type { Scene } from '../../scene/types.ts';
import { type Problem, problemOf } from '../../session/problem.ts';
import type { HeadPlace, NextSymbol, RunArguments, SamplingOptions, Snapshot } from '../../training/index.ts';
import { thinOut } from '../../views/plots/thin-out.ts';
import type { Failure } from '../worker/failure.ts';
import { TrainingClient } from './client.ts';
import type {
  InspectedSequence,
  Inspection,
  Measured,
  RestingStatus,
  RunCommand,
  RunFacts,
  RunReport,
  TrainingRequest,
  TrainingResponse,
} from './protocol.ts';
import { Watchdog } from './watchdog.ts';

/** `lost`: its worker was ended or stopped answering. `changed`: it no longer fits what is on the page. */
export type RunPhase = 'none' | 'loading' | 'running' | 'hidden' | 'lost' | 'changed' | RestingStatus;

/** What a run can be begun with. */
export interface RunPlan {
  readonly run: RunArguments;
  /** Steps after which it stops; Infinity: only its loss ends it. */
  readonly steps: number;
  /** Whether it can go on after these steps. */
  readonly canExtend: boolean;
  /** False: a choice that the core does not see is wrong. */
  readonly canBegin: boolean;
}

export class RunControl<Plan extends RunPlan> {
  phase: RunPhase = 'none';
  /** The size of the plan, or its problem. Both null: still unknown. */
  facts: RunFacts | null = null;
  problem: Problem | null = null;
  /** The run's plan, and its size once it has begun. */
  begun: { readonly plan: Plan; readonly facts: RunFacts | null } | null = null;
  step = 0;
  until = 0;
  stepsPerSecond = 0;
  measured: readonly Measured[] = [];
  snapshots: readonly Snapshot[] = [];
  /** The newest state of the model, and the measurements up to it. */
  inspected: { readonly inspection: Inspection; readonly measured: readonly Measured[] } | null = null;
  /** Steps a second at most; null: no limit. */
  pace: number | null = null;
  /** Why the loss is not finite. */
  failure: Problem | null = null;
  /** The sequence to inspect, and why it cannot be inspected. */
  sequence: InspectedSequence = { seed: 1 };
  sequenceProblem: Problem | null = null;
  /** The heads that are switched off where the model is measured. */
  leftOut: readonly HeadPlace[] = [];
  private plan: Plan | null = null;
  private checkId = 0;
  private isChecking = false;
  /** Whether the run that begins after the check begins paused; null: no run is waiting. */
  private beginsPaused: boolean | null = null;
  private runId = 0;
  private commandId = 0;
  private reports: RunReport[] = [];
  private frame = 0;
  private readonly watchdog = new Watchdog(() => this.lose());
  private readonly client = new TrainingClient(
    (response) => this.receive(response),
    (message) => this.loseWorker(message),
  );
  /** Milliseconds that it ran before the last `resume`, and the time of that. */
  private ranBefore = 0;
  private resumedAt = 0;
  private takeScene: ((scene: Scene) => void) | null = null;
  private takeNext: ((answer: NextSymbol | Failure) => void) | null = null;
  private askId = 0;

  constructor(
    private readonly changed: () => void,
    private readonly mostPoints: number,
  ) {}

  get isRunning(): boolean {
    return this.phase === 'running' || this.phase === 'loading';
  }

  /** A run that waits, was lost, or may go on after its end. */
  get canGoOn(): boolean {
    if (this.begun === null) return false;
    return ['paused', 'hidden', 'lost'].includes(this.phase) || (this.phase === 'done' && this.begun.plan.canExtend);
  }

  /** A run begins as soon as its plan is checked. */
  get willBegin(): boolean {
    return this.beginsPaused !== null;
  }

  get canBegin(): boolean {
    return this.problem === null && this.plan?.canBegin === true;
  }

  get last(): Measured | null {
    return this.measured.findLast(({ step }) => step <= this.step) ?? null;
  }

  /** Milliseconds that it has run, without its pauses. */
  get elapsed(): number {
    return this.ranBefore + (this.isRunning ? performance.now() - this.resumedAt : 0);
  }

  // ---- Commands --------------------------------------------------------------------------------------------------------

  /** The next run begins with this plan. */
  setPlan(plan: Plan): void {
    this.plan = plan;
    this.problem = null;
  }

  /** Sets the plan, and asks the core whether it is possible and how large it is. */
  check(plan: Plan): void {
    this.plan = plan;
    this.checkId += 1;
    this.isChecking = true;
    this.client.post({ kind: 'check', requestId: this.checkId, run: plan.run });
  }

  /** Begins from the start with the current plan. */
  begin(isPaused: boolean): void {
    const { plan } = this;
    // The new plan may turn out to be wrong. Then the existing run stays.
    if (this.begun !== null && this.isChecking) {
      this.beginsPaused = isPaused;
      this.changed();
      return;
    }
    if (plan === null || !this.canBegin) return;
    const hasSameTask = JSON.stringify(this.begun?.plan.run.task) === JSON.stringify(plan.run.task);
    if (!hasSameTask && 'tokens' in this.sequence) this.sequence = { seed: 1 };
    this.leftOut = [];
    this.begun = { plan, facts: null };
    this.until = plan.steps;
    this.step = 0;
    this.stepsPerSecond = 0;
    this.measured = [];
    this.snapshots = [];
    this.inspected = null;
    this.failure = null;
    this.sequenceProblem = null;
    this.ranBefore = 0;
    this.start(null, isPaused);
    if (isPaused) this.command({ kind: 'once' });
  }

  play(): void {
    const { begun } = this;
    if (begun === null || !this.canGoOn) {
      this.begin(false);
      return;
    }
    if (this.step >= this.until) this.until += begun.plan.steps;
    this.forgetAfter(this.step);
    if (this.phase === 'lost') this.startAgain(false);
    else {
      this.resume('running');
      this.command({ kind: 'play', until: this.until });
    }
  }

  once(): void {
    if (this.begun === null || !this.canGoOn) {
      this.begin(true);
      return;
    }
    this.forgetAfter(this.step);
    if (this.phase === 'lost') this.startAgain(true);
    this.command({ kind: 'once' });
  }

  pause(phase: 'paused' | 'hidden'): void {
    this.beginsPaused = null;
    if (!this.isRunning) return;
    this.rest(phase);
    this.command({ kind: 'pause' });
  }

  /** Back or forward to a snapshot. */
  restore(snapshot: Snapshot): void {
    if (this.begun === null) return;
    this.step = snapshot.step;
    if (this.phase === 'lost') this.start(snapshot, true);
    else {
      this.rest('paused');
      this.command({ kind: 'restore', snapshot });
    }
    this.changed();
  }

  setPace(pace: number | null): void {
    this.pace = pace;
    this.postToRun({ kind: 'pace', pace });
  }

  inspect(sequence: InspectedSequence): void {
    this.sequence = sequence;
    this.sequenceProblem = null;
    this.postToRun({ kind: 'inspect', inspected: sequence });
    this.changed();
  }

  leaveOut(heads: readonly HeadPlace[]): void {
    this.leftOut = heads;
    this.postToRun({ kind: 'leaveOut', heads });
    this.changed();
  }

  /** Gives the scene with the current parameters. */
  scene(take: (scene: Scene) => void): void {
    this.takeScene = take;
    if (this.phase === 'lost') this.startAgain(true);
    this.postToRun({ kind: 'scene' });
  }

  /** The token that the model writes after these. Rejects with a problem, and never settles if a later question or the end of the run comes first. */
  next(tokens: readonly string[], options: SamplingOptions): Promise<NextSymbol> {
    this.askId += 1;
    const { askId } = this;
    return new Promise((take, refuse) => {
      this.takeNext = (answer) => ('symbol' in answer ? take(answer) : refuse(answer));
      this.postToRun({ kind: 'next', askId, tokens, options });
    });
  }

  /** Something else is on the page now. What was learned can still be taken. */
  retire(): void {
    if (this.phase === 'changed') return;
    if (this.phase === 'lost') this.begun = null;
    if (this.isRunning) this.command({ kind: 'pause' });
    this.rest('changed');
  }

  close(): void {
    this.endWorker();
    this.begun = null;
    this.rest('none');
  }

  // ---- The worker ------------------------------------------------------------------------------------------------------

  private startAgain(isPaused: boolean): void {
    this.start(this.snapshots.at(-1) ?? null, isPaused);
  }

  private start(from: Snapshot | null, isPaused: boolean): void {
    const { begun, commandId, pace, sequence: inspected, leftOut } = this;
    if (begun === null) return;
    this.runId += 1;
    this.reports = [];
    this.resume('loading');
    const until = isPaused ? null : this.until;
    const { runId: requestId } = this;
    const { run } = begun.plan;
    this.client.post({ kind: 'begin', requestId, commandId, run, from, until, pace, inspected, leftOut });
  }

  private resume(phase: 'loading' | 'running'): void {
    this.phase = phase;
    this.resumedAt = performance.now();
    this.watchdog.start(phase === 'loading');
    this.changed();
  }

  private rest(phase: RunPhase): void {
    this.ranBefore = this.elapsed;
    this.phase = phase;
    this.watchdog.stop();
    this.changed();
  }

  private endWorker(): void {
    this.checkId += 1;
    this.endCheck();
    this.runId += 1;
    this.client.close();
    this.watchdog.stop();
    cancelAnimationFrame(this.frame);
    this.reports = [];
  }

  /** The last snapshot is what is left of the run. */
  private lose(): void {
    this.endWorker();
    this.step = this.snapshots.at(-1)?.step ?? 0;
    if (this.phase === 'changed') this.begun = null;
    else this.rest('lost');
    this.changed();
  }

  private loseWorker(message: string): void {
    if (this.begun !== null) this.lose();
    else {
      this.endWorker();
      this.problem = problemOf(new Error(message));
      this.changed();
    }
  }

  private command(command: RunCommand): void {
    this.commandId += 1;
    this.client.post({ ...command, commandId: this.commandId });
  }

  private postToRun(request: TrainingRequest): void {
    if (this.begun !== null && this.phase !== 'lost') this.client.post(request);
  }

  private receive(response: TrainingResponse): void {
    const isOfCheck = response.kind === 'checked' || (response.kind === 'failed' && response.of === 'check');
    if (response.requestId !== (isOfCheck ? this.checkId : this.runId)) return;
    if (response.kind === 'checked') {
      this.facts = response.facts;
      this.problem = null;
      const isPaused = this.endCheck();
      if (isPaused !== null) this.begin(isPaused);
      this.changed();
      return;
    }
    if (!isOfCheck) this.watchdog.answered();
    if (response.kind === 'begun') {
      if (this.begun !== null) this.begun = { ...this.begun, facts: response.facts };
    } else if (response.kind === 'scene') {
      this.takeScene?.(response.scene);
      this.takeScene = null;
    } else if (response.kind === 'next') {
      if (response.askId === this.askId) this.takeNext?.(response.answer);
    } else if (response.kind === 'failed') this.fail(response);
    else if (response.kind === 'run') {
      if (this.reports.length === 0) this.frame = requestAnimationFrame(() => this.takeReports());
      this.reports.push(response);
    }
  }

  /** Returns how the run that was waiting for the check begins; null: none was. */
  private endCheck(): boolean | null {
    const { beginsPaused } = this;
    this.isChecking = false;
    this.beginsPaused = null;
    return beginsPaused;
  }

  private fail(failure: Failure & { readonly of: string }): void {
    if (failure.of === 'inspection') this.sequenceProblem = problemOf(failure);
    else {
      if (failure.of === 'check') this.endCheck();
      else {
        this.begun = null;
        this.rest('none');
      }
      this.problem = problemOf(failure);
    }
    this.changed();
  }

  /** Everything that was reported since the last frame. */
  private takeReports(): void {
    const { reports } = this;
    this.reports = [];
    for (const report of reports) this.take(report);
    this.changed();
  }

  private take(report: RunReport): void {
    const { begun } = this;
    if (begun === null) return;
    const { status, inspection } = report;
    // A state is measured again when heads are switched off.
    const steps = new Set(report.measured.map(({ step }) => step));
    const others = this.measured.filter(({ step }) => !steps.has(step));
    this.measured = thinOut(others, report.measured, this.mostPoints);
    this.snapshots = thinOut(this.snapshots, report.snapshots, begun.facts?.kept ?? 1);
    this.stepsPerSecond = report.stepsPerSecond;
    if (inspection !== null) this.inspected = { inspection, measured: this.measured };
    if (report.failure !== null) this.failure = problemOf(report.failure);
    // The reader may have pressed another button since.
    if (report.commandId !== this.commandId) return;
    this.step = report.step;
    const isKnownPause = status === 'paused' && (this.phase === 'hidden' || this.phase === 'changed');
    if (isKnownPause) this.rest(this.phase);
    else if (status !== 'running') this.rest(status);
    else if (this.phase !== 'running') this.resume('running');
  }

  /** Training goes on from this step, so what came after it is dropped. */
  private forgetAfter(step: number): void {
    const isBefore = (item: { readonly step: number }): boolean => item.step <= step;
    this.measured = this.measured.filter(isBefore);
    this.snapshots = this.snapshots.filter(isBefore);
  }
}
