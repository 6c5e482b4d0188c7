import { frameOf } from '../views/shared/frame.ts';
import { LocalizedElement } from '../views/shared/localized-element.ts';

/** A component without a shadow root, so that the page's style sheet and ids apply to its content. */
export class LightDomElement extends LocalizedElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/**
 * A component that is drawn once a frame, after what changed it. A key pressed elsewhere shows its picture first,
 * and fast typing costs one drawing a frame. With the pointer or the focus in it, it follows every change at once.
 */
export class DeferredElement extends LightDomElement {
  /** Whether this also applies to its first drawing. */
  protected readonly defersFirst: boolean = false;

  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated || this.defersFirst) await frameOf(this);
    super.scheduleUpdate();
  }
}
