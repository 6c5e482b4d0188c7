import { codeOf, languageOf } from './language.ts';

/** The language that the messages are written in; another is a translation of it. */
export const sourceLanguage = 'en';

/** The messages of one file, in the language that is current. */
interface Group {
  /** Changed in place when the language changes. */
  readonly shown: object;
  readonly source: object;
  /** By the path of the file. */
  readonly translations: Readonly<Record<string, () => Promise<object>>>;
  language: string;
}

const groups: Group[] = [];
let wanted = sourceLanguage;
let current = sourceLanguage;

/** The code of the language that the messages are in. */
export const currentLanguage = (): string => current;

/**
 * What a file of `en/` exports, in the language of the page: English until `speak` is done. The objects stay the same for good
 * and change in place, so an object may be kept; a text, a list or a function may not, it is read when it is shown.
 * `translations` are the files of that name in other languages, fetched when they are needed.
 */
export function messages<Words extends object>(
  source: Words,
  translations: Readonly<Record<string, () => Promise<Words>>>,
): Words {
  const shown = copyInto({}, source) as Words;
  groups.push({ shown, source, translations, language: sourceLanguage });
  return shown;
}

/**
 * Changes the messages to another language (a code of `languages`). False where there is no such language, or where yet another
 * was asked for meanwhile. Throws what the import of a translation throws; the messages are then what they were.
 */
export async function speak(code: string): Promise<boolean> {
  const language = languageOf(code);
  if (language === null) return false;
  wanted = language.code;
  return translate();
}

/** A module that is imported when it is first needed, with its messages in the language of the page. Throws as `speak` does. */
export async function withMessages<Module>(loading: Promise<Module>): Promise<Module> {
  const module = await loading;
  await translate();
  return module;
}

/** Brings all messages into the language that is wanted. False where that is another by the time they have come. */
async function translate(): Promise<boolean> {
  const language = wanted;
  const late = groups.filter((group) => group.language !== language);
  try {
    const translations = await Promise.all(late.map((group) => translationOf(group, language)));
    if (language !== wanted) return false;
    for (const [at, group] of late.entries()) {
      copyInto(group.shown, translations[at] ?? group.source);
      group.language = language;
    }
    current = language;
    return true;
  } catch (thrown) {
    if (language === wanted) wanted = current;
    throw thrown;
  }
}

async function translationOf({ source, translations }: Group, language: string): Promise<object> {
  if (language === sourceLanguage) return source;
  const [, load] = Object.entries(translations).find(([path]) => codeOf(path) === language) ?? [];
  return (await load?.()) ?? source;
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
