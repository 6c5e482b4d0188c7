import type { Core } from '../core/types.ts';
import type { Session } from '../page/large-scene/index.ts';
import type { Scene } from '../scene/types.ts';
import type { Focus } from '../views/index.ts';
import { type Problem, problemOf } from './problem.ts';
import { attended, dispose, type Work } from './scene-computer.ts';
import { isLarge } from './scene-size.ts';

/** How a scene came to be another. */
export interface Change {
  /** Somebody is typing: what is drawn of a long sentence goes there. */
  readonly typed: boolean;
  /** It is another scene as a whole. */
  readonly fresh: boolean;
}

/**
 * What the core makes of scenes: at once, on the page's own thread, or, where that would hold the page up, in a worker
 * (scale/), which is fetched for the first such scene. The work that is there stays until another one works.
 */
export class Workshop {
  work: Work | null = null;
  private session: Session | null = null;
  /** The scene that was asked for last, and is being computed elsewhere. */
  private wanted: Scene | null = null;

  constructor(
    private readonly core: Core,
    /** Hears what became of the scene that was asked for last. */
    private readonly settled: (outcome: Work | Problem) => void,
    /** Hears that there is more of the work that is there: other numbers of the same scene. */
    private readonly grown: (work: Work) => void,
  ) {}

  compute(scene: Scene, change: Change): void {
    if (isLarge(scene)) {
      this.wanted = scene;
      void this.computeElsewhere(scene, change);
      return;
    }
    this.wanted = null;
    const outcome = attended(this.core, scene, this.work);
    if (!('code' in outcome)) {
      this.session?.rest();
      this.keep(outcome);
    }
    this.settled(outcome);
  }

  private keep(work: Work): void {
    if (this.work?.picture.trace !== work.picture.trace) dispose(this.work);
    else if (this.work.right?.trace !== work.right?.trace) this.work.right?.dispose();
    this.work = work;
  }

  private async computeElsewhere(scene: Scene, { typed, fresh }: Change): Promise<void> {
    try {
      const { Session: Elsewhere } = await import('../page/large-scene/index.ts');
      if (this.wanted !== scene) return;
      this.session ??= new Elsewhere({
        shown: (picture) => {
          const work = { picture, right: null };
          this.keep(work);
          if (this.wanted !== picture.scene) {
            this.grown(work);
            return;
          }
          this.wanted = null;
          this.settled(work);
        },
        failed: (problem) => this.settled(problem),
      });
      if (fresh) this.session.rest();
      this.session.show(scene, typed);
    } catch (thrown) {
      if (this.wanted === scene) this.settled(problemOf(thrown));
    }
  }

  /** Where not all is drawn: draws what the focus is on. */
  reveal(focus: Focus): void {
    if (this.work?.picture.lens) this.session?.reveal(focus);
  }

  dispose(): void {
    this.wanted = null;
    this.session?.close();
    this.session = null;
    dispose(this.work);
    this.work = null;
  }
}
