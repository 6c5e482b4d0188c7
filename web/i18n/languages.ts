import type { Messages } from './en.ts';

/** A language of the page. Its words are fetched when it is first spoken. */
export interface Language {
  /** BCP 47, as in the address (`?lang=es`) and in `<html lang>`. */
  readonly code: string;
  /** What its speakers call it. */
  readonly name: string;
  /** "Language" in it. */
  readonly label: string;
  readonly load: () => Promise<Messages>;
}

/** Another language is one more line here and the file that it names. */
export const languages: readonly Language[] = [
  { code: 'en', name: 'English', label: 'Language', load: async () => (await import('./en.ts')).en },
  { code: 'es', name: 'Español', label: 'Idioma', load: async () => (await import('./es.ts')).es },
];

/** The language of this code or, where it names a region, of its first part; null where the page does not speak it. */
export const languageOf = (code: string): Language | null => {
  const wanted = code.toLowerCase();
  const found = (name: string) => languages.find((language) => language.code === name);
  return found(wanted) ?? found(wanted.split('-')[0] ?? '') ?? null;
};
