/** At which steps a run is measured and kept, so that however long it is there is never more than there is room for. */

/** Points of a curve, and snapshots of a run. */
export const MOST_POINTS = 120;
export const MOST_SNAPSHOTS = 120;
/** Bytes that the snapshots of a run may take together. */
export const MOST_SNAPSHOT_BYTES = 64 * 2 ** 20;
/** Steps between the first. */
const FIRST = 5;

/** How many snapshots of that size are kept; one always is. */
export const snapshotsOf = (bytes: number): number =>
  Math.max(1, Math.min(MOST_SNAPSHOTS, Math.floor(MOST_SNAPSHOT_BYTES / Math.max(1, bytes))));

/** Steps as far apart as `every` says, which doubles where there would be more of them than `most`. */
export class Spacing {
  every = FIRST;

  private readonly room: number;

  /** `most` at the most, with the start and the last, wherever that is. */
  constructor(most: number) {
    this.room = Math.max(1, most - 2);
  }

  /** Whether something is due at a step, which is not before any that was asked of. */
  isDue(step: number): boolean {
    while (step > this.every * this.room) this.every *= 2;
    return step % this.every === 0;
  }

  /** Steps from here to the next that is due. */
  toNext(step: number): number {
    return this.every - (step % this.every);
  }
}

/** What of a list stays with another spacing, and what is new, in the order of steps; never more than `most`. */
export function spaced<Item extends { readonly step: number }>(
  before: readonly Item[],
  added: readonly Item[],
  every: number,
  most: number,
): readonly Item[] {
  const first = added[0]?.step ?? Number.POSITIVE_INFINITY;
  const all = [...before.filter(({ step }) => step < first), ...added];
  const last = all.at(-1);
  const kept = all.filter((item) => item === last || item.step % every === 0);
  return kept.slice(-most);
}
