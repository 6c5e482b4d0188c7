import { newMask } from '../scene/controls.ts';
import { limits } from '../scene/limits.ts';
import type { Sizes } from '../scene/schema.ts';
import { keyTokensOf, tokensOf } from '../scene/tokenize.ts';
import type { Attention, Mask, Rows, Scene, Score } from '../scene/types.ts';

/**
 * What a press makes of the scores, the weights and the mask of a scene. Each gives the plain choice; `mend`
 * then takes along what that cannot work without.
 */

export function chooseScore(scene: Scene, score: Score, start: Scene): Scene {
  // A scale belongs to the score it was typed for, given scores to "given" alone.
  const { scale: _, scores, ...attention } = scene.attention;
  if (score !== 'given') return { ...scene, attention: { ...attention, score } };
  const own = scores ?? start.attention.scores;
  return own === undefined ? scene : { ...scene, attention: { ...attention, score, scores: own } };
}

/** q and k are not there, so that no other score than the given one can be computed. */
export const onlyGivenScores = ({ embedding }: Scene): boolean => embedding.kind === 'qkv' && embedding.q === undefined;

/** `hidden`: (T_q, T_k) row-major, 1 where the picture on show hides a key; painting goes on from there. Null: no mask. */
export function chooseMask(scene: Scene, kind: Mask['kind'], hidden: Float32Array | null): Scene {
  const sizes = { queries: tokensOf(scene).length, keys: keyTokensOf(scene).length };
  const mask = newMask(kind, sizes, () => seen(sizes, hidden));
  return { ...scene, attention: { ...scene.attention, mask } };
}

function seen({ queries, keys }: Sizes, hidden: Float32Array | null): Rows {
  // Refused for its size, so one row may stand for all.
  if (Math.max(queries, keys) > limits.painted)
    return new Array<number[]>(queries).fill(new Array<number>(keys).fill(1));
  return Array.from({ length: queries }, (_, i) =>
    Array.from({ length: keys }, (_, j) => (hidden !== null && hidden[i * keys + j] === 1 ? 0 : 1)),
  );
}

/** Absent is what the default says. */
export function setAttention(
  scene: Scene,
  change: { readonly [Key in keyof Attention]?: Attention[Key] | undefined },
): Scene {
  const { heads } = scene.attention;
  const entries = Object.entries({ ...scene.attention, ...change }).filter(([, value]) => value !== undefined);
  return { ...scene, attention: { ...Object.fromEntries(entries), heads } };
}
