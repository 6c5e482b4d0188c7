/** The points of a curve of losses. */

/** The loss after a number of steps. */
export interface LossAt {
  readonly step: number;
  readonly loss: number;
}

/** More points than this do not fit a screen. */
const MOST_POINTS = 400;

/** Adds a point. When there are too many, every second one is dropped. */
export function withLoss(curve: readonly LossAt[], next: LossAt): readonly LossAt[] {
  const longer = [...curve, next];
  if (longer.length <= MOST_POINTS) return longer;
  return longer.filter((_, at) => at % 2 === 0 || at === longer.length - 1);
}
