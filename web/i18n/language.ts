/**
 * The code of a language that has messages: BCP 47, as in the address (`?lang=es`) and in `<html lang>`. It is the name of the
 * language's folder. The brand lets the compiler find any other text in its place.
 */
export type LanguageCode = string & { readonly brand: 'language' };

/** The language that the messages are written in. The others are translations of it. */
export const sourceLanguage = 'en' as LanguageCode;

/** A language of the page. */
export interface Language {
  readonly code: LanguageCode;
  /** What its speakers call it. */
  readonly name: string;
  /** "Language" in it. */
  readonly label: string;
}

type Module = typeof import('./en/language.ts');
const modules = import.meta.glob<Module>('./*/language.ts', { eager: true });

/** The code of the language in whose folder the module of that path is. */
export const codeOf = (path: string): LanguageCode => (path.split('/')[1] ?? '') as LanguageCode;

/** Every folder here that has a `language.ts`. */
export const languages: readonly Language[] = Object.entries(modules).map(([path, { language }]) => ({
  code: codeOf(path),
  ...language,
}));

/** The language of this code or, where it names a region, of its first part; null where the page does not speak it. */
export const languageOf = (code: string): Language | null => {
  const wanted = code.toLowerCase();
  const found = (name: string) => languages.find((language) => language.code === name);
  return found(wanted) ?? found(wanted.split('-')[0] ?? '') ?? null;
};

/** The language that the nearest `lang` attribute names, or the source language if there are no messages in that one. */
export function languageAt(element: Element): LanguageCode {
  for (let current: Element | null = element; current !== null; ) {
    const named: Element | null = current.closest('[lang]');
    if (named !== null) return languageOf(named.getAttribute('lang') ?? '')?.code ?? sourceLanguage;
    // In a frame's document, instanceof would not know its ShadowRoot.
    const root: Node & { readonly host?: Element } = current.getRootNode();
    current = root.host ?? null;
  }
  return sourceLanguage;
}
