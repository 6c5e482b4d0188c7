import { words } from './words.ts';

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** From a template with {} to what matches it; made once. */
const patterns = new Map<string, RegExp>();

function patternOf(template: string): RegExp {
  let pattern = patterns.get(template);
  if (pattern === undefined) {
    pattern = new RegExp(`^${template.split('{}').map(literally).join('(.+?)')}$`, 'su');
    patterns.set(template, pattern);
  }
  return pattern;
}

/** What the core or the scene's parser says in English, in the language of the page where that has words for it. */
export function inWords(message: string): string {
  for (const [template, said] of Object.entries(words.problems)) {
    const found = patternOf(template).exec(message);
    if (found === null) continue;
    // What is said of a link's value, or asked of a number, ends with what could be said alone. Text in quotation marks is
    // the reader's own.
    const values = found
      .slice(1)
      .map((value, at, all) => (at === all.length - 1 && /^[a-z\d]/.test(value) ? inWords(value) : value));
    return said.split('{}').reduce((text, part, at) => text + (values[at - 1] ?? '') + part);
  }
  return message;
}
