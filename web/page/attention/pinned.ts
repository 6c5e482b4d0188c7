import type { Axis, Tensor } from '../../core/types.ts';
import type { AxisLabels } from '../../trace/axis-labels.ts';
import type { SceneResult } from '../../trace/scene-result.ts';

/** The axes of the weights of one head. */
export const WEIGHT_AXES: readonly Axis[] = ['T_q', 'T_k'];

/** The weights of one head when they were pinned, independent of the scene. */
export interface Pinned {
  readonly label: string;
  readonly tensor: Tensor;
  readonly masked: Tensor | null;
  readonly labels: AxisLabels;
}

/** The weights on show, for pinning. `label` names the head. */
export function pinOf(result: SceneResult, head: number, label: string): Pinned {
  const shape = [result.tokens.length, result.keyTokens.length];
  const tensor = (data: Float32Array): Tensor => ({ shape, data });
  const masked = result.ofHead('masked', head);
  return {
    label,
    tensor: tensor(result.ofHead(result.weightsStep, head) ?? new Float32Array()),
    masked: masked && tensor(masked),
    labels: { T_q: result.tokens, T_k: result.keyTokens },
  };
}

/** Heads of more tokens have no pictures side by side: each cell would be smaller than a pixel. */
export const MOST_PINNED = 512;

export const canPin = ({ tokens, keyTokens }: SceneResult): boolean =>
  Math.max(tokens.length, keyTokens.length) <= MOST_PINNED;

/** The same of any result that `canPin`. Null while the numbers of a large scene are loading. */
export function loadedPin(result: SceneResult, head: number, label: string): Pinned | null {
  if (result.viewport === null) return pinOf(result, head, label);
  const { tokens, keyTokens } = result;
  const isMasked = result.step('masked') !== undefined;
  // Read both before either is missing, so that both are requested at once.
  const weights = result.wholeHead(result.weightsStep, head);
  const masked = isMasked ? result.wholeHead('masked', head) : null;
  if (weights === null || (isMasked && masked === null)) return null;
  const tensor = (data: Float32Array): Tensor => ({ shape: [tokens.length, keyTokens.length], data });
  return { label, tensor: tensor(weights), masked: masked && tensor(masked), labels: { T_q: tokens, T_k: keyTokens } };
}

/** The weights of every head of the layer on show. `label` names a head by its number, from 1. */
export const pinHeads = (result: SceneResult, label: (head: number, heads: number) => string): readonly Pinned[] =>
  Array.from({ length: result.heads }, (_, head) => pinOf(result, head, label(head + 1, result.heads)));

/** How much each weight grew. Null if the words differ, so that the cells do not correspond. */
export function differenceOf(before: Pinned, now: Pinned): Float32Array | null {
  const words = ({ labels }: Pinned): string => JSON.stringify([labels.T_q, labels.T_k]);
  if (words(before) !== words(now) || before.tensor.data.length !== now.tensor.data.length) return null;
  return now.tensor.data.map((weight, index) => weight - (before.tensor.data[index] ?? Number.NaN));
}
