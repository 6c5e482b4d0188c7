import type { Step } from '../../core/types.ts';
import { givenLayers, shownLayer } from '../../scene/layers.ts';
import type { Scene } from '../../scene/types.ts';
import type { TraceLike } from '../trace-like.ts';
import { isShared } from './values.ts';

/**
 * The layer on show of somebody else's model, as a scene with that layer alone: none reads another, and all of them
 * would be millions of numbers. Other scenes stay whole.
 */
export function oneLayer(scene: Scene, trace: TraceLike): readonly [Scene, TraceLike] {
  const { embedding } = scene;
  if (embedding.kind !== 'qkv' || embedding.layers === undefined) return [scene, trace];
  const layer = shownLayer(scene);
  const { view: _, ...rest } = scene;
  const single: Scene = { ...rest, embedding: { kind: 'qkv', layers: givenLayers(embedding).slice(layer, layer + 1) } };
  const { tokens, keyTokens, vocabulary, symbols } = trace;
  const own = trace.parameters.filter((parameter) => parameter.layer === layer || isShared(parameter));
  const only: TraceLike = {
    ...{ tokens, keyTokens, vocabulary, symbols, layers: 1 },
    parameters: own.map((parameter) => ({ ...parameter, layer: 0 })),
    steps: trace.steps.flatMap((step) => (step.layer === layer || isOfTokens(step) ? [first(step)] : [])),
    tensor: (name, window) => trace.tensor(name, { ...window, layer }),
    overview: (name, window) => trace.overview(name, { ...window, layer }),
  };
  return [single, only];
}

const isOfTokens = ({ name }: Step): boolean => name === 'tokens' || name === 'tokens_k';

const first = (step: Step): Step => ({
  ...{ name: step.name, shape: step.shape, axes: step.axes, layer: 0 },
  get formula() {
    return step.formula;
  },
  get inputs() {
    return step.inputs;
  },
});
