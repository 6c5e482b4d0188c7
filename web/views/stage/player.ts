import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Journey } from '../../stage/journey.ts';
import { nextStill, played } from '../../stage/moment.ts';
import { TRANSITION } from '../shared/custom-element.ts';
import { NextFrame } from '../shared/own-window.ts';

/** The stage, as the player sees it. */
export interface Playable extends ReactiveControllerHost {
  readonly journey: Journey | null;
  moment: number;
}

/**
 * Time on the stage: advances the moment while it plays, and moves the picture from what is on the screen to its
 * target.
 */
export class Player implements ReactiveController {
  playing = false;
  /** A multiple of normal speed. */
  speed = 1;
  private last = 0;
  private waited = 0;
  private morphing = Number.NEGATIVE_INFINITY;
  private readonly frame: NextFrame;
  private readonly still = matchMedia('(prefers-reduced-motion: reduce)');

  /** `onRest` runs when playing reaches the end. */
  constructor(
    private readonly host: Playable & Element,
    private readonly onRest: () => void,
  ) {
    this.frame = new NextFrame(host, (now) => this.onFrame(now));
    host.addController(this);
  }

  hostDisconnected(): void {
    this.frame.cancel();
    this.playing = false;
  }

  play(): void {
    this.playing = true;
    this.last = 0;
    this.waited = 0;
    this.frame.request();
    this.host.requestUpdate();
  }

  /** Returns false if it was not playing. */
  stop(): boolean {
    const { playing } = this;
    this.playing = false;
    if (playing) this.host.requestUpdate();
    return playing;
  }

  /** Starts moving the picture from what is on the screen. Returns false if the reader prefers reduced motion. */
  beginMorph(): boolean {
    if (this.still.matches) return false;
    this.morphing = performance.now();
    this.frame.request();
    return true;
  }

  /** How far the picture has moved, from 0 to 1. */
  get morphed(): number {
    return Math.min(1, (performance.now() - this.morphing) / TRANSITION);
  }

  private onFrame(now: number): void {
    // A page in the background continues where it was.
    const seconds = this.last === 0 ? 0 : Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    if (this.playing) this.advance(seconds * this.speed);
    this.host.requestUpdate();
    if (this.playing || this.morphed < 1) this.frame.request();
  }

  private advance(seconds: number): void {
    const { host } = this;
    const lengths = host.journey?.chapters.map((chapter) => chapter.seconds) ?? [];
    if (this.still.matches) this.advanceStill(seconds, lengths);
    else {
      host.moment = played(host.moment, seconds, lengths);
      if (host.moment >= lengths.length) this.end();
    }
  }

  /** With reduced motion each chapter stays for as long as it would have played. */
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
