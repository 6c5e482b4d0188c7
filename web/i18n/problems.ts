import { type Message, messageText } from '../scene/error.ts';
import { words } from './words.ts';

/** What the core or the scene's parser says in English, in the language of the page where that has words for it. */
export const translated = (what: Message): string => messageText(what, translation);

/** Ahead of what is wrong in one layer of several. */
const inLayer = 'layer {}: ';

const translation = (template: string): string =>
  template.startsWith(inLayer)
    ? (words.problems[inLayer] ?? inLayer) + translation(template.slice(inLayer.length))
    : (words.problems[template] ?? matched(template));

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The core says its messages without their templates yet: the first that fits is taken. */
function matched(message: string): string {
  for (const [template, said] of Object.entries(words.problems)) {
    if (!template.includes('{}')) continue;
    const pattern = new RegExp(`^${template.split('{}').map(literally).join('(.+?)')}$`, 'su');
    const found = pattern.exec(message);
    if (found === null) continue;
    return said.split('{}').reduce((text, part, at) => text + (found[at] ?? '') + part);
  }
  return message;
}
