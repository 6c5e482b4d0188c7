import type { ReactiveControllerHost } from 'lit';
import type { SceneCore } from '../../core/types.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import type { Scene } from '../../scene/types.ts';
import { computeScene, describeScene } from '../../session/compute.ts';
import { type Problem, problemOf } from '../../session/problem.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import type { Focus } from '../../views/index.ts';
import type { WorkerClient } from '../large-scene/worker-client.ts';

const workerClient = lazyModule(() => import('../large-scene/worker-client.ts'));

/** How a scene came to be another. */
export interface Change {
  /** Somebody is typing: what is drawn of a long sentence goes there. */
  readonly typed: boolean;
  /** It is another scene as a whole. */
  readonly fresh: boolean;
}

/**
 * What the core makes of scenes: at once, on the page's own thread, or, where that would hold the page up, in a worker
 * (large-scene/), which is fetched for the first such scene. The work that is there stays until another one works; the host is drawn
 * anew when there is more to show of it, or a problem.
 */
export class SceneComputer {
  /** What the core made of the last scene that worked. */
  work: SceneResult | null = null;
  /** Why the scene that was asked for last has no picture. */
  problem: Problem | null = null;
  private client: WorkerClient | null = null;
  /** The scene that was asked for last, and is being computed elsewhere. */
  private pending: Scene | null = null;
  /** The scene that the reader wants for all that it takes. */
  private askedFor: Scene | null = null;
  /** What is to happen once the scene that was asked for last has a picture, or a problem. */
  private afterwards: () => void = () => {};

  constructor(
    private readonly core: SceneCore,
    private readonly host: ReactiveControllerHost,
  ) {}

  /** The scene's picture; where there is none, the problem, and the picture that was. Now, or once it has come: `afterwards` then runs. */
  compute(scene: Scene, change: Change, afterwards: () => void): void {
    this.afterwards = afterwards;
    this.begin(scene, change);
  }

  /** Computes what the problem offers to compute although it takes long. */
  computeAnyway(afterwards: () => void): void {
    this.afterwards = afterwards;
    this.problem?.anyway?.();
  }

  private begin(scene: Scene, change: Change): void {
    if (isLarge(scene, this.core)) {
      this.pending = scene;
      void this.computeElsewhere(scene, change);
      return;
    }
    this.pending = null;
    const outcome = computeScene(this.core, scene);
    if (!('code' in outcome)) {
      this.client?.release();
      this.keep(outcome);
    }
    this.finished(outcome);
  }

  private finished(outcome: SceneResult | Problem): void {
    this.problem = 'code' in outcome ? outcome : null;
    this.host.requestUpdate();
    const { afterwards } = this;
    this.afterwards = () => {};
    afterwards();
  }

  private keep(work: SceneResult): void {
    if (this.work !== null && this.work !== work) this.work.dispose();
    this.work = work;
  }

  private async computeElsewhere(scene: Scene, { typed, fresh }: Change): Promise<void> {
    try {
      const { WorkerClient: Elsewhere } = await workerClient.load();
      if (this.pending !== scene) return;
      this.client ??= new Elsewhere({
        shown: (result) => {
          this.keep(result);
          if (this.pending !== result.scene) {
            // There is more of the work that is there: other numbers of the same scene.
            this.host.requestUpdate();
            return;
          }
          this.pending = null;
          this.finished(result);
        },
        failed: (problem, isTooMuch) => {
          const { pending } = this;
          const anyway = () => {
            this.askedFor = pending;
            if (pending !== null) this.begin(pending, { typed: false, fresh: false });
          };
          this.finished(isTooMuch ? { ...problem, anyway } : problem);
        },
      });
      if (fresh) this.client.release();
      this.client.show(scene, typed, scene === this.askedFor);
    } catch (thrown) {
      if (this.pending === scene) this.finished(problemOf(thrown));
    }
  }

  /** Where not all is drawn: draws what the focus is on. */
  reveal(focus: Focus): void {
    if (this.work?.viewport) this.client?.reveal(focus);
  }

  dispose(): void {
    this.pending = null;
    this.client?.close();
    this.client = null;
    this.work?.dispose();
    this.work = null;
  }
}

/** Multiplications and additions that the page's own thread takes on: some 20 ms with all that is drawn of them. */
const MOST = 20e6;
/** Characters of a sentence that is long, whatever words it has. */
const LONG = 8000;

/**
 * Whether a scene is more work than a keystroke may hold the page up for: it is then computed elsewhere, and drawn in part.
 * A scene with a problem is none: the core refuses it before it computes anything.
 */
export function isLarge(scene: Scene, core: SceneCore): boolean {
  // Cutting it into words to count them would hold the page up as well.
  if ((scene.sentence ?? '').length > LONG) return true;
  return describeScene(core, scene).operations > MOST;
}
