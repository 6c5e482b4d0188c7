import { newMask } from '../scene/controls.ts';
import { limits } from '../scene/limits.ts';
import type { Sizes } from '../scene/schema.ts';
import { keyTokensOf, tokensOf } from '../scene/tokenize.ts';
import type { Attention, Block, Encoder, Mask, Mistake, Positions, Rows, Scene, Score } from '../scene/types.ts';
import type { TableInfo } from './choices.ts';
import { without } from './problem.ts';
import { widthsOf } from './scene-widths.ts';
import { withOwnTable } from './sentence-choices.ts';

/**
 * What a press makes of the scores, the weights and the mask of a scene. Each gives the plain choice; `completeScene`
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

function seen({ queries, keys }: Pick<Sizes, 'queries' | 'keys'>, hidden: Float32Array | null): Rows {
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

/** What a press makes of a scene in the groups that open: the plain choice, as in family-choices.ts. */

export function choosePositions(scene: Scene, kind: Positions['kind'], start: Scene): Scene {
  if (kind === 'none') return without(scene, 'positions');
  if (kind === scene.positions?.kind) return scene;
  // Rows of a lesson's own come back with their kind.
  return { ...scene, positions: start.positions?.kind === kind ? start.positions : { kind } };
}

/** Why positions of a kind cannot be had, however the rest is chosen; null where they can. */
export function positionLack(scene: Scene, kind: Positions['kind'], dK: number): 'words' | 'queries' | 'even' | null {
  const { embedding, attention } = scene;
  const given = embedding.kind === 'qkv';
  if (given && (kind === 'sinusoidal' || kind === 'learned')) return 'words';
  if ((kind === 'rope' || kind === 'relative') && attention.score === 'given') return 'queries';
  return given && kind === 'rope' && dK % 2 !== 0 ? 'even' : null;
}

/** A second sentence for keys and values, or none again. The words are part of the scene, in the table's language. */
export function chooseEncoder(scene: Scene, on: boolean, start: Scene): Scene {
  if (!on) return without(scene, 'encoder');
  if (start.encoder !== undefined && start.embedding.kind === scene.embedding.kind) {
    return { ...scene, encoder: start.encoder };
  }
  const own = withOwnTable(scene);
  const encoder = (): Encoder => {
    switch (own.embedding.kind) {
      case 'given':
        return { tokens: tokensOf(own), x: own.embedding.x };
      case 'ids':
        return { tokens: tokensOf(own).toReversed() };
      default:
        return { sentence: 'The street was too wide' };
    }
  };
  return { ...own, encoder: encoder() };
}

export function setBlock(scene: Scene, change: { readonly [Key in keyof Block]?: Block[Key] | undefined }): Scene {
  const entries = Object.entries({ ...scene.block, ...change }).filter(
    ([, value]) => value !== undefined && value !== false && value !== 'none',
  );
  const { block: _, ...rest } = scene;
  return entries.length === 0 ? rest : { ...rest, block: Object.fromEntries(entries) };
}

export const chooseLayers = (scene: Scene, layers: number): Scene => {
  const { view } = scene;
  const beyond = view?.layer !== undefined && view.layer >= layers;
  const kept: Scene = beyond ? { ...scene, view: { ...view, layer: Math.max(0, layers - 1) } } : scene;
  return layers === 1 ? without(kept, 'layers') : { ...kept, layers };
};

/** What a mistake needs that a scene may not have. The core refuses for the same reasons; a test keeps the two in step. */
export type Lack =
  | 'softmax'
  | 'scale'
  | 'embeddings'
  | 'mask'
  | 'dot'
  | 'asManyQueries'
  | 'keysAsWide'
  | 'valuesAsWide';

/** Null where the mistake can be made. */
export function missingFor(mistake: Mistake, scene: Scene, table: TableInfo): Lack | null {
  const { attention } = scene;
  const score = attention.score ?? 'scaledDot';
  const { queries, keys, dK, dV } = widthsOf(scene, table);
  switch (mistake) {
    case 'whole-matrix-softmax':
    case 'overflow-softmax':
      return attention.normalizer === 'sparsemax' ? 'softmax' : null;
    case 'model-scale':
      if (scene.embedding.kind === 'qkv') return 'embeddings';
      return score === 'scaledDot' && attention.scale === undefined ? null : 'scale';
    case 'no-scale':
      return score === 'scaledDot' && attention.scale === undefined ? null : 'scale';
    case 'zero-mask':
      return masked(scene) ? null : 'mask';
    case 'mask-after-softmax':
      if (attention.normalizer === 'sparsemax') return 'softmax';
      return masked(scene) ? null : 'mask';
    case 'no-transpose':
      if (score !== 'dot' && score !== 'scaledDot') return 'dot';
      return keys === dK ? null : 'keysAsWide';
    case 'swapped-qk':
      if (score !== 'dot' && score !== 'scaledDot') return 'dot';
      return queries === keys ? null : 'asManyQueries';
    case 'wrong-axis-values':
      return keys === dV ? null : 'valuesAsWide';
  }
}

const masked = ({ attention }: Scene): boolean => (attention.mask?.kind ?? 'none') !== 'none';
