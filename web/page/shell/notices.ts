import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { words } from '../../i18n/words.ts';
import { explain, problemOf } from '../../model/problem.ts';

/** Says in the prerendered page why the interactive one did not start; its picture stays. */
export function startFailed(thrown: unknown): void {
  const status = document.getElementById('static-status');
  if (status === null) return;
  const title = document.createElement('strong');
  title.textContent = words.failure.title;
  const why = document.createElement('p');
  why.textContent = explain(problemOf(thrown));
  const rest = document.createElement('p');
  rest.textContent = words.failure.picture;
  status.setAttribute('role', 'alert');
  status.replaceChildren(title, why, rest);
}

/** Why the link that was opened could not be; nothing where it could. */
export function noticeBar(why: string, onDismiss: () => void): TemplateResult | typeof nothing {
  if (why === '') return nothing;
  return html`<div class="notice" role="alert">
    <p>${words.link.damaged(why)}</p>
    <button type="button" class="quiet" @click=${onDismiss}>${words.link.dismiss}</button>
  </div>`;
}

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
