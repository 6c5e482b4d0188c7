import type { Attention, Block, Encoder, Mask, Positions, Rows, Scene, Score } from '../scene/index.ts';
import { withOwnTable } from './sentence-choices.ts';
import { keyTokensOf, tokensOf } from './widths.ts';
import { without } from './without.ts';

/**
 * What a press makes of a scene in the groups beyond embedding, parameters and heads. Each gives the plain choice; `mend`
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

/** `hidden`: (T_q, T_k) row-major, 1 where the picture on show hides a key; painting goes on from there. Null: no mask. */
export function chooseMask(scene: Scene, kind: Mask['kind'], hidden: Float32Array | null): Scene {
  const keys = keyTokensOf(scene).length;
  const set = (mask: Mask): Scene => ({ ...scene, attention: { ...scene.attention, mask } });
  switch (kind) {
    case 'none':
    case 'causal':
      return set({ kind });
    case 'padding':
      return set({ kind, length: Math.max(1, keys - 1) });
    case 'window':
      return set({ kind, before: 1, after: 1 });
    case 'prefix':
      return set({ kind, length: Math.min(2, keys) });
    case 'painted':
      return set({ kind, visible: seen(tokensOf(scene).length, keys, hidden) });
  }
}

const seen = (queries: number, keys: number, hidden: Float32Array | null): Rows =>
  Array.from({ length: queries }, (_, i) =>
    Array.from({ length: keys }, (_, j) => (hidden !== null && hidden[i * keys + j] === 1 ? 0 : 1)),
  );

/** Absent is what the default says. */
export function setAttention(
  scene: Scene,
  change: { readonly [Key in keyof Attention]?: Attention[Key] | undefined },
): Scene {
  const { heads } = scene.attention;
  const entries = Object.entries({ ...scene.attention, ...change }).filter(([, value]) => value !== undefined);
  return { ...scene, attention: { ...Object.fromEntries(entries), heads } };
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
