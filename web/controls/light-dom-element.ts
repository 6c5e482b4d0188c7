import { LitElement } from 'lit';

/** A component that draws into the page itself, without a shadow root: the page's style sheet and its ids reach what it draws. */
export class LightDomElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Once the frame that is being made is on the screen. */
export const afterFrame = (): Promise<void> =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
  });

/** Draws after the frame that is being made, in a task of its own; at once where somebody points into the element or has the focus in it. */
export async function frameOf(element: Element): Promise<void> {
  if (!element.matches(':hover, :focus-within')) await afterFrame();
}

/**
 * One that is drawn once a frame, after what changed it: a key pressed elsewhere shows its picture first, and keys that come faster
 * than frames cost what is drawn here once. Whoever points into it or has the focus in it sees every change at once.
 */
export class DeferredElement extends LightDomElement {
  /** Whether it is drawn so the first time too. */
  protected readonly defersFirst: boolean = false;

  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated || this.defersFirst) await frameOf(this);
    super.scheduleUpdate();
  }
}
