// The templates of all messages of the core and the scene's parser, read from their sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = (folder, ending, except = []) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith(ending) && !except.includes(file.split(/[/\\]/)[0]))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'));

/** The text of message`…`, with {} for each ${…}, which may contain templates. */
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

/** The sentences among the string literals of a statement that makes an error. Codes, names and places have no space. */
function* sentences(source) {
  for (const [call] of source.matchAll(/\b(?:error\(|cannot\(|require\(|format = )(?:"(?:[^"\\]|\\.)*"|[^";])*;/g)) {
    for (const [literals] of call.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*/g)) {
      const text = literals.split(/"\s*"/).join('').slice(1, -1).replaceAll('\\"', '"');
      if (/[a-z}] ./.test(text)) yield text;
    }
  }
}

/** Further messages of the check of a lesson file. */
export const lessonTemplates = files('web/lessons', '.ts').flatMap((source) => [...tagged(source)]);

/** Folders of src/ whose messages load with training. */
const training = ['gradient', 'training'];

/** Further messages of gradients and training. */
export const trainingTemplates = [
  ...files('web/training', '.ts').flatMap((source) => [...tagged(source)]),
  ...training.flatMap((folder) => files(`src/${folder}`, '.cpp').flatMap((source) => [...sentences(source)])),
];

export const templates = [
  ...['web/scene', 'web/core', 'web/session', 'web/page/large-scene'].flatMap((folder) =>
    files(folder, '.ts').flatMap((source) => [...tagged(source)]),
  ),
  ...files('src', '.cpp', training).flatMap((source) => [...sentences(source)]),
];
