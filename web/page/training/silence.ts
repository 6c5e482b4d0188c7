/** A worker that the browser has ended says nothing of it: this listens for how long it has said nothing. */

/** Milliseconds without an answer after which what goes on is lost; where answers are far apart, that is longer. */
const LONGEST = 5000;
const TIMES_LONGER = 10;

export class Silence {
  /** When it was heard last; null: what it needs is still being fetched, which may take as long as it takes. */
  private heard: number | null = null;
  private furthest = 0;
  private watch: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly lost: () => void) {}

  listen(isFetching: boolean): void {
    this.heard = isFetching ? null : performance.now();
    clearInterval(this.watch);
    this.watch = setInterval(() => this.check(), 500);
  }

  hear(): void {
    const now = performance.now();
    if (this.heard !== null) this.furthest = Math.max(this.furthest, now - this.heard);
    this.heard = now;
  }

  /** Nothing is expected any more. */
  stop(): void {
    clearInterval(this.watch);
  }

  private check(): void {
    if (this.heard === null) return;
    if (performance.now() - this.heard > Math.max(LONGEST, TIMES_LONGER * this.furthest)) this.lost();
  }
}
