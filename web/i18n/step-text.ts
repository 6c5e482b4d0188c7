import type { Scene } from '../scene/types.ts';
import { words } from './words.ts';

/** Where a step stands: of which scene, in which of its layers. */
export interface Place {
  readonly scene: Scene;
  readonly layer: number;
  readonly heads: number;
}

/**
 * Title and text of a step or parameter, as the scene computes it: the same name is another computation with another score,
 * norm or place. Null where there are no words for it.
 */
export function explanation(name: string, place: Place): readonly [string, string] | null {
  const { about, scaledByScale } = words.steps;
  if (name === 'scaled' && place.scene.attention.scale !== undefined) return scaledByScale;
  const find = (key: string) => (Object.hasOwn(about, key) ? about[key] : undefined);
  return find(`${name}.${varietyOf(name, place)}`) ?? find(name) ?? null;
}
/** Empty for the plain one. */
export function varietyOf(name: string, { scene, layer, heads }: Place): string {
  const { attention, block, embedding, positions } = scene;
  switch (name) {
    case 'x':
      if (layer > 0) return 'layer';
      if (positions?.kind === 'sinusoidal' && positions.join === 'concat') return 'concat';
      return positions?.kind ?? '';
    case 'q':
      return embedding.kind === 'qkv' ? 'given' : '';
    case 'k':
    case 'v':
      if (embedding.kind === 'qkv') return 'given';
      return (attention.kvHeads ?? heads) < heads ? 'shared' : '';
    case 'q_a':
    case 'scores':
      return attention.score === 'scaledDot' || attention.score === 'dot' ? '' : (attention.score ?? '');
    case 'weights':
      return attention.normalizer === 'sparsemax' ? 'sparsemax' : '';
    case 'normed_1':
    case 'normed_2':
      return block?.norm ?? '';
    case 'hidden':
      return block?.feedForward?.activation ?? '';
    default:
      return '';
  }
}
