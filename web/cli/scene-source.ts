import { open } from 'node:fs/promises';
import { HashProblem, readEmbedHash } from '../element/embed/hash.ts';
import { AttentionError, decodeLink, limits, parseSceneText, type Scene } from '../scene/index.ts';
import { isLessonId, lessonIds, scenes } from '../scene/lesson-scenes.ts';
import { type Source, UsageError, words } from './options.ts';

/** Something could not be read or written. */
export class FileError extends Error {}

/** Standard input, or a file: bytes as they come. */
export type Bytes = AsyncIterable<Uint8Array | string>;

/** No scene that is read has more: a character of it takes three bytes at most. */
const MOST_BYTES = 3 * limits.json;

/** Throws UsageError, FileError, and AttentionError where the scene is wrong. */
export async function sceneFrom({ kind, value }: Source, stdin: Bytes): Promise<Scene> {
  if (kind === 'lesson') {
    if (!isLessonId(value)) throw new UsageError(words.noLesson(value, lessonIds));
    return scenes[value];
  }
  if (kind === 'link') return decodeLink(sceneOfEmbed(value.slice(value.indexOf('#') + 1)));
  const name = nameOf({ kind, value });
  return parseSceneText(textOf(await (value === '-' ? bytesOf(stdin, name) : fileBytes(value)), name));
}

/** The link without what it says of an embed: how the scene is shown there. */
function sceneOfEmbed(fragment: string): string {
  try {
    return readEmbedHash(fragment)['scene'] ?? '';
  } catch (why) {
    throw why instanceof HashProblem ? new AttentionError('link', `the link's ${why.message}`, why.key) : why;
  }
}

export const nameOf = ({ kind, value }: Source): string =>
  kind === 'link' ? words.link : value === '-' ? words.stdin : value;

async function fileBytes(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path);
    try {
      if ((await file.stat()).isDirectory()) throw new FileError(words.directory(path));
      return await bytesOf(file.createReadStream({ autoClose: false }), path);
    } finally {
      await file.close();
    }
  } catch (why) {
    throw why instanceof FileError ? why : new FileError(fileProblem(path, why));
  }
}

/** What the system says of a file, in words. */
export function fileProblem(path: string, why: unknown): string {
  const code = why instanceof Error && 'code' in why ? why.code : '';
  if (code === 'ENOENT') return words.missing(path);
  if (code === 'EACCES' || code === 'EPERM') return words.denied(path);
  if (code === 'EISDIR') return words.directory(path);
  return words.failed(path, String(why instanceof Error ? why.message : why));
}

/** Stops at once where there are more than a scene can have: the rest is not waited for. */
async function bytesOf(source: Bytes, name: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of source) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    length += bytes.length;
    if (length > MOST_BYTES) throw new FileError(words.tooLong(name, MOST_BYTES));
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

function textOf(bytes: Uint8Array, name: string): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileError(words.notText(name));
  }
  if (text.trim() === '') throw new FileError(words.empty(name));
  return text;
}
