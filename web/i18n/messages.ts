import { codeOf, languageOf } from './language.ts';

/** The language that the messages are written in; another is a translation of it. */
export const sourceLanguage = 'en';

/** The messages of one file. */
interface Group {
  /** By language, as far as they have been fetched. */
  readonly known: Map<string, object>;
  /** By the path of the file. */
  readonly translations: Readonly<Record<string, () => Promise<object>>>;
}

const groups: Group[] = [];
/** All languages that were asked for: what is imported later is fetched in each. */
const spoken = new Set([sourceLanguage]);
let wanted = sourceLanguage;
let current = sourceLanguage;

/** The code of the language that the messages are in. */
export const currentLanguage = (): string => current;

/**
 * What a file of `en/` exports, in the language that is current when it is read. The objects stay the same for good, so an object
 * may be kept; a text, a list or a function may not, it is read when it is shown. `translations` are the files of that name in
 * other languages, fetched when they are needed.
 */
export function messages<Words extends object>(
  source: Words,
  translations: Readonly<Record<string, () => Promise<Words>>>,
): Words {
  // Copied: what a module exports is read through functions, with every word.
  const known = new Map<string, Words>([[sourceLanguage, { ...source }]]);
  groups.push({ known, translations });
  return inCurrentLanguage(() => known.get(current) ?? source);
}

/** An object that is read as the one that `now` gives; so are the objects in it. */
function inCurrentLanguage<Words extends object>(now: () => Words): Words {
  const parts = new Map<PropertyKey, object>();
  const read = (key: PropertyKey): unknown => {
    const value: unknown = Reflect.get(now(), key);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const part = parts.get(key) ?? inCurrentLanguage((): object => Reflect.get(Object(now()), key));
    parts.set(key, part);
    return part;
  };
  return new Proxy({} as Words, {
    get: (_, key) => read(key),
    ownKeys: () => Reflect.ownKeys(now()),
    getOwnPropertyDescriptor: (_, key) =>
      Object.hasOwn(now(), key) ? { configurable: true, enumerable: true, value: read(key) } : undefined,
  });
}

/**
 * Changes the messages to another language (a code of `languages`). False where there is no such language, or where yet another
 * was asked for meanwhile. Throws what the import of a translation throws; the messages are then what they were.
 */
export async function speak(code: string): Promise<boolean> {
  const language = languageOf(code)?.code;
  if (language === undefined) return false;
  wanted = language;
  try {
    await fetchMessages(language);
  } catch (thrown) {
    if (language === wanted) wanted = current;
    throw thrown;
  }
  if (language === wanted) current = language;
  return language === wanted;
}

/** What `work` gives, and reads meanwhile, in a language whose messages have been fetched. */
export function speaking<Result>(language: string, work: () => Result): Result {
  const before = current;
  current = language;
  try {
    return work();
  } finally {
    current = before;
  }
}

/** Fetches the messages of modules that were loaded late, in every language that was asked for. Throws as `speak` does. */
export async function fetchMessagesInUse(): Promise<void> {
  await Promise.all([...spoken].map(fetchMessages));
}

/** Fetches all messages in a language that there is, and those of what is imported later. Throws what an import throws. */
export async function fetchMessages(language: string): Promise<void> {
  const loads = groups.map(async ({ known, translations }) => {
    if (known.has(language)) return;
    const [, load] = Object.entries(translations).find(([path]) => codeOf(path) === language) ?? [];
    const words = await load?.();
    if (words !== undefined) known.set(language, { ...words });
  });
  await Promise.all(loads);
  spoken.add(language);
}
