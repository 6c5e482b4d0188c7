import { currentLanguage, sourceLanguage } from '../i18n/messages.ts';
import * as translation from '../i18n/problems.ts';
import type { Problem } from '../session/problem.ts';

/** What went wrong, in the language that is spoken. */
export const translated = ({ what, message }: Problem): string =>
  currentLanguage() === sourceLanguage ? message : translation.translated(what);
