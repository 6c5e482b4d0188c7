import { html, type TemplateResult } from 'lit';
import type { LanguageCode } from '../../i18n/language.ts';
import { vectorWords } from '../../i18n/word-vectors.ts';

/** Where the vectors of words of another language than English are from. */
export const translatedNote = (language: LanguageCode): TemplateResult =>
  html`<p class="note">${vectorWords(language).translated}</p>`;
