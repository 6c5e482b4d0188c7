import type { Trace } from '../core/types.ts';
import type { Scene } from '../scene/types.ts';
import { axisLabels, isToken, labelsFor, labelsOf } from '../views/trace/labels.ts';
import { described } from '../views/trace/trace-reader.ts';
import type { TensorAbout } from './tensor.ts';

/** What is known of a tensor of the trace, of one head where `head` says which: what `tensorAs` writes beside its numbers. */
export function aboutTensor(
  scene: Scene,
  trace: Pick<Trace, 'tokens' | 'keyTokens' | 'vocabulary' | 'symbols' | 'steps' | 'parameters'>,
  name: string,
  { head, layer }: { readonly head?: number; readonly layer?: number } = {},
): TensorAbout {
  const { axes = [], shape = [] } = described(trace, name, layer) ?? {};
  const labels = labelsFor(name, scene, labelsOf(scene, trace));
  const from = head === undefined ? 0 : 1;
  return {
    name,
    axes: axes.slice(from),
    labels: axes.slice(from).map((axis, at) => {
      const named = labels[axis] !== undefined || isToken(axis);
      return named ? axisLabels(labels, axis, shape[at + from] ?? 0) : null;
    }),
  };
}
