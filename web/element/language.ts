import { type Language, languageOf } from '../i18n/language.ts';
import { currentLanguage, sourceLanguage, speak } from '../i18n/messages.ts';
import * as translation from '../i18n/problems.ts';
import type { Problem } from '../model/problem.ts';

/** What went wrong, in the language that is spoken. */
export const translated = ({ what, message }: Problem): string =>
  currentLanguage() === sourceLanguage ? message : translation.translated(what);

/** The language nearest to an element; English where that is none that is spoken. */
function languageAt(element: Element): Language | null {
  for (let at: Element | null = element; at !== null; ) {
    const named: Element | null = at.closest('[lang]');
    if (named !== null) return languageOf(named.getAttribute('lang') ?? '');
    const root = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
}

/**
 * Speaks the language of an element: one for all elements of a page, for they share the words. True where it is another than
 * before: what is drawn is then to be drawn again.
 */
export async function speakAt(element: Element): Promise<boolean> {
  const language = languageAt(element) ?? languageOf(sourceLanguage);
  if (language === null || language.code === currentLanguage()) return false;
  return speak(language.code);
}
