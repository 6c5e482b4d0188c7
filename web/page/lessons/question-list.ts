import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import { loadText } from '../../i18n/lessons/texts.ts';
import type { LessonText } from '../../lessons/types.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { findQuestions } from './find-questions.ts';
import { questionStyles } from './styles.ts';

/** The questions that people ask, as links, with a search over their titles and text. */
export class QuestionList extends LightDomElement {
  /** The question on show, by its page. Null if none is. */
  @property({ attribute: false }) current: string | null = null;
  @state() private text: LessonText | null = null;
  @state() private failed = false;
  @state() private wanted = '';

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(questionStyles);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated || changed.has('lang')) void this.load();
  }

  private async load(): Promise<void> {
    const { language } = this;
    this.failed = false;
    try {
      const text = await loadText('questions', language);
      if (language === this.language) this.text = text;
    } catch {
      this.failed = true;
    }
  }

  protected override render() {
    const words = lessonWords(this.language);
    const { text } = this;
    if (text === null)
      return html`<p class="note" role="status">${this.failed ? words.noQuestions : words.loading}</p>
        ${this.failed ? html`<button type="button" @click=${() => this.load()}>${words.again}</button>` : nothing}`;
    const found = findQuestions(text, this.wanted);
    const all = Object.keys(text.pages).length;
    return html`<div class="questions">
      <label>
        <span>${words.searchQuestions}</span>
        <input
          type="search"
          autocomplete="off"
          .value=${this.wanted}
          @input=${(event: Event) => {
            if (event.target instanceof HTMLInputElement) this.wanted = event.target.value;
          }}
        />
      </label>
      <p class="found" role="status">${words.questionsFound(found.length, all)}</p>
      <ul>
        ${found.map((id) => this.item(id, text))}
      </ul>
    </div>`;
  }

  private item(id: string, text: LessonText): TemplateResult | typeof nothing {
    const title = text.pages[id]?.title;
    if (title === undefined) return nothing;
    return html`<li>
      <a href=${`#lesson=questions&page=${id}`} aria-current=${id === this.current ? 'true' : 'false'}>${title}</a>
    </li>`;
  }
}
customElements.define('sa-questions', QuestionList);
