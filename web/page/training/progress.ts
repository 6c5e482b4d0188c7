/** Estimates from a loss curve. */

export interface LossAt {
  readonly step: number;
  readonly loss: number;
}

/**
 * Seconds until the loss reaches `goal` if it keeps falling as in the second half of the curve. Null: it does not fall, or the curve is too
 * short.
 */
export function secondsLeft(curve: readonly LossAt[], goal: number, stepsPerSecond: number): number | null {
  const last = curve.at(-1);
  const from = curve[Math.floor(curve.length / 2)];
  if (last === undefined || from === undefined || last.step - from.step < 5 || !(stepsPerSecond > 0)) return null;
  if (last.loss <= goal) return 0;
  const fall = (Math.log(from.loss) - Math.log(last.loss)) / (last.step - from.step);
  if (!(fall > 0)) return null;
  const seconds = (Math.log(last.loss) - Math.log(goal)) / fall / stepsPerSecond;
  return Number.isFinite(seconds) && seconds < 3600 ? seconds : null;
}

/** Whether the loss has lately risen as often as it fell. */
export function jumps(curve: readonly LossAt[]): boolean {
  const late = curve.slice(-40);
  let rises = 0;
  for (const [index, { loss }] of late.entries())
    if (index > 0 && loss > (late[index - 1]?.loss ?? loss) * 1.02) rises += 1;
  return late.length >= 10 && rises >= late.length / 4;
}
