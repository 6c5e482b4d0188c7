/** What training hands out, in the words of the core (web/core/types.ts). */
import type { Flavour, Tensor } from '../core/types.ts';
import type { Scene } from '../scene/types.ts';
import type { Loss } from './loss.ts';

/** d loss / d tensor for every tensor of a scene's trace and every parameter. */
export interface Gradient {
  readonly loss: number;
  /**
   * An owned copy, shaped as the tensor is in the trace: of its own layer, or the newest before that has one of that name; `layer`
   * is the last unless given, without `head` all heads. Zeros where the loss does not follow from it. `unembedding` is that of a
   * crossEntropy that brings one. Throws AttentionError `unknown-tensor`, `out-of-range`, `disposed`, `too-large`, and
   * `no-gradient` of what is no number to change: tokens, masks.
   */
  tensor(name: string, window?: { readonly layer?: number; readonly head?: number }): Tensor;
  /**
   * (T_k, T_k): d weights[row, i] / d what the softmax reads [row, j], the Jacobian of one row of one head; `layer` is the last
   * unless given, head 0. Throws AttentionError `out-of-range`, `disposed`, `too-large`, and `no-gradient` of weights that have none.
   */
  jacobian(window: { readonly row: number; readonly layer?: number; readonly head?: number }): Tensor;
  /** Frees the memory. Copies made before stay good. Never throws. */
  dispose(): void;
}

/** Gradients and training. One that runs out of memory says so (`too-large`) and is replaced, as the core is. */
export interface Training {
  readonly flavour: Flavour;
  /**
   * Computes a scene and the way back from the loss. Throws AttentionError as `attend` does, its path a JSON pointer into
   * { …scene, loss }; `no-gradient` over a step that has none: weights that are rounded, a mistake made on purpose.
   */
  gradient(scene: Scene, loss: Loss): Gradient;
}
