import type { Scroll } from './layout.ts';

/** A grid was scrolled. It does not bubble: it matters to a grid beside it. */
export class ScrollNotice extends CustomEvent<Scroll> {
  static readonly type = 'sa-scroll';
  constructor(offset: Scroll) {
    super(ScrollNotice.type, { detail: offset });
  }
}
