import { html, LitElement, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { words } from '../i18n/words.ts';
import type { Lesson } from './catalogue.ts';

/** The reader is done with the lesson's text; its scene stays. */
export class LessonClose extends CustomEvent<null> {
  static readonly type = 'sa-lesson-close';
  constructor() {
    super(LessonClose.type, { detail: null, bubbles: true });
  }
}

/** A lesson's text, a page at a time, beside a picture that can be changed all the while. */
export class LessonPanel extends LitElement {
  @property({ attribute: false }) lesson!: Lesson;
  @state() private page = 0;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('lesson')) this.page = 0;
  }

  private go(by: number): void {
    this.page += by;
    void this.updateComplete.then(() =>
      this.querySelector<HTMLElement>('.lesson-page')?.focus({ preventScroll: true }),
    );
  }

  protected override render() {
    const { lesson, page } = this;
    const { text, source } = lesson;
    const shown = text[page];
    return html`<section class="lesson" aria-labelledby="lesson-title">
      <header>
        <h2 id="lesson-title">${lesson.title}</h2>
        <button
          type="button"
          class="quiet"
          aria-label=${words.lesson.close}
          @click=${() => this.dispatchEvent(new LessonClose())}
        >
          ✕
        </button>
      </header>
      <div class="lesson-page" tabindex="-1">
        <h3>${shown?.title}</h3>
        ${shown?.body.split(/\n+/).map((paragraph) => html`<p>${paragraph}</p>`)}
      </div>
      <footer>
        <button type="button" ?disabled=${page === 0} @click=${() => this.go(-1)}>${words.lesson.back}</button>
        <span>${words.lesson.page(page + 1, text.length)}</span>
        <button type="button" ?disabled=${page >= text.length - 1} @click=${() => this.go(1)}>${words.lesson.next}</button>
      </footer>
      <button type="button" class="leave" @click=${() => this.dispatchEvent(new LessonClose())}>${words.lesson.close}</button>
      <details class="source">
        <summary>${words.lesson.source}: ${source.title}</summary>
        <p>${source.credit}</p>
        <ul>
          ${source.links.map(({ title, url }) => html`<li><a href=${url} rel="noopener external">${title}</a></li>`)}
        </ul>
        <p>${source.licence}</p>
      </details>
    </section>`;
  }
}
customElements.define('sa-lesson', LessonPanel);
