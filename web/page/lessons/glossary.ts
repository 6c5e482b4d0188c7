import { html, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import type { Glossary } from '../../lessons/types.ts';
import { type DetailEvent, emit } from '../shell/events.ts';

/** The meaning of a term, in a dialog. Terms in it lead to others. */
export class LessonGlossary extends LightDomElement {
  @property({ attribute: false }) glossary!: Glossary;
  /** The language of its text. */
  @property({ attribute: false }) textLanguage = '';
  /** A key of the glossary. */
  @property({ attribute: false }) term = '';
  @query('dialog') private dialog!: HTMLDialogElement;

  protected override updated(changed: PropertyValues<this>): void {
    if (!this.dialog.open) this.dialog.showModal();
    else if (changed.has('term')) this.querySelector<HTMLElement>('h2')?.focus();
  }

  protected override render() {
    const words = lessonWords(this.language);
    const { glossary, term, textLanguage } = this;
    const entry = Object.hasOwn(glossary, term) ? glossary[term] : undefined;
    return html`<dialog
      class="glossary"
      lang=${textLanguage}
      aria-labelledby="glossary-term"
      @keydown=${alone}
      @close=${() => emit(this, 'sa-glossary-close', null)}
      @click=${(event: Event) => event.target === this.dialog && this.dialog.close()}
      @sa-term=${(event: DetailEvent<'sa-term'>) => {
        event.stopPropagation();
        this.term = event.detail;
      }}
    >
      <div class="entry">
        <p class="kicker">${words.term}</p>
        <h2 id="glossary-term" tabindex="-1" autofocus>${named(entry?.term ?? term)}</h2>
        ${prose(entry?.text ?? '')}
        <button type="button" @click=${() => this.dialog.close()}>${words.closeTerm}</button>
      </div>
    </dialog>`;
  }
}
/** Escape closes the dialog, but not the sheet below it. */
const alone = (event: KeyboardEvent): void => {
  if (event.key === 'Escape') event.stopPropagation();
};

customElements.define('sa-glossary', LessonGlossary);

const marks = /`([^`]+)`|\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/;

/**
 * A line of a lesson's text: `code`, and [[term]] or [[term|as shown]], which requests its meaning with an
 * `sa-term` event.
 */
export function line(text: string): (TemplateResult | string)[] {
  const parts = text.split(marks);
  const pieces: (TemplateResult | string)[] = [];
  for (let index = 0; index < parts.length; index += 4) {
    const [plain = '', code, term, shown] = parts.slice(index, index + 4);
    if (plain !== '') pieces.push(plain);
    if (code !== undefined) pieces.push(html`<code>${named(code)}</code>`);
    if (term !== undefined) pieces.push(termLink(term, shown ?? term));
  }
  return pieces;
}

/** Paragraphs, separated by empty lines. */
export const prose = (text: string): TemplateResult[] =>
  text.split(/\n{2,}/).map((paragraph) => html`<p>${line(paragraph)}</p>`);

/** The names in a formula with their subscripts, such as w_q and d_model. Program text stays as it is. */
function named(text: string): (TemplateResult | string)[] {
  if (!/^[\w\s=·+]+$/.test(text)) return [text];
  return text.split(/\b([A-Za-z]_\w+)/).map((piece, index) => {
    const [base, sub] = piece.split('_');
    return index % 2 === 0 ? piece : html`${base}<sub>${sub}</sub>`;
  });
}

const termLink = (key: string, shown: string): TemplateResult =>
  html`<button
    type="button"
    class="term"
    aria-haspopup="dialog"
    @click=${({ currentTarget }: Event) => emit(currentTarget, 'sa-term', key)}
  >${named(shown)}</button>`;
