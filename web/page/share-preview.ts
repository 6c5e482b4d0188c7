import { html, LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';
import { sharing } from '../i18n/share.ts';

/** What the frame says of its height (embed.html): the same that any host hears. */
interface Resize {
  readonly type: 'self-attention:resize';
  readonly version: 1;
  readonly height: number;
}

const isResize = (data: unknown): data is Resize => {
  if (typeof data !== 'object' || data === null) return false;
  const height: unknown = Reflect.get(data, 'height');
  return (
    Reflect.get(data, 'type') === 'self-attention:resize' &&
    Reflect.get(data, 'version') === 1 &&
    Number.isInteger(height) &&
    Number(height) >= 40 &&
    Number(height) <= 8000
  );
};

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
    if (frame === null || source !== frame.contentWindow || origin !== 'null' || !isResize(data)) return;
    this.height = data.height;
  };

  private readonly greet = ({ target }: Event): void => {
    if (target instanceof HTMLIFrameElement)
      target.contentWindow?.postMessage({ type: 'self-attention:hello', version: 1 }, '*');
  };

  protected override render() {
    const words = sharing();
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
