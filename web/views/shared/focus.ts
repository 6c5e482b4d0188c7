/**
 * What the reader is looking at. The page owns it, every view is given it and asks for another with a `sa-focus` event;
 * so the same token, pair or cell is highlighted everywhere.
 */
export interface Focus {
  /** The token that asks (a row of scores), from 0. */
  readonly query?: number;
  /** The token that is looked at (a column of scores), from 0. */
  readonly key?: number;
  /**
   * A cell of a step or parameter, with its full index (head first where the tensor has heads) and its layer, from 0; without
   * `layer`, of the last layer that has the tensor.
   */
  readonly cell?: { readonly name: string; readonly index: readonly number[]; readonly layer?: number };
}

/**
 * `pinned` (a press or Enter) stays when the pointer leaves; hovering does not outlive it. So `null` unpinned means "the
 * pointer has left: back to what is pinned", `null` pinned (Escape) means "let go of what is pinned too".
 */
export interface FocusDetail {
  readonly focus: Focus | null;
  readonly pinned: boolean;
}

/** Which part of a tensor is drawn, where it is too large to be drawn whole. One number an axis of the tensor. */
export interface Excerpt {
  /** Where its first number stands in the whole, from 0. */
  readonly origin: readonly number[];
  /** The whole's shape. */
  readonly whole: readonly number[];
}
