/** One run as the page sees it: what it was begun with, where it stands, what is kept of it, and its worker. */
import { trainingProblems } from '../../../i18n/training-problems.ts';
import type { Scene } from '../../../scene/types.ts';
import { explain, type Problem, problemOf } from '../../../session/problem.ts';
import type { Snapshot } from '../../../training/index.ts';
import type { Failure } from '../../worker/failure.ts';
import { Silence } from '../silence.ts';
import { startTrainingWorker } from '../start-training-worker.ts';
import { argumentsOf, hasRoomToDecay, isStepCount, placeOf, type RunChoice } from './choices.ts';
import type { Look, Looked, Measured, RunFacts, TaskRequest, TaskResponse, TaskStatus } from './protocol.ts';
import { MOST_POINTS, spaced } from './spacing.ts';

/** `lost`: its worker has ended, or does not answer any more. */
export type RunPhase = 'none' | 'loading' | 'hidden' | 'lost' | TaskStatus;

type Order = Extract<TaskRequest, { kind: 'play' | 'pause' | 'once' | 'restore' }>;
type Pressless<Request> = Request extends Order ? Omit<Request, 'press'> : never;
type Running = Extract<TaskResponse, { kind: 'run' }>;

export class RunControl {
  phase: RunPhase = 'none';
  /** What the choice would take, as far as it can be; what is wrong with it. */
  facts: RunFacts | null = null;
  problem: Problem | null = null;
  /** What was begun, and what it takes as soon as that is known; null before. */
  begun: { readonly choice: RunChoice; readonly facts: RunFacts | null } | null = null;
  step = 0;
  until = 0;
  stepsPerSecond = 0;
  measured: readonly Measured[] = [];
  snapshots: readonly Snapshot[] = [];
  /** What is seen of it, a few times a second: the model on a sequence, and what had been measured then. */
  seen: { readonly look: Look; readonly measured: readonly Measured[] } | null = null;
  /** Steps a second at the most; null: as many as there can be. */
  pace: number | null = null;
  /** Why the loss is no number. */
  failure = '';
  /** Why what a reader typed cannot be looked at. */
  lookProblem = '';
  looked: Looked = { seed: 1 };
  private choice: RunChoice | null = null;
  private worker: Worker | null = null;
  private checkTurn = 0;
  private isChecking = false;
  /** Whether a run that is to begin as soon as its choice was checked begins paused; null: none is. */
  private beginsPaused: boolean | null = null;
  private runTurn = 0;
  private press = 0;
  private coming: Running[] = [];
  private frame = 0;
  private readonly silence = new Silence(() => this.lose());
  /** Milliseconds that it ran before the last press of play, and when that was. */
  private ranBefore = 0;
  private playedAt = 0;
  private sceneWanted: ((scene: Scene) => void) | null = null;

  constructor(private readonly changed: () => void) {}

  get isRunning(): boolean {
    return this.phase === 'running' || this.phase === 'loading';
  }

  /** A run that waits, was lost, or has come to its end and may go on from there. */
  get canGoOn(): boolean {
    if (this.begun === null) return false;
    return ['paused', 'hidden', 'lost'].includes(this.phase) || (this.phase === 'done' && !this.begun.choice.cosine);
  }

  /** Whether one is to begin as soon as it is known that there can be such a run. */
  get isToBegin(): boolean {
    return this.beginsPaused !== null;
  }

  /** Nothing is known to be wrong with what is chosen. */
  get canBegin(): boolean {
    const { choice, problem } = this;
    return choice !== null && problem === null && isStepCount(choice.steps) && hasRoomToDecay(choice);
  }

  /** Whether that is what was looked at last. */
  isOf(choice: RunChoice): boolean {
    return this.choice === choice;
  }

  get last(): Measured | null {
    return this.measured.findLast(({ step }) => step <= this.step) ?? null;
  }

  /** Milliseconds that it has run, without its pauses. */
  get elapsed(): number {
    return this.ranBefore + (this.isRunning ? performance.now() - this.playedAt : 0);
  }

  // ---- What is asked of it ---------------------------------------------------------------------------------------------

  /** Whether there can be such a run, and what it would take. */
  check(choice: RunChoice): void {
    this.choice = choice;
    this.checkTurn += 1;
    this.isChecking = true;
    this.ask({ kind: 'check', turn: this.checkTurn, run: argumentsOf(choice) });
  }

  /** From its start, with what is chosen now. */
  begin(isPaused: boolean): void {
    const { choice } = this;
    // What was typed last may be refused: then the run that is there stays.
    if (this.begun !== null && this.isChecking) {
      this.beginsPaused = isPaused;
      this.changed();
      return;
    }
    if (choice === null || !this.canBegin) return;
    const before = this.begun?.choice;
    const isSameTask =
      before?.task === choice.task &&
      before.length === choice.length &&
      before.vocabulary === choice.vocabulary &&
      before.text === choice.text;
    if (!isSameTask && 'tokens' in this.looked) this.looked = { seed: 1 };
    this.begun = { choice, facts: null };
    this.until = choice.steps;
    this.step = 0;
    this.stepsPerSecond = 0;
    this.measured = [];
    this.snapshots = [];
    this.seen = null;
    this.failure = '';
    this.lookProblem = '';
    this.ranBefore = 0;
    this.start(null, isPaused);
  }

  play(): void {
    const { begun } = this;
    if (begun === null || !this.canGoOn) {
      this.begin(false);
      return;
    }
    if (this.step >= this.until) this.until += begun.choice.steps;
    this.cutAfter(this.step);
    if (this.phase === 'lost') {
      this.start(this.snapshots.at(-1) ?? null, false);
      return;
    }
    this.goOn('running');
    this.order({ kind: 'play', until: this.until });
  }

  once(): void {
    if (this.begun === null || !this.canGoOn) this.begin(true);
    else if (this.phase === 'lost') this.start(this.snapshots.at(-1) ?? null, true);
    else {
      this.cutAfter(this.step);
      this.order({ kind: 'once' });
    }
  }

  pause(phase: 'paused' | 'hidden'): void {
    this.beginsPaused = null;
    if (!this.isRunning) return;
    this.rest(phase);
    this.order({ kind: 'pause' });
  }

  /** Back, or forth, to a state that was kept. */
  restore(snapshot: Snapshot): void {
    if (this.begun === null) return;
    this.step = snapshot.step;
    if (this.phase === 'lost') this.start(snapshot, true);
    else {
      this.rest('paused');
      this.order({ kind: 'restore', snapshot });
    }
    this.changed();
  }

  setPace(pace: number | null): void {
    this.pace = pace;
    if (this.begun !== null && this.phase !== 'lost') this.ask({ kind: 'pace', pace });
  }

  look(looked: Looked): void {
    this.looked = looked;
    this.lookProblem = '';
    if (this.begun !== null && this.phase !== 'lost') this.ask({ kind: 'look', looked });
    this.changed();
  }

  /** The parameters as they are now, as a scene. */
  scene(take: (scene: Scene) => void): void {
    this.sceneWanted = take;
    if (this.phase === 'lost') this.start(this.snapshots.at(-1) ?? null, true);
    this.ask({ kind: 'scene' });
  }

  close(): void {
    this.checkTurn += 1;
    this.checked();
    this.runTurn += 1;
    this.worker?.terminate();
    this.worker = null;
    this.silence.stop();
    cancelAnimationFrame(this.frame);
    this.coming = [];
  }

  // ---- Its worker ------------------------------------------------------------------------------------------------------

  private start(from: Snapshot | null, isPaused: boolean): void {
    const { begun, looked, pace } = this;
    if (begun === null) return;
    this.runTurn += 1;
    this.coming = [];
    this.goOn('loading');
    const until = isPaused ? null : this.until;
    const { press, runTurn: turn } = this;
    this.ask({ kind: 'begin', turn, press, run: argumentsOf(begun.choice), from, until, pace, looked });
    if (isPaused && from === null) this.order({ kind: 'once' });
  }

  private goOn(phase: RunPhase): void {
    this.phase = phase;
    this.playedAt = performance.now();
    this.silence.listen(phase === 'loading');
    this.changed();
  }

  private rest(phase: RunPhase): void {
    this.ranBefore = this.elapsed;
    this.phase = phase;
    this.silence.stop();
    this.changed();
  }

  private lose(): void {
    this.close();
    this.step = this.snapshots.at(-1)?.step ?? 0;
    this.rest('lost');
  }

  private order(order: Pressless<Order>): void {
    this.press += 1;
    this.ask({ ...order, press: this.press });
  }

  private ask(request: TaskRequest): void {
    this.open().postMessage(request);
  }

  private open(): Worker {
    if (this.worker !== null) return this.worker;
    const worker = startTrainingWorker('training-task');
    worker.onmessage = ({ data }: MessageEvent<TaskResponse>) => this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.begun !== null) {
        this.lose();
        return;
      }
      this.close();
      this.problem = problemOf(new Error(event.message));
      this.changed();
    };
    this.worker = worker;
    return worker;
  }

  private receive(response: TaskResponse): void {
    if (response.kind === 'checked') {
      if (response.turn !== this.checkTurn) return;
      this.facts = response.facts;
      this.problem = null;
      const isPaused = this.checked();
      if (isPaused !== null) this.begin(isPaused);
      this.changed();
      return;
    }
    if (response.kind === 'failed' && response.of === 'check') {
      if (response.turn !== this.checkTurn) return;
      this.checked();
      this.refuse(response);
      return;
    }
    if (response.turn !== this.runTurn) return;
    this.silence.hear();
    if (response.kind === 'begun') {
      if (this.begun !== null) this.begun = { ...this.begun, facts: response.facts };
    } else if (response.kind === 'scene') {
      this.sceneWanted?.(response.scene);
      this.sceneWanted = null;
    } else if (response.kind === 'failed') this.fail(response);
    else {
      if (this.coming.length === 0) this.frame = requestAnimationFrame(() => this.draw());
      this.coming.push(response);
    }
  }

  /** There is nothing to wait for any more; gives how what waited is to begin. */
  private checked(): boolean | null {
    const { beginsPaused } = this;
    this.isChecking = false;
    this.beginsPaused = null;
    return beginsPaused;
  }

  private fail(response: Extract<TaskResponse, { kind: 'failed' }>): void {
    if (response.of === 'look') {
      this.lookProblem = explain(problemOf(response), trainingProblems);
      this.changed();
      return;
    }
    this.begun = null;
    this.rest('none');
    this.refuse(response);
  }

  private refuse(failure: Failure): void {
    this.problem = { ...problemOf(failure), path: placeOf(failure.path) };
    this.changed();
  }

  /** All that has come since the last frame. */
  private draw(): void {
    const { coming } = this;
    this.coming = [];
    for (const answer of coming) this.take(answer);
    this.changed();
  }

  private take(answer: Running): void {
    const { begun } = this;
    if (begun === null) return;
    const { every, status } = answer;
    this.measured = spaced(this.measured, answer.measured, every.measured, MOST_POINTS);
    this.snapshots = spaced(this.snapshots, answer.snapshots, every.snapshots, begun.facts?.kept ?? 1);
    this.stepsPerSecond = answer.stepsPerSecond;
    if (answer.look !== null) this.seen = { look: answer.look, measured: this.measured };
    if (answer.failure !== null) this.failure = explain(problemOf(answer.failure), trainingProblems);
    // Something else may have been pressed since.
    if (answer.press !== this.press) return;
    this.step = answer.step;
    if (status !== 'running') this.rest(status === 'paused' && this.phase === 'hidden' ? 'hidden' : status);
    else if (this.phase !== 'running') this.goOn('running');
  }

  /** What came after a state from which it goes on anew. */
  private cutAfter(step: number): void {
    const isBefore = (one: { readonly step: number }): boolean => one.step <= step;
    this.measured = this.measured.filter(isBefore);
    this.snapshots = this.snapshots.filter(isBefore);
  }
}
