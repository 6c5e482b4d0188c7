import { en, type Messages } from './en/index.ts';

export type { Messages, Translation } from './en/index.ts';

/** A language of the page. */
export interface Language {
  /** BCP 47, as in the address (`?lang=es`) and in `<html lang>`. */
  readonly code: string;
  /** What its speakers call it. */
  readonly name: string;
  /** "Language" in it. */
  readonly label: string;
  /** Its messages; other languages than English are fetched when they are first spoken. */
  readonly load: () => Promise<Messages>;
}

/** Another language is one more line here and the folder that it names. */
export const languages: readonly Language[] = [
  { code: 'en', name: 'English', label: 'Language', load: async () => en },
  { code: 'es', name: 'Español', label: 'Idioma', load: async () => (await import('./es/index.ts')).es },
];

/** The language of this code or, where it names a region, of its first part; null where the page does not speak it. */
export const languageOf = (code: string): Language | null => {
  const wanted = code.toLowerCase();
  const found = (name: string) => languages.find((language) => language.code === name);
  return found(wanted) ?? found(wanted.split('-')[0] ?? '') ?? null;
};

/**
 * The messages in the language of the page, English until `speak` is done. The objects stay the same for good and change in
 * place, so `words.controls` may be kept; a text, a list or a function may not, it is read when it is shown.
 */
export const words: Messages = copyInto({}, en) as Messages;

/** Every word that the views show or say. */
export const strings = words.views;

let requests = 0;

/**
 * Changes the words to another language (a code of `languages`). False where the page does not speak it, or where yet another
 * was asked for meanwhile. Throws what the import of its module throws; the words are then what they were.
 */
export async function speak(code: string): Promise<boolean> {
  const language = languageOf(code);
  if (language === null) return false;
  requests += 1;
  const request = requests;
  const messages = await language.load();
  if (request !== requests) return false;
  copyInto(words, messages);
  return true;
}

/** Makes `target` say what `source` says, and keeps the objects that `target` is made of. */
function copyInto(target: object, source: object): object {
  for (const key of Object.keys(target)) if (!Object.hasOwn(source, key)) Reflect.deleteProperty(target, key);
  for (const [key, value] of Object.entries(source)) {
    const before: unknown = Reflect.get(target, key);
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    Reflect.set(target, key, isGroup ? copyInto(before instanceof Object ? before : {}, value) : value);
  }
  return target;
}
