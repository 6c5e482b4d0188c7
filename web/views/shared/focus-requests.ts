// The events that request a focus. They are separate from Focus, which programs without a DOM use too.
import type { Focus, FocusDetail } from '../../trace/focus.ts';

export class FocusRequest extends CustomEvent<FocusDetail> {
  static readonly type = 'sa-focus';
  constructor(focus: Focus | null, pinned: boolean) {
    super(FocusRequest.type, { detail: { focus, pinned }, bubbles: true, composed: true });
  }
}

/** The keyboard left the excerpt: requests one that holds the new focus. */
export class ExcerptRequest extends CustomEvent<Focus> {
  static readonly type = 'sa-excerpt';
  constructor(focus: Focus) {
    super(ExcerptRequest.type, { detail: focus, bubbles: true, composed: true });
  }
}
