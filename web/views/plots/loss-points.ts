/** The points of a curve of losses. */

/** A loss after so many steps. */
export interface LossAt {
  readonly step: number;
  readonly loss: number;
}

/** Points of a curve that a screen has room for. */
const MOST_POINTS = 400;

/** The curve with one more point; where it has too many, every second one goes. */
export function withLoss(curve: readonly LossAt[], next: LossAt): readonly LossAt[] {
  const longer = [...curve, next];
  if (longer.length <= MOST_POINTS) return longer;
  return longer.filter((_, at) => at % 2 === 0 || at === longer.length - 1);
}
