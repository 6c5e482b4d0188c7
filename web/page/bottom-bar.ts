import { html, nothing, type TemplateResult } from 'lit';
import { en } from '../i18n/en.ts';

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
    aria-controls="rail"
    aria-expanded=${bar.sheet === sheet ? 'true' : 'false'}
    @click=${() => bar.onToggle(sheet)}
  >
    ${text}
  </button>`;
  return html`<nav class="bottom-bar" aria-label=${en.controls.bar}>
    ${button('controls', en.controls.open)}${bar.hasLesson ? button('lesson', en.lesson.open) : nothing}
  </nav>`;
}
