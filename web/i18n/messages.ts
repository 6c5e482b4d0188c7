import { codeOf, type LanguageCode, sourceLanguage } from './language.ts';

/** The messages of one file. */
interface Group {
  /** By language, as far as they have been fetched. */
  readonly known: Map<LanguageCode, object>;
  /** By the path of the file. */
  readonly translations: Readonly<Record<string, () => Promise<object>>>;
}

const groups: Group[] = [];
/** All languages that were asked for: what is imported later is fetched in each. */
const spoken = new Set([sourceLanguage]);
let current = sourceLanguage;

/** The code of the language that the messages are in. */
export const currentLanguage = (): LanguageCode => current;

/**
 * What a file of `en/` exports, in the language that is current when it is read. The objects stay the same for good, so an object
 * may be kept; a text, a list or a function may not, it is read when it is shown. `translations` are the files of that name in
 * other languages, fetched when they are needed.
 */
export function messages<Words extends object>(
  source: Words,
  translations: Readonly<Record<string, () => Promise<Words>>>,
): { readonly [Name in keyof Words]: Words[Name] & ((language: LanguageCode) => Words[Name]) } {
  // Copied: what a module exports is read through functions, with every word.
  const known = new Map<LanguageCode, Words>([[sourceLanguage, { ...source }]]);
  groups.push({ known, translations });
  return inLanguage((language) => known.get(language) ?? source);
}

/**
 * An object that is read in the current language, as are the objects in it. They are functions of a language, too, and will be nothing
 * else: `pageWords(language).title`.
 */
function inLanguage<Words extends object>(wordsIn: (language: LanguageCode) => object): Words {
  const parts = new Map<PropertyKey, object>();
  const read = (key: PropertyKey): unknown => {
    const value: unknown = Reflect.get(wordsIn(current), key);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const part = parts.get(key) ?? inLanguage((language) => Reflect.get(Object(wordsIn(language)), key));
    parts.set(key, part);
    return part;
  };
  return new Proxy((() => undefined) as unknown as Words, {
    apply: (_, __, [language]: [LanguageCode]) => wordsIn(language),
    get: (_, key) => read(key),
    ownKeys: () => Reflect.ownKeys(wordsIn(current)),
    getOwnPropertyDescriptor: (_, key) =>
      Object.hasOwn(wordsIn(current), key) ? { configurable: true, enumerable: true, value: read(key) } : undefined,
  });
}

/** Changes the messages that are read without a language. */
export function speak(language: LanguageCode): void {
  current = language;
}

/** What `work` gives, and reads meanwhile, in a language whose messages have been fetched. */
export function speaking<Result>(language: LanguageCode, work: () => Result): Result {
  const before = current;
  current = language;
  try {
    return work();
  } finally {
    current = before;
  }
}

/** Fetches the messages of modules that were loaded late, in every language that was asked for. Throws what an import throws. */
export async function fetchMessagesInUse(): Promise<void> {
  await Promise.all([...spoken].map(fetchMessages));
}

/** Fetches all messages in a language that there is, and those of what is imported later. Throws what an import throws. */
export async function fetchMessages(language: LanguageCode): Promise<void> {
  const loads = groups.map(async ({ known, translations }) => {
    if (known.has(language)) return;
    const [, load] = Object.entries(translations).find(([path]) => codeOf(path) === language) ?? [];
    const words = await load?.();
    if (words !== undefined) known.set(language, { ...words });
  });
  await Promise.all(loads);
  spoken.add(language);
}
