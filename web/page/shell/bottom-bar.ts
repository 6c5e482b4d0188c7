import { html, nothing, type TemplateResult } from 'lit';
import { words } from '../../i18n/words.ts';

/** What the sheet at the foot of a narrow screen holds. */
export type Sheet = 'none' | 'controls' | 'lesson';

/** The buttons that open and close the sheet. */
export function bottomBar(bar: {
  readonly sheet: Sheet;
  readonly hasLesson: boolean;
  readonly onToggle: (sheet: 'controls' | 'lesson') => void;
}): TemplateResult {
  const button = (sheet: 'controls' | 'lesson', text: string) => html`<button
    type="button"
    data-sheet=${sheet}
    aria-controls="sidebar"
    aria-expanded=${bar.sheet === sheet ? 'true' : 'false'}
    @click=${() => bar.onToggle(sheet)}
  >
    ${text}
  </button>`;
  return html`<nav class="bottom-bar" aria-label=${words.controls.bar}>
    ${button('controls', words.controls.open)}${bar.hasLesson ? button('lesson', words.lesson.open) : nothing}
  </nav>`;
}

/** Why the link that was opened could not be; nothing where it could. */
export function noticeBar(why: string, onDismiss: () => void): TemplateResult | typeof nothing {
  if (why === '') return nothing;
  return html`<div class="notice" role="alert">
    <p>${words.link.damaged(why)}</p>
    <button type="button" class="quiet" @click=${onDismiss}>${words.link.dismiss}</button>
  </div>`;
}
