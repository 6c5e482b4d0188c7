import { type Message, messageText } from '../scene/error.ts';
import type { LanguageCode } from './language.ts';
import { messages } from './messages.ts';

/** Translations of the messages of the core and the parser. English needs none. */
const english: Readonly<Record<string, string>> = {};
const problems = messages(english, import.meta.glob<typeof english>('./*/problems.ts', { import: 'problems' }));

/**
 * What the core or the scene's parser says in English, in the language of the page where that has words for it; `also` are a part's
 * own.
 */
export const translated = (
  language: LanguageCode,
  what: Message,
  also: Readonly<Record<string, string>> = {},
): string => messageText(what, (template) => also[template] ?? translation(language, template));

/** Ahead of what is wrong in one layer of several. */
const inLayer = 'layer {}: ';

const translation = (language: LanguageCode, template: string): string =>
  template.startsWith(inLayer)
    ? (problems(language)[inLayer] ?? inLayer) + translation(language, template.slice(inLayer.length))
    : (problems(language)[template] ?? template);
