import type { Run, RunArguments, ShardGradient } from '../../../training/index.ts';
import type { ShardRequest, ShardResponse } from './protocol.ts';

/** Milliseconds of a step above which half of it is worth the messages of a second thread. */
const WORTH = 1.5;
/** Steps after which it is known how long one takes: the first are slower, before an engine has compiled them well. */
const TRIED = 30;
/** A second processor may be so slow that its half takes longer than the whole here, by so much. */
const TOO_LONG = 1.5;
/** Milliseconds after which a thread that says nothing is done without. */
const PATIENCE = 2000;
/** Milliseconds that steps of two threads may take to begin with, however short those of one are: the first are slower here too. */
const SLACK = 300;
/** Milliseconds after which steps are told of: answers of the other thread may be far apart on a busy machine. */
const LONGEST = 100;
/** The shard that this thread learns, and the other's. */
const [OWN, OTHERS] = [0, 1];

/**
 * Where the second thread is: not asked for yet; asked for; it has such a run, which stands at another step; it stands at the same step;
 * or there is none, and nobody asks again.
 */
type State = 'untried' | 'starting' | 'ready' | 'together' | 'alone';

/**
 * The steps of a run, taken by two threads where a step takes long enough: each computes the gradient of one shard of the batch and tells
 * the other (data-parallel training, arXiv 2006.15704). The bits are the same, with a second thread or without.
 */
export class ParallelSteps {
  private state: State;
  private port: MessagePort | null = null;
  /** Steps taken by one thread, and milliseconds of one of the last; and what the steps of two have taken. */
  private taken = 0;
  private alone = 0;
  private together = { steps: 0, milliseconds: 0 };
  /** What has come before it was waited for, and whoever waits. */
  private learned: ShardGradient | null = null;
  private heard: ((learned: ShardGradient | null) => void) | null = null;
  /** The newest start of the second thread: what it says of others is not for this one. */
  private turn = 0;
  /** What came is sent back with what is learned next: numbers for each step anew would be a long time in coming. */
  private free: Float32Array;

  constructor(
    private readonly run: Run,
    private readonly given: RunArguments,
    /** Asks whoever can start one for a second thread: it may come, by `join`. */
    private readonly wantThread: () => void,
  ) {
    this.state = isParallel(run) ? 'untried' : 'alone';
    this.free = new Float32Array(run.size);
  }

  /** That take the steps. */
  get threads(): number {
    return this.state === 'together' ? 2 : 1;
  }

  /** At most so many: fewer where they take long. Throws as the run's `step` does. */
  async step(count: number): Promise<void> {
    const end = performance.now() + LONGEST;
    if (!this.hasRun) this.stepAlone(count);
    else
      for (let done = 0; done < count && (done === 0 || performance.now() < end); done += 1) await this.stepTogether();
    if (this.state === 'untried' && this.taken > TRIED && this.alone > WORTH) {
      this.state = 'starting';
      this.wantThread();
    }
  }

  /** A second thread, at the other end of the port. */
  join(port: MessagePort): void {
    this.port = port;
    port.onmessage = ({ data }: MessageEvent<ShardResponse>) => this.receive(data);
    if (this.state === 'starting') this.ask({ kind: 'share', run: this.given, shard: OTHERS });
    else this.dispose();
  }

  /** The run stands at another step. */
  restored(): void {
    if (this.state === 'together') this.state = 'ready';
  }

  dispose(): void {
    this.state = 'alone';
    this.ask({ kind: 'end' });
    this.port?.close();
    this.port = null;
    this.heard?.(null);
  }

  private get hasRun(): boolean {
    return this.state === 'ready' || this.state === 'together';
  }

  private stepAlone(count: number): void {
    const began = performance.now();
    this.run.step(count);
    this.alone = (performance.now() - began) / count;
    this.taken += count;
  }

  private async stepTogether(): Promise<void> {
    const { run } = this;
    if (!this.hasRun) {
      run.step();
      return;
    }
    const began = performance.now();
    if (this.state === 'ready') this.ask({ kind: 'follow', turn: this.nextTurn(), from: run.snapshot() });
    this.state = 'together';
    const own = run.learn(OWN, this.free);
    this.ask({ kind: 'learned', turn: this.turn, shard: own }, [own.data.buffer as ArrayBuffer]);
    const others = this.learned ?? (await this.next());
    this.learned = null;
    if (others === null) {
      this.dispose();
      run.learn(OTHERS);
    } else this.free = others.data;
    try {
      run.update(others === null ? [] : [others]);
    } catch (error) {
      // After a loss that is no number the run stands where it is put next.
      this.restored();
      throw error;
    }
    this.compare(performance.now() - began);
  }

  private compare(milliseconds: number): void {
    const { together } = this;
    if (together.steps === TRIED) return;
    together.steps += 1;
    together.milliseconds += milliseconds;
    if (together.milliseconds > Math.max(TRIED * TOO_LONG * this.alone, SLACK)) this.dispose();
  }

  private nextTurn(): number {
    this.learned = null;
    this.turn += 1;
    return this.turn;
  }

  /** The shard that is to come; null where none does. */
  private next(): Promise<ShardGradient | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.heard?.(null), PATIENCE);
      this.heard = (learned) => {
        clearTimeout(timer);
        this.heard = null;
        resolve(learned);
      };
    });
  }

  private receive(response: ShardResponse): void {
    if (response.kind === 'ready') {
      if (this.state === 'starting') this.state = 'ready';
    } else if (response.kind === 'failed') this.dispose();
    else if (response.turn === this.turn) {
      if (this.heard === null) this.learned = response.shard;
      else this.heard(response.shard);
    }
  }

  private ask(request: ShardRequest, moved: Transferable[] = []): void {
    this.port?.postMessage(request, moved);
  }
}

/** Whether a second thread may learn a part of it. */
export const isParallel = (run: Run): boolean =>
  run.shards > 1 && typeof Worker !== 'undefined' && navigator.hardwareConcurrency > 1;
