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
