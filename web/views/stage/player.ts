import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Journey } from '../../stage/journey.ts';
import { nextStill, played } from '../../stage/moment.ts';
import { TRANSITION } from '../shared/custom-element.ts';

/** What is played. */
export interface Playable extends ReactiveControllerHost {
  readonly journey: Journey | null;
  moment: number;
}

/** Time on the stage: moves the moment on while it plays, and a picture from what is on the screen to what is to be there. */
export class Player implements ReactiveController {
  playing = false;
  /** Of the normal speed. */
  speed = 1;
  private frame = 0;
  private last = 0;
  private waited = 0;
  private morphing = Number.NEGATIVE_INFINITY;
  private readonly still = matchMedia('(prefers-reduced-motion: reduce)');

  /** `onRest` is told when it comes to the end by itself. */
  constructor(
    private readonly host: Playable,
    private readonly onRest: () => void,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.playing = false;
  }

  play(): void {
    this.playing = true;
    this.last = 0;
    this.waited = 0;
    this.tick();
    this.host.requestUpdate();
  }

  /** False where it did not play. */
  stop(): boolean {
    const { playing } = this;
    this.playing = false;
    if (playing) this.host.requestUpdate();
    return playing;
  }

  /** From now on the picture goes on from what is on the screen. False where the reader wants no motion. */
  beginMorph(): boolean {
    if (this.still.matches) return false;
    this.morphing = performance.now();
    this.tick();
    return true;
  }

  /** How far the picture has gone, from 0 to 1. */
  get morphed(): number {
    return Math.min(1, (performance.now() - this.morphing) / TRANSITION);
  }

  private tick(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(this.onFrame);
  }

  private readonly onFrame = (now: number): void => {
    this.frame = 0;
    // A page that lay in the background goes on where it was.
    const seconds = this.last === 0 ? 0 : Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    if (this.playing) this.advance(seconds * this.speed);
    this.host.requestUpdate();
    if (this.playing || this.morphed < 1) this.tick();
  };

  private advance(seconds: number): void {
    const { host } = this;
    const lengths = host.journey?.chapters.map((chapter) => chapter.seconds) ?? [];
    if (this.still.matches) this.advanceStill(seconds, lengths);
    else {
      host.moment = played(host.moment, seconds, lengths);
      if (host.moment >= lengths.length) this.end();
    }
  }

  /** Without motion each chapter stands as long as it would have played. */
  private advanceStill(seconds: number, lengths: readonly number[]): void {
    const { host } = this;
    this.waited += seconds;
    const first = host.moment < 1 && host.moment !== Math.floor(host.moment);
    const length = host.moment === 0 || first ? 0 : (lengths[Math.ceil(host.moment) - 1] ?? 0);
    if (this.waited < length) return;
    this.waited = 0;
    if (host.moment < lengths.length) host.moment = nextStill(host.moment, lengths.length);
    else this.end();
  }

  private end(): void {
    if (this.stop()) this.onRest();
  }
}
