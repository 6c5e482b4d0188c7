import { html, type nothing, type TemplateResult } from 'lit';
import { words } from '../i18n/words.ts';
import { type More, more } from './later.ts';

/** What more.ts makes, or that it is on its way, or that it did not come and can be asked for again. */
export function arriving(redraw: () => void, body: (there: More) => TemplateResult | typeof nothing) {
  const there = more.now(redraw);
  if (there !== null) return body(there);
  if (!more.missed()) return html`<p class="note" role="status">${words.family.loading}</p>`;
  const again = (): void => void more.fetch().then(redraw, redraw);
  return html`<p class="note" role="alert">${words.family.missed}</p>
    <button type="button" @click=${again}>${words.lesson.again}</button>`;
}
