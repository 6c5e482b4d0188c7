import type { Core } from '../core/types.ts';
import { elementWords } from '../i18n/element.ts';
import { isLessonId, lessonIds, scenes } from '../lessons/scenes.ts';
import { describeScene } from '../model/computed-scene.ts';
import { checkWork } from '../model/operations.ts';
import { defaultScene } from '../scene/defaults.ts';
import { AttentionError, quoted } from '../scene/error.ts';
import { limits } from '../scene/limits.ts';
import { decodeLink } from '../scene/link.ts';
import { parseScene, parseSceneText, withSentence } from '../scene/parse.ts';
import { hasMore } from '../scene/tokenize.ts';
import type { Scene } from '../scene/types.ts';

/** Thrown by whatever reads the attributes. */
export class Refused extends Error {
  constructor(
    readonly code: 'attribute' | 'fetch',
    message: string,
    readonly path: string,
  ) {
    super(message);
  }
}

/** Where a scene comes from: what the attributes say. */
export interface Source {
  readonly lesson: string | null;
  /** JSON, a link's text with its #, or an address. */
  readonly text: string | null;
  /** In place of the scene's own tokens. */
  readonly sentence: string | null;
  /** As an object. */
  readonly given: Scene | null;
}

/** Tokens, and weights of all heads, that are computed and drawn while the page goes on being read. */
export const elementLimits = { tokens: 512, weights: 2 ** 22 };

/** The scene. Throws Refused and AttentionError; what is not of the form is not shown. */
export async function sceneFrom(source: Source, signal: AbortSignal): Promise<Scene> {
  return sceneNow(source) ?? changed(await sceneOf(source.text ?? '', signal), source);
}

/** The scene, where nothing has to be waited for; else null. Throws as `sceneFrom` does. */
export function sceneNow(source: Source): Scene | null {
  const { lesson, text, given } = source;
  if (lesson !== null && (text !== null || given !== null)) throw new Refused('attribute', elementWords.both, 'lesson');
  if (given !== null) return changed(parseScene(given), source);
  if (lesson !== null) {
    if (isLessonId(lesson)) return changed(scenes[lesson], source);
    throw new Refused('attribute', elementWords.unknown('lesson', quoted(lesson), lessonIds), 'lesson');
  }
  return text === null ? changed(defaultScene, source) : null;
}

const changed = (scene: Scene, { sentence }: Source): Scene =>
  sentence === null ? scene : withSentence(scene, sentence);

/** Operations that an element takes on: some half a second. */
const MOST_OPERATIONS = 5e8;

/**
 * Throws AttentionError `too-large` for what would hold a page up: it is the playground's, which computes it elsewhere. Work that
 * the reader has asked for is done here too.
 */
export function checkSize(scene: Scene, core: Core, isAskedFor: boolean): void {
  const { tokens, sentence = '', tokenizer, encoder, attention } = scene;
  const beyond = (most: number, given: readonly string[] | undefined, text: string): boolean =>
    given === undefined ? hasMore(most, text, tokenizer) : given.length > most;
  const most = Math.min(elementLimits.tokens, Math.floor(Math.sqrt(elementLimits.weights / attention.heads)));
  const keys = encoder !== undefined && beyond(most, encoder.tokens, encoder.sentence ?? '');
  if (keys || beyond(most, tokens, sentence))
    throw new AttentionError('too-large', elementWords.tooMany(most), tokens === undefined ? '/sentence' : '/tokens');
  if (!isAskedFor) checkWork(describeScene(core, scene), MOST_OPERATIONS);
}

/**
 * JSON, a link's text with its #, or an address. Throws Refused: `attribute` for an empty text, which as an address would be the
 * host's own page, and `fetch`; and what the scene's parsers throw.
 */
async function sceneOf(text: string, signal: AbortSignal): Promise<Scene> {
  if (text === '') throw new Refused('attribute', elementWords.empty, 'scene');
  if (text.startsWith('{')) return parseSceneText(text);
  if (text.startsWith('#')) return decodeLink(text);
  return parseSceneText(await fetched(text, signal));
}

/** The text at an address of the page's author, as long as a scene can be. */
async function fetched(address: string, signal: AbortSignal): Promise<string> {
  // In the language that is spoken now: what follows is said later.
  const words = { ...elementWords };
  const fail = (why: string): never => {
    throw new Refused('fetch', words.fetch(quoted(address), why), 'scene');
  };
  const url = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : fail('?');
  if (!['https:', 'http:', location.protocol].includes(url.protocol)) fail(words.fetchScheme(url.protocol));
  const response = await fetch(url, { signal, headers: { accept: 'application/json' } }).catch((why: unknown) =>
    fail(String(why)),
  );
  if (!response.ok) fail(`status ${response.status}`);
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length <= limits.json) continue;
    await reader?.cancel();
    fail(words.fetchLong(limits.json));
  }
  return text + decoder.decode();
}
