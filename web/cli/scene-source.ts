import { open } from 'node:fs/promises';
import { HashProblem, readEmbedHash } from '../element/embed/hash.ts';
import { sceneOfLink } from '../lessons/link.ts';
import { AttentionError, limits, parseSceneText, type Scene } from '../scene/index.ts';
import { isLessonId, lessonIds, scenes } from '../scene/lesson-scenes.ts';
import { type SceneSource, UsageError, words } from './options.ts';

/** A file or stream could not be read or written. */
export class FileError extends Error {}

/** The chunks of standard input or of a file. */
export type Bytes = AsyncIterable<Uint8Array | string>;

/** The largest scene, with at most three bytes for each character. */
const MOST_BYTES = 3 * limits.json;

/** Throws UsageError, FileError, and AttentionError for an invalid scene. */
export async function sceneFrom({ kind, value }: SceneSource, stdin: Bytes): Promise<Scene> {
  if (kind === 'lesson') {
    if (!isLessonId(value)) throw new UsageError(words.noLesson(value, lessonIds));
    return scenes[value];
  }
  if (kind === 'link') return sceneOfLink(sceneOfEmbed(value.slice(value.indexOf('#') + 1)));
  const name = nameOf({ kind, value });
  return parseSceneText(decodeText(await (value === '-' ? bytesOf(stdin, name) : fileBytes(value)), name));
}

/** The scene's part of a link, without the settings of an embed. */
function sceneOfEmbed(fragment: string): string {
  try {
    return readEmbedHash(fragment)['scene'] ?? '';
  } catch (why) {
    throw why instanceof HashProblem ? new AttentionError('link', `the link's ${why.message}`, why.key) : why;
  }
}

export const nameOf = ({ kind, value }: SceneSource): string =>
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

/** An operating system error as a message. */
export function fileProblem(path: string, why: unknown): string {
  const code = why instanceof Error && 'code' in why ? why.code : '';
  if (code === 'ENOENT') return words.missing(path);
  if (code === 'EACCES' || code === 'EPERM') return words.denied(path);
  if (code === 'EISDIR') return words.directory(path);
  return words.failed(path, String(why instanceof Error ? why.message : why));
}

/** Stops reading as soon as there are too many bytes for a scene. */
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

function decodeText(bytes: Uint8Array, name: string): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileError(words.notText(name));
  }
  if (text.trim() === '') throw new FileError(words.empty(name));
  return text;
}
