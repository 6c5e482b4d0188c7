/** The worker that computes gradients, takes steps against them, and trains in slices, so that a press never waits long. */
import { loadSceneCore } from '../../core/load.ts';
import type { SceneCore, Trace } from '../../core/types.ts';
import { type Gradient, loadTraining, type Run, type Training } from '../../training/index.ts';
import { yieldToMessages } from '../../views/shared/yield.ts';
import { failureOf } from '../worker/failure.ts';
import { loadOnce } from '../worker/load-once.ts';
import { type Respond, receiveMessages } from '../worker/scope.ts';
import {
  GOAL,
  type Optimizer,
  type RunEnd,
  type RunState,
  type TensorGradient,
  type TrainingRequest,
  type TrainingResponse,
  type WeightsLoss,
} from './protocol.ts';

/** The embeddings stay as they are: what is learned is how words look at each other, not what they are. */
const fixed = 'E';
/** Milliseconds of a slice of steps, and from one to the next: every slice is a picture, and a screen has no more of them. */
const SLICE = 12;
const PICTURE = 1000 / 60;
/** So many steps have a picture each: what is learned in no time is seen all the same. Then there are more and more to one. */
const SLOW = 60;
/** Milliseconds after which the parameters are told of while it runs: they are what is left, should the worker be ended. */
const KEPT_EVERY = 1000;
/** Steps in which the loss has to fall by a thousandth, or it is stuck. */
const PATIENCE = 2000;
const LEAST_FALL = 0.999;

/** Gradients of so many numbers are sent with all their heads, for their arithmetic. */
const MOST_NUMBERS = 2_000_000;

type Start = Extract<TrainingRequest, { kind: 'start' }>;
type Look = Extract<TrainingRequest, { kind: 'look' }>;
type Question = Start | Look;

/** What is computed with. */
class Engine {
  constructor(
    readonly core: SceneCore,
    private readonly training: Training,
  ) {}

  gradient({ turn, scene, loss, row }: Look): TrainingResponse {
    const trace = this.core.attend(scene);
    const gradient = this.training.gradient(scene, loss);
    try {
      return {
        kind: 'gradient',
        turn,
        loss: gradient.loss,
        tensors: tensorsBack(trace, gradient, loss),
        symbols: gradient.symbols,
        jacobian: gradient.jacobian({ row, head: loss.head, layer: loss.layer }),
      };
    } finally {
      trace.dispose();
      gradient.dispose();
    }
  }

  step({ turn, scene, loss, learningRate }: Look): TrainingResponse {
    const run = this.begin(scene, loss, { kind: 'sgd', learningRate });
    try {
      run.step(1);
      const after = learned(scene, run);
      const gradient = this.training.gradient(after, loss);
      gradient.dispose();
      return { kind: 'step', turn, scene: after, weights: weightsOf(this.core, after, loss), loss: gradient.loss };
    } finally {
      run.dispose();
    }
  }

  begin(scene: Start['scene'], loss: WeightsLoss, optimizer: Optimizer): Run {
    return this.training.train({ scene, loss, optimizer, fixed: this.hasTable(scene) ? [fixed] : [] });
  }

  private hasTable(scene: Start['scene']): boolean {
    const trace = this.core.attend(scene);
    const found = trace.parameters.some(({ name }) => name === fixed);
    trace.dispose();
    return found;
  }
}

/** The scene with the parameters that were learned. Its embedding was not: it stays as the scene says it, for other words too. */
const learned = ({ embedding }: Start['scene'], run: Run): Start['scene'] => ({ ...run.scene(), embedding });

function weightsOf(core: SceneCore, scene: Start['scene'], { layer, head }: WeightsLoss): Float32Array {
  const trace = core.attend(scene);
  const { data } = trace.tensor('weights', { layer, head });
  trace.dispose();
  return data;
}

/** From the loss back through the layer that it looks at, parameters last; what it does not follow from is left out. */
function tensorsBack(trace: Trace, gradient: Gradient, { layer, head }: WeightsLoss): readonly TensorGradient[] {
  const { H = 1, H_kv = H } = trace.symbols;
  const parameters = new Set(trace.parameters.map(({ name }) => name));
  const back = gradient.steps.filter(({ name, layer: own }) => own === layer && name !== fixed);
  const size = back.reduce((sum, { shape }) => sum + shape.reduce((product, extent) => product * extent, 1), 0);
  return back.flatMap(({ name, axes, formula }) => {
    const own = axes[0] === 'H' ? head : axes[0] === 'H_kv' ? Math.floor(head / (H / H_kv)) : null;
    const { shape, data } = gradient.tensor(name, { layer, ...(own !== null && { head: own }) });
    if (data.every((number) => number === 0)) return [];
    const all = size <= MOST_NUMBERS ? { axes, ...gradient.tensor(name, { layer }) } : null;
    const isParameter = parameters.has(name);
    return [
      { name, layer, isParameter, head: own, axes: own === null ? axes : axes.slice(1), shape, data, formula, all },
    ];
  });
}

/** A run, from its start to its end. */
class TrainingRun {
  isPlaying: boolean;
  private stepsAtOnce = 1;
  private best = Number.POSITIVE_INFINITY;
  private bestAt = 0;
  private keptTold = 0;
  private loss = Number.NaN;
  private rate = 0;
  /** When the slice before began; null: it did not run then. */
  private slicedAt: number | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly run: Run,
    private readonly start: Start,
    private readonly respond: Respond<TrainingResponse>,
  ) {
    this.isPlaying = !start.isPaused;
    if (start.from !== null) run.restore(start.from);
    this.loss = run.evaluate().loss;
    this.best = this.loss;
    this.bestAt = run.steps;
    this.tell(this.isPlaying ? 'running' : 'paused', true);
  }

  /** Milliseconds until the next picture. */
  get wait(): number {
    return this.isPlaying && this.slicedAt !== null ? this.slicedAt + PICTURE - performance.now() : 0;
  }

  /** So many steps as fit a slice; where that ends the run, it says why. */
  slice(): void {
    const begin = performance.now();
    const count = Math.min(this.stepsAtOnce, 1 + Math.floor(this.run.steps / SLOW));
    const end = this.advance(count);
    const took = Math.max(performance.now() - begin, 0.1);
    this.stepsAtOnce = Math.max(1, Math.min(4 * count, 1000, Math.floor((count * SLICE) / took)));
    if (this.slicedAt !== null) {
      const rate = (1000 * count) / (begin - this.slicedAt);
      this.rate = this.rate === 0 ? rate : 0.8 * this.rate + 0.2 * rate;
    }
    this.slicedAt = begin;
    if (end !== null) this.isPlaying = false;
    const isTimeToKeep = begin - this.keptTold > KEPT_EVERY;
    if (isTimeToKeep) this.keptTold = begin;
    this.tell(end ?? 'running', end !== null || isTimeToKeep);
  }

  play(): void {
    this.isPlaying = true;
    this.slicedAt = null;
  }

  once(): void {
    this.isPlaying = false;
    const end = this.advance(1);
    this.tell(end ?? 'paused', true);
  }

  pause(): void {
    this.isPlaying = false;
    this.tell('paused', true);
  }

  get turn(): number {
    return this.start.turn;
  }

  dispose(): void {
    this.run.dispose();
  }

  /** So many steps; why it ends with them, or null. */
  private advance(count: number): RunEnd | null {
    const { run } = this;
    try {
      run.step(count);
    } catch (thrown) {
      // The parameters are those of the last step that was well.
      if (failureOf(thrown).code === 'not-finite') return 'notFinite';
      throw thrown;
    }
    this.loss = run.evaluate().loss;
    if (this.loss < GOAL) return 'reached';
    if (this.loss < this.best * LEAST_FALL) {
      this.best = this.loss;
      this.bestAt = run.steps;
    }
    return run.steps - this.bestAt >= PATIENCE ? 'stuck' : null;
  }

  private tell(status: 'running' | 'paused' | RunEnd, withKept: boolean): void {
    const { run, start, engine } = this;
    const scene = learned(start.scene, run);
    const weights = weightsOf(engine.core, scene, start.loss);
    const state: RunState = {
      step: run.steps,
      loss: this.loss,
      stepsPerSecond: this.rate,
      weights,
      kept: withKept ? { scene, snapshot: run.snapshot() } : null,
    };
    this.respond({ kind: 'run', turn: start.turn, state, status }, [weights.buffer as ArrayBuffer]);
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

class TrainingWorker {
  private readonly open = loadOnce(load);
  private question: Question | null = null;
  private run: TrainingRun | null = null;
  private readonly presses: ('play' | 'pause' | 'once')[] = [];
  private isWorking = false;

  constructor(private readonly respond: Respond<TrainingResponse>) {}

  receive(request: TrainingRequest): void {
    if ('turn' in request) this.question = request;
    else this.presses.push(request.kind);
    if (!this.isWorking) void this.work();
  }

  private async work(): Promise<void> {
    this.isWorking = true;
    while (this.question !== null || this.presses.length > 0 || this.run?.isPlaying) {
      const { question } = this;
      this.question = null;
      if (question?.kind === 'look') await this.look(question);
      else if (question !== null) await this.begin(question);
      else if (this.presses.length > 0 || (this.run?.wait ?? 0) <= 0) this.goOn();
      const wait = this.run?.wait ?? 0;
      if (wait > 1 && this.presses.length === 0) await pause(wait);
      else await yieldToMessages();
    }
    this.isWorking = false;
  }

  private async look(question: Look): Promise<void> {
    const { turn } = question;
    let of: 'gradient' | 'step' = 'gradient';
    try {
      const engine = await this.open();
      this.respond(engine.gradient(question));
      of = 'step';
      this.respond(engine.step(question));
    } catch (thrown) {
      this.respond({ kind: 'failed', turn, of, ...failureOf(thrown) });
    }
  }

  private async begin(start: Start): Promise<void> {
    this.end();
    this.presses.length = 0;
    try {
      const engine = await this.open();
      const { scene, loss, optimizer, isPaused } = start;
      const run = new TrainingRun(engine, engine.begin(scene, loss, optimizer), start, this.respond);
      this.run = run;
      if (isPaused) run.once();
    } catch (thrown) {
      this.fail(start.turn, thrown);
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

  private goOn(): void {
    const press = this.presses.shift();
    const { run } = this;
    if (run === null) return;
    try {
      if (press === 'play') run.play();
      else if (press === 'once') run.once();
      else if (press === 'pause') run.pause();
      else run.slice();
    } catch (thrown) {
      this.fail(run.turn, thrown);
    }
  }
}

const load = async (): Promise<Engine> => new Engine(...(await Promise.all([loadSceneCore(), loadTraining()])));

receiveMessages<TrainingRequest, TrainingResponse>((respond) => new TrainingWorker(respond));
