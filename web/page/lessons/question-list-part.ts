import { html } from 'lit';
import type { LanguageCode } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { lazy } from '../lazy.ts';

const questionList = lazyModule(() => import('./question-list.ts'));

/** The list of questions. It is fetched when it is first on show. */
export const questionListPart = (language: LanguageCode, current: string | null = null): unknown =>
  lazy(language, questionList, () => html`<sa-questions .current=${current}></sa-questions>`);
