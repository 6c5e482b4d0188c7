import { codeOf, type LanguageCode, sourceLanguage } from './language.ts';

/** Fetches the translation of one group of messages, unless it is known. */
type Fetch = (language: LanguageCode) => Promise<void>;
const fetches: Fetch[] = [];
/** The fetched languages. Groups that are loaded later are fetched in each of them. */
const inUse = new Set([sourceLanguage]);

/**
 * A group of messages as a function of a language. `source` is the English of the group. `translations` import the same export from the
 * files of that name in other languages. In a language that has not been fetched the messages are English.
 */
export function messages<Words>(
  source: Words,
  translations: Readonly<Record<string, () => Promise<Words>>>,
): (language: LanguageCode) => Words {
  const known = new Map([[sourceLanguage, source]]);
  fetches.push(async (language) => {
    if (known.has(language)) return;
    const [, load] = Object.entries(translations).find(([path]) => codeOf(path) === language) ?? [];
    if (load !== undefined) known.set(language, await load());
  });
  return (language) => known.get(language) ?? source;
}

/** Fetches the messages of modules that were loaded late, in every language that was fetched before. Throws what an import throws. */
export async function fetchMessagesInUse(): Promise<void> {
  await Promise.all([...inUse].map(fetchMessages));
}

/** Fetches all messages in a language, and those of modules that are loaded later. Throws what an import throws. */
export async function fetchMessages(language: LanguageCode): Promise<void> {
  await Promise.all(fetches.map((fetch) => fetch(language)));
  inUse.add(language);
}
