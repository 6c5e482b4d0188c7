import { html, nothing, type TemplateResult } from 'lit';
import { words } from '../../i18n/words.ts';

/** Why the link that was opened could not be; nothing where it could. */
export function noticeBar(why: string, onDismiss: () => void): TemplateResult | typeof nothing {
  if (why === '') return nothing;
  return html`<div class="notice" role="alert">
    <p>${words.link.damaged(why)}</p>
    <button type="button" class="quiet" @click=${onDismiss}>${words.link.dismiss}</button>
  </div>`;
}
