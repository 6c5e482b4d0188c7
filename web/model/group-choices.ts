import { tokensOf } from '../scene/tokenize.ts';
import type { Block, Encoder, Positions, Scene } from '../scene/types.ts';
import { without } from './control-for.ts';
import { withOwnTable } from './sentence-choices.ts';

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
