import type { LanguageCode } from '../../i18n/language.ts';
import { pageWords } from '../../i18n/page.ts';
import { fill } from '../../i18n/sentences.ts';
import type { PartialResult } from '../../trace/scene-result.ts';

/** Which queries and keys are drawn, and of how many. */
export const viewportText = (
  language: LanguageCode,
  { viewport: { rows, columns }, tokens, keyTokens }: PartialResult,
): string =>
  fill(pageWords(language).scale.where, {
    ...{ firstQuery: grouped(rows[0]), lastQuery: grouped(rows[1] - 1), queries: grouped(tokens.length) },
    ...{ firstKey: grouped(columns[0]), lastKey: grouped(columns[1] - 1), keys: grouped(keyTokens.length) },
  });

/** A sentence on what is drawn of each step. */
export const viewportNote = (language: LanguageCode, result: PartialResult): string =>
  pageWords(language).scale.excerpt(viewportText(language, result));

/** Groups thousands with a narrow space, which is read the same way in every language. */
export const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, '\u202f');
