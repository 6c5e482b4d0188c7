import { lazyModule } from '../../i18n/lazy-module.ts';
import type { SceneSession } from '../../session/session.ts';
import { isHome } from '../shell/catalogue.ts';

/** The stage, which the demo is on, has it. */
const wordSwap = lazyModule(() => import('./swap.ts'));

/** Milliseconds between two swaps, and how many there are: three times there and back. */
const PAUSE = 4000;
const SWAPS = 6;

/**
 * The reader's first touch. A click, not a pointerdown: what was pressed must still be there when the click arrives. A tap on a slider
 * is no click everywhere, but always an input.
 */
const touches = ['click', 'input', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Shows a first visitor what one word changes: until the first touch, the page swaps the word that decides what “it” refers to, and
 * swaps it back. Only the picture changes. The scene, its history and the address stay.
 */
export class SwapDemo {
  private timer = 0;
  private left = 0;

  constructor(private readonly session: () => SceneSession | null) {}

  get isShowing(): boolean {
    return this.timer !== 0;
  }

  start(): void {
    const session = this.session();
    if (session === null || !isHome(session.scene) || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.left = SWAPS;
    this.timer = window.setInterval(this.swap, PAUSE);
    // Without it, nothing is swapped.
    wordSwap.load().catch(() => {});
    for (const type of touches) addEventListener(type, this.onTouch);
  }

  /** What was touched is drawn first, as it was. */
  private readonly onTouch = (): void => queueMicrotask(this.stop);

  /** Returns to the reader's own scene. */
  readonly stop = (): void => {
    if (!this.isShowing) return;
    clearInterval(this.timer);
    this.timer = 0;
    for (const type of touches) removeEventListener(type, this.onTouch);
    if (this.left % 2 === 1) this.session()?.resume();
  };

  private readonly swap = (): void => {
    const session = this.session();
    const { loaded } = wordSwap;
    if (session === null || loaded === null || document.hidden) return;
    const swapped = loaded.swapOf(session.language, session.scene);
    if (swapped === null) return;
    this.left -= 1;
    if (this.left % 2 === 1) session.preview(swapped.scene);
    else session.resume();
    if (this.left === 0) this.stop();
  };
}
