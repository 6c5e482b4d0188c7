import { LitElement } from 'lit';

/** A component that draws into the page itself, without a shadow root: the page's style sheet and its ids reach what it draws. */
export class LightDomElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
