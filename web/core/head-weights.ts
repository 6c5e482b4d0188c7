/** What heads do with their weights: how certain a row is, patterns, all heads as one, and weights × ‖v W_O‖. */
import { described, message } from '../scene/error.ts';
import { check, checkRoom, refuse } from './calls.ts';
import type { SceneTrace } from './module.ts';
import { checkIndex, headsOf, type TensorLayout, type TraceSource, windowArgument } from './tensors.ts';
import type { HeadPatterns, RowCertainty, RowOptions, Tensor, TensorWindow, WeightCombination } from './types.ts';
import { weightsStepOf } from './weights-step.ts';

const combinations: readonly WeightCombination[] = ['mean', 'max', 'rollout'];

export function certainty(source: TraceSource, given: RowOptions): RowCertainty {
  const {
    query,
    head = 0,
    layer = source.trace.layers - 1,
  } = windowArgument('weights', given, ['query', 'head', 'layer']);
  const found = source.find('weights', layer);
  const [own] = headsOf(found, head);
  checkIndex('query', query, found.rows);
  return source.ask((inner) => {
    const { error, certainty, key, weight } = inner.certainty(found.layer, own, query);
    check(error);
    return { certainty, key, weight };
  });
}

export function headPatterns(
  source: TraceSource,
  { layer = source.trace.layers - 1 }: Pick<TensorWindow, 'layer'>,
): readonly HeadPatterns[] | null {
  const { name, heads } = mixingWeights(source, layer);
  if (hasOtherKeys(source)) return null;
  return source.ask((inner) => {
    check(inner.headPatterns(name, layer));
    const numbers = inner.numbers();
    const among = (value: number | undefined): number | null => (Number.isNaN(value) ? null : (value ?? null));
    return Array.from({ length: heads }, (_, head) => {
      const [previousToken = 0, firstToken = 0, same, induction] = numbers.subarray(4 * head);
      return { previousToken, firstToken, sameToken: among(same), induction: among(induction) };
    });
  });
}

export function combinedWeights(
  source: TraceSource,
  how: WeightCombination,
  [from, to]: readonly [number, number],
): Tensor {
  if (!combinations.includes(how))
    refuse('', message`${described(how)} cannot combine weights; use ${combinations.join(', ')}`, 'range');
  const weights = mixingWeights(source, from);
  mixingWeights(source, to - 1);
  if (from >= to) refuse('layers', message`layers are ${from} to ${to}; choose at least one`, 'out-of-range');
  if (how === 'rollout' && hasOtherKeys(source))
    refuse(
      weights.name,
      message`a rollout is of tokens that attend to each other; the keys are those of another sentence`,
      'shape',
    );
  return matrixOf(source, weights, (inner) => inner.combined(weights.name, how, { from, to }));
}

export function weightedNorms(
  source: TraceSource,
  { layer = source.trace.layers - 1, head = 0 }: Pick<TensorWindow, 'head' | 'layer'>,
): Tensor {
  const weights = mixingWeights(source, layer);
  // It has to be there.
  source.find('v', layer);
  const [own] = headsOf(weights, head);
  return matrixOf(source, weights, (inner) => inner.weightedNorms(weights.name, layer, own));
}

const hasOtherKeys = ({ trace }: TraceSource): boolean => trace.keyTokens !== trace.tokens;

const mixingWeights = ({ trace, find }: TraceSource, layer: number): TensorLayout =>
  find(weightsStepOf(trace.steps, layer), layer);

/** A matrix as large as the weights. */
function matrixOf(
  { ask }: TraceSource,
  { name, rows, columns }: TensorLayout,
  compute: (inner: SceneTrace) => ReturnType<SceneTrace['read']>,
): Tensor {
  checkRoom(name, rows * columns);
  return ask((inner) => {
    check(compute(inner));
    return { shape: [rows, columns], data: inner.numbers().slice() };
  });
}
