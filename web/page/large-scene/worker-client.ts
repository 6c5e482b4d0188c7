import { type Message, message, messageText } from '../../scene/error.ts';
import { shownLayer } from '../../scene/layers.ts';
import type { Scene } from '../../scene/types.ts';
import { type Problem, problemOf } from '../../session/problem.ts';
import type { LargeSceneListener, LargeScenes } from '../../session/session.ts';
import { type Extent, lengthOf, placedSpan, type Region, sameRegion, whole } from '../../trace/region.ts';
import type { TraceDescription } from '../../trace/trace-outline.ts';
import type { Focus } from '../../views/index.ts';
import type { Pixels } from '../../views/overview/paint.ts';
import { startWorker } from '../worker/start-worker.ts';
import { LargeResult } from './large-result.ts';
import type { BlockRequest, ViewRequest, WorkerRequest, WorkerResponse } from './protocol.ts';
import { Store } from './store.ts';
import '../../views/tokens/long-tokens.ts';
import '../../views/overview/overview.ts';
import './large-panel.ts';

/** Milliseconds after which unfinished work shows its progress. */
const PROGRESS_DELAY = 200;
const NO_WORKER = message`the worker for long sentences could not be loaded; your next change tries again`;
const NO_ANSWER = message`the worker for long sentences has stopped responding; your next change restarts it`;
/**
 * Milliseconds after which a silent worker counts as lost. It reports progress every few milliseconds, and a
 * browser can end a worker without an event.
 */
const SILENCE = 30_000;

interface CurrentScene {
  readonly scene: Scene;
  readonly description: TraceDescription;
  readonly store: Store;
  readonly viewport: Region;
  /** The token that changed last, or the first one of the viewport if it has moved since. */
  readonly near: number;
}

/**
 * A scene of thousands of tokens, on the page's side: sends requests to the worker and passes its responses on.
 * Only the newest request counts, and responses to older ones are ignored.
 */
export class WorkerClient implements LargeScenes {
  /** The overview on screen. It is the last scene's until the new one arrives. */
  pixels: Pixels | null = null;
  /** The progress of long work, from 0 to 1. Null: there is none. */
  progress: number | null = null;
  /** How many rows of each step were computed for the result on screen. Null until the worker has said it. */
  computed: Readonly<Record<string, number>> | null = null;
  region: Region | null = null;
  private worker: Worker;
  private requestId = 0;
  /** The scene and viewport of the current request. */
  private requested: { readonly scene: Scene; readonly viewport: Region | null } | null = null;
  private current: CurrentScene | null = null;
  /** What the overview on screen shows, and what the requested one will show. */
  private shownOverview: OverviewKey | null = null;
  private requestedOverview: OverviewKey | null = null;
  /** Whether the overview on screen is of the current scene. */
  private isWhole = false;
  /** The last result that had its own overview. It is restored if the current request fails. */
  private complete: CompletePicture | null = null;
  /** The progress, whether it is visible or not. */
  private done = 0;
  private askedFor: Scene | null = null;
  private room = 400;
  private isReading = false;
  /** The worker is lost. */
  private broken = false;
  private timer = 0;
  private silence = 0;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly listener: LargeSceneListener) {
    this.worker = this.createWorker();
  }

  /** If a worker does not start, or crashes, the page says so and starts another for the next request. */
  private createWorker(): Worker {
    const worker = startWorker('attention');
    worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.lose(event.message ? { template: event.message, values: [] } : NO_WORKER);
    };
    return worker;
  }

  private lose(what: Message): void {
    this.worker.terminate();
    this.broken = true;
    this.fail(problemOf({ ...what, message: messageText(what) }));
  }

  /** The listener is called when the progress or the overview changes. Returns how to unsubscribe. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }

  /**
   * Shows a scene. With `follow`, the viewport moves to the first changed token. `isAskedFor`: the reader has
   * confirmed the long work.
   */
  show(scene: Scene, follow: boolean, isAskedFor: boolean): void {
    if (isAskedFor) this.askedFor = scene;
    this.request(scene, this.current?.viewport ?? null, follow);
  }

  /** The page no longer shows the scene. */
  release(): void {
    if (this.requested === null) return;
    this.requestId += 1;
    this.requested = null;
    this.current = null;
    this.isWhole = false;
    this.complete = null;
    this.pixels = null;
    this.shownOverview = null;
    this.region = null;
    this.endProgress();
    this.post({ kind: 'release' });
    clearTimeout(this.silence);
  }

  close(): void {
    this.requested = null;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.worker.terminate();
  }

  get extent(): Extent {
    const { tokens, keyTokens } = this.current?.description ?? { tokens: [''], keyTokens: [''] };
    return { rows: tokens.length, columns: keyTokens.length };
  }

  /** The requested viewport. The result on screen may still have the last one. */
  get viewport(): Region {
    return this.requested?.viewport ?? this.current?.viewport ?? whole({ rows: 1, columns: 1 });
  }

  /** Draws other rows and columns. */
  moveViewport(viewport: Region): void {
    if (
      this.current === null ||
      this.requested === null ||
      sameRegion(this.requested.viewport ?? this.current.viewport, viewport)
    )
      return;
    this.request(this.requested.scene, viewport, false);
    this.notify();
  }

  /** Moves the viewport so that it contains the focus. */
  reveal({ query, key }: Focus): void {
    const viewport = this.requested?.viewport ?? this.current?.viewport;
    if (viewport === undefined || viewport === null) return;
    const { rows, columns } = this.extent;
    const along = (span: readonly [number, number], index: number | undefined, count: number) =>
      index === undefined || (index >= span[0] && index < span[1])
        ? span
        : placedSpan(index < span[0] ? index : index - lengthOf(span) + 1, lengthOf(span), count);
    this.moveViewport({ rows: along(viewport.rows, query, rows), columns: along(viewport.columns, key, columns) });
  }

  /** Shows another part of the weights in the overview, in `room` × `room` pixels. */
  showRegion(given: Region | undefined, room = this.room): void {
    const region = given ?? this.region;
    const next = region === null || sameRegion(region, whole(this.extent)) ? null : region;
    const same = this.region === next || (this.region !== null && next !== null && sameRegion(this.region, next));
    if (same && room === this.room) return;
    this.region = next;
    this.room = room;
    this.notify();
    if (this.requested !== null) this.request(this.requested.scene, this.requested.viewport, false);
  }

  private request(scene: Scene, viewport: Region | null, follow: boolean): void {
    if (this.isWhole && this.current !== null) {
      this.complete = { current: this.current, pixels: this.pixels, overview: this.shownOverview };
    }
    const again = this.requested?.scene === scene;
    const head = scene.view?.head ?? 0;
    const layer = shownLayer(scene);
    const key: OverviewKey = { scene, head, layer, region: this.region, room: this.room };
    const view: ViewRequest = {
      head,
      layer,
      viewport,
      follow,
      region: this.region,
      room: this.room,
      overview: !sameOverview(this.shownOverview, key),
      requests: this.blockRequests(head, layer),
    };
    this.requestId += 1;
    this.requested = { scene, viewport };
    this.requestedOverview = view.overview ? key : this.shownOverview;
    clearTimeout(this.timer);
    if (this.progress === null) this.timer = window.setTimeout(() => this.showProgress(0), PROGRESS_DELAY);
    const known = again && !this.broken && this.current?.scene === scene;
    if (this.broken) this.worker = this.createWorker();
    this.broken = false;
    this.post({
      kind: 'show',
      requestId: this.requestId,
      scene: known ? null : scene,
      view,
      isAskedFor: scene === this.askedFor,
    });
  }

  /** What the views read last, for the head or layer that will be shown next. */
  private blockRequests(head: number, layer: number): BlockRequest[] {
    if (this.current === null) return [];
    const { scene, store } = this.current;
    const before = { head: scene.view?.head ?? 0, layer: shownLayer(scene) };
    return store.requested.map((request) => ({
      ...request,
      head: request.head === before.head ? head : request.head,
      layer: request.layer === before.layer ? layer : request.layer,
    }));
  }

  private post(message: WorkerRequest): void {
    this.worker.postMessage(message);
    this.expectAnswer();
  }

  private expectAnswer(): void {
    clearTimeout(this.silence);
    this.silence = window.setTimeout(() => this.lose(NO_ANSWER), SILENCE);
  }

  private showProgress(share: number): void {
    this.progress = Math.max(this.done, share);
    this.notify();
  }

  private endProgress(): void {
    clearTimeout(this.timer);
    this.done = 0;
    if (this.progress === null) return;
    this.progress = null;
    this.notify();
  }

  private receive(response: WorkerResponse): void {
    if (response.requestId !== this.requestId || this.requested === null) return;
    clearTimeout(this.silence);
    if (response.kind === 'shown' || response.kind === 'overview' || response.kind === 'progress') this.expectAnswer();
    switch (response.kind) {
      case 'shown':
        this.receiveScene(response, this.requested.scene);
        return;
      case 'read':
        this.isReading = false;
        this.current?.store.add(response.blocks);
        this.draw();
        return;
      case 'overview':
        this.setPixels(response.pixels);
        this.notify();
        return;
      case 'progress':
        this.done = response.done / response.of;
        if (this.progress !== null) this.showProgress(this.done);
        return;
      case 'done':
        this.computed = response.computed;
        this.endProgress();
        this.notify();
        return;
      case 'failed':
        this.fail(problemOf(response), response.isTooMuch);
    }
  }

  private fail(problem: Problem, isTooMuch = false): void {
    this.isReading = false;
    this.endProgress();
    const failed = this.requested?.scene;
    if (this.complete !== null) {
      this.isWhole = true;
      this.current = this.complete.current;
      this.pixels = this.complete.pixels;
      this.shownOverview = this.complete.overview;
      this.region = this.shownOverview?.region ?? null;
    }
    // From now on, the views read the restored result.
    if (this.current !== null) {
      this.requested = { scene: this.current.scene, viewport: this.current.viewport };
      this.current.store.retry();
      this.draw();
    }
    this.listener.failed(problem, isTooMuch);
    // The worker returns to the restored scene, unless that scene is the one that failed.
    if (this.complete !== null && this.complete.current.scene !== failed) {
      const { scene, viewport } = this.complete.current;
      this.requested = null;
      this.request(scene, viewport, false);
    }
  }

  private receiveScene(
    { description, viewport, changed, blocks, overview }: Extract<WorkerResponse, { kind: 'shown' }>,
    scene: Scene,
  ): void {
    const before = this.current;
    const own = description ?? before?.description;
    if (own === undefined) return;
    const store = description === null && before !== null ? before.store : new Store(() => this.fetch());
    if (before !== null && description === null) store.forgetWindows();
    store.add(blocks);
    this.isReading = false;
    const stayed = before !== null && before.viewport.rows[0] === viewport.rows[0];
    const near = changed ?? (stayed ? Math.min(before.near, own.tokens.length - 1) : viewport.rows[0]);
    this.current = { scene, description: own, store, viewport, near };
    if (overview !== null) this.setPixels(overview);
    else this.isWhole = this.requestedOverview === this.shownOverview;
    if (this.requested !== null) this.requested = { scene, viewport };
    if (description !== null) this.computed = null;
    if (
      this.region !== null &&
      (this.region.rows[1] > this.extent.rows || this.region.columns[1] > this.extent.columns)
    ) {
      this.region = null;
    }
    this.draw();
  }

  private setPixels(pixels: Pixels): void {
    this.pixels = pixels;
    this.shownOverview = this.requestedOverview;
    this.isWhole = true;
    this.endProgress();
  }

  /** Sends a new result of the current scene, since numbers that were missing may have arrived. */
  private draw(): void {
    if (this.current === null) return;
    const { scene, viewport, ...current } = this.current;
    this.listener.shown(new LargeResult(scene, { ...current, viewport, client: this }));
  }

  /** Requests missing numbers, after every view of this update has asked for its own. */
  private fetch(): void {
    if (this.isReading) return;
    this.isReading = true;
    setTimeout(() => {
      const requests = this.current?.store.unfetched() ?? [];
      if (requests.length === 0) this.isReading = false;
      else this.post({ kind: 'read', requestId: this.requestId, requests });
    });
  }
}

export const createWorkerClient = (listener: LargeSceneListener): LargeScenes => new WorkerClient(listener);

interface CompletePicture {
  readonly current: CurrentScene;
  readonly pixels: Pixels | null;
  readonly overview: OverviewKey | null;
}

interface OverviewKey {
  readonly scene: Scene;
  readonly head: number;
  readonly layer: number;
  readonly region: Region | null;
  readonly room: number;
}

/** Whether two overviews show the same numbers. A change of the view alone does not matter. */
function sameOverview(a: OverviewKey | null, b: OverviewKey): boolean {
  if (a === null || a.head !== b.head || a.layer !== b.layer || a.region !== b.region || a.room !== b.room)
    return false;
  const keys = new Set([...Object.keys(a.scene), ...Object.keys(b.scene)]);
  keys.delete('view');
  return [...keys].every((key) => Reflect.get(a.scene, key) === Reflect.get(b.scene, key));
}
