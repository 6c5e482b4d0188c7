// The templates of all messages that the core and the scene's parser can give, read from their sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = (folder, ending, except = []) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith(ending) && !except.includes(file.split(/[/\\]/)[0]))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'));

/** What stands between the two backticks of message`…`, with {} for each ${…}, which may hold templates itself. */
function* tagged(source) {
  for (const { index } of source.matchAll(/\bmessage`/g)) {
    let template = '';
    let at = index + 'message`'.length;
    for (let depth = 0; depth > 0 || source[at] !== '`'; at += 1) {
      if (source.startsWith('${', at)) {
        depth += 1;
        at += 1;
        if (depth === 1) template += '{}';
      } else if (depth > 0 && source[at] === '{') depth += 1;
      else if (depth > 0 && source[at] === '}') depth -= 1;
      else if (depth === 0) template += source[at];
    }
    yield template;
  }
}

/** The string literals of a statement that makes an error, and are sentences: codes, names and places have no space. */
function* sentences(source) {
  for (const [call] of source.matchAll(/\b(?:error\(|cannot\(|require\(|format = )(?:"(?:[^"\\]|\\.)*"|[^";])*;/g)) {
    for (const [literals] of call.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*/g)) {
      const text = literals.split(/"\s*"/).join('').slice(1, -1).replaceAll('\\"', '"');
      if (/[a-z}] ./.test(text)) yield text;
    }
  }
}

/** What the check of a lesson in a file says besides. */
export const lessonTemplates = files('web/lessons', '.ts').flatMap((source) => [...tagged(source)]);

/** Folders of src/ whose sentences are fetched with training. */
const training = ['gradient', 'training'];

/** What gradients and training say besides. */
export const trainingTemplates = [
  ...files('web/training', '.ts').flatMap((source) => [...tagged(source)]),
  ...training.flatMap((folder) => files(`src/${folder}`, '.cpp').flatMap((source) => [...sentences(source)])),
];

export const templates = [
  ...['web/scene', 'web/core', 'web/session'].flatMap((folder) =>
    files(folder, '.ts').flatMap((source) => [...tagged(source)]),
  ),
  ...files('src', '.cpp', training).flatMap((source) => [...sentences(source)]),
];
