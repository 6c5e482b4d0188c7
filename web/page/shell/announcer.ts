import { html, LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';

/** Milliseconds without a change before the sentence is spoken: every keystroke changes it. */
const quiet = 700;

/** Speaks a sentence that also stands on the page, once it has come to rest. */
export class Announcer extends LitElement {
  @property() text = '';
  @state() private spoken = '';
  private timer = 0;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override willUpdate(): void {
    clearTimeout(this.timer);
    if (this.text === this.spoken) return;
    this.timer = window.setTimeout(() => {
      this.spoken = this.text;
    }, quiet);
  }

  protected override render() {
    return html`<p class="hidden" role="status" aria-live="polite">${this.spoken}</p>`;
  }
}
customElements.define('sa-announcer', Announcer);
