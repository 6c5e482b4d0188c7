import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { lessonList } from '../../i18n/lessons/list.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import { loadText } from '../../i18n/lessons/texts.ts';
import { isLessonId, lessonIds, loadLesson, sentenceLanguages } from '../../lessons/catalogue.ts';
import { indexOf, itemsOf } from '../../lessons/items.ts';
import { type OpenedLesson, openedLesson } from '../../lessons/opened-lessons.ts';
import type { LessonText } from '../../lessons/types.ts';
import type { Scene } from '../../scene/types.ts';
import type { Problem } from '../../session/problem.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { emit } from '../shell/events.ts';
import type { Sheet } from '../shell/screen.ts';

interface Loaded {
  readonly lesson: OpenedLesson['lesson'];
  readonly text: LessonText;
  /** The language of the words. Empty if unknown. */
  readonly textLanguage: string;
}

/** The open lesson: loads it, its words and its runner, and credits its source. */
export class LessonPanel extends LightDomElement {
  @property({ attribute: false }) lesson!: string;
  @property({ attribute: false }) scene!: Scene;
  @property({ attribute: false }) result!: SceneResult;
  @property({ attribute: false }) problem: Problem | null = null;
  /** What the sheet of a narrow screen shows. Null on a wide screen. */
  @property({ attribute: false }) sheet: Sheet | null = null;
  @state() private loaded: Loaded | null = null;
  @state() private failed = false;

  protected override willUpdate(changed: PropertyValues): void {
    const opened = openedLesson(this.lesson);
    if (opened !== undefined) {
      // Whatever opened it has also loaded its runner.
      this.loaded = { ...opened, textLanguage: opened.language ?? '' };
      return;
    }
    if (changed.has('lesson')) this.loaded = null;
    if (changed.has('lesson') || changed.has('lang')) void this.load();
  }

  private async load(): Promise<void> {
    const { lesson: id, language } = this;
    this.failed = false;
    const isCurrent = (): boolean => id === this.lesson && language === this.language;
    try {
      const [lesson, text] = await Promise.all([loadLesson(id), loadText(id, language), import('./lesson-pages.ts')]);
      if (isCurrent()) this.loaded = { lesson, text, textLanguage: language };
    } catch {
      if (isCurrent()) this.failed = true;
    }
  }

  private readonly leave = (): void => {
    emit(this, 'sa-lesson-request', { kind: 'leave' });
  };

  protected override render() {
    const { lesson } = this;
    const title = isLessonId(lesson) ? lessonList(this.language)[lesson].title : this.loaded?.text.title;
    const textLanguage = this.loaded?.textLanguage ?? this.language;
    return html`<section class="lesson" aria-labelledby="lesson-title">
      <header>
        <h2 id="lesson-title" lang=${textLanguage}>${title}</h2>
        <button type="button" class="quiet" aria-label=${lessonWords(this.language).close} @click=${this.leave}>✕</button>
      </header>
      ${this.loaded === null ? this.waiting() : this.pages(this.loaded)}
    </section>`;
  }

  private waiting() {
    const words = lessonWords(this.language);
    return html`<div class="lesson-page" tabindex="-1">
      <p role="status">${this.failed ? words.failed : words.loading}</p>
      ${this.failed ? html`<button type="button" @click=${() => this.load()}>${words.again}</button>` : nothing}
    </div>`;
  }

  private pages({ lesson, text, textLanguage }: Loaded) {
    const words = lessonWords(this.language);
    const { source } = lesson;
    const later = isLessonId(this.lesson) ? lessonIds.slice(lessonIds.indexOf(this.lesson) + 1) : [];
    // The same lesson in another language is not the next one.
    const next = later.find((id) => sentenceLanguages[id] === undefined);
    const last = indexOf(lesson, this.scene.view?.page) === itemsOf(lesson).length - 1;
    return html`
      <sa-lesson-pages
        .lesson=${lesson}
        .text=${text}
        .textLanguage=${textLanguage}
        .scene=${this.scene}
        .result=${this.result}
        .problem=${this.problem}
        .sheet=${this.sheet}
      ></sa-lesson-pages>
      ${
        last && next !== undefined
          ? html`<p class="next-lesson">
            ${words.nextLesson} <a href="#lesson=${next}" lang=${textLanguage}>${lessonList(this.language)[next].title}</a>
          </p>`
          : nothing
      }
      <button type="button" class="leave" @click=${this.leave}>${words.close}</button>
      ${
        source === undefined
          ? nothing
          : html`<details class="source">
            <summary>${words.source}: ${source.title}</summary>
            <p lang=${textLanguage}>${text.credit}</p>
            <ul>
              ${source.links.map(({ title, url }) => html`<li><a href=${url} rel="noopener external">${title}</a></li>`)}
            </ul>
            <p>${words.licence(source.licence)}</p>
          </details>`
      }
    `;
  }
}
customElements.define('sa-lesson', LessonPanel);
