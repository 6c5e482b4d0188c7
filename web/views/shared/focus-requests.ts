// The events by which a view asks for a focus: apart from what a focus is, which programs without a DOM know too.
import type { Focus, FocusDetail } from './focus.ts';

export class FocusRequest extends CustomEvent<FocusDetail> {
  static readonly type = 'sa-focus';
  constructor(focus: Focus | null, pinned: boolean) {
    super(FocusRequest.type, { detail: { focus, pinned }, bubbles: true, composed: true });
  }
}

/** The keyboard left the excerpt: asks for one that holds what the focus is to be on. */
export class ExcerptRequest extends CustomEvent<Focus> {
  static readonly type = 'sa-excerpt';
  constructor(focus: Focus) {
    super(ExcerptRequest.type, { detail: focus, bubbles: true, composed: true });
  }
}
