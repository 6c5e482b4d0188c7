import type { Scene } from '../scene/types.ts';

/** A scene with the text that goes beside it. The text is plain: no markup; a step is called by its name (`scores`). */
export interface Lesson {
  /** As in a link: `#lesson=illustrated`. */
  readonly id: string;
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  readonly source: Source;
  /** Read one after the other. */
  readonly text: readonly Page[];
  readonly scene: Scene;
}

export interface Page {
  readonly title: string;
  readonly body: string;
}

export interface Source {
  /** The document that the numbers are from. */
  readonly title: string;
  /** Whom to thank, in a sentence. */
  readonly credit: string;
  readonly links: readonly { readonly title: string; readonly url: string }[];
  /** The licence of the text. */
  readonly licence: string;
}
