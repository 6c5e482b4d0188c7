import { html, type TemplateResult } from 'lit';
import type { LanguageCode } from '../../i18n/language.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import type { LessonItem } from '../../lessons/items.ts';
import type { Course } from '../../lessons/types.ts';

interface Items {
  readonly language: LanguageCode;
  readonly lesson: Course;
  /** The index of the item on show. */
  readonly current: number;
  readonly goTo: (index: number) => void;
}

/** One mark for each page of the lesson and for each challenge, with a tick if it was done. */
export function itemBar(
  { language, lesson, current, goTo }: Items,
  items: readonly LessonItem[],
  titleOf: (item: LessonItem) => string,
  isDone: (item: LessonItem) => boolean,
): TemplateResult {
  const words = lessonWords(language);
  const mark = (item: LessonItem, index: number): TemplateResult => {
    const isPage = item.kind === 'page';
    const title = titleOf(item);
    const name = isPage ? words.toPage(index + 1, title) : words.toChallenge(index - lesson.pages.length + 1, title);
    const done = isDone(item);
    return html`<li>
      <button
        type="button"
        class=${done ? `${item.kind} is-done` : item.kind}
        title=${name}
        aria-label=${done ? `${name}, ${isPage ? words.isDone : words.isSolved}` : name}
        aria-current=${index === current ? 'step' : 'false'}
        @click=${() => goTo(index)}
      >
        <span aria-hidden="true">${done ? '✓' : ''}</span>
      </button>
    </li>`;
  };
  return html`<nav class="lesson-items" aria-label=${words.contents}>
    <ol>
      ${items.map(mark)}
    </ol>
  </nav>`;
}

/** “Page 2 of 9” between the buttons to the previous and the next item. */
export function turnBar({ language, lesson, current, goTo }: Items): TemplateResult {
  const words = lessonWords(language);
  const isLast = current >= lesson.pages.length + lesson.challenges.length - 1;
  return html`<div class="turn">
    <button type="button" ?disabled=${current === 0} @click=${() => goTo(current - 1)}>${words.back}</button>
    <span>${placeOf(language, lesson, current)}</span>
    <button type="button" ?disabled=${isLast} @click=${() => goTo(current + 1)}>${words.next}</button>
  </div>`;
}

/** "Page 2 of 9", "Challenge 1 of 3". */
function placeOf(language: LanguageCode, { id, pages, challenges }: Course, index: number): string {
  const words = lessonWords(language);
  if (id === 'questions') return words.question(index + 1, pages.length);
  return index < pages.length
    ? words.page(index + 1, pages.length)
    : words.challenge(index - pages.length + 1, challenges.length);
}
