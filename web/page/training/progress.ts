/** What is told of a run while it goes on: how long it will yet take. */
import type { LossAt } from '../../views/plots/loss-points.ts';

/**
 * Seconds until the loss is `goal`, should it go on falling by the same factor a step as over the later half of the curve; null where
 * it does not fall, or too little is known.
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

/** Whether the loss has been rising as often as falling lately. */
export function jumps(curve: readonly LossAt[]): boolean {
  const late = curve.slice(-40);
  let rises = 0;
  for (const [at, { loss }] of late.entries()) if (at > 0 && loss > (late[at - 1]?.loss ?? loss) * 1.02) rises += 1;
  return late.length >= 10 && rises >= late.length / 4;
}
