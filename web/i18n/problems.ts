import { type Message, messageText } from '../scene/error.ts';
import { words } from './words.ts';

/** What the core or the scene's parser says in English, in the language of the page where that has words for it. */
export const translated = (what: Message): string => messageText(what, translation);

/** Ahead of what is wrong in one layer of several. */
const inLayer = 'layer {}: ';

const translation = (template: string): string =>
  template.startsWith(inLayer)
    ? (words.problems[inLayer] ?? inLayer) + translation(template.slice(inLayer.length))
    : (words.problems[template] ?? template);
