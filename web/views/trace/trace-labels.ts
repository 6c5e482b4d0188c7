import type { Trace } from '../../core/types.ts';
import { tables } from '../../scene/tables.ts';
import type { Scene } from '../../scene/types.ts';
import { type AxisLabels, distanceLabels } from './axis-labels.ts';

/** What the columns of the embeddings mean, where their table says so. */
function featuresOf({ embedding }: Scene): readonly string[] {
  return embedding.kind === 'table' && embedding.table === 'meaning' ? (tables['meaning']?.columns ?? []) : [];
}

/** Names along the axes of the tensors of a scene's trace. */
export function labelsOf(
  scene: Scene,
  trace: Pick<Trace, 'tokens' | 'keyTokens' | 'vocabulary' | 'symbols'>,
): AxisLabels {
  const features = featuresOf(scene);
  // Positions that stand beside the words leave the features to the words' own part.
  const { d_word: own, d_model: all, R } = trace.symbols;
  const axis = own === undefined || own === all ? 'd_model' : 'd_word';
  return {
    T: trace.tokens,
    T_k: trace.keyTokens,
    V: trace.vocabulary,
    ...(features.length > 0 ? { [axis]: features } : {}),
    ...(R === undefined ? {} : { R: distanceLabels(R, trace.tokens.length - 1) }),
  };
}

/** The same for one tensor: a table of clipped distances has rows of its own. */
export function labelsFor(name: string, { positions }: Scene, labels: AxisLabels): AxisLabels {
  if (name !== 'E_rel' || positions?.kind !== 'relative' || positions.clip === undefined) return labels;
  return { ...labels, R: distanceLabels(2 * positions.clip + 1, positions.clip, true) };
}
