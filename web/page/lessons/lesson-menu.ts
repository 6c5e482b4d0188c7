import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore } from '../../core/types.ts';
import { lessonList } from '../../i18n/lessons/list.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import { pageWords } from '../../i18n/page.ts';
import { followsNotebook, type LessonId, lessonIdsIn } from '../../lessons/catalogue.ts';
import type { View } from '../../scene/types.ts';
import { emit } from '../shell/events.ts';
import { lessonFilePart } from './lesson-file-part.ts';
import { forgetProgress, hasProgress, progressOf } from './progress.ts';
import { questionListPart } from './question-list-part.ts';

/**
 * The lessons with a sentence and the progress of each, in a list that opens from the top bar. Each is a link that
 * can be shared.
 */
export class LessonMenu extends LightDomElement {
  @property({ attribute: false }) core!: SceneCore;
  @property({ attribute: false }) current: string | null = null;
  /** The names of the open lesson's steps. */
  @property({ attribute: false }) names: View['names'];
  @state() private wasOpened = false;
  @state() private wantsQuestions = false;

  private readonly close = (): void => this.querySelector<HTMLElement>('[popover]')?.hidePopover();

  private readonly onQuestions = (): void => {
    this.wantsQuestions = true;
  };

  private readonly onQuestion = (event: Event): void => {
    if (event.target instanceof HTMLAnchorElement) this.close();
  };

  private readonly forget = (): void => {
    forgetProgress();
    this.close();
    emit(this, 'sa-lesson-request', { kind: 'announce', text: lessonWords(this.language).forgotten });
  };

  /** Escape closes the list and unpins nothing on the page. */
  private readonly alone = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.querySelector(':popover-open') !== null) event.stopPropagation();
  };

  protected override render() {
    const words = lessonWords(this.language);
    const all = lessonIdsIn(this.language);
    return html`<nav class="lessons" aria-label=${pageWords(this.language).header.lessons} @keydown=${this.alone}>
      <button type="button" popovertarget="lessons-menu">
        <svg class="book" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="M5 5h6a2 2 0 0 1 1 1 2 2 0 0 1 1-1h6v13h-6l-1 1-1-1H5zM12 6v13" /></svg>
        <span>${pageWords(this.language).header.lessons}</span>
        <svg class="chevron" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><path d="m2 4 4 4 4-4" /></svg>
      </button>
      <div
        id="lessons-menu"
        popover
        @beforetoggle=${() => {
          this.wasOpened = true;
          this.requestUpdate();
        }}
      >
        <ol>
          ${all.filter((id) => !followsNotebook(id) && id !== 'questions').map((id, number) => this.item(id, `${number}. `))}
        </ol>
        <p class="group" id="notebook-lessons">${words.notebooks}</p>
        <ul aria-labelledby="notebook-lessons">
          ${all.filter(followsNotebook).map((id) => this.item(id))}
        </ul>
        <ul class="group">${this.item('questions')}</ul>
        <details class="all-questions" @click=${this.onQuestion} @toggle=${this.onQuestions}>
          <summary>${words.questions}</summary>
          ${this.wantsQuestions ? questionListPart(this.language) : nothing}
        </details>
        ${this.wasOpened ? lessonFilePart(this.language, this.core, this.current, this.names) : nothing}
        <p class="kept">
          ${words.kept}
          ${
            hasProgress()
              ? html`<button
                  type="button"
                  class="quiet"
                  @click=${this.forget}
                >
                  ${words.forget}
                </button>`
              : nothing
          }
        </p>
      </div>
    </nav>`;
  }

  private item(id: LessonId, number = ''): TemplateResult {
    const { title, summary } = lessonList(this.language)[id];
    const progress = progressOf(id);
    return html`<li>
      <a href="#lesson=${id}" aria-current=${id === this.current ? 'true' : 'false'} @click=${this.close}>
        <strong>${number}${title}</strong>
        <span>${summary}</span>
        ${progress === null ? nothing : html`<span class="progress">${lessonWords(this.language).progress(progress.read.length, progress.of, progress.done.length)}</span>`}
      </a>
    </li>`;
  }
}
customElements.define('sa-lesson-menu', LessonMenu);
