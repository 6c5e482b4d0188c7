/** The worker: it holds the core and one lazy trace, and works in slices so that the newest question never waits long. */
import { type Core, loadCore, type Trace } from '../../core/index.ts';
import type { Scene } from '../../scene/types.ts';
import { whole } from '../../views/region.ts';
import { OverviewWork } from './pixels.ts';
import type { Asked, Block, Looks, Told, Want } from './protocol.ts';
import { blockOf, firstChange, firstLens, nextLens } from './windows.ts';

type Show = Extract<Asked, { kind: 'show' }>;

/** Milliseconds of a slice. */
const SLICE = 8;

class Desk {
  private core: Core | null = null;
  private trace: Trace | null = null;
  /** The scene whose trace it is, or was before the core had to be replaced. */
  private scene: Scene | null = null;
  private tokens: readonly string[] = [];
  private lens: Looks['lens'] = null;
  private next: Show | null = null;
  private reads: Extract<Asked, { kind: 'read' }>[] = [];
  private working = false;
  /** Rows of an overview that fit a slice, as measured. */
  private pace = 64;

  constructor(
    private readonly tell: (told: Told, moved?: Transferable[]) => void,
    private readonly breath: () => Promise<void>,
  ) {}

  hear(asked: Asked): void {
    if (asked.kind === 'show') this.next = asked;
    else if (asked.kind === 'read') this.reads.push(asked);
    else this.rest();
    if (!this.working) void this.work();
  }

  private rest(): void {
    this.next = null;
    this.reads = [];
    this.forget();
    this.scene = null;
    this.lens = null;
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
        this.core ??= await loadCore();
        if (show !== null) await this.show(show, this.core);
        else this.read(this.core);
      } catch (thrown) {
        const turn = show?.turn ?? this.reads.shift()?.turn ?? 0;
        this.tell({ kind: 'failed', turn, ...said(thrown) });
        await this.mend(thrown);
      }
    }
    this.working = false;
  }

  /** A core that ran out of memory, or fell over, is no longer trusted: another takes its place. */
  private async mend(thrown: unknown): Promise<void> {
    const { code, message } = said(thrown);
    if (code !== 'internal' && code !== 'unexpected' && !/ran out of memory/.test(message)) return;
    this.trace = null;
    this.core = await loadCore({ fresh: true });
  }

  /** The trace of a scene, brought up to date where it is another. */
  private traceOf(scene: Scene, core: Core): Trace {
    if (this.trace === null) this.trace = core.attend(scene, { lazy: true });
    else if (scene !== this.scene) this.trace.update(scene);
    this.scene = scene;
    return this.trace;
  }

  private async show({ turn, scene: given, looks }: Show, core: Core): Promise<void> {
    const scene = given ?? this.scene;
    if (scene === null) return;
    const trace = this.traceOf(scene, core);
    const { tokens, keyTokens, vocabulary, layers, steps, parameters, symbols } = trace;
    const changed = looks.follow && this.tokens.length > 0 ? firstChange(this.tokens, tokens) : null;
    const lens =
      (looks.lens ?? this.lens)
        ? nextLens(looks.lens ?? this.lens ?? whole({ rows: 1, columns: 1 }), tokens.length, keyTokens.length, changed)
        : firstLens(tokens.length, keyTokens.length, scene.view?.focus ?? 0);
    this.tokens = tokens;
    this.lens = lens;
    const layer = Math.min(looks.layer, layers - 1);
    const going = () => this.next === null;
    const progress = (done: number, of: number) => this.tell({ kind: 'progress', turn, done, of });
    if (!(await this.prepare(trace, layer, going, progress))) return;
    const blocks = read(trace, looks.wants, lens);
    const description = given && { tokens, keyTokens, vocabulary, layers, steps, parameters, symbols };
    this.tell({ kind: 'shown', turn, description, lens, changed, blocks }, moving(blocks));
    if (!looks.overview) {
      this.tell({ kind: 'done', turn, computed: { ...trace.computed } });
      return;
    }
    const extent = { rows: tokens.length, columns: keyTokens.length };
    const head = Math.min(looks.head, (symbols['H'] ?? 1) - 1);
    const overview = new OverviewWork(
      trace,
      { head, layer },
      within(looks.region, extent) ?? whole(extent),
      looks.room,
    );
    while (!overview.isDone) {
      const before = performance.now();
      const rows = overview.done;
      overview.go(this.pace);
      this.measure(overview.done - rows, performance.now() - before);
      progress(overview.done, overview.rows);
      await this.breath();
      if (!going()) return;
      if (this.reads.length > 0) this.read(core);
    }
    const { pixels } = overview;
    this.tell({ kind: 'overview', turn, pixels }, [pixels.mean.buffer, pixels.max.buffer, pixels.hidden.buffer]);
    this.tell({ kind: 'done', turn, computed: { ...trace.computed } });
  }

  private measure(rows: number, took: number): void {
    const fits = (rows * SLICE) / Math.max(0.05, took);
    // Not at once all the way: one slice that another program held up says little.
    this.pace = Math.max(1, Math.min(this.pace * 2, Math.max(this.pace / 2, fits)));
  }

  /** Computes the layers below the one on show, some rows at a time. False where something else has been asked for. */
  private async prepare(
    trace: Trace,
    layer: number,
    going: () => boolean,
    progress: (done: number, of: number) => void,
  ): Promise<boolean> {
    for (let below = 0; below < layer; below += 1) {
      const last = trace.steps.findLast((step) => step.layer === below);
      const [rows = 0, columns = 0] = last?.shape.slice(-2) ?? [];
      if (last === undefined) continue;
      let chunk = 8;
      for (let from = 0; from < rows; ) {
        const before = performance.now();
        const to = Math.min(rows, from + chunk);
        trace.tensor(last.name, { layer: below, rows: [from, to], columns: [0, Math.min(1, columns)] });
        const took = performance.now() - before;
        chunk = Math.max(1, Math.min(chunk * 2, Math.floor(((to - from) * SLICE) / Math.max(0.05, took))));
        from = to;
        progress(below * rows + from, (layer + 1) * rows);
        await this.breath();
        if (!going()) return false;
      }
    }
    return true;
  }

  /** Answers the oldest of the reads. They are of the scene that was shown last; it is computed again after a mishap. */
  private read(core: Core): void {
    const [asked] = this.reads;
    if (asked === undefined) return;
    if (this.scene === null || this.lens === null) {
      this.reads.shift();
      return;
    }
    const blocks = read(this.traceOf(this.scene, core), asked.wants, this.lens);
    this.reads.shift();
    this.tell({ kind: 'read', turn: asked.turn, blocks }, moving(blocks));
  }
}

const read = (trace: Trace, wants: readonly Want[], lens: NonNullable<Looks['lens']>): Block[] =>
  wants.flatMap((want) => blockOf(trace, want, lens) ?? []);

const moving = (blocks: readonly Block[]): Transferable[] => blocks.map(({ data }) => data.buffer as ArrayBuffer);

/** The region, where the matrix still has it. */
const within = (region: Looks['region'], { rows, columns }: { rows: number; columns: number }): Looks['region'] =>
  region !== null && region.rows[1] <= rows && region.columns[1] <= columns ? region : null;

function said(thrown: unknown): { readonly code: string; readonly message: string; readonly path: string } {
  const text = (key: string): string | null => {
    const value: unknown = Reflect.get(Object(thrown), key);
    return typeof value === 'string' ? value : null;
  };
  return { code: text('code') ?? 'unexpected', message: text('message') ?? String(thrown), path: text('path') ?? '' };
}

/** Lets messages in that have come meanwhile: a timer would wait longer than a slice takes. */
const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();
const breath = (): Promise<void> =>
  new Promise((done) => {
    waiting.push(done);
    port2.postMessage(null);
  });

interface Scope {
  postMessage(told: Told, options: { readonly transfer: Transferable[] }): void;
  onmessage: ((event: MessageEvent<Asked>) => void) | null;
}

const scope = globalThis as unknown as Scope;
const desk = new Desk((told, transfer = []) => scope.postMessage(told, { transfer }), breath);
scope.onmessage = ({ data }) => desk.hear(data);
