/**
 * The worker: it holds the core and one lazy trace, and works in slices, so that a new request never waits long. It does not call
 * `scaledDotProductAttention` without weights: the overview needs every weight, and the trace reuses rows after an edit.
 */
import { loadSceneCore } from '../../core/load.ts';
import type { SceneCore, Trace } from '../../core/types.ts';
import { hidesLaterKeys } from '../../scene/causal-offset.ts';
import { reuseNumbers } from '../../scene/packed-tensors.ts';
import type { Scene } from '../../scene/types.ts';
import { checkWork, TooMuchWork } from '../../session/workload.ts';
import { type Extent, type Region, type Span, whole } from '../../trace/region.ts';
import type { Pixels } from '../../views/overview/paint.ts';
import { yieldToMessages } from '../../views/shared/yield.ts';
import { failureOf } from '../worker/failure.ts';
import { ownScope, type Scope } from '../worker/scope.ts';
import { OverviewWork } from './overview-pixels.ts';
import type { Block, BlockRequest, Failed, ViewRequest, WorkerRequest, WorkerResponse } from './protocol.ts';
import { blockOf, firstChange, firstViewport, nextViewport } from './windows.ts';

type Show = Extract<WorkerRequest, { kind: 'show' }>;

/** The most operations of a scene that is computed without confirmation: about a minute. */
const MOST_OPERATIONS = 6e10;

/** The duration of a slice, in milliseconds. */
const SLICE = 8;

class SceneWorker {
  private core: SceneCore | null = null;
  private trace: Trace | null = null;
  /** The scene of the trace, also after the core was replaced. */
  private scene: Scene | null = null;
  /** Whether the trace is of the scene on the page. Until it is, nothing is read. */
  private isCurrent = true;
  private tokens: readonly string[] = [];
  private viewport: Region | null = null;
  private next: Show | null = null;
  private reads: Extract<WorkerRequest, { kind: 'read' }>[] = [];
  private working = false;
  /** How many rows of an overview fit a slice, as measured. */
  private pace = 64;

  constructor(
    private readonly respond: (response: WorkerResponse, moved?: Transferable[]) => void,
    private readonly yieldToMessages: () => Promise<void>,
  ) {}

  receive(message: WorkerRequest): void {
    if (message.kind === 'show') this.next = message;
    else if (message.kind === 'read') this.reads.push(message);
    else this.release();
    if (!this.working) void this.work();
  }

  private release(): void {
    this.next = null;
    this.reads = [];
    this.forget();
    this.scene = null;
    this.viewport = null;
  }

  private forget(): void {
    this.trace?.dispose();
    this.trace = null;
  }

  private async work(): Promise<void> {
    this.working = true;
    while (this.next !== null || this.reads.length > 0) {
      const show = this.next;
      this.next = null;
      try {
        this.core ??= await loadSceneCore();
        if (show !== null) await this.show(show, this.core);
        else this.read(this.core);
      } catch (thrown) {
        const requestId = show?.requestId ?? this.reads.shift()?.requestId ?? 0;
        this.respond({ requestId, ...describeError(thrown) });
        await this.recover(thrown);
      }
    }
    this.working = false;
  }

  /** A core that ran out of memory or crashed is not trusted any more. Another one replaces it. */
  private async recover(thrown: unknown): Promise<void> {
    const { code, message } = describeError(thrown);
    if (code !== 'internal' && code !== 'unexpected' && !/ran out of memory/.test(message)) return;
    this.trace = null;
    this.core = await loadSceneCore({ fresh: true });
  }

  /** The trace of a scene. Updates it if the scene has changed. */
  private traceOf(scene: Scene, core: SceneCore): Trace {
    if (scene !== this.scene) reuseNumbers(scene, this.scene);
    if (this.trace === null) this.trace = core.attend(scene, { lazy: true });
    else if (scene !== this.scene) this.trace.update(scene);
    this.scene = scene;
    return this.trace;
  }

  private async show({ requestId, scene: given, view, isAskedFor }: Show, core: SceneCore): Promise<void> {
    if (given !== null && !isAskedFor) checkWork(core.describe(given), MOST_OPERATIONS);
    const scene = given ?? this.scene;
    if (scene === null) return;
    this.isCurrent = given === null;
    const trace = this.traceOf(scene, core);
    const { tokens, keyTokens, vocabulary, layers, steps, parameters, symbols } = trace;
    const changed = view.follow && this.tokens.length > 0 ? firstChange(this.tokens, tokens) : null;
    const viewport =
      (view.viewport ?? this.viewport)
        ? nextViewport(
            view.viewport ?? this.viewport ?? whole({ rows: 1, columns: 1 }),
            tokens.length,
            keyTokens.length,
            changed,
          )
        : firstViewport(tokens.length, keyTokens.length, scene.view?.focus ?? 0);
    const layer = Math.min(view.layer, layers - 1);
    const progress = (done: number, of: number) => this.respond({ kind: 'progress', requestId, done, of });
    if (!(await this.prepare(trace, layer, progress))) return;
    const blocks = read(trace, view.requests, viewport);
    const work = view.overview ? overviewOf(trace, view, layer) : null;
    // If all of it fits one slice, the page and the overview change in the same frame.
    if (work !== null && work.rows <= this.pace) this.advance(work);
    const overview = work?.isDone ? work.pixels : null;
    this.isCurrent = true;
    this.tokens = tokens;
    this.viewport = viewport;
    const description = given && { tokens, keyTokens, vocabulary, layers, steps, parameters, symbols };
    const moved = [...moving(blocks), ...(overview === null ? [] : buffersOf(overview))];
    this.respond({ kind: 'shown', requestId, description, viewport, changed, blocks, overview }, moved);
    if (work !== null && overview === null) {
      if (!(await this.finish(work, progress))) return;
      this.respond({ kind: 'overview', requestId, pixels: work.pixels }, buffersOf(work.pixels));
    }
    if (!(await this.outputs(trace, scene, layer))) return;
    this.respond({ kind: 'done', requestId, computed: { ...trace.computed } });
  }

  /** One slice of an overview. */
  private advance(work: OverviewWork): void {
    const before = performance.now();
    const rows = work.done;
    work.go(this.pace);
    this.pace = fitting(work.done - rows, performance.now() - before, this.pace);
  }

  /** False if there is a newer request. */
  private async finish(work: OverviewWork, progress: (done: number, of: number) => void): Promise<boolean> {
    while (!work.isDone) {
      this.advance(work);
      progress(work.done, work.rows);
      if (!(await this.canContinue())) return false;
    }
    return true;
  }

  /**
   * Under a causal mask, computes all of z, even if nothing reads it. A key press at the end then costs one row,
   * because keys and values act as a cache, and the page can tell how many rows it cost.
   */
  private async outputs(trace: Trace, { attention }: Scene, layer: number): Promise<boolean> {
    const isCached = hidesLaterKeys(attention.mask, trace.tokens.length, trace.keyTokens.length);
    if (!isCached || !trace.steps.some(({ name }) => name === 'z')) return true;
    return this.byRows(trace.tokens.length, (rows) => trace.tensor('z', { layer, head: 0, rows, columns: [0, 1] }));
  }

  /** Reads rows, as many at a time as fit a slice. False if there is a newer request. */
  private async byRows(
    count: number,
    read: (rows: Span) => void,
    done = (_rows: number): void => {},
  ): Promise<boolean> {
    let chunk = 16;
    for (let from = 0; from < count; ) {
      const to = Math.min(count, from + chunk);
      const before = performance.now();
      read([from, to]);
      chunk = fitting(to - from, performance.now() - before, chunk);
      from = to;
      done(from);
      if (!(await this.canContinue())) return false;
    }
    return true;
  }

  /** Lets messages arrive, and answers pending reads. False if there is a newer scene or view to show. */
  private async canContinue(): Promise<boolean> {
    await this.yieldToMessages();
    if (this.next !== null) return false;
    if (this.isCurrent && this.reads.length > 0 && this.core !== null) this.read(this.core);
    return true;
  }

  /** Computes the layers below the shown one, some rows at a time. False if there is a newer request. */
  private async prepare(trace: Trace, layer: number, progress: (done: number, of: number) => void): Promise<boolean> {
    for (let below = 0; below < layer; below += 1) {
      const last = trace.steps.findLast((step) => step.layer === below);
      const [rows = 0] = last?.shape ?? [];
      if (last === undefined) continue;
      const read = (span: Span) => trace.tensor(last.name, { layer: below, rows: span, columns: [0, 1] });
      const report = (done: number) => progress(below * rows + done, (layer + 1) * rows);
      if (!(await this.byRows(rows, read, report))) return false;
    }
    return true;
  }

  /**
   * Answers the oldest pending read. It belongs to the scene that was shown last, which is computed again after a
   * crash.
   */
  private read(core: SceneCore): void {
    const [message] = this.reads;
    if (message === undefined) return;
    if (this.scene === null || this.viewport === null) {
      this.reads.shift();
      return;
    }
    const blocks = read(this.traceOf(this.scene, core), message.requests, this.viewport);
    this.reads.shift();
    this.respond({ kind: 'read', requestId: message.requestId, blocks }, moving(blocks));
  }
}

/**
 * How many rows fit a slice, given how long `rows` took. It at most doubles or halves, because one slice may have
 * been interrupted by another program.
 */
const fitting = (rows: number, took: number, before: number): number =>
  Math.max(1, Math.floor(Math.min(before * 2, Math.max(before / 2, (rows * SLICE) / Math.max(0.05, took)))));

const read = (trace: Trace, requests: readonly BlockRequest[], viewport: Region): Block[] =>
  requests.flatMap((request) => blockOf(trace, request, viewport) ?? []);

const moving = (blocks: readonly Block[]): Transferable[] => blocks.map(({ data }) => data.buffer as ArrayBuffer);

function overviewOf(trace: Trace, view: ViewRequest, layer: number): OverviewWork {
  const extent = { rows: trace.tokens.length, columns: trace.keyTokens.length };
  const { H = 1 } = trace.symbols;
  const region = within(view.region, extent) ?? whole(extent);
  return new OverviewWork(trace, { head: Math.min(view.head, H - 1), layer }, region, view.room);
}

const buffersOf = ({ mean, max, hidden }: Pixels): Transferable[] =>
  [mean, max, hidden].map(({ buffer }) => buffer as ArrayBuffer);

/** The region, if it lies within the matrix. */
const within = (region: Region | null, { rows, columns }: Extent): Region | null =>
  region !== null && region.rows[1] <= rows && region.columns[1] <= columns ? region : null;

const describeError = (thrown: unknown): Failed => ({
  kind: 'failed',
  isTooMuch: thrown instanceof TooMuchWork,
  ...failureOf(thrown),
});

/** Answers the messages of `scope`. */
export function runWorker(scope: Scope<WorkerRequest, WorkerResponse>): void {
  const worker = new SceneWorker(
    (response, transfer = []) => scope.postMessage(response, { transfer }),
    yieldToMessages,
  );
  scope.onmessage = ({ data }) => worker.receive(data);
}

const scope = ownScope<WorkerRequest, WorkerResponse>();
if (scope !== null) runWorker(scope);
