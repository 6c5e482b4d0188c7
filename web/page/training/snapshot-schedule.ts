/** How many snapshots and measurements of a run are kept, however long it is. */

/** Points of a curve, and snapshots of a run. */
export const MOST_POINTS = 120;
export const MOST_SNAPSHOTS = 120;
/** Bytes of all snapshots of a run together. */
export const MOST_SNAPSHOT_BYTES = 64 * 2 ** 20;
/** Steps between the first ones. */
const FIRST = 5;

/** How many snapshots of that size are kept: at least one. */
export const snapshotsOf = (bytes: number): number =>
  Math.max(1, Math.min(MOST_SNAPSHOTS, Math.floor(MOST_SNAPSHOT_BYTES / Math.max(1, bytes))));

/** Every so many steps something is due. The interval doubles when there would be more than `most` of them. */
export class SnapshotSchedule {
  every = FIRST;
  private readonly room: number;

  /** `most` includes the start and the last step, which may be between two due steps. */
  constructor(most: number) {
    this.room = Math.max(1, most - 2);
  }

  /** Call with growing steps only. */
  isDue(step: number): boolean {
    while (step > this.every * this.room) this.every *= 2;
    return step % this.every === 0;
  }

  /** Steps from here to the next due step. */
  toNext(step: number): number {
    return this.every - (step % this.every);
  }
}
