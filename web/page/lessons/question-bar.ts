import { html, type TemplateResult } from 'lit';
import type { LanguageCode } from '../../i18n/language.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import type { Source } from '../../lessons/types.ts';
import { questionListPart } from './question-list-part.ts';

/** The questions do not build on each other, so a list is of more use than a row of marks. */
export function questionBar(language: LanguageCode, current: string): TemplateResult {
  const close = ({ target, currentTarget }: Event): void => {
    if (target instanceof HTMLAnchorElement && currentTarget instanceof HTMLDetailsElement) currentTarget.open = false;
  };
  return html`<details class="all-questions" @click=${close}>
    <summary>${lessonWords(language).questions}</summary>
    ${questionListPart(language, current)}
  </details>`;
}

/** Where a page’s answer can be read at length. */
export const sourcesOf = (language: LanguageCode, links: Source['links']): TemplateResult =>
  html`<p class="sources">
    ${lessonWords(language).sources}:
    ${links.map(({ title, url }, index) => html`${index === 0 ? '' : ' · '}<a href=${url} rel="noopener external">${title}</a>`)}
  </p>`;
