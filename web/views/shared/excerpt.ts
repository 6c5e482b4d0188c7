import type { Focus } from './focus.ts';

/** Which part of a tensor is drawn, where it is too large to be drawn whole. One number an axis of the tensor. */
export interface Excerpt {
  /** Where its first number stands in the whole, from 0. */
  readonly origin: readonly number[];
  /** The whole's shape. */
  readonly whole: readonly number[];
}

/** The keyboard left the excerpt: asks for one that holds what the focus is to be on. */
export class ExcerptRequest extends CustomEvent<Focus> {
  static readonly type = 'sa-excerpt';
  constructor(focus: Focus) {
    super(ExcerptRequest.type, { detail: focus, bubbles: true, composed: true });
  }
}
