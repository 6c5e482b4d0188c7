import { html, LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';
import { heightIn, helloMessage } from '../../element/embed-message.ts';
import { words as all } from '../../i18n/words.ts';

/** What readers will see, in a frame as in their pages. One for one address: another one in the same frame would be a step back. */
export class SharePreview extends LitElement {
  @property() address = '';
  @state() private height = 320;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('message', this.onMessage);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('message', this.onMessage);
  }

  private readonly onMessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
    const frame = this.querySelector('iframe');
    if (frame === null || source !== frame.contentWindow || origin !== 'null') return;
    this.height = heightIn(data) ?? this.height;
  };

  private readonly greet = ({ target }: Event): void => {
    if (target instanceof HTMLIFrameElement) target.contentWindow?.postMessage(helloMessage(), '*');
  };

  protected override render() {
    const words = all.share;
    return html`<p id="share-preview">${words.preview}</p>
      <iframe
        src=${this.address}
        title=${words.preview}
        height=${this.height}
        sandbox="allow-scripts"
        @load=${this.greet}
      ></iframe>`;
  }
}
customElements.define('sa-share-preview', SharePreview);
