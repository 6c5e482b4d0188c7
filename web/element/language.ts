import { type LanguageCode, sourceLanguage } from '../i18n/language.ts';
import * as translation from '../i18n/problems.ts';
import type { Problem } from '../session/problem.ts';

/** What went wrong, in a language. */
export const translated = (language: LanguageCode, { what, message }: Problem): string =>
  language === sourceLanguage ? message : translation.translated(language, what);
