import type { Picture } from './computed-scene.ts';

/** Population variances, all the core's, and the line of theory drawn from two of them. */
export interface Variances {
  /** Of q, k, scores and scaled, as far as they are there. */
  readonly of: readonly (readonly [name: string, variance: number])[];
  /** (d_k): of the scores made with the first 1, 2, … d_k numbers of q and k. */
  readonly measured: Float32Array;
  /** (d_k): what independent numbers around 0 would give: so many times the variance of q times that of k. */
  readonly theory: readonly number[];
}

/** Asks the core, so the picture must be the one on show; null where there are no q and k. */
export function variancesOf(picture: Picture): Variances | null {
  const { trace, layer } = picture;
  if (picture.step('q') === undefined) return null;
  const of = ['q', 'k', 'scores', 'scaled'].flatMap((name) =>
    picture.step(name) === undefined ? [] : [[name, trace.variance(name, { layer })] as const],
  );
  const [[, q = 0] = [], [, k = 0] = []] = of;
  const { data: measured } = trace.scoreVariances({ layer });
  return { of, measured, theory: Array.from(measured, (_, at) => (at + 1) * q * k) };
}
