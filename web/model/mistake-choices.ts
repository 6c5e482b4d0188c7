import type { Mistake, Scene } from '../scene/types.ts';
import type { TableInfo } from './choices.ts';
import { widthsOf } from './scene-widths.ts';

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
