/** A language of the page. */
export interface Language {
  /** BCP 47, as in the address (`?lang=es`) and in `<html lang>`: the name of its folder. */
  readonly code: string;
  /** What its speakers call it. */
  readonly name: string;
  /** "Language" in it. */
  readonly label: string;
}

type Module = typeof import('./en/language.ts');
const modules = import.meta.glob<Module>('./*/language.ts', { eager: true });

/** The code of the language in whose folder the module of that path is. */
export const codeOf = (path: string): string => path.split('/')[1] ?? '';

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

/** The code of the language nearest to an element; null where that is none that is spoken. */
export function languageAt(element: Element): string | null {
  for (let current: Element | null = element; current !== null; ) {
    const named: Element | null = current.closest('[lang]');
    if (named !== null) return languageOf(named.getAttribute('lang') ?? '')?.code ?? null;
    const root = current.getRootNode();
    current = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
}
