/**
 * What the reader looks at. The session owns it and passes it to every view. A view requests a change with an
 * `sa-focus` event, so the same token, pair or cell is highlighted everywhere.
 */
export interface Focus {
  /** The index of the querying token (a row of scores). */
  readonly query?: number;
  /** The index of the key's token (a column of scores). */
  readonly key?: number;
  /**
   * A cell of a step or parameter: its full index (head first) and the index of its layer. Without `layer` it means
   * the last layer that has the tensor.
   */
  readonly cell?: { readonly name: string; readonly index: readonly number[]; readonly layer?: number };
}

/**
 * A `pinned` focus (a press or Enter) stays when the pointer leaves; a hovered one does not. An unpinned null means
 * that the pointer left. A pinned null (Escape) unpins.
 */
export interface FocusDetail {
  readonly focus: Focus | null;
  readonly pinned: boolean;
}

/** The part of a tensor that is drawn, if it is too large to be drawn whole. One number for each axis. */
export interface Excerpt {
  /** The index of its first number in the whole. */
  readonly origin: readonly number[];
  /** The shape of the whole. */
  readonly whole: readonly number[];
}
