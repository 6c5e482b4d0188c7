/** A browser may end a worker without an event, so the page watches for answers that stop. */

/** Milliseconds without an answer after which a run is lost. When answers are far apart, the limit grows with their interval. */
const LONGEST = 5000;
const TIMES_LONGER = 10;

export class Watchdog {
  /** The time of the last answer; null: the worker is still loading, which may take any time. */
  private answeredAt: number | null = null;
  private longestInterval = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly lost: () => void) {}

  start(isLoading: boolean): void {
    this.answeredAt = isLoading ? null : performance.now();
    clearInterval(this.timer);
    this.timer = setInterval(() => this.check(), 500);
  }

  answered(): void {
    const now = performance.now();
    if (this.answeredAt !== null) this.longestInterval = Math.max(this.longestInterval, now - this.answeredAt);
    this.answeredAt = now;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private check(): void {
    if (this.answeredAt === null) return;
    if (performance.now() - this.answeredAt > Math.max(LONGEST, TIMES_LONGER * this.longestInterval)) this.lost();
  }
}
