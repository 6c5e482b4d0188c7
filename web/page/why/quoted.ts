import type { LanguageCode } from '../../i18n/language.ts';
import { fill } from '../../i18n/sentences.ts';
import { viewWords } from '../../i18n/views.ts';
import { isolated, namedToken } from '../../trace/token-text.ts';

/** A token of a sentence, in the quotation marks of the language. */
export const quotedToken = (language: LanguageCode, labels: readonly string[], index: number): string =>
  fill(viewWords(language).reading.quoted, { token: isolated(namedToken(labels, index)) });
