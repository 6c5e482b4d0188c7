import { html, type TemplateResult } from 'lit';
import { words } from '../../i18n/words.ts';
import { type LessonId, type Listed, lessonIds, listed } from '../../lessons/catalogue.ts';
import type { LessonLanguage } from '../../lessons/types.ts';

/** The page's language, or English where there are no lessons in it. */
export const lessonLanguage = (): LessonLanguage => (words.lang === 'es' ? 'es' : 'en');

export const listedAs = (id: LessonId): Listed => listed[lessonLanguage()][id];

/** The lessons, each with a sentence, in a list that opens from the top bar. Each is a link that can be sent to others. */
export function lessonsMenu(current: LessonId | null): TemplateResult {
  const close = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLElement) currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
  };
  // Escape closes the list, and lets go of nothing on the page.
  const alone = (event: KeyboardEvent): void => {
    const { currentTarget } = event;
    if (event.key !== 'Escape' || !(currentTarget instanceof HTMLElement)) return;
    if (currentTarget.querySelector(':popover-open') !== null) event.stopPropagation();
  };
  return html`<nav class="lessons" aria-label=${words.header.lessons} @keydown=${alone}>
    <button type="button" popovertarget="lessons-menu">
      ${words.header.lessons}
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><path d="m2 4 4 4 4-4" /></svg>
    </button>
    <ul id="lessons-menu" popover>
      ${lessonIds.map((id) => {
        const { title, summary } = listedAs(id);
        return html`<li>
          <a href="#lesson=${id}" aria-current=${id === current ? 'true' : 'false'} lang=${lessonLanguage()} @click=${close}>
            <strong>${title}</strong>
            <span>${summary}</span>
          </a>
        </li>`;
      })}
    </ul>
  </nav>`;
}
