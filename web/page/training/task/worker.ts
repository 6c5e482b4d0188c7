/** The worker that trains on a task in slices, so that a press never waits long, and measures and keeps what it comes to. */
import { loadTraining, type Run, type Snapshot } from '../../../training/index.ts';
import { yieldToMessages } from '../../../views/shared/yield.ts';
import { type Failure, failureOf } from '../../worker/failure.ts';
import { loadOnce } from '../../worker/load-once.ts';
import { type Respond, receiveMessages } from '../../worker/scope.ts';
import type { Look, Looked, Measured, Predicted, RunFacts, TaskRequest, TaskResponse, TaskStatus } from './protocol.ts';
import { MOST_POINTS, Spacing, snapshotsOf } from './spacing.ts';

/** Milliseconds of a slice of steps. */
const SLICE = 25;
/** Milliseconds between what is told of a run, and between looks at its sequence. */
const TELL_EVERY = 100;
const LOOK_EVERY = 250;
/** Milliseconds in which a run that goes slowly looks whether a step is due. */
const PAUSE = 8;
/** Weights of one look: more would be megabytes with every picture. */
const MOST_WEIGHTS = 1_000_000;

type Begin = Extract<TaskRequest, { kind: 'begin' }>;
type Check = Extract<TaskRequest, { kind: 'check' }>;

function factsOf(run: Run): RunFacts {
  const { bytes, size, symbols } = run;
  const snapshotBytes = run.snapshot().data.byteLength;
  return { bytes, size, symbols, snapshotBytes, kept: snapshotsOf(snapshotBytes), example: run.example() };
}

/** A run, from its start to its end. */
class TaskRun {
  until: number | null;
  readonly turn: number;
  /** The newest that was heard. */
  press: number;
  /** Why it rests, while it does. */
  private resting: Exclude<TaskStatus, 'running'> = 'paused';
  private looked: Looked;
  /** The last that could be looked at. */
  private shown: Looked = { seed: 1 };
  private readonly points = new Spacing(MOST_POINTS);
  private readonly keeps: Spacing;
  private measured: Measured[] = [];
  private snapshots: Snapshot[] = [];
  private stepsAtOnce = 1;
  private rate = 0;
  /** When it was last told of, and after which step. */
  private told = 0;
  private toldAfter = 0;
  /** Steps a second at the most; null: as many as there can be. */
  pace: number | null;
  private lastStepAt = 0;
  private lookedAt = 0;

  constructor(
    private readonly run: Run,
    begin: Begin,
    keptSnapshots: number,
    private readonly respond: Respond<TaskResponse>,
  ) {
    this.turn = begin.turn;
    this.until = begin.until;
    this.pace = begin.pace;
    this.looked = begin.looked;
    this.keeps = new Spacing(keptSnapshots);
    this.press = begin.press;
    if (begin.from === null) this.note();
    else run.restore(begin.from);
    this.tell(this.isPlaying ? 'running' : 'paused', true);
  }

  get isPlaying(): boolean {
    return this.until !== null;
  }

  /** A pace leaves nothing to do before the next step. */
  get isWaiting(): boolean {
    return this.pace !== null && performance.now() - this.lastStepAt < 1000 / this.pace;
  }

  play(until: number): void {
    this.until = until;
    this.told = performance.now();
    this.toldAfter = this.run.steps;
  }

  /** So many steps as fit a slice, and never past one that is to be measured. */
  slice(): void {
    const { run, until } = this;
    if (until === null) return;
    const most = this.pace === null ? this.stepsAtOnce : this.isWaiting ? 0 : 1;
    const count = Math.min(most, this.points.toNext(run.steps), until - run.steps);
    if (count > 0) {
      const began = performance.now();
      this.lastStepAt = began;
      const failure = this.advance(count);
      const took = Math.max(performance.now() - began, 0.1);
      this.stepsAtOnce = Math.max(1, Math.min(2 * count, 1000, Math.floor((count * SLICE) / took)));
      if (failure !== null) {
        this.stop('notFinite', failure);
        return;
      }
    }
    const now = performance.now();
    if (run.steps >= until) this.stop('done');
    else if (now - this.told > TELL_EVERY) this.tell('running', now - this.lookedAt > LOOK_EVERY);
  }

  once(): void {
    const failure = this.advance(1);
    if (failure === null) this.stop('paused');
    else this.stop('notFinite', failure);
  }

  /** What is there now is measured and kept, wherever that is. */
  stop(status: Exclude<TaskStatus, 'running'>, failure: Failure | null = null): void {
    this.until = null;
    this.resting = status;
    this.note();
    this.tell(status, true, failure);
  }

  restore(snapshot: Snapshot): void {
    this.until = null;
    this.resting = 'paused';
    this.run.restore(snapshot);
    this.tell('paused', true);
  }

  look(looked: Looked): void {
    this.looked = looked;
    this.tell(this.isPlaying ? 'running' : this.resting, true);
  }

  scene(): void {
    const { looked, run, turn } = this;
    const scene = run.scene('seed' in looked ? looked : {});
    this.respond({ kind: 'scene', turn, scene: 'tokens' in looked ? { ...scene, tokens: looked.tokens } : scene });
  }

  dispose(): void {
    this.run.dispose();
  }

  /** So many steps; where the loss is no number any more, the core's own words. The parameters are then those before. */
  private advance(count: number): Failure | null {
    try {
      this.run.step(count);
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure.code === 'not-finite') return failure;
      throw thrown;
    }
    if (this.points.isDue(this.run.steps)) this.measure();
    if (this.keeps.isDue(this.run.steps)) this.snapshots.push(this.run.snapshot());
    return null;
  }

  private note(): void {
    if (this.measured.at(-1)?.step !== this.run.steps) this.measure();
    if (this.snapshots.at(-1)?.step !== this.run.steps) this.snapshots.push(this.run.snapshot());
  }

  private measure(): void {
    try {
      this.measured.push({ step: this.run.steps, ...this.run.evaluate() });
    } catch (thrown) {
      // Numbers that were well for what was learned from may be too large for other sequences.
      if (failureOf(thrown).code !== 'not-finite') throw thrown;
    }
  }

  private tell(status: TaskStatus, withLook: boolean, failure: Failure | null = null): void {
    const { measured, snapshots, run, turn, press } = this;
    const look = withLook ? this.lookNow() : null;
    const now = performance.now();
    const steps = run.steps - this.toldAfter;
    if (this.isPlaying && steps > 0) {
      const rate = (1000 * steps) / Math.max(1, now - this.told);
      this.rate = this.rate === 0 ? rate : 0.8 * this.rate + 0.2 * rate;
    }
    const { rate } = this;
    this.measured = [];
    this.snapshots = [];
    this.told = now;
    this.toldAfter = run.steps;
    const moved = [...snapshots.map(({ data }) => data.buffer), ...(look?.weights ? [look.weights.buffer] : [])];
    const answer = {
      kind: 'run',
      turn,
      press,
      status,
      step: run.steps,
      stepsPerSecond: rate,
      measured,
      snapshots,
      every: { measured: this.points.every, snapshots: this.keeps.every },
      look,
      failure,
    } as const;
    this.respond(answer, moved as ArrayBuffer[]);
  }

  /** What cannot be looked at is said, and the run goes on: it is seen on what could be looked at last. */
  private lookNow(): Look | null {
    const { looked, shown } = this;
    try {
      const look = this.lookAt(looked);
      this.shown = looked;
      return look;
    } catch (thrown) {
      const failure = failureOf(thrown);
      // Numbers that were well for what was learned from may be too large for this sequence.
      if (failure.code === 'not-finite') return null;
      this.respond({ kind: 'failed', turn: this.turn, of: 'look', ...failure });
      if (looked === shown) return null;
      this.looked = shown;
      return this.lookNow();
    }
  }

  private lookAt(looked: Looked): Look {
    const { run } = this;
    const { tokens, targets } =
      'tokens' in looked ? { tokens: looked.tokens, targets: run.targets(looked.tokens) } : run.example(looked.seed);
    const { data } = run.predict(tokens);
    const { shape, data: weights } = run.attention(tokens);
    this.lookedAt = performance.now();
    return {
      tokens: tokens.map((token, at): Predicted => {
        const likely = data.subarray(at * run.symbols.length, (at + 1) * run.symbols.length);
        const probability = Math.max(...likely);
        const symbol = run.symbols[likely.indexOf(probability)] ?? '';
        return { token, target: targets[at] ?? null, symbol, probability };
      }),
      shape,
      weights: weights.length > MOST_WEIGHTS ? null : weights,
    };
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

class TaskWorker {
  private readonly open = loadOnce(loadTraining);
  private readonly requests: TaskRequest[] = [];
  private run: TaskRun | null = null;
  private isWorking = false;

  constructor(private readonly respond: Respond<TaskResponse>) {}

  receive(request: TaskRequest): void {
    this.requests.push(request);
    if (!this.isWorking) void this.work();
  }

  private async work(): Promise<void> {
    this.isWorking = true;
    while (this.requests.length > 0 || this.run?.isPlaying) {
      const request = this.requests.shift();
      if (request?.kind === 'check') await this.check(request);
      else if (request?.kind === 'begin') await this.begin(request);
      else this.goOn(request);
      if (this.run?.isWaiting) await pause(PAUSE);
      else await yieldToMessages();
    }
    this.isWorking = false;
  }

  private async check({ turn, run: wanted }: Check): Promise<void> {
    // Only the newest counts.
    if (this.requests.some(({ kind }) => kind === 'check')) return;
    try {
      const run = (await this.open()).train(wanted);
      this.respond({ kind: 'checked', turn, facts: factsOf(run) });
      run.dispose();
    } catch (thrown) {
      this.respond({ kind: 'failed', turn, of: 'check', ...failureOf(thrown) });
    }
  }

  private async begin(begin: Begin): Promise<void> {
    const { turn } = begin;
    this.end();
    try {
      const training = await this.open();
      const run = training.train(begin.run);
      const facts = factsOf(run);
      this.respond({ kind: 'begun', turn, facts });
      this.run = new TaskRun(run, begin, facts.kept, this.respond);
    } catch (thrown) {
      this.fail(turn, thrown);
    }
  }

  private end(): void {
    this.run?.dispose();
    this.run = null;
  }

  private fail(turn: number, thrown: unknown): void {
    this.end();
    this.respond({ kind: 'failed', turn, of: 'run', ...failureOf(thrown) });
  }

  private goOn(request: TaskRequest | undefined): void {
    const { run } = this;
    if (run === null) return;
    if (request !== undefined && 'press' in request) run.press = request.press;
    try {
      if (request?.kind === 'play') run.play(request.until);
      else if (request?.kind === 'pace') run.pace = request.pace;
      else if (request?.kind === 'once') run.once();
      else if (request?.kind === 'pause') run.stop('paused');
      else if (request?.kind === 'restore') run.restore(request.snapshot);
      else if (request?.kind === 'look') run.look(request.looked);
      else if (request?.kind === 'scene') run.scene();
      else run.slice();
    } catch (thrown) {
      this.fail(run.turn, thrown);
    }
  }
}

receiveMessages<TaskRequest, TaskResponse>((respond) => new TaskWorker(respond));
